//! Rigid jobs and tasks with predecessors on one cluster.

use crate::numbers::{InvalidInstance, RANGE};

/// A rigid job or a task: `nodes` nodes for `run` microseconds, not before `submit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Submit time.
    pub submit: i64,
    /// Number of nodes, at least 1.
    pub nodes: i64,
    /// Runtime as executed by the system.
    pub run: i64,
}

impl Job {
    /// A job of these three numbers.
    pub fn new(submit: i64, nodes: i64, run: i64) -> Self {
        Self { submit, nodes, run }
    }

    /// The earliest possible end of the job.
    pub fn earliest_end(&self) -> i64 {
        self.submit + self.run
    }

    /// Nodes times runtime.
    pub fn work(&self) -> i128 {
        i128::from(self.nodes) * i128::from(self.run)
    }
}

/// Rigid jobs, or tasks of workflows, on one cluster of identical nodes.
#[derive(Clone, Debug)]
pub struct Instance {
    nodes: i64,
    jobs: Vec<Job>,
    predecessors: Vec<Vec<usize>>,
    has_dependencies: bool,
    successors: Vec<Vec<usize>>,
    order: Vec<usize>,
    heads: Vec<i64>,
    tails: Vec<i64>,
}

impl Instance {
    /// Rigid jobs without dependencies.
    pub fn rigid(nodes: i64, jobs: Vec<Job>) -> Result<Self, InvalidInstance> {
        let predecessors = vec![Vec::new(); jobs.len()];
        Self::graph(nodes, jobs, predecessors)
    }

    /// Jobs each of which starts after the ends of its predecessors.
    pub fn graph(nodes: i64, jobs: Vec<Job>, predecessors: Vec<Vec<usize>>) -> Result<Self, InvalidInstance> {
        if predecessors.len() != jobs.len() {
            return Err(InvalidInstance::Predecessor);
        }
        check_jobs(nodes, &jobs)?;
        let (order, successors) = topological_order(&predecessors)?;
        let mut heads: Vec<i64> = jobs.iter().map(|job| job.submit).collect();
        let mut tails = vec![0; jobs.len()];
        for &task in &order {
            for &before in &predecessors[task] {
                heads[task] = heads[task].max(heads[before] + jobs[before].run);
            }
        }
        for &task in order.iter().rev() {
            for &after in &successors[task] {
                tails[task] = tails[task].max(tails[after] + jobs[after].run);
            }
        }
        let has_dependencies = predecessors.iter().any(|list| !list.is_empty());
        Ok(Self { nodes, jobs, predecessors, has_dependencies, successors, order, heads, tails })
    }

    /// Number of nodes of the cluster.
    pub fn nodes(&self) -> i64 {
        self.nodes
    }

    /// The jobs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// True if there is no job.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The jobs that must end before job `id` starts.
    pub fn predecessors(&self, id: usize) -> &[usize] {
        &self.predecessors[id]
    }

    /// The jobs that depend on job `id`.
    pub fn successors(&self, id: usize) -> &[usize] {
        &self.successors[id]
    }

    /// True if a job has a predecessor.
    pub fn has_dependencies(&self) -> bool {
        self.has_dependencies
    }

    /// The jobs, predecessors first.
    pub fn topological_order(&self) -> &[usize] {
        &self.order
    }

    /// The earliest start of each job, given its predecessors.
    pub fn heads(&self) -> &[i64] {
        &self.heads
    }

    /// The longest path after each job, without the job.
    pub fn tails(&self) -> &[i64] {
        &self.tails
    }

    /// The first submit time; 0 without jobs.
    pub fn first_submit(&self) -> i64 {
        self.jobs.iter().map(|job| job.submit).min().unwrap_or(0)
    }

    /// The sum of all submit times.
    pub fn submit_sum(&self) -> i128 {
        self.jobs.iter().map(|job| i128::from(job.submit)).sum()
    }
}

/// Checks that every number is within the range in which the bounds are exact.
fn check_jobs(nodes: i64, jobs: &[Job]) -> Result<(), InvalidInstance> {
    if nodes < 1 || jobs.iter().any(|job| job.nodes < 1 || job.nodes > nodes) {
        return Err(InvalidInstance::Nodes);
    }
    if jobs.iter().any(|job| job.submit < 0 || job.run < 0) {
        return Err(InvalidInstance::Time);
    }
    let latest = jobs.iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
    let longest = jobs.iter().map(|job| i128::from(job.run)).max().unwrap_or(0);
    let horizon = latest + jobs.iter().map(|job| i128::from(job.run)).sum::<i128>();
    let work: i128 = jobs.iter().map(Job::work).sum();
    if horizon >= i128::from(i64::MAX) || i128::from(nodes) * (latest + longest) + work >= RANGE {
        return Err(InvalidInstance::Overflow);
    }
    Ok(())
}

/// A topological order of tasks, and the successors of each.
pub(crate) fn topological_order(
    predecessors: &[Vec<usize>],
) -> Result<(Vec<usize>, Vec<Vec<usize>>), InvalidInstance> {
    let count = predecessors.len();
    let mut successors = vec![Vec::new(); count];
    for (task, list) in predecessors.iter().enumerate() {
        for &before in list {
            successors.get_mut(before).ok_or(InvalidInstance::Predecessor)?.push(task);
        }
    }
    let mut missing: Vec<usize> = predecessors.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..count).filter(|&task| missing[task] == 0).collect();
    let mut next = 0;
    while let Some(&task) = order.get(next) {
        next += 1;
        for &after in &successors[task] {
            missing[after] -= 1;
            if missing[after] == 0 {
                order.push(after);
            }
        }
    }
    if order.len() == count { Ok((order, successors)) } else { Err(InvalidInstance::Cycle) }
}
