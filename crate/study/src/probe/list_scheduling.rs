//! The makespan of the batches of a master on 1, 2, .. dedicated machines.
//!
//! On equal machines without owners a batch is one list scheduled by Graham's rule. The times that the master learns do
//! not depend on the machines, so one pass over the batches serves all numbers of workers.

use super::Probe;
use ganttlet_core::record::{Cells, Table};
use ganttlet_core::rng::Streams;
use ganttlet_core::table;
use ganttlet_core::time::Span;
use ganttlet_document::{Scenario, Variant};
use ganttlet_sim::policy::list_scheduling::{TradeOff, makespans_by_workers};
use ganttlet_sim::policy::prediction::History;
use ganttlet_sim::system::opportunistic::policy::ordering::{BatchView, ORDERING_POLICIES};
use ganttlet_work::Work;
use ganttlet_work::master_worker::MasterWorker;

pub(super) const PROBE: Probe = Probe { kind: &LIST_SCHEDULING, rows: dedicated_table };

table! {
    /// The first batches of a master on 1, 2, .. machines of speed 1 that are its own, up to one for each task.
    static LIST_SCHEDULING = ("list-scheduling", "List scheduling", digest &[], part false);
    pub struct Dedicated {
        /// How many batches.
        batches: u32 = ("batches", "Batches", "", Cells::Count),
        /// How many workers.
        workers: u32 = ("workers", "Workers", "", Cells::Count),
        /// How long the batches take.
        time: Span = ("time", "Time", "", Cells::Span),
        /// The share of their time in which the workers work.
        efficiency: f64 = ("efficiency", "Efficiency", "", Cells::Number),
        /// True if these are the perfect number of workers.
        perfect: Option<bool> = ("perfect", "Perfect number (PN)", "", Cells::Flag),
        /// True if so many are in the ideal interval.
        ideal: Option<bool> = ("ideal", "In the ideal interval", "", Cells::Flag),
    }
}

/// The rows of the probe for the first application.
fn dedicated_table(work: &Work, scenario: &Scenario, system: &Variant) -> Table {
    let mut table = Table::new(&LIST_SCHEDULING);
    let applications: Option<&[MasterWorker]> = work.items();
    let ordering = system.policies.get("ordering");
    if let (Some(application), Some(ordering)) = (applications.and_then(<[_]>::first), ordering) {
        let mut policy = (ORDERING_POLICIES.get(ordering).make)(&system.settings);
        // The random stream of the system for its first application.
        let mut stream = Streams::new(scenario.seed).get("opportunistic/order-0");
        let order = |tasks: &BatchView| policy.order(tasks, &mut stream);
        schedule_batches(application, order, |batches, work, totals| {
            add_rows(&mut table, batches, work, totals);
        });
    }
    table
}

/// Schedules every batch, then calls `after` with the number of batches so far, the total runtime of their tasks, and
/// their makespan on each number of machines.
fn schedule_batches(
    application: &MasterWorker,
    mut order: impl FnMut(&BatchView) -> Vec<u32>,
    mut after: impl FnMut(u32, Span, &[i64]),
) {
    let MasterWorker { expected, keys, batches, .. } = application;
    let mut history = History::new(expected.len());
    let (mut list, mut times, mut totals) = (Vec::new(), Vec::new(), Vec::<i64>::new());
    let mut work = Span::ZERO;
    for (batch, done) in batches.iter().zip(1..) {
        let order = order(&BatchView { batch, expected, keys, history: &history });
        let next: Vec<i64> = order.iter().map(|&place| batch[place as usize].run.0).collect();
        // If the tasks of consecutive batches are equal, their schedules are equal.
        if next != list {
            times = makespans_by_workers(&next);
            list = next;
        }
        totals.resize(times.len().max(totals.len()), 0);
        for (total, time) in totals.iter_mut().zip(&times) {
            *total = total.saturating_add(*time);
        }
        for task in batch {
            work += task.run;
            history.observe(task.task, task.run);
        }
        history.end_batch();
        after(done, work, &totals);
    }
}

