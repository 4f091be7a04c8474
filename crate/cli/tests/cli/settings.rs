//! `--set`, `--seed` and `--policy`.

use crate::support::{LOG, run_error, run_json, scratch};
use serde_json::Value;

#[test]
fn parameters_are_set_in_their_places() {
    let printed = run_json(&[
        "run",
        LOG,
        "--json",
        "--set",
        "estimates=exact",
        "--set",
        "first_jobs=10",
        "--seed",
        "5",
    ]);
    assert_eq!(printed["scenario"]["system"]["parameters"]["estimates"], "exact");
    assert_eq!(printed["scenario"]["workload"][0]["parameters"]["first_jobs"], 10);
    assert_eq!((&printed["scenario"]["seed"], &printed["subjects"]), (&Value::from(5), &Value::from(10)));
}

#[test]
fn names_set_all_values_and_pointers_one() {
    let part = r#"{"generator": "poisson", "parameters": {"jobs": 5}}"#;
    let scenario = format!(
        r#"{{"version": 1, "platform": {{"preset": "one-cluster"}}, "workload": [{part}, {part}],
        "system": {{"kind": "batch"}}, "compare": [{{"kind": "batch"}}]}}"#
    );
    let path = scratch("two.json", &scenario);
    let path = path.to_string_lossy();
    let printed = run_json(&[
        "run",
        &path,
        "--json",
        "--set",
        "/workload/1/parameters/load=0.8",
        "--set",
        "load=0.5",
        "--set",
        "estimates=exact",
    ]);
    let load = |i: usize| printed["scenario"]["workload"][i]["parameters"]["load"].as_f64();
    assert_eq!([load(0), load(1)], [Some(0.5), Some(0.8)]);
    assert_eq!(printed["scenario"]["compare"][0]["parameters"]["estimates"], "exact");
    assert!(
        printed["diagnostics"].to_string().contains("set in 2 places: /workload/0/parameters/load"),
        "{printed:#}"
    );
    let refused = run_error(&["run", &path, "--set", "/workload/2/parameters/load=0.8"]);
    assert!(refused.contains("the scenario has no parameter of this name"), "{refused}");
}

#[test]
fn policy_option_runs_a_single_system() {
    let printed = run_json(&["run", "static/gallery/fcfs-vs-easy.json", "--policy", "sjf", "--json"]);
    assert_eq!(
        (&printed["compare"], &printed["scenario"]["compare"]),
        (&Value::Null, &serde_json::json!([]))
    );
    assert_eq!(printed["scenario"]["system"]["policies"]["local"], "sjf");
    let expected = "variants left out: 1; --policy selects what to run";
    assert_eq!(printed["diagnostics"][0]["message"], expected);
}
