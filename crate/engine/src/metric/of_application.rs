//! Measures of iterative master-worker applications: how long they take, and how many workers that needs.
//!
//! All are taken from the rounds of an application, its batches, that began after the warm-up and are over.

use super::{Better, Measure, Metric, Scope, entry};
use crate::entry::Accepts;
use crate::order;
use crate::policy::list_scheduling::{TradeOff, trade_off};
use crate::record::{Round, RoundTask, Status, Trace};
use crate::time::Span;

/// From the first batch to the end.
pub(super) const EXECUTION_TIME: Metric = Metric {
    entry: entry(
        "application-time",
        "Execution time",
        "How long an application takes, from the beginning of its first batch to its end.",
        "Heymann 2001, section 2.4 (ET)",
        &[],
    ),
    unit: "s",
    formula: "end of the application (of its last batch while it goes on) - beginning of its first batch",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(execution_time),
};

/// Useful share of the time of the workers.
pub(super) const EFFICIENCY: Metric = Metric {
    entry: entry(
        "efficiency",
        "Efficiency",
        "The part of the time in which they could have worked that workers did something useful, 0 to 1. What was lost, and \
         second copies, are of no use.",
        "Heymann 2001, section 2.4 (E)",
        &[],
    ),
    unit: "share",
    formula: "sum of work / (sum of time workers were there - sum of time they were suspended)",
    better: Better::Higher,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|_, _, rounds| efficiency(rounds)),
};

/// Time by efficiency.
pub(super) const EXECUTION_EFFICIENCY_RATIO: Metric = Metric {
    entry: entry(
        "execution-efficiency-ratio",
        "Execution-efficiency ratio",
        "Execution time by efficiency: small if an application is fast without wasting workers.",
        "Heymann 2001, section 2.4 (EER)",
        &[],
    ),
    unit: "s",
    formula: "execution time / efficiency",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, scope, rounds| {
        let efficiency = efficiency(rounds).filter(|&efficiency| efficiency > 0.0)?;
        Some(execution_time(trace, scope, rounds)? / efficiency)
    }),
};

/// Mean over batches.
pub(super) const AVERAGE_WORKERS: Metric = Metric {
    entry: entry(
        "average-workers",
        "Average workers",
        "How many workers an application has, as a plain mean over its batches: the most it has at a time in each.",
        "Heymann 2001, section 4.3.2 (average number of workers)",
        &[],
    ),
    unit: "workers",
    formula: "sum of the most workers held at a time in each batch / batches",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|_, _, rounds| Some(average_workers(rounds))),
};

/// What self-adjustment saves.
pub(super) const WORKERS_PER_TASK: Metric = Metric {
    entry: entry(
        "workers-per-task",
        "Workers per task",
        "How many workers an application has for a hundred tasks of a batch. 100 is one for each task, which needs the least \
         time; what is below is saved.",
        "Heymann 2001, section 4.2.4 (saving of workers)",
        &[],
    ),
    unit: "%",
    formula: "100 x average workers / mean number of tasks of a batch",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|_, _, rounds| {
        let tasks = mean(rounds, |round| f64::from(round.tasks.1));
        (tasks > 0.0).then(|| 100.0 * average_workers(rounds) / tasks)
    }),
};

/// Mean over time.
pub(super) const TIME_WEIGHTED_WORKERS: Metric = Metric {
    entry: entry(
        "time-weighted-workers",
        "Workers over time",
        "How many workers that are not suspended an application has, as a mean over time: long batches count for more.",
        "after Heymann 2001, section 2.4 (the denominator of E, by ET)",
        &[],
    ),
    unit: "workers",
    formula: "(sum of time workers were there - sum of time they were suspended) / execution time",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, scope, rounds| {
        let time = execution_time(trace, scope, rounds).filter(|&time| time > 0.0)?;
        Some(could_work(rounds) / time)
    }),
};

/// Where time by efficiency is least.
pub(super) const PERFECT_NUMBER: Metric = Metric {
    entry: entry(
        "perfect-number",
        "Perfect number",
        "The number of workers that would give the least execution-efficiency ratio, if every task always took as long as \
         it did on average, on machines as fast as the master.",
        "Heymann 2001, section 4.1 (PN)",
        &[],
    ),
    unit: "workers",
    formula: "argmin over n of time(n) / efficiency(n), the longest tasks first; the smallest n of equals",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, _, rounds| {
        mean_trade_off(trace, rounds).map(|trade| f64::from(trade.perfect_number()))
    }),
};

/// The fewest workers that are nearly perfect.
pub(super) const IDEAL_FROM: Metric = Metric {
    entry: entry(
        "ideal-workers-least",
        "Ideal interval, from",
        "The fewest workers next to the perfect number whose execution-efficiency ratio is at most a tenth above the least.",
        "Heymann 2001, section 4.1 (ideal interval)",
        &[],
    ),
    unit: "workers",
    formula: "least n of those around the perfect number PN with EER(n) <= 1.1 x EER(PN)",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, _, rounds| {
        mean_trade_off(trace, rounds).map(|trade| f64::from(trade.ideal_interval().0))
    }),
};

