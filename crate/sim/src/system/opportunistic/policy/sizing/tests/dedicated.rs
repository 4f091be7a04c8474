//! The two homogeneous controllers with Random & Average on dedicated machines: values of a prototype that was checked
//! against the published perfect numbers. It used other random numbers, so there are tolerances where times vary.

use super::*;
use crate::policy::list_scheduling::list_makespan;
use crate::policy::prediction::History;
use crate::system::opportunistic::policy::ordering::{self, BatchView};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_work::master_worker::BatchTask;

const TASKS: usize = 50;
const BATCHES: u32 = 35;
const SEEDS: u64 = 20;

/// A workload of section 3.4.2: the share of the work in the large fifth, whether tasks differ, and the variation of
/// runtimes.
#[derive(Clone, Copy, Debug)]
struct Case {
    share: f64,
    different: bool,
    varies: f64,
}

/// The results of a controller, averaged over the seeds.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// Workers at the end.
    workers: f64,
    /// Changes of that number after the third batch.
    changes: f64,
    efficiency: f64,
    /// The total time of all batches over that of their longest tasks.
    time: f64,
}

impl Case {
    fn basic(self) -> Vec<Span> {
        let part = |count: usize, load: f64| {
            let size = move |rank: usize| {
                let all = count as f64;
                if self.different { load * rank as f64 * 2.0 / (all * (all + 1.0)) } else { load / all }
            };
            (1..=count).rev().map(move |rank| Span::from_seconds(size(rank)))
        };
        let (total, large) = (1000.0 * TASKS as f64, TASKS / 5);
        part(large, self.share * total).chain(part(TASKS - large, (1.0 - self.share) * total)).collect()
    }

    /// The runtimes of one batch.
    fn actual(self, basic: &[Span], stream: &mut Stream) -> Vec<Span> {
        let vary = |time: &Span| {
            let factor =
                if self.varies > 0.0 { 1.0 + self.varies * (2.0 * stream.uniform() - 1.0) } else { 1.0 };
            Span::from_seconds(time.seconds() * factor.max(1e-3))
        };
        basic.iter().map(vary).collect()
    }

    fn run(self, policy: &str, settings: &Settings) -> Outcome {
        let runs: Vec<[f64; 4]> = (0..SEEDS).map(|seed| self.run_once(policy, settings, seed)).collect();
        let mean = |which: usize| runs.iter().map(|run| run[which]).sum::<f64>() / SEEDS as f64;
        Outcome { workers: mean(0), changes: mean(1), efficiency: mean(2), time: mean(3) }
    }

    fn run_once(self, policy: &str, settings: &Settings, seed: u64) -> [f64; 4] {
        let mut sizing = with(policy, settings);
        let mut order = (ordering::ORDERING_POLICIES.get("random-average").make)(settings);
        let (mut chance, mut variation) =
            (Streams::new(seed).get("order"), Streams::new(seed).get("variation"));
        let basic = self.basic();
        let mut history = History::new(TASKS);
        let mut workers = sizing.first_workers(TASKS as u32).workers;
        let (mut changes, mut work, mut up, mut time, mut longest) = (0, 0.0, 0.0, 0.0, 0.0);
        for iteration in 1..=BATCHES {
            let took = self.actual(&basic, &mut variation);
            let batch: Vec<BatchTask> =
                (0..).zip(&took).map(|(task, &run)| BatchTask { task, run }).collect();
            let tasks = BatchView { batch: &batch, expected: &basic, keys: &[], history: &history };
            let places = order.order(&tasks, &mut chance);
            let times: Vec<i64> = places.iter().map(|&place| took[place as usize].0).collect();
            let length = Span(list_makespan(&times, workers));
            (0..).zip(&took).for_each(|(task, &took)| history.observe(task, took));
            history.end_batch();
            let useful: f64 = took.iter().map(|time| time.seconds()).sum();
            let there = f64::from(workers) * length.seconds();
            (work, up, time) = (work + useful, up + there, time + length.seconds());
            longest += took.iter().max().expect("tasks").seconds();
            let means: Vec<f64> =
                (0..TASKS as u32).map(|task| history.mean_run_time(task).expect("done")).collect();
            let seen = BatchResult {
                iteration,
                took: &took,
                normalised: &took,
                means: &means,
                workers: (workers, workers),
                stable: true,
                length,
                efficiency: useful / there,
                next_tasks: TASKS as u32,
            };
            let next = sizing.next_workers(&seen).workers;
            changes += u32::from(iteration > 3 && next != workers);
            workers = next;
        }
        [f64::from(workers), f64::from(changes), work / up, time / longest]
    }
}

/// A workload with the results of the prototype: workers, changes, efficiency and time.
type Row = (Case, [f64; 4], [f64; 4]);

const fn case(share: f64, different: bool, varies: f64) -> Case {
    Case { share, different, varies }
}

