//! Idle node time while jobs wait.

use super::{Status, Trace};
use crate::order;
use crate::rule::SubjectId;
use std::ops::Range;

/// The head of the queue (the waiting subject that entered a queue first), for a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueHead {
    /// The period, in microseconds.
    pub time: Range<i64>,
    /// The subject.
    pub subject: SubjectId,
}

/// The periods in which jobs waited, and the free nodes: nodes that were free then are holes.
#[derive(Clone, Debug, Default)]
pub struct IdleWhileWaiting {
    /// The heads of the queue, oldest first; none while the queue is empty.
    pub heads: Vec<QueueHead>,
    /// Free node time of each cluster, accumulated.
    clusters: Vec<FreeNodeTime>,
}

/// Node time of a cluster, in node-microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeTime {
    /// Node time of free nodes.
    pub free: f64,
    /// Node time of free nodes while jobs waited for any cluster.
    pub holes: f64,
}

/// Free node time of a cluster, accumulated from the first change to the last: between two changes the sums grow
/// linearly.
#[derive(Clone, Debug, Default)]
struct FreeNodeTime {
    nodes: f64,
    sums: Vec<(i64, NodeTime)>,
}

impl IdleWhileWaiting {
    /// Idle time while jobs wait, as far as it is known; none if jobs wait for more than nodes. Visits each subject and
    /// interval once.
    pub fn from_trace(trace: &Trace) -> Self {
        if !trace.queues {
            return Self::default();
        }
        let heads = queue_heads(waiting_intervals(trace));
        let clusters = if heads.is_empty() { Vec::new() } else { free_node_times(trace, &heads) };
        Self { heads, clusters }
    }

    /// True if a node was ever free while a job waited.
    pub fn has_any(&self) -> bool {
        self.clusters.iter().any(|cluster| cluster.sums.last().is_some_and(|(_, sum)| sum.holes > 0.0))
    }

    /// The node time of a cluster between two times, in node-microseconds.
    pub fn node_time_between(&self, cluster: usize, from: f64, to: f64) -> NodeTime {
        let Some(cluster) = self.clusters.get(cluster) else { return NodeTime::default() };
        let (a, b) = (cluster.sum_at(from), cluster.sum_at(to));
        NodeTime { free: (b.free - a.free).max(0.0), holes: (b.holes - a.holes).max(0.0) }
    }
}

impl FreeNodeTime {
    /// The sums at a time.
    fn sum_at(&self, time: f64) -> NodeTime {
        let next = self.sums.partition_point(|&(at, _)| at as f64 <= time);
        let Some(&(last, sum)) = self.sums[..next].last() else {
            let first = self.sums.first().map_or(0.0, |&(at, _)| at as f64);
            return NodeTime { free: self.nodes * (time - first), holes: 0.0 };
        };
        let past = time - last as f64;
        let Some(&(at, then)) = self.sums.get(next) else {
            return NodeTime { free: sum.free + self.nodes * past, ..sum };
        };
        let part = past / (at - last) as f64;
        NodeTime {
            free: sum.free + (then.free - sum.free) * part,
            holes: sum.holes + (then.holes - sum.holes) * part,
        }
    }
}

/// The free node time of all clusters, for these heads of the queue.
fn free_node_times(trace: &Trace, heads: &[QueueHead]) -> Vec<FreeNodeTime> {
    let known = trace.now.max(trace.last_end);
    // By cluster: times with the changes of allocated nodes and of the number of heads.
    let mut changes: Vec<Vec<(i64, i64, i64)>> = vec![Vec::new(); trace.bands.len()];
    let table = &trace.intervals;
    for i in 0..table.len() {
        let (from, to) = (table.start[i], table.end[i].min(known));
        if from < to
            && let Some(cluster) = trace.cluster_at(table.row[i])
        {
            let nodes = i64::from(table.rows[i]);
            changes[cluster].extend([(from.0, nodes, 0), (to.0, -nodes, 0)]);
        }
    }
    // Successive heads without a gap: the queue is not empty from the first to the last of them.
    for waits in heads.chunk_by(|one, next| one.time.end == next.time.start) {
        let (from, to) = (waits[0].time.start, waits[waits.len() - 1].time.end);
        for changes in &mut changes {
            changes.extend([(from, 0, 1), (to, 0, -1)]);
        }
    }
    changes
        .into_iter()
        .zip(&trace.bands)
        .map(|(changes, band)| FreeNodeTime::of(changes, band.rows))
        .collect()
}

