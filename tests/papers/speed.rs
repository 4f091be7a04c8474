//! How long experiments take: the processor's time of one thread, in units of fixed work that is timed beside it, so that
//! neither a slow machine nor what else runs on it decides.

use super::experiment_plan;
use ganttlet_core::record::Level;
use ganttlet_core::rng::Streams;
use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache, build, read};
use ganttlet_sim::system::Budget;
use ganttlet_study::Plan;
use ganttlet_study::published::FIRST_SEED;
use serde_json::json;
use std::hint::black_box;

/// Time of a million random numbers on the machine of the budgets (`crate/cli/benches/README.md`), in seconds.
const REFERENCE_YARDSTICK_S: f64 = 0.001_38;

/// Processor time of this thread in seconds, where the system reports it.
fn thread_time_s() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

/// The time of some work on the machine of the budgets, in seconds; `None` where the system does not report thread
/// time.
fn normalised_seconds(work: impl FnOnce()) -> Option<f64> {
    let begin = thread_time_s();
    work();
    let took = thread_time_s()? - begin?;
    let draws = |_| {
        let begin = thread_time_s();
        let mut stream = Streams::new(1).get("yardstick");
        black_box((0..1_000_000).fold(0, |sum: u64, _| sum.wrapping_add(stream.random_bits())));
        Some(thread_time_s()? - begin?)
    };
    let yardstick = (0..9).filter_map(draws).fold(f64::MAX, f64::min);
    Some(took * REFERENCE_YARDSTICK_S / yardstick.max(REFERENCE_YARDSTICK_S))
}

/// True if a run has one of the first seeds, by its label.
fn is_among_first(label: &str, seeds: u64) -> bool {
    let seed = label.rsplit("seed ").next().and_then(|seed| seed.parse::<u64>().ok());
    seed.is_some_and(|seed| (FIRST_SEED..FIRST_SEED + seeds).contains(&seed))
}

/// Executes one after the other the runs whose labels are selected.
fn execute_selected(plan: &Plan, chosen: impl Fn(&str) -> bool) -> usize {
    let runs: Vec<usize> = (0..plan.count()).filter(|&run| chosen(&plan.label(run))).collect();
    let latest = WorkCache::default();
    for &run in &runs {
        plan.execute_run(run, &Files::new(), &latest)
            .unwrap_or_else(|wrong| panic!("{}: {wrong:?}", plan.label(run)));
    }
    runs.len()
}

/// Check 20 of the list of delegated selection.
#[test]
fn one_seed_of_delegated_selection_takes_less_than_a_minute() {
    let mut runs = 0;
    let took = normalised_seconds(|| {
        for id in ["R1", "R2", "R3", "R4", "R5"] {
            runs += execute_selected(&experiment_plan(id, false), |label| is_among_first(label, 1));
        }
    });
    assert_eq!(runs, 18 + 22 + 56 + 14 + 40);
    assert!(took.is_none_or(|took| took < 60.0), "{took:?} s");
}

/// The three architectures at the highest load, 150,000 tasks each.
#[test]
fn bags_under_the_highest_load_take_less_than_two_seconds() {
    let mut runs = 0;
    let took = normalised_seconds(|| {
        runs = execute_selected(&experiment_plan("B5", false), |label| {
            label.starts_with("load 95,") && is_among_first(label, 1)
        });
    });
    assert_eq!(runs, 3);
    assert!(took.is_none_or(|took| took < 3.0 * 2.0), "{took:?} s");
}

/// Some 96,000 jobs under each policy.
#[test]
fn sending_four_months_of_jobs_by_predictions_takes_less_than_a_second_a_policy() {
    let mut runs = 0;
    let took = normalised_seconds(|| {
        runs = execute_selected(&experiment_plan("P4", false), |label| {
            label.starts_with("AUVER-like") && is_among_first(label, 1)
        });
    });
    assert_eq!(runs, 5);
    assert!(took.is_none_or(|took| took < 5.0), "{took:?} s");
}

/// All bags come at once: a queue four times as long takes little more than four times as long.
#[test]
fn long_queues_stay_near_linear() {
    let base = |days: f64| {
        let study = json!({
            "name": "Queues",
            "base": {
                "version": 1,
                "platform": { "preset": "das3-g5k" },
                "workload": [{ "generator": "bag-model", "parameters": { "load": 0.6, "days": days, "arrivals": "at-once" } }],
                "system": {
                    "kind": "bags",
                    "policies": { "selection": "oldest-bag", "scheduling": "largest-on-fastest" },
                }
            },
            "measures": [{ "metric": "bag-makespan" }],
            "seeds": 1
        });
        let (study, _) = Study::read(&study.to_string());
        let plan = Plan::new(&study.expect("a study"), false, None).expect("a plan");
        normalised_seconds(|| assert_eq!(execute_selected(&plan, |_| true), 1))
    };
    let times = base(0.5).zip(base(2.0));
    assert!(times.is_none_or(|(short, long)| long < 8.0 * short), "{times:?} s");
}

/// Ten runs of seven cost functions and three patterns: all of the published table.
#[test]
fn placing_components_by_every_cost_function_takes_less_than_a_second() {
    let mut runs = 0;
    let took = normalised_seconds(|| {
        runs = execute_selected(&experiment_plan("C2", false), |label| is_among_first(label, 10));
    });
    assert_eq!(runs, 10 * 7 * 3);
    assert!(took.is_none_or(|took| took < 1.0), "{took:?} s");
}

/// All of the published deployment: as many tasks as came in seven months, on three levels of grids with their owners.
const SEVEN_MONTHS: &str = r#"{
  "version": 1,
  "name": "Seven months",
  "platform": { "preset": "superlink-online" },
  "workload": [{ "generator": "divisible-mixture", "parameters": { "tasks": 2300, "days": 214 } }],
  "background": [
    { "generator": "owner-sessions", "parameters": { "owners_of": 2, "available_mean_s": 56000, "away_mean_s": 34323, "duration_s": 3e7 } },
    { "generator": "owner-sessions", "parameters": { "owners_of": 3, "available_mean_s": 8000, "away_mean_s": 20369, "duration_s": 3e7 } }
  ],
  "system": { "kind": "hierarchy" }
}"#;

#[test]
fn seven_months_of_a_hierarchy_take_less_than_five_seconds() {
    let scenario = read(SEVEN_MONTHS).scenario.expect("a scenario");
    let mut ended = 0;
    let took = normalised_seconds(|| {
        let mut run = build(&scenario, 0, &Files::new(), 0).expect("a run").run;
        run.keep(Level::Measures);
        while !run.advance(Budget::ALL).done {}
        ended = run.progress().ended;
    });
    assert_eq!(ended, 2300);
    assert!(took.is_none_or(|took| took < 5.0), "{took:?} s");
}
