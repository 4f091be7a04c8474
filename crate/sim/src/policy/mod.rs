//! Pure decisions, one folder per family. A policy receives the information available to it and returns a decision; the
//! systems in the layer above hold the state.

pub mod choices;
pub mod list_scheduling;
pub mod local;
pub mod prediction;
pub mod workflow;
