//! The simulator: a platform, work and policies go in, a trace of what happened comes out, the same to the bit on every
//! machine.
//!
//! No I/O, no clock, no threads, no text formats. Each module imports only from those above it in this list.

// Layer 5: decisions, shared tables, and what a measure is.
pub mod metric;
pub mod policy;
pub mod tables;
// Layer 6: state.
pub mod system;
// Layer 7: all measures, and the report of a run.
pub mod report;
