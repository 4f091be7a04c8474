#![doc = include_str!("../README.md")]

pub mod bag;
mod bag_heuristic;
pub mod bound;
pub mod bounds;
pub mod certificate;
pub mod clusters;
pub mod gap;
pub mod instance;
pub mod local;
mod numbers;
pub mod optimizer;
pub mod placement;
pub mod problem;
pub mod schedule;
pub mod search;
pub mod search_problem;
mod width;

pub use bag::Bag;
pub use bound::{Bound, Witness};
pub use certificate::Certificate;
pub use clusters::{Cluster, ClusterInstance};
pub use gap::Gap;
pub use instance::{Instance, Job};
pub use local::LocalSearch;
pub use numbers::{Fraction, InvalidInstance};
pub use optimizer::{Limits, Optimizer};
pub use problem::Problem;
pub use schedule::Objective;
pub use search::{ExactSearch, Progress, Status};
pub use search_problem::{ClusterProblem, OrderProblem};
pub use width::{WidthMap, width_maps};
