//! Accuracy of predictions for jobs, from the table of predictions.

use crate::metric::Measure::{OfRow, OfRun};
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use crate::system::batch::forecast::PredictionRow;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::{Item, Job, Kind};

const JOBS: &[&Kind] = &[Job::KIND];
const RUNS: &str = "Sonmez 2010, section 7.2.2";
const WAITS: &str = "Sonmez 2010, section 7.3.1";
const BOUNDS: &str = "Sonmez 2010, section 7.3.2";

/// The accuracy of one time against another: the shorter over the longer, 1 if both are zero.
fn accuracy(one: Span, other: Span) -> f64 {
    let (less, more) = (one.min(other), one.max(other));
    if more == Span::ZERO { 1.0 } else { less.seconds() / more.seconds() }
}

/// The absolute difference of two times, in seconds.
fn absolute_error(one: Span, other: Span) -> f64 {
    (one.seconds() - other.seconds()).abs()
}

/// A value for each job in scope with the necessary data.
fn values_of_jobs(
    trace: &Trace,
    scope: &Scope,
    of: impl Fn(&PredictionRow) -> Option<f64>,
) -> Vec<(SubjectId, f64)> {
    let rows = trace.table_rows::<PredictionRow>().filter(|row| scope.includes(trace, row.job as usize));
    rows.filter_map(|row| of(&row).map(|value| (row.job, value))).collect()
}

/// The mean of the values.
fn mean(values: &[(SubjectId, f64)]) -> Option<f64> {
    let sum: f64 = values.iter().map(|&(_, value)| value).sum();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}

/// Values over the jobs with a predicted runtime.
fn over_run_times(trace: &Trace, scope: &Scope, of: fn(Span, Span) -> f64) -> Vec<(SubjectId, f64)> {
    values_of_jobs(trace, scope, |row| Some(of(row.run?, row.ran?)))
}

/// Values over the jobs that waited.
fn over_wait_times(trace: &Trace, scope: &Scope, of: fn(Span, Span) -> f64) -> Vec<(SubjectId, f64)> {
    values_of_jobs(trace, scope, |row| Some(of(row.wait?, row.waited.filter(|&waited| waited > Span::ZERO)?)))
}

/// 100 or 0, in per cent.
fn percent(is: bool) -> f64 {
    if is { 100.0 } else { 0.0 }
}

pub(crate) const RUN_ACCURACY: Metric =
    higher_is_better(JOBS, "run-time-accuracy", "Accuracy of predicted runtimes", "")
        .summary(
            "The smaller of predicted and actual runtime divided by the larger; 1 is exact. Jobs without a \
             prediction are excluded.",
        )
        .formula("mean of min(predicted, runtime) / max(predicted, runtime)")
        .source(RUNS)
        .measured_by(OfRow(|trace, scope| over_run_times(trace, scope, accuracy)));

pub(crate) const RUN_ERROR: Metric = lower_is_better(
    JOBS,
    "run-time-error",
    "Error of predicted runtimes",
    "s",
)
.summary("Absolute difference between predicted and actual runtime. Jobs without a prediction are excluded.")
.formula("mean of |predicted − runtime|")
.source(RUNS)
.measured_by(OfRow(|trace, scope| over_run_times(trace, scope, absolute_error)));

pub(crate) const UNPREDICTED: Metric = lower_is_better(JOBS, "unpredicted", "Jobs without a prediction", "%")
    .summary("Share of jobs submitted before any job of their class had completed.")
    .formula("100 × such jobs / all jobs")
    .source(RUNS)
    .measured_by(OfRun(|trace, scope| {
        mean(&values_of_jobs(trace, scope, |row| Some(percent(row.run.is_none()))))
    }));

pub(crate) const WAIT_ACCURACY: Metric =
    higher_is_better(JOBS, "wait-accuracy", "Accuracy of predicted wait times", "")
        .summary(
            "The smaller of predicted and actual wait time divided by the larger; 1 is exact. Only jobs that \
             waited are included.",
        )
        .formula("mean of min(predicted, wait) / max(predicted, wait), over waits > 0")
        .source(WAITS)
        .measured_by(OfRow(|trace, scope| over_wait_times(trace, scope, accuracy)));

