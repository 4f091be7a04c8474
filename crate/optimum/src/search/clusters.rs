//! Branch and bound over the orders in which jobs start, and their clusters.

use super::cluster_bound::{OpenJob, PartialPlacement, WeightedWork};
use super::exact::ExactProblem;
use super::order::MOST_JOBS;
use super::progress::SearchState;
use super::tree::{Branching, Expansion, Tree};
use super::twins::{sorted, twins};
use super::visited::{Shape, Visited};
use crate::clusters::ClusterInstance;
use crate::numbers::InvalidInstance;
use crate::placement::{self, Placement};
use crate::schedule::{Objective, Running};
use crate::search_problem::ClusterProblem;

/// Maximum number of stored nodes.
const STORED: usize = 1 << 18;

impl ExactProblem for ClusterProblem {
    type Explorer = Tree<ClusterBranching>;
}

/// Jobs that have started on some clusters.
#[derive(Clone)]
pub struct PlacedJobs {
    set: u64,
    /// The latest start.
    last: i64,
    /// The objective of the started jobs.
    done: i64,
    running: Vec<Running>,
}

/// The next job to start, with its cluster and start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Start {
    job: usize,
    cluster: usize,
    time: i64,
    end: i64,
}

/// Branches by the job that starts next, and its cluster.
pub struct ClusterBranching {
    problem: ClusterProblem,
    has_dependencies: bool,
    /// The identical job that must start before, for each job.
    twins: Vec<Option<usize>>,
    /// The earlier clusters that are identical, for each cluster.
    identical: Vec<Vec<usize>>,
    work: WeightedWork,
    /// The ends of the started jobs.
    ends: Vec<i64>,
    visited: Visited<[Running]>,
}

impl Branching for ClusterBranching {
    type Problem = ClusterProblem;
    type Node = PlacedJobs;
    type Choice = Start;
    type Solution = Placement;

    fn new(problem: ClusterProblem) -> Result<Self, InvalidInstance> {
        if problem.instance.jobs().len() > MOST_JOBS {
            return Err(InvalidInstance::Overflow);
        }
        let instance = &problem.instance;
        let jobs = instance.jobs();
        let followers = |id: usize| {
            let follows = |&other: &usize| instance.predecessors[other].contains(&id);
            (0..jobs.len()).filter(follows).collect::<Vec<_>>()
        };
        let kind = |id: usize| {
            (jobs[id].nodes, &instance.durations[id], sorted(&instance.predecessors[id]), followers(id))
        };
        Ok(Self {
            has_dependencies: instance.predecessors.iter().any(|list| !list.is_empty()),
            twins: twins(jobs, kind),
            identical: (0..instance.clusters().len()).map(|at| identical_before(instance, at)).collect(),
            work: WeightedWork::new(instance),
            ends: vec![0; jobs.len()],
            visited: Visited::new(STORED),
            problem,
        })
    }

    fn problem(&self) -> &ClusterProblem {
        &self.problem
    }

    fn forget_visited(&mut self) {
        self.visited.clear();
    }

    fn root(&self) -> PlacedJobs {
        let instance = &self.problem.instance;
        let running = vec![Running::default(); instance.clusters().len()];
        PlacedJobs { set: 0, last: instance.first_submit(), done: 0, running }
    }

    fn depth(&self) -> usize {
        self.problem.instance.jobs().len()
    }

    fn extend(&mut self, parent: &PlacedJobs, _: &[Start], choice: Start, child: &mut PlacedJobs) {
        let Start { job, cluster, time, end } = choice;
        let item = &self.problem.instance.jobs()[job];
        child.set = parent.set | 1 << job;
        child.last = time;
        child.done = match self.problem.objective {
            Objective::Makespan => parent.done.max(end),
            Objective::TotalFlow => parent.done + end - item.submit,
        };
        for (running, other) in child.running.iter_mut().zip(&parent.running) {
            running.0.clone_from(&other.0);
            running.0.retain(|&(end, _)| end > time);
        }
        child.running[cluster].start(time, end, item.nodes);
        self.ends[job] = end;
    }

    fn record_visit(&self, node: &PlacedJobs, path: &[Start], state: &mut SearchState) {
        state.trail.add(node.set);
        state.trail.add(path.last().map_or(0, |start| start.cluster as u64 + 1));
    }

