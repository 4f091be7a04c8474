//! Invariants on many small random scenarios.

use super::{UNIT, read};
use crate::metric::Scope;
use crate::report::METRICS;
use crate::tables::stays::{MoveRow, StayRow};
use ganttlet_core::entry::Settings;
use ganttlet_core::record::{Phase, Status, Trace};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Number of random scenarios.
const SCENARIOS: u32 = 1_000;

/// Maximum time in the queue, period of passes, and maximum number of machines, for each queue.
const QUEUES: [(i64, i64, usize); 3] = [(120, 10, 2), (400, 20, 3), (900, 20, 4)];

const SCHEMES: [&str; 5] = ["mq-h", "mq-h", "mq-h-simple", "mq", "fcfs-h"];

/// A random scenario: three levels, the lower ones with owners, tasks of all sizes; and the jobs of each task in units.
fn scenario(chance: &mut Stream) -> (String, &'static str, Vec<Vec<u64>>) {
    let scheme = SCHEMES[chance.uniform_below(SCHEMES.len() as u32) as usize];
    let estimator = ["exponential-bound", "exact", "unknown"][chance.uniform_below(3) as usize];
    let sharing = ["no-sharing", "completion-time"][chance.uniform_below(2) as usize];
    let mut text = format!(
        "set scheme={scheme} lonely=none detect_s={} migration_s={}\npolicy estimator={estimator} sharing={sharing}\n",
        chance.uniform_below(3),
        chance.uniform_below(8),
    );
    let _ = writeln!(
        text,
        "set share_period_s=30 min_pending=1 reuse_claims={}",
        ["yes", "no"][chance.uniform_below(2) as usize]
    );
    if chance.bernoulli(0.3) {
        let _ = writeln!(text, "set suspend_limit_s={}", 1 + chance.uniform_below(60));
    }
    let _ = writeln!(text, "grid 2\ngrid 3 delay_s={}", chance.uniform_below(20));
    let _ = writeln!(
        text,
        "grid 4 allocation=rounds period_s=30 offset_s={} claim_s={}",
        chance.uniform_below(30),
        chance.uniform_below(9)
    );
    text += "queue level=1 grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=2 alpha=0.1 estimate_on=cpu rules=all check_s=10\n";
    text += "queue level=2 grid=2 t_q_s=400 t_e_s=200 cpus=3 rules=all check_s=20 partner=3\n";
    let _ = writeln!(text, "queue level=2 grid=3 t_q_s=900 t_e_s=600 cpus=4 rules=all check_s=20");
    text += "queue level=3 grid=3 t_q_s=9000 t_e_s=9000 cpus=4 rules=overdue check_s=60\n";
    let mut jobs = Vec::new();
    for task in 0..=chance.uniform_below(6) {
        let removed = if chance.bernoulli(0.1) {
            format!(" removed={}", chance.uniform_below(400))
        } else {
            String::new()
        };
        let (count, units) = (1 + chance.uniform_below(12), 1 + chance.uniform_below(80));
        let b = chance.uniform_between(0.0, 6.0);
        let _ = writeln!(
            text,
            "task T{task} {} {count}x{units} b={b} e0={}{removed}",
            task * chance.uniform_below(60),
            chance.uniform_below(90)
        );
        jobs.push(vec![u64::from(units); count as usize]);
    }
    let mut now = 0;
    for _ in 0..chance.uniform_below(12) {
        now += chance.uniform_below(60);
        let _ = writeln!(
            text,
            "away {} {now} {}",
            2 + chance.uniform_below(7),
            now + 1 + chance.uniform_below(200)
        );
    }
    // Tasks arrive in the order of the text.
    let mut tasks: Vec<(u32, String)> = Vec::new();
    let mut rest = String::new();
    for line in text.lines() {
        match line.strip_prefix("task ") {
            Some(task) => {
                let at = task.split(' ').nth(1).and_then(|at| at.parse().ok()).unwrap_or(0);
                tasks.push((at, line.to_owned()));
            }
            None => {
                let _ = writeln!(rest, "{line}");
            }
        }
    }
    let places: Vec<usize> = {
        let mut places: Vec<usize> = (0..tasks.len()).collect();
        ganttlet_core::order::sort_by_key(&mut places, |&place| tasks[place].0.into());
        places
    };
    for &place in &places {
        let _ = writeln!(rest, "{}", tasks[place].1);
    }
    (rest, scheme, places.into_iter().map(|place| jobs[place].clone()).collect())
}

#[test]
fn laws_hold_in_many_small_scenarios() {
    for seed in 0..SCENARIOS {
        let (text, scheme, jobs) = scenario(&mut Streams::new(seed.into()).get("laws"));
        let trace = read(&text).simulation().finish();
        let say = |what: &str| format!("{what}, scenario {seed}:\n{text}");
        machines_do_one_thing_at_a_time(&trace, &say);
        work_is_done_once(&trace, &jobs, &say);
        tasks_move_down(&trace, &say);
        kinds_of_overhead_are_all_of_it(&trace, &say);
        if scheme == "mq-h" {
            limits_are_kept(&trace, &say);
        }
    }
}

type Say<'a> = dyn Fn(&str) -> String + 'a;

