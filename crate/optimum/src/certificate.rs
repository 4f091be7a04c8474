//! Certificates: a schedule with its proof, and their verification.

use crate::bound::Bound;
use crate::clusters::ClusterInstance;
use crate::instance::{Instance, Job};
use crate::placement::{Placement, decode, value};
use crate::problem::{Kind, Problem};
use crate::schedule::{self, Objective};
use crate::search::{ExactProblem, ExactSearch, Status, VERSION};
use crate::search_problem::{ClusterProblem, OrderProblem};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The format of certificates.
pub const FORMAT: &str = "ganttlet-optimum/1";

/// The rules of the search, in their order.
pub const RULES: [&str; 3] = ["alike", "hole", "seen"];

/// A schedule of a problem, with its proven bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// Digest of the problem.
    pub scenario: String,
    /// Kind of the problem.
    pub family: Kind,
    /// The objective.
    pub objective: Objective,
    /// Whether the value is the optimum.
    pub status: Status,
    /// Value of the schedule, in integer microseconds; for the makespan the last end.
    pub value: i64,
    /// No schedule is below this value.
    pub lower: i64,
    /// The id of the bound that is equal to `lower`, or `search`.
    pub by: String,
    /// The order in which jobs start.
    pub order: Vec<usize>,
    /// The cluster of each job, or the processor of each task.
    pub place: Vec<usize>,
    /// Digest of the run with these starts, if it was repeated in the simulator.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub digest: Option<String>,
    /// The exact search, if there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub search: Option<SearchRecord>,
    /// The local search, if there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub local: Option<LocalRecord>,
}

/// The data for the repetition of an exact search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRecord {
    /// Version of the rules.
    pub version: u32,
    /// Best value at the start of the search.
    pub from: i64,
    /// Number of visited nodes.
    pub nodes: u64,
    /// Maximum number of nodes.
    pub limit: u64,
    /// The rules.
    pub rules: Vec<String>,
    /// Hash of the visited nodes, in hexadecimal digits.
    pub trail: String,
}

/// The data of a local search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalRecord {
    /// Seed of its random numbers.
    pub seed: u64,
    /// Number of evaluated schedules.
    pub evaluations: u64,
}

/// Why a certificate is not valid.
#[derive(Clone, Debug, PartialEq)]
pub enum Invalid {
    /// It has another format or version.
    Format,
    /// It belongs to another problem.
    Problem,
    /// It does not list every job once, predecessors first, at a place where it fits.
    Order,
    /// Its schedule is not feasible.
    Schedule(String),
    /// Its schedule has another value.
    Value(i64),
    /// The named bound has another value, or does not exist.
    Bound,
    /// The status does not follow from the value and the bound.
    Status,
    /// A repeated search visits other nodes, or has another result.
    Search,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => write!(f, "the format is not {FORMAT}, or its search has another version"),
            Self::Problem => f.write_str("the certificate belongs to other jobs or another platform"),
            Self::Order => f.write_str("the order does not name every job once, after its predecessors"),
            Self::Schedule(why) => write!(f, "the schedule is not feasible: {why}"),
            Self::Value(value) => write!(f, "the schedule has the value {value}"),
            Self::Bound => f.write_str("the bound has another value"),
            Self::Status => f.write_str("the status does not follow from value and bound"),
            Self::Search => f.write_str("the repeated search visits other nodes or has another result"),
        }
    }
}

impl Certificate {
    /// The start of each job: in the order, as early as possible.
    pub fn starts(&self, problem: &Problem) -> Result<Vec<i64>, Invalid> {
        match problem {
            Problem::Single(instance) => {
                if !schedule::is_valid_order(instance, &self.order) {
                    return Err(Invalid::Order);
                }
                Ok(schedule::decode_fcfs(instance, &self.order))
            }
            Problem::Several(instance) => decode(instance, &self.placement()).ok_or(Invalid::Order),
            Problem::Placed(..) => Err(Invalid::Problem),
            Problem::Bag(bag) => {
                let mut listed = vec![false; bag.len()];
                let mut loads = vec![0; bag.processors()];
                let mut starts = vec![0; bag.len()];
                for &task in &self.order {
                    let Some(&place) = self.place.get(task) else { return Err(Invalid::Order) };
                    if place >= loads.len()
                        || std::mem::replace(listed.get_mut(task).ok_or(Invalid::Order)?, true)
                    {
                        return Err(Invalid::Order);
                    }
                    starts[task] = loads[place];
                    loads[place] += bag.duration(task, place);
                }
                if self.order.len() == bag.len() { Ok(starts) } else { Err(Invalid::Order) }
            }
        }
    }

