#![doc = include_str!("../README.md")]

// Layer 5: decisions, shared tables, what a measure is, and the problem that a run solves.
pub mod metric;
pub mod model;
pub mod policy;
pub mod tables;
// Layer 6: state.
pub mod system;
// Layer 7: all measures, and the report of a run.
pub mod report;
