//! Measures of divisible tasks on a hierarchy of grids, taken from the tables that such a system keeps.
//!
//! The type of a task is the queue that served it: of one type, a measure is of the tasks that ended in that queue.

use super::Measure::OfRun;
use super::{Metric, Scope, higher, lower};
use crate::order;
use crate::record::Trace;
use crate::system::stays::{QueueRow, StayRow, TaskRow};
use crate::time::Span;
use crate::workload::divisible::Divisible;
use crate::workload::{Item, Kind};

const TASKS: &[&Kind] = &[Divisible::KIND];
const PAPER: &str = "Silberstein and others 2006, section 6";

/// A task that is done, and its stays in queues; the last one is where it ended.
pub(super) struct Served {
    pub(super) task: TaskRow,
    stays: Vec<StayRow>,
}

impl Served {
    fn last(&self) -> &StayRow {
        &self.stays[self.stays.len() - 1]
    }

    /// A number of each stay, summed.
    fn sum(&self, of: impl Fn(&StayRow) -> f64) -> f64 {
        self.stays.iter().map(of).sum()
    }
}

/// What the overhead of a task goes to.
pub const OVERHEADS: [&str; 6] =
    ["estimation", "allocation", "behind others", "migration", "evictions", "detection"];

/// How much of the overhead of a task went to each, in seconds; the measures of these names are their means.
pub(super) fn overheads(task: &Served) -> [f64; 6] {
    let in_vain = vain(task.last());
    [
        task.sum(|stay| stay.estimation.seconds()),
        task.sum(|stay| stay.allocation.seconds()),
        task.sum(|stay| stay.queueing.seconds()),
        task.sum(|stay| stay.moved.seconds()) + task.sum(vain) - in_vain,
        in_vain,
        task.sum(|stay| stay.detection.seconds()),
    ]
}

/// The part of the CPU time of a stay that was lost.
fn lost_share(stay: &StayRow) -> f64 {
    if stay.used > Span::ZERO { stay.lost.seconds() / stay.used.seconds() } else { 0.0 }
}

/// Time of a stay in which nothing was done that was kept, in seconds.
fn vain(stay: &StayRow) -> f64 {
    stay.execution.seconds() * lost_share(stay)
}

/// The tasks in scope that are done.
pub(super) fn served(trace: &Trace, scope: &Scope) -> Vec<Served> {
    let stays: Vec<StayRow> = trace.entries().collect();
    let places = stays.iter().zip(0..).map(|(stay, place)| (stay.task, place)).collect();
    let mut by_task: Vec<Vec<usize>> = Vec::new();
    for (task, places) in order::groups(places) {
        by_task.resize(task as usize + 1, Vec::new());
        by_task[task as usize] = places;
    }
    let done = |task: &TaskRow| {
        let ends = scope.holds(trace, task.task as usize);
        ends && trace.words(task.status) == "done"
    };
    let of = |task: TaskRow| {
        let own = by_task.get(task.task as usize).cloned().unwrap_or_default();
        Served { task, stays: own.into_iter().map(|place| stays[place]).collect() }
    };
    trace.entries().filter(done).map(of).filter(|served| !served.stays.is_empty()).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The mean of a number over the tasks in scope.
fn of_tasks(trace: &Trace, scope: &Scope, of: fn(&Served) -> f64) -> Option<f64> {
    mean(served(trace, scope).iter().map(of))
}

/// What the tasks of a type have of a number, of what all have, in per cent.
fn share(trace: &Trace, scope: &Scope, of: fn(&Served) -> f64) -> Option<f64> {
    let sum = |scope: &Scope| served(trace, scope).iter().map(of).sum::<f64>();
    let all = sum(&Scope { of_type: "", ..*scope });
    (all > 0.0).then(|| 100.0 * sum(scope) / all)
}

/// The mean of a number over the tasks in scope that were cut into several jobs in the queue that served them: what they lost
/// elsewhere was lost by moving, not with machines.
fn of_stays(trace: &Trace, scope: &Scope, of: fn(&StayRow) -> f64) -> Option<f64> {
    let all = served(trace, scope);
    mean(all.iter().map(Served::last).filter(|stay| stay.jobs > 1 && stay.starts > 0).map(of))
}

/// The share of the tasks for which a level is best that were served below it, in per cent; of any level if it is 0.
fn too_low(trace: &Trace, scope: &Scope, level: u32) -> Option<f64> {
    let all = served(trace, scope);
    let best = all.iter().filter(|served| level == 0 || served.task.best == level);
    mean(best.map(|served| if served.task.level > served.task.best { 100.0 } else { 0.0 }))
}

pub(super) const TIME_SHARE: Metric = lower(TASKS, "time-share", "Share of running time", "%")
    .summary("What the tasks that a queue served have of the time in which tasks executed where they ended.")
    .formula("100 x sum of (last end - first start in the serving queue) / the same of all tasks")
    .source(PAPER)
    .by(OfRun(|trace, scope| share(trace, scope, |served| served.last().execution.seconds())));

pub(super) const CPU_SHARE: Metric = lower(TASKS, "work-share", "Share of the work", "%")
    .summary("What the tasks that a queue served have of the work of all tasks.")
    .formula("100 x sum of work / the same of all tasks")
    .source(PAPER)
    .by(OfRun(|trace, scope| share(trace, scope, |served| served.task.work.seconds())));

pub(super) const COUNT_SHARE: Metric = higher(TASKS, "served-share", "Share of the tasks", "%")
    .summary("What share of the tasks a queue served.")
    .formula("100 x tasks / all tasks")
    .source(PAPER)
    .by(OfRun(|trace, scope| share(trace, scope, |_| 1.0)));

pub(super) const OVERHEAD: Metric = lower(TASKS, "task-overhead", "Overhead", "s")
    .summary("The part of the time of a task in the system in which nothing was done of it that was kept, as a mean.")
    .formula("end - submission - sum over queues of execution x (1 - CPU time lost / CPU time used)")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, overhead)));

