//! What is written down of the decisions of the workflow engine.

use super::cluster::Cluster;
use crate::policy::workflow::Place;
use crate::time::Time;
use crate::trace::decision::Candidate;
use crate::trace::{Decision, Rule, SubjectId, Trace};

const TOO_LARGE: Rule = Rule {
    id: "reject",
    sentence: "Task {job} needs {0} nodes: no cluster has so many, so it can never run here.",
};

const TOO_WIDE: Rule =
    Rule { id: "reject", sentence: "Task {job} needs {0} nodes: this policy plans tasks of one node only." };

const NEVER_FED: Rule = Rule {
    id: "reject",
    sentence: "Task {job} waits for task {by}, which can never run here; so it cannot either.",
};

const CIRCLE: Rule = Rule {
    id: "reject",
    sentence: "Task {job} belongs to a workflow whose tasks wait for each other in a circle: none can run.",
};

const FILES: Rule = Rule {
    id: "files",
    sentence: "Task {job} waits until {0t} for its files to reach {cluster}. Transfers that were started for it: {1}.",
};

const ON_THE_WAY: Rule = Rule {
    id: "files",
    sentence: "Task {job} waits until {0t} for files that are on their way to {cluster}.",
};

const HELD: Rule = Rule {
    id: "hold",
    sentence: "Task {job} is held back: {0} tasks of its workflow are under way, and no more are allowed at a time.",
};

const HEAD: Rule = Rule {
    id: "wait",
    sentence: "Task {job} waits at the head of the queue of {cluster}: it needs {0} nodes and {1} are free.",
};

const BEHIND: Rule = Rule {
    id: "wait",
    sentence: "Task {job} waits in the queue of {cluster}: {0} tasks wait there, and {by} is the first of them.",
};

const PLANNED: Rule = Rule {
    id: "plan",
    sentence: "Task {job} was planned for node {0} of {cluster}, to end at {2t} after a start at {1t}.",
};

const TURN: Rule = Rule {
    id: "wait",
    sentence: "Task {job} waits for its turn: by the plan its node on {cluster} runs {by} before it.",
};

/// A task is larger than every cluster.
pub(super) fn too_large(trace: &mut Trace, task: SubjectId, now: Time) {
    let nodes = i64::from(trace.subjects.nodes[task as usize]);
    trace.decisions.push(Decision::new(now, task, &TOO_LARGE).values([nodes]));
}

/// A task is for several nodes and the policy plans single ones.
pub(super) fn too_wide_for_a_plan(trace: &mut Trace, task: SubjectId, now: Time) {
    let nodes = i64::from(trace.subjects.nodes[task as usize]);
    trace.decisions.push(Decision::new(now, task, &TOO_WIDE).values([nodes]));
}

/// A task waits for one that was refused.
pub(super) fn never_fed(trace: &mut Trace, task: SubjectId, now: Time, parent: SubjectId) {
    trace.decisions.push(Decision::new(now, task, &NEVER_FED).blocked_by(parent));
}

/// A workflow has no order.
pub(super) fn in_a_circle(trace: &mut Trace, task: SubjectId, now: Time) {
    trace.decisions.push(Decision::new(now, task, &CIRCLE));
}

/// A task was sent to a cluster.
pub(super) fn placed(
    trace: &mut Trace,
    task: SubjectId,
    now: Time,
    rule: &'static Rule,
    cluster: usize,
    scores: &[f64],
) {
    if trace.decisions.wanted() {
        let candidate = |(cluster, &score): (u16, &f64)| Candidate::scored(cluster, score);
        let candidates: Vec<Candidate> = (0..).zip(scores).map(candidate).collect();
        trace.decisions.push_with(Decision::new(now, task, rule).chosen(cluster), &candidates);
    }
}

/// A task waits for files; some of the transfers may have been started for others.
pub(super) fn files(
    trace: &mut Trace,
    task: SubjectId,
    now: Time,
    cluster: usize,
    (there, count): (Time, usize),
) {
    let rule = if count > 0 { &FILES } else { &ON_THE_WAY };
    let decision = Decision::new(now, task, rule).values([there.0, count as i64]);
    trace.decisions.push(decision.chosen(cluster));
}

/// The limit of tasks under way is reached.
pub(super) fn held(trace: &mut Trace, task: SubjectId, now: Time, limit: u32) {
    trace.decisions.push(Decision::new(now, task, &HELD).values([i64::from(limit)]));
}

/// A task joined a queue and did not start at once.
pub(super) fn queued(trace: &mut Trace, task: SubjectId, now: Time, index: usize, cluster: &Cluster) {
    let decision = match cluster.queue.front() {
        Some(&head) if head != task => {
            Decision::new(now, task, &BEHIND).values([cluster.queue.len() as i64]).blocked_by(head)
        }
        _ => {
            let nodes = i64::from(trace.subjects.nodes[task as usize]);
            Decision::new(now, task, &HEAD).values([nodes, i64::from(cluster.free.count())])
        }
    };
    trace.decisions.push(decision.chosen(index));
}

/// A task has its place in a plan.
pub(super) fn planned(trace: &mut Trace, task: SubjectId, now: Time, place: &Place) {
    let values = [i64::from(place.processor) + 1, place.start.0, place.end.0];
    trace.decisions.push(Decision::new(now, task, &PLANNED).values(values).chosen(place.cluster));
}

/// The node of a planned task is another's.
pub(super) fn not_its_turn(trace: &mut Trace, task: SubjectId, now: Time, cluster: usize, before: SubjectId) {
    trace.decisions.push(Decision::new(now, task, &TURN).chosen(cluster).blocked_by(before));
}
