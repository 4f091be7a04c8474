//! Work for a grid as in the experiments on co-allocation, malleability and cycle scavenging (Sonmez 2010, chapters 2
//! to 4), and the local load beside it.
//!
//! Arrivals, sizes and runtimes come from separate streams, so that compared applications, requests and policies have
//! the same jobs.

mod application;
mod blocks;
mod bursts;
mod local;
mod malleable;
mod parallel;
mod sweep;
mod window;

pub(super) use blocks::GRID_BLOCKS;
pub(super) use bursts::{AUVER_LIKE, BURSTY_JOBS, DAS3_LIKE};
pub(super) use local::LOCAL_LOAD;
pub(super) use malleable::GRID_MALLEABLE;
pub(super) use parallel::GRID_PARALLEL;
pub(super) use sweep::GRID_SWEEP;

use ganttlet_core::entry::Parameters;

/// Runtimes of jobs.
#[derive(Parameters)]
struct Run {
    /// Runtime of every job on one cluster with nodes of speed 1.
    #[parameter(name = "Runtime", unit = "s", min = 0.001, max = 1e8, default = 180)]
    run_s: f64,
}

/// Length of the submission period.
#[derive(Parameters)]
struct Duration {
    /// Length of the submission period.
    #[parameter(name = "Duration", unit = "s", min = 1, max = 1e8, default = 86_400)]
    duration_s: f64,
}

/// Inter-arrival times of jobs.
#[derive(Parameters)]
struct Gap {
    /// Mean time between arrivals; 0 for all at time 0.
    #[parameter(name = "Mean inter-arrival time", unit = "s", min = 0, max = 1e8, default = 120)]
    interarrival_s: f64,
}
