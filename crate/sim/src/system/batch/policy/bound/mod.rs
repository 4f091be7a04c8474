//! How long a job waits at most, with some certainty: upper bounds by the waits of earlier jobs, or by what users say
//! (Sonmez 2010, section 7.3.2).
//!
//! A policy sees the waits of one cluster, those of one group of jobs if it asks for groups; who is on the cluster, and
//! what each waited, is the system's.

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

/// Bounds the waits of jobs: one for each cluster, and for each group of its jobs.
pub trait BoundPolicy {
    /// What it goes by.
    fn method(&self) -> BoundMethod;

    /// The group of a job that needs so many nodes; each has a history of its own.
    fn job_group(&self, _: u32) -> u32 {
        0
    }

    /// A job has waited so many seconds; whether longer than its bound was, if it had one.
    fn observe_wait(&mut self, _wait: f64, _longer: Option<bool>) {}

    /// What the next job waits at most, in seconds; none as long as too little is known.
    fn wait_bound(&self) -> Option<f64> {
        None
    }
}

/// What a bound goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundMethod {
    /// Nothing: there is none.
    None,
    /// What earlier jobs waited.
    Waits,
    /// A queue that is served first come, first served, with runtimes equal to user estimates.
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
