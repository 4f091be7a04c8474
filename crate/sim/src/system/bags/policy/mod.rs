//! The policies for bags of tasks: selection of the next tasks, and scheduling of these on processors.

pub mod scheduling;
pub mod selection;
