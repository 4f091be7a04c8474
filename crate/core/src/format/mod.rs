//! Files people have: logs and workflows, read into the engine's types with a report of what was read, skipped and
//! repaired.
