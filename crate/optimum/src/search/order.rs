//! Branch and bound over the orders in which the jobs of one cluster start.

use super::node_bound::{NodeBound, PartialSchedule};
use super::progress::{Counters, Progress, Status, Trail, WHOLE};
use super::visited::{Shape, Visited};
use crate::bound::Bound;
use crate::instance::Instance;
use crate::numbers::{InvalidInstance, RANGE};
use crate::schedule::{self, Objective, Running};

/// Number of jobs that the search can treat at most.
pub const MOST_JOBS: usize = 64;

/// A node with children that are still to be visited.
#[derive(Default)]
struct Frame {
    set: u64,
    last: i64,
    done: i64,
    low: i64,
    running: Running,
    /// First start and job of each child, in the order of visits.
    children: Vec<(i64, usize)>,
    next: usize,
    share: u64,
}

/// A search, which can be continued in slices.
pub struct OrderSearch {
    instance: Instance,
    objective: Objective,
    /// The job of the same kind that must start before, for each job.
    twins: Vec<Option<usize>>,
    bound: NodeBound,
    root: i64,
    root_by: &'static str,
    best: i64,
    best_order: Vec<usize>,
    frames: Vec<Frame>,
    depth: usize,
    path: Vec<usize>,
    ends: Vec<i64>,
    starts: Vec<i64>,
    visited: Visited,
    counters: Counters,
    nodes: u64,
    limit: u64,
    trail: Trail,
    closed: u64,
    begun: bool,
}

impl OrderSearch {
    /// A search that visits at most `limit` nodes, from the best of the initial orders and of `known` ones.
    pub fn new(
        instance: Instance,
        objective: Objective,
        limit: u64,
        known: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InvalidInstance> {
        check_size(&instance)?;
        let known = known.into_iter().filter(|order| schedule::is_valid_order(&instance, order));
        let orders = schedule::initial_orders(&instance).into_iter().chain(known);
        let (best, _, best_order) =
            schedule::best_order(&instance, objective, orders).unwrap_or((0, 0, Vec::new()));
        let search = Self::repeat(instance, objective, limit, best)?;
        Ok(Self { best_order, ..search })
    }

    /// The same search again, from a known value: it visits the same nodes. There is an order if it finds a better value.
    pub fn repeat(
        instance: Instance,
        objective: Objective,
        limit: u64,
        from: i64,
    ) -> Result<Self, InvalidInstance> {
        check_size(&instance)?;
        let bounds = root_bounds(&instance, objective);
        let root = Bound::best(&bounds);
        let (root, root_by) = root.map_or((0, "none"), |best| (best.value as i64, best.id));
        let count = instance.len();
        Ok(Self {
            objective,
            twins: twins(&instance),
            bound: NodeBound::new(&instance, objective),
            root,
            root_by,
            best: from,
            best_order: Vec::new(),
            frames: (0..=count).map(|_| Frame::default()).collect(),
            depth: 0,
            path: Vec::new(),
            ends: vec![0; count],
            starts: vec![0; count],
            visited: Visited::default(),
            counters: Counters::default(),
            nodes: 0,
            limit,
            trail: Trail::default(),
            closed: 0,
            begun: false,
            instance,
        })
    }

    /// The jobs.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The order of the best schedule.
    pub fn order(&self) -> &[usize] {
        &self.best_order
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best
    }

    /// The hash of all visited nodes in their order.
    pub fn trail(&self) -> u64 {
        self.trail.0
    }

    /// The bound at the root: its value and its id.
    pub fn root_bound(&self) -> (i64, &'static str) {
        (self.root, self.root_by)
    }

    /// The id of the bound that proves the value, or `search`.
    pub fn proven_by(&self) -> &'static str {
        if self.best == self.root { self.root_by } else { "search" }
    }

    /// Whether the best value is known to be the optimum.
    pub fn status(&self) -> Status {
        if self.best <= self.lower() { Status::Proven } else { Status::BestKnown }
    }

