//! Branch and bound over the orders in which jobs start, and their clusters.

use super::progress::{Counters, Progress, Status, Trail, WHOLE};
use super::visited::{SetHasher, uses_no_more};
use crate::bound::Bound;
use crate::bounds::flow::srpt_ends;
use crate::clusters::ClusterInstance;
use crate::numbers::{InvalidInstance, ceil_div};
use crate::placement::{self, Placement};
use crate::schedule::{Objective, Running};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Number of jobs that the search can treat at most.
pub const MOST_JOBS: usize = 64;
/// Number of stored nodes at most, in all and with the same jobs.
const STORED: (usize, usize) = (1 << 18, 64);

/// A node with children that are still to be visited.
#[derive(Default)]
struct Frame {
    set: u64,
    last: i64,
    done: i64,
    low: i64,
    running: Vec<Running>,
    /// First start, job and cluster of each child, in the order of visits.
    children: Vec<(i64, usize, usize)>,
    next: usize,
    share: u64,
}

/// A visited node.
struct Stored {
    first: i64,
    done: i64,
    running: Vec<Running>,
    starts: Vec<i64>,
}

/// A search, which can be continued in slices.
pub struct ClusterSearch {
    instance: ClusterInstance,
    objective: Objective,
    has_dependencies: bool,
    /// The job of the same kind that must start before, for each job.
    twins: Vec<Option<usize>>,
    /// The earlier clusters that are identical, for each cluster.
    identical: Vec<Vec<usize>>,
    tails: Vec<i64>,
    /// The weighted work of each job, and the weighted nodes of all clusters.
    works: Vec<i128>,
    pool: i128,
    root: i64,
    best: i64,
    best_placement: Placement,
    frames: Vec<Frame>,
    depth: usize,
    path: Vec<(usize, usize)>,
    ends: Vec<i64>,
    visited: HashMap<u64, Vec<Stored>, BuildHasherDefault<SetHasher>>,
    stored: usize,
    counters: Counters,
    nodes: u64,
    limit: u64,
    trail: Trail,
    closed: u64,
    begun: bool,
}

impl ClusterSearch {
    /// A search that visits at most `limit` nodes, from a known placement.
    pub fn new(
        instance: ClusterInstance,
        objective: Objective,
        limit: u64,
        known: Placement,
    ) -> Result<Self, InvalidInstance> {
        let starts = placement::decode(&instance, &known).ok_or(InvalidInstance::Predecessor)?;
        let from = placement::value(&instance, &known, &starts, objective);
        let search = Self::repeat(instance, objective, limit, from)?;
        Ok(Self { best_placement: known, ..search })
    }

    /// The same search again, from a known value: it visits the same nodes.
    pub fn repeat(
        instance: ClusterInstance,
        objective: Objective,
        limit: u64,
        from: i64,
    ) -> Result<Self, InvalidInstance> {
        let count = instance.jobs().len();
        if count > MOST_JOBS {
            return Err(InvalidInstance::Overflow);
        }
        let root =
            Bound::best(&placement::root_bounds(&instance, objective)).map_or(0, |best| best.value as i64);
        let mut tails = vec![0; count];
        for &task in instance.order.iter().rev() {
            for &before in &instance.predecessors[task] {
                tails[before] = tails[before].max(tails[task] + instance.least_duration(task));
            }
        }
        let work = |id: usize| i128::from(instance.jobs()[id].nodes) * instance.least_weighted(id);
        let pool = instance.clusters().iter().map(|c| i128::from(c.nodes) * i128::from(c.weight)).sum();
        let clusters = instance.clusters().len();
        let frame = || Frame { running: vec![Running::default(); clusters], ..Frame::default() };
        Ok(Self {
            objective,
            has_dependencies: instance.predecessors.iter().any(|list| !list.is_empty()),
            twins: twins(&instance),
            identical: (0..clusters).map(|at| identical_before(&instance, at)).collect(),
            tails,
            works: (0..count).map(work).collect(),
            pool,
            root,
            best: from,
            best_placement: Placement::default(),
            frames: (0..=count).map(|_| frame()).collect(),
            depth: 0,
            path: Vec::new(),
            ends: vec![0; count],
            visited: HashMap::default(),
            stored: 0,
            counters: Counters::default(),
            nodes: 0,
            limit,
            trail: Trail::default(),
            closed: 0,
            begun: false,
            instance,
        })
    }

    /// The order and the clusters of the best schedule.
    pub fn placement(&self) -> &Placement {
        &self.best_placement
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best
    }

