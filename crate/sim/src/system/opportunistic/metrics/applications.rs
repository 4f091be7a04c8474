//! Measures of iterative master-worker applications: their execution time, and the workers used.
//!
//! All are computed from the completed rounds of an application, its batches, that began after the warm-up.

use crate::metric::Measure::OfApplication;
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use crate::policy::list_scheduling::{TradeOff, batch_trade_off};
use crate::tables::rounds::{Round, RoundTask};
use ganttlet_core::order;
use ganttlet_core::record::{Status, Trace};
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::MasterWorker;
use ganttlet_work::{Item, Kind};

pub(crate) const APPLICATIONS: &[&Kind] = &[MasterWorker::KIND];

pub(crate) const EXECUTION_TIME: Metric =
    lower_is_better(APPLICATIONS, "application-time", "Application execution time", "s")
        .summary("Time from the start of the first batch to the end of the application.")
        .formula(
            "end of the application (while it runs: of its last completed batch) − start of its first batch",
        )
        .source("Heymann 2001, section 2.4 (ET)")
        .measured_by(OfApplication(execution_time));

pub(crate) const EFFICIENCY: Metric = higher_is_better(APPLICATIONS, "efficiency", "Efficiency", "share")
    .summary(
        "Useful work time of the workers divided by the time they were available, that is, allocated and not \
         suspended; 0 to 1. Lost work does not count as useful, and a replicated task counts once.",
    )
    .formula(
        "sum of useful work time / (sum of time workers were allocated − sum of time they were suspended)",
    )
    .source("Heymann 2001, section 2.4 (E)")
    .measured_by(OfApplication(|_, _, rounds| efficiency(rounds)));

pub(crate) const EXECUTION_EFFICIENCY_RATIO: Metric = lower_is_better(
    APPLICATIONS,
    "execution-efficiency-ratio",
    "Execution-efficiency ratio (EER)",
    "s/efficiency",
)
.summary(
    "Execution time divided by efficiency. It is low if an application is fast and wastes few \
             workers.",
)
.formula("execution time / efficiency")
.source("Heymann 2001, section 2.4 (EER)")
.measured_by(OfApplication(|trace, scope, rounds| {
    let efficiency = efficiency(rounds).filter(|&efficiency| efficiency > 0.0)?;
    Some(execution_time(trace, scope, rounds)? / efficiency)
}));

pub(crate) const AVERAGE_WORKERS: Metric = lower_is_better(
    APPLICATIONS,
    "average-workers",
    "Average number of workers",
    "workers",
)
.summary(
    "Largest number of workers allocated at once in each batch, averaged over batches without weighting by \
     their length.",
)
.formula("mean over batches of the largest number of workers allocated at once")
.source("Heymann 2001, section 4.3.2 (average number of workers)")
.measured_by(OfApplication(|_, _, rounds| Some(average_workers(rounds))));

pub(crate) const WORKERS_PER_TASK: Metric = lower_is_better(
    APPLICATIONS,
    "workers-per-task",
    "Workers per task",
    "%",
)
.summary(
    "Average number of workers as a percentage of the tasks of a batch. At 100 % every task has its own \
         worker, which gives the shortest execution time; lower values are savings.",
)
.formula("100 × average number of workers / mean number of tasks of a batch")
.source("Heymann 2001, section 4.2.4 (saving of workers)")
.measured_by(OfApplication(|_, _, rounds| {
    let tasks = mean_over_rounds(rounds, |round| f64::from(round.tasks.1));
    (tasks > 0.0).then(|| 100.0 * average_workers(rounds) / tasks)
}));

pub(crate) const TIME_WEIGHTED_WORKERS: Metric =
    lower_is_better(APPLICATIONS, "time-weighted-workers", "Time-weighted average of workers", "workers")
        .summary("Number of workers that are not suspended, averaged over time; long batches weigh more.")
        .formula("(sum of time workers were allocated − sum of time they were suspended) / execution time")
        .source("after Heymann 2001, section 2.4 (the denominator of E, divided by ET)")
        .measured_by(OfApplication(|trace, scope, rounds| {
            let time = execution_time(trace, scope, rounds).filter(|&time| time > 0.0)?;
            Some(available_worker_seconds(rounds) / time)
        }));

pub(crate) const PERFECT_NUMBER: Metric =
    lower_is_better(APPLICATIONS, "perfect-number", "Perfect number (PN)", "workers")
        .summary(
            "Number of workers with the lowest execution-efficiency ratio, assuming that every task takes \
             its mean time on machines as fast as that of the master.",
        )
        .formula("argmin over n of time(n) / efficiency(n), longest tasks first; ties go to the smallest n")
        .source("Heymann 2001, section 4.1 (PN)")
        .measured_by(OfApplication(|trace, _, rounds| {
            mean_trade_off(trace, rounds).map(|trade| f64::from(trade.perfect_number()))
        }));

pub(crate) const IDEAL_FROM: Metric = lower_is_better(
    APPLICATIONS,
    "ideal-workers-least",
    "Ideal interval, lower end",
    "workers",
)
.summary(
    "Smallest number of workers in the ideal interval. The interval contains the consecutive numbers around \
     the perfect number whose execution-efficiency ratio is at most 10 % above the minimum.",
)
.formula("smallest n in the run of consecutive n around PN with EER(n) ≤ 1.1 × EER(PN)")
.source("Heymann 2001, section 4.1 (ideal interval)")
.measured_by(OfApplication(|trace, _, rounds| {
    mean_trade_off(trace, rounds).map(|trade| f64::from(trade.ideal_interval().0))
}));

