//! Reasons of a hierarchy of grids: the records of decisions, and why tasks wait at a given time.

use crate::system::hierarchy::policy::limits::Finding;
use crate::system::hierarchy::policy::{MoveCause, Queue};
use crate::tables::stays::{BoundRow, MoveRow};
use ganttlet_core::record::{MarkKind, QueueState, Recorder};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::{Span, Time};

/// A task has arrived at a queue.
pub(super) const COMES: MarkKind = MarkKind { id: "comes", sentence: "{job} arrives at queue {queue}." };
/// A job has lost its machine.
pub(super) const EVICTED: MarkKind =
    MarkKind { id: "evicted", sentence: "Job {part} was evicted from its machine; its work is lost." };
/// A job was stopped because its task moves.
pub(super) const DROPPED: MarkKind = MarkKind {
    id: "dropped",
    sentence: "Job {part} was stopped, because its task left the queue; its work is lost.",
};

/// The user has withdrawn a task.
pub(super) const REMOVED: MarkKind =
    MarkKind { id: "removed", sentence: "{job} was removed by its user before completion." };

static STARTS: Rule = Rule::with_values(
    "start",
    &["part", "row", "work"],
    "Job {part} of {job} ({work:duration} of work) starts on the machine in row {row}.",
);

static OVERLOAD: Rule = Rule::with_values(
    "overload",
    &["queued", "limit", "queue"],
    "{job} moves to queue {queue}: the work in its queue, {queued:duration}, exceeds the limit of \
     {limit:duration}.",
);
static MISMATCH: Rule = Rule::with_values(
    "mismatch",
    &["bound", "largest", "queue"],
    "{job} moves to queue {queue}: the bound on its work, {bound:duration}, exceeds {largest:duration}, the \
     largest task allowed here.",
);
static OVERDUE: Rule = Rule::with_values(
    "overdue",
    &["stayed", "executed", "queue"],
    "{job} moves to queue {queue}: a time limit is exceeded after {stayed:duration} in the queue and \
     {executed:duration} of execution.",
);
static TASK_POTENTIAL: Rule = Rule::with_values(
    "task-potential",
    &["remaining", "execution", "stay", "queue"],
    "{job} moves to queue {queue}: its remaining work is {remaining:duration}. Its remaining execution time \
     allows {execution:duration} of work, its remaining time in the queue {stay:duration}.",
);
static QUEUE_POTENTIAL: Rule = Rule::with_values(
    "queue-potential",
    &["ahead", "remaining", "limit", "queue"],
    "{job} moves to queue {queue}: {ahead:duration} of work ahead of it and its remaining \
     {remaining:duration} exceed the queue limit of {limit:duration}.",
);
static OVERLOAD_OUT: Rule = Rule::with_values(
    "overload",
    &["queued", "limit"],
    "{job} is rejected: the work in the last queue, {queued:duration}, exceeds the limit of \
         {limit:duration}.",
);
static MISMATCH_OUT: Rule = Rule::with_values(
    "mismatch",
    &["bound", "largest"],
    "{job} is rejected: the bound on its work, {bound:duration}, exceeds {largest:duration}, the largest \
     task allowed in the last queue.",
);
static OVERDUE_OUT: Rule = Rule::with_values(
    "overdue",
    &["stayed", "executed"],
    "{job} is terminated: a time limit is exceeded after {stayed:duration} in the last queue and \
     {executed:duration} of execution.",
);
static TASK_POTENTIAL_OUT: Rule = Rule::with_values(
    "task-potential",
    &["remaining", "execution", "stay"],
    "{job} is terminated: its remaining work is {remaining:duration}. Its remaining execution time allows \
     {execution:duration} of work, its remaining time in the queue {stay:duration}.",
);
static QUEUE_POTENTIAL_OUT: Rule = Rule::with_values(
    "queue-potential",
    &["ahead", "remaining", "limit"],
    "{job} is terminated: {ahead:duration} of work ahead of it and its remaining {remaining:duration} \
     exceed the limit of the last queue, {limit:duration}.",
);
static SHARE: Rule = Rule::with_values(
    "share",
    &["there", "here"],
    "{job} moves to another queue of this level: it is expected to complete in {there:duration} there, \
     against {here:duration} here.",
);
static RETURN: Rule = Rule::with_values(
    "return",
    &["here", "there"],
    "{job} returns to its previous queue: it would take {here:duration} here, against {there:duration} \
     expected there.",
);
static WAY: Rule = Rule::with_values("wait", &["queue"], "{job} is being transferred to queue {queue}.");
static WAITS: Rule = Rule::with_values(
    "wait",
    &["queue", "arrival", "ahead"],
    "{job} arrived in queue {queue} at {arrival:time}, {ahead|with 1 task ahead of it|with # tasks ahead of \
     it|at the head}: its size is being estimated, or it waits for machines.",
);
static WAITS_ONLY: Rule = Rule::with_values(
    "wait",
    &["queue", "arrival", "ahead"],
    "{job} arrived in queue {queue} at {arrival:time}, {ahead|with 1 task ahead of it|with # tasks ahead of \
     it|at the head}: it waits for machines.",
);
static ESTIMATED: Rule = Rule::with_values(
    "wait",
    &["queue", "ahead", "bound", "largest"],
    "{job} waits for machines of queue {queue}, {ahead|with 1 task ahead of it|with # tasks ahead of it|at \
     the head}. The bound on its work, {bound:duration}, is within {largest:duration}, the largest task \
     allowed there.",
);
static AGAIN: Rule =
    Rule::new("wait", "{job} was evicted from its machine and waits for another machine of its queue.");

/// A number as a value in the sentence of a rule.
fn bits(number: f64) -> i64 {
    number.to_bits() as i64
}

