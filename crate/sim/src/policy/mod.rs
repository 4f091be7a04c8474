//! Pure decisions, one folder a family. A policy sees what it may know and answers; the systems above own the state.

pub mod choices;
pub mod list_scheduling;
pub mod local;
pub mod prediction;
pub mod workflow;
