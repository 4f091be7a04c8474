//! What decides where bags of tasks are scheduled: which tasks are next, and on which processors they run.

pub mod scheduling;
pub mod selection;
