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

/// Number of visited nodes after which a search stops, by default.
pub const DEFAULT_NODES: u64 = 2_000_000;
/// Version of the rules of the search: the same version visits the same nodes.
pub const VERSION: u32 = 1;