    /// A value below which no schedule is.
    pub fn lower(&self) -> i64 {
        let open = &self.frames[..self.depth];
        let open = open.iter().filter(|frame| frame.next < frame.children.len()).map(|frame| frame.low);
        if self.begun { open.fold(self.best, i64::min).max(self.root) } else { self.root.min(self.best) }
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        let done = self.best <= self.root || (self.begun && self.depth == 0) || self.nodes >= self.limit;
        let millionths =
            if self.status() == Status::Proven { 1_000_000 } else { self.closed / (WHOLE / 1_000_000) };
        Progress {
            done,
            nodes: self.nodes,
            millionths: millionths.min(1_000_000),
            lower: self.lower(),
            value: self.best,
            counters: self.counters,
        }
    }

    /// Visits at most `budget` nodes.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let end = self.nodes.saturating_add(budget).min(self.limit);
        while self.nodes < end && self.best > self.root {
            if !self.begun {
                self.begun = true;
                self.visit_root();
            } else if self.depth == 0 {
                break;
            } else {
                self.visit_next();
            }
        }
        let progress = self.progress();
        if progress.done {
            self.visited.clear();
        }
        progress
    }

    fn visit_root(&mut self) {
        let frame = &mut self.frames[0];
        frame.set = 0;
        frame.last = self.instance.first_submit();
        frame.done = 0;
        frame.share = WHOLE;
        self.visit();
    }

    /// Visits the next child of the deepest node, or leaves the node.
    fn visit_next(&mut self) {
        let at = self.depth - 1;
        let (before, after) = self.frames.split_at_mut(self.depth);
        let (frame, child) = (&mut before[at], &mut after[0]);
        let Some(&(start, job)) = frame.children.get(frame.next) else {
            self.depth -= 1;
            self.path.pop();
            return;
        };
        let count = frame.children.len() as u64;
        frame.next += 1;
        let part = frame.share / count;
        child.share = if frame.next as u64 == count { frame.share - part * (count - 1) } else { part };
        let item = &self.instance.jobs()[job];
        let end = start + item.run;
        child.set = frame.set | 1 << job;
        child.last = start;
        child.done = match self.objective {
            Objective::Makespan => frame.done.max(end),
            Objective::TotalFlow => frame.done + end - item.submit,
        };
        child.running.0.clone_from(&frame.running.0);
        child.running.start(start, end, item.nodes);
        self.ends[job] = end;
        self.path.push(job);
        self.visit();
        if self.depth == at + 1 {
            self.path.pop();
        }
    }

    /// Visits the node in the frame at `depth`; it becomes the deepest one if it has children.
    fn visit(&mut self) {
        let set = self.frames[self.depth].set;
        self.nodes += 1;
        self.trail.add(set);
        if self.path.len() == self.instance.len() {
            self.counters.explored += 1;
            self.closed += self.frames[self.depth].share;
            let done = self.frames[self.depth].done;
            if done < self.best {
                self.best = done;
                self.best_order.clone_from(&self.path);
            }
            return;
        }
        if self.expand() {
            self.counters.explored += 1;
            self.depth += 1;
        } else {
            self.closed += self.frames[self.depth].share;
        }
    }

    /// Finds the children of the node in the frame at `depth`; false if it is cut.
    fn expand(&mut self) -> bool {
        let instance = &self.instance;
        let jobs = instance.jobs();
        let frame = &mut self.frames[self.depth];
        let has_started = |id: usize| frame.set >> id & 1 == 1;
        let mut open: Vec<usize> = Vec::with_capacity(jobs.len());
        let (mut first, mut branchable) = (i64::MAX, Vec::with_capacity(jobs.len()));
        for &id in instance.topological_order() {
            if has_started(id) {
                continue;
            }
            open.push(id);
            let (mut ready, mut is_ready) = (jobs[id].submit.max(frame.last), true);
            for &before in instance.predecessors(id) {
                let started = has_started(before);
                is_ready &= started;
                ready = ready.max(if started {
                    self.ends[before]
                } else {
                    self.starts[before] + jobs[before].run
                });
            }
            let start = frame.running.first_fit(instance.nodes(), jobs[id].nodes, ready);
            self.starts[id] = start;
            if is_ready && self.twins[id].is_none_or(has_started) {
                branchable.push(id);
                first = first.min(start);
            }
        }
        let node = PartialSchedule {
            last: frame.last,
            done: frame.done,
            running: &frame.running.0,
            open: &open,
            starts: &self.starts,
        };
        frame.low = self.bound.value(&node, self.best).max(self.root);
        if frame.low >= self.best {
            self.counters.cut_by_bound += 1;
            return false;
        }
        let from = frame.running.0.partition_point(|&(end, _)| end <= first);
        let starts: Vec<i64> = if instance.has_dependencies() {
            open.iter().map(|&id| self.starts[id]).collect()
        } else {
            Vec::new()
        };
        let shape = Shape { first, done: frame.done, running: &frame.running.0[from..], starts: &starts };
        let done_limit = match self.objective {
            Objective::Makespan => frame.done.max(frame.low),
            Objective::TotalFlow => frame.done,
        };
        if self.visited.dominates(frame.set, &shape, done_limit) {
            self.counters.cut_by_dominance += 1;
            return false;
        }
        self.visited.store(frame.set, &shape);
        // A job that starts after another could have run can be left for later.
        let hole = branchable.iter().copied().min_by_key(|&id| (self.starts[id] + jobs[id].run, id));
        let Some(hole) = hole else { return false };
        let end = self.starts[hole] + jobs[hole].run;
        frame.children.clear();
        frame.next = 0;
        let children = branchable.into_iter().filter(|&id| id == hole || self.starts[id] < end);
        frame.children.extend(children.map(|id| (self.starts[id], id)));
        let objective = self.objective;
        frame.children.sort_by_key(|&(start, id)| match objective {
            Objective::Makespan => {
                (start, -i128::from(instance.tails()[id] + jobs[id].run), -jobs[id].nodes, id)
            }
            Objective::TotalFlow => (start, jobs[id].work(), 0, id),
        });
        true
    }
}

