//! The queues of clusters at a given time, derived from the trace.

use ganttlet_core::order;
use ganttlet_core::record::{Kind, QueueState};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::{Span, Time};

static PLACE: Rule =
    Rule::with_values("place", &["position", "length"], "Position {position} of {length} in the queue.");
static PLACE_AT: Rule = Rule::with_values(
    "place",
    &["position", "length"],
    "Position {position} of {length} in the queue of {cluster}.",
);

/// The queue of one cluster.
pub(super) struct ClusterQueue {
    /// Number of free nodes.
    pub free: u32,
    /// The waiting jobs, next first.
    pub waiting: Vec<SubjectId>,
}

impl ClusterQueue {
    /// The queues of all clusters, each in the order of `rank`, then of the subject table.
    pub(super) fn queues_of_clusters(standing: &QueueState, rank: impl Fn(SubjectId) -> i128) -> Vec<Self> {
        let mut ranked: Vec<(i128, SubjectId)> = standing.waiting.iter().map(|&id| (rank(id), id)).collect();
        // From the last key to the first, as sorts are stable.
        order::sort_by_key(&mut ranked, |&(_, id)| i64::from(id));
        order::sort_by_key(&mut ranked, |&(rank, _)| (rank as u64 ^ 1 << 63) as i64);
        order::sort_by_key(&mut ranked, |&(rank, _)| (rank >> 64) as i64);
        let line = |&free: &u32| Self { free, waiting: Vec::new() };
        let mut lines: Vec<Self> = standing.free.iter().map(line).collect();
        for (_, id) in ranked {
            let cluster = usize::from(standing.trace.subjects.cluster[id as usize]);
            if let Some(line) = lines.get_mut(cluster) {
                line.waiting.push(id);
            }
        }
        lines
    }

    /// The head of the queue; `u32::MAX` if no job waits.
    pub(super) fn head(&self) -> SubjectId {
        self.waiting.first().copied().unwrap_or(SubjectId::MAX)
    }

    /// The position in the queue, with the cluster if there are several.
    pub(super) fn position_reason(&self, standing: &QueueState, id: SubjectId) -> Decision<&'static Rule> {
        let ahead = self.waiting.iter().take_while(|&&other| other != id).count();
        let rule = if standing.free.len() > 1 { &PLACE_AT } else { &PLACE };
        let cluster = usize::from(standing.trace.subjects.cluster[id as usize]);
        let values = [ahead as i64 + 1, self.waiting.len() as i64];
        Decision::new(standing.time, id, rule).with_values(values).with_cluster(cluster)
    }
}

/// The estimated release of each block of nodes on a cluster, in the order of time.
pub(super) fn estimated_releases(standing: &QueueState, cluster: usize) -> Vec<(Time, u32)> {
    let table = &standing.trace.subjects;
    // The end of the downtime of a machine is unknown.
    let gives_back = |id: u32| standing.trace.kind(id) != Kind::MACHINE;
    let here = standing
        .held
        .iter()
        .filter(|&&(.., id)| usize::from(table.cluster[id as usize]) == cluster && gives_back(id));
    let end = |id: usize| table.start[id] + table.estimate[id].max(Span(1));
    let mut ends: Vec<(Time, u32)> = here.map(|&(_, rows, id)| (end(id as usize), rows)).collect();
    order::sort_by_key(&mut ends, |&(time, _)| time.0);
    ends
}

/// When `nodes` are free, if `free` are free now and others are released in the order of time; none if they never are.
pub(super) fn time_with_enough_nodes(
    nodes: u32,
    free: u32,
    ends: impl Iterator<Item = (Time, u32)>,
) -> Option<Time> {
    let mut sum = free;
    ends.into_iter()
        .find(|&(_, more)| {
            sum = sum.saturating_add(more);
            sum >= nodes
        })
        .map(|(time, _)| time)
}
