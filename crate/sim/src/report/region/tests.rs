//! Regions of schedules written as text.

use super::*;
use crate::metric::Scope;
use crate::report::METRICS;
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Phase, Status, Subject};
use ganttlet_work::{Item, Job, UNKNOWN};

/// A schedule as text: one line per node, one character per hour, one letter per job (`.` idle). Jobs are in the order
/// of their letters; job `a` is submitted at `submits[0]` hours, and so on; users are 0, 1, 0, 1, ...
fn schedule(text: &str, submits: &[i64]) -> Trace {
    let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let mut trace = Trace::new(&one_cluster(lines.len() as u32), 0);
    let hour = |hours: i64| Time(hours * 3_600_000_000);
    for (number, &submit) in (1..).zip(submits) {
        let (user, group, nodes) = ((number - 1) % 2, UNKNOWN, 1);
        let submit = hour(submit);
        let id = trace.add(Subject { number, user, group, submit, nodes, estimate: Span::ZERO });
        trace.queue(id, submit, 0);
    }
    let mut bars = Vec::new();
    for (line, row) in lines.iter().zip(0_u32..) {
        let mut at = 0;
        for run in line.chunk_by(|a, b| a == b) {
            if run[0] != b'.' {
                bars.push((at, at + run.len() as i64, row, u32::from(run[0] - b'a')));
            }
            at += run.len() as i64;
        }
    }
    bars.sort_unstable();
    for (from, to, row, subject) in bars {
        let id = subject as usize;
        if trace.subjects.start[id] == Time::MAX {
            trace.start(subject, hour(from));
        }
        trace.occupy(subject, hour(from), (row, 1), Phase::WORKS);
        *trace.intervals.end.last_mut().expect("it was just added") = hour(to);
        trace.last_end = trace.last_end.max(hour(to));
    }
    for subject in 0..submits.len() as u32 {
        let ends = trace.intervals_of(subject).map(|i| trace.intervals.end[i]);
        if let Some(end) = ends.max() {
            trace.finish(subject, end, Status::Done);
        }
    }
    trace.now = trace.last_end;
    trace
}

/// Four nodes, six hours; job d grows by a node, and job e never starts.
const TEXT: &str = "aabbb.\naabbb.\n.ccdd.\n...dd.\n";
const SUBMITS: [i64; 5] = [0, 0, 1, 1, 2];

fn of(region: (i64, i64, u32, u32), until_h: f64) -> Inside {
    let (from, to, first_row, rows) = region;
    let region = Region { from_s: from as f64 * HOUR_S, to_s: to as f64 * HOUR_S, first_row, rows };
    let until = Time::from_seconds(until_h * HOUR_S);
    measure_region(&schedule(TEXT, &SUBMITS), &mut Index::default(), Job::KIND, &region, until)
}

fn job_counts(found: &Inside) -> [u32; 4] {
    [found.jobs, found.started, found.ended, found.whole]
}

#[test]
fn jobs_are_counted_by_their_events_in_the_period() {
    // From 1 to 4 on the upper two nodes: a ends, b begins; neither is entirely within.
    assert_eq!(job_counts(&of((1, 4, 0, 2), 9.0)), [2, 1, 1, 0]);
    // From 1 to 5 on the lower two: c and d are entirely within, d on both of its nodes.
    assert_eq!(job_counts(&of((1, 5, 2, 2), 9.0)), [2, 2, 2, 2]);
    // On the last node alone: d also holds another node.
    assert_eq!(job_counts(&of((1, 5, 3, 1), 9.0)), [1, 1, 1, 0]);
    // A job that ends when the period begins, or begins when it ends, is not inside.
    assert_eq!(job_counts(&of((2, 3, 2, 2), 9.0)), [1, 0, 1, 0]);
    // An idle region has no jobs.
    assert_eq!(job_counts(&of((5, 6, 0, 4), 9.0)), [0; 4]);
}

#[test]
fn utilisation_refers_to_the_nodes_and_the_period() {
    let found = of((1, 4, 0, 4), 9.0);
    // Node-hours in the region: a 2, b 4, c 2, d 2.
    assert_eq!((found.nodes, found.busy_node_h), (4, 10.0));
    assert_eq!(found.utilisation, Some(100.0 * 10.0 / 12.0));
    // Rows that do not exist are ignored.
    assert_eq!(of((1, 4, 2, 90), 9.0).nodes, 2);
    assert_eq!(of((1, 4, 90, 2), 9.0).utilisation, None);
}

#[test]
fn wait_times_are_those_of_jobs_started_in_the_period() {
    let waits = of((1, 5, 0, 4), 9.0).waits.expect("three started");
    // Wait times: b 2 h, c none, d 2 h.
    assert_eq!((waits.count, waits.mean, waits.median), (3, 4800.0, 7200.0));
    assert_eq!((waits.min, waits.max), (0.0, 7200.0));
    assert_eq!(of((1, 2, 0, 2), 9.0).waits, None);
    assert_eq!(of((1, 2, 0, 2), 9.0).wait, "Wait time");
}

#[test]
fn users_are_ordered_by_node_time() {
    let users: Vec<_> = of((0, 6, 0, 4), 9.0).users.iter().map(|of| (of.user, of.jobs, of.node_h)).collect();
    assert_eq!(users, [(1, 2, 10.0), (0, 2, 6.0)]);
}

#[test]
fn later_events_are_not_counted() {
    let at = |hours| of((1, 5, 0, 4), hours);
    assert_eq!(job_counts(&at(0.5)), [0; 4]);
    assert_eq!((at(0.5).utilisation, at(0.5).waits, at(0.5).users), (None, None, vec![]));
    // At 2 a has ended and b starts; c has begun.
    assert_eq!(job_counts(&at(2.0)), [3, 2, 1, 0]);
    assert_eq!((at(2.0).until_s, at(2.0).busy_node_h), (2.0 * HOUR_S, 3.0));
    assert_eq!(at(2.0).waits.map(|waits| waits.count), Some(2));
    // Just before, b does not exist.
    assert_eq!(job_counts(&at(1.999)), [2, 1, 0, 0]);
    assert_eq!(at(9.0), at(5.0));
}

#[test]
fn a_region_of_the_whole_run_agrees_with_the_measures() {
    let trace = schedule(TEXT, &SUBMITS);
    let row = |id: &str| {
        let metric = METRICS.find(id).expect("a measure");
        metric.report_row(&trace, &Settings::defaults(metric.entry.parameters), &Scope::ALL)
    };
    let found = of((0, 5, 0, 4), 9.0);
    assert_eq!(found.utilisation, row("utilisation").value);
    assert_eq!(found.waits, row("wait").statistics);
}
