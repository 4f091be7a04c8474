//! Parts shared by several systems: plain structs that they contain.

mod arrivals;
mod classes;
mod findings;
pub(super) mod hosts;
pub(super) mod links;
mod lookahead;
mod periodic;
mod site;
mod staging;
mod stops;
mod transfer;
mod usage;

pub(super) use arrivals::Arrivals;
pub use classes::Class;
pub(super) use classes::{Classes, Key, outlived};
pub(super) use findings::{CLUSTER_SCORE, Findings, LARGER, idle_traffic, local_too_large, too_large};
pub(super) use lookahead::Lookahead;
pub(super) use periodic::{Periodic, multiple_after};
pub(super) use site::{Site, sent};
pub(super) use staging::Staging;
#[cfg(test)]
pub(super) use stops::told;
pub(super) use stops::{Before, moved_to};
pub(super) use transfer::{Moved, from_nearest};
pub(super) use usage::Usage;
