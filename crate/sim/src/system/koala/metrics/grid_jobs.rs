//! Measures of grid jobs: placed by the scheduler, in one cluster or several, growing and shrinking.

use crate::metric::Measure::{OfLook, OfRun, OfSubject};
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better, scope::seconds_between};
use ganttlet_core::record::{Look, Mark, Trace};
use ganttlet_core::time::Time;
use ganttlet_work::grid::GridJob;
use ganttlet_work::{Item, Kind};

pub(crate) const GRID_JOBS: &[&Kind] = &[GridJob::KIND];

pub(crate) const QUEUE_TIME: Metric = lower_is_better(GRID_JOBS, "queue-time", "Queue time", "s")
    .summary("Time a job spends in the placement queue of the grid scheduler.")
    .formula("placement − submit time")
    .source("Sonmez 2010, section 2.5.2, figure 2.5")
    .measured_by(OfSubject(|trace, job, _| {
        seconds_between(trace.subjects.submit[job], trace.subjects.sent_time(job))
    }));

pub(crate) const START_UP_OVERHEAD: Metric =
    lower_is_better(GRID_JOBS, "start-up-overhead", "Start-up overhead", "s")
        .summary(
            "Time from the placement of a job to its start. Its components are started on all clusters, and \
         tasks of scavenging applications are removed from its nodes.",
        )
        .formula("start − placement")
        .source("Sonmez 2010, section 2.5.2, figure 2.5")
        .measured_by(OfSubject(|trace, job, _| {
            seconds_between(trace.subjects.sent_time(job), trace.subjects.start[job])
        }));

pub(crate) const EXECUTION_TIME: Metric = lower_is_better(GRID_JOBS, "execution-time", "Execution time", "s")
    .summary("Time from start to end of a job. Co-allocation lengthens it, growing shortens it.")
    .formula("end − start")
    .source("Sonmez 2010, section 2.5.2")
    .measured_by(OfSubject(|trace, job, _| {
        seconds_between(trace.subjects.start[job], trace.subjects.end[job])
    }));

pub(crate) const AVERAGE_NODES: Metric =
    higher_is_better(GRID_JOBS, "average-nodes", "Average number of nodes", "nodes")
        .summary("Number of nodes allocated to a job, averaged over its execution time.")
        .formula("node-seconds from start to end / (end − start)")
        .source("Sonmez 2010, section 3.4.1 (average number of processors per job)")
        .measured_by(OfSubject(|trace, job, _| {
            let window = (trace.subjects.start[job], trace.subjects.end[job]);
            let execution = seconds_between(window.0, window.1).filter(|&execution| execution > 0.0)?;
            Some(node_seconds(trace, job, window) / execution)
        }));

pub(crate) const MAXIMUM_NODES: Metric =
    higher_is_better(GRID_JOBS, "maximum-nodes", "Maximum number of nodes", "nodes")
        .summary("Largest number of nodes allocated to a job at once.")
        .formula("largest number of nodes allocated at once")
        .source("Sonmez 2010, section 3.4.1 (maximum number of processors per job)")
        .measured_by(OfSubject(|trace, job, _| {
            let most = max_nodes(trace, job);
            (most > 0).then(|| f64::from(most))
        }));

pub(crate) const CO_ALLOCATED: Metric =
    lower_is_better(GRID_JOBS, "co-allocated-jobs", "Co-allocated jobs", "%")
        .summary("Share of jobs with nodes in two or more clusters at once.")
        .formula("100 × jobs in two or more clusters / all jobs")
        .source("Sonmez 2010, section 2.5.2")
        .measured_by(OfRun(|trace, scope| {
            let (mut all, mut spread) = (0_u32, 0_u32);
            for job in (0..trace.subjects.len()).filter(|&job| scope.includes(trace, job)) {
                all += 1;
                spread += u32::from(is_co_allocated(trace, job));
            }
            (all > 0).then(|| 100.0 * f64::from(spread) / f64::from(all))
        }));

