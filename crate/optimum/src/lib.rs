#![doc = include_str!("../README.md")]

pub mod bag;
pub mod bound;
pub mod bounds;
pub mod clusters;
pub mod instance;
mod numbers;
pub mod schedule;
pub mod search;
mod width;

pub use bag::Bag;
pub use bound::{Bound, Witness};
pub use clusters::{Cluster, ClusterInstance};
pub use instance::{Instance, Job};
pub use numbers::{Fraction, InvalidInstance};
pub use schedule::Objective;
pub use search::{BagSearch, OrderSearch, Progress, Status};
pub use width::{WidthMap, width_maps};