    /// The hash of all visited nodes in their order.
    pub fn trail(&self) -> u64 {
        self.trail.0
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
        let proven = self.status() == Status::Proven;
        Progress {
            done,
            nodes: self.nodes,
            millionths: if proven { 1_000_000 } else { (self.closed / (WHOLE / 1_000_000)).min(1_000_000) },
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
                self.frames[0].last = self.instance.first_submit();
                self.frames[0].share = WHOLE;
                self.visit();
            } else if self.depth == 0 {
                break;
            } else {
                self.visit_next();
            }
        }
        self.progress()
    }

    /// Visits the next child of the deepest node, or leaves the node.
    fn visit_next(&mut self) {
        let at = self.depth - 1;
        let (before, after) = self.frames.split_at_mut(self.depth);
        let (frame, child) = (&mut before[at], &mut after[0]);
        let Some(&(start, job, cluster)) = frame.children.get(frame.next) else {
            self.depth -= 1;
            self.path.pop();
            return;
        };
        let count = frame.children.len() as u64;
        frame.next += 1;
        let part = frame.share / count;
        child.share = if frame.next as u64 == count { frame.share - part * (count - 1) } else { part };
        let item = &self.instance.jobs()[job];
        let end = start + self.instance.duration(job, cluster).unwrap_or(0);
        child.set = frame.set | 1 << job;
        child.last = start;
        child.done = match self.objective {
            Objective::Makespan => frame.done.max(end),
            Objective::TotalFlow => frame.done + end - item.submit,
        };
        for (mine, other) in child.running.iter_mut().zip(&frame.running) {
            mine.0.clone_from(&other.0);
            mine.0.retain(|&(end, _)| end > start);
        }
        child.running[cluster].start(start, end, item.nodes);
        self.ends[job] = end;
        self.path.push((job, cluster));
        self.visit();
        if self.depth == at + 1 {
            self.path.pop();
        }
    }

    /// Visits the node in the frame at `depth`; it becomes the deepest one if it has children.
    fn visit(&mut self) {
        self.nodes += 1;
        self.trail.add(self.frames[self.depth].set);
        self.trail.add(self.path.last().map_or(0, |&(_, cluster)| cluster as u64 + 1));
        let (done, share) = (self.frames[self.depth].done, self.frames[self.depth].share);
        if self.path.len() == self.instance.jobs().len() {
            self.counters.explored += 1;
            self.closed += share;
            if done < self.best {
                let mut clusters = vec![0; self.path.len()];
                for &(job, cluster) in &self.path {
                    clusters[job] = cluster;
                }
                let order = self.path.iter().map(|&(job, _)| job).collect();
                let found = Placement { order, clusters };
                // Clusters need not wait for the starts on others: the schedule may be better than the path.
                let value =
                    |starts: Vec<i64>| placement::value(&self.instance, &found, &starts, self.objective);
                self.best = placement::decode(&self.instance, &found).map_or(done, value);
                self.best_placement = found;
            }
        } else if self.expand() {
            self.counters.explored += 1;
            self.depth += 1;
        } else {
            self.closed += share;
        }
    }

    /// Finds the children of the node in the frame at `depth`; false if it is cut.
    fn expand(&mut self) -> bool {
        let instance = &self.instance;
        let (jobs, clusters) = (instance.jobs(), instance.clusters());
        let frame = &mut self.frames[self.depth];
        let has_started = |id: usize| frame.set >> id & 1 == 1;
        let mut first_ends = vec![0; jobs.len()];
        // Of each open job: job, first start, first end.
        let mut open: Vec<(usize, i64, i64)> = Vec::with_capacity(jobs.len());
        let mut pairs: Vec<(i64, usize, usize)> = Vec::new();
        let mut starts: Vec<i64> = Vec::new();
        for &id in &instance.order {
            if has_started(id) {
                continue;
            }
            let (mut ready, mut is_ready) = (jobs[id].submit.max(frame.last), true);
            for &before in instance.predecessors(id) {
                is_ready &= has_started(before);
                ready = ready.max(if has_started(before) { self.ends[before] } else { first_ends[before] });
            }
            let is_branchable = is_ready && self.twins[id].is_none_or(has_started);
            let (mut first, mut end) = (i64::MAX, i64::MAX);
            for (at, cluster) in clusters.iter().enumerate() {
                let Some(run) = instance.duration(id, at) else { continue };
                let start = frame.running[at].first_fit(cluster.nodes, jobs[id].nodes, ready);
                (first, end) = (first.min(start), end.min(start + run));
                if self.has_dependencies {
                    starts.push(start);
                }
                let is_copy = |&other: &usize| frame.running[other].0 == frame.running[at].0;
                if is_branchable && !self.identical[at].iter().any(is_copy) {
                    pairs.push((start, id, at));
                }
            }
            first_ends[id] = end;
            open.push((id, first, end));
        }
        let node = Node { last: frame.last, done: frame.done, running: &frame.running, open: &open };
        let low = match self.objective {
            Objective::Makespan => makespan_bound(instance, &node, (&self.tails, &self.works), self.pool),
            Objective::TotalFlow => flow_bound(instance, &node, &self.works, self.pool),
        };
        frame.low = i64::try_from(low).unwrap_or(i64::MAX).max(self.root);
        if frame.low >= self.best {
            self.counters.cut_by_bound += 1;
            return false;
        }
        let first = pairs.iter().map(|&(start, ..)| start).min().unwrap_or(i64::MAX);
        let done_limit = match self.objective {
            Objective::Makespan => frame.done.max(frame.low),
            Objective::TotalFlow => frame.done,
        };
        let list = self.visited.entry(frame.set).or_default();
        let dominates = |stored: &Stored| {
            stored.first <= first
                && stored.done <= done_limit
                && stored.starts.iter().zip(&starts).all(|(a, b)| a <= b)
                && stored.running.iter().zip(&frame.running).all(|(a, b)| uses_no_more(&a.0, &b.0, first))
        };
        if list.iter().any(dominates) {
            self.counters.cut_by_dominance += 1;
            return false;
        }
        if self.stored < STORED.0 && list.len() < STORED.1 {
            self.stored += 1;
            list.push(Stored { first, done: frame.done, running: frame.running.clone(), starts });
        }
        // A job that starts after another could have run can be left for later.
        let end = |&(start, id, at): &(i64, usize, usize)| start + instance.duration(id, at).unwrap_or(0);
        let Some(hole) = pairs.iter().copied().min_by_key(|pair| (end(pair), pair.1, pair.2)) else {
            return false;
        };
        let limit = end(&hole);
        frame.next = 0;
        frame.children = pairs;
        frame.children.retain(|pair| *pair == hole || pair.0 < limit);
        let (objective, tails, works) = (self.objective, &self.tails, &self.works);
        frame.children.sort_by_key(|pair| match objective {
            Objective::Makespan => (pair.0, -i128::from(tails[pair.1] + end(pair) - pair.0), pair.1, pair.2),
            Objective::TotalFlow => (pair.0, works[pair.1], pair.1, pair.2),
        });
        true
    }
}

