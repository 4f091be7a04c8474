//! Property tests of the record's index: its results equal scans of all subjects and bars, also while the record grows.

use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Index, Kind, Phase, State, Status, Subject, Trace, series, state_changes};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_document::{Files, build, read};
use ganttlet_sim::system::Budget;
use proptest::prelude::*;
use std::fs;

/// The state at a time, from a scan of all subjects and bars.
fn scanned_state(trace: &Trace, time: Time) -> State {
    let (table, bars) = (&trace.subjects, &trace.intervals);
    let counted = |&id: &SubjectId| trace.kind(id).counts;
    let are = |status: Status| {
        (0..table.len() as SubjectId)
            .filter(counted)
            .filter(move |&id| table.end[id as usize] > time && trace.status_at(id, time) == status)
    };
    let mut waiting: Vec<_> = are(Status::Queued).map(|id| (table.eligible_time(id as usize), id)).collect();
    waiting.sort_unstable();
    let busy = |&i: &usize| bars.start[i] <= time && bars.end[i] > time && bars.phase[i].is_busy();
    // A subject on the row both before and after the instant keeps it.
    let holds = |row: u32, there: &dyn Fn(usize) -> bool| -> Vec<SubjectId> {
        let on = |&i: &usize| (bars.row[i]..bars.row[i] + bars.rows[i]).contains(&row);
        (0..bars.len()).filter(on).filter(|&i| there(i)).map(|i| bars.subject[i]).collect()
    };
    let is_free = |&row: &u32| {
        let before = holds(row, &|i| bars.start[i] < time && bars.end[i] >= time);
        holds(row, &|i| bars.start[i] <= time && bars.end[i] > time).iter().all(|one| !before.contains(one))
    };
    let free = trace
        .bands
        .iter()
        .map(|band| (band.first_row..band.first_row + band.rows).filter(is_free).count() as u32);
    State {
        queued: waiting.len() as u32,
        running: are(Status::Running).count() as u32,
        busy: (0..bars.len()).filter(busy).map(|i| bars.rows[i]).sum(),
        nodes: trace.rows(),
        free_by_cluster: free.collect(),
        first_queued: waiting.into_iter().take(50).map(|(_, id)| id).collect(),
    }
}

/// The mean wait from a scan of all subjects, in microseconds.
fn scanned_mean_wait(trace: &Trace, time: Time, from_submit: bool) -> Option<f64> {
    let table = &trace.subjects;
    let started = |&id: &usize| {
        table.start[id] != Time::MAX && table.start[id] <= time && trace.kind(id as SubjectId).counts
    };
    let from = |id: usize| if from_submit { table.submit[id] } else { table.ready_time(id) };
    let waits = (0..table.len()).filter(started).map(|id| i128::from((table.start[id] - from(id)).0));
    let (count, sum) = waits.fold((0_u32, 0), |(count, sum), wait| (count + 1, sum + wait));
    (count > 0).then(|| sum as f64 / 1e6 / f64::from(count))
}

/// All times of recorded events.
fn events(trace: &Trace) -> impl Iterator<Item = Time> {
    let table = &trace.subjects;
    let all = table.submit.iter().chain(&table.start).chain(&table.end);
    all.copied().filter(|&time| time <= trace.now && time != Time::MAX)
}

/// The subjects on the first row of a subject before and after it.
fn neighbours(trace: &Trace, subject: SubjectId) -> (Option<SubjectId>, Option<SubjectId>) {
    let table = &trace.intervals;
    let Some(own) = (0..table.len()).find(|&i| table.subject[i] == subject) else { return (None, None) };
    let there = |&i: &usize| (table.row[i]..table.row[i] + table.rows[i]).contains(&table.row[own]);
    let whose = |i: usize| table.subject[i];
    ((0..own).rev().find(there).map(whose), (own + 1..table.len()).find(there).map(whose))
}