/// The bounds at the root.
pub fn root_bounds(instance: &Instance, objective: Objective) -> Vec<Bound> {
    match objective {
        Objective::TotalFlow if instance.has_dependencies() => Vec::new(),
        Objective::TotalFlow => crate::bounds::rigid_flow(instance),
        Objective::Makespan if instance.has_dependencies() => crate::bounds::graph_makespan(instance),
        Objective::Makespan => crate::bounds::rigid_makespan(instance),
    }
}

fn check_size(instance: &Instance) -> Result<(), InvalidInstance> {
    let latest = instance.jobs().iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
    let horizon = latest + instance.jobs().iter().map(|job| i128::from(job.run)).sum::<i128>();
    // Sums of node time and of flow times fit into 64 bits.
    let range = horizon * i128::from(instance.nodes()).max(instance.len() as i128);
    if instance.len() > MOST_JOBS || range >= RANGE { Err(InvalidInstance::Overflow) } else { Ok(()) }
}

/// For each job the one before it among those that are alike: same size, runtime, predecessors and successors.
fn twins(instance: &Instance) -> Vec<Option<usize>> {
    let jobs = instance.jobs();
    let sorted = |list: &[usize]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    let kind = |id: usize| {
        let lists = [instance.predecessors(id), instance.successors(id)].map(sorted);
        (jobs[id].nodes, jobs[id].run, lists)
    };
    let before = |id: usize, other: usize| (jobs[other].submit, other) < (jobs[id].submit, id);
    let twin = |id: usize| {
        let alike = (0..jobs.len()).filter(|&other| before(id, other) && kind(other) == kind(id));
        alike.max_by_key(|&other| (jobs[other].submit, other))
    };
    (0..jobs.len()).map(twin).collect()
}