fn overhead(served: &Served) -> f64 {
    let kept = served.sum(|stay| stay.execution.seconds() - vain(stay));
    (served.task.end - served.task.submit).seconds() - kept
}

pub(super) const ESTIMATION: Metric = lower(TASKS, "estimation-time", "Estimation", "s")
    .summary("How long the size of a task was estimated, as a mean.")
    .formula("sum over queues of the time of estimation")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[0])));

pub(super) const ALLOCATION: Metric = lower(TASKS, "allocation-time", "Allocation", "s")
    .summary(
        "How long a task waited for its first machine in a queue in which nobody was before it, as a mean.",
    )
    .formula("sum over queues of (first start - let in), where no earlier task had pending jobs")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[1])));

pub(super) const QUEUEING: Metric = lower(TASKS, "queueing-time", "Waiting behind others", "s")
    .summary("How long a task waited behind others, or for a machine to be estimated on, as a mean.")
    .formula("sum over queues of the time before the first start that is neither estimation nor allocation")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[2])));

pub(super) const DETECTION: Metric = lower(TASKS, "detection-time", "Detection", "s")
    .summary("How long it took to notice that the last job of a task had ended, as a mean.")
    .formula("end - end of the last job")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[5])));

pub(super) const MIGRATION: Metric = lower(TASKS, "migration-time", "Migration", "s")
    .summary("Time on the way, and what was done in vain in queues that the task left, as a mean.")
    .formula("sum of transfers + sum over queues that it left of execution x CPU time lost / CPU time used")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[3])));

pub(super) const EVICTION: Metric = lower(TASKS, "eviction-time", "Evictions", "s")
    .summary("The part of the execution where a task ended that was in vain, as jobs lost their machines, as a mean.")
    .formula("execution x CPU time lost / CPU time used, in the serving queue")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| overheads(served)[4])));

pub(super) const EXECUTION: Metric = lower(TASKS, "serving-execution", "Execution where served", "s")
    .summary("From the first start to the last end in the queue in which a task ended, as a mean.")
    .formula("last end - first start in the serving queue")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| served.last().execution.seconds())));

pub(super) const TOO_LOW: Metric = lower(TASKS, "tasks-too-low", "Tasks at a lower level", "%")
    .summary("The share of the tasks that were served at a level below the best for their size.")
    .formula("100 x tasks with a serving level below the first whose largest task is as large / tasks")
    .source(PAPER)
    .by(OfRun(|trace, scope| too_low(trace, scope, 0)));

pub(super) const FIRST_TOO_LOW: Metric = lower(TASKS, "first-level-too-low", "Level 1 served lower", "%")
    .summary("The share of the tasks for the first level that were served below it.")
    .formula("100 x tasks of best level 1 that were served lower / tasks of best level 1")
    .source(PAPER)
    .by(OfRun(|trace, scope| too_low(trace, scope, 1)));

pub(super) const SECOND_TOO_LOW: Metric = lower(TASKS, "second-level-too-low", "Level 2 served lower", "%")
    .summary("The share of the tasks for the second level that were served below it.")
    .formula("100 x tasks of best level 2 that were served lower / tasks of best level 2")
    .source(PAPER)
    .by(OfRun(|trace, scope| too_low(trace, scope, 2)));

pub(super) const VOLATILITY: Metric = lower(TASKS, "volatility-runtime", "CPU time lost", "%")
    .summary(
        "The share of the CPU time of a task in the queue that served it that was lost, as a mean over tasks of several jobs.",
    )
    .formula("mean of 100 x CPU time lost / CPU time used")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| of_stays(trace, scope, |stay| 100.0 * lost_share(stay))));

