//! Measures with one value per job or task.

use super::Measure::{OfStart, OfSubject};
use super::group_metrics::WORKFLOWS;
use super::scope::seconds_between;
use super::{Metric, Options, lower_is_better};
use ganttlet_core::entry::Parameters;
use ganttlet_core::record::Trace;
use ganttlet_work::divisible::Divisible;
use ganttlet_work::{Item, Job, Kind};

const JOBS: &[&Kind] = &[Job::KIND];
const JOBS_AND_TASKS: &[&Kind] = &[Job::KIND, Divisible::KIND];

pub(crate) const WAIT: Metric = lower_is_better(JOBS, "wait", "Wait time", "s")
    .summary("Time from submission to start of a job.")
    .formula("start time − submit time")
    .source(
        "Sonmez 2010, section 7.4.3; Feitelson 2001, Metrics for parallel job scheduling and their convergence",
    )
    .measured_by(OfStart(|trace, job, _| seconds_between(trace.subjects.submit[job], trace.subjects.start[job])));

pub(crate) const RESPONSE: Metric = lower_is_better(JOBS_AND_TASKS, "response", "Response time", "s")
    .summary("Time from submission to end of a job or divisible task (also: turnaround time).")
    .formula("end time − submit time")
    .source("Sonmez 2010, section 7.4.3")
    .measured_by(OfSubject(|trace, job, _| {
        seconds_between(trace.subjects.submit[job], trace.subjects.end[job])
    }));

pub(crate) const BOUNDED_SLOWDOWN: Metric = lower_is_better(JOBS, "bounded-slowdown", "Bounded slowdown", "")
        .summary(
            "Response time divided by runtime, at least 1. Runtimes below the bound are replaced by the \
             bound, so that very short jobs do not dominate.",
        )
        .formula("max(1, (wait + runtime) / max(runtime, bound))")
        .source("Feitelson 2001, Metrics for parallel job scheduling and their convergence; Sonmez 2010, section 7.4.3")
        .parameters(Options::LIST)
        .measured_by(OfSubject(|trace, job, options| {
        let table = &trace.subjects;
        let run = seconds_between(table.start[job], table.end[job])?;
        let response = seconds_between(table.submit[job], table.end[job])?;
        Some((response / run.max(options.threshold_s)).max(1.0))
    }));

pub(crate) const SLOWDOWN: Metric = lower_is_better(JOBS, "slowdown", "Slowdown", "")
    .summary(
        "Response time divided by runtime, without a bound (also: stretch). Undefined for jobs with a \
         runtime of zero.",
    )
    .formula("(wait + runtime) / runtime")
    .source("Feitelson 2001, Metrics for parallel job scheduling and their convergence")
    .measured_by(OfSubject(|trace, job, _| {
        let table = &trace.subjects;
        let run = seconds_between(table.start[job], table.end[job])?;
        let response = seconds_between(table.submit[job], table.end[job])?;
        (run > 0.0).then(|| response / run)
    }));

/// True if brokers send all tasks to queues of clusters; in other systems the wait time has no such parts.
fn uses_cluster_queues(trace: &Trace) -> bool {
    !trace.group_critical_path.is_empty()
}

pub(crate) const TASK_WAIT: Metric = lower_is_better(WORKFLOWS, "task-wait", "Task wait time", "s")
    .summary(
        "Time from the end of the last parent of a task to its start. It is the sum of hold time, \
         file-transfer delay and queue wait time.",
    )
    .formula("start − end of the last parent = hold time + file-transfer delay + queue wait time")
    .source("Sonmez 2010, section 6.2.4")
    .measured_by(OfStart(|trace, task, _| {
        seconds_between(trace.subjects.ready_time(task), trace.subjects.start[task])
            .filter(|_| trace.is_workflow_task(task as u32))
    }));

pub(crate) const HOLD_TIME: Metric = lower_is_better(WORKFLOWS, "hold-time", "Hold time", "s")
    .summary(
        "Time a ready task is held back by its broker, because the limit on concurrent tasks is reached.",
    )
    .formula("choice of cluster − end of the last parent")
    .source("Sonmez 2010, section 6.1.4 (task throttling)")
    .measured_by(OfStart(|trace, task, _| {
        seconds_between(trace.subjects.ready_time(task), trace.subjects.sent_time(task))
            .filter(|_| uses_cluster_queues(trace))
    }));

pub(crate) const TRANSFER_DELAY: Metric =
    lower_is_better(WORKFLOWS, "file-transfer-delay", "File-transfer delay", "s")
        .summary("Time from the choice of a cluster until all input files of the task have arrived there.")
        .formula("entry into the queue of the cluster − choice of cluster")
        .source("Sonmez 2010, section 6.2.4 (FTD)")
        .measured_by(OfStart(|trace, task, _| {
            seconds_between(trace.subjects.sent_time(task), trace.subjects.eligible_time(task))
                .filter(|_| uses_cluster_queues(trace))
        }));

pub(crate) const QUEUE_WAIT: Metric = lower_is_better(WORKFLOWS, "queue-wait", "Queue wait time", "s")
    .summary(
        "Time a task spends in the queue of its cluster; it enters the queue when its input files have \
         arrived.",
    )
    .formula("start − entry into the queue of the cluster")
    .source("Sonmez 2010, section 6.2.4 (QWT)")
    .measured_by(OfStart(|trace, task, _| {
        seconds_between(trace.subjects.eligible_time(task), trace.subjects.start[task])
            .filter(|_| uses_cluster_queues(trace))
    }));
