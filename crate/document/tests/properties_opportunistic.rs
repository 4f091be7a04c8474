//! Property tests of an opportunistic pool under any sequence of suspensions, losses, absences and late grants.

mod support;

use ganttlet_core::entry::{AnyFamily, Parameters, Roles, Settings, Value};
use ganttlet_core::platform::{Cluster, Machine, Network, Platform};
use ganttlet_core::record::{Index, Phase, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::system::opportunistic::policy::{loss, ordering, sizing};
use ganttlet_sim::system::opportunistic::{Options, Policies, Pool, simulation};
use ganttlet_sim::system::{Budget, Run, RunOptions, Simulation};
use ganttlet_sim::tables::rounds::Round;
use ganttlet_work::Absence;
use ganttlet_work::master_worker::{BatchTask, MasterWorker};
use proptest::prelude::*;
use support::queue_reasons::{has_right_plural, number_after};

const SPEEDS: [f64; 5] = [1.0, 2.0, 0.5, 1.25, 1.0];

/// Two pools of three and two machines of different speeds.
fn platform() -> Platform {
    let machine = |&speed: &f64| Machine { speed, cost: speed, ..Machine::default() };
    let pool =
        |name: &str, speeds: &[f64]| Cluster::from_machines(name, speeds.iter().map(machine).collect());
    let clusters = vec![pool("A", &SPEEDS[..3]), pool("B", &SPEEDS[3..])];
    Platform { network: Network::uniform(2, 1e8, Span(1000)), clusters }
}

fn applications() -> impl Strategy<Value = Vec<MasterWorker>> {
    let batch = proptest::collection::vec(proptest::option::weighted(0.8, 1..40_i64), 6);
    let one = (proptest::collection::vec(batch, 1..5), 0..60_i64, 0..3_u32, 0..2_u32, 0..2_i64);
    proptest::collection::vec(one, 1..4).prop_map(|list| {
        let mut applications: Vec<MasterWorker> = list
            .into_iter()
            .map(|(batches, submit, user, home, alone)| {
                let tasks = |batch: Vec<Option<i64>>| {
                    let known = (0..).zip(batch).filter_map(|(task, run)| Some((task, run?)));
                    known.map(|(task, run)| BatchTask { task, run: Span(run * 700_000) }).collect()
                };
                MasterWorker {
                    user,
                    home,
                    submit: Time(submit * 1_000_000),
                    expected: vec![Span(10_000_000); 6],
                    batches: batches.into_iter().map(tasks).collect(),
                    sequential: Span(alone * 3_000_000),
                    ..MasterWorker::default()
                }
            })
            .collect();
        applications.sort_by_key(|application| application.submit);
        for (application, number) in applications.iter_mut().zip(1..) {
            application.number = number;
        }
        applications
    })
}

fn absences() -> impl Strategy<Value = Vec<Absence>> {
    proptest::collection::vec((0..5_u32, 0..120_i64, 1..60_i64, any::<bool>()), 0..14).prop_map(|list| {
        let absence = |(machine, start, length, gone)| Absence {
            machine,
            start: Time(start * 1_000_000),
            end: Time((start + length) * 1_000_000),
            gone,
        };
        let mut absences: Vec<Absence> = list.into_iter().map(absence).collect();
        absences.sort_by_key(|absence| absence.start);
        absences
    })
}

/// Policies by their places, and some of the parameters.
#[derive(Clone, Debug)]
struct Setting {
    policies: [usize; 3],
    numbers: Vec<(&'static str, f64)>,
    whole: Vec<(&'static str, i64)>,
    flags: Vec<(&'static str, bool)>,
    losses: &'static str,
}

fn setting() -> impl Strategy<Value = Setting> {
    let policies = [
        0..ordering::ORDERING_POLICIES.members.len(),
        0..sizing::SIZING_POLICIES.members.len(),
        0..loss::LOSS_POLICIES.members.len(),
    ];
    let few = |values: &'static [f64]| proptest::sample::select(values);
    let numbers = (
        few(&[0.0, 5.0, 1e9]),
        few(&[0.0, 0.0, 7.0]),
        few(&[0.0, 0.0, 10.0]),
        few(&[0.0, 0.01, 24.0]),
        few(&[0.0, 0.2]),
    );
    let whole = (0..3_i64, 1..7_i64);
    let losses = proptest::sample::select(&["no", "one", "observed"][..]);
    (policies, numbers, whole, any::<[bool; 5]>(), losses).prop_map(
        |(policies, n, (extra, workers), [flocks, preempts, cancels, eager, normalises], losses)| Setting {
            policies,
            numbers: vec![
                ("suspend_limit_s", n.0),
                ("negotiation_s", n.1),
                ("grant_delay_s", n.2),
                ("priority_half_life_h", n.3),
                ("benchmark_noise", n.4),
                // Longer than any task on the slowest machine.
                ("priority_keeps_s", 60.0),
            ],
            whole: vec![("extra_machines", extra), ("workers", workers)],
            flags: vec![
                ("flocking", flocks),
                ("priority_preempts", preempts),
                ("cancel_copies", cancels),
                ("eager", eager),
                ("normalise", normalises),
            ],
            losses,
        },
    )
}

fn start(work: &[MasterWorker], absences: &[Absence], setting: &Setting) -> Simulation<Pool> {
    let mut settings = Settings::default().with("losses", Value::Choice(setting.losses));
    for &(id, number) in &setting.numbers {
        settings = settings.with(id, Value::Number(number));
    }
    for &(id, number) in &setting.whole {
        settings = settings.with(id, Value::Integer(number));
    }
    for &(id, flag) in &setting.flags {
        settings = settings.with(id, Value::Bool(flag));
    }
    let families: [&dyn AnyFamily; 3] =
        [&ordering::ORDERING_POLICIES, &sizing::SIZING_POLICIES, &loss::LOSS_POLICIES];
    let ids = families.into_iter().zip(setting.policies).map(|(family, place)| family.ids()[place].into());
    let chosen = ["ordering", "sizing", "loss"].into_iter().zip(ids).collect();
    let policies = || Policies::choose(&chosen, &settings);
    let (options, run) =
        (Options::read(&settings), RunOptions { seed: 7, decisions: 1000, ..RunOptions::default() });
    simulation(&platform(), work.to_vec(), absences.to_vec(), &policies, options, run)
}

/// Runs to the end, within a generous maximum number of events.
fn run_to_end(mut run: Simulation<Pool>) -> Trace {
    run.advance(Budget::events(300_000));
    assert!(run.progress().done, "it comes to an end");
    run.trace().clone()
}

/// The total time of the intervals that satisfy a condition, in microseconds.
fn total_time(trace: &Trace, holds: impl Fn(usize) -> bool) -> i64 {
    let table = &trace.intervals;
    (0..table.len()).filter(|&i| holds(i)).map(|i| (table.end[i] - table.start[i]).0).sum()
}

fn assert_lawful(trace: &Trace, work: &[MasterWorker]) {
    support::invariants::assert_no_overlap(trace);
    let (table, intervals) = (&trace.subjects, &trace.intervals);
    for (subject, status) in table.status.iter().enumerate() {
        assert_eq!(*status, Status::Done, "{} is lost", trace.name(subject as u32));
    }
    assert!(intervals.start.is_sorted());
    assert!(intervals.end.iter().all(|&end| end <= trace.last_end), "every bar is closed");
    // Each task is completed exactly once: its remaining bar is the successful run.
    let mut subject = work.len() + SPEEDS.len();
    for application in work {
        let mut before = application.submit;
        for batch in &application.batches {
            let mut last = before;
            for task in batch {
                let done: f64 = trace
                    .intervals_of(subject as u32)
                    .filter(|&i| matches!(intervals.phase[i], Phase::WORKS | Phase::COPIES))
                    .map(|i| {
                        (intervals.end[i] - intervals.start[i]).seconds() * SPEEDS[intervals.row[i] as usize]
                    })
                    .sum();
                let whole = task.run.seconds();
                assert!((done - whole).abs() < 1e-5, "{done} s of {whole} s are done");
                assert!(table.start[subject] >= before, "a batch begins before the last one is over");
                assert!(trace.intervals_of(subject as u32).all(|i| intervals.start[i] >= before));
                last = last.max(table.end[subject]);
                subject += 1;
            }
            before = last + application.sequential;
        }
    }
    assert_accounts_match(trace);
}

/// The times of rounds equal those of the bars, to the microsecond.
fn assert_accounts_match(trace: &Trace) {
    let total = |of: fn(&Round) -> Span| Round::rounds_of(trace).iter().map(|round| of(round).0).sum::<i64>();
    let phase = |i: usize| trace.intervals.phase[i];
    assert_eq!(
        total(|round| round.work),
        total_time(trace, |i| matches!(phase(i), Phase::WORKS | Phase::COPIES))
    );
    assert_eq!(total(|round| round.suspended), total_time(trace, |i| phase(i) == Phase::SUSPENDED));
    assert_eq!(total(|round| round.up), total_time(trace, |i| phase(i) != Phase::AWAY));
    for round in &Round::rounds_of(trace) {
        assert!(round.end != Time::MAX && round.held <= round.most_held && round.most_held <= round.wanted);
        let tasks = round.tasks(trace);
        let mut subjects: Vec<u32> = tasks.iter().map(|task| task.subject).collect();
        subjects.sort_unstable();
        assert!(subjects.windows(2).all(|pair| pair[0] + 1 == pair[1]), "every task of the batch once");
        assert!(tasks.iter().all(|task| task.took > Span::ZERO));
    }
}

/// Panics if a reason contradicts the tables.
fn assert_reasons_true(run: &Simulation<Pool>, time: Time) {
    let (trace, table) = (run.trace(), &run.trace().subjects);
    let waiting = support::queue_reasons::waiting_subjects(trace, time);
    for one in run.queue_at(&mut Index::default(), time) {
        let (group, text) = (table.group[one.id as usize], one.reason);
        let of_batch = |&&id: &&u32| trace.kind(id).counts && table.group[id as usize] == group;
        let waiting: Vec<u32> = waiting.iter().filter(of_batch).copied().collect();
        let place = number_after(&text, "position ").expect("a position");
        assert!(waiting.contains(&one.id) && (1..=waiting.len() as u32).contains(&place), "{text}");
        assert_eq!(number_after(&text, " of the "), Some(waiting.len() as u32), "{text}");
        assert!(has_right_plural(&text, "task", "tasks"), "{text}");
        let mut held: Vec<u32> = (0..trace.rows())
            .filter_map(|row| support::queue_reasons::subject_on_row(trace, row, time))
            .collect();
        // A second replica may still run after its task is done.
        held.retain(|id| of_batch(&id) && table.end[*id as usize] > time);
        held.sort_unstable();
        held.dedup();
        assert_eq!(number_after(&text, "; "), Some(held.len() as u32), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_work_is_accounted_for(work in applications(), absences in absences(), setting in setting()) {
        assert_lawful(&run_to_end(start(&work, &absences, &setting)), &work);
    }

    /// Reasons of waiting tasks match the state at the requested time, and the task named as next is next.
    #[test]
    fn reasons_match_the_state_at_their_time(
        work in applications(), absences in absences(), setting in setting(),
        times in proptest::collection::vec(0..200_i64, 4),
    ) {
        let mut run = start(&work, &absences, &setting);
        run.advance(Budget::events(300_000));
        for time in times.into_iter().map(|seconds| Time(seconds * 1_000_000)) {
            assert_reasons_true(&run, time);
        }
    }

    #[test]
    fn slices_and_levels_change_nothing(
        work in applications(), absences in absences(), setting in setting(), slice in 1..9_u64,
    ) {
        let whole = run_to_end(start(&work, &absences, &setting)).digest();
        prop_assert_eq!(support::digest_in_slices(start(&work, &absences, &setting), slice), whole);
    }
}
