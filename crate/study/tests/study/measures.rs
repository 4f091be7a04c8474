//! The measures of a run.

use crate::support::{diagnostics, measures_of, plan, run_all, two_jobs};
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::{Interval, Outcome, compute_findings};
use serde_json::{Value, json};

/// The numbers of a measure in a run of [`two_jobs`].
fn measured(measure: &Value) -> Vec<f64> {
    let document = json!({"base": two_jobs(), "seeds": 1, "measures": [measure]});
    measures_of(&plan(&document), 0).expect("it can be made")
}

#[test]
fn measures_can_be_limited_to_the_arrival_period() {
    let held =
        |while_arriving: bool| measured(&json!({"metric": "utilisation", "while_arriving": while_arriving}));
    assert_eq!((held(true), held(false)), (vec![100.0], vec![75.0]));
}

#[test]
fn a_series_measures_consecutive_time_intervals() {
    let held = |so_far: bool| {
        let series = json!({"step_s": 5, "count": 4, "so_far": so_far});
        measured(&json!({"metric": "utilisation", "series": series}))
    };
    assert_eq!(held(false), [100.0, 100.0, 50.0, 50.0]);
    assert_eq!(held(true), [100.0, 100.0, 250.0 / 3.0, 75.0]);
    // Jobs are selected by submit time, regardless of their start.
    let longest =
        json!({"metric": "wait", "statistic": "max", "from_s": 4, "series": {"step_s": 3, "count": 2}});
    let waits = measured(&longest);
    assert!(waits[0].total_cmp(&6.0).is_eq() && waits[1].is_nan(), "{waits:?}");
    let plotted = json!({
        "base": two_jobs(), "seeds": 1,
        "measures": [{"metric": "utilisation", "name": "held", "from_s": 10, "series": {"step_s": 4, "count": 2}}],
        "quantities": {"held": {"value": "held"}},
        "plots": [{"title": "Held", "x": "min", "y": "%", "divided_by": 60, "lines": [{"name": "all", "quantity": "held"}]}],
    });
    let plan = plan(&plotted);
    let (found, diagnostics) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let line = &found.plots[0].lines[0];
    assert_eq!((&line.x[..], &line.y[..]), (&[0.2, 16.0 / 60.0][..], &[50.0, 50.0][..]));
}

#[test]
fn a_series_has_one_number_per_interval() {
    let series = json!({"step_s": 5, "count": 2});
    let many = json!({"metric": "wait", "statistic": {"first": 2}, "series": series});
    let rows = json!({"table": "rounds", "value": "start", "series": series});
    let told = diagnostics(&json!({"base": two_jobs(), "measures": [many, rows]}));
    let expected = "error: /measures/0/series: this statistic is not available for a series, which has one number per interval; choose another statistic\n\
                    error: /measures/1/series: a series is not available for tables, because all their rows are included\n";
    assert_eq!(told, expected);
}

/// Worked by hand: with FCFS the jobs of one node wait 0, 6, 12, .. s.
#[test]
fn one_long_run_has_an_interval_by_batch_means() {
    let mut base = two_jobs();
    base["platform"] = json!({"preset": "one-cluster", "parameters": {"nodes": 1}});
    base["workload"] = json!([{"jobs": {"submit_s": [0, 4, 8, 12, 16], "run_s": [10, 10, 10, 10, 10], "nodes": [1, 1, 1, 1, 1]}}]);
    let document =
        json!({"base": base, "seeds": 1, "measures": [{"metric": "wait", "statistic": {"batches": 2}}]});
    let plan = plan(&document);
    let numbers = run_all(&plan);
    // The first of five jobs fills no batch; the batches are 6 and 12, 18 and 24.
    assert_eq!(numbers, [vec![15.0, 2.0, 72.0]]);
    let whole = ganttlet_study::summarize(Outcome { plan: &plan, numbers: &numbers });
    let point = &whole.parts[0].measures[0].points[0];
    let Interval { mean, low, high, count } = point.interval.expect("two batches");
    assert_eq!((mean, count, &point.values[..]), (15.0, 2, &[Some(15.0)][..]));
    // Student's quantile of one degree is 12.706, the standard error 6.
    assert!(
        (high - 15.0 - 12.706 * 6.0).abs() < 0.01 && (15.0 - low - 12.706 * 6.0).abs() < 0.01,
        "{low} {high}"
    );
}

#[test]
fn measures_can_select_a_job_type() {
    let amdahl = json!({"single_s": 100, "serial": 0});
    let malleable = json!({"submit_s": 0, "malleable": {"min": 4, "max": 8, "amdahl": amdahl}});
    let rigid = json!({"submit_s": 0, "run_s": 10, "nodes": 2});
    let waits = |of_type: &str| {
        let document = json!({
            "base": {
                "version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 16}},
                "workload": [{"grid_jobs": [malleable, rigid, rigid]}], "system": {"kind": "koala"},
            },
            "seeds": 1, "measures": [{"metric": "wait", "statistic": "count", "type": of_type}],
        });
        measures_of(&plan(&document), 0)
    };
    assert_eq!([waits("malleable"), waits("rigid")], [Ok(vec![1.0]), Ok(vec![2.0])]);
    assert_eq!(waits("moldable"), Ok(vec![0.0]));
    let told = waits("elastic").expect_err("nobody is that");
    let expected = "unknown job type \"elastic\"; available: rigid, co-allocated, malleable, moldable";
    assert_eq!(told[0].message, expected);
}

#[test]
fn jobs_that_are_submitted_at_once_are_not_tested_for_a_steady_state() {
    let mut base = two_jobs();
    let document = |base: &Value| json!({"base": base, "seeds": 1, "measures": [{"metric": "wait"}]});
    let count = |base: &Value| {
        let made = plan(&document(base)).execute_run(0, &Files::new(), &WorkCache::default());
        made.expect("it can be made").len()
    };
    assert_eq!(count(&base), 14);
    base["workload"] = json!([{"jobs": {"submit_s": [0, 0], "run_s": [10, 10], "nodes": [4, 2]}}]);
    assert_eq!(count(&base), 1);
}
