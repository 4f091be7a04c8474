//! Reasons of an opportunistic pool: the records of decisions, and why tasks wait at a given time.

use crate::tables::rounds::Round;
use ganttlet_core::record::{MarkKind, QueueState, Recorder, Status};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::Time;

/// A task lost its machine and its progress.
pub(super) const LOST: MarkKind =
    MarkKind { id: "lost", sentence: "Task {job} lost its machine and all work done there." };
/// A replica of a task has started.
pub(super) const COPY: MarkKind = MarkKind { id: "copy", sentence: "A replica of task {job} was started." };
/// A task was suspended.
pub(super) const SUSPEND: MarkKind =
    MarkKind { id: "suspend", sentence: "Task {job} was suspended: the owner of its machine has returned." };
/// A task resumes.
pub(super) const RESUME: MarkKind = MarkKind { id: "resume", sentence: "Task {job} resumed." };
/// An application requests another number of workers.
pub(super) const WORKERS: MarkKind =
    MarkKind { id: "workers", sentence: "{job} requests {workers|1 worker|# workers}." };

static START: Rule = Rule::with_values(
    "start",
    &["place", "tasks", "idle", "row"],
    "Task {job} is number {place} of {tasks} in the list of its batch; {idle|the only idle worker is|of # \
     idle workers} the one in row {row}{idle|| comes first}.",
);
static AGAIN: Rule = Rule::with_values(
    "again",
    &["place", "tasks", "losses", "row"],
    "Task {job}, lost {losses|once|# times} in this batch, is dispatched again as number {place} of {tasks} \
     in the list, to the worker in row {row}.",
);
static SECOND: Rule = Rule::with_values(
    "copy",
    &["place", "tasks", "idle", "row"],
    "A replica of task {job}, number {place} of {tasks} in the list, protects it against the loss of its \
     machine. It goes to the worker in row {row}, the first of {idle} idle.",
);
static EAGER: Rule = Rule::with_values(
    "eager",
    &["place", "tasks", "idle", "row"],
    "The list of tasks is empty: the worker in row {row} runs a replica of task {job}, which has run \
     longest.",
);
static GONE: Rule = Rule::with_values(
    "lost",
    &["row", "workers"],
    "The machine in row {row} was lost; {workers|1 worker is|# workers are|no worker is} left.",
);
static TAKEN: Rule = Rule::with_values(
    "preempted",
    &["row", "workers"],
    "The machine in row {row} was given to a user with better priority; {workers|1 worker is|# workers \
     are|no worker is} left.",
);
static JOINED: Rule = Rule::with_values(
    "granted",
    &["row", "workers", "wanted"],
    "The machine in row {row} joins: {workers|1 worker|# workers} of {wanted} requested.",
);
static NEVER: Rule =
    Rule::new("reject", "{job} is rejected: no machine available to it meets its requirements.");
static FAILS: Rule = Rule::with_values(
    "fail",
    &["losses"],
    "{job} failed: one of its tasks was lost {losses|once|# times} in one batch.",
);

static WAITS: Rule = Rule::with_values(
    "wait",
    &["position", "waiting", "working"],
    "Task {job} waits for a worker: position {position} of the {waiting|1 task|# tasks} of its batch that \
     {waiting|waits|wait}; {working|1 is with a worker|# are with workers|none is with a worker}.",
);

/// Why tasks wait at a given time.
pub(super) fn wait_reasons(standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
    let (trace, now) = (standing.trace, standing.time);
    // The given tasks mostly belong to one batch.
    let mut batch: Option<(u32, Vec<SubjectId>, usize)> = None;
    let reason = |&task: &SubjectId| {
        let group = trace.subjects.group[task as usize];
        if batch.as_ref().is_none_or(|&(known, ..)| known != group) {
            let round = trace.table_rows::<Round>().find(|round| round.group == group);
            let tasks = round.map_or_else(Vec::new, |round| round.tasks(trace));
            let are = |status| {
                let tasks = tasks.iter().map(|one| one.subject);
                tasks.filter(move |&id| trace.status_at(id, now) == status)
            };
            batch = Some((group, are(Status::Queued).collect(), are(Status::Running).count()));
        }
        let (waiting, running) =
            batch.as_ref().map_or((&[][..], 0), |(_, waiting, running)| (&waiting[..], *running));
        let ahead = waiting.iter().take_while(|&&other| other != task).count();
        let values = [ahead as i64 + 1, waiting.len() as i64, running as i64];
        standing.explain_all(&[Decision::new(now, task, &WAITS).with_values(values)])
    };
    asked.iter().map(reason).collect()
}

/// The cause of a task's start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StartCause {
    First,
    Again(u32),
    Second,
    Eager,
}

/// Records the start of a task on a machine.
pub(super) fn record_start(
    record: &mut Recorder,
    now: Time,
    (task, way): (SubjectId, StartCause),
    (rank, tasks): (u32, usize),
    (idle, row): (u32, u32),
) {
    let (rule, third) = match way {
        StartCause::First => (&START, idle),
        StartCause::Again(losses) => (&AGAIN, losses),
        StartCause::Second => (&SECOND, idle),
        StartCause::Eager => (&EAGER, idle),
    };
    let values = [i64::from(rank) + 1, tasks as i64, i64::from(third), i64::from(row)];
    record.decide(Decision::new(now, task, rule).with_values(values));
}

/// Records that a machine joins an application.
pub(super) fn record_join(
    record: &mut Recorder,
    now: Time,
    application: SubjectId,
    row: u32,
    (held, wanted): (u32, u32),
) {
    let values = [i64::from(row), i64::from(held), i64::from(wanted)];
    record.decide(Decision::new(now, application, &JOINED).with_values(values));
}

/// Records that an application lost a machine to its owner, or to another user.
pub(super) fn record_loss(
    record: &mut Recorder,
    now: Time,
    application: SubjectId,
    (row, held): (u32, u32),
    user: bool,
) {
    let rule = if user { &TAKEN } else { &GONE };
    record.decide(Decision::new(now, application, rule).with_values([i64::from(row), i64::from(held)]));
}

/// Records the decision of a policy.
pub(super) fn record_policy_decision(
    record: &mut Recorder,
    now: Time,
    application: SubjectId,
    (rule, values): (&'static Rule, [i64; 4]),
) {
    record.decide(Decision::new(now, application, rule).with_values(values));
}

/// Records that an application can never run.
pub(super) fn record_never(record: &mut Recorder, now: Time, application: SubjectId) {
    record.decide(Decision::new(now, application, &NEVER));
}

/// Records the failure of an application.
pub(super) fn record_failure(record: &mut Recorder, now: Time, application: SubjectId, losses: u32) {
    record.decide(Decision::new(now, application, &FAILS).with_values([i64::from(losses)]));
}
