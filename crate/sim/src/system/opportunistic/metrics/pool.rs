//! Measures of the effect of a non-dedicated pool on its applications.
//!
//! Like those of [`of_application`](super::applications) they are computed from the rounds of an application.

use super::applications::{APPLICATIONS, mean_over_rounds};
use crate::metric::Measure::OfApplication;
use crate::metric::{Metric, higher_is_better, lower_is_better};
use crate::tables::rounds::Round;
use ganttlet_core::record::{Phase, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

pub(crate) const SUSPENSIONS: Metric = lower_is_better(
    APPLICATIONS,
    "suspensions-per-batch",
    "Suspensions per batch",
    "",
)
.summary(
    "Mean number of worker suspensions per batch. A worker is suspended when the owner of its machine \
     returns.",
)
.formula("suspensions / batches")
.source("Heymann 2001, section 4.3.2 (average number of suspensions)")
.measured_by(OfApplication(|_, _, rounds| {
    Some(mean_over_rounds(rounds, |round| f64::from(round.suspensions)))
}));

pub(crate) const LOSSES: Metric = lower_is_better(APPLICATIONS, "losses-per-batch", "Losses per batch", "")
    .summary("Mean number of workers lost per batch. Extra workers pay off from one loss in two batches.")
    .formula("lost workers / batches")
    .source("Heymann 2001, section 5.6")
    .measured_by(OfApplication(|_, _, rounds| {
        Some(mean_over_rounds(rounds, |round| f64::from(round.losses)))
    }));

pub(crate) const LOST_WORK: Metric = lower_is_better(APPLICATIONS, "lost-work", "Lost work", "%")
    .summary(
        "Share of worker time spent on work that was lost with a machine or made useless by a replica that \
         finished first.",
    )
    .formula("100 × time on lost or superseded work / sum of time workers were allocated")
    .source("after Heymann 2001, section 5.3")
    .measured_by(OfApplication(|trace, _, rounds| share_of_time(trace, rounds, lost_seconds)));

pub(crate) const REPLICATED_WORK: Metric =
    lower_is_better(APPLICATIONS, "replicated-work", "Replicated work", "%")
        .summary("Share of worker time spent on tasks that another worker was executing at the same moment.")
        .formula(
            "100 × time on tasks executed elsewhere at the same time / sum of time workers were allocated",
        )
        .source("after Heymann 2001, section 5.4 (replication)")
        .measured_by(OfApplication(|trace, _, rounds| share_of_time(trace, rounds, replica_seconds)));

pub(crate) const BATCHES_UNTIL_STABLE: Metric =
    lower_is_better(APPLICATIONS, "batches-until-stable", "Batches until stable", "")
        .summary("Number of the first batch in which the application has all the workers it requested.")
        .formula(
            "number of the first batch whose largest number of workers allocated at once ≥ workers \
             requested",
        )
        .source("Heymann 2001, section 4.3.2 (number of cycles before having a stable number of machines)")
        .measured_by(OfApplication(|_, _, rounds| {
            rounds.iter().find(|round| round.most_held >= round.wanted).map(|round| f64::from(round.number))
        }));

pub(crate) const POOL_PERFORMANCE: Metric =
    higher_is_better(APPLICATIONS, "pool-performance", "Pool performance (PP)", "")
        .summary(
            "Speed of the application's machines relative to that of the master, averaged over the time they \
             were allocated.",
        )
        .formula(
            "sum of (time a worker was allocated × speed of its machine / speed of the master's) / sum of \
             time workers were allocated",
        )
        .source("Heymann 2001, section 4.3.2 (PP)")
        .measured_by(OfApplication(|_, _, rounds| {
            let up = worker_seconds(rounds);
            (up > 0.0).then(|| rounds.iter().map(|round| round.power).sum::<f64>() / up)
        }));

pub(crate) const COST_EFFICIENCY: Metric =
    higher_is_better(APPLICATIONS, "cost-efficiency", "Cost-weighted efficiency", "")
        .summary(
            "Efficiency with the time on each machine weighted by its hourly cost, so that expensive idle \
             machines count more. It equals the efficiency if all costs are equal.",
        )
        .formula(
            "sum of useful work time × cost / (sum of time workers were allocated × cost − sum of time they \
             were suspended × cost)",
        )
        .source("Heymann 2001, section 6.2")
        .measured_by(OfApplication(|_, _, rounds| {
            let sum = |of: fn(&Round) -> f64| rounds.iter().map(|round| of(round)).sum::<f64>();
            let could = sum(|round| round.up_cost) - sum(|round| round.suspended_cost);
            (could > 0.0).then(|| sum(|round| round.work_cost) / could)
        }));

/// Total time of workers in these rounds, in seconds.
fn worker_seconds(rounds: &[&Round]) -> f64 {
    rounds.iter().map(|round| round.up.seconds()).sum()
}

/// The sum of a time per task over these rounds, as a share of the worker time, in per cent.
fn share_of_time(trace: &Trace, rounds: &[&Round], of: fn(&Trace, SubjectId) -> f64) -> Option<f64> {
    let tasks = rounds.iter().flat_map(|round| round.tasks(trace));
    // A fold from zero, as the sum of an empty list is minus zero.
    let (time, up) = (tasks.fold(0.0, |time, task| time + of(trace, task.subject)), worker_seconds(rounds));
    (up > 0.0).then(|| 100.0 * time / up)
}

/// Lost worker time of a task, in seconds.
fn lost_seconds(trace: &Trace, task: SubjectId) -> f64 {
    let table = &trace.intervals;
    let lost = trace.intervals_of(task).filter(|&i| table.phase[i] == Phase::LOST);
    // A replica that was too late may still be running.
    lost.map(|i| (table.end[i].min(trace.now) - table.start[i]).seconds()).sum()
}

/// Time during which more than one worker ran a task, in seconds of all but the first.
fn replica_seconds(trace: &Trace, task: SubjectId) -> f64 {
    let table = &trace.intervals;
    let (mut busy_until, mut twice) = (Time(i64::MIN), 0.0);
    // Intervals are sorted by start time.
    for i in trace.intervals_of(task).filter(|&i| table.phase[i].is_busy()) {
        let end = table.end[i].min(trace.now);
        twice += crate::metric::scope::overlap((Time(i64::MIN), busy_until), table.start[i], end);
        busy_until = busy_until.max(end);
    }
    twice
}
