//! What is written down: version 1 of the scenario.
//!
//! These types hold checked values only: [`super::read`] makes them, and every id in them stands in the catalog.

mod grid_jobs;
mod master_worker;

pub use grid_jobs::{
    FlexiblePart, FormPart, GridJobPart, InputPart, RequestPart, SpeedUpPart, SpreadPart, TasksPart,
};
pub use master_worker::{AbsencePart, ApplicationPart, BatchesPart, MachinePart, NeedsPart};

use super::engine;
use ganttlet_engine::entry::{AnyFamily, Entry, Id, Parameter, Settings};
use ganttlet_engine::platform::{Cluster, Network, PRESETS, Platform};
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use ganttlet_engine::time::Span;
use std::collections::BTreeMap;

/// The version that is written. Any change of what a written scenario means, a changed default among them, makes a new
/// version and an upgrade from this one.
pub const VERSION: u32 = 1;

/// The name of a scenario that has none.
pub(super) const UNTITLED: &str = "Untitled";

/// The seed when nothing is said.
pub(super) const SEED: u64 = 1;

/// One scenario: machines, work, and one system or several to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name people read.
    pub name: String,
    /// The seed of all chance; at most 2^53 - 1.
    pub seed: u64,
    /// The machines.
    pub platform: Grid,
    /// What they have to do: all parts together.
    pub workload: Vec<Part>,
    /// What happens on the clusters past the systems: local jobs, or absences of machines; empty for nothing.
    pub background: Vec<Part>,
    /// The systems that do it, each on its own; at least one. The first is `system` in the text, the others are
    /// `compare`.
    pub variants: Vec<Variant>,
    /// Nothing happens after this time; `None` to run to the end.
    pub horizon_s: Option<f64>,
    /// What is submitted before this time is not measured.
    pub warm_up_s: f64,
    /// The ids of the metrics to show; empty for all.
    pub measures: Vec<&'static str>,
    /// The parameters of the metrics, shown or not.
    pub measure_settings: Settings,
}

/// The machines.
#[derive(Clone, Debug, PartialEq)]
pub enum Grid {
    /// A preset of the catalog.
    Preset {
        /// Its id.
        id: &'static str,
        /// Its parameters.
        settings: Settings,
    },
    /// Clusters of one's own.
    Clusters {
        /// The clusters.
        clusters: Vec<ClusterPart>,
        /// MB/s between clusters and, on the diagonal, inside them.
        bandwidth_mb_s: Amount,
        /// Delay between clusters and, on the diagonal, inside them.
        latency_ms: Amount,
    },
}

/// A cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterPart {
    /// Its name, unique in the platform.
    pub name: String,
    /// How many nodes it has.
    pub nodes: u32,
    /// How fast a node is; 1 is the reference.
    pub speed: f64,
    /// Its nodes one by one where they differ, as many as it has nodes; empty if all are alike.
    pub machines: Vec<MachinePart>,
}

/// One number for all pairs of clusters, or a row for each.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// The same everywhere.
    Uniform(f64),
    /// From the row's cluster to the column's.
    Matrix(Vec<Vec<f64>>),
}

/// MB/s when nothing is said.
pub(super) const BANDWIDTH_MB_S: Amount = Amount::Uniform(100.0);

/// Latency when nothing is said.
pub(super) const LATENCY_MS: Amount = Amount::Uniform(0.5);

/// One part of a workload.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Made from a model.
    Generator {
        /// The id of the generator.
        id: &'static str,
        /// Its parameters.
        settings: Settings,
    },
    /// Read from a file.
    File {
        /// Which file.
        file: LogFile,
        /// The parameters of its format.
        settings: Settings,
    },
    /// Written in the scenario.
    Jobs(JobColumns),
    /// Written in the scenario.
    GridJobs(Vec<GridJobPart>),
    /// Written in the scenario.
    Workflow(WorkflowPart),
    /// Written in the scenario.
    Applications(Vec<ApplicationPart>),
    /// Written in the scenario.
    Absences(Vec<AbsencePart>),
}

/// A file, named by its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// What people call it.
    pub name: String,
    /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// The id of its format.
    pub format: &'static str,
    /// Where it can be fetched, if anywhere.
    pub url: Option<String>,
}

