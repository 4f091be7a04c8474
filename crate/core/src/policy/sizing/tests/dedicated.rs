//! The two homogeneous controllers with Random & Average on machines of their own: values of a prototype that was checked
//! against the published perfect numbers. It drew other random numbers, so where times vary there are tolerances.

use super::*;
use crate::policy::list_scheduling::makespan;
use crate::policy::ordering::{self, Tasks};
use crate::policy::prediction::History;
use crate::rng::{Stream, Streams};
use crate::workload::master_worker::BatchTask;

const TASKS: usize = 50;
const BATCHES: u32 = 35;
const SEEDS: u64 = 20;

/// A workload of section 3.4.2: the share of the large fifth in the work, whether tasks differ, and how much run times vary.
#[derive(Clone, Copy)]
struct Case {
    share: f64,
    different: bool,
    varies: f64,
}

/// What a controller makes of it, on average over the seeds.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// Workers at the end.
    workers: f64,
    /// Changes of that number after the third batch.
    changes: f64,
    efficiency: f64,
    /// The time of all batches by that of their longest tasks.
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

    /// The run times of one batch.
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
        let (sizing, order) =
            (find(policy).expect("known"), ordering::find("random-average").expect("known"));
        let (mut chance, mut variation) =
            (Streams::new(seed).get("order"), Streams::new(seed).get("variation"));
        let basic = self.basic();
        let mut history = History::new(TASKS);
        let mut memory = Memory::default();
        let mut workers = (sizing.first)(TASKS as u32, settings).workers;
        let (mut changes, mut work, mut up, mut time, mut longest) = (0, 0.0, 0.0, 0.0, 0.0);
        for iteration in 1..=BATCHES {
            let took = self.actual(&basic, &mut variation);
            let batch: Vec<BatchTask> =
                (0..).zip(&took).map(|(task, &run)| BatchTask { task, run }).collect();
            let tasks = Tasks { batch: &batch, expected: &basic, keys: &[], history: &history };
            let places = order.order(&tasks, &mut chance, settings);
            let times: Vec<i64> = places.iter().map(|&place| took[place as usize].0).collect();
            let length = Span(makespan(&times, workers));
            (0..).zip(&took).for_each(|(task, &took)| history.observe(task, took));
            history.end_batch();
            let useful: f64 = took.iter().map(|time| time.seconds()).sum();
            let there = f64::from(workers) * length.seconds();
            (work, up, time) = (work + useful, up + there, time + length.seconds());
            longest += took.iter().max().expect("tasks").seconds();
            let means: Vec<f64> = (0..TASKS as u32).map(|task| history.mean(task).expect("done")).collect();
            let seen = Seen {
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
            let next = (sizing.next)(&seen, &mut memory, settings).workers;
            changes += u32::from(iteration > 3 && next != workers);
            workers = next;
        }
        [f64::from(workers), f64::from(changes), work / up, time / longest]
    }
}

#[test]
#[ignore]
fn show() {
    for (name, share, different, varies) in [
        ("1-1 W30 D0", 0.3, true, 0.0),
        ("1-1 W30 D30", 0.3, true, 0.3),
        ("1-1 W50 D0", 0.5, true, 0.0),
        ("1-1 W50 D30", 0.5, true, 0.3),
        ("1-1 W70 D0", 0.7, true, 0.0),
        ("1-1 W90 D0", 0.9, true, 0.0),
        ("0-0 W30 D0", 0.3, false, 0.0),
        ("0-0 W50 D30", 0.5, false, 0.3),
        ("0-0 W70 D0", 0.7, false, 0.0),
        ("0-0 W90 D0", 0.9, false, 0.0),
        ("0-0 W30 D60", 0.3, false, 0.6),
        ("0-0 W50 D60", 0.5, false, 0.6),
        ("0-0 W70 D60", 0.7, false, 0.6),
        ("0-0 W90 D60", 0.9, false, 0.6),
    ] {
        let case = Case { share, different, varies };
        for (policy, measure) in [("static-table", "single"), ("static-table", "averaged"), ("dynamic", "")] {
            let settings = settings(policy).with("static_measure", Value::Choice(measure.into()));
            let o = case.run(policy, &settings);
            println!(
                "{name:12} {policy:12} {measure:9} {:.2} / {:.2} / {:.3} / {:.3}",
                o.workers, o.changes, o.efficiency, o.time
            );
        }
    }
}
