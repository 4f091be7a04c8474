//! Paths through workflows whose tasks run on several clusters, with transfers of files.

use crate::bound::{Bound, Witness};
use crate::clusters::ClusterInstance;

/// Minimum transfer time of the files of an edge between clusters: task, successor, from, to. `None`: no route.
pub type Transfer<'a> = &'a dyn Fn(usize, usize, usize, usize) -> Option<i64>;

/// The critical path of shortest runtimes, without transfers.
pub fn critical_path(instance: &ClusterInstance) -> Bound {
    let mut ends = vec![0_i64; instance.jobs().len()];
    let mut last = None;
    for &task in &instance.order {
        let head = instance.predecessors(task).iter().map(|&before| ends[before]);
        ends[task] = head.fold(instance.jobs()[task].submit, i64::max) + instance.least_duration(task);
        if last.is_none_or(|last: usize| ends[task] > ends[last]) {
            last = Some(task);
        }
    }
    path_bound("critical-path", instance, last, &ends)
}

/// The earliest end of each task on each cluster, where each predecessor runs on the best cluster for this task. `None`
/// if a task can run on no cluster.
pub fn placed_path(instance: &ClusterInstance, transfer: Transfer) -> Option<Bound> {
    let clusters = instance.clusters().len();
    let mut ends: Vec<Vec<Option<i64>>> = vec![vec![None; clusters]; instance.jobs().len()];
    let mut least = vec![0_i64; instance.jobs().len()];
    let mut last = None;
    for &task in &instance.order {
        for to in 0..clusters {
            let Some(run) = instance.duration(task, to) else { continue };
            let mut head = Some(instance.jobs()[task].submit);
            for &before in instance.predecessors(task) {
                let arrival = |from: usize| {
                    let sent = ends[before][from]?;
                    let time = if from == to { 0 } else { transfer(before, task, from, to)? };
                    Some(sent.saturating_add(time))
                };
                let first = (0..clusters).filter_map(arrival).min();
                head = head.zip(first).map(|(head, first)| head.max(first));
            }
            ends[task][to] = head.map(|head| head.saturating_add(run));
        }
        least[task] = ends[task].iter().flatten().copied().min()?;
        if last.is_none_or(|last: usize| least[task] > least[last]) {
            last = Some(task);
        }
    }
    Some(path_bound("placed-path", instance, last, &least))
}

/// The path to the last task over the predecessors that end last.
fn path_bound(id: &'static str, instance: &ClusterInstance, last: Option<usize>, ends: &[i64]) -> Bound {
    let Some(last) = last else { return Bound::new(id, 0, Witness::Path { tasks: Vec::new() }) };
    let mut tasks = vec![last];
    while let Some(&before) = instance
        .predecessors(tasks[0])
        .iter()
        .max_by_key(|&&before| (ends[before], std::cmp::Reverse(before)))
    {
        tasks.insert(0, before);
    }
    Bound::new(id, ends[last].into(), Witness::Path { tasks })
}

/// Minimum times over any route between clusters, from those of single links (Floyd and Warshall).
pub fn shortest_ways(links: &[Vec<Option<i64>>]) -> Vec<Vec<Option<i64>>> {
    let mut ways = links.to_vec();
    for (at, row) in ways.iter_mut().enumerate() {
        row[at] = Some(0);
    }
    for via in 0..ways.len() {
        for from in 0..ways.len() {
            for to in 0..ways.len() {
                if let (Some(first), Some(second)) = (ways[from][via], ways[via][to]) {
                    let through = first.saturating_add(second);
                    if ways[from][to].is_none_or(|direct| through < direct) {
                        ways[from][to] = Some(through);
                    }
                }
            }
        }
    }
    ways
}
