//! The policies of batch queues beside local ones: routing, and bounds on wait times.

pub mod bound;
pub mod routing;