    fn complete(&self, node: &PlacedJobs, path: &[Start], best: i64) -> Option<(i64, Placement)> {
        if node.done >= best {
            return None;
        }
        let ClusterProblem { instance, objective } = &self.problem;
        let mut clusters = vec![0; path.len()];
        for start in path {
            clusters[start.job] = start.cluster;
        }
        let found = Placement { order: path.iter().map(|start| start.job).collect(), clusters };
        // Clusters need not wait for starts on others: the schedule may be better than the path.
        let value = |starts: Vec<i64>| placement::value(instance, &found, &starts, *objective);
        Some((placement::decode(instance, &found).map_or(node.done, value), found))
    }

    fn expand(
        &mut self,
        node: &PlacedJobs,
        _: &[Start],
        state: &SearchState,
        children: &mut Vec<Start>,
    ) -> Expansion {
        let ClusterProblem { instance, objective } = &self.problem;
        let (jobs, clusters) = (instance.jobs(), instance.clusters());
        let has_started = |id: usize| node.set >> id & 1 == 1;
        let mut first_ends = vec![0; jobs.len()];
        let mut open: Vec<OpenJob> = Vec::with_capacity(jobs.len());
        let mut starts: Vec<i64> = Vec::new();
        for &id in &instance.order {
            if has_started(id) {
                continue;
            }
            let (mut ready, mut is_ready) = (jobs[id].submit.max(node.last), true);
            for &before in instance.predecessors(id) {
                is_ready &= has_started(before);
                ready = ready.max(if has_started(before) { self.ends[before] } else { first_ends[before] });
            }
            let is_branchable = is_ready && self.twins[id].is_none_or(has_started);
            let (mut first_start, mut first_end) = (i64::MAX, i64::MAX);
            for (at, cluster) in clusters.iter().enumerate() {
                let Some(run) = instance.duration(id, at) else { continue };
                let start = node.running[at].first_fit(cluster.nodes, jobs[id].nodes, ready);
                (first_start, first_end) = (first_start.min(start), first_end.min(start + run));
                if self.has_dependencies {
                    starts.push(start);
                }
                let is_copy = |&other: &usize| node.running[other].0 == node.running[at].0;
                if is_branchable && !self.identical[at].iter().any(is_copy) {
                    children.push(Start { job: id, cluster: at, time: start, end: start + run });
                }
            }
            first_ends[id] = first_end;
            open.push(OpenJob { id, first_start, first_end });
        }
        let partial =
            PartialPlacement { last: node.last, done: node.done, running: &node.running, open: &open };
        let low = self.work.bound(instance, &partial, *objective);
        let low = i64::try_from(low).unwrap_or(i64::MAX).max(state.root);
        if low >= state.best {
            return Expansion::CutByBound;
        }
        let first = children.iter().map(|start| start.time).min().unwrap_or(i64::MAX);
        let done_limit = match objective {
            Objective::Makespan => node.done.max(low),
            Objective::TotalFlow => node.done,
        };
        let shape = Shape { first, done: node.done, running: &node.running[..], starts: &starts };
        if self.visited.dominates(node.set, &shape, done_limit) {
            return Expansion::CutByDominance;
        }
        self.visited.store(node.set, &shape);
        // A job that starts after another could have run can be postponed.
        let hole = children.iter().copied().min_by_key(|start| (start.end, start.job, start.cluster));
        let Some(hole) = hole else { return Expansion::DeadEnd };
        children.retain(|start| *start == hole || start.time < hole.end);
        let key = |start: &Start| match objective {
            Objective::Makespan => -i128::from(self.work.tails[start.job] + start.end - start.time),
            Objective::TotalFlow => self.work.works[start.job],
        };
        children.sort_by_key(|start| (start.time, key(start), start.job, start.cluster));
        Expansion::Children(low)
    }
}

/// The clusters before this one with the same size and the same runtimes.
fn identical_before(instance: &ClusterInstance, at: usize) -> Vec<usize> {
    let is_same = |&other: &usize| {
        instance.clusters()[other].nodes == instance.clusters()[at].nodes
            && instance.durations.iter().all(|row| row[other] == row[at])
    };
    (0..at).filter(is_same).collect()
}