pub(crate) const IDEAL_TO: Metric = lower_is_better(
    APPLICATIONS,
    "ideal-workers-most",
    "Ideal interval, upper end",
    "workers",
)
.summary(
    "Largest number of workers in the ideal interval. The interval contains the consecutive numbers around \
     the perfect number whose execution-efficiency ratio is at most 10 % above the minimum.",
)
.formula("largest n in the run of consecutive n around PN with EER(n) ≤ 1.1 × EER(PN)")
.source("Heymann 2001, section 4.1 (ideal interval)")
.measured_by(OfApplication(|trace, _, rounds| {
    mean_trade_off(trace, rounds).map(|trade| f64::from(trade.ideal_interval().1))
}));

pub(crate) const SPEEDUP: Metric = higher_is_better(APPLICATIONS, "speedup", "Speedup", "")
    .summary("Execution time with one worker as fast as the master, divided by the actual execution time.")
    .formula("(sum of task times on the master's machine + time outside batches) / execution time")
    .source("Heymann 2001, section 4.2.2.3")
    .measured_by(OfApplication(|trace, scope, rounds| {
        let time = execution_time(trace, scope, rounds).filter(|&time| time > 0.0)?;
        let tasks: f64 = rounds.iter().map(|round| sequential_time(trace, round)).sum();
        Some((tasks + (time - total_length(rounds)).max(0.0)) / time)
    }));

pub(crate) const ACHIEVABLE_SPEEDUP: Metric = higher_is_better(
    APPLICATIONS,
    "achievable-speedup",
    "Achievable speedup",
    "",
)
.summary(
    "Upper bound on the speedup with any number of workers as fast as the master, because no batch is \
     shorter than its longest task.",
)
.formula("sum of task times on the master's machine / sum over batches of the longest task time")
.source("after Heymann 2001, section 4.2.3 (asp, there of one batch)")
.measured_by(OfApplication(|trace, _, rounds| {
    let longest = |round: &&Round| round.task_times_micros(trace).and_then(|times| times.into_iter().max());
    let least: f64 = rounds.iter().filter_map(longest).map(|time| Span(time).seconds()).sum();
    let all: f64 = rounds.iter().map(|round| sequential_time(trace, round)).sum();
    (least > 0.0).then(|| all / least)
}));

/// Total duration of these rounds, in seconds.
fn total_length(rounds: &[&Round]) -> f64 {
    rounds.iter().filter_map(|round| round.duration_s()).sum()
}

/// From the start of the first of these rounds to the end of the application if it is done within the scope, otherwise
/// to the end of the last round.
fn execution_time(trace: &Trace, scope: &Scope, rounds: &[&Round]) -> Option<f64> {
    let (first, last) = (rounds.first()?, rounds.last()?);
    let application = last.application as usize;
    let (end, done) = (trace.subjects.end[application], trace.subjects.status[application] == Status::Done);
    let end = if done && end <= scope.until { end } else { last.end };
    Some((end - first.start).seconds())
}

/// The mean over rounds, of which there is at least one.
pub(super) fn mean_over_rounds(rounds: &[&Round], of: impl Fn(&Round) -> f64) -> f64 {
    rounds.iter().map(|round| of(round)).sum::<f64>() / rounds.len() as f64
}

fn average_workers(rounds: &[&Round]) -> f64 {
    mean_over_rounds(rounds, |round| f64::from(round.most_held))
}

/// Available worker time in these rounds, in seconds.
fn available_worker_seconds(rounds: &[&Round]) -> f64 {
    rounds.iter().map(|round| (round.up - round.suspended).seconds()).sum()
}

fn efficiency(rounds: &[&Round]) -> Option<f64> {
    let could = available_worker_seconds(rounds);
    let work: f64 = rounds.iter().map(|round| round.work.seconds()).sum();
    (could > 0.0).then(|| work / could)
}

/// Total runtime of the tasks of a round on a worker as fast as the master, in seconds.
fn sequential_time(trace: &Trace, round: &Round) -> f64 {
    round.task_times_micros(trace).map_or(0.0, |times| times.iter().map(|&time| Span(time).seconds()).sum())
}

/// The trade-off of workers for the mean runtimes of tasks in these rounds, the longest first.
fn mean_trade_off(trace: &Trace, rounds: &[&Round]) -> Option<TradeOff> {
    let tasks: Vec<RoundTask> = rounds.iter().flat_map(|round| round.tasks(trace)).collect();
    let number = |task: &RoundTask| trace.subjects.number[task.subject as usize];
    let numbered = tasks.iter().map(number).zip(0..).collect();
    let mean = |(_, places): &(u32, Vec<usize>)| {
        let sum = places.iter().fold(0_i64, |sum, &place| sum.saturating_add(tasks[place].normalised.0));
        sum / places.len() as i64
    };
    let mut times: Vec<i64> = order::group_pairs(numbered).iter().map(mean).collect();
    order::sort_by_key(&mut times, |&time| time.saturating_neg());
    times.first().is_some_and(|&longest| longest > Span::ZERO.0).then(|| batch_trade_off(&times))
}
