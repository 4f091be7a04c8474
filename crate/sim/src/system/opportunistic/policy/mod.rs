//! The policies of a master: order of the tasks, number of workers, and measures against losses.

pub mod loss;
pub mod ordering;
pub mod sizing;
