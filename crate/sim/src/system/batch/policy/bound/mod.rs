//! Upper bounds on wait times with a given confidence, by the wait times of earlier jobs or by user estimates (Sonmez
//! 2010, section 7.3.2).
//!
//! A policy sees the wait times of one cluster, or of one group of jobs if it uses groups; the system keeps track of
//! jobs and their wait times.

mod bmbp;
mod by_estimates;
mod chebyshev;
mod history;
mod none;
#[cfg(test)]
mod tests;

pub use bmbp::bound_index as bmbp_index;
pub use history::MissRun;

use ganttlet_core::entry::{Family, Policies, catalog_text};

/// Computes bounds on wait times: one instance per cluster and group of jobs.
pub trait BoundPolicy {
    /// The method of the bound.
    fn method(&self) -> BoundMethod;

    /// The group of a job that needs this many nodes; each group has a separate history.
    fn job_group(&self, _: u32) -> u32 {
        0
    }

    /// Records a wait time in seconds, and whether it exceeded the bound of the job, if it had one.
    fn observe_wait(&mut self, _wait: f64, _longer: Option<bool>) {}

    /// The bound on the wait time of the next job, in seconds; none while the history is too short.
    fn wait_bound(&self) -> Option<f64> {
        None
    }
}

/// The method of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundMethod {
    /// No bound.
    None,
    /// Wait times of earlier jobs.
    Waits,
    /// A first-come, first-served queue with runtimes equal to user estimates.
    Estimates,
}

/// All bound policies. A new one is one file and one line here.
pub static BOUND_POLICIES: Policies<dyn BoundPolicy> = Family {
    id: "bound-policy",
    name: "wait-time bound",
    summary: catalog_text(
        "Upper bound on the wait time of a job, from earlier wait times or user estimates.",
    ),
    members: &[none::NO_BOUND, bmbp::BMBP, chebyshev::CHEBYSHEV, by_estimates::BY_ESTIMATES],
};
