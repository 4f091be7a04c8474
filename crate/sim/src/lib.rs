#![doc = include_str!("../README.md")]

// Layer 5: decisions, shared tables, and what a measure is.
pub mod metric;
pub mod policy;
pub mod tables;
// Layer 6: state.
pub mod system;
// Layer 7: all measures, and the report of a run.
pub mod report;
