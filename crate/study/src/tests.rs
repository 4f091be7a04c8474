//! An experiment of our own, from its cases to its findings: the pattern that published ones follow.

use super::measure::{busy, jobs, response, wait};
use super::paper::Experiment;
use super::{Case, Cell, Effort, Findings, Line, Plot, Results, Table, Target, Verdict, statistics, verdict};
use crate::Take;
use ganttlet_engine::record::Trace;
use serde_json::json;

const LOCAL: Experiment = Experiment {
    id: "T1",
    title: "Backfilling",
    question: "Does backfilling shorten waits?",
    source: "none",
    setup: "One cluster, jobs at random, each workload under both policies.",
    notes: &["Made for this test."],
    cases,
    findings,
};

/// What a run is about.
struct Point {
    policy: &'static str,
    load: f64,
    seed: u64,
}

/// All runs, those with the same seeds in the same order.
fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for load in effort.choose(vec![0.5, 0.8], vec![0.8]) {
        for policy in ["fcfs", "easy"] {
            points.extend(effort.seeds(5, 3).map(|seed| Point { policy, load, seed }));
        }
    }
    points
}

fn mean_of(trace: &Trace, of: fn(&Trace, usize) -> f64) -> f64 {
    statistics::mean(&jobs(trace).map(|job| of(trace, job)).collect::<Vec<f64>>())
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(Point { policy, load, seed }: &Point) -> Case {
    let scenario = json!({
        "version": 1, "seed": seed,
        "platform": {"preset": "one-cluster"},
        "workload": [{"generator": "poisson", "parameters": {"jobs": 300, "load": load}}],
        "system": {"kind": "batch", "policies": {"local": policy}},
    });
    Case {
        label: format!("{policy}, load {load}, seed {seed}"),
        scenario: scenario.to_string(),
        variant: 0,
        take: Take::FromRun(|trace, _| {
            vec![mean_of(trace, wait), mean_of(trace, |trace, job| response(trace, job).unwrap_or(f64::NAN))]
        }),
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let of = |policy: &'static str| move |p: &Point| p.policy == policy && p.load > 0.7;
    if let Some(change) = results.change(0, of("fcfs"), of("easy")) {
        let verdict = verdict::sign(change.mean, -1.0);
        found.targets.push(Target::new("T1", "waits fall", ("less", change.words()), "sign", verdict));
    }
    let mut table = Table::new("Mean wait, s", &["policy", "load 0.8"]);
    let mut plot = Plot::new("Mean wait", "load", "s");
    for policy in ["fcfs", "easy"] {
        table.row(policy, vec![Cell::ours(results.interval(0, of(policy))).beside("?")]);
        plot.lines.push(Line::new(policy, &[(0.8, results.interval(0, of(policy)))]));
    }
    found.tables.push(table);
    found.plots.push(plot);
    found
}

fn outcomes(effort: Effort) -> Vec<Vec<f64>> {
    cases(effort).iter().map(|case| case.run().expect("a good scenario")).collect()
}

const QUICK: Effort = Effort { seed: 1, quick: true };

#[test]
fn an_experiment_goes_from_cases_to_findings() {
    let cases = (LOCAL.cases)(QUICK);
    assert_eq!(cases.len(), 6);
    assert_eq!(cases[5].label, "easy, load 0.8, seed 3");
    let outcomes = outcomes(QUICK);
    let found = (LOCAL.findings)(QUICK, &outcomes);
    assert_eq!(found.targets[0].verdict, Verdict::Held, "{:?}", found.targets);
    let (_, cells) = &found.tables[0].rows[1];
    let easy = cells[0].ours.expect("a number");
    assert_eq!(easy.count, 3);
    assert!(easy.low < easy.mean && easy.mean < easy.high);
    assert!((found.plots[0].lines[1].y[0] - easy.mean).abs() < 1e-12);
}

#[test]
fn findings_of_nothing_are_empty_cells() {
    let found = (LOCAL.findings)(QUICK, &[]);
    assert!(found.targets.is_empty() && found.plots[0].lines[0].y[0].is_nan());
    assert_eq!(found.tables[0].rows[0].1[0].ours, None);
}

#[test]
fn the_same_effort_gives_the_same_numbers_and_another_seed_others() {
    let first = outcomes(QUICK);
    assert_eq!(first, outcomes(QUICK));
    assert_ne!(first, outcomes(Effort { seed: 100, ..QUICK }));
    let seeds: Vec<u64> = Effort { seed: (1 << 53) - 1, quick: false }.seeds(2, 1).collect();
    assert_eq!(seeds, [(1 << 53) - 1, 0]);
}

/// Two jobs on four nodes: 0-10 on all, then 10-20 on two.
#[test]
fn numbers_are_taken_from_a_run() {
    let jobs_part = json!({"jobs": {"submit_s": [0, 4], "run_s": [10, 10], "nodes": [4, 2]}});
    let scenario = json!({
        "version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [jobs_part], "system": {"kind": "batch"},
    });
    let case = Case {
        label: String::new(),
        scenario: scenario.to_string(),
        variant: 0,
        take: Take::FromRun(|trace, _| {
            vec![
                jobs(trace).count() as f64,
                mean_of(trace, wait),
                mean_of(trace, |trace, job| response(trace, job).unwrap_or(f64::NAN)),
                busy(trace, 5.0, 20.0),
                busy(trace, 0.0, 10.0),
            ]
        }),
    };
    let numbers = case.run().expect("a run");
    assert_eq!(numbers, [2.0, 3.0, 13.0, 40.0 / 60.0, 1.0]);
}

#[test]
fn a_case_that_cannot_run_says_why() {
    let case =
        Case { label: String::new(), scenario: "{}".into(), variant: 0, take: Take::FromRun(|_, _| vec![]) };
    assert!(
        case.run().expect_err("no version").iter().any(ganttlet_engine::diagnostic::Diagnostic::is_error)
    );
}
