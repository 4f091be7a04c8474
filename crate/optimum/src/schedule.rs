//! Schedules on one cluster: the checker, and the decoders that turn an order of jobs into start times.

use crate::instance::Instance;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// The objective, to be minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The last end.
    Makespan,
    /// The sum of response times. With equal runtimes in all schedules, this also minimises the total and mean wait
    /// time.
    TotalFlow,
}

impl Objective {
    /// The value of a schedule on one cluster.
    pub fn value(self, instance: &Instance, starts: &[i64]) -> i64 {
        let jobs = instance.jobs().iter().zip(starts);
        match self {
            Self::Makespan => jobs.map(|(job, start)| start + job.run).max().unwrap_or(0),
            Self::TotalFlow => jobs.map(|(job, start)| start + job.run - job.submit).sum(),
        }
    }

    /// The second value, for comparisons of schedules with the same value.
    pub(crate) fn second_value(self, instance: &Instance, starts: &[i64]) -> i64 {
        match self {
            Self::Makespan => starts.iter().sum(),
            Self::TotalFlow => Self::Makespan.value(instance, starts),
        }
    }
}

/// Why a schedule is not feasible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The number of starts is not the number of jobs.
    Length,
    /// A job starts before its submission.
    Submit(usize),
    /// A job starts before the end of a predecessor.
    Predecessor(usize),
    /// At the start of a job more nodes are needed than exist.
    Nodes(usize),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("not every job has a start time"),
            Self::Submit(job) => write!(f, "job {} starts before its submission", job + 1),
            Self::Predecessor(job) => write!(f, "job {} starts before the end of a predecessor", job + 1),
            Self::Nodes(job) => {
                write!(f, "at the start of job {} more nodes are needed than there are", job + 1)
            }
        }
    }
}

/// Checks a schedule. Nodes need not be adjacent, so numbers of nodes are sufficient.
pub fn check(instance: &Instance, starts: &[i64]) -> Result<(), Violation> {
    let jobs = instance.jobs();
    if starts.len() != jobs.len() {
        return Err(Violation::Length);
    }
    for (id, job) in jobs.iter().enumerate() {
        if starts[id] < job.submit {
            return Err(Violation::Submit(id));
        }
        if instance.predecessors(id).iter().any(|&before| starts[before] + jobs[before].run > starts[id]) {
            return Err(Violation::Predecessor(id));
        }
        // At one instant jobs end, those of zero length run, and then others start.
        let used: i64 = (0..jobs.len())
            .filter(|&other| {
                let (start, end) = (starts[other], starts[other] + jobs[other].run);
                if job.run > 0 {
                    start <= starts[id] && starts[id] < end
                } else {
                    start < starts[id] && starts[id] < end
                }
            })
            .map(|other| jobs[other].nodes)
            .sum();
        if used + if job.run > 0 { 0 } else { job.nodes } > instance.nodes() {
            return Err(Violation::Nodes(id));
        }
    }
    Ok(())
}

/// The order in which jobs start; ties: those of zero length first, then predecessors, then by number.
pub fn start_order(instance: &Instance, starts: &[i64]) -> Vec<usize> {
    let mut place = vec![0; instance.len()];
    for (at, &id) in instance.topological_order().iter().enumerate() {
        place[id] = at;
    }
    let rank = |id: usize| if instance.has_dependencies() { place[id] } else { id };
    let mut order: Vec<usize> = (0..instance.len()).collect();
    order.sort_by_key(|&id| (starts[id], instance.jobs()[id].run > 0, rank(id), id));
    order
}

/// True if the order lists every job once, after its predecessors.
pub fn is_valid_order(instance: &Instance, order: &[usize]) -> bool {
    let mut listed = vec![false; instance.len()];
    for &id in order {
        let ready = id < listed.len() && instance.predecessors(id).iter().all(|&before| listed[before]);
        if !ready || listed[id] {
            return false;
        }
        listed[id] = true;
    }
    order.len() == instance.len()
}

/// Nodes in use after the latest start: ends and nodes, ascending.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(pub(crate) Vec<(i64, i64)>);

impl Running {
    /// The first time from `from` on at which `nodes` of `size` nodes are free.
    pub(crate) fn first_fit(&self, size: i64, nodes: i64, from: i64) -> i64 {
        let mut used: i64 = self.0.iter().map(|&(_, nodes)| nodes).sum();
        let mut time = from;
        for &(end, ended) in &self.0 {
            if used + nodes <= size {
                break;
            }
            used -= ended;
            time = time.max(end);
        }
        time
    }

    /// Starts a job; removes jobs that have ended by then.
    pub(crate) fn start(&mut self, time: i64, end: i64, nodes: i64) {
        self.0.retain(|&(end, _)| end > time);
        if end > time {
            let at = self.0.partition_point(|&(other, _)| other <= end);
            self.0.insert(at, (end, nodes));
        }
    }
}

/// First come, first served: each job of the order starts as early as it fits, not before the previous one.
pub fn decode_fcfs(instance: &Instance, order: &[usize]) -> Vec<i64> {
    let (mut running, mut last) = (Running::default(), i64::MIN);
    let mut starts = vec![0; instance.len()];
    for &id in order {
        let job = &instance.jobs()[id];
        let ready = ready_time(instance, &starts, id).max(last);
        last = running.first_fit(instance.nodes(), job.nodes, ready);
        starts[id] = last;
        running.start(last, last + job.run, job.nodes);
    }
    starts
}

/// The submission, or the end of the last predecessor.
fn ready_time(instance: &Instance, starts: &[i64], id: usize) -> i64 {
    let ends = instance.predecessors(id).iter().map(|&before| starts[before] + instance.jobs()[before].run);
    ends.fold(instance.jobs()[id].submit, i64::max)
}

