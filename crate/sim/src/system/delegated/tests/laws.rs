//! Invariants on many small random scenarios.

use super::*;
use crate::system::Budget;
use ganttlet_core::rng::{Stream, Streams};
use std::collections::BTreeMap;

/// Number of random scenarios.
const SCENARIOS: u32 = 400;

/// A random scenario: one to three clusters, applications of all kinds; unless it is `plain`, also any rule, adaptation
/// delays, and occasional options.
fn scenario(chance: &mut Stream, plain: bool) -> String {
    let mut text = String::new();
    let clusters = 1 + chance.uniform_below(3);
    for cluster in 0..clusters {
        let _ = writeln!(
            text,
            "cluster C{cluster} {} {}",
            3 + chance.uniform_below(6),
            1.0 + f64::from(chance.uniform_below(5)) / 10.0
        );
    }
    let _ = writeln!(text, "latency 0.00{}", chance.uniform_below(9));
    let _ = writeln!(
        text,
        "set fair_start_s={} reschedule_s={}",
        chance.uniform_below(8),
        [1.0, 0.3, 3.0][chance.uniform_below(3) as usize]
    );
    let rules = [
        "fcfs-repeated",
        "fcfs-repeated",
        "fcfs-repeated",
        "first-holds",
        "largest-first",
        "shortest-first",
        "oar-greedy",
    ];
    let rule = if plain { rules[0] } else { rules[chance.uniform_below(rules.len() as u32) as usize] };
    let selection =
        ["simple-moldable", "simple-moldable", "range", "rigid"][chance.uniform_below(4) as usize];
    let resources = ["ball", "single", "all", "exhaustive"][chance.uniform_below(4) as usize];
    let _ = writeln!(text, "policy rule={rule} selection={selection} resources={resources}");
    let switches = [
        "considered=2",
        "priority=submission",
        "timer=delay",
        "timer=grid",
        "done_triggers=no",
        "message_delay_s=0.4",
        "adapt_mode=pipeline",
        "adapt_mode=restart",
        "select_once=yes",
        "view_cap=0.6",
        "cem_scratch=in_place",
        "cem_group=pair",
        "config_scope=shared_cem",
        "kill_at_walltime=no",
        "redundant=yes",
    ];
    for switch in switches {
        if !plain && chance.bernoulli(0.12) {
            let _ = writeln!(text, "set {switch}");
        }
    }
    let mut at = 0.0;
    for one in 0..2 + chance.uniform_below(9) {
        at += f64::from(chance.uniform_below(30)) / 10.0;
        let kind = chance.uniform_below(if rule == "oar-greedy" { 2 } else { 3 });
        let what = match kind {
            0 => {
                let planned = 1 + chance.uniform_below(40);
                format!(
                    "{}x{planned} e={}",
                    1 + chance.uniform_below(5),
                    f64::from(1 + chance.uniform_below(2 * planned)) / 1.5
                )
            }
            1 => format!(
                "P={} d1={} least={} most={} u={}",
                chance.uniform_between(0.5, 1.0),
                1 + chance.uniform_below(90),
                1 + chance.uniform_below(2),
                2 + chance.uniform_below(8),
                chance.uniform_between(1.0, 2.0)
            ),
            _ => format!(
                "W={} I={} k=2 u={}",
                1 + chance.uniform_below(200),
                chance.uniform_below(900),
                chance.uniform_between(1.0, 2.0)
            ),
        };
        let adapt = if !plain && chance.bernoulli(0.3) {
            format!("AD={}", f64::from(chance.uniform_below(70)) / 10.0)
        } else {
            String::new()
        };
        let _ = writeln!(text, "R{one} at {at} {what} {adapt}");
    }
    text
}