fn machines_do_one_thing_at_a_time(trace: &Trace, say: &Say<'_>) {
    let mut until: BTreeMap<u32, Time> = BTreeMap::new();
    let table = &trace.intervals;
    for i in 0..table.len() {
        let before = until.insert(table.row[i], table.end[i]).unwrap_or(Time::ZERO);
        assert!(before <= table.start[i], "{}", say("a machine does two things"));
    }
}

/// Every job of a completed task ended once, after a run of its full length: lost jobs started again from zero, and
/// completed jobs were kept by moves.
fn work_is_done_once(trace: &Trace, jobs: &[Vec<u64>], say: &Say<'_>) {
    let mut ended: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
    for subject in 0..trace.subjects.len() as u32 {
        let id = subject as usize;
        if trace.kind(subject).name != "job" || trace.subjects.status[id] != Status::Done {
            continue;
        }
        let last = trace.intervals_of(subject).last().expect("a job that ended has run");
        assert!(trace.intervals.phase[last] == Phase::WORKS, "{}", say("a job ended that was lost"));
        // A run may have been suspended; work before a loss does not count.
        let mut length = 0;
        for i in trace.intervals_of(subject) {
            let lasts = (trace.intervals.end[i] - trace.intervals.start[i]).0 as u64;
            match trace.intervals.phase[i] {
                Phase::WORKS => length += lasts,
                Phase::SUSPENDED => {}
                _ => length = 0,
            }
        }
        ended.entry(trace.subjects.group[id]).or_default().push((trace.subjects.number[id], length));
    }
    for (task, jobs) in jobs.iter().enumerate() {
        let own = ended.remove(&trace.subjects.group[task]).unwrap_or_default();
        let mut numbers: Vec<u32> = own.iter().map(|&(number, _)| number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let units: Vec<u64> = jobs.iter().map(|units| units * UNIT).collect();
        let alone = own.len() == 1 && own[0].1 > units[0];
        assert!(numbers.len() == own.len(), "{}", say("a job was done twice"));
        let whole = |&(number, length): &(u32, u64)| length == units[number as usize];
        assert!(alone || own.iter().all(whole), "{}", say("a job did not run for its whole length"));
        if trace.subjects.status[task] == Status::Done {
            // In a serial queue the remaining work is one job.
            let done: u64 = own.iter().map(|&(_, length)| length).sum();
            assert_eq!(done, units.iter().sum::<u64>(), "{}", say("a task is not whole"));
        }
    }
}

fn tasks_move_down(trace: &Trace, say: &Say<'_>) {
    let level = |name: &str| {
        trace.table_rows::<StayRow>().find(|stay| trace.text(stay.queue) == name).map(|stay| stay.level)
    };
    for moved in trace.table_rows::<MoveRow>().filter(|moved| trace.text(moved.to) != "out") {
        let (Some(from), Some(to)) = (level(trace.text(moved.from)), level(trace.text(moved.to))) else {
            continue;
        };
        let shares = ["share", "return"].contains(&trace.text(moved.why));
        assert!(if shares { from == to } else { from < to }, "{}", say("a task moved up"));
    }
}

fn kinds_of_overhead_are_all_of_it(trace: &Trace, say: &Say<'_>) {
    let value =
        |id: &str| METRICS.get(id).report_row(trace, &Settings::default(), &Scope::ALL).value.unwrap_or(0.0);
    let kinds = [
        "estimation-time",
        "allocation-time",
        "queueing-time",
        "detection-time",
        "migration-time",
        "eviction-time",
    ];
    let sum: f64 = kinds.iter().map(|id| value(id)).sum();
    let whole = value("task-overhead");
    assert!((sum - whole).abs() < 1e-6, "{}", say(&format!("{sum} of {whole} s of overhead")));
}

/// No task exceeds its maximum time by more than the period of passes; no queue holds more than N machines.
fn limits_are_kept(trace: &Trace, say: &Say<'_>) {
    for stay in trace.table_rows::<StayRow>() {
        let queue = trace.text(stay.queue)[1..].parse::<usize>().expect("queues have numbers") - 1;
        let Some(&(t_q, check, _)) = QUEUES.get(queue) else { continue };
        let most = Span((t_q + check) * 1_000_000);
        let ended = Time(stay.left.0 - stay.detection.0);
        assert!(ended - stay.came <= most, "{}", say("a task stays too long"));
    }
    for (queue, (.., most)) in QUEUES.iter().enumerate() {
        let name = format!("Q{}", queue + 1);
        let mut changes: Vec<(Time, i32)> = Vec::new();
        let jobs = (0..trace.intervals.len()).filter(|&i| {
            let subject = trace.intervals.subject[i];
            // For moved tasks only the first queue is recorded.
            trace.type_of(subject) == Some(&name) && trace.kind(subject).name == "job"
        });
        for i in jobs.filter(|&i| trace.intervals.row[i] < 5) {
            changes.push((trace.intervals.start[i], 1));
            changes.push((trace.intervals.end[i], -1));
        }
        ganttlet_core::order::sort_by_key(&mut changes, |&(time, by)| time.0 * 2 + i64::from(by > 0));
        let mut running = 0;
        for (_, by) in changes {
            running += by;
            assert!(running <= *most as i32, "{}", say("a queue holds too many machines"));
        }
    }
}
