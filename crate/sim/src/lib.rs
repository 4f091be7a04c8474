#![doc = include_str!("../README.md")]

// Layer 5: decisions, shared tables, the definition of a measure, and the scheduling problem of a run.
pub mod metric;
pub mod model;
pub mod policy;
pub mod tables;
// Layer 6: state.
pub mod system;
// Layer 7: the list of all measures, and the report of a run.
pub mod report;
