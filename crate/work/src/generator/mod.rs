//! Synthetic workloads from models, one generator per file. All use named random streams, so compared policies have the
//! same work.

mod bags;
mod burst;
mod daily;
mod divisible;
#[cfg(test)]
mod golden;
mod grid;
mod hoc;
mod hoc_stream;
mod launcher;
mod lublin;
pub mod master_worker;
mod owners;
mod people;
mod poisson;
mod run_time;
mod traffic;
mod workflow;

use super::{Kind, Work};
use ganttlet_core::entry::{Entry, Family, Parameters, Settings, catalog_text};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::Streams;

/// A source of work: its catalog entry, and its function.
pub struct Generator {
    /// The catalog entry.
    pub entry: Entry,
    /// The kind of work it makes.
    pub makes: &'static Kind,
    /// Makes the work for this platform; `purpose` names its random streams (`workload/0`).
    pub make: fn(settings: &Settings, platform: &Platform, streams: &Streams, purpose: &str) -> Work,
}

impl AsRef<Entry> for Generator {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// All generators. A new one is one file and one line here.
pub static GENERATORS: Family<Generator> = Family {
    id: "generator",
    name: "generator",
    summary: catalog_text(
        "Synthetic workload (jobs, workflows, owner absences, background traffic) drawn from a model \
              and a seed.",
    ),
    members: &[
        poisson::POISSON,
        lublin::LUBLIN,
        workflow::MONTAGE,
        workflow::CYBERSHAKE,
        workflow::EPIGENOMICS,
        workflow::INSPIRAL,
        workflow::SIPHT,
        workflow::PUBLISHED_WORKFLOWS,
        workflow::FORK_JOIN,
        workflow::RANDOM_DAG,
        bags::BAG_MODEL,
        bags::BAG_SESSIONS,
        grid::GRID_PARALLEL,
        grid::GRID_MALLEABLE,
        grid::GRID_SWEEP,
        grid::GRID_BLOCKS,
        grid::LOCAL_LOAD,
        grid::BURSTY_JOBS,
        grid::DAS3_LIKE,
        grid::AUVER_LIKE,
        hoc::HOC_SINGLE,
        hoc_stream::HOC_STREAM,
        master_worker::BATCHES,
        master_worker::FIBONACCI,
        master_worker::THINNING,
        master_worker::POVRAY,
        divisible::DIVISIBLE_MIXTURE,
        divisible::DIVISIBLE_TWO,
        launcher::LAUNCHERS,
        owners::OWNER_SESSIONS,
        owners::OFFICE_HOURS,
        traffic::BACKGROUND_TRAFFIC,
    ],
};

/// Maximum number of jobs, tasks or absences of a generator; one that would exceed it reports so ([`Work::cut`]).
pub const MOST: u32 = 1_000_000;

/// The number of jobs.
#[derive(Parameters)]
struct JobCount {
    /// Number of jobs submitted.
    #[parameter(name = "Jobs", unit = "jobs", min = 1, max = MOST as i64, default = 200)]
    jobs: u32,
}

/// The work of a platform per second: its nodes, weighted with their speeds.
fn capacity(platform: &Platform) -> f64 {
    platform.clusters.iter().map(|cluster| f64::from(cluster.nodes) * cluster.speed).sum()
}