pub(crate) const WAIT_ERROR: Metric =
    lower_is_better(JOBS, "wait-error", "Error of predicted wait times", "s")
        .summary("Absolute difference between predicted and actual wait time, for jobs that waited.")
        .formula("mean of |predicted − wait|, over waits > 0")
        .source(WAITS)
        .measured_by(OfRow(|trace, scope| over_wait_times(trace, scope, absolute_error)));

pub(crate) const WAITED_LONGER: Metric =
    lower_is_better(JOBS, "waited-longer", "Waited longer than predicted", "%")
        .summary("Share of jobs that waited at least 1 s longer than predicted, among all jobs that waited.")
        .formula("100 × jobs with wait − predicted ≥ 1 s / jobs with wait > 0")
        .source(WAITS)
        .measured_by(OfRun(|trace, scope| {
            mean(&over_wait_times(trace, scope, |wait, waited| {
                percent(waited >= wait + Span::from_seconds(1.0))
            }))
        }));

/// Values over the jobs with a quoted bound.
fn over_bounds(trace: &Trace, scope: &Scope, of: fn(Span, Span) -> f64) -> Vec<(SubjectId, f64)> {
    values_of_jobs(trace, scope, |row| Some(of(row.bound?, row.waited?)))
}

pub(crate) const BOUND_ACCURACY: Metric = higher_is_better(
    JOBS,
    "bound-accuracy",
    "Accuracy of wait-time bounds",
    "",
)
.summary(
    "The smaller of quoted bound and actual wait time divided by the larger; 1 is exact. Jobs without a \
         bound are excluded.",
)
.formula("mean of min(bound, wait) / max(bound, wait)")
.source(BOUNDS)
.measured_by(OfRow(|trace, scope| over_bounds(trace, scope, accuracy)));

pub(crate) const BOUND_ERROR: Metric = lower_is_better(JOBS, "bound-error", "Error of wait-time bounds", "s")
    .summary(
        "Absolute difference between quoted bound and actual wait time. Jobs without a bound are excluded.",
    )
    .formula("mean of |bound − wait|")
    .source(BOUNDS)
    .measured_by(OfRow(|trace, scope| over_bounds(trace, scope, absolute_error)));

pub(crate) const BOUND_MISSED: Metric =
    lower_is_better(JOBS, "bound-missed", "Exceeded wait-time bounds", "%")
        .summary("Share of jobs that waited at least 1 s longer than their bound, among jobs with a bound.")
        .formula("100 × jobs with wait − bound ≥ 1 s / jobs with a bound")
        .source(BOUNDS)
        .measured_by(OfRun(|trace, scope| {
            mean(&over_bounds(trace, scope, |bound, waited| {
                percent(waited >= bound + Span::from_seconds(1.0))
            }))
        }));

pub(crate) const BOUND_LOOSE: Metric = lower_is_better(JOBS, "bound-loose", "Loose wait-time bounds", "%")
    .summary("Share of jobs that waited at least 1 s less than their bound, among jobs with a bound.")
    .formula("100 × jobs with bound − wait ≥ 1 s / jobs with a bound")
    .source(BOUNDS)
    .measured_by(OfRun(|trace, scope| {
        mean(&over_bounds(trace, scope, |bound, waited| percent(bound >= waited + Span::from_seconds(1.0))))
    }));

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of the source's definition.
    #[test]
    fn accuracy_is_the_shorter_by_the_longer() {
        let of = |predicted, is| accuracy(Span::from_seconds(predicted), Span::from_seconds(is)).to_string();
        let found = [of(100.0, 50.0), of(50.0, 100.0), of(7.0, 7.0), of(0.0, 0.0), of(0.0, 5.0)];
        assert_eq!(found, ["0.5", "0.5", "1", "1", "0"]);
    }
}
