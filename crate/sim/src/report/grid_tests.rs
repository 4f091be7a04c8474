//! The measures of grids on a schedule small enough to check by hand.

use super::*;
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::Look;
use ganttlet_core::record::{Kind, MarkKind, Phase, Status, Subject};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Item as _, Job};

static GROW: MarkKind = MarkKind { id: "grow", sentence: "Job {job} grows by {nodes}." };
static SHRINK: MarkKind = MarkKind { id: "shrink", sentence: "Job {job} shrinks by {nodes}." };
static PREEMPT: MarkKind = MarkKind { id: "preempt", sentence: "Task {job} loses its node." };
const LOCAL: Kind = Kind { name: "local job", look: Look::Pale, counts: false, recurs: false, is_job: true };
const TASK: Kind =
    Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false, is_job: true };

fn at(seconds: i64) -> Time {
    Time(seconds * 1_000_000)
}

/// Two clusters of 4 and 8 nodes.
fn empty_trace() -> Trace {
    let cluster = |(name, nodes): (&str, u32)| Cluster::homogeneous(name, nodes, 1.0);
    let clusters = [("A", 4), ("B", 8)].map(cluster).to_vec();
    Trace::new(&Platform { clusters, network: Network::uniform(2, 1e8, Span(1)) }, 0)
}

fn add(trace: &mut Trace, kind: Kind, user: u32, submit: i64) -> u32 {
    let (number, submit, estimate) = (trace.subjects.len() as u32, at(submit), Span::ZERO);
    let id = trace.add_kind(Subject { number, user, group: 0, submit, nodes: 1, estimate }, kind);
    trace.queue(id, submit, 0);
    id
}

/// Adds a subject on one node from `start` to `end`, with its status then; it still runs if `end` is `None`.
fn add_run(trace: &mut Trace, id: u32, row: u32, start: i64, end: Option<i64>) {
    trace.place(id, at(start), 0);
    trace.start(id, at(start));
    trace.hold(id, row, 1);
    if let Some(end) = end {
        trace.finish(id, at(end), Status::Done);
    }
}

fn trace() -> Trace {
    let mut trace = empty_trace();
    // Placed after 10 s on two nodes, starts 10 s later, grows to three at 30 s and shrinks to one at 50 s.
    let job = add(&mut trace, Kind::JOB, 1, 0);
    trace.place(job, at(10), 0);
    trace.occupy(job, at(10), (0, 2), Phase::PREPARES);
    trace.vacate(job, at(20));
    trace.start(job, at(20));
    trace.hold(job, 0, 2);
    for (time, rows, phase) in [(30, 3, Phase::PREPARES), (35, 3, Phase::WORKS), (50, 1, Phase::WORKS)] {
        trace.vacate(job, at(time));
        trace.occupy(job, at(time), (0, rows), phase);
    }
    trace.mark(at(30), job, &GROW, 1);
    trace.mark(at(50), job, &SHRINK, 2);
    trace.finish(job, at(60), Status::Done);
    // On a node of each cluster.
    let wide = add(&mut trace, Kind::JOB, 2, 5);
    trace.place(wide, at(5), 0);
    for row in [3, 4] {
        trace.occupy(wide, at(5), (row, 1), Phase::PREPARES);
    }
    trace.vacate(wide, at(10));
    trace.start(wide, at(10));
    for row in [3, 4] {
        trace.hold(wide, row, 1);
    }
    trace.finish(wide, at(30), Status::Done);
    for (submit, row, start, end) in [(0, 5, 12, 100), (20, 9, 24, 30)] {
        let local = add(&mut trace, LOCAL, 3, submit);
        add_run(&mut trace, local, row, start, Some(end));
    }
    // User 7 completes two tasks in a minute, one of them at the second try.
    let again = add(&mut trace, TASK, 7, 0);
    add_run(&mut trace, again, 6, 0, None);
    trace.mark(at(20), again, &PREEMPT, 1);
    trace.stop(again, at(20));
    add_run(&mut trace, again, 6, 30, Some(60));
    let task = add(&mut trace, TASK, 7, 0);
    add_run(&mut trace, task, 7, 0, Some(60));
    // User 9 completes two tasks and has one unfinished when the run is cut off at 100 s.
    for (start, end) in [(0, Some(30)), (30, Some(90)), (90, None)] {
        let task = add(&mut trace, TASK, 9, 0);
        add_run(&mut trace, task, 8, start, end);
    }
    trace.now = at(100);
    trace
}

fn report_row(trace: &Trace, id: &str, scope: &Scope) -> Row {
    let metric = METRICS.find(id).expect("a measure");
    metric.report_row(trace, &Settings::defaults(metric.entry.parameters), scope)
}

fn check_values(trace: &Trace, scope: &Scope, expected: &[(&str, f64)]) {
    for &(id, expected) in expected {
        let value = report_row(trace, id, scope).value.unwrap_or_else(|| panic!("{id} has no value"));
        assert!((value - expected).abs() < 1e-9, "{id}: {value}, expected {expected}");
    }
}