/// Adds a row for each number of machines.
fn add_rows(table: &mut Table, batches: u32, work: Span, totals: &[i64]) {
    let trade_off = TradeOff::from_makespans(work.0 as f64, totals);
    let perfect = trade_off.perfect_number();
    let (low, high) = trade_off.ideal_interval();
    for point in &trade_off.points {
        let workers = point.workers;
        table.push(&Dedicated {
            batches,
            workers,
            time: Span(point.makespan),
            efficiency: point.efficiency,
            perfect: Some(workers == perfect),
            ideal: Some((low..=high).contains(&workers)),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::time::Time;
    use ganttlet_document::Files;
    use ganttlet_sim::system::Budget;
    use ganttlet_sim::tables::rounds::Round;
    use serde_json::json;

    const ORDERINGS: [&str; 4] = ["lptf", "lptf-expectation", "random-average", "random"];

    /// Batches of 30 tasks on this number of machines under all orderings.
    fn scenario(iterations: u32, (workload, shape, variation): (u32, &str, u32), workers: u32) -> Scenario {
        let differ = |place: usize| if &shape[place..=place] == "1" { "different" } else { "similar" };
        let system = |ordering: &str| {
            json!({
                "kind": "opportunistic",
                "policies": {"ordering": ordering, "sizing": "fixed"},
                "parameters": {"workers": workers},
            })
        };
        let scenario = json!({
            "version": 1, "seed": 3,
            "platform": {"clusters": [{"name": "Pool", "nodes": 30}]},
            "workload": [{"generator": "master-worker-batches", "parameters": {
                "tasks": 30, "iterations": iterations, "workload_percent": workload,
                "large": differ(0), "small": differ(2), "variation_percent": variation,
            }}],
            "system": system(ORDERINGS[0]),
            "compare": ORDERINGS[1..].iter().map(|ordering| system(ordering)).collect::<Vec<_>>(),
        });
        ganttlet_document::read(&scenario.to_string()).scenario.expect("a good scenario")
    }

    /// The rows of the probe for one variant.
    fn probe_rows(scenario: &Scenario, variant: usize) -> Vec<Dedicated> {
        let work = ganttlet_document::build_work(scenario, variant, &Files::new()).expect("work");
        dedicated_table(&work, scenario, &scenario.variants[variant]).rows().collect()
    }

    fn row_at(rows: &[Dedicated], batches: u32, workers: u32) -> &Dedicated {
        rows.iter().find(|row| (row.batches, row.workers) == (batches, workers)).expect("a row")
    }

    /// The simulated makespans are those computed here, with any number of workers, under every ordering.
    #[test]
    fn probe_times_equal_simulated_times() {
        for application in [(30, "0-0", 60), (30, "1-0", 0)] {
            for (variant, ordering) in ORDERINGS.iter().enumerate() {
                let rows = probe_rows(&scenario(12, application, 10), variant);
                for workers in [1, 2, 7, 10, 16, 29, 30] {
                    let scenario = scenario(12, application, workers);
                    let mut built =
                        ganttlet_document::build(&scenario, variant, &Files::new(), 0).expect("a run");
                    built.run.advance(Budget::ALL);
                    let rounds = Round::rounds_of(built.run.trace());
                    assert_eq!(rounds.len(), 12);
                    for batches in [1, 10, 12] {
                        let (ours, end) =
                            (row_at(&rows, batches, workers).time, rounds[batches as usize - 1].end);
                        assert_eq!(Time::ZERO + ours, end, "{ordering} {batches} {workers}");
                    }
                }
            }
        }
    }

    /// The batches of an application are a prefix of those of a longer application.
    #[test]
    fn a_short_application_is_a_prefix_of_a_longer_one() {
        let times = |iterations| {
            let rows = probe_rows(&scenario(iterations, (30, "0-0", 60), 10), 2);
            rows.iter().map(|row| row.time).collect::<Vec<Span>>()
        };
        let (short, long) = (times(10), times(35));
        assert_eq!((short.len(), long.len()), (10 * 30, 35 * 30));
        assert_eq!(short[..], long[..short.len()]);
    }

    /// The mean efficiencies of a thousand batches, by an independent program, with 5, 10, 15 and 30 workers.
    #[test]
    fn efficiencies_equal_those_of_another_program() {
        let expected = [
            ((30, "1-1", 30), "lptf", [0.989, 0.961, 0.745, 0.373]),
            ((30, "1-1", 30), "random-average", [0.989, 0.955, 0.744, 0.373]),
            ((30, "1-1", 30), "random", [0.886, 0.736, 0.613, 0.373]),
            ((30, "1-1", 100), "random-average", [0.974, 0.819, 0.576, 0.288]),
            ((30, "0-0", 30), "random-average", [0.942, 0.863, 0.786, 0.550]),
            ((30, "0-0", 100), "lptf", [0.988, 0.951, 0.771, 0.389]),
            ((30, "0-0", 100), "random", [0.889, 0.747, 0.628, 0.389]),
            ((60, "1-1", 0), "lptf", [0.994, 0.583, 0.389, 0.194]),
            ((90, "1-1", 0), "random", [0.705, 0.382, 0.257, 0.130]),
        ];
        for (application, ordering, theirs) in expected {
            let variant = ORDERINGS.iter().position(|known| *known == ordering).expect("an ordering");
            let rows = probe_rows(&scenario(100, application, 10), variant);
            let ours = [5, 10, 15, 30].map(|workers| row_at(&rows, 100, workers).efficiency);
            let near = ours.iter().zip(theirs).all(|(ours, theirs)| (ours - theirs).abs() < 0.02);
            assert!(near, "{application:?} {ordering}: {ours:?}, {theirs:?}");
        }
    }

    /// Work other than the batches of a master has no rows.
    #[test]
    fn other_work_has_no_rows() {
        let jobs = json!({
            "version": 1, "platform": {"preset": "one-cluster"},
            "workload": [{"generator": "poisson", "parameters": {"jobs": 3}}], "system": {"kind": "batch"},
        });
        let jobs = ganttlet_document::read(&jobs.to_string()).scenario.expect("a good scenario");
        assert!(probe_rows(&jobs, 0).is_empty());
    }
}
