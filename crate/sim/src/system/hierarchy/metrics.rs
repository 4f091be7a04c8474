//! Measures of divisible tasks on a hierarchy of grids, from the tables of the system.
//!
//! The type of a task is the queue that served it: with a type in scope, a measure is over the tasks that ended in that
//! queue.

use crate::metric::Measure::OfRun;
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use crate::tables::stays::{QueueRow, StayRow, TaskRow};
use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::time::Span;
use ganttlet_work::divisible::Divisible;
use ganttlet_work::{Item, Kind};

const TASKS: &[&Kind] = &[Divisible::KIND];
const PAPER: &str = "Silberstein et al. 2006, section 6";

/// A completed task with its stays in queues; the last one is where it ended.
pub(super) struct CompletedTask {
    pub(super) task: TaskRow,
    stays: Vec<StayRow>,
}

impl CompletedTask {
    fn last_stay(&self) -> &StayRow {
        &self.stays[self.stays.len() - 1]
    }

    /// The sum of a value over the stays.
    fn sum_over_stays(&self, of: impl Fn(&StayRow) -> f64) -> f64 {
        self.stays.iter().map(of).sum()
    }
}

/// The causes of the overhead of a task.
pub const OVERHEADS: [&str; 6] =
    ["estimation", "allocation", "behind others", "migration", "evictions", "detection"];

/// The overhead of a task by cause, in seconds; the measures of these names are the means.
pub(super) fn overheads_by_cause(task: &CompletedTask) -> [f64; 6] {
    let in_vain = wasted_seconds(task.last_stay());
    [
        task.sum_over_stays(|stay| stay.estimation.seconds()),
        task.sum_over_stays(|stay| stay.allocation.seconds()),
        task.sum_over_stays(|stay| stay.queueing.seconds()),
        task.sum_over_stays(|stay| stay.moved.seconds()) + task.sum_over_stays(wasted_seconds) - in_vain,
        in_vain,
        task.sum_over_stays(|stay| stay.detection.seconds()),
    ]
}

/// The share of the CPU time of a stay that was lost.
fn lost_cpu_share(stay: &StayRow) -> f64 {
    if stay.used > Span::ZERO { stay.lost.seconds() / stay.used.seconds() } else { 0.0 }
}

/// Time of a stay without useful work, in seconds.
fn wasted_seconds(stay: &StayRow) -> f64 {
    stay.execution.seconds() * lost_cpu_share(stay)
}

/// The completed tasks in scope.
pub(super) fn completed_tasks(trace: &Trace, scope: &Scope) -> Vec<CompletedTask> {
    let stays: Vec<StayRow> = trace.table_rows().collect();
    let places = stays.iter().zip(0..).map(|(stay, place)| (stay.task, place)).collect();
    let mut by_task: Vec<Vec<usize>> = Vec::new();
    for (task, places) in order::group_pairs(places) {
        by_task.resize(task as usize + 1, Vec::new());
        by_task[task as usize] = places;
    }
    let done = |task: &TaskRow| {
        let ends = scope.includes(trace, task.task as usize);
        ends && trace.text(task.status) == "done"
    };
    let of = |task: TaskRow| {
        let own = by_task.get(task.task as usize).cloned().unwrap_or_default();
        CompletedTask { task, stays: own.into_iter().map(|place| stays[place]).collect() }
    };
    trace.table_rows().filter(done).map(of).filter(|served| !served.stays.is_empty()).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The mean of a value over the tasks in scope.
fn mean_over_tasks(trace: &Trace, scope: &Scope, of: fn(&CompletedTask) -> f64) -> Option<f64> {
    mean(completed_tasks(trace, scope).iter().map(of))
}

/// The sum over the tasks of a type, as a share of the sum over all tasks, in per cent.
fn share_of_type(trace: &Trace, scope: &Scope, of: fn(&CompletedTask) -> f64) -> Option<f64> {
    let sum = |scope: &Scope| completed_tasks(trace, scope).iter().map(of).sum::<f64>();
    let all = sum(&Scope { of_type: "", ..*scope });
    (all > 0.0).then(|| 100.0 * sum(scope) / all)
}

/// The mean of a value over the tasks in scope that were split into several jobs in the queue that served them: losses
/// elsewhere were caused by moves, not by machines.
fn mean_over_split_tasks(trace: &Trace, scope: &Scope, of: fn(&StayRow) -> f64) -> Option<f64> {
    let all = completed_tasks(trace, scope);
    mean(all.iter().map(CompletedTask::last_stay).filter(|stay| stay.jobs > 1 && stay.starts > 0).map(of))
}

/// The share of tasks served below the level that is best for them, in per cent; over tasks of one best level, or of
/// any if it is 0.
fn share_served_below_level(trace: &Trace, scope: &Scope, level: u32) -> Option<f64> {
    let all = completed_tasks(trace, scope);
    let best = all.iter().filter(|served| level == 0 || served.task.best == level);
    mean(best.map(|served| if served.task.level > served.task.best { 100.0 } else { 0.0 }))
}

pub(crate) const TIME_SHARE: Metric = lower_is_better(TASKS, "time-share", "Share of execution time", "%")
    .summary(
        "Execution time of the tasks that a queue served, as a share of that of all tasks. Only execution in \
         the serving queue, where a task ended, is included.",
    )
    .formula(
        "100 × sum of (last job end − first job start in the serving queue) / the same sum over all tasks",
    )
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| {
        share_of_type(trace, scope, |served| served.last_stay().execution.seconds())
    }));