/// The means of queue, running subjects and busy nodes over an interval, from a scan of all subjects and bars.
fn scanned_means(trace: &Trace, from: Time, to: Time) -> [f64; 3] {
    let (table, bars) = (&trace.subjects, &trace.intervals);
    let shared = |start: Time, end: Time| (end.min(to).0 - start.max(from).0).max(0) as f64;
    let counted = || (0..table.len()).filter(|&id| trace.kind(id as SubjectId).counts);
    let waits = |&id: &usize| table.status[id] != Status::Rejected && table.eligible_time(id) != Time::MAX;
    let queued =
        counted().filter(waits).map(|id| shared(table.eligible_time(id), table.start[id].min(table.end[id])));
    let runs = counted().filter(|&id| table.start[id] != Time::MAX);
    let running = runs.map(|id| shared(table.start[id], table.end[id]));
    let busy = (0..bars.len()).filter(|&i| bars.phase[i].is_busy());
    let busy = busy.map(|i| shared(bars.start[i], bars.end[i]) * f64::from(bars.rows[i]));
    let length = (to.0 - from.0) as f64;
    [queued.sum::<f64>(), running.sum(), busy.sum::<f64>() / f64::from(trace.rows())].map(|sum| sum / length)
}

/// The same means from the state changes, each valid until the next.
fn means_of_steps(trace: &Trace, from: Time, to: Time) -> [f64; 3] {
    let steps = state_changes(trace);
    assert!(steps.windows(2).all(|pair| pair[0].time < pair[1].time), "one a moment, in order");
    let mut sums = [0.0; 3];
    for (at, step) in steps.iter().enumerate() {
        let end = steps.get(at + 1).map_or(Time::MAX, |next| next.time);
        let shared = (end.min(to).0 - step.time.max(from).0).max(0) as f64;
        let busy = step.busy.iter().sum::<i64>() as f64 / f64::from(trace.rows());
        for (sum, height) in sums.iter_mut().zip([step.queued as f64, step.running as f64, busy]) {
            *sum += height * shared;
        }
    }
    sums.map(|sum| sum / (to.0 - from.0) as f64)
}

/// Compares an index, which may have indexed part of the record already, with scans at a time.
fn assert_index_correct(trace: &Trace, index: &mut Index, time: Time) {
    assert_eq!(index.state_at(trace, time), scanned_state(trace, time), "{time:?}");
    for from_submit in [false, true] {
        let found = index.mean_wait_between(trace, (Time::ZERO, time), from_submit);
        assert_eq!(found, scanned_mean_wait(trace, time, from_submit), "{time:?}");
    }
    assert_eq!(index.next_event(trace, time), events(trace).filter(|&t| t > time).min(), "{time:?}");
    assert_eq!(index.previous_event(trace, time), events(trace).filter(|&t| t < time).max(), "{time:?}");
    let known = trace.now.max(trace.last_end);
    let (from, to) = (Time(time.0 / 4 * 3), time.min(known));
    if from < to {
        let found = series(trace, index, (from, to), 1, Time::MAX);
        for (found, expected) in
            [&found.queued, &found.running, &found.busy].iter().zip(scanned_means(trace, from, to))
        {
            assert!((found[0] - expected).abs() <= 1e-6 * expected.max(1.0), "{found:?} {expected} {time:?}");
        }
        for (found, expected) in
            means_of_steps(trace, from, to).into_iter().zip(scanned_means(trace, from, to))
        {
            assert!((found - expected).abs() <= 1e-6 * expected.max(1.0), "{found} {expected} {time:?}");
        }
    }
}

/// A time between a little before the record and a little after its last known time.
fn random_time(trace: &Trace, stream: &mut Stream) -> Time {
    let known = trace.now.max(trace.last_end).0;
    Time((stream.uniform() * (known as f64 * 1.1 + 20.0)) as i64 - 10)
}

