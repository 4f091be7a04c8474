//! The simulator: a platform, work and policies go in, a trace of what happened comes out, the same to the bit on every
//! machine.
//!
//! No I/O, no clock, no threads, no text formats. Each module imports only from those above it in this list.

// Layer 5: decisions.
pub mod policy;
// Layer 6: state.
pub mod system;
// Layer 7: measures.
pub mod metric;
