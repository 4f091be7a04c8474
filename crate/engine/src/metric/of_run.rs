//! Measures that a run has one of.

use super::{Better, Measure, Metric, Scope, length, overlap};
use crate::entry::Entry;
use crate::record::Trace;
use crate::time::Time;

/// Busy share of the nodes.
pub(super) const UTILISATION: Metric = Metric {
    entry: Entry {
        id: "utilisation",
        name: "Utilisation",
        summary: "The share of the nodes that was busy, from the first submission (or the end of the warm-up) to the last \
                  end. Busy is a node on which something is started, runs, or runs in vain; not one that is held but \
                  idle or suspended, or that is with its owner.",
        source: "Sonmez 2010, section 7.4; Feitelson 2001",
        parameters: &[],
    },
    unit: "%",
    formula: "100 x busy node-seconds / (nodes x length of the run)",
    better: Better::Higher,
    of: None,
    measure: Measure::OfRun(|trace, scope| {
        let window = scope.window(trace);
        let whole = length(window)? * f64::from(trace.rows());
        let table = &trace.intervals;
        let busy: f64 = (0..table.len())
            .filter(|&i| table.phase[i].is_busy())
            .map(|i| overlap(window, table.start[i], table.end[i]) * f64::from(table.rows[i]))
            .sum();
        Some(100.0 * busy / whole)
    }),
};

/// The length of the run.
pub(super) const MAKESPAN: Metric = Metric {
    entry: Entry {
        id: "makespan",
        name: "Makespan",
        summary: "How long everything takes, from the first submission to the last end.",
        source: "Sonmez 2010, section 6.2.4 (total makespan)",
        parameters: &[],
    },
    unit: "s",
    formula: "last end - first submission",
    better: Better::Lower,
    of: None,
    measure: Measure::OfRun(|trace, scope| length(scope.window(trace))),
};

/// Subjects an hour.
pub(super) const THROUGHPUT: Metric = Metric {
    entry: Entry {
        id: "throughput",
        name: "Throughput",
        summary: "How many jobs or tasks end in an hour.",
        source: "Feitelson, Rudolph 1998, Metrics and benchmarking for parallel job scheduling",
        parameters: &[],
    },
    unit: "1/h",
    formula: "3600 x ended jobs / length of the run in seconds",
    better: Better::Higher,
    of: None,
    measure: Measure::OfRun(|trace, scope| {
        let ended = (0..trace.subjects.len()).filter(|&subject| scope.holds(trace, subject)).count();
        Some(3600.0 * ended as f64 / length(scope.window(trace))?)
    }),
};

/// Time-weighted mean queue length.
pub(super) const QUEUE_LENGTH: Metric = Metric {
    entry: Entry {
        id: "queue-length",
        name: "Queue length",
        summary: "How many jobs or tasks wait in queues, as a mean over time.",
        source: "Little 1961: arrival rate times mean wait",
        parameters: &[],
    },
    unit: "",
    formula: "sum of (start - entry into a queue) / length of the run",
    better: Better::Lower,
    of: None,
    measure: Measure::OfRun(queue_length),
};

fn queue_length(trace: &Trace, scope: &Scope) -> Option<f64> {
    let window = scope.window(trace);
    let table = &trace.subjects;
    let waited: f64 = (0..table.len())
        .filter(|&subject| table.eligible[subject] != Time::MAX && trace.kind(subject as u32).counts)
        .map(|subject| overlap(window, table.eligible[subject], table.start[subject]))
        .sum();
    Some(waited / length(window)?)
}
