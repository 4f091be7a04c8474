//! Problems of all kinds: jobs, nodes and known runtimes.

use crate::bag::{Bag, MOST_TASKS};
use crate::bound::Bound;
use crate::bounds;
use crate::bounds::placed_path;
use crate::clusters::ClusterInstance;
use crate::instance::Instance;
use crate::placement;
use crate::schedule::Objective;
use crate::search::order::MOST_JOBS;
use crate::search_problem::order_bounds;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Maximum number of jobs for the local search: the time for a schedule grows with the square.
pub const MOST_LOCAL: usize = 2_000;

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Rigid jobs on one cluster.
    R,
    /// Rigid jobs on several clusters.
    RC,
    /// Tasks with predecessors on one cluster, or on several without transfers.
    G,
    /// Tasks with predecessors and transfers between clusters.
    GC,
    /// A bag of tasks on processors of different speeds.
    B,
}

/// Transfers of the tasks of a workflow.
#[derive(Clone, Debug)]
pub struct Transfers {
    /// For each task, for each of its predecessors, the minimum transfer time between clusters, row by row; `None`: no
    /// route.
    pub ways: Vec<Vec<Vec<Option<i64>>>>,
}

/// A problem.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Rigid jobs, or tasks with predecessors, on one cluster.
    Single(Instance),
    /// Rigid jobs, or tasks with predecessors, on several clusters without transfers.
    Several(ClusterInstance),
    /// Tasks with predecessors on several clusters, with transfers. Only bounds are computed.
    Placed(ClusterInstance, Transfers),
    /// A bag of tasks.
    Bag(Bag),
}

impl Problem {
    /// The kind of the problem.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Single(instance) if instance.has_dependencies() => Kind::G,
            Self::Single(_) => Kind::R,
            Self::Several(instance) if has_dependencies(instance) => Kind::G,
            Self::Several(_) => Kind::RC,
            Self::Placed(..) => Kind::GC,
            Self::Bag(_) => Kind::B,
        }
    }

    /// Number of jobs or tasks.
    pub fn jobs(&self) -> usize {
        match self {
            Self::Single(instance) => instance.len(),
            Self::Several(instance) | Self::Placed(instance, _) => instance.jobs().len(),
            Self::Bag(bag) => bag.len(),
        }
    }

    /// The first submit time.
    pub fn first_submit(&self) -> i64 {
        match self {
            Self::Single(instance) => instance.first_submit(),
            Self::Several(instance) | Self::Placed(instance, _) => instance.first_submit(),
            Self::Bag(_) => 0,
        }
    }

    /// True if there are bounds for the objective.
    pub fn has_objective(&self, objective: Objective) -> bool {
        objective == Objective::Makespan || matches!(self.kind(), Kind::R | Kind::RC)
    }

    /// True if the problem is small enough for a local search.
    pub fn has_local_search(&self) -> bool {
        !matches!(self, Self::Placed(..)) && self.jobs() <= MOST_LOCAL
    }

    /// True if there is an exact search, and the problem is small enough for it.
    pub fn has_exact_search(&self) -> bool {
        match self {
            Self::Single(instance) => instance.len() <= MOST_JOBS,
            Self::Bag(bag) => bag.len() <= MOST_TASKS,
            Self::Several(instance) => instance.jobs().len() <= MOST_JOBS,
            Self::Placed(..) => false,
        }
    }

    /// All bounds for the objective. Bounds of the last end are absolute times.
    pub fn bounds(&self, objective: Objective) -> Vec<Bound> {
        match self {
            Self::Single(instance) => order_bounds(instance, objective),
            Self::Several(instance) => placement::root_bounds(instance, objective),
            Self::Placed(instance, transfers) => {
                let width = instance.clusters().len();
                let transfer = |before: usize, task: usize, from: usize, to: usize| {
                    let place = instance.predecessors(task).iter().position(|&other| other == before)?;
                    transfers.ways[task][place][from * width + to]
                };
                let mut bounds = bounds::cluster_makespan(instance);
                bounds.push(placed_path::critical_path(instance));
                bounds.extend(placed_path::placed_path(instance, &transfer));
                bounds
            }
            Self::Bag(bag) => bounds::bag_makespan(bag),
        }
    }

    /// A digest of 16 hexadecimal digits: two problems with the same digest have the same schedules.
    pub fn digest(&self) -> String {
        let mut text = format!("{:?};", self.kind());
        match self {
            Self::Single(instance) => {
                _ = write!(text, "{};", instance.nodes());
                for (id, job) in instance.jobs().iter().enumerate() {
                    let before = instance.predecessors(id);
                    _ = write!(text, "{} {} {} {before:?};", job.submit, job.nodes, job.run);
                }
            }
            Self::Several(instance) => describe_clusters(instance, &mut text),
            Self::Placed(instance, transfers) => {
                describe_clusters(instance, &mut text);
                _ = write!(text, "{:?}", transfers.ways);
            }
            Self::Bag(bag) => {
                for task in 0..bag.len() {
                    let runs: Vec<i64> = (0..bag.processors()).map(|at| bag.duration(task, at)).collect();
                    _ = write!(text, "{runs:?};");
                }
            }
        }
        let hash = Sha256::digest(text.as_bytes());
        hash.iter().take(8).fold(String::new(), |mut text, byte| {
            _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// True if a task has a predecessor.
fn has_dependencies(instance: &ClusterInstance) -> bool {
    (0..instance.jobs().len()).any(|id| !instance.predecessors(id).is_empty())
}

/// Appends jobs and clusters to the text of the digest.
fn describe_clusters(instance: &ClusterInstance, text: &mut String) {
    for cluster in instance.clusters() {
        _ = write!(text, "{} ", cluster.nodes);
    }
    for (id, job) in instance.jobs().iter().enumerate() {
        let runs: Vec<Option<i64>> =
            (0..instance.clusters().len()).map(|at| instance.duration(id, at)).collect();
        _ = write!(text, ";{} {} {runs:?} {:?}", job.submit, job.nodes, instance.predecessors(id));
    }
}
