//! Reasons of a KOALA grid: the records of decisions, and why jobs wait at a given time.

use super::grid::PlacementRequest;
use crate::system::koala::policy::placement::{Component, GridView, PlacementPolicy, PlacementQuery};
use ganttlet_core::record::{MarkKind, QueueState, Recorder};
use ganttlet_core::rule::{Candidate, Decision, Rule, SubjectId};
use ganttlet_core::time::Time;
use ganttlet_work::grid::Request;

static REQUESTED: Rule = Rule::new(
    "requested",
    "Job {job} runs on the clusters that its request names, {cluster} first: the placement policy had no \
     choice. The score is the number of idle nodes.",
);

/// A malleable job has grown.
pub(super) const GROW: MarkKind =
    MarkKind { id: "grow", sentence: "Job {job} grew by {nodes|1 node|# nodes}." };
/// A malleable job has shrunk.
pub(super) const SHRINK: MarkKind =
    MarkKind { id: "shrink", sentence: "Job {job} released {nodes|1 node|# nodes}." };
/// A malleable job declines all offered nodes.
pub(super) const DECLINE: MarkKind =
    MarkKind { id: "decline", sentence: "Job {job} declined an offer of {nodes|1 node|# nodes}." };
/// A task lost its node.
pub(super) const PREEMPT: MarkKind =
    MarkKind { id: "preempt", sentence: "Task {job} was preempted by other work and returned to the pool." };
/// A claim failed, as the information was outdated.
pub(super) const CLAIM_FAILED: MarkKind = MarkKind {
    id: "claim-failed",
    sentence: "The claim of job {job} failed: its nodes were taken after the last poll.",
};
/// A submission failed.
pub(super) const GIVE_UP: MarkKind = MarkKind {
    id: "give-up",
    sentence: "The submission of job {job} failed after {tries|1 try|# tries} to place it.",
};

/// A workflow is held back by a limit.
pub(super) const HELD: MarkKind = MarkKind {
    id: "held",
    sentence: "Workflow {job} waits for the limit: at most {limit|1 workflow|# workflows} of components may run \
               at once.",
};
/// A cluster is excluded.
pub(super) const LEFT_OUT: MarkKind = MarkKind {
    id: "left-out",
    sentence: "Cluster {number} (numbered from 1) is excluded for workflows of components for a while. The claim \
               of workflow {job} was the last of too many consecutive failures there.",
};
/// A schedule was reused.
pub(super) const HIT: MarkKind = MarkKind {
    id: "schedule-hit",
    sentence: "Workflow {job} reused an earlier schedule of the same components, for {nodes|1 node|# nodes}.",
};
/// No schedule could be reused.
pub(super) const MISS: MarkKind = MarkKind {
    id: "schedule-miss",
    sentence: "Workflow {job} found no earlier schedule to reuse and was scheduled from scratch, for {nodes|1 node|# \
               nodes}.",
};

static WAIT: Rule = Rule::with_values(
    "wait",
    &["nodes", "idle", "largest", "tries"],
    "Job {job} waits in the placement queue{tries|| (try #)|}: its policy finds no placement for {nodes|1 \
     node|# nodes}; {idle|1 is|# are|none is} idle in total, {largest|1|#|none} in the cluster with the \
     most.",
);

static WAIT_FOR_GROWTH: Rule = Rule::with_values(
    "wait",
    &["nodes", "idle", "largest", "tries"],
    "Job {job} waits in the placement queue{tries|| (try #)|}: running applications have precedence and may \
     still grow. It needs {nodes|1 node|# nodes}; {idle|1 is|# are|none is} idle in total, \
     {largest|1|#|none} in the cluster with the most.",
);

static PLACE: Rule = Rule::with_values(
    "place",
    &["position", "length"],
    "Position {position} of {length}; any job that can be placed may overtake.",
);

static TRIED: Rule =
    Rule::with_values("tried", &["try", "time"], "Placement try {try} failed at {time:time}.");

static IMPOSSIBLE: Rule = Rule::with_values(
    "reject",
    &["nodes"],
    "Job {job} can never be placed: its request for {nodes|1 node|# nodes} cannot be met even if the whole \
     grid is idle.",
);

static MADE_ROOM: Rule = Rule::with_values(
    "made-room",
    &["nodes"],
    "Job {job} is placed on {cluster}, where running applications shrank to release the missing {nodes|1 \
     node|# nodes}.",
);

static SCATTERED: Rule = Rule::with_values(
    "scattered",
    &["nodes", "idle", "largest"],
    "Job {job}, first in the placement queue, needs {nodes|1 node|# nodes}: {idle} are idle in total, at \
     most {largest} in one cluster. Its placement policy finds no placement on them.",
);

static SPREAD: Rule = Rule::with_values(
    "spread",
    &["nodes", "clusters", "largest"],
    "Job {job} is co-allocated over {clusters} clusters: it needs {nodes} nodes, and {largest|1 was|# \
     were|none was} idle in the cluster with the most.",
);

/// Records that idle nodes are sufficient in total for the head of the placement queue, but scattered over clusters.
/// True if so.
pub(super) fn record_scattered(
    record: &mut Recorder,
    now: Time,
    (subject, nodes): (SubjectId, u32),
    idle: &[u32],
) -> bool {
    let sum: u32 = idle.iter().sum();
    let most = idle.iter().copied().max().unwrap_or(0);
    let enough = sum >= nodes;
    if enough {
        let values = [nodes, sum, most].map(i64::from);
        record.decide(Decision::new(now, subject, &SCATTERED).with_values(values));
    }
    enough
}

