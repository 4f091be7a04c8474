//! Measures that every job or task has one of.

use super::{Better, Measure, Metric, entry, seconds};
use crate::entry::{Accepts, Kind, Parameter};

/// From submission to start.
pub(super) const WAIT: Metric = Metric {
    entry: entry(
        "wait",
        "Wait time",
        "How long a job waits from its submission to its start.",
        "Sonmez 2010, section 7.4; Feitelson 2001, Metrics for parallel job scheduling and their convergence",
        &[],
    ),
    unit: "s",
    formula: "start - submission",
    better: Better::Lower,
    of: Some(Accepts::Jobs),
    measure: Measure::OfSubject(|trace, job, _| {
        seconds(trace.subjects.submit[job], trace.subjects.start[job])
    }),
};

/// From submission to end.
pub(super) const RESPONSE: Metric = Metric {
    entry: entry(
        "response",
        "Response time",
        "How long a job is in the system, from its submission to its end (also: turnaround time).",
        "Sonmez 2010, section 7.4",
        &[],
    ),
    unit: "s",
    formula: "end - submission",
    better: Better::Lower,
    of: Some(Accepts::Jobs),
    measure: Measure::OfSubject(|trace, job, _| seconds(trace.subjects.submit[job], trace.subjects.end[job])),
};

/// Response over run time, short jobs treated kindly.
pub(super) const BOUNDED_SLOWDOWN: Metric = Metric {
    entry: entry(
        "bounded-slowdown",
        "Bounded slowdown",
        "How many times longer a job is in the system than it runs, with very short jobs counted as if they ran for the \
         threshold.",
        "Feitelson 2001, Metrics for parallel job scheduling and their convergence; Sonmez 2010, section 7.4",
        &[Parameter {
            id: "threshold_s",
            name: "Threshold",
            doc: "Jobs that run for less count as if they ran for this long (10 s in most of the literature, 60 s in \
                  Sonmez 2010).",
            unit: "s",
            kind: Kind::Number { min: 0.001, max: 1e6, default: 10.0 },
        }],
    ),
    unit: "",
    formula: "max(1, (wait + run) / max(run, threshold))",
    better: Better::Lower,
    of: Some(Accepts::Jobs),
    measure: Measure::OfSubject(|trace, job, settings| {
        let table = &trace.subjects;
        let run = seconds(table.start[job], table.end[job])?;
        let response = seconds(table.submit[job], table.end[job])?;
        Some((response / run.max(settings.number("threshold_s"))).max(1.0))
    }),
};

/// Response over run time.
pub(super) const SLOWDOWN: Metric = Metric {
    entry: entry(
        "slowdown",
        "Slowdown",
        "How many times longer a job is in the system than it runs (also: stretch). Jobs that run for no time have none.",
        "Feitelson 2001, Metrics for parallel job scheduling and their convergence",
        &[],
    ),
    unit: "",
    formula: "(wait + run) / run",
    better: Better::Lower,
    of: Some(Accepts::Jobs),
    measure: Measure::OfSubject(|trace, job, _| {
        let table = &trace.subjects;
        let run = seconds(table.start[job], table.end[job])?;
        let response = seconds(table.submit[job], table.end[job])?;
        (run > 0.0).then(|| response / run)
    }),
};

/// From the end of the last parent to the start.
pub(super) const TASK_WAIT: Metric = Metric {
    entry: entry(
        "task-wait",
        "Task wait time",
        "How long a task waits from the end of its last parent to its start: at its broker, for files, then for nodes.",
        "Sonmez 2010, section 6.2.4",
        &[],
    ),
    unit: "s",
    formula: "start - end of the last parent = hold time + file-transfer delay + queue wait",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfSubject(|trace, task, _| {
        seconds(trace.subjects.ready[task], trace.subjects.start[task])
    }),
};

/// Waiting at the broker.
pub(super) const HOLD_TIME: Metric = Metric {
    entry: entry(
        "hold-time",
        "Hold time",
        "How long the broker holds a task back because as many as allowed are under way.",
        "Sonmez 2010, section 6.1.4 (task throttling)",
        &[],
    ),
    unit: "s",
    formula: "choice of the cluster - end of the last parent",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfSubject(|trace, task, _| {
        seconds(trace.subjects.ready[task], trace.subjects.sent[task])
    }),
};

/// Waiting for files.
pub(super) const TRANSFER_DELAY: Metric = Metric {
    entry: entry(
        "file-transfer-delay",
        "File-transfer delay",
        "How long a task waits for its input files to reach its cluster.",
        "Sonmez 2010, section 6.2.4 (FTD)",
        &[],
    ),
    unit: "s",
    formula: "entry into the cluster's queue - choice of the cluster",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfSubject(|trace, task, _| {
        seconds(trace.subjects.sent[task], trace.subjects.eligible[task])
    }),
};

/// Waiting for nodes.
pub(super) const QUEUE_WAIT: Metric = Metric {
    entry: entry(
        "queue-wait",
        "Queue wait time",
        "How long a task waits in its cluster's queue once its files are there.",
        "Sonmez 2010, section 6.2.4 (QWT)",
        &[],
    ),
    unit: "s",
    formula: "start - entry into the cluster's queue",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfSubject(|trace, task, _| {
        seconds(trace.subjects.eligible[task], trace.subjects.start[task])
    }),
};
