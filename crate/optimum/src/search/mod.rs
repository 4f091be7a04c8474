//! Exact search: branch and bound over partial schedules.

pub mod bag;
mod bag_packing;
mod bag_tasks;
mod cluster_bound;
pub mod clusters;
mod exact;
mod node_bound;
pub mod order;
mod progress;
mod tree;
mod twins;
mod visited;

pub use exact::{ExactProblem, ExactSearch, Explorer};
pub use progress::{Counters, Progress, SearchState, Status};

/// Default of the maximum number of visited nodes.
pub const DEFAULT_NODES: u64 = 2_000_000;
/// Version of the rules of the search: equal versions visit the same nodes.
pub const VERSION: u32 = 1;
