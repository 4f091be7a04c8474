//! The printed results of `ganttlet run`, and its exit status.

use crate::support::{LOG, ganttlet, repository, run_error, run_json, scratch};
use serde_json::Value;
use std::process::Command;

#[test]
fn a_log_gives_digest_metrics_and_diagnostics() {
    let printed = run_json(&["run", LOG, "--json"]);
    assert_eq!(printed["digest"].as_str().map(str::len), Some(16));
    assert!(printed["metrics"]["wait"]["value"].as_f64().is_some_and(|wait| wait >= 0.0));
    assert!(printed["diagnostics"].is_array());
    assert_eq!(printed["complete"], Value::Bool(true));
    // Another policy, another schedule; the same policy, the same schedule.
    let fcfs = run_json(&["run", LOG, "--json", "--policy", "fcfs"]);
    assert_ne!(fcfs["digest"], printed["digest"]);
    assert_eq!(run_json(&["run", LOG, "--json", "--policy", "easy"])["digest"], printed["digest"]);
}

#[test]
fn custom_policy_values_that_are_not_numbers_are_reported() {
    let scenario = serde_json::json!({
        "version": 1,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": {"submit_s": [0, 0], "run_s": [10, 10], "nodes": [3, 2]}}],
        "system": {"kind": "batch", "policies": {"local": "written"}, "parameters": {"queue_rank": "Mine: 0 / 0"}},
    });
    let path = scratch("not-a-number.json", &scenario.to_string());
    let path = path.to_string_lossy();
    let sentence = "run of Mine: the rank in the queue (0 / 0) is not a number for 2 of 2 jobs; the order of arrival is used";
    assert_eq!(run_json(&["run", &path, "--json"])["diagnostics"][0]["message"], sentence);
    let output = ganttlet(&["run", &path]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains(sentence));
    let mut infinite = scenario;
    infinite["system"]["parameters"]["queue_rank"] = "Mine: nodes / 0".into();
    let path = scratch("infinite.json", &infinite.to_string());
    let sentence = "run of Mine: the rank in the queue (nodes / 0) is infinite for all 2 jobs; the order of arrival is used";
    assert_eq!(run_json(&["run", &path.to_string_lossy(), "--json"])["diagnostics"][0]["message"], sentence);
}

#[test]
fn measures_have_parameters() {
    let slowdown = |threshold: &str| {
        let printed = run_json(&["run", LOG, "--json", "--set", threshold]);
        printed["metrics"]["bounded-slowdown"]["value"].as_f64().expect("a value")
    };
    assert!(slowdown("threshold_s=600") < slowdown("threshold_s=10"));
}

