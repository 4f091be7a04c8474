//! Metrics of failures: unavailable node time, and lost work.

use crate::metric::Measure::OfRun;
use crate::metric::scope::{overlap, window_seconds};
use crate::metric::{Metric, Scope, lower_is_better};
use ganttlet_core::record::{Phase, Trace};
use ganttlet_work::{Item, Job, Kind};

const JOBS: &[&Kind] = &[Job::KIND];

/// Node-seconds in scope of bars whose phase meets a condition; none if no node ever failed.
fn node_seconds(trace: &Trace, scope: &Scope, is: fn(Phase) -> bool) -> Option<f64> {
    if trace.phases().all(|phase| phase != Phase::AWAY) {
        return None;
    }
    let (window, table) = (scope.window(trace), &trace.intervals);
    let of = |i: usize| overlap(window, table.start[i], table.end[i]) * f64::from(table.rows[i]);
    // A fold from zero, as the sum of an empty list is minus zero.
    Some((0..table.len()).filter(|&i| is(table.phase[i])).map(of).fold(0.0, |sum, seconds| sum + seconds))
}

pub(crate) const UNAVAILABLE: Metric =
    lower_is_better(JOBS, "unavailable-nodes", "Unavailable node time", "%")
        .summary("Share of node time in which nodes are unavailable, because they have failed.")
        .formula("100 × node-seconds unavailable / (nodes × length of the run)")
        .source("Kondo et al. 2010, The Failure Trace Archive (availability)")
        .measured_by(OfRun(|trace, scope| {
            let whole = window_seconds(scope.window(trace))? * f64::from(trace.rows());
            Some(100.0 * node_seconds(trace, scope, |phase| phase == Phase::AWAY)? / whole)
        }));

pub(crate) const LOST_WORK: Metric =
    lower_is_better(JOBS, "work-lost-to-failures", "Work lost to failures", "%")
        .summary("Share of the used node time that was spent on work lost with a failed node.")
        .formula("100 × node-seconds of lost work / node-seconds in use")
        .source("Zhang, Squillante, Sivasubramaniam, Sahoo 2004, Performance implications of failures in large-scale cluster scheduling")
        .measured_by(OfRun(|trace, scope| {
            let used = node_seconds(trace, scope, Phase::is_busy)?;
            let lost = node_seconds(trace, scope, |phase| phase == Phase::LOST)?;
            (used > 0.0).then(|| 100.0 * lost / used)
        }));

pub(crate) const FAILED_ATTEMPTS: Metric = lower_is_better(JOBS, "failed-attempts", "Failed attempts", "")
    .summary("Number of times that a job lost its nodes to a failure.")
    .formula("sum over all jobs of the attempts that did not complete")
    .source("Ganttlet")
    .measured_by(OfRun(|trace, scope| {
        node_seconds(trace, scope, |_| false)?;
        let lost =
            trace.marks.iter().filter(|mark| std::ptr::eq(mark.kind, &raw const super::failures::LOST));
        Some(lost.filter(|mark| scope.includes(trace, mark.subject as usize)).count() as f64)
    }));
