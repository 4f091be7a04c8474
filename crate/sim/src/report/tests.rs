//! Each measure on a schedule small enough to check by hand.

use super::*;
use crate::metric::{Cdf, Statistics};
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Status, Subject, Transfer};
use ganttlet_core::time::{Span, Time};

/// Two nodes. Job 1: arrives 0, runs 0-20 on both. Job 2: arrives 5, runs 20-25 on one. Job 3: arrives 10, waits.
fn trace() -> Trace {
    let second = |s: i64| Time(s * 1_000_000);
    let mut trace = Trace::new(&one_cluster(2), 0);
    for (number, submit) in [(1, 0), (2, 5), (3, 10)] {
        let (submit, estimate) = (second(submit), Span::ZERO);
        let id = trace.add(Subject { number, user: 0, group: 0, submit, nodes: 1, estimate });
        trace.queue(id, submit, 0);
    }
    trace.group_names = vec!["w".into()];
    trace.group_critical_path = vec![Span(10_000_000)];
    for (id, start, end, rows) in [(0, 0, 20, 2), (1, 20, 25, 1)] {
        trace.start(id, second(start));
        trace.hold(id, 0, rows);
        trace.finish(id, second(end), Status::Done);
    }
    trace.now = second(25);
    trace
}

fn value(trace: &Trace, id: &str, scope: &Scope) -> Option<f64> {
    let metric = METRICS.find(id).expect("a measure");
    metric.report_row(trace, &Settings::defaults(metric.entry.parameters), scope).value
}

/// Rejected jobs neither begin nor end the time of a run, whether they come first or last.
#[test]
fn rejected_jobs_neither_begin_nor_end_a_run() {
    for (first, second) in [(0, 100), (100, 0)] {
        let mut trace = Trace::new(&one_cluster(2), 0);
        let mut add = |number, submit: i64| {
            let (submit, estimate) = (Time(submit * 1_000_000), Span::ZERO);
            trace.add(Subject { number, user: 0, group: 0, submit, nodes: 2, estimate })
        };
        let (rejected, runs) = (add(1, first), add(2, second));
        trace.reject(rejected);
        let start = trace.subjects.submit[runs as usize];
        trace.queue(runs, start, 0);
        trace.start(runs, start);
        trace.hold(runs, 0, 2);
        trace.finish(runs, start + Span(10_000_000), Status::Done);
        let found = ["makespan", "utilisation", "throughput"].map(|id| value(&trace, id, &Scope::ALL));
        assert_eq!(found, [Some(10.0), Some(100.0), Some(360.0)]);
    }
}

#[test]
fn measures_agree_with_hand_calculations() {
    let mut trace = trace();
    let expected = [
        ("wait", Some(7.5)),
        ("response", Some(20.0)),
        ("bounded-slowdown", Some(1.5)),
        ("slowdown", Some(2.5)),
        ("utilisation", Some(90.0)),
        // Jobs 1 and 2 arrive 5 s apart, in which both nodes are in use; they run for 45 node-seconds.
        ("utilisation-while-arriving", Some(100.0)),
        ("realised-load", Some(4.5)),
        ("makespan", Some(25.0)),
        ("throughput", Some(288.0)),
        ("queue-length", Some((15.0 + 15.0) / 25.0)),
        // Job 3 waits while one node is free from 20 to 25.
        ("idle-while-waiting", Some(5.0 / 3_600.0)),
        ("passing-jobs", Some(0.0)),
        // Job 3 has not ended, so the workflow has not.
        ("nsl", None),
    ];
    for (id, expected) in expected {
        assert_eq!(value(&trace, id, &Scope::ALL), expected, "{id}");
    }
    trace.start(2, Time(25_000_000));
    trace.hold(2, 0, 1);
    trace.finish(2, Time(40_000_000), Status::Done);
    let (from, to, bytes) = (0, 0, 1.0);
    trace.transfers.push(Transfer { start: Time::ZERO, end: Time::ZERO, from, to, subject: 2, bytes });
    for (id, expected) in [("nsl", 4.0), ("workflow-makespan", 40.0), ("transfers", 1.0)] {
        assert_eq!(value(&trace, id, &Scope::ALL), Some(expected), "{id}");
    }
}

/// Job 3 is alone in its group and waits 15 s; jobs 1 and 2 wait 0 and 15 s.
#[test]
fn each_group_has_a_separate_mean() {
    let mut trace = trace();
    trace.subjects.group[2] = 1;
    trace.group_names.push("v".into());
    trace.start(2, Time(25_000_000));
    trace.finish(2, Time(40_000_000), Status::Done);
    let of = |id: &str| {
        let metric = METRICS.find(id).expect("a measure");
        metric.group_means(&trace, &Settings::defaults(metric.entry.parameters), &Scope::ALL)
    };
    assert_eq!(of("wait"), [7.5, 15.0]);
    assert_eq!(value(&trace, "wait", &Scope::ALL), Some(10.0));
    // A measure of groups gives its values unchanged.
    assert_eq!(of("workflow-makespan"), [25.0, 30.0]);
    trace.subjects.group.fill(ganttlet_work::UNKNOWN);
    assert!(METRICS.get("wait").group_means(&trace, &Settings::default(), &Scope::ALL).is_empty());
}

#[test]
fn out_of_order_starts_are_counted() {
    let mut trace = trace();
    trace.start(2, Time(15_000_000));
    trace.finish(2, Time(25_000_000), Status::Done);
    assert_eq!(value(&trace, "passing-jobs", &Scope::ALL), Some(1.0));
    // A job that has not ended by then does not count, even if it overtook others.
    assert_eq!(value(&trace, "passing-jobs", &Scope { until: Time(20_000_000), ..Scope::ALL }), Some(0.0));
}

#[test]
fn warm_up_and_playhead_limit_the_scope() {
    let trace = trace();
    let late = Scope { warm_up: Time(1), ..Scope::ALL };
    assert_eq!(value(&trace, "wait", &late), Some(15.0));
    let early = Scope { until: Time(20_000_000), ..Scope::ALL };
    // Both have started by then, one has ended.
    assert_eq!(value(&trace, "wait", &early), Some(7.5));
    assert_eq!(METRICS.get("response").values(&trace, &Settings::default(), &early).len(), 1);
    assert_eq!(value(&trace, "utilisation", &early), Some(100.0));
}

#[test]
fn percentiles_are_observed_values() {
    let statistics = Statistics::from_values((1..=10).rev().map(f64::from).collect()).expect("values");
    let Statistics { count, mean, min, median, p90, p95, p99, max } = statistics;
    assert_eq!((count, mean, min, median, p90, p95, p99, max), (10, 5.5, 1.0, 5.0, 9.0, 10.0, 10.0, 10.0));
    assert_eq!(Statistics::from_values(vec![]), None);
    let cdf = Cdf::from_values(vec![4.0, 1.0, 3.0, 2.0], 2);
    assert_eq!((cdf.x, cdf.y), (vec![1.0, 4.0], vec![0.25, 1.0]));
}