pub(crate) const MANAGER_ACTIVITY: Metric =
    lower_is_better(GRID_JOBS, "manager-activity", "Malleability manager activity", "")
        .summary("Number of grow and shrink operations of malleable jobs.")
        .formula("number of grow and shrink operations")
        .source("Sonmez 2010, section 3.4.1, figure 3.4 (f)")
        .measured_by(OfRun(|trace, scope| Some(count_marks(trace, scope, &["grow", "shrink"]))));

pub(crate) const GROWN: Metric = lower_is_better(GRID_JOBS, "grow-operations", "Grow operations", "")
    .summary("Number of times malleable jobs grew.")
    .formula("number of grow operations")
    .source("Sonmez 2010, section 3.4.1, figure 3.4 (f)")
    .measured_by(OfRun(|trace, scope| Some(count_marks(trace, scope, &["grow"]))));

pub(crate) const SHRUNK: Metric = lower_is_better(GRID_JOBS, "shrink-operations", "Shrink operations", "")
    .summary("Number of times malleable jobs shrank.")
    .formula("number of shrink operations")
    .source("Sonmez 2010, section 3.4.1, figure 3.4 (f)")
    .measured_by(OfRun(|trace, scope| Some(count_marks(trace, scope, &["shrink"]))));

pub(crate) const LOCAL_WAIT: Metric =
    lower_is_better(GRID_JOBS, "local-wait", "Wait time of local jobs", "s")
        .summary(
            "Wait time of jobs that local users submit directly to their own cluster, bypassing the grid \
         scheduler.",
        )
        .formula("start time − submit time")
        .source("Sonmez 2010, section 4.3.3 (delay of local jobs)")
        .measured_by(OfLook(Look::Pale, |trace, job| {
            seconds_between(trace.subjects.submit[job], trace.subjects.start[job])
        }));

/// Number of marks of these kinds.
fn count_marks(trace: &Trace, scope: &Scope, what: &[&str]) -> f64 {
    let counts = |mark: &&Mark| what.contains(&mark.kind.id) && scope.includes_time(mark.time);
    trace.marks.iter().filter(counts).count() as f64
}

/// Node-seconds allocated to a subject in a window.
pub(super) fn node_seconds(trace: &Trace, subject: usize, window: (Time, Time)) -> f64 {
    let table = &trace.intervals;
    trace
        .intervals_of(subject as u32)
        .map(|i| {
            crate::metric::scope::overlap(window, table.start[i], table.end[i]) * f64::from(table.rows[i])
        })
        .sum()
}

/// Maximum number of nodes allocated to a subject at once.
fn max_nodes(trace: &Trace, subject: usize) -> u32 {
    let table = &trace.intervals;
    // Intervals are sorted by start time.
    let held: Vec<usize> =
        trace.intervals_of(subject as u32).filter(|&i| table.start[i] < table.end[i]).collect();
    let ends = ganttlet_core::order::indices_by_key(held.len(), |place| table.end[held[place]].0);
    let mut ends = ends.into_iter().map(|place| held[place as usize]).peekable();
    let (mut now, mut most) = (0, 0);
    for &i in &held {
        while let Some(over) = ends.next_if(|&over| table.end[over] <= table.start[i]) {
            now -= table.rows[over];
        }
        now += table.rows[i];
        most = most.max(now);
    }
    most
}

/// True if a job held nodes in two or more clusters at once.
fn is_co_allocated(trace: &Trace, job: usize) -> bool {
    let table = &trace.intervals;
    let held = trace.intervals_of(job as u32).filter(|&i| table.start[i] < table.end[i]);
    let held: Vec<(usize, usize)> =
        held.map(|i| (i, trace.bands.partition_point(|band| band.first_row <= table.row[i]))).collect();
    // Most jobs never leave their cluster.
    let moves = held.windows(2).any(|pair| pair[0].1 != pair[1].1);
    let together = |a: usize, b: usize| table.start[a] < table.end[b] && table.start[b] < table.end[a];
    moves && held.iter().any(|&(a, here)| held.iter().any(|&(b, there)| here != there && together(a, b)))
}