/// A partial schedule.
struct Node<'a> {
    last: i64,
    done: i64,
    running: &'a [Running],
    open: &'a [(usize, i64, i64)],
}

/// Paths, and the work that cannot be done before a time on the nodes of all clusters.
fn makespan_bound(
    instance: &ClusterInstance,
    node: &Node,
    (tails, works): (&[i64], &[i128]),
    pool: i128,
) -> i128 {
    let paths = node.open.iter().map(|&(id, _, end)| end + tails[id]);
    let mut low = i128::from(paths.fold(node.done, i64::max));
    let mut later: Vec<(i64, usize)> = node.open.iter().map(|&(id, start, _)| (start, id)).collect();
    later.sort_unstable_by_key(|&pair| std::cmp::Reverse(pair));
    let mut work = 0;
    for (start, id) in later {
        work += works[id];
        low = low.max(i128::from(start) + ceil_div(work, pool));
    }
    for (running, cluster) in node.running.iter().zip(instance.clusters()) {
        for &(end, nodes) in &running.0 {
            let left = i128::from((end - node.last).max(0)) * i128::from(nodes);
            work += left * i128::from(cluster.weight);
        }
    }
    low.max(i128::from(node.last) + ceil_div(work, pool))
}

/// The later of the k-th end on one machine as fast as all clusters, and the k-th smallest earliest end.
fn flow_bound(instance: &ClusterInstance, node: &Node, works: &[i128], pool: i128) -> i128 {
    let work = node.open.iter().map(|&(id, start, _)| (pool * i128::from(start), works[id])).collect();
    let mut ends: Vec<i64> = node.open.iter().map(|&(_, _, end)| end).collect();
    ends.sort_unstable();
    let submits: i64 = node.open.iter().map(|&(id, ..)| instance.jobs()[id].submit).sum();
    let sum: i128 = ends
        .iter()
        .zip(srpt_ends(work))
        .map(|(&end, other)| i128::from(end).max(ceil_div(other, pool)))
        .sum();
    i128::from(node.done - submits) + sum
}

/// For each job the one before it among those that are alike.
fn twins(instance: &ClusterInstance) -> Vec<Option<usize>> {
    let jobs = instance.jobs();
    let count = jobs.len();
    let sorted = |list: &[usize]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    let followers = |id: usize| {
        (0..count).filter(|&other| instance.predecessors[other].contains(&id)).collect::<Vec<_>>()
    };
    let kinds: Vec<_> = (0..count)
        .map(|id| {
            (jobs[id].nodes, &instance.durations[id], sorted(&instance.predecessors[id]), followers(id))
        })
        .collect();
    let before = |id: usize, other: usize| (jobs[other].submit, other) < (jobs[id].submit, id);
    let twin = |id: usize| {
        let alike = (0..count).filter(|&other| before(id, other) && kinds[other] == kinds[id]);
        alike.max_by_key(|&other| (jobs[other].submit, other))
    };
    (0..count).map(twin).collect()
}

/// The clusters before this one that have the same size and the same runtimes.
fn identical_before(instance: &ClusterInstance, at: usize) -> Vec<usize> {
    let is_same = |&other: &usize| {
        instance.clusters()[other].nodes == instance.clusters()[at].nodes
            && instance.durations.iter().all(|row| row[other] == row[at])
    };
    (0..at).filter(is_same).collect()
}
