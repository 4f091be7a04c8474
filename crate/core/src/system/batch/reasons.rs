//! What is written down of the decisions of batch queues.

use crate::policy::local::{Machine, Started};
use crate::time::Time;
use crate::trace::decision::Candidate;
use crate::trace::{Decision, Rule, Status, SubjectId, Trace};

const TOO_LARGE: Rule = Rule {
    id: "reject",
    sentence: "Job {job} needs {0} nodes: no cluster has so many, so it can never run here.",
};

const PROMISED: Rule = Rule {
    id: "wait",
    sentence: "Job {job} waits at the head of the queue: it needs {0} nodes and {1} are free. By the estimates it can \
               start at {2t}.",
};

const BLOCKED: Rule = Rule {
    id: "wait",
    sentence: "Job {job} waits at the head of the queue: it needs {0} nodes and {1} are free.",
};

const BEHIND: Rule = Rule {
    id: "wait",
    sentence: "Job {job} waits: it needs {0} nodes, {1} are free, and job {by} is at the head of a queue of {2}.",
};

const RESERVED: Rule = Rule {
    id: "wait",
    sentence: "Job {job} waits: it needs {0} nodes, {1} are free. It holds a reservation for {2t}.",
};

/// A job is larger than every cluster.
pub(super) fn too_large(trace: &mut Trace, job: SubjectId, now: Time) {
    let nodes = i64::from(trace.subjects.nodes[job as usize]);
    trace.decisions.push(Decision::new(now, job, &TOO_LARGE).values([nodes]));
}

/// A job was sent to a cluster.
pub(super) fn routed(
    trace: &mut Trace,
    job: SubjectId,
    now: Time,
    rule: &'static Rule,
    cluster: usize,
    scores: &[f64],
) {
    if trace.decisions.wanted() {
        let candidate = |(cluster, &score): (u16, &f64)| Candidate::scored(cluster, score);
        let candidates: Vec<Candidate> = (0..).zip(scores).map(candidate).collect();
        trace.decisions.push_with(Decision::new(now, job, rule).chosen(cluster), &candidates);
    }
}

/// A job starts.
#[inline]
pub(super) fn started(trace: &mut Trace, now: Time, started: &Started, cluster: usize) {
    if trace.decisions.wanted() {
        let decision = Decision::new(now, started.job, started.rule).values(started.values);
        trace.decisions.push(decision.chosen(cluster).blocked_by(started.passed));
    }
}

/// Jobs arrived and did not start at once.
pub(super) fn waiting(trace: &mut Trace, now: Time, arrived: &[SubjectId], machines: &[Machine]) {
    for &job in arrived {
        let id = job as usize;
        if trace.subjects.status[id] != Status::Queued {
            continue;
        }
        let machine = &machines[usize::from(trace.subjects.cluster[id])];
        let Some(head) = machine.queue().front() else { continue };
        let numbers = [i64::from(trace.subjects.nodes[id]), i64::from(machine.free())];
        let reserved =
            machine.queue().iter().rev().find(|waiting| waiting.job == job).map(|waiting| waiting.reserved);
        let (rule, third) = match (reserved, machine.promised()) {
            (Some(start), _) if start != Time::MAX => (&RESERVED, start.0),
            (_, Some(start)) if head.job == job => (&PROMISED, start.0),
            _ if head.job == job => (&BLOCKED, 0),
            _ => (&BEHIND, machine.queue().len() as i64),
        };
        let decision = Decision::new(now, job, rule).values([numbers[0], numbers[1], third]);
        trace.decisions.push(if head.job == job { decision } else { decision.blocked_by(head.job) });
    }
}
