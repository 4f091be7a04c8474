//! Measures that a run has one of.

use super::Measure::OfRun;
use super::scope::{length, overlap};
use super::{Metric, Scope, higher, lower};
use crate::record::Trace;
use crate::time::Time;
use crate::workload::Kind;

const ANY: &[&Kind] = &[];

pub(super) const UTILISATION: Metric = higher(ANY, "utilisation", "Utilisation", "%")
    .summary(
        "The share of the nodes that was busy, from the first submission (or the end of the warm-up) to the \
         last end. Busy is a node on which something is started, runs, or runs in vain; not one that is held \
         but idle or suspended, or that is with its owner.",
    )
    .formula("100 x busy node-seconds / (nodes x length of the run)")
    .source("Sonmez 2010, section 7.4; Feitelson 2001")
    .by(OfRun(|trace, scope| {
        let window = scope.window(trace);
        let whole = length(window)? * f64::from(trace.rows());
        let table = &trace.intervals;
        let busy: f64 = (0..table.len())
            .filter(|&i| table.phase[i].is_busy())
            .map(|i| overlap(window, table.start[i], table.end[i]) * f64::from(table.rows[i]))
            .sum();
        Some(100.0 * busy / whole)
    }));

pub(super) const MAKESPAN: Metric = lower(ANY, "makespan", "Makespan", "s")
    .summary("How long everything takes, from the first submission to the last end.")
    .formula("last end - first submission")
    .source("Sonmez 2010, section 6.2.4 (total makespan)")
    .by(OfRun(|trace, scope| length(scope.window(trace))));

pub(super) const THROUGHPUT: Metric = higher(ANY, "throughput", "Throughput", "1/h")
    .summary("How many jobs or tasks end in an hour.")
    .formula("3600 x ended jobs / length of the run in seconds")
    .source("Feitelson, Rudolph 1998, Metrics and benchmarking for parallel job scheduling")
    .by(OfRun(|trace, scope| {
        let ended = (0..trace.subjects.len()).filter(|&subject| scope.holds(trace, subject)).count();
        Some(3600.0 * ended as f64 / length(scope.window(trace))?)
    }));

pub(super) const QUEUE_LENGTH: Metric = lower(ANY, "queue-length", "Queue length", "")
    .summary("How many jobs or tasks wait in queues, as a mean over time.")
    .formula("sum of (start - entry into a queue) / length of the run")
    .source("Little 1961: arrival rate times mean wait")
    .by(OfRun(queue_length));

fn queue_length(trace: &Trace, scope: &Scope) -> Option<f64> {
    let window = scope.window(trace);
    let table = &trace.subjects;
    let waited: f64 = (0..table.len())
        .filter(|&subject| table.eligible(subject) != Time::MAX && trace.kind(subject as u32).counts)
        .map(|subject| overlap(window, table.eligible(subject), table.start[subject]))
        .sum();
    Some(waited / length(window)?)
}
