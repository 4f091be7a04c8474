//! Measures that every job or task has one of.

use super::Measure::{OfStart, OfSubject};
use super::of_group::WORKFLOWS;
use super::scope::seconds;
use super::{Metric, Options, lower};
use crate::entry::Parameters;
use crate::record::{self, Trace};
use crate::workload::divisible::Divisible;
use crate::workload::{Item, Job, Kind};

const JOBS: &[&Kind] = &[Job::KIND];
const JOBS_AND_TASKS: &[&Kind] = &[Job::KIND, Divisible::KIND];

pub(super) const WAIT: Metric = lower(JOBS, "wait", "Wait time", "s")
    .summary("How long a job waits from its submission to its start.")
    .formula("start - submission")
    .source(
        "Sonmez 2010, section 7.4.3; Feitelson 2001, Metrics for parallel job scheduling and their convergence",
    )
    .by(OfStart(|trace, job, _| seconds(trace.subjects.submit[job], trace.subjects.start[job])));

pub(super) const RESPONSE: Metric = lower(JOBS_AND_TASKS, "response", "Response time", "s")
    .summary("How long a job or a divisible task is in the system, from its submission to its end (also: turnaround time).")
    .formula("end - submission")
    .source("Sonmez 2010, section 7.4.3")
    .by(OfSubject(|trace, job, _| seconds(trace.subjects.submit[job], trace.subjects.end[job])));

pub(super) const BOUNDED_SLOWDOWN: Metric = lower(JOBS, "bounded-slowdown", "Bounded slowdown", "")
        .summary(
            "How many times longer a job is in the system than it runs, with very short jobs counted as if they ran \
         for the threshold.",
        )
        .formula("max(1, (wait + run) / max(run, threshold))")
        .source("Feitelson 2001, Metrics for parallel job scheduling and their convergence; Sonmez 2010, section 7.4.3")
        .parameters(Options::LIST)
        .by(OfSubject(|trace, job, options| {
        let table = &trace.subjects;
        let run = seconds(table.start[job], table.end[job])?;
        let response = seconds(table.submit[job], table.end[job])?;
        Some((response / run.max(options.threshold_s)).max(1.0))
    }));

pub(super) const SLOWDOWN: Metric = lower(JOBS, "slowdown", "Slowdown", "")
        .summary(
            "How many times longer a job is in the system than it runs (also: stretch). Jobs that run for no time \
         have none.",
        )
        .formula("(wait + run) / run")
        .source("Feitelson 2001, Metrics for parallel job scheduling and their convergence")
        .by(OfSubject(|trace, job, _| {
        let table = &trace.subjects;
        let run = seconds(table.start[job], table.end[job])?;
        let response = seconds(table.submit[job], table.end[job])?;
        (run > 0.0).then(|| response / run)
    }));

/// True if brokers send all tasks to queues of clusters: elsewhere their wait has no such parts.
fn in_queues(trace: &Trace) -> bool {
    !trace.group_critical_path.is_empty()
}

pub(super) const TASK_WAIT: Metric = lower(WORKFLOWS, "task-wait", "Task wait time", "s")
        .summary(
            "How long a task waits from the end of its last parent to its start: at its broker, for files, then for \
         nodes.",
        )
        .formula("start - end of the last parent = hold time + file-transfer delay + queue wait")
        .source("Sonmez 2010, section 6.2.4")
        .by(OfStart(|trace, task, _| {
        let is_task = in_queues(trace) || trace.kind(task as u32) == record::Kind::WORKFLOW_TASK;
        seconds(trace.subjects.ready(task), trace.subjects.start[task]).filter(|_| is_task)
    }));

pub(super) const HOLD_TIME: Metric = lower(WORKFLOWS, "hold-time", "Hold time", "s")
    .summary("How long the broker holds a task back because as many as allowed are under way.")
    .formula("choice of the cluster - end of the last parent")
    .source("Sonmez 2010, section 6.1.4 (task throttling)")
    .by(OfStart(|trace, task, _| {
        seconds(trace.subjects.ready(task), trace.subjects.sent(task)).filter(|_| in_queues(trace))
    }));

pub(super) const TRANSFER_DELAY: Metric = lower(WORKFLOWS, "file-transfer-delay", "File-transfer delay", "s")
    .summary("How long a task waits for its input files to reach its cluster.")
    .formula("entry into the cluster's queue - choice of the cluster")
    .source("Sonmez 2010, section 6.2.4 (FTD)")
    .by(OfStart(|trace, task, _| {
        seconds(trace.subjects.sent(task), trace.subjects.eligible(task)).filter(|_| in_queues(trace))
    }));

pub(super) const QUEUE_WAIT: Metric = lower(WORKFLOWS, "queue-wait", "Queue wait time", "s")
    .summary("How long a task waits in its cluster's queue once its files are there.")
    .formula("start - entry into the cluster's queue")
    .source("Sonmez 2010, section 6.2.4 (QWT)")
    .by(OfStart(|trace, task, _| {
        seconds(trace.subjects.eligible(task), trace.subjects.start[task]).filter(|_| in_queues(trace))
    }));
