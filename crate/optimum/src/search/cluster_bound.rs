//! Lower bounds of the completions of a partial schedule on several clusters.

use crate::bounds::flow::srpt_ends;
use crate::clusters::ClusterInstance;
use crate::numbers::ceil_div;
use crate::schedule::{Objective, Running};

/// A job that has not started.
pub(super) struct OpenJob {
    pub(super) id: usize,
    /// Its first start on any cluster.
    pub(super) first_start: i64,
    /// Its first end on any cluster.
    pub(super) first_end: i64,
}

/// A partial schedule: running jobs, and possible starts of the others.
pub(super) struct PartialPlacement<'a> {
    /// The latest start.
    pub(super) last: i64,
    /// The objective of the started jobs.
    pub(super) done: i64,
    pub(super) running: &'a [Running],
    pub(super) open: &'a [OpenJob],
}

/// The weighted work of jobs, and the paths after them.
pub(super) struct WeightedWork {
    /// The length of the longest path after each job.
    pub(super) tails: Vec<i64>,
    /// The minimum weighted work of each job.
    pub(super) works: Vec<i128>,
    /// The weighted nodes of all clusters.
    pool: i128,
}

impl WeightedWork {
    pub(super) fn new(instance: &ClusterInstance) -> Self {
        let count = instance.jobs().len();
        let mut tails = vec![0; count];
        for &task in instance.order.iter().rev() {
            for &before in &instance.predecessors[task] {
                tails[before] = tails[before].max(tails[task] + instance.least_duration(task));
            }
        }
        let work = |id: usize| i128::from(instance.jobs()[id].nodes) * instance.least_weighted(id);
        let pool = instance.clusters().iter().map(|c| i128::from(c.nodes) * i128::from(c.weight)).sum();
        Self { tails, works: (0..count).map(work).collect(), pool }
    }

    /// A lower bound of all continuations of a partial schedule.
    pub(super) fn bound(
        &self,
        instance: &ClusterInstance,
        node: &PartialPlacement,
        objective: Objective,
    ) -> i128 {
        match objective {
            Objective::Makespan => self.makespan_bound(instance, node),
            Objective::TotalFlow => self.flow_bound(instance, node),
        }
    }

    /// Paths, and the work that cannot be completed before a time on the nodes of all clusters.
    fn makespan_bound(&self, instance: &ClusterInstance, node: &PartialPlacement) -> i128 {
        let paths = node.open.iter().map(|job| job.first_end + self.tails[job.id]);
        let mut low = i128::from(paths.fold(node.done, i64::max));
        let mut later: Vec<(i64, usize)> = node.open.iter().map(|job| (job.first_start, job.id)).collect();
        later.sort_unstable_by_key(|&pair| std::cmp::Reverse(pair));
        let mut work = 0;
        for (start, id) in later {
            work += self.works[id];
            low = low.max(i128::from(start) + ceil_div(work, self.pool));
        }
        for (running, cluster) in node.running.iter().zip(instance.clusters()) {
            for &(end, nodes) in &running.0 {
                let left = i128::from((end - node.last).max(0)) * i128::from(nodes);
                work += left * i128::from(cluster.weight);
            }
        }
        low.max(i128::from(node.last) + ceil_div(work, self.pool))
    }

    /// The later of the k-th end on one machine as fast as all clusters, and the k-th smallest earliest end.
    fn flow_bound(&self, instance: &ClusterInstance, node: &PartialPlacement) -> i128 {
        let pool = self.pool;
        let work = node.open.iter().map(|job| (pool * i128::from(job.first_start), self.works[job.id]));
        let work = work.collect();
        let mut ends: Vec<i64> = node.open.iter().map(|job| job.first_end).collect();
        ends.sort_unstable();
        let submits: i64 = node.open.iter().map(|job| instance.jobs()[job.id].submit).sum();
        let sum: i128 = ends
            .iter()
            .zip(srpt_ends(work))
            .map(|(&end, other)| i128::from(end).max(ceil_div(other, pool)))
            .sum();
        i128::from(node.done - submits) + sum
    }
}