#[test]
fn laws_hold_in_many_small_scenarios() {
    let mut chance = Streams::new(7).get("delegated/laws");
    let (mut ended, mut given_up) = (0, 0);
    for _ in 0..SCENARIOS {
        let text = scenario(&mut chance, false);
        let trace = read(&text).simulation().finish();
        nobody_waits_for_ever(&trace, &text);
        no_host_is_given_twice(&trace, &text);
        applications_run_what_they_asked_for(&trace, &text);
        views_promise_no_occupied_host(&trace, &text);
        ended += trace.subjects.status.iter().filter(|&&status| status == Status::Done).count();
        given_up += trace.subjects.status.iter().filter(|&&status| status == Status::Rejected).count();
    }
    assert!(ended > 1_000 && given_up > 20, "{ended} ended, {given_up} gave up");
}

/// Everything has ended when no events remain: no cycle is missing, no message is undelivered.
fn nobody_waits_for_ever(trace: &Trace, say: &str) {
    let over = |status: &Status| matches!(status, Status::Done | Status::Killed | Status::Rejected);
    assert!(trace.subjects.status.iter().all(over), "{say}");
}

/// Bars of a row, including ghosts, never overlap.
fn no_host_is_given_twice(trace: &Trace, say: &str) {
    let mut of_row: BTreeMap<u32, Vec<(Time, Time)>> = BTreeMap::new();
    for i in 0..trace.intervals.len() {
        let (row, rows) = (trace.intervals.row[i], trace.intervals.rows[i]);
        for row in row..row + rows {
            of_row.entry(row).or_default().push((trace.intervals.start[i], trace.intervals.end[i]));
        }
    }
    for bars in of_row.values_mut() {
        bars.sort_unstable();
        assert!(bars.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{say}");
    }
}

/// Each application starts in a cycle, on the hosts of its last request, and runs no longer than requested.
fn applications_run_what_they_asked_for(trace: &Trace, say: &str) {
    let cycles: Vec<Time> = trace.table_rows::<CycleRow>().map(|row| row.time).collect();
    for row in rows(trace).iter().filter(|row| row.start < Time::MAX) {
        let id = row.application;
        assert!(cycles.binary_search(&row.start).is_ok(), "{say}");
        let works = |&i: &usize| trace.intervals.phase[i] == Phase::WORKS;
        let hosts: u32 = trace.intervals_of(id).filter(works).map(|i| trace.intervals.rows[i]).sum();
        assert_eq!(hosts, row.hosts, "{say}");
        let kills = !say.contains("kill_at_walltime=no");
        assert!(!kills || row.done - row.start <= row.wall_time, "{say}");
        let ghosts = trace.intervals_of(id).filter(|&i| trace.intervals.phase[i] == Phase::GHOST);
        let kept: i64 = ghosts
            .map(|i| {
                (trace.intervals.end[i] - trace.intervals.start[i]).0 * i64::from(trace.intervals.rows[i])
            })
            .sum();
        assert_eq!(kept, row.waste.0, "{say}");
        let mut requests = trace
            .table_rows::<tables::MessageRow>()
            .filter(|message| message.application == id && trace.text(message.what) == "request");
        let last = requests.next_back().map(|last| (last.hosts, last.wall_time));
        let of_messages = !["oar-greedy", "message_delay", "redundant"].iter().any(|word| say.contains(word));
        assert!(!of_messages || last == Some((row.hosts, row.wall_time)), "{say}");
    }
}

/// The start of a view: all hosts allocated at that time are occupied, by applications that started before and by
/// ghosts. The first view of an application is that of the last cycle, which includes the ends of walltimes, but no
/// later ghost.
fn views_promise_no_occupied_host(trace: &Trace, say: &str) {
    if ["view_cap", "kill_at_walltime"].iter().any(|switch| say.contains(switch)) {
        return;
    }
    let steps = trace.table("view-steps").expect("there is one");
    for view in trace.table_rows::<tables::ViewRow>() {
        let first_view = trace.subjects.submit[view.application as usize] == view.time;
        let held = |&i: &usize| {
            let there = trace.intervals.start[i] < view.time && view.time < trace.intervals.end[i];
            let counts = !first_view || trace.intervals.phase[i] == Phase::WORKS;
            there && counts && trace.cluster_at(trace.intervals.row[i]) == Some(view.cluster as usize)
        };
        let held: u32 = (0..trace.intervals.len()).filter(held).map(|i| trace.intervals.rows[i]).sum();
        let first: tables::ViewStepRow = steps.row(view.steps.0 as usize);
        assert!(first.busy >= held, "{say}\n{} {} {held}", view.time, first.busy);
    }
}

/// An application that changes its request in a cycle comes after one that changed it in the previous cycle: changes
/// propagate down the order only, and come to an end after each external event.
#[test]
fn changes_propagate_down_the_order_and_converge() {
    let mut chance = Streams::new(8).get("delegated/convergence");
    let mut cascades = 0;
    for _ in 0..SCENARIOS {
        let text = scenario(&mut chance, true);
        let trace = read(&text).simulation().finish();
        let launchers = rows(&trace);
        let place = |one: u32| (launchers[one as usize].first, one);
        let cycles: Vec<CycleRow> = trace.table_rows().collect();
        let asked = |time: Time| {
            let rows = trace.table_rows::<tables::AskedRow>().filter(move |row| row.time == time);
            let anew = rows.filter(|row| launchers[row.application as usize].first < time);
            anew.map(|row| place(row.application)).min()
        };
        // Starts are visible to all applications, also to those of higher priority.
        let goes_on = |pair: &&[CycleRow]| pair[1].rounds > pair[0].rounds && pair[0].rounds > 0;
        for pair in cycles.windows(2).filter(goes_on).filter(|pair| pair[0].started == 0) {
            cascades += 1;
            let (before, after) = (asked(pair[0].time), asked(pair[1].time));
            assert!(before < after || after.is_none(), "{text}");
        }
        // Between two starts there are at most as many cycles as waiting applications, plus one.
        let most = |waiting: u32| (waiting + 1) * (waiting + 2) / 2;
        assert!(cycles.iter().all(|row| row.rounds <= most(row.waiting + row.started)), "{text}");
    }
    assert!(cascades > 10, "{cascades} cascades");
}

/// The slices of a run and the level of recording change nothing.
#[test]
fn slices_and_levels_change_nothing() {
    let mut chance = Streams::new(9).get("delegated/slices");
    for _ in 0..150 {
        let text = scenario(&mut chance, false);
        let whole = read(&text).simulation().finish();
        let mut run = read(&text).simulation();
        run.keep(Level::Measures);
        while !run.advance(Budget::events(3)).done {}
        assert_eq!(run.trace().digest(), whole.digest(), "{text}");
        assert_eq!(
            told(run.trace()).split(';').skip(1).collect::<Vec<_>>(),
            told(&whole).split(';').skip(1).collect::<Vec<_>>()
        );
        let mut run = read(&text).simulation();
        run.keep(Level::Digest);
        run.advance(Budget::ALL);
        assert_eq!(run.trace().digest(), whole.digest(), "{text}");
    }
}

/// Without ghosts, on one cluster, rigid applications start at the same times as with lists.
#[test]
fn rigid_applications_start_as_with_lists() {
    let mut chance = Streams::new(10).get("delegated/lists");
    for _ in 0..300 {
        let mut text = String::from("set fair_start_s=0\ncluster A 5 1\n");
        let mut at = 0.0;
        for one in 0..2 + chance.uniform_below(12) {
            at += f64::from(chance.uniform_below(40)) / 10.0;
            let planned = 1 + chance.uniform_below(30);
            let _ = writeln!(
                text,
                "R{one} at {at} {}x{planned} e={}",
                1 + chance.uniform_below(5),
                1 + chance.uniform_below(planned)
            );
        }
        let starts = |text: &str| {
            rows(&read(text).simulation().finish()).iter().map(|row| row.start).collect::<Vec<_>>()
        };
        assert_eq!(starts(&text), starts(&format!("policy rule=oar-greedy\n{text}")), "{text}");
    }
}
