//! Workflows and workloads in JSON and XML.

use crate::support::{ganttlet, run_error, run_json, scratch};
use serde_json::Value;

/// JSON is read as a scenario unless it is a file of work.
#[test]
fn workflows_in_json_run() {
    let run = run_json(&["run", "static/example/epigenomics.json", "--json"]);
    assert!(run["digest"].is_string(), "{run}");
    let path =
        scratch("empty.json", r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": []}}}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("there is no task in the workflow"), "{printed}");
}

#[test]
fn a_workload_of_batsim_is_a_file_with_jobs() {
    let run = run_json(&["run", "static/example/batsim-100.json", "--json"]);
    assert!(run["digest"].is_string(), "{run}");
    let path = scratch("batsim.json", r#"{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0}], "profiles": {}}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("the workload contains no valid job"), "{printed}");
}

/// One task needs more nodes than exist, and another depends on it: the run is not complete.
#[test]
fn a_workflow_that_lost_tasks_is_not_complete() {
    let workflow = r#"<adag><job id="a" name="p" runtime="1"/><job id="b" name="q" runtime="1" cores="3"/>
        <job id="c" name="r" runtime="1"/><child ref="c"><parent ref="b"/></child></adag>"#;
    let path = scratch("wide.dax", workflow);
    let arguments = ["run", &path.to_string_lossy(), "--processors", "2", "--json"];
    let output = ganttlet(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        printed.contains("is not complete: 2 tasks can never run and were dropped (q b, r c)"),
        "{printed}"
    );
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(document["complete"], Value::Bool(false));
    assert_eq!(document["rejected"], serde_json::json!({"count": 2, "first": ["q b", "r c"]}));
    assert!(document["diagnostics"].to_string().contains("2 tasks can never run"), "{document:#}");
}

/// Plans support tasks of one node: each wider task is reported, for every variant with a plan.
#[test]
fn tasks_too_wide_for_a_plan_are_reported() {
    let workflow =
        r#"<adag><job id="a" name="p" runtime="1"/><job id="b" name="q" runtime="1" cores="3"/></adag>"#;
    let path = scratch("planned.dax", workflow);
    let arguments = ["run", &path.to_string_lossy(), "--processors", "4", "--policy", "heft-static"];
    let said = "task b needs 3 nodes, but HEFT (static plan) plans single-node tasks only: it is rejected";
    let printed = run_error(&arguments);
    assert!(printed.contains(said) && printed.contains("1 task can never run and was dropped"), "{printed}");
    let inline = r#"{"version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"workflow": {"tasks": [{"id": "b", "run_s": 1, "nodes": 3}]}}],
        "system": {"kind": "workflow"}, "compare": [{"kind": "workflow", "policies": {"mapping": "heft-static"}}]}"#;
    let printed = run_error(&["run", &scratch("planned.json", inline).to_string_lossy()]);
    assert!(printed.contains(said), "{printed}");
}

/// DAX 3 implies dependencies from files, as in Pegasus; an explicit setting in a scenario has precedence.
#[test]
fn data_dependencies_follow_the_schema_unless_set() {
    let workflow = r#"<adag version="3.6"><job id="a" runtime="3"><uses name="f" link="output" size="1"/></job>
        <job id="b" runtime="2"><uses name="f" link="input" size="1"/></job></adag>"#;
    let run = |arguments: &[&str]| {
        let output = ganttlet(arguments);
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        (
            document["metrics"]["makespan"]["value"].as_f64().expect("a makespan").to_string(),
            printed,
            document,
        )
    };
    for (name, workflow, default) in
        [("three.dax", workflow.to_owned(), "5"), ("two.dax", workflow.replace("3.6", "2.1"), "3")]
    {
        let path = scratch(name, &workflow);
        let arguments = ["run", &path.to_string_lossy(), "--processors", "2", "--json"];
        let (makespan, printed, document) = run(&arguments);
        assert_eq!(makespan, default, "{name}");
        assert!(printed.contains("without a dependency in the workflow (a to b): "), "{printed}");
        for (answer, expected) in [("true", "5"), ("false", "3")] {
            let change = format!("data_edges={answer}");
            assert_eq!(run(&[&arguments[..], &["--set", &change]].concat()).0, expected, "{name} {answer}");
        }
        // The scenario of the file contains the setting; a scenario without it means the default.
        let mut scenario = document["scenario"].clone();
        let path = scratch(&format!("{name}.json"), &scenario.to_string());
        assert_eq!(run(&["run", &path.to_string_lossy(), "--json"]).0, default, "{name}");
        scenario["workload"][0].as_object_mut().expect("a part").remove("parameters");
        let path = scratch(&format!("{name}-before.json"), &scenario.to_string());
        assert_eq!(run(&["run", &path.to_string_lossy(), "--json"]).0, "3", "{name}");
    }
}