/// The most workers that are nearly perfect.
pub(super) const IDEAL_TO: Metric = Metric {
    entry: entry(
        "ideal-workers-most",
        "Ideal interval, to",
        "The most workers next to the perfect number whose execution-efficiency ratio is at most a tenth above the least.",
        "Heymann 2001, section 4.1 (ideal interval)",
        &[],
    ),
    unit: "workers",
    formula: "most n of those around the perfect number PN with EER(n) <= 1.1 x EER(PN)",
    better: Better::Lower,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, _, rounds| {
        mean_trade_off(trace, rounds).map(|trade| f64::from(trade.ideal_interval().1))
    }),
};

/// Against one worker.
pub(super) const SPEEDUP: Metric = Metric {
    entry: entry(
        "speedup",
        "Speedup",
        "How many times faster an application is than with one worker that is as fast as the master.",
        "Heymann 2001, section 4.2.2.3",
        &[],
    ),
    unit: "",
    formula: "(sum of the times of tasks as if on the master + time outside of batches) / execution time",
    better: Better::Higher,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, scope, rounds| {
        let time = execution_time(trace, scope, rounds).filter(|&time| time > 0.0)?;
        let tasks: f64 = rounds.iter().map(|round| alone(trace, round)).sum();
        Some((tasks + (time - lengths(rounds)).max(0.0)) / time)
    }),
};

/// The most that workers can gain.
pub(super) const ACHIEVABLE_SPEEDUP: Metric = Metric {
    entry: entry(
        "achievable-speedup",
        "Achievable speedup",
        "The most that any number of workers as fast as the master could gain: no batch is shorter than its longest task.",
        "after Heymann 2001, section 4.2.3 (asp, there of one batch)",
        &[],
    ),
    unit: "",
    formula: "sum of the times of tasks as if on the master / sum of the longest of each batch",
    better: Better::Higher,
    of: Some(Accepts::MasterWorker),
    measure: Measure::OfApplication(|trace, _, rounds| {
        let longest = |round: &&Round| trace.times(round).and_then(|times| times.into_iter().max());
        let least: f64 = rounds.iter().filter_map(longest).map(|time| Span(time).seconds()).sum();
        let all: f64 = rounds.iter().map(|round| alone(trace, round)).sum();
        (least > 0.0).then(|| all / least)
    }),
};

/// How long these rounds were together, in seconds.
fn lengths(rounds: &[&Round]) -> f64 {
    rounds.iter().filter_map(|round| round.seconds()).sum()
}

/// From the beginning of the first of these rounds to the end of the application, or of the last of them while it goes on.
fn execution_time(trace: &Trace, scope: &Scope, rounds: &[&Round]) -> Option<f64> {
    let (first, last) = (rounds.first()?, rounds.last()?);
    let application = last.application as usize;
    let (end, done) = (trace.subjects.end[application], trace.subjects.status[application] == Status::Done);
    let end = if done && end <= scope.until { end } else { last.end };
    Some((end - first.start).seconds())
}

/// A mean over rounds, of which there is at least one.
pub(super) fn mean(rounds: &[&Round], of: impl Fn(&Round) -> f64) -> f64 {
    rounds.iter().map(|round| of(round)).sum::<f64>() / rounds.len() as f64
}

fn average_workers(rounds: &[&Round]) -> f64 {
    mean(rounds, |round| f64::from(round.most_held))
}

/// How long workers could have worked in these rounds, in seconds.
fn could_work(rounds: &[&Round]) -> f64 {
    rounds.iter().map(|round| (round.up - round.suspended).seconds()).sum()
}

fn efficiency(rounds: &[&Round]) -> Option<f64> {
    let could = could_work(rounds);
    let work: f64 = rounds.iter().map(|round| round.work.seconds()).sum();
    (could > 0.0).then(|| work / could)
}

/// How long the tasks of a round would have taken one worker as fast as the master, in seconds.
fn alone(trace: &Trace, round: &Round) -> f64 {
    trace.times(round).map_or(0.0, |times| times.iter().map(|&time| Span(time).seconds()).sum())
}

/// What workers are worth if each task takes as long as it did on average in these rounds, the longest first.
fn mean_trade_off(trace: &Trace, rounds: &[&Round]) -> Option<TradeOff> {
    let tasks: Vec<RoundTask> = rounds.iter().flat_map(|round| trace.tasks_of(round)).collect();
    let number = |task: &RoundTask| trace.subjects.number[task.subject as usize];
    let numbered = tasks.iter().map(number).zip(0..).collect();
    let mean = |(_, places): &(u32, Vec<usize>)| {
        let sum = places.iter().fold(0_i64, |sum, &place| sum.saturating_add(tasks[place].normalised.0));
        sum / places.len() as i64
    };
    let mut times: Vec<i64> = order::groups(numbered).iter().map(mean).collect();
    order::sort(&mut times, |&time| time.saturating_neg());
    times.first().is_some_and(|&longest| longest > Span::ZERO.0).then(|| trade_off(&times))
}
