#![doc = include_str!("../README.md")]

// Layer 5: decisions.
pub mod policy;
// Layer 6: state.
pub mod system;
// Layer 7: measures.
pub mod metric;