/// The amounts of a finding in seconds: of work on one machine of the queue, or of time.
fn amounts_in_seconds(finding: &Finding, queue: &Queue) -> [i64; 4] {
    let [first, second, third, _] = finding.amounts;
    let work = |amount| bits(queue.seconds_of(amount));
    let time = |amount: i128| bits(amount as f64 / 1e6);
    match finding.why {
        MoveCause::Overdue => [time(first), time(third), 0, 0],
        _ => [work(first), work(second), work(third), 0],
    }
}

/// A rule and the values in its sentence.
pub(super) type Reason = (&'static Rule, [i64; 4]);

/// Why a task moves to another queue.
pub(super) fn move_reason((finding, queue): (&Finding, &Queue), to: usize) -> Reason {
    let rule = match finding.why {
        MoveCause::Overload => &OVERLOAD,
        MoveCause::Mismatch => &MISMATCH,
        MoveCause::TaskPotential => &TASK_POTENTIAL,
        MoveCause::QueuePotential => &QUEUE_POTENTIAL,
        _ => &OVERDUE,
    };
    let mut values = amounts_in_seconds(finding, queue);
    values[rule.values.len() - 1] = to as i64 + 1;
    (rule, values)
}

/// Why a task leaves the last queue.
pub(super) fn rejection_reason((finding, queue): (&Finding, &Queue)) -> Reason {
    let rule = match finding.why {
        MoveCause::Overload => &OVERLOAD_OUT,
        MoveCause::Mismatch => &MISMATCH_OUT,
        MoveCause::TaskPotential => &TASK_POTENTIAL_OUT,
        MoveCause::QueuePotential => &QUEUE_POTENTIAL_OUT,
        _ => &OVERDUE_OUT,
    };
    (rule, amounts_in_seconds(finding, queue))
}

/// Why a task is given away, or returned: the expected times there and here, in seconds.
pub(super) fn sharing_reason(why: MoveCause, (there, here): (f64, f64)) -> Reason {
    (if why == MoveCause::Share { &SHARE } else { &RETURN }, [bits(there), bits(here), 0, 0])
}

/// Records the start of a job.
pub(super) fn record_start(
    record: &mut Recorder,
    now: Time,
    task: SubjectId,
    (job, row): (u32, u32),
    (work, queue): (u64, &Queue),
) {
    let values = [i64::from(job), i64::from(row), bits(queue.seconds_of(work.into()))];
    record.decide(Decision::new(now, task, &STARTS).with_values(values));
}

/// The location of a task: its queue, whether it is moving there, and since when.
#[derive(Clone, Copy)]
struct TaskPlace {
    moves: bool,
    queue: i64,
    since: Time,
}

/// The location of each task that had arrived at a queue by then. A move takes this long; without a duration, a task is
/// in the other queue immediately.
fn task_places(standing: &QueueState, migration: Option<Span>) -> Vec<Option<TaskPlace>> {
    let (trace, now) = (standing.trace, standing.time);
    let mut places: Vec<Option<TaskPlace>> = Vec::new();
    let marks = trace.marks.iter().filter(|mark| mark.kind.id == COMES.id && mark.time <= now);
    for mark in marks {
        let task = mark.subject as usize;
        places.resize(places.len().max(task + 1), None);
        places[task] = Some(TaskPlace { moves: false, queue: mark.value, since: mark.time });
    }
    for row in trace.table_rows().filter(|row: &MoveRow| row.time <= now) {
        let Some(Some(place)) = places.get_mut(row.task as usize) else { continue };
        let moves = migration.is_some();
        let name = trace.text(row.to).trim_start_matches(char::is_alphabetic).parse();
        // A task that has arrived entered that queue afterwards.
        if let (Ok(queue), true) =
            (name, row.time >= place.since && migration.is_none_or(|takes| now < row.time + takes))
        {
            *place = TaskPlace { moves, queue, since: row.time };
        }
    }
    places
}

/// Why tasks wait at a given time: the rule that moved each to its queue, with its values, and what it waits for there.
pub(super) fn wait_reasons(
    standing: &QueueState,
    asked: &[SubjectId],
    (migration, estimates): (Option<Span>, bool),
) -> Vec<String> {
    let (trace, now) = (standing.trace, standing.time);
    let waits_there = if estimates { &WAITS } else { &WAITS_ONLY };
    let places = task_places(standing, migration);
    let bounds: Vec<BoundRow> = trace.table_rows().filter(|row: &BoundRow| row.time <= now).collect();
    let reason = |&task: &SubjectId| {
        let Some(here) = places.get(task as usize).copied().flatten() else {
            return standing.explain_all(&[Decision::new(now, task, &AGAIN)]);
        };
        let before = |&(other, place): &(usize, &Option<TaskPlace>)| {
            let first = |place: TaskPlace| (place.since, other) < (here.since, task as usize);
            let there = |place: TaskPlace| !place.moves && place.queue == here.queue && first(place);
            place.is_some_and(there) && trace.subjects.end[other] > now
        };
        let others = places.iter().enumerate().filter(before).count() as i64;
        let found = bounds.iter().rev().find(|row| row.task == task && row.time >= here.since);
        let waits = match found {
            _ if here.moves => Decision::new(now, task, &WAY).with_values([here.queue]),
            Some(row) => Decision::new(now, task, &ESTIMATED).with_values([
                here.queue,
                others,
                bits(row.bound),
                bits(row.limit),
            ]),
            None => Decision::new(now, task, waits_there).with_values([here.queue, here.since.0, others]),
        };
        let rule = standing.latest_decision_about(task).filter(|decision| decision.rule.id != STARTS.id);
        standing.explain_all(&rule.into_iter().chain([waits]).collect::<Vec<_>>())
    };
    asked.iter().map(reason).collect()
}