pub(crate) const CPU_SHARE: Metric = lower_is_better(TASKS, "work-share", "Share of work", "%")
    .summary("Work of the tasks that a queue served, as a share of the work of all tasks.")
    .formula("100 × sum of work / the same sum over all tasks")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| share_of_type(trace, scope, |served| served.task.work.seconds())));

pub(crate) const COUNT_SHARE: Metric = higher_is_better(TASKS, "served-share", "Share of tasks", "%")
    .summary("Number of tasks that a queue served, as a share of all tasks.")
    .formula("100 × tasks / all tasks")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| share_of_type(trace, scope, |_| 1.0)));

pub(crate) const OVERHEAD: Metric = lower_is_better(TASKS, "task-overhead", "Overhead", "s")
    .summary(
        "Mean response time of tasks minus their useful execution time, that is, execution whose results \
         were kept.",
    )
    .formula("end − submission − sum over queues of execution × (1 − CPU time lost / CPU time used)")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, overhead)));

fn overhead(served: &CompletedTask) -> f64 {
    let kept = served.sum_over_stays(|stay| stay.execution.seconds() - wasted_seconds(stay));
    (served.task.end - served.task.submit).seconds() - kept
}

pub(crate) const ESTIMATION: Metric = lower_is_better(TASKS, "estimation-time", "Estimation time", "s")
    .summary("Mean time spent on estimating the size of a task.")
    .formula("sum over queues of the estimation time")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[0])));

pub(crate) const ALLOCATION: Metric = lower_is_better(TASKS, "allocation-time", "Allocation time", "s")
    .summary(
        "Mean time from the admission of a task to its first machine, in queues where no earlier task had \
         pending jobs.",
    )
    .formula("sum over queues of (first job start − admission), where no earlier task had pending jobs")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[1])));

pub(crate) const QUEUEING: Metric = lower_is_better(TASKS, "queueing-time", "Queueing time", "s")
    .summary("Mean time a task waited behind other tasks, or for a machine on which to estimate its size.")
    .formula(
        "sum over queues of the time before the first job start that is neither estimation nor allocation",
    )
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[2])));

pub(crate) const DETECTION: Metric = lower_is_better(TASKS, "detection-time", "Detection time", "s")
    .summary("Mean delay until the end of the last job of a task was detected.")
    .formula("end of the task − end of its last job")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[5])));

pub(crate) const MIGRATION: Metric = lower_is_better(TASKS, "migration-time", "Migration time", "s")
    .summary(
        "Mean time of a task in transfer between queues, plus its execution time lost in queues that it \
         left.",
    )
    .formula("sum of transfers + sum over the queues left of execution × CPU time lost / CPU time used")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[3])));

