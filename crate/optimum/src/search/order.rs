//! Branch and bound over the orders in which the jobs of one cluster start.

use super::exact::ExactProblem;
use super::node_bound::{NodeBound, PartialSchedule};
use super::progress::SearchState;
use super::tree::{Branching, Expansion, Tree};
use super::twins::{sorted, twins};
use super::visited::{Shape, Visited};
use crate::instance::Instance;
use crate::numbers::{InvalidInstance, RANGE};
use crate::schedule::{Objective, Running};
use crate::search_problem::OrderProblem;

/// Maximum number of jobs for the search.
pub const MOST_JOBS: usize = 64;
/// Maximum number of stored nodes.
const STORED: usize = 1 << 19;

impl ExactProblem for OrderProblem {
    type Explorer = Tree<OrderBranching>;
}

/// Jobs that have started, in some order.
#[derive(Clone)]
pub struct StartedJobs {
    set: u64,
    /// The latest start.
    last: i64,
    /// The objective of the started jobs.
    done: i64,
    running: Running,
}

/// The next job to start, and its start.
#[derive(Clone, Copy)]
pub struct Start {
    job: usize,
    time: i64,
}

/// Branches by the job that starts next.
pub struct OrderBranching {
    problem: OrderProblem,
    /// The identical job that must start before, for each job.
    twins: Vec<Option<usize>>,
    bound: NodeBound,
    /// The ends of the started jobs.
    ends: Vec<i64>,
    /// The first possible starts of the others.
    starts: Vec<i64>,
    visited: Visited<[(i64, i64)]>,
}

impl Branching for OrderBranching {
    type Problem = OrderProblem;
    type Node = StartedJobs;
    type Choice = Start;
    type Solution = Vec<usize>;

    fn new(problem: OrderProblem) -> Result<Self, InvalidInstance> {
        check_size(&problem.instance)?;
        let OrderProblem { instance, objective } = &problem;
        let jobs = instance.jobs();
        let kind = |id: usize| {
            let lists = [instance.predecessors(id), instance.successors(id)].map(sorted);
            (jobs[id].nodes, jobs[id].run, lists)
        };
        Ok(Self {
            twins: twins(jobs, kind),
            bound: NodeBound::new(instance, *objective),
            ends: vec![0; instance.len()],
            starts: vec![0; instance.len()],
            visited: Visited::new(STORED),
            problem,
        })
    }

    fn problem(&self) -> &OrderProblem {
        &self.problem
    }

    fn forget_visited(&mut self) {
        self.visited.clear();
    }

    fn root(&self) -> StartedJobs {
        StartedJobs {
            set: 0,
            last: self.problem.instance.first_submit(),
            done: 0,
            running: Running::default(),
        }
    }

    fn depth(&self) -> usize {
        self.problem.instance.len()
    }

    fn extend(&mut self, parent: &StartedJobs, _: &[Start], choice: Start, child: &mut StartedJobs) {
        let Start { job, time } = choice;
        let item = &self.problem.instance.jobs()[job];
        let end = time + item.run;
        child.set = parent.set | 1 << job;
        child.last = time;
        child.done = match self.problem.objective {
            Objective::Makespan => parent.done.max(end),
            Objective::TotalFlow => parent.done + end - item.submit,
        };
        child.running.0.clone_from(&parent.running.0);
        child.running.start(time, end, item.nodes);
        self.ends[job] = end;
    }

    fn record_visit(&self, node: &StartedJobs, _: &[Start], state: &mut SearchState) {
        state.trail.add(node.set);
    }

    fn complete(&self, node: &StartedJobs, path: &[Start], best: i64) -> Option<(i64, Vec<usize>)> {
        (node.done < best).then(|| (node.done, path.iter().map(|start| start.job).collect()))
    }

    fn expand(
        &mut self,
        node: &StartedJobs,
        _: &[Start],
        state: &SearchState,
        children: &mut Vec<Start>,
    ) -> Expansion {
        let OrderProblem { instance, objective } = &self.problem;
        let jobs = instance.jobs();
        let has_started = |id: usize| node.set >> id & 1 == 1;
        let mut open: Vec<usize> = Vec::with_capacity(jobs.len());
        let (mut first, mut branchable) = (i64::MAX, Vec::with_capacity(jobs.len()));
        for &id in instance.topological_order() {
            if has_started(id) {
                continue;
            }
            open.push(id);
            let (mut ready, mut is_ready) = (jobs[id].submit.max(node.last), true);
            for &before in instance.predecessors(id) {
                let started = has_started(before);
                is_ready &= started;
                ready = ready.max(if started {
                    self.ends[before]
                } else {
                    self.starts[before] + jobs[before].run
                });
            }
            let start = node.running.first_fit(instance.nodes(), jobs[id].nodes, ready);
            self.starts[id] = start;
            if is_ready && self.twins[id].is_none_or(has_started) {
                branchable.push(id);
                first = first.min(start);
            }
        }
        let partial = PartialSchedule {
            last: node.last,
            done: node.done,
            running: &node.running.0,
            open: &open,
            starts: &self.starts,
        };
        let low = self.bound.value(&partial, state.best).max(state.root);
        if low >= state.best {
            return Expansion::CutByBound;
        }
        let from = node.running.0.partition_point(|&(end, _)| end <= first);
        let starts: Vec<i64> = if instance.has_dependencies() {
            open.iter().map(|&id| self.starts[id]).collect()
        } else {
            Vec::new()
        };
        let shape = Shape { first, done: node.done, running: &node.running.0[from..], starts: &starts };
        let done_limit = match objective {
            Objective::Makespan => node.done.max(low),
            Objective::TotalFlow => node.done,
        };
        if self.visited.dominates(node.set, &shape, done_limit) {
            return Expansion::CutByDominance;
        }
        self.visited.store(node.set, &shape);
        // A job that starts after another could have run can be postponed.
        let hole = branchable.iter().copied().min_by_key(|&id| (self.starts[id] + jobs[id].run, id));
        let Some(hole) = hole else { return Expansion::DeadEnd };
        let end = self.starts[hole] + jobs[hole].run;
        let next = branchable.into_iter().filter(|&id| id == hole || self.starts[id] < end);
        children.extend(next.map(|job| Start { job, time: self.starts[job] }));
        children.sort_by_key(|&Start { job, time }| match objective {
            Objective::Makespan => {
                (time, -i128::from(instance.tails()[job] + jobs[job].run), -jobs[job].nodes, job)
            }
            Objective::TotalFlow => (time, jobs[job].work(), 0, job),
        });
        Expansion::Children(low)
    }
}

/// Fails if sums of node time and flow times could exceed 64 bits, or there are too many jobs.
fn check_size(instance: &Instance) -> Result<(), InvalidInstance> {
    let latest = instance.jobs().iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
    let horizon = latest + instance.jobs().iter().map(|job| i128::from(job.run)).sum::<i128>();
    // Sums of node time and of flow times fit into 64 bits.
    let range = horizon * i128::from(instance.nodes()).max(instance.len() as i128);
    if instance.len() > MOST_JOBS || range >= RANGE { Err(InvalidInstance::Overflow) } else { Ok(()) }
}