pub(super) const EVICTED: Metric = lower(TASKS, "volatility-jobs", "Jobs evicted", "%")
    .summary("The share of the starts after which a job lost its machine, where its task was served, as a mean over tasks of several jobs.")
    .formula("mean of 100 x evicted starts / starts")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| {
        of_stays(trace, scope, |stay| 100.0 * f64::from(stay.evicted) / f64::from(stay.starts))
    }));

pub(super) const ALLOCATED: Metric = higher(TASKS, "machines-per-task", "Machines of a task", "machines")
    .summary(
        "How many machines a task has at a time where it is served, until its last job starts, as a mean.",
    )
    .formula("mean of running jobs at each start and end from the first start to the start of the last job")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| of_stays(trace, scope, |stay| stay.allocated)));

pub(super) const ALLOCATED_SHARE: Metric = higher(TASKS, "requests-met", "Requests met", "%")
    .summary("How many machines a task has at a time where it is served, as a share of its jobs, as a mean.")
    .formula("mean of 100 x machines of the task / its jobs")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| of_stays(trace, scope, |stay| 100.0 * stay.allocated / f64::from(stay.jobs))));

pub(super) const JOBS: Metric = lower(TASKS, "jobs-per-task", "Jobs of a task", "")
    .summary("How many jobs a task has where it is served, as a mean over tasks of several jobs.")
    .formula("mean of the jobs there were to run when the task was let in")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| of_stays(trace, scope, |stay| f64::from(stay.jobs))));

pub(super) const JOB_LENGTH: Metric = lower(TASKS, "job-length", "Length of jobs", "min")
    .summary("How long a job takes that is not evicted, where its task is served, as a mean over tasks of several jobs.")
    .formula("mean of (CPU time used - lost) / (starts - evicted starts) / 60")
    .source("Silberstein and others 2006, table 3")
    .by(OfRun(|trace, scope| {
        of_stays(trace, scope, |stay| {
            let ended = stay.starts.saturating_sub(stay.evicted).max(1);
            (stay.used - stay.lost).seconds() / f64::from(ended) / 60.0
        })
    }));

pub(super) const DEDICATED: Metric =
    lower(TASKS, "slow-down-dedicated", "Slower than on machines of its own", "")
        .summary(
            "How much longer tasks execute than on as many machines of their own as their queue may hold.",
        )
        .formula("mean of execution in the serving queue / mean of work / (N x P)")
        .source(PAPER)
        .by(OfRun(|trace, scope| {
            let alone = of_tasks(trace, scope, |served| served.last().dedicated.seconds())?;
            let took = of_tasks(trace, scope, |served| served.last().execution.seconds())?;
            (alone > 0.0).then(|| took / alone)
        }));

pub(super) const LOST_TIME: Metric = lower(TASKS, "unfinished-time", "CPU time of unfinished tasks", "%")
    .summary("The share of the CPU time that went into tasks that were terminated, rejected or taken back.")
    .formula("100 x CPU time of tasks that are not done / CPU time of all tasks that are over")
    .source(PAPER)
    .by(OfRun(|trace, scope| {
        let tasks: Vec<TaskRow> = trace.entries().filter(|task: &TaskRow| scope.covers(task.end)).collect();
        let all: f64 = tasks.iter().map(|task| task.used.seconds()).sum();
        let done: f64 = served(trace, scope).iter().map(|served| served.task.used.seconds()).sum();
        (all > 0.0).then(|| 100.0 * (all - done) / all)
    }));

pub(super) const OVERFULL: Metric = lower(TASKS, "queue-overfull", "Time with too much in a queue", "%")
    .summary("The share of the moments in the table of queues at which there is more in a queue than there may be.")
    .formula("100 x rows with Q > C_q / rows")
    .source("Silberstein and others 2006, section 3.2")
    .by(OfRun(|trace, scope| {
        let there = |row: &QueueRow| {
            scope.covers(row.time) && (scope.of_type.is_empty() || trace.words(row.queue) == scope.of_type)
        };
        mean(trace.entries().filter(there).map(|row| if row.fill > 1.0 { 100.0 } else { 0.0 }))
    }));

pub(super) const MOVES: Metric = lower(TASKS, "moves-per-task", "Moves", "")
    .summary("How often a task moved to another queue, as a mean.")
    .formula("mean of the moves of a task")
    .source("Silberstein and others 2006, section 3")
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| f64::from(served.task.moves))));

pub(super) const TAIL: Metric = lower(TASKS, "task-tail", "Tail", "s")
    .summary("From the last start of a job of a task to the end of its last job, as a mean.")
    .formula("last end - last start, in the serving queue")
    .source(PAPER)
    .by(OfRun(|trace, scope| of_tasks(trace, scope, |served| served.last().tail.seconds())));
