//! Quantities and their intervals.

use crate::support::{
    SEEDS, diagnostics, findings_for, plan, queue_scenario, run_all, run_numbers, small_study, two_jobs,
};
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::{Findings, Interval, Outcome, Verdict, compute_findings};
use serde_json::{Value, json};

/// Each system has three seeds and so three selections of two; SJF is far ahead.
#[test]
fn probability_of_all_below_is_a_share_of_selections() {
    let mut document = small_study();
    document["base"] = queue_scenario(400, 0.9);
    document["axes"] = json!([{"name": "system", "compare": true}]);
    document["quantities"] = json!({
        "first": {"value": "wait", "at": {"system": "FCFS"}},
        "shortest": {"value": "wait", "at": {"system": "Shortest job first"}},
        "ahead": {"value": "wait", "at": {"system": "Shortest job first"}, "ahead": {"of": "first", "runs": 2}},
        "behind": {"value": "wait", "at": {"system": "FCFS"}, "ahead": {"of": "shortest", "runs": 2}},
        "of four": {"value": "wait", "at": {"system": "Shortest job first"}, "ahead": {"of": "first", "runs": 4}},
    });
    document["tables"] = json!([{"title": "Ahead", "columns": [{"name": "%"}], "rows": [
        {"name": "SJF", "quantity": "ahead"}, {"name": "FCFS", "quantity": "behind"}, {"name": "of four", "quantity": "of four"}
    ]}]);
    let plan = plan(&document);
    let numbers = run_all(&plan);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &numbers });
    assert!(wrong.is_empty(), "{wrong:?}");
    let cells = found.tables[0].rows.iter().map(|(_, cells)| cells[0].ours.map(|ours| ours.mean));
    assert_eq!(cells.collect::<Vec<_>>(), [Some(100.0), Some(0.0), None]);
}

/// The second job waits for 6 s on four nodes and 0 s on eight; the first never waits.
#[test]
fn jobs_are_compared_with_the_same_jobs_of_other_runs() {
    let longer = |pooled: Value| {
        json!({"value": "wait - wide", "at": {"nodes": 4}, "with": {"wide": {"measure": "wait", "at": {"nodes": 8}}},
            "pooled": pooled})
    };
    let document = json!({
        "base": two_jobs(), "seeds": 3, "axes": [{"name": "nodes", "knob": "nodes", "values": [4, 8]}],
        "measures": [{"metric": "wait", "statistic": {"first": 5}}],
        "quantities": {
            "all": longer(json!({})),
            "of those that waited": longer(json!({"where": "wait > wide"})),
            "median": longer(json!({"statistic": {"percentile": 50}})),
            "shares": longer(json!({"statistic": {"distribution": {"step": 3, "count": 3}}})),
        },
        "tables": [{"title": "Longer", "columns": [{"name": "s"}], "rows": [
            {"name": "all", "quantity": "all"}, {"name": "waited", "quantity": "of those that waited"},
            {"name": "median", "quantity": "median"}, {"name": "3 s or less", "quantity": "shares", "item": 2},
        ]}],
        "plots": [{"title": "Longer", "x": "s", "y": "%", "lines": [{"name": "all", "quantity": "shares"}]}],
    });
    let plan = plan(&document);
    let mut numbers = run_all(&plan);
    let found = |numbers: &[Vec<f64>]| {
        let (found, diagnostics) = compute_findings(Outcome { plan: &plan, numbers });
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        found
    };
    let cells = |found: &Findings| -> Vec<(f64, u32)> {
        let rows = found.tables[0].rows.iter();
        rows.filter_map(|(_, cells)| cells[0].ours).map(|ours| (ours.mean, ours.count)).collect()
    };
    let whole = found(&numbers);
    assert_eq!(cells(&whole), [(3.0, 6), (6.0, 3), (0.0, 3), (50.0, 3)]);
    let line = &whole.plots[0].lines[0];
    assert_eq!((&line.x[..], &line.y[..]), (&[0.0, 3.0, 6.0][..], &[50.0, 50.0, 100.0][..]));
    // One of the two runs of a seed does not suffice.
    numbers[1].clear();
    assert_eq!(cells(&found(&numbers)), [(3.0, 4), (6.0, 2), (0.0, 3), (50.0, 3)]);
    assert!(cells(&found(&[])).is_empty());
}

/// The true mean wait of M/M/1 at a load of 0.8 is four service times, 240 s. The interval must contain it in about 95
/// % of a thousand studies with five seeds each.
#[test]
fn intervals_cover_the_true_mean_in_95_percent() {
    const STUDIES: usize = 1_000;
    const SEEDS: usize = 5;
    let document = json!({
        "base": queue_scenario(3_000, 0.8), "seeds": STUDIES * SEEDS,
        "measures": [{"metric": "wait", "from_s": 30_000}],
    });
    let plan = plan(&document);
    let half = plan.count() / 2;
    let run = |runs: std::ops::Range<usize>| -> Vec<f64> {
        let latest = WorkCache::default();
        runs.map(|run| plan.execute_run(run, &Files::new(), &latest).expect("it can be made")[0]).collect()
    };
    let waits = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(half..plan.count()));
        let mut waits = run(0..half);
        waits.extend(second.join().expect("no run panics"));
        waits
    });
    let covers = |waits: &&[f64]| {
        let Interval { low, high, .. } = Interval::from_values(waits).expect("five");
        (low..=high).contains(&240.0)
    };
    let share = waits.chunks(SEEDS).filter(covers).count() as f64 / STUDIES as f64;
    println!("{share}");
    assert!((0.93..=0.97).contains(&share), "{share}");
}

