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

/// The start of each job, first come, first served on each cluster; `None` if a job does not fit its cluster, or
/// precedes one of its predecessors in the order.
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

/// Placements by simple rules: jobs by a key, each on the cluster with the earliest end.
pub(crate) fn initial_placements(instance: &ClusterInstance) -> Vec<Placement> {
    let jobs = instance.jobs();
    let mut tails = vec![0_i64; jobs.len()];
    for &task in instance.order.iter().rev() {
        tails[task] += instance.least_duration(task);
        for &before in instance.predecessors(task) {
            tails[before] = tails[before].max(tails[task]);
        }
    }
    let work = |id: usize| i128::from(jobs[id].nodes) * i128::from(instance.least_duration(id));
    let keys: [&dyn Fn(usize) -> (i128, i128); 5] = [
        &|id| (jobs[id].submit.into(), 0),
        &|id| ((-tails[id]).into(), 0),
        &|id| (work(id), 0),
        &|id| (-work(id), 0),
        &|id| (-i128::from(jobs[id].nodes), -i128::from(instance.least_duration(id))),
    ];
    keys.iter().map(|key| earliest_end_placement(instance, key)).collect()
}

/// Jobs by a key, each on the cluster with the earliest end.
fn earliest_end_placement(instance: &ClusterInstance, key: &dyn Fn(usize) -> (i128, i128)) -> Placement {
    let count = instance.jobs().len();
    let mut placement = Placement { order: Vec::with_capacity(count), clusters: vec![0; count] };
    let mut ends = vec![i64::MAX; count];
    let mut running = vec![Running::default(); instance.clusters().len()];
    let mut last = vec![0; instance.clusters().len()];
    let mut left: Vec<usize> = (0..count).collect();
    left.sort_by_key(|&id| (key(id), id));
    while let Some(place) =
        left.iter().position(|&id| instance.predecessors(id).iter().all(|&before| ends[before] != i64::MAX))
    {
        let id = left.remove(place);
        let job = &instance.jobs()[id];
        let before = instance.predecessors(id).iter().map(|&before| ends[before]);
        let ready = before.fold(job.submit, i64::max);
        let fit = |at: usize| {
            let run = instance.duration(id, at)?;
            let start = running[at].first_fit(instance.clusters()[at].nodes, job.nodes, ready.max(last[at]));
            Some((start + run, at, start))
        };
        let Some((end, at, start)) = (0..last.len()).filter_map(fit).min() else { break };
        running[at].start(start, end, job.nodes);
        last[at] = start;
        ends[id] = end;
        placement.order.push(id);
        placement.clusters[id] = at;
    }
    placement
}