/// Makes one random change of a record, consistent or not.
fn random_change(trace: &mut Trace, stream: &mut Stream) {
    trace.now += Span(i64::from(stream.uniform_below(4)));
    let (now, all) = (trace.now, trace.subjects.len() as u32);
    let kind = if stream.bernoulli(0.2) { Kind::MACHINE } else { Kind::JOB };
    let submit = now + Span(i64::from(stream.uniform_below(30)));
    let new = Subject { number: all, user: 0, group: 0, submit, nodes: 1, estimate: Span::ZERO };
    // Most changes affect the ends of the queue.
    let subject = match stream.uniform_below(4) {
        0 => stream.uniform_below(all),
        1 => stream.uniform_below(all.min(40)),
        _ => all - 1 - stream.uniform_below(all.min(60)),
    };
    let (row, rows) = (stream.uniform_below(60), 1 + stream.uniform_below(4));
    match stream.uniform_below(16) {
        0..=4 => drop(trace.add_kind(new, kind)),
        5..=8 => trace.queue(subject, now, 0),
        9..=10 => {
            trace.start(subject, now);
            trace.hold(subject, row, rows);
        }
        11 => {
            trace.place(subject, now, 0);
            trace.occupy(subject, now, (row, rows), Phase::ALL[stream.uniform_below(7) as usize]);
        }
        12 => trace.finish(subject, now, if row < 30 { Status::Done } else { Status::Killed }),
        13 => trace.stop(subject, now),
        14 => trace.leave(subject, now, row, row < 30),
        _ if row < 10 => trace.reject(subject),
        _ => trace.ready(subject, now),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_index_of_any_record_equals_a_scan(seed in any::<u64>()) {
        check_random_record(seed);
    }
}

/// This one has a subject that left the queue without having started.
#[test]
fn the_index_with_a_withdrawn_subject_equals_a_scan() {
    check_random_record(7_856_056_502_252_736_451);
}

fn check_random_record(seed: u64) {
    let mut stream = Streams::new(seed).get("record");
    let (mut trace, mut index) = (Trace::new(&one_cluster(64), 0), Index::default());
    trace.add(Subject { number: 0, user: 0, group: 0, submit: Time(3), nodes: 1, estimate: Span::ZERO });
    for round in 0..60 {
        (0..=stream.uniform_below(120)).for_each(|_| random_change(&mut trace, &mut stream));
        // Long queues, with whole groups of waiting subjects.
        if round == 20 {
            let first = trace.subjects.len() as u32;
            for number in first..first + 900 {
                let submit = trace.now;
                trace.add(Subject { number, user: 0, group: 0, submit, nodes: 1, estimate: Span::ZERO });
                trace.queue(number, submit, 0);
            }
        }
        for _ in 0..3 {
            assert_index_correct(&trace, &mut index, random_time(&trace, &mut stream));
        }
        assert_index_correct(&trace, &mut index, trace.now);
        let subject = stream.uniform_below(trace.subjects.len() as u32);
        assert_eq!(index.row_neighbours(&trace, subject), neighbours(&trace, subject));
    }
    assert_index_correct(&trace, &mut index, Time::MAX);
}

/// Scenarios of every system, during their runs.
#[test]
fn the_index_of_runs_equals_a_scan() {
    let gallery = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/gallery");
    let mut stream = Streams::new(1).get("moments");
    for name in ["sjf-starvation", "das3-co-allocation", "das3-scavengers", "das3-montage", "pool-users"] {
        let text = fs::read_to_string(format!("{gallery}/{name}.json")).expect("a scenario of the gallery");
        let scenario = read(&text).scenario.expect("a scenario without errors");
        let mut run = build(&scenario, 0, &Files::new(), 0).expect("a run").run;
        let mut index = Index::default();
        for _ in 0..40 {
            let progress = run.advance(Budget::events(1 + u64::from(stream.uniform_below(300))));
            let trace = run.trace();
            assert_index_correct(trace, &mut index, trace.now);
            assert_index_correct(trace, &mut index, random_time(trace, &mut stream));
            let subject = stream.uniform_below(trace.subjects.len() as u32);
            assert_eq!(index.row_neighbours(trace, subject), neighbours(trace, subject), "{name}");
            if progress.done {
                break;
            }
        }
    }
}