pub(crate) const EVICTION: Metric = lower_is_better(TASKS, "eviction-time", "Eviction time", "s")
    .summary(
        "Mean execution time in the serving queue that was lost because jobs were evicted from their \
         machines.",
    )
    .formula("execution × CPU time lost / CPU time used, in the serving queue")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| overheads_by_cause(served)[4])));

pub(crate) const EXECUTION: Metric =
    lower_is_better(TASKS, "serving-execution", "Execution time in the serving queue", "s")
        .summary(
            "Mean time from the first job start to the last job end of a task in the queue where it ended.",
        )
        .formula("last job end − first job start in the serving queue")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            mean_over_tasks(trace, scope, |served| served.last_stay().execution.seconds())
        }));

pub(crate) const TOO_LOW: Metric =
    lower_is_better(TASKS, "tasks-too-low", "Tasks served at a lower level", "%")
        .summary(
            "Share of tasks served below the best level for their size, that is, the first level whose task \
         limit is large enough.",
        )
        .formula("100 × tasks served below the first level whose largest task is as large / tasks")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| share_served_below_level(trace, scope, 0)));

pub(crate) const FIRST_TOO_LOW: Metric =
    lower_is_better(TASKS, "first-level-too-low", "Level-1 tasks served lower", "%")
        .summary("Share of the tasks with best level 1 that were served at a lower level.")
        .formula("100 × tasks of best level 1 served at a lower level / tasks of best level 1")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| share_served_below_level(trace, scope, 1)));

pub(crate) const SECOND_TOO_LOW: Metric =
    lower_is_better(TASKS, "second-level-too-low", "Level-2 tasks served lower", "%")
        .summary("Share of the tasks with best level 2 that were served at a lower level.")
        .formula("100 × tasks of best level 2 served at a lower level / tasks of best level 2")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| share_served_below_level(trace, scope, 2)));

pub(crate) const VOLATILITY: Metric = lower_is_better(TASKS, "volatility-runtime", "Lost CPU time", "%")
    .summary(
        "Share of the CPU time of a task in its serving queue that was lost, averaged over tasks with \
         several jobs.",
    )
    .formula("mean of 100 × CPU time lost / CPU time used")
    .source("Silberstein et al. 2006, table 3")
    .measured_by(OfRun(|trace, scope| {
        mean_over_split_tasks(trace, scope, |stay| 100.0 * lost_cpu_share(stay))
    }));

pub(crate) const EVICTED: Metric = lower_is_better(TASKS, "volatility-jobs", "Evicted job starts", "%")
    .summary(
        "Share of job starts in the serving queue that ended in eviction, averaged over tasks with several \
         jobs.",
    )
    .formula("mean of 100 × evicted starts / starts")
    .source("Silberstein et al. 2006, table 3")
    .measured_by(OfRun(|trace, scope| {
        mean_over_split_tasks(trace, scope, |stay| 100.0 * f64::from(stay.evicted) / f64::from(stay.starts))
    }));

pub(crate) const ALLOCATED: Metric = higher_is_better(
    TASKS,
    "machines-per-task",
    "Machines per task",
    "machines",
)
.summary(
    "Mean number of machines a task has in its serving queue until its last job starts. It is sampled at \
         each job start and end, over tasks with several jobs.",
)
.formula(
    "mean of running jobs at each job start and end, from the first job start to the start of the last \
         job",
)
.source("Silberstein et al. 2006, table 3")
.measured_by(OfRun(|trace, scope| mean_over_split_tasks(trace, scope, |stay| stay.allocated)));

pub(crate) const ALLOCATED_SHARE: Metric =
    higher_is_better(TASKS, "requests-met", "Share of requested machines obtained", "%")
        .summary(
            "Machines a task has in its serving queue as a share of its jobs, averaged over tasks with \
             several jobs.",
        )
        .formula("mean of 100 × machines per task / its jobs")
        .source("Silberstein et al. 2006, table 3")
        .measured_by(OfRun(|trace, scope| {
            mean_over_split_tasks(trace, scope, |stay| 100.0 * stay.allocated / f64::from(stay.jobs))
        }));