/// Jobs, a column a property. All columns are of one length; optional ones may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobColumns {
    /// When they arrive.
    pub submit_s: Vec<f64>,
    /// How long they run on nodes of speed 1.
    pub run_s: Vec<f64>,
    /// How many nodes they need.
    pub nodes: Vec<u32>,
    /// How long their users said they would run.
    pub estimate_s: Vec<Option<f64>>,
    /// Their users.
    pub user: Vec<Option<u32>>,
    /// The clusters they belong to, counted from 0.
    pub home: Vec<Option<u32>>,
    /// Their numbers; empty to count from 1.
    pub number: Vec<u32>,
}

/// A workflow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkflowPart {
    /// What people call it.
    pub name: String,
    /// When it arrives.
    pub submit_s: f64,
    /// Its tasks.
    pub tasks: Vec<TaskPart>,
    /// The bytes of its files by name, in the order of the text.
    pub files: Vec<(String, f64)>,
}

/// A task of a workflow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskPart {
    /// Its id, unique in the workflow.
    pub id: String,
    /// The program it runs; may be empty.
    pub program: String,
    /// How long it runs on nodes of speed 1.
    pub run_s: f64,
    /// How many nodes it needs.
    pub nodes: u32,
    /// The ids of the tasks that must end before it.
    pub parents: Vec<String>,
    /// The names of the files it reads.
    pub inputs: Vec<String>,
    /// The names of the files it writes.
    pub outputs: Vec<String>,
}

/// A system with its policies.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The id of the system.
    pub kind: Id,
    /// The id of the policy in each role.
    pub policies: BTreeMap<&'static str, Id>,
    /// The parameters of the system and of its policies.
    pub settings: Settings,
}

impl Variant {
    /// The system.
    ///
    /// # Panics
    /// If `kind` is not in the catalog, which the reader has ruled out.
    pub fn system(&self) -> &'static SystemKind {
        SYSTEMS.known(&self.kind)
    }

    /// The chosen policies, in the order of the roles.
    pub fn chosen(&self) -> Vec<&'static Entry> {
        let of = |role: &ganttlet_engine::entry::Role| role.family.entry(self.policies.get(role.id)?);
        self.system().roles.iter().filter_map(of).collect()
    }

    /// Everything that can be set: the parameters of the system, then those of the chosen policies.
    pub fn parameters(&self) -> Vec<&'static Parameter> {
        let mut parameters: Vec<&Parameter> = self.system().entry.parameters.iter().collect();
        for policy in self.chosen() {
            parameters.extend(policy.parameters);
        }
        parameters
    }
}

impl Grid {
    /// The machines as the engine sees them.
    ///
    /// # Panics
    /// If a preset is not in the catalog or a matrix is not square, which the reader has ruled out.
    pub fn platform(&self) -> Platform {
        match self {
            Self::Preset { id, settings } => {
                let preset = PRESETS.known(id);
                (preset.build)(settings)
            }
            Self::Clusters { clusters, bandwidth_mb_s, latency_ms } => {
                let n = clusters.len();
                let bandwidth = bandwidth_mb_s.cells(n).map(|mb| mb * 1e6).collect();
                let latency = latency_ms.cells(n).map(|ms| Span::from_seconds(ms / 1e3)).collect();
                let engine = |c: &ClusterPart| {
                    let machines = c.machines.iter().map(engine::machine).collect();
                    Cluster { machines, ..Cluster::alike(c.name.clone(), c.nodes, c.speed) }
                };
                let clusters = clusters.iter().map(engine).collect();
                Platform { clusters, network: Network::from_matrices(n, bandwidth, latency) }
            }
        }
    }
}

impl Amount {
    /// The amounts for `n` clusters, row by row.
    fn cells(&self, n: usize) -> Box<dyn Iterator<Item = f64> + '_> {
        match self {
            Self::Uniform(x) => Box::new(std::iter::repeat_n(*x, n * n)),
            Self::Matrix(rows) => Box::new(rows.iter().flatten().copied()),
        }
    }
}

/// The parameters of one entry.
pub(super) fn parameters(family: &dyn AnyFamily, id: &str) -> &'static [Parameter] {
    family.entry(id).map_or(&[], |entry| entry.parameters)
}
