//! The measures of two master-worker applications, small enough to check by hand.

use super::*;
use crate::tables::rounds::{ROUND_TASKS, Round, RoundTask};
use ganttlet_core::platform::{Cluster, Machine, Network, Platform};
use ganttlet_core::record::Look;
use ganttlet_core::record::{Kind, Phase, Status, Subject, Table};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Item;
use ganttlet_work::master_worker::MasterWorker;

const APPLICATION: Kind =
    Kind { name: "application", look: Look::Solid, counts: false, recurs: false, is_job: true };
const TASK: Kind = Kind { name: "task", look: Look::Solid, counts: true, recurs: true, is_job: false };

fn at(second: i64) -> Time {
    Time(second * 1_000_000)
}

fn span(seconds: i64) -> Span {
    Span(seconds * 1_000_000)
}

fn add(trace: &mut Trace, kind: Kind, number: u32) -> SubjectId {
    let (submit, estimate) = (Time::ZERO, Span::ZERO);
    trace.add_kind(Subject { number, user: 1, group: 0, submit, nodes: 1, estimate }, kind)
}

/// A round from `start` to `end` with these tasks, of four workers.
fn round(application: SubjectId, number: u32, (start, end): (i64, i64), tasks: (u32, u32)) -> Round {
    Round {
        application,
        number,
        group: number - 1,
        start: at(start),
        end: at(end),
        tasks,
        wanted: 4,
        held: 4,
        most_held: 4,
        stable: Some(true),
        next: Some(4),
        ..Round::default()
    }
}

/// A task of the round that begins at `begin`, with its attempts on these rows from and to these seconds; all but the
/// last are lost.
fn add_task(trace: &mut Trace, number: u32, begin: i64, bars: &[(u32, i64, i64)]) -> SubjectId {
    let task = add(trace, TASK, number);
    trace.queue(task, at(begin), 0);
    for (tries, &(row, from, to)) in (1..).zip(bars) {
        trace.start(task, at(from));
        trace.hold(task, row, 1);
        trace.leave(task, at(to), row, tries < bars.len());
        if tries == bars.len() {
            trace.finish(task, at(to), Status::Done);
        }
    }
    task
}

/// Two pools. On the first, an application runs the same eight tasks twice (Heymann 2001, figures 5-1 and 5-2); the
/// second time the machine of the largest task is lost. The master computes for two seconds after each batch. The
/// second pool has one machine twice as fast and three times as expensive, a task with a replica, and a suspended task.
fn trace() -> Trace {
    let fast = Machine { speed: 2.0, cost: 3.0, ..Machine::default() };
    let pool = Cluster::from_machines("B", vec![Machine::default(), Machine::default(), fast]);
    let clusters = vec![Cluster::homogeneous("A", 4, 1.0), pool];
    let mut round_tasks = Table::new(&ROUND_TASKS);
    let mut trace = Trace::new(&Platform { clusters, network: Network::uniform(2, 1e8, Span::ZERO) }, 0);
    let times = [8, 5, 5, 4, 3, 2, 1, 1];
    let dedicated = [(0, 0, 8), (1, 0, 5), (2, 0, 5), (3, 0, 4), (3, 4, 7), (1, 5, 7), (2, 5, 6), (2, 6, 7)];
    let degraded = [
        (3, 14, 22),
        (1, 10, 15),
        (2, 10, 15),
        (3, 10, 14),
        (1, 15, 18),
        (2, 15, 17),
        (2, 17, 18),
        (1, 18, 19),
    ];
    let first = add(&mut trace, APPLICATION, 1);
    let second = add(&mut trace, APPLICATION, 2);
    for (begin, bars) in [(0, dedicated), (10, degraded)] {
        for (number, bar) in (1..).zip(bars) {
            let lost = (0, 10, 14);
            let bars: &[_] = if begin == 10 && number == 1 { &[lost, bar] } else { &[bar] };
            let subject = add_task(&mut trace, number, begin, bars);
            let took = span(times[number as usize - 1]);
            round_tasks.push(&RoundTask { subject, took, normalised: took });
        }
    }
    let copied = add_task(&mut trace, 1, 5, &[(4, 5, 15)]);
    trace.occupy(copied, at(5), (5, 1), Phase::COPIES);
    trace.leave(copied, at(15), 5, true);
    let suspended = add(&mut trace, TASK, 2);
    trace.queue(suspended, at(5), 1);
    trace.start(suspended, at(5));
    for (from, phase) in [(5, Phase::WORKS), (8, Phase::SUSPENDED), (10, Phase::WORKS)] {
        trace.vacate(suspended, at(from));
        trace.occupy(suspended, at(from), (6, 1), phase);
    }
    trace.finish(suspended, at(13), Status::Done);
    for (subject, took, normalised) in [(copied, 10, 10), (suspended, 8, 12)] {
        round_tasks.push(&RoundTask { subject, took: span(took), normalised: span(normalised) });
    }
    for (row, from, to, phase) in
        [(1, 7, 8, Phase::WAITS), (0, 14, 20, Phase::AWAY), (2, 18, 19, Phase::SUSPENDED)]
    {
        let machine = add(&mut trace, Kind::MACHINE, row + 1);
        trace.occupy(machine, at(from), (row, 1), phase);
        trace.vacate(machine, at(to));
    }
    for (application, from, to) in [(first, 0, 24), (second, 5, 15)] {
        trace.start(application, at(from));
        trace.finish(application, at(to), Status::Done);
    }
    let rounds = [
        Round {
            work: span(29),
            up: span(32),
            work_cost: 29.0,
            up_cost: 32.0,
            power: 32.0,
            ..round(first, 1, (0, 8), (0, 8))
        },
        Round {
            wanted: 5,
            held: 3,
            most_held: 3,
            work: span(16),
            up: span(30),
            suspended: span(2),
            work_cost: 28.0,
            up_cost: 50.0,
            suspended_cost: 6.0,
            power: 40.0,
            suspensions: 1,
            copies: 1,
            ..round(second, 1, (5, 15), (16, 2))
        },
        Round {
            held: 3,
            stable: Some(false),
            work: span(29),
            up: span(40),
            work_cost: 29.0,
            up_cost: 40.0,
            power: 40.0,
            losses: 1,
            ..round(first, 2, (10, 22), (8, 8))
        },
    ];
    trace.tables = vec![Table::from_rows(&rounds), round_tasks];
    trace.now = at(24);
    trace
}