/// Records that a job is placed on several clusters because no single one has enough `idle` nodes.
pub(super) fn record_spread(
    record: &mut Recorder,
    now: Time,
    pending: &PlacementRequest,
    components: &[Component],
    idle: &[u32],
) {
    let most = idle.iter().copied().max().unwrap_or(0);
    if most < pending.nodes {
        let is_new = |&(at, part): &(usize, &Component)| {
            components[..at].iter().all(|before| before.cluster != part.cluster)
        };
        let clusters = components.iter().enumerate().filter(is_new).count();
        let values = [i64::from(pending.nodes), clusters as i64, i64::from(most)];
        record.decide(Decision::new(now, pending.subject, &SPREAD).with_values(values));
    }
}

/// Records that a job waits, at tries 1, 2, 4, 8, ..: often enough to be useful, and never more than 32 times.
pub(super) fn record_wait(
    record: &mut Recorder,
    now: Time,
    pending: &PlacementRequest,
    tries: u32,
    idle: &[u32],
    growth: bool,
) {
    if tries.is_power_of_two() && record.wants_reasons() {
        let sum: u32 = idle.iter().sum();
        let most = idle.iter().copied().max().unwrap_or(0);
        let rule = if growth { &WAIT_FOR_GROWTH } else { &WAIT };
        let values = [i64::from(pending.nodes), i64::from(sum), i64::from(most), i64::from(tries)];
        let candidate =
            |(cluster, &idle): (u16, &u32)| Candidate { cluster, score: f64::from(idle), idle, taken: 0 };
        let candidates: Vec<Candidate> = (0..).zip(idle).map(candidate).collect();
        record.decide_among(Decision::new(now, pending.subject, rule).with_values(values), &candidates);
    }
}

/// Why jobs wait in the placement queue at a given time, with these `idle` nodes of each cluster.
pub(super) fn wait_reasons(standing: &QueueState, asked: &[SubjectId], idle: &[u32]) -> Vec<String> {
    let (trace, now) = (standing.trace, standing.time);
    let sum: u32 = idle.iter().sum();
    let most = idle.iter().copied().max().unwrap_or(0);
    let queue: Vec<SubjectId> =
        standing.waiting.iter().copied().filter(|&id| trace.kind(id).counts).collect();
    let reason = |&job: &SubjectId| {
        let decision = standing.latest_decision_about(job);
        let growth = decision.is_some_and(|decision| *decision.rule == WAIT_FOR_GROWTH);
        let rule = if growth { &WAIT_FOR_GROWTH } else { &WAIT };
        let nodes = i64::from(trace.subjects.nodes[job as usize]);
        let cause = Decision::new(now, job, rule).with_values([nodes, i64::from(sum), i64::from(most), 0]);
        let ahead = queue.iter().take_while(|&&other| other != job).count() as i64;
        let place = Decision::new(now, job, &PLACE).with_values([ahead + 1, queue.len() as i64]);
        match decision.filter(|decision| [&WAIT, &WAIT_FOR_GROWTH].contains(&decision.rule)) {
            Some(decision) => {
                let tried =
                    Decision::new(now, job, &TRIED).with_values([decision.values[3], decision.time.0]);
                standing.explain_all(&[cause, place, tried])
            }
            None => standing.explain_all(&[cause, place]),
        }
    };
    asked.iter().map(reason).collect()
}

/// Records the placement of a job, by its policy or by the clusters in its request.
pub(super) fn record_placement(
    record: &mut Recorder,
    now: Time,
    subject: SubjectId,
    policy: &mut dyn PlacementPolicy,
    (ask, view): (&PlacementQuery, &GridView),
    components: &[Component],
) {
    if record.wants_reasons() {
        let candidate = |(cluster, &idle): (usize, &u32)| {
            let taken = components.iter().find(|part| usize::from(part.cluster) == cluster);
            let score = policy.cluster_score(ask, view, cluster);
            Candidate { cluster: cluster as u16, score, idle, taken: taken.map_or(0, |part| part.nodes) }
        };
        let candidates: Vec<Candidate> = view.idle.iter().enumerate().map(candidate).collect();
        let first = components.first().map_or(usize::MAX, |part| usize::from(part.cluster));
        let rule = if let Request::Fixed(_) = ask.request { &REQUESTED } else { policy.rule() };
        record.decide_among(Decision::new(now, subject, rule).with_cluster(first), &candidates);
    }
}

/// Records that running jobs shrank for a job.
pub(super) fn record_shrinking(
    record: &mut Recorder,
    now: Time,
    subject: SubjectId,
    cluster: usize,
    nodes: u32,
) {
    record.decide(
        Decision::new(now, subject, &MADE_ROOM).with_values([i64::from(nodes)]).with_cluster(cluster),
    );
}

/// Records that a job can never be placed.
pub(super) fn record_impossible(record: &mut Recorder, now: Time, (subject, nodes): (SubjectId, u32)) {
    record.decide(Decision::new(now, subject, &IMPOSSIBLE).with_values([i64::from(nodes)]));
}
