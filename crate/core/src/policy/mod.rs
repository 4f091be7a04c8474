//! Pure decisions, one folder a family. A policy sees what it may know and answers; it owns nothing.