/// The static table by means, and the dynamic policy.
const ROWS: [Row; 10] = [
    (case(0.3, true, 0.0), [20.0, 0.0, 0.88, 1.002], [20.0, 0.0, 0.88, 1.002]),
    (case(0.3, true, 0.3), [18.9, 2.0, 0.83, 1.034], [18.4, 7.6, 0.84, 1.039]),
    (case(0.5, true, 0.0), [11.0, 0.0, 0.90, 1.015], [13.0, 0.0, 0.78, 1.000]),
    (case(0.5, true, 0.3), [10.7, 0.5, 0.83, 1.032], [10.8, 4.8, 0.82, 1.026]),
    (case(0.7, true, 0.0), [8.0, 0.0, 0.85, 1.000], [9.0, 0.0, 0.77, 1.000]),
    (case(0.9, true, 0.0), [6.0, 0.0, 0.83, 1.019], [7.0, 0.0, 0.74, 1.000]),
    (case(0.3, false, 0.0), [30.0, 0.0, 0.94, 1.162], [35.0, 0.0, 0.81, 1.162]),
    (case(0.5, false, 0.3), [18.3, 1.8, 0.82, 1.022], [17.9, 0.2, 0.84, 1.025]),
    (case(0.7, false, 0.0), [15.0, 0.0, 0.89, 1.000], [16.0, 0.0, 0.84, 1.000]),
    (case(0.9, false, 0.0), [11.0, 0.0, 0.90, 1.027], [13.0, 0.0, 0.79, 1.000]),
];

/// Measured differences: with constant times none in the numbers of workers, and none in efficiency and time in the
/// printed precision; with varying times at most 0.3 workers, 0.8 changes, 0.01 in efficiency and 0.006 in time.
#[test]
fn both_controllers_end_where_the_prototype_ends() {
    for (case, by_table, by_speed_up) in ROWS {
        for (policy, [workers, changes, efficiency, time]) in
            [("static-table", by_table), ("dynamic", by_speed_up)]
        {
            let outcome = case.run(policy, &Settings::default());
            let near = |found: f64, expected: f64, tolerance: f64| (found - expected).abs() <= tolerance;
            // The prototype broke ties and drew the first order differently, which affects the last digits.
            let [some_workers, some_changes] = if case.varies > 0.0 { [0.7, 1.5] } else { [1e-9, 1e-9] };
            assert!(
                near(outcome.workers, workers, some_workers)
                    && near(outcome.changes, changes, some_changes)
                    && near(outcome.efficiency, efficiency, 0.02)
                    && near(outcome.time, time, 0.01),
                "{policy}, {case:?}: {outcome:?}"
            );
        }
    }
}

/// Number of changes if runtimes vary by 60 %: single batches of the static table, its means, and the dynamic policy.
/// The prototype has 17.9, 12.2, 3.4 for half of the work in the large tasks and 17.3, 11.7, 1.9 for 70 %; over 1000
/// seeds it is about 20.0, 10.7, 4.5 and 19.4, 10.1, 2.6 here.
#[test]
fn small_variations_shake_the_table_more_than_dynamic_information() {
    for (share, [by_batch, by_means, by_speed_up]) in [(0.5, [17.9, 12.2, 3.4]), (0.7, [17.3, 11.7, 1.9])] {
        let case = case(share, false, 0.6);
        let changes = |policy: &'static str, measure: &'static str| {
            let settings = Settings::default().with("static_measure", Value::Choice(measure));
            case.run(policy, &settings).changes
        };
        let found =
            [changes("static-table", "single"), changes("static-table", "averaged"), changes("dynamic", "")];
        let near = |found: f64, expected: f64| (found - expected).abs() <= 3.5;
        assert!(
            near(found[0], by_batch) && near(found[1], by_means) && near(found[2], by_speed_up),
            "{share}: {found:?}"
        );
        assert!(found[0] > 1.3 * found[1] && found[1] > 1.6 * found[2], "{share}: {found:?}");
    }
}

/// The numbers of the table for its original workloads, with runtimes that vary by at most a tenth.
#[test]
fn the_table_gives_its_numbers_for_its_original_workloads() {
    for (different, expected) in [(true, [20, 11, 8, 6]), (false, [30, 20, 15, 11])] {
        for (share, workers) in [0.3, 0.5, 0.7, 0.9].into_iter().zip(expected) {
            for varies in [0.0, 0.1] {
                let case = case(share, different, varies);
                let settings = Settings::default().with("efficiency_min", Value::Number(0.0));
                let outcome = case.run("static-table", &settings);
                assert!((outcome.workers - f64::from(workers)).abs() < 1e-9, "{case:?}: {outcome:?}");
                assert!(outcome.changes < 1e-9, "{case:?}: {outcome:?}");
            }
        }
    }
}
