//! Studies for the tests, and their runs.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::{Findings, Outcome, Plan, compute_findings};
use serde_json::{Value, json};

/// The study of a document without errors.
pub(crate) fn study(document: &Value) -> Study {
    let (study, diagnostics) = Study::read(&document.to_string());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    study.expect("a study")
}

/// The runs of a document without errors.
pub(crate) fn plan(document: &Value) -> Plan {
    Plan::new(&study(document), false, None).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The measures of all runs.
pub(crate) fn run_all(plan: &Plan) -> Vec<Vec<f64>> {
    (0..plan.count()).map(|run| measures_of(plan, run).expect("it can be made")).collect()
}

/// The numbers of the measures of a run, without those of the steady-state test.
pub(crate) fn measures_of(plan: &Plan, run: usize) -> Result<Vec<f64>, Vec<Diagnostic>> {
    let columns = plan.run_place(run).expect("there is such a run").block.column_count();
    let mut numbers = plan.execute_run(run, &Files::new(), &WorkCache::default())?;
    numbers.truncate(columns);
    Ok(numbers)
}

/// One node with random arrivals.
pub(crate) fn queue_scenario(jobs: u32, load: f64) -> Value {
    json!({
        "version": 1, "seed": 7,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 1}},
        "workload": [{"generator": "poisson", "parameters": {
            "jobs": jobs, "load": load, "run_times": "exponential", "run_mean_s": 60, "sizes": "constant", "users": 0
        }}],
        "system": {"kind": "batch", "policies": {"local": "fcfs"}},
        "compare": [{"kind": "batch", "policies": {"local": "sjf"}}],
    })
}

/// A study of two loads, both systems, three seeds.
pub(crate) fn small_study() -> Value {
    json!({
        "base": queue_scenario(50, 0.7),
        "axes": [{"name": "load", "knob": "load", "values": [0.5, 0.9], "quick": [0.9]}, {"name": "system", "compare": true}],
        "seeds": 3, "quick_seeds": 2,
        "measures": [{"metric": "wait"}, {"metric": "wait", "name": "longest", "statistic": "max"}],
    })
}

/// A study with claims on its wait times.
pub(crate) fn study_with_claims() -> Value {
    let mut document = small_study();
    document["quick_seeds"] = json!(3);
    document["quantities"] = json!({
        "change": {
            "value": "100 * (short - first) / first", "unit": "%",
            "with": {
                "first": {"measure": "wait", "at": {"system": "FCFS"}},
                "short": {"measure": "wait", "at": {"system": "Shortest job first"}},
            },
        },
        "long": {"value": "wait > 200", "of_means": true, "at": {"system": "FCFS"}},
        "wait": {"value": "wait", "unit": "s"},
    });
    document["claims"] = json!([
        {"id": "C1", "claim": "Shortest first waits less", "published": "less",
         "judged": [{"quantity": "change", "over": {"load": [0.5, 0.9]}, "judge": {"sign": -1}}]},
        {"id": "C2", "claim": "Waits are long from 0.9 on",
         "judged": [{"quantity": "long", "over": {"load": [0.5, 0.9]}, "judge": {"begins": {"from": 0.5, "to": 0.9}}}]},
        {"id": "C3", "claim": "FCFS waits more as the load grows",
         "judged": [{"quantity": "wait", "at": {"system": "FCFS"}, "over": {"load": [0.5, 0.9]}, "judge": {"rises": true}}]},
        {"id": "C4", "claim": "A match by construction", "fitted": true,
         "judged": [{"quantity": "wait", "at": {"system": "FCFS", "load": 0.5}, "judge": {"near": {"published": 60, "by": 1000}}}]},
    ]);
    document["tables"] = json!([{
        "title": "Waits", "head": "load",
        "columns": [{"name": "FCFS", "quantity": "wait", "at": {"system": "FCFS"}}, {"name": "change", "quantity": "change"}],
        "rows": [{"name": "0.5", "at": {"load": 0.5}, "published": ["60"]}, {"name": "0.9", "at": {"load": 0.9}}],
    }]);
    document["plots"] = json!([{
        "title": "Waits", "x": "load", "y": "s", "axis": "load",
        "lines": [{"name": "FCFS", "quantity": "wait", "at": {"system": "FCFS"}, "published": [{"x": 0.9, "y": 540}]}],
    }]);
    document
}