fn values(trace: &Trace, id: &str, scope: &Scope) -> Vec<f64> {
    METRICS.find(id).expect("a measure").values(trace, &Settings::default(), scope)
}

#[test]
fn measures_of_jobs_agree_with_hand_calculations() {
    let expected = [
        ("queue-time", f64::midpoint(10.0, 0.0)),
        ("start-up-overhead", f64::midpoint(10.0, 5.0)),
        ("execution-time", f64::midpoint(40.0, 20.0)),
        ("average-nodes", f64::midpoint((2.0 * 10.0 + 3.0 * 20.0 + 10.0) / 40.0, 2.0)),
        ("maximum-nodes", f64::midpoint(3.0, 2.0)),
        ("co-allocated-jobs", 50.0),
        ("manager-activity", 2.0),
        ("grow-operations", 1.0),
        ("shrink-operations", 1.0),
        ("local-wait", f64::midpoint(12.0, 4.0)),
    ];
    check_values(&trace(), &Scope::ALL, &expected);
}

#[test]
fn uncounted_subjects_are_left_out() {
    let busy = f64::from(20 + 20 + 60 + 10 + 2 * 25 + 48 + 6 + 20 + 30 + 60 + 30 + 30);
    let expected = [
        ("wait", f64::midpoint(20.0, 5.0)),
        ("response", f64::midpoint(60.0, 25.0)),
        ("makespan", 60.0),
        ("throughput", 120.0),
        ("queue-length", 25.0 / 60.0),
        // Work of every kind keeps nodes busy.
        ("utilisation", 100.0 * busy / (12.0 * 60.0)),
    ];
    let mut trace = trace();
    check_values(&trace, &Scope::ALL, &expected);
    // Events after the end of the last job do not change these values.
    check_values(&trace, &Scope { until: at(80), ..Scope::ALL }, &expected);
    // Unless a job has not ended: the end of the run is not known yet.
    add(&mut trace, Kind::JOB, 1, 60);
    assert_eq!(report_row(&trace, "makespan", &Scope { until: at(80), ..Scope::ALL }).value, None);
}

#[test]
fn measures_of_users_agree_with_hand_calculations() {
    let trace = trace();
    let (seven, nine) = (2.0, 60.0 * 2.0 / 100.0);
    assert_eq!(values(&trace, "user-throughput", &Scope::ALL), [seven, nine]);
    assert_eq!(values(&trace, "user-nodes", &Scope::ALL), [110.0 / 60.0, 1.0]);
    assert_eq!(values(&trace, "user-preemptions", &Scope::ALL), [1.0, 0.0]);
    let statistics = report_row(&trace, "user-throughput", &Scope::ALL).statistics.expect("users");
    assert_eq!((statistics.count, statistics.min, statistics.max), (2, nine, seven));
    let fairness = (seven + nine) * (seven + nine) / (2.0 * (seven * seven + nine * nine));
    let expected =
        [("user-throughput", 1.6), ("sweep-throughput", 2.4), ("preemptions", 1.0), ("fairness", fairness)];
    check_values(&trace, &Scope::ALL, &expected);
}

#[test]
fn warm_up_and_playhead_limit_measures_of_users() {
    let trace = trace();
    let late = Scope { warm_up: at(30), ..Scope::ALL };
    assert_eq!(values(&trace, "user-throughput", &late), [4.0, 120.0 / 70.0]);
    assert_eq!(values(&trace, "user-nodes", &late), [2.0, 1.0]);
    assert_eq!(values(&trace, "user-preemptions", &late), [0.0, 0.0]);
    let early = Scope { until: at(60), ..Scope::ALL };
    assert_eq!(values(&trace, "user-throughput", &early), [2.0, 1.0]);
    check_values(&trace, &early, &[("preemptions", 1.0), ("sweep-throughput", 3.0)]);
    check_values(&trace, &Scope { until: at(40), ..Scope::ALL }, &[("manager-activity", 1.0)]);
    // An event at the end of one period belongs to the next.
    let stretch = |from: i64, to: i64| Scope { warm_up: at(from), closed: at(to), ..Scope::ALL };
    check_values(&trace, &stretch(0, 50), &[("manager-activity", 1.0)]);
    check_values(&trace, &stretch(50, 100), &[("manager-activity", 1.0)]);
}

#[test]
fn subjects_of_a_type_can_be_measured_alone() {
    let mut trace = trace();
    for (subject, name) in [(0, "malleable"), (1, "rigid"), (2, "malleable")] {
        let place = trace.types.find_or_add(name);
        trace.types.set(subject, place);
    }
    let of = |of_type: &'static str| Scope { of_type, ..Scope::ALL };
    assert_eq!(values(&trace, "wait", &of("")), [20.0, 5.0]);
    assert_eq!(values(&trace, "wait", &of("malleable")), [20.0]);
    assert_eq!(values(&trace, "wait", &of("rigid")), [5.0]);
    assert_eq!(values(&trace, "wait", &of("moldable")), [0.0; 0]);
}

