//! Schedules on several clusters: an order of jobs, and a cluster for each.

use crate::bound::Bound;
use crate::bounds;
use crate::clusters::ClusterInstance;
use crate::schedule::{Objective, Running};

/// An order of jobs and a cluster for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The order in which jobs start on their clusters.
    pub order: Vec<usize>,
    /// The cluster of each job.
    pub clusters: Vec<usize>,
}

/// The start of each job, first come, first served on each cluster; `None` if a job does not fit its cluster, or comes
/// before a predecessor.
pub fn decode(instance: &ClusterInstance, placement: &Placement) -> Option<Vec<i64>> {
    let count = instance.clusters().len();
    let mut starts = vec![i64::MAX; instance.jobs().len()];
    let mut ends = vec![i64::MAX; instance.jobs().len()];
    let mut running = vec![Running::default(); count];
    let mut last = vec![0; count];
    for &id in &placement.order {
        let (job, &at) = (instance.jobs().get(id)?, placement.clusters.get(id)?);
        let run = (*instance.durations[id].get(at)?)?;
        let before = instance.predecessors(id).iter().map(|&before| ends[before]);
        let ready = before.fold(job.submit.max(last[at]), i64::max);
        if ready == i64::MAX || starts[id] != i64::MAX {
            return None;
        }
        let start = running[at].first_fit(instance.clusters()[at].nodes, job.nodes, ready);
        running[at].start(start, start + run, job.nodes);
        last[at] = start;
        (starts[id], ends[id]) = (start, start + run);
    }
    (placement.order.len() == starts.len()).then_some(starts)
}

/// The value of a schedule.
pub fn value(instance: &ClusterInstance, placement: &Placement, starts: &[i64], objective: Objective) -> i64 {
    let run = |id: usize| instance.duration(id, placement.clusters[id]).unwrap_or(0);
    let ends = starts.iter().enumerate().map(|(id, start)| start + run(id));
    match objective {
        Objective::Makespan => ends.max().unwrap_or(0),
        Objective::TotalFlow => ends.zip(instance.jobs()).map(|(end, job)| end - job.submit).sum(),
    }
}

/// The bounds of an objective.
pub fn root_bounds(instance: &ClusterInstance, objective: Objective) -> Vec<Bound> {
    match objective {
        Objective::Makespan => {
            let mut bounds = bounds::cluster_makespan(instance);
            bounds.extend(bounds::placed_path::placed_path(instance, &|_, _, _, _| Some(0)));
            bounds
        }
        Objective::TotalFlow => bounds::cluster_flow(instance),
    }
}
