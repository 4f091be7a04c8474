//! Seeded local search for instances that are too large for a proof: late acceptance hill climbing (Burke and Bykov 2017).

mod acceptance;
pub mod bag;
pub mod clusters;
pub mod order;

pub use bag::BagLocalSearch;
pub use clusters::ClusterLocalSearch;
pub use order::OrderLocalSearch;

use serde::Serialize;

/// A moment of a local search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LocalProgress {
    /// True if the number of evaluations is used up, or the value equals the bound.
    pub done: bool,
    /// Number of evaluated schedules.
    pub evaluations: u64,
    /// Value of the best schedule.
    pub value: i64,
}

/// Number of evaluations by default, for this number of jobs.
pub fn default_evaluations(jobs: usize) -> u64 {
    let square = (jobs as u64).saturating_mul(jobs as u64).max(1);
    (50_000_000 / square).clamp(500, 20_000)
}
