//! Exact search: branch and bound over the orders in which jobs start.

pub mod bag;
mod bag_packing;
mod bag_tasks;
pub mod clusters;
mod node_bound;
pub mod order;
mod progress;
mod visited;

pub use bag::BagSearch;
pub use clusters::ClusterSearch;
pub use order::OrderSearch;
pub use progress::{Counters, Progress, Status};

/// Number of visited nodes after which a search stops, by default.
pub const DEFAULT_NODES: u64 = 2_000_000;
/// Version of the rules of the search: the same version visits the same nodes.
pub const VERSION: u32 = 1;