impl FreeNodeTime {
    /// Accumulates changes of allocated nodes and of heads, sorted by time.
    fn of(mut changes: Vec<(i64, i64, i64)>, nodes: u32) -> Self {
        order::sort_by_key(&mut changes, |&(time, ..)| time);
        let (mut held, mut waiting, mut sum) = (0, 0, NodeTime::default());
        let mut sums: Vec<(i64, NodeTime)> = Vec::new();
        for together in changes.chunk_by(|one, next| one.0 == next.0) {
            let time = together[0].0;
            if let Some(&(last, _)) = sums.last() {
                let more = (i64::from(nodes) - held).max(0) as f64 * (time - last) as f64;
                sum.free += more;
                sum.holes += if waiting > 0 { more } else { 0.0 };
            }
            let before = (held, waiting);
            for &(_, nodes, waits) in together {
                (held, waiting) = (held + nodes, waiting + waits);
            }
            // A sum is only needed at a change.
            if sums.is_empty() || before != (held, waiting) {
                sums.push((time, sum));
            } else {
                sum = sums.last().map_or(sum, |&(_, last)| last);
            }
        }
        Self { nodes: f64::from(nodes), sums }
    }
}

/// The waiting subjects, with start and end.
fn waiting_intervals(trace: &Trace) -> Vec<QueueHead> {
    let table = &trace.subjects;
    let known = trace.now.max(trace.last_end);
    let wait = |id: usize| {
        let (from, to) = (table.eligible_time(id), table.start[id].min(table.end[id]).min(known));
        let counts = trace.kind(id as SubjectId).counts && table.status[id] != Status::Rejected;
        (counts && from < to).then_some(QueueHead { time: from.0..to.0, subject: id as SubjectId })
    };
    (0..table.len()).filter_map(wait).collect()
}

/// The head of the queue at each time.
fn queue_heads(mut waits: Vec<QueueHead>) -> Vec<QueueHead> {
    order::sort_by_key(&mut waits, |wait| wait.time.start);
    let mut gone = i64::MIN;
    let mut heads = Vec::new();
    for QueueHead { time, subject } in waits {
        let from = time.start.max(gone);
        if from < time.end {
            gone = time.end;
            heads.push(QueueHead { time: from..time.end, subject });
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Subject, trace_from_bars};
    use crate::time::{Span, Time};

    fn queue_head(time: Range<i64>, subject: SubjectId) -> QueueHead {
        QueueHead { time: time.start * 1_000_000..time.end * 1_000_000, subject }
    }

    #[test]
    fn the_head_of_the_queue_changes_when_it_starts() {
        // All are submitted at zero.
        let bars = [(0, 1, 0.0, Some(9.0)), (0, 2, 9.0, Some(15.0)), (0, 3, 15.0, Some(20.0))];
        let mut trace = trace_from_bars(&[3], 20.0, &bars);
        assert_eq!(IdleWhileWaiting::from_trace(&trace).heads, []);
        trace.queues = true;
        let holes = IdleWhileWaiting::from_trace(&trace);
        assert_eq!(holes.heads, [queue_head(0..9, 1), queue_head(9..15, 2)]);
        // Two of three nodes are free, then one, then none, then all.
        let between = |from: f64, to: f64| {
            let NodeTime { free, holes } = holes.node_time_between(0, from * 1e6, to * 1e6);
            (free / 1e6, holes / 1e6)
        };
        assert_eq!(between(8.0, 30.0), (8.0 + 30.0, 8.0));
        assert_eq!(between(-5.0, 1.5), (15.0 + 3.0, 3.0));
        // No job waits behind the last one.
        assert!(between(15.0, 40.0).1.abs() < 1e-9);
        assert!(holes.has_any());
    }

    #[test]
    fn a_busy_server_has_no_idle_time_while_jobs_wait() {
        let bars = [(0, 1, 0.0, Some(9.0)), (0, 1, 9.0, Some(15.0)), (0, 1, 30.0, Some(40.0))];
        let mut trace = trace_from_bars(&[1], 40.0, &bars);
        trace.queues = true;
        trace.subjects.submit[2] = Time(30_000_000);
        let holes = IdleWhileWaiting::from_trace(&trace);
        assert_eq!(holes.heads, [queue_head(0..9, 1)]);
        assert!(!holes.has_any());
        assert_eq!(holes.node_time_between(0, 0.0, 40e6), NodeTime { free: 15e6, holes: 0.0 });
    }

    #[test]
    fn a_waiting_job_waits_up_to_the_end_of_the_trace() {
        let mut trace = trace_from_bars(&[2], 20.0, &[(0, 1, 0.0, None)]);
        trace.queues = true;
        let (submit, estimate) = (Time(5_000_000), Span(0));
        let id = trace.add(Subject { number: 2, user: 0, group: 0, submit, nodes: 2, estimate });
        trace.queue(id, submit, 0);
        assert_eq!(IdleWhileWaiting::from_trace(&trace).heads, [queue_head(5..20, 1)]);
    }
}
