//! The two homogeneous policies that adjust the number of workers, run by the whole system on machines of its own. The
//! expected values are those of an independent prototype that was checked against the published perfect numbers. It drew
//! other random numbers, so where run times vary there are tolerances.

use ganttlet_document::Files;
use ganttlet_sim::system::Budget;
use ganttlet_sim::tables::rounds::Round;
use serde_json::json;

const TASKS: u32 = 50;
const SEEDS: u64 = 20;

/// The mean result of a policy for an application of 35 batches over the seeds.
#[derive(Debug)]
struct MeanResult {
    /// Workers in the end.
    workers: f64,
    /// How often their number was changed from the third batch on.
    changes: f64,
    efficiency: f64,
    /// The time of all batches by that of their longest tasks.
    time: f64,
}

/// All large and all small tasks are different or similar, the large fifth holds so many percent of the work, and tasks
/// vary by so many percent.
fn mean_result(policy: &str, measure: &str, different: bool, workload: u32, variation: u32) -> MeanResult {
    let seeds = if variation == 0 { 1 } else { SEEDS };
    let runs: Vec<[f64; 4]> =
        (1..=seeds).map(|seed| run(policy, measure, (different, workload, variation), seed)).collect();
    let mean = |which: usize| runs.iter().map(|run| run[which]).sum::<f64>() / seeds as f64;
    MeanResult { workers: mean(0), changes: mean(1), efficiency: mean(2), time: mean(3) }
}

fn run(
    policy: &str,
    measure: &str,
    (different, workload, variation): (bool, u32, u32),
    seed: u64,
) -> [f64; 4] {
    let likeness = if different { "different" } else { "similar" };
    let mut parameters = json!({});
    if policy == "static-table" {
        parameters["static_measure"] = json!(measure);
    }
    let scenario = json!({
        "version": 1,
        "seed": seed,
        "platform": {"clusters": [{"name": "Pool", "nodes": TASKS}]},
        "workload": [{"generator": "master-worker-batches", "parameters": {
            "tasks": TASKS, "iterations": 35, "workload_percent": workload, "variation_percent": variation,
            "large": likeness, "small": likeness,
        }}],
        "system": {
            "kind": "opportunistic",
            "policies": {"ordering": "random-average", "sizing": policy},
            "parameters": parameters,
        },
    });
    let reading = ganttlet_document::read(&scenario.to_string());
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    let scenario = reading.scenario.expect("a scenario");
    let mut built = ganttlet_document::build(&scenario, 0, &Files::new(), 0).expect("it can be built");
    built.run.advance(Budget::ALL);
    let trace = built.run.trace();
    let over: Vec<_> = Round::rounds_of(trace).into_iter().filter(Round::is_over).collect();
    assert_eq!(over.len(), 35);
    let sum = |of: &dyn Fn(usize) -> f64| (0..over.len()).map(of).sum::<f64>();
    let length = sum(&|i| over[i].duration_s().expect("over"));
    let longest = sum(&|i| {
        let tasks = over[i].tasks(trace);
        tasks.iter().map(|task| task.took.seconds()).fold(0.0, f64::max)
    });
    // What the policy says after the last batch is not asked for, as none comes.
    let changes = over[3..].windows(2).filter(|pair| pair[0].wanted != pair[1].wanted).count();
    let efficiency = sum(&|i| over[i].work.seconds()) / sum(&|i| over[i].up.seconds());
    [f64::from(over[34].wanted), changes as f64, efficiency, length / longest]
}

fn is_near(ours: f64, expected: f64, by: f64) -> bool {
    (ours - expected).abs() <= by + 1e-9
}

/// Where run times do not vary, all is exact but the random order of the first batch, which has a worker for each task.
#[test]
fn without_variation_the_numbers_are_known() {
    let rows = [
        (true, 30, (20.0, 0.88, 1.002), (20.0, 0.88, 1.002)),
        (true, 50, (11.0, 0.90, 1.015), (13.0, 0.78, 1.000)),
        (true, 70, (8.0, 0.85, 1.000), (9.0, 0.77, 1.000)),
        (true, 90, (6.0, 0.83, 1.019), (7.0, 0.74, 1.000)),
        (false, 30, (30.0, 0.94, 1.162), (35.0, 0.81, 1.162)),
        (false, 70, (15.0, 0.89, 1.000), (16.0, 0.84, 1.000)),
        (false, 90, (11.0, 0.90, 1.027), (13.0, 0.79, 1.000)),
    ];
    for (different, workload, table, dynamic) in rows {
        for (policy, (workers, efficiency, time)) in [("static-table", table), ("dynamic", dynamic)] {
            let ours = mean_result(policy, "averaged", different, workload, 0);
            let exact = is_near(ours.workers, workers, 0.0) && is_near(ours.changes, 0.0, 0.0);
            // Two and three digits are known of these.
            let digits = is_near(ours.efficiency, efficiency, 0.005) && is_near(ours.time, time, 0.0005);
            assert!(exact && digits, "{policy}, {different}, {workload} %: {ours:?}");
        }
    }
}

#[test]
fn with_variation_the_numbers_are_near() {
    let rows = [
        (true, 30, [18.9, 2.0, 0.83, 1.034], [18.4, 7.6, 0.84, 1.039]),
        (true, 50, [10.7, 0.5, 0.83, 1.032], [10.8, 4.8, 0.82, 1.026]),
        (false, 50, [18.3, 1.8, 0.82, 1.022], [17.9, 0.2, 0.84, 1.025]),
    ];
    for (different, workload, table, dynamic) in rows {
        for (policy, expected) in [("static-table", table), ("dynamic", dynamic)] {
            let ours = mean_result(policy, "averaged", different, workload, 30);
            let [workers, changes, efficiency, time] = expected;
            let near = is_near(ours.workers, workers, 0.6)
                && is_near(ours.changes, changes, 2.0)
                && is_near(ours.efficiency, efficiency, 0.015)
                && is_near(ours.time, time, 0.01);
            println!("{policy}, {different}, {workload} %: {ours:?}, expected {expected:?}");
            assert!(near, "{policy}, {different}, {workload} %: {ours:?}");
        }
    }
}

/// Changes of the number of workers if equal tasks vary by 60 %: the table read batch by batch changes it most, and the
/// dynamic policy least where half or more of the work is in the large tasks; at 30 and 90 % it does no better.
#[test]
fn changes_of_worker_numbers_by_policy() {
    let rows = [
        (30, [30.2, 28.8, 29.9]),
        (50, [17.9, 12.2, 3.4]),
        (70, [17.3, 11.7, 1.9]),
        (90, [19.6, 21.8, 23.6]),
    ];
    for (workload, expected) in rows {
        let ours = [("static-table", "single"), ("static-table", "averaged"), ("dynamic", "")]
            .map(|(policy, measure)| mean_result(policy, measure, false, workload, 60).changes);
        println!("{workload} %: {ours:?}, expected {expected:?}");
        let all = ours.iter().zip(expected).all(|(&ours, expected)| is_near(ours, expected, 4.0));
        assert!(all, "{workload} %: {ours:?}");
    }
}