#[test]
fn a_scenario_of_the_gallery_is_compared_side_by_side() {
    let output = ganttlet(&["run", "static/gallery/fcfs-vs-easy.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("FCFS") && text.contains("EASY"), "{text}");
}

#[test]
fn a_grid_with_every_kind_of_job_is_run() {
    let golden = "crate/document/tests/golden/scenario-v1-koala.json";
    let printed =
        run_json(&["run", golden, "--json", "--policy", "sjf", "--set", "startup_s=0", "--set", "jobs=30"]);
    let scenario = &printed["scenario"];
    assert_eq!(scenario["system"]["policies"]["local"], "sjf");
    assert_eq!(scenario["system"]["parameters"]["startup_s"], 0);
    // The generator is in the background, and its jobs bypass the grid.
    assert_eq!(scenario["background"][1]["parameters"]["jobs"], 30);
    assert_eq!(printed["complete"], Value::Bool(true));
    let catalog = run_json(&["catalog", "koala", "--json"]);
    assert_eq!(catalog["entries"][0]["accepts"], "grid-jobs");
    let pool = run_json(&["catalog", "opportunistic", "--json"]);
    assert_eq!(pool["entries"][0]["beside"], serde_json::json!(["absences"]));
}

#[test]
fn task_times_run_on_a_pool_of_machines() {
    let table = scratch("times.csv", "iteration,task 1,task 2,task 3\n1,8,5,1\n2,8,,2\n");
    let table = table.to_string_lossy();
    let printed = run_json(&["run", &table, "--json", "--set", "reference_kflops=0", "--set", "losses=no"]);
    let scenario = &printed["scenario"];
    assert_eq!(scenario["system"]["kind"], "opportunistic");
    assert_eq!(scenario["platform"]["preset"], "opportunistic-pool");
    // One machine for each task of the widest batch: two batches of 8 s each.
    assert_eq!(scenario["platform"]["parameters"]["machines"], 3);
    assert_eq!(
        (&printed["complete"], printed["metrics"]["makespan"]["value"].as_f64()),
        (&Value::Bool(true), Some(16.0))
    );
    let fixed = run_json(&[
        "run",
        &table,
        "--json",
        "--policy",
        "fixed",
        "--set",
        "workers=2",
        "--platform",
        "wisconsin-20",
    ]);
    assert_eq!(fixed["scenario"]["system"]["policies"]["sizing"], "fixed");
    assert_eq!(fixed["complete"], Value::Bool(true));
}

/// Machine absences are background of a scenario, not workload.
#[test]
fn failure_traces_are_background() {
    let trace = "0 0 0 1 n0 1 0 10\n1 0 0 1 n0 0 10 45\n2 0 1 1 n1 1 0 60\n";
    let path = scratch("event_trace.tab", trace);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("event_trace.tab: this file contains machine absences, not work"), "{printed}");
    assert!(printed.contains("Write a scenario with the file in its \"background\"."), "{printed}");
    let sha256 = ganttlet_document::sha256(trace.as_bytes());
    let file = serde_json::json!({"name": "event_trace.tab", "sha256": sha256, "format": "event-trace"});
    let scenario = serde_json::json!({
        "version": 1,
        "platform": {"clusters": [{"machines": [{}, {}]}]},
        "workload": [{"applications": [{"tasks_s": [30, 20]}]}],
        "background": [{"file": file}],
        "system": {"kind": "opportunistic", "parameters": {"suspend_limit_s": 0}},
    });
    let path = scratch("away.json", &scenario.to_string());
    let printed = run_json(&["run", &path.to_string_lossy(), "--json"]);
    // The longer task loses its machine after 10 s, and starts again on the other machine when that is free.
    assert_eq!(printed["metrics"]["makespan"]["value"].as_f64(), Some(50.0));
    assert_eq!(printed["diagnostics"].as_array().map(Vec::len), Some(0), "{printed}");
}

pub(crate) const CIRCLE: &str = r#"<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" name="circle">
  <job id="A" name="a" runtime="1"/><job id="B" name="b" runtime="1"/>
  <child ref="A"><parent ref="B"/></child><child ref="B"><parent ref="A"/></child>
</adag>"#;

#[test]
fn an_incomplete_run_has_exit_status_1() {
    let text =
        std::fs::read_to_string(repository().join("static/gallery/fcfs-vs-easy.json")).expect("an example");
    let mut scenario: Value = serde_json::from_str(&text).expect("JSON");
    scenario["horizon_s"] = Value::from(600);
    let path = scratch("cut-off.json", &scenario.to_string());
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(
        printed.contains("the run of FCFS is not complete: at its end, 68 jobs or tasks were still"),
        "{printed}"
    );
}

#[test]
fn catalog_and_schema_are_json() {
    let catalog = run_json(&["catalog", "--json"]);
    let entries = catalog["entries"].as_array().expect("entries");
    assert!(entries.iter().any(|entry| entry["id"] == "easy" && entry["family"] == "local-policy"));
    assert!(run_json(&["schema"])["properties"].is_object());
    let output = ganttlet(&["catalog", "local-policy"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("easy-sjbf"));
}

/// `ganttlet catalog | head -1`
#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in
        [vec!["catalog"], vec!["schema"], vec!["reproduce"], vec!["run", LOG, "--json"], vec!["--help"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        command.args(&arguments).current_dir(repository()).stdout(writer);
        let output = command.stderr(std::process::Stdio::piped()).output().expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!printed.contains("panicked"), "{arguments:?} says\n{printed}");
        assert!(matches!(output.status.code(), Some(0 | 141)), "{arguments:?}: {}", output.status);
    }
}

#[test]
fn a_log_is_the_same_with_every_seed() {
    let printed = ganttlet(&["compare", LOG, "--seeds", "3", "--measure", "wait", "--set", "first_jobs=200"]);
    let told = String::from_utf8_lossy(&printed.stderr).into_owned();
    assert!(told.contains("all 3 seeds give the same numbers: the scenario has no randomness"), "{told}");
    let table = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(!table.contains('±'), "{table}");
}