    /// The order and places.
    fn placement(&self) -> Placement {
        Placement { order: self.order.clone(), clusters: self.place.clone() }
    }

    /// Checks the schedule, its value and the bound. A search is not repeated.
    pub fn verify(&self, problem: &Problem) -> Result<(), Invalid> {
        if self.format != FORMAT || self.search.as_ref().is_some_and(|search| search.version != VERSION) {
            return Err(Invalid::Format);
        }
        if self.scenario != problem.digest() || self.family != problem.kind() {
            return Err(Invalid::Problem);
        }
        if !problem.has_objective(self.objective) {
            return Err(Invalid::Problem);
        }
        let starts = self.starts(problem)?;
        let value = match problem {
            Problem::Single(instance) => {
                schedule::check(instance, &starts).map_err(|why| Invalid::Schedule(why.to_string()))?;
                self.objective.value(instance, &starts)
            }
            Problem::Several(instance) | Problem::Placed(instance, _) => {
                check_clusters(instance, &self.placement(), &starts)?;
                value(instance, &self.placement(), &starts, self.objective)
            }
            Problem::Bag(bag) => bag.makespan(&self.place),
        };
        if value != self.value {
            return Err(Invalid::Value(value));
        }
        let bounds = problem.bounds(self.objective);
        let best = Bound::best(&bounds).map_or(0, |bound| bound.value);
        if self.by == "search" {
            if self.search.is_none() || i128::from(self.lower) < best {
                return Err(Invalid::Bound);
            }
        } else {
            let is_bound = |bound: &Bound| bound.id == self.by && bound.value == self.lower.into();
            let is_empty = bounds.is_empty() && self.lower == 0;
            if !(is_empty || bounds.iter().any(is_bound)) {
                return Err(Invalid::Bound);
            }
        }
        let is_proven = self.value == self.lower;
        if self.lower > self.value || is_proven != (self.status == Status::Proven) {
            return Err(Invalid::Status);
        }
        Ok(())
    }

    /// Repeats the exact search, if the bound is from one: the same nodes must be visited, with the same result.
    pub fn repeat_search(&self, problem: &Problem) -> Result<(), Invalid> {
        let Some(record) = &self.search else { return Ok(()) };
        let objective = self.objective;
        match problem {
            Problem::Single(instance) => {
                self.repeat_search_of(OrderProblem { instance: instance.clone(), objective }, record)
            }
            Problem::Several(instance) => {
                self.repeat_search_of(ClusterProblem { instance: instance.clone(), objective }, record)
            }
            Problem::Bag(bag) => self.repeat_search_of(bag.clone(), record),
            Problem::Placed(..) => Err(Invalid::Problem),
        }
    }

    /// Repeats the search of a problem of one kind.
    fn repeat_search_of<P: ExactProblem>(&self, problem: P, record: &SearchRecord) -> Result<(), Invalid> {
        let search = ExactSearch::repeat(problem, record.limit, record.from);
        let mut search = search.map_err(|_| Invalid::Problem)?;
        let nodes = search.advance(record.nodes).nodes;
        let is_same = nodes == record.nodes
            && format!("{:016x}", search.trail()) == record.trail
            && search.value() == self.value
            && search.lower() == self.lower;
        if is_same { Ok(()) } else { Err(Invalid::Search) }
    }
}

/// Checks the jobs of each cluster as a schedule on it.
fn check_clusters(instance: &ClusterInstance, placement: &Placement, starts: &[i64]) -> Result<(), Invalid> {
    let run = |id: usize| instance.duration(id, placement.clusters[id]);
    for (at, cluster) in instance.clusters().iter().enumerate() {
        let here: Vec<usize> = (0..starts.len()).filter(|&id| placement.clusters[id] == at).collect();
        let mut jobs = Vec::with_capacity(here.len());
        for &id in &here {
            let job = instance.jobs()[id];
            let mut submit = job.submit;
            for &before in instance.predecessors(id) {
                submit = submit.max(starts[before] + run(before).ok_or(Invalid::Order)?);
            }
            jobs.push(Job { submit, run: run(id).ok_or(Invalid::Order)?, ..job });
        }
        let part = Instance::rigid(cluster.nodes, jobs).map_err(|why| Invalid::Schedule(why.to_string()))?;
        let starts: Vec<i64> = here.iter().map(|&id| starts[id]).collect();
        schedule::check(&part, &starts).map_err(|why| Invalid::Schedule(why.to_string()))?;
    }
    Ok(())
}