/// Each job of the list starts at the first time at which it fits for its whole runtime, also before jobs placed earlier.
pub fn decode_serial(instance: &Instance, order: &[usize]) -> Vec<i64> {
    let jobs = instance.jobs();
    // Steps of the nodes in use, each from its time on; the placed jobs of zero length.
    let mut steps: Vec<(i64, i64)> = vec![(i64::MIN, 0)];
    let mut instants: Vec<usize> = Vec::new();
    let mut placed: Vec<usize> = Vec::with_capacity(order.len());
    let mut starts = vec![0; instance.len()];
    for &id in order {
        let job = &jobs[id];
        let mut time = ready_time(instance, &starts, id);
        loop {
            time = free_from(&steps, instance.nodes() - job.nodes, time, job.run);
            // A job of zero length needs its nodes beside all jobs that run through its instant.
            let through = |instant: i64, more: i64| {
                let runs =
                    |&&other: &&usize| starts[other] < instant && instant < starts[other] + jobs[other].run;
                placed.iter().filter(runs).map(|&other| jobs[other].nodes).sum::<i64>() + more
                    > instance.nodes()
            };
            let blocked = instants.iter().filter(|&&other| {
                let instant = starts[other];
                time < instant && instant < time + job.run && through(instant, job.nodes + jobs[other].nodes)
            });
            match blocked.map(|&other| starts[other]).max() {
                Some(instant) => time = instant,
                None => break,
            }
        }
        starts[id] = time;
        placed.push(id);
        if job.run == 0 {
            instants.push(id);
        } else {
            let from = split_at(&mut steps, time);
            let to = split_at(&mut steps, time + job.run);
            for step in &mut steps[from..to] {
                step.1 += job.nodes;
            }
        }
    }
    starts
}

/// The first time from `from` on at which at most `limit` nodes are in use for the duration `run`.
fn free_from(steps: &[(i64, i64)], limit: i64, from: i64, run: i64) -> i64 {
    let mut time = from;
    let mut at = steps.partition_point(|&(begin, _)| begin <= time).saturating_sub(1);
    while let Some(&(begin, used)) = steps.get(at) {
        if begin >= time + run.max(1) {
            break;
        }
        if used > limit {
            // The last step has no nodes in use.
            time = steps.get(at + 1).map_or(time, |next| next.0);
        }
        at += 1;
    }
    time
}

/// The index of the step that begins at `time`, created if necessary.
fn split_at(steps: &mut Vec<(i64, i64)>, time: i64) -> usize {
    let at = steps.partition_point(|&(begin, _)| begin < time);
    if steps.get(at).is_none_or(|step| step.0 != time) {
        let used = steps[at - 1].1;
        steps.insert(at, (time, used));
    }
    at
}

/// At each time, every job that fits starts, in the order of the ranks.
pub fn decode_greedy(instance: &Instance, ranked: &[usize]) -> Vec<i64> {
    let jobs = instance.jobs();
    let mut starts = vec![i64::MAX; instance.len()];
    let mut waiting: Vec<usize> = ranked.to_vec();
    let mut running = Running::default();
    let mut time = instance.first_submit();
    loop {
        let count = waiting.len();
        waiting.retain(|&id| {
            let known = instance.predecessors(id).iter().all(|&before| starts[before] != i64::MAX);
            let ready = known && ready_time(instance, &starts, id) <= time;
            if !ready || running.first_fit(instance.nodes(), jobs[id].nodes, time) > time {
                return true;
            }
            starts[id] = time;
            running.start(time, time + jobs[id].run, jobs[id].nodes);
            false
        });
        if waiting.len() < count {
            // The successors of a task of zero length may start at the same time.
            continue;
        }
        let ends = running.0.iter().map(|&(end, _)| end);
        let submits = waiting.iter().map(|&id| jobs[id].submit);
        match ends.chain(submits).filter(|&next| next > time).min() {
            Some(next) if !waiting.is_empty() => time = next,
            _ => return starts,
        }
    }
}

/// The ranks of jobs by a key, smallest first, predecessors before their successors.
pub(crate) fn rank_by<K: Ord>(instance: &Instance, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..instance.len()).collect();
    sorted.sort_by_key(|&id| (key(id), id));
    if !instance.has_dependencies() {
        return sorted;
    }
    let mut listed = vec![false; instance.len()];
    let mut order = Vec::with_capacity(sorted.len());
    while order.len() < sorted.len() {
        let ready =
            |&&id: &&usize| !listed[id] && instance.predecessors(id).iter().all(|&before| listed[before]);
        let Some(&id) = sorted.iter().find(ready) else { break };
        listed[id] = true;
        order.push(id);
    }
    order
}

/// Orders from simple rules, each as the start order of a schedule, in a fixed sequence.
pub fn initial_orders(instance: &Instance) -> Vec<Vec<usize>> {
    let jobs = instance.jobs();
    let work = |id: usize| jobs[id].work();
    let ranks = [
        rank_by(instance, |id| jobs[id].submit),
        rank_by(instance, |id| Reverse(instance.tails()[id] + jobs[id].run)),
        rank_by(instance, |id| jobs[id].run),
        rank_by(instance, work),
        rank_by(instance, |id| Reverse(work(id))),
        rank_by(instance, |id| Reverse((jobs[id].nodes, jobs[id].run))),
        rank_by(instance, |id| jobs[id].earliest_end()),
    ];
    let decoded =
        ranks.iter().flat_map(|ranks| [decode_serial(instance, ranks), decode_greedy(instance, ranks)]);
    decoded.map(|starts| start_order(instance, &starts)).collect()
}