/// The numbers of all runs, given pairs of waits per seed at the loads 0.5 and 0.9.
pub(crate) fn run_numbers(plan: &Plan, seeds: &[[f64; 4]]) -> Vec<Vec<f64>> {
    assert_eq!(plan.count(), 4 * seeds.len());
    seeds.iter().flatten().map(|&wait| vec![wait, 0.0]).collect()
}

/// The findings of a study with these quantities and claims for given numbers of three seeds.
pub(crate) fn findings_for(quantities: &Value, claims: &Value, seeds: &[[f64; 4]]) -> Findings {
    let mut document = small_study();
    document["quick_seeds"] = json!(3);
    document["seeds"] = json!(seeds.len());
    document["quantities"] = quantities.clone();
    document["claims"] = claims.clone();
    let plan = plan(&document);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &run_numbers(&plan, seeds) });
    assert!(wrong.is_empty(), "{wrong:?}");
    found
}

/// FCFS and shortest first at 0.5 and at 0.9, with three seeds.
pub(crate) const SEEDS: [[f64; 4]; 3] =
    [[2.0, 1.0, 40.0, 10.0], [4.0, 3.0, 50.0, 20.0], [18.0, 8.0, 60.0, 45.0]];

/// The diagnostics of a study, one per line.
pub(crate) fn diagnostics(document: &Value) -> String {
    let (study, diagnostics) = Study::read(&document.to_string());
    let found = match study {
        Some(study) => Plan::new(&study, false, None).map_or_else(|wrong| wrong, |_| Vec::new()),
        None => diagnostics,
    };
    found.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}

/// Batches of ten tasks of equal runtime on dedicated machines.
pub(crate) fn study_with_probe() -> Value {
    json!({
        "base": {
            "version": 1, "seed": 1,
            "platform": {"clusters": [{"name": "Pool", "nodes": 10}]},
            "workload": [{"generator": "master-worker-batches", "parameters": {
                "tasks": 10, "iterations": 2, "workload_percent": 20, "large": "similar", "small": "similar",
                "variation_percent": 0,
            }}],
            "system": {"kind": "opportunistic", "policies": {"ordering": "fifo", "sizing": "fixed"}},
        },
        "seeds": 1, "exact": true,
        "measures": [
            {"probe": "list-scheduling", "value": "time / 3600", "name": "hours", "by": {"batches": [1, 2], "workers": [1, 2, 3, 5, 10]}},
            {"probe": "list-scheduling", "value": "workers", "name": "perfect", "where": "perfect and batches == 2"},
        ],
        "quantities": {
            "hours": {"value": "hours", "at": {"batches": 2}},
            "alone": {"value": "hours", "at": {"batches": 2, "workers": 1}},
            "speed-up": {"value": "alone / hours", "with": {"alone": {"quantity": "alone"}, "hours": {"quantity": "hours"}}},
            "fastest": {"value": "hours", "along": {"axis": "workers", "over": {"batches": []}, "take": "least"}},
            "perfect": {"value": "perfect"},
        },
        "claims": [
            {"id": "S", "claim": "More workers are faster",
             "judged": [{"quantity": "speed-up", "over": {"workers": [1, 2, 5, 10]}, "judge": {"rises": true}}]},
            {"id": "P", "claim": "All ten are worth having",
             "judged": [{"quantity": "perfect", "judge": {"near": {"published": 10, "by": 0}}}]},
        ],
        "tables": [{"title": "T", "columns": [
            {"name": "speed-up of 5", "quantity": "speed-up", "at": {"workers": 5}},
            {"name": "fastest", "quantity": "fastest", "place": true},
        ], "rows": [{"name": "all"}]}],
        "plots": [{"title": "P", "x": "workers", "y": "", "axis": "workers",
                   "lines": [{"name": "speed-up", "quantity": "speed-up"}]}],
    })
}

/// Two jobs on four nodes: 0-10 on all, then 10-20 on two; the second is submitted at 4 s.
pub(crate) fn two_jobs() -> Value {
    json!({
        "version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": {"submit_s": [0, 4], "run_s": [10, 10], "nodes": [4, 2]}}],
        "system": {"kind": "batch"},
    })
}