/// At 0.5 the means are 8 and 4: their ratio is 2, by the jackknife 2 +- 1.837801 (`statistics.rs`).
#[test]
fn a_ratio_of_means_has_the_interval_of_the_jackknife() {
    let quantities = json!({"ratio": {
        "value": "first / short", "of_means": true, "at": {"load": 0.5},
        "with": {
            "first": {"measure": "wait", "at": {"system": "FCFS"}},
            "short": {"measure": "wait", "at": {"system": "Shortest job first"}},
        },
    }});
    let claim = |id: &str, judge: Value| json!({"id": id, "claim": "c", "published": "p", "judged": [{"quantity": "ratio", "judge": judge}]});
    let claims = json!([
        claim("at most 4", json!({"at_most": 4})),
        claim("above 1", json!({"above": 1})),
        claim("above 4", json!({"above": 4})),
    ]);
    let found = findings_for(&quantities, &claims, &SEEDS);
    let verdicts: Vec<Verdict> = found.targets.iter().map(|target| target.verdict).collect();
    assert_eq!(verdicts, [Verdict::Held, Verdict::Undecided, Verdict::NotHeld]);
    assert_eq!(found.targets[0].ours, "2.00 ± 1.84");
    // A single seed gives no interval.
    let found = findings_for(&quantities, &claims, &SEEDS[..1]);
    let all: Vec<(Verdict, &str)> =
        found.targets.iter().map(|target| (target.verdict, &*target.ours)).collect();
    assert_eq!(all, [(Verdict::Undecided, "2; 1 seed: no interval"); 3]);
}

/// The largest of the means 8 and 50 is that at 0.9 with every seed: its interval is that of 40, 50, 60, Student's 50
/// +- 24.84. The range is 42: with 38, 46, 42 per seed, 42 +- 9.94, narrower than the intervals of its ends.
#[test]
fn a_number_along_an_axis_has_the_interval_of_the_jackknife() {
    let along = |take: Value| json!({"value": "wait", "at": {"system": "FCFS"}, "along": {"axis": "load", "take": take}});
    let quantities = json!({
        "most": along(json!("most")), "range": along(json!("range")), "most at": along(json!("most_at")),
        "third": along(json!({"percentile": 50})),
    });
    let rows = ["most", "range", "most at", "third"].map(|name| json!({"name": name, "quantity": name}));
    let mut document = small_study();
    document["quantities"] = quantities;
    document["tables"] = json!([{"title": "T", "columns": [{"name": "wait"}], "rows": rows}]);
    let plan = plan(&document);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &run_numbers(&plan, &SEEDS) });
    assert!(wrong.is_empty(), "{wrong:?}");
    let cells = found.tables[0].rows.iter().map(|(_, cells)| cells[0].ours.expect("a number").text());
    assert_eq!(cells.collect::<Vec<_>>(), ["50.0 ± 24.8", "42.0 ± 9.9", "0.90 ± 0.00", "8.00 ± 21.66"]);
}

/// One seed is exact for a part without randomness, also beside other parts.
#[test]
fn a_part_without_randomness_is_exact_with_one_seed() {
    let mut document = json!({
        "base": two_jobs(), "seeds": 1, "exact": true, "measures": [{"metric": "wait"}],
        "quantities": {"wait": {"value": "wait"}, "mean": {"value": "wait", "of_means": true}},
        "claims": [
            {"id": "1", "claim": "c", "published": "3", "judged": [{"quantity": "wait", "judge": {"near": {"published": 3, "by": 0}}}]},
            {"id": "2", "claim": "c", "published": "3", "judged": [{"quantity": "mean", "judge": {"near": {"published": 3, "by": 0}}}]},
        ],
    });
    let ours = |document: &Value| {
        let plan = plan(document);
        let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
        found.targets.iter().map(|target| (target.verdict, target.ours.clone())).collect::<Vec<_>>()
    };
    assert_eq!(ours(&document), vec![(Verdict::Held, "3; exact".to_owned()); 2]);
    document["exact"] = json!(false);
    assert_eq!(ours(&document), vec![(Verdict::Undecided, "3; 1 seed: no interval".to_owned()); 2]);
    document["exact"] = json!(true);
    document["seeds"] = json!(2);
    assert!(
        diagnostics(&document).contains("/seeds: runs with \"exact\" need exactly one seed"),
        "{}",
        diagnostics(&document)
    );
}