#[test]
fn values_are_in_the_order_of_the_jobs() {
    let trace = trace();
    let first = |count: usize, id: &str, scope: &Scope| -> Vec<Option<f64>> {
        let metric = METRICS.find(id).expect("a measure");
        let values = metric.values_of_first(count, &trace, &Settings::default(), scope);
        values.into_iter().map(|value| value.is_finite().then_some(value)).collect()
    };
    assert_eq!(first(3, "wait", &Scope::ALL), [Some(20.0), Some(5.0), None]);
    // The first has started by then, but not ended.
    let early = Scope { until: at(40), ..Scope::ALL };
    assert_eq!(first(2, "wait", &early), [Some(20.0), Some(5.0)]);
    assert_eq!(first(2, "response", &early)[0], None);
    assert_eq!(first(1, "wait", &Scope::ALL), [Some(20.0)]);
    assert_eq!(first(3, "local-wait", &Scope::ALL), [Some(12.0), Some(4.0), None]);
    assert_eq!(first(3, "user-nodes", &Scope::ALL), [Some(110.0 / 60.0), Some(1.0), None]);
}

#[test]
fn a_run_of_sweeps_alone_has_a_makespan() {
    let mut trace = empty_trace();
    let task = add(&mut trace, TASK, 1, 10);
    add_run(&mut trace, task, 0, 15, Some(50));
    check_values(&trace, &Scope::ALL, &[("makespan", 40.0), ("throughput", 0.0), ("fairness", 1.0)]);
    // No value is not zero.
    for id in ["queue-time", "co-allocated-jobs", "local-wait", "average-nodes"] {
        assert_eq!(report_row(&trace, id, &Scope::ALL).value, None, "{id}");
    }
    let mut trace = empty_trace();
    let job = add(&mut trace, Kind::JOB, 1, 0);
    add_run(&mut trace, job, 0, 0, Some(10));
    for id in ["user-throughput", "user-nodes", "user-preemptions", "fairness", "sweep-throughput"] {
        assert_eq!(report_row(&trace, id, &Scope::ALL).value, None, "{id}");
    }
}

#[test]
fn a_migrating_job_is_not_co_allocated() {
    let mut trace = empty_trace();
    let job = add(&mut trace, Kind::JOB, 1, 0);
    trace.start(job, at(0));
    trace.hold(job, 0, 4);
    trace.vacate(job, at(10));
    trace.occupy(job, at(10), (4, 6), Phase::WORKS);
    trace.finish(job, at(20), Status::Done);
    check_values(
        &trace,
        &Scope::ALL,
        &[("co-allocated-jobs", 0.0), ("maximum-nodes", 6.0), ("average-nodes", 5.0)],
    );
}

#[test]
fn the_makespan_ends_with_the_last_job() {
    let mut trace = empty_trace();
    let (job, local) = (add(&mut trace, Kind::JOB, 0, 2), add(&mut trace, LOCAL, 0, 0));
    add_run(&mut trace, job, 0, 3, Some(10));
    add_run(&mut trace, local, 1, 0, Some(20));
    // A host remains allocated after the last job, and a later event follows.
    trace.occupy(job, at(10), (2, 1), Phase::GHOST);
    trace.vacate(job, at(25));
    trace.now = at(60);
    assert_eq!([trace.last_job_end(), trace.last_bar_end()], [at(10), at(25)]);
    let report = report(&trace, Job::KIND, (&["makespan"], &Settings::default()), &Scope::ALL, true);
    assert_eq!((report.last_end_s, report.rows[0].value, report.waits[0]), (Some(10.0), Some(8.0), 1.0));
}

#[test]
fn wait_times_count_started_jobs_and_the_makespan_needs_the_end() {
    let mut trace = empty_trace();
    for (row, start, end) in [(0, 2, 4), (1, 4, 30), (2, 20, 30)] {
        let job = add(&mut trace, Kind::JOB, 0, 0);
        add_run(&mut trace, job, row, start, Some(end));
    }
    trace.now = at(30);
    let told = |until: i64| {
        let chosen: &[&str] = &["wait", "response", "makespan"];
        let scope = Scope { until: at(until), ..Scope::ALL };
        report(&trace, Job::KIND, (chosen, &Settings::default()), &scope, true)
            .rows
            .into_iter()
            .map(|row| row.value)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(5), [Some(3.0), Some(4.0), None]);
    assert_eq!(told(25), [Some(26.0 / 3.0), Some(4.0), None]);
    assert_eq!(told(30), [Some(26.0 / 3.0), Some(64.0 / 3.0), Some(30.0)]);
}