pub(crate) const JOBS: Metric = lower_is_better(TASKS, "jobs-per-task", "Jobs per task", "")
    .summary(
        "Number of jobs of a task when its serving queue admitted it, averaged over tasks with several jobs.",
    )
    .formula("mean number of jobs to run at the admission of the task")
    .source("Silberstein et al. 2006, table 3")
    .measured_by(OfRun(|trace, scope| mean_over_split_tasks(trace, scope, |stay| f64::from(stay.jobs))));

pub(crate) const JOB_LENGTH: Metric = lower_is_better(TASKS, "job-length", "Job length", "min")
    .summary(
        "Runtime of jobs that were not evicted, in the serving queue, averaged over tasks with several jobs.",
    )
    .formula("mean of (CPU time used − lost) / (starts − evicted starts) / 60")
    .source("Silberstein et al. 2006, table 3")
    .measured_by(OfRun(|trace, scope| {
        mean_over_split_tasks(trace, scope, |stay| {
            let ended = stay.starts.saturating_sub(stay.evicted).max(1);
            (stay.used - stay.lost).seconds() / f64::from(ended) / 60.0
        })
    }));

pub(crate) const DEDICATED: Metric =
    lower_is_better(TASKS, "slow-down-dedicated", "Slowdown relative to dedicated machines", "")
        .summary(
            "Mean execution time in the serving queue divided by the mean execution time on dedicated \
             machines, as many as the queue may hold.",
        )
        .formula("mean of execution in the serving queue / mean of (work / (N × P))")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            let alone = mean_over_tasks(trace, scope, |served| served.last_stay().dedicated.seconds())?;
            let took = mean_over_tasks(trace, scope, |served| served.last_stay().execution.seconds())?;
            (alone > 0.0).then(|| took / alone)
        }));

pub(crate) const LOST_TIME: Metric =
    lower_is_better(TASKS, "unfinished-time", "CPU time of unfinished tasks", "%")
        .summary("Share of CPU time used by tasks that were terminated, rejected or removed by their user.")
        .formula("100 × CPU time of uncompleted tasks / CPU time of all ended tasks")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            let tasks: Vec<TaskRow> =
                trace.table_rows().filter(|task: &TaskRow| scope.includes_time(task.end)).collect();
            let all: f64 = tasks.iter().map(|task| task.used.seconds()).sum();
            let done: f64 =
                completed_tasks(trace, scope).iter().map(|served| served.task.used.seconds()).sum();
            (all > 0.0).then(|| 100.0 * (all - done) / all)
        }));

pub(crate) const OVERFULL: Metric = lower_is_better(TASKS, "queue-overfull", "Queue overload", "%")
    .summary(
        "Share of queue samples in which the work in a queue exceeds its limit C_q. Queues are sampled in \
         their periodic passes, at most once per queue table interval.",
    )
    .formula("100 × samples with Q > C_q / samples")
    .source("Silberstein et al. 2006, section 3.2")
    .measured_by(OfRun(|trace, scope| {
        let there = |row: &QueueRow| {
            scope.includes_time(row.time)
                && (scope.of_type.is_empty() || trace.text(row.queue) == scope.of_type)
        };
        mean(trace.table_rows().filter(there).map(|row| if row.fill > 1.0 { 100.0 } else { 0.0 }))
    }));

pub(crate) const MOVES: Metric = lower_is_better(TASKS, "moves-per-task", "Moves per task", "")
    .summary("Mean number of moves of a task between queues.")
    .formula("mean number of moves of a task")
    .source("Silberstein et al. 2006, section 3")
    .measured_by(OfRun(|trace, scope| mean_over_tasks(trace, scope, |served| f64::from(served.task.moves))));

pub(crate) const TAIL: Metric = lower_is_better(TASKS, "task-tail", "Task tail", "s")
    .summary("Mean time from the last job start of a task to the end of its last job.")
    .formula("last job end − last job start, in the serving queue")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| {
        mean_over_tasks(trace, scope, |served| served.last_stay().tail.seconds())
    }));