#[track_caller]
fn check_values(scope: &Scope, expected: &[(&str, &[f64])]) {
    let trace = trace();
    for &(id, expected) in expected {
        let found = METRICS.find(id).expect("a measure").values(&trace, &Settings::default(), scope);
        let same =
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(same, "{id}: {found:?}, expected {expected:?}");
    }
}

#[test]
fn measures_of_applications_agree_with_hand_calculations() {
    let efficiency = [58.0 / 72.0, 16.0 / 28.0];
    check_values(
        &Scope::ALL,
        &[
            ("application-time", &[24.0, 10.0]),
            ("efficiency", &efficiency),
            ("execution-efficiency-ratio", &[24.0 / efficiency[0], 10.0 / efficiency[1]]),
            ("average-workers", &[4.0, 3.0]),
            ("workers-per-task", &[50.0, 150.0]),
            ("time-weighted-workers", &[72.0 / 24.0, 28.0 / 10.0]),
            ("perfect-number", &[4.0, 2.0]),
            ("ideal-workers-least", &[4.0, 2.0]),
            ("ideal-workers-most", &[4.0, 2.0]),
            // Four seconds of the first belong to the master.
            ("speedup", &[62.0 / 24.0, 2.2]),
            ("achievable-speedup", &[29.0 / 8.0, 22.0 / 12.0]),
            ("suspensions-per-batch", &[0.0, 1.0]),
            ("losses-per-batch", &[0.5, 0.0]),
            ("lost-work", &[100.0 * 4.0 / 72.0, 100.0 * 10.0 / 30.0]),
            ("replicated-work", &[0.0, 100.0 * 10.0 / 30.0]),
            // The second never holds the five workers that it requests.
            ("batches-until-stable", &[1.0]),
            ("pool-performance", &[1.0, 4.0 / 3.0]),
            ("cost-efficiency", &[58.0 / 72.0, 28.0 / 44.0]),
        ],
    );
}

#[test]
fn completed_batches_after_the_warm_up_are_counted() {
    // Efficiency of the published example without and with the loss.
    let one = [("efficiency", &[29.0 / 32.0, 16.0 / 28.0][..]), ("application-time", &[8.0, 10.0])];
    check_values(&Scope { until: at(15), ..Scope::ALL }, &one);
    let other =
        [("efficiency", &[29.0 / 40.0][..]), ("application-time", &[14.0]), ("losses-per-batch", &[1.0])];
    check_values(&Scope { warm_up: at(10), ..Scope::ALL }, &other);
    check_values(&Scope { until: at(7), ..Scope::ALL }, &[("efficiency", &[]), ("perfect-number", &[])]);
}

#[test]
fn measures_of_runs_count_tasks_and_busy_nodes() {
    let trace = trace();
    let check = |id: &str, scope: &Scope, expected: f64| {
        let row = METRICS.find(id).expect("a measure").report_row(&trace, &Settings::default(), scope);
        assert!(
            row.value.is_some_and(|value| (value - expected).abs() < 1e-9),
            "{row:?}, expected {expected}"
        );
    };
    // Idle, suspended and owner-used machines are not busy; lost work and replicas are.
    check("utilisation", &Scope::ALL, 100.0 * (29.0 + 33.0 + 26.0) / (7.0 * 22.0));
    check("makespan", &Scope::ALL, 22.0);
    check("throughput", &Scope::ALL, 3600.0 * 18.0 / 22.0);
    // Tasks arrive with their batch, not with their application.
    check("throughput", &Scope { warm_up: at(10), ..Scope::ALL }, 3600.0 * 8.0 / 12.0);
    let queued = 4 + 5 + 5 + 6 + (14 - 10) + 5 + 5 + 7 + 8;
    check("queue-length", &Scope::ALL, f64::from(queued) / 22.0);
}

#[test]
fn reports_of_pools_begin_with_their_main_measures() {
    let rows = report(&trace(), MasterWorker::KIND, (&[], &Settings::default()), &Scope::ALL, true).rows;
    let ids: Vec<&str> = rows.iter().map(|row| row.id).collect();
    assert_eq!(ids[..3], ["application-time", "efficiency", "execution-efficiency-ratio"]);
    assert_eq!(ids[18..], ["utilisation", "makespan", "throughput", "queue-length"]);
    assert_eq!(rows[0].statistics.as_ref().map(|statistics| statistics.count), Some(2));
}

/// A unit of seconds is displayed as a duration: days and hours.
#[test]
fn no_ratio_is_a_duration() {
    let is_quotient = |metric: &&Metric| {
        let name = metric.entry.name.to_lowercase();
        name.split(|letter: char| !letter.is_alphanumeric()).any(|word| ["ratio", "index"].contains(&word))
    };
    let wrong = METRICS.members.iter().filter(is_quotient).filter(|metric| metric.unit == "s");
    assert_eq!(wrong.map(|metric| metric.entry.id).collect::<Vec<_>>(), [""; 0]);
}
