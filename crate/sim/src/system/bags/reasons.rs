//! Reasons for the selection, the placement and the wait of tasks of bags.

use super::options::{Architecture, Options};
use super::tables::{SentRow, TurnRow};
use ganttlet_core::order;
use ganttlet_core::record::{MarkKind, QueueState};
use ganttlet_core::rule::{Decision, Rule, SubjectId};

/// A replica is started.
pub(super) const COPY: MarkKind = MarkKind { id: "copy", sentence: "A replica of task {job} was started." };

/// A replica is started: its number and the maximum number.
pub(super) static COPIES: Rule = Rule::with_values(
    "copy",
    &["replica", "most"],
    "No task waits, so replica {replica} of at most {most} of task {job} starts on {cluster}. The first to \
     finish counts.",
);

/// A task migrates before its start.
pub(super) const MIGRATION: MarkKind =
    MarkKind { id: "migration", sentence: "Task {job} migrated to another cluster before its start." };

/// A task migrates: expected ends in its queue and on the cluster with an idle processor.
pub(super) static MIGRATES: Rule = Rule::with_values(
    "migration",
    &["there", "here"],
    "Task {job} leaves its queue, where it would end at {there:time}, and starts on {cluster}, whose idle \
     processor ends it at {here:time}.",
);

static IN_QUEUE: Rule = Rule::with_values(
    "wait",
    &["sent", "ahead", "idle"],
    "Task {job} was sent to {cluster} at {sent:time} and waits there: {ahead|1 task is|# tasks are|none is} \
     ahead of it, and {idle|1 processor is|# processors are|no processor is} idle.",
);
static CENTRAL: Rule = Rule::with_values(
    "wait",
    &["others", "idle"],
    "Task {job} waits at the central scheduler with {others|1 other|# others}; {idle|1 processor is|# \
     processors are|no processor is} idle.",
);
static UNSEEN: Rule =
    Rule::with_values("wait", &["next_look"], "The scheduler polls the clusters again at {next_look:time}.");
static AT_CLUSTER: Rule = Rule::with_values(
    "wait",
    &["others", "idle"],
    "Task {job} waits at {cluster} with {others|1 other|# others}; {idle|1 processor is|# processors are|no \
     processor is} idle there.",
);
static TURN: Rule = Rule::with_values(
    "turn",
    &["bag", "selected", "tasks"],
    "Last task selection: bag {bag}, at {selected:time}: {tasks|1 task|# tasks}.",
);
static USERS_TURN: Rule = Rule::with_values(
    "turn",
    &["bag", "selected", "tasks", "user"],
    "Last task selection: user {user}, at {selected:time}: {tasks|1 task|# tasks}.",
);

/// Why tasks wait at a given time: where, with how many others, and who had the last turn.
pub(super) fn wait_reasons(standing: &QueueState, asked: &[SubjectId], options: &Options) -> Vec<String> {
    let (trace, time) = (standing.trace, standing.time);
    let waits = |task: SubjectId| trace.subjects.start[task as usize] > time;
    let sent: Vec<SentRow> = trace
        .table_rows::<SentRow>()
        .take_while(|row| row.time <= time)
        .filter(|row| waits(row.task))
        .collect();
    // Each task is sent once, so the rows of all tasks are looked up together.
    let by_task = order::indices_by_key(sent.len(), |at| i64::from(sent[at].task));
    let row_of = |task: SubjectId| {
        let found = by_task.binary_search_by_key(&task, |&at| sent[at as usize].task);
        found.ok().map(|at| by_task[at] as usize)
    };
    let central = options.architecture == Architecture::Central;
    let free: u32 = standing.free.iter().sum();
    let reason = |&task: &SubjectId| {
        let decision = |rule| Decision::new(time, task, rule);
        if let Some(at) = row_of(task) {
            let row = sent[at];
            let before = sent[..at].iter().filter(|other| other.cluster == row.cluster).count();
            let idle = standing.free.get(row.cluster as usize).copied().unwrap_or(0);
            let values = [row.time.0, before as i64, i64::from(idle)];
            return standing
                .explain_all(&[decision(&IN_QUEUE).with_values(values).with_cluster(row.cluster as usize)]);
        }
        let home = usize::from(trace.subjects.cluster[task as usize]);
        let same = |&other: &SubjectId| {
            other != task
                && (central || usize::from(trace.subjects.cluster[other as usize]) == home)
                && row_of(other).is_none()
        };
        let others = standing.waiting.iter().copied().filter(same).count() as i64;
        let mut told = if central {
            vec![decision(&CENTRAL).with_values([others, i64::from(free)])]
        } else {
            let idle = standing.free.get(home).copied().unwrap_or(0);
            vec![decision(&AT_CLUSTER).with_values([others, i64::from(idle)]).with_cluster(home)]
        };
        let period = options.monitor_period_s;
        if central && free > 0 && period.0 > 0 {
            let next = crate::system::parts::multiple_after(time, period);
            told.push(decision(&UNSEEN).with_values([next.0]));
        }
        let scheduler = if central { 0 } else { home as u32 };
        let mut turns = trace.table_rows::<TurnRow>().rev().skip_while(|row| row.time > time);
        if let Some(turn) = turns.find(|row| row.scheduler == scheduler) {
            let values =
                [i64::from(turn.bag), turn.time.0, i64::from(turn.tasks), turn.user.map_or(0, i64::from)];
            told.push(decision(if turn.user.is_some() { &USERS_TURN } else { &TURN }).with_values(values));
        }
        standing.explain_all(&told)
    };
    asked.iter().map(reason).collect()
}
