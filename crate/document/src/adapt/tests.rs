//! Scenarios adapted to files and to other systems.

use super::*;
use crate::file_report::{FoundQuestion, FoundSites};

fn scenario(kind: &str) -> Value {
    json!({
        "version": 1,
        "platform": { "preset": "das3" },
        "workload": [{ "generator": "poisson" }],
        "system": { "kind": kind },
    })
}

fn with(mut scenario: Value, changes: &Value) -> Value {
    for (key, value) in object(changes) {
        scenario[key] = value;
    }
    scenario
}

fn facts(makes: &str) -> FileFacts {
    FileFacts {
        makes: makes.to_owned(),
        processors: None,
        processors_from: String::new(),
        cancelled: 0,
        recorded: 0,
        sites: None,
        question: None,
        parameters: None,
    }
}

fn file(format: &str) -> Value {
    json!({ "name": "f", "sha256": "a", "format": format })
}

#[test]
fn a_file_has_a_reading_for_each_kind_of_work_it_can_become() {
    let of = |format: &str| -> Vec<String> {
        file_readings(format)
            .iter()
            .map(|one| format!("{} {} {}", one.work, one.format, one.system))
            .collect()
    };
    assert_eq!(
        of("swf"),
        ["jobs swf batch", "bags swf bags", "grid-jobs swf koala", "launchers swf delegated"]
    );
    assert!(of("dax").contains(&"workflows dax workflow".to_owned()));
    assert_eq!(of("none"), [] as [&str; 0]);
}

#[test]
fn a_file_becomes_the_workload_of_a_system_that_accepts_it() {
    let before = with(scenario("koala"), &json!({ "name": "Old" }));
    let Adapted { scenario: after, left } = use_file(&before, &file("swf"), &facts("jobs"));
    assert_eq!(after, with(scenario("koala"), &json!({ "workload": [{ "file": file("swf") }] })));
    assert_eq!(left, [] as [&str; 0]);
}

#[test]
fn clusters_of_a_file_replace_the_default_platform_only() {
    let sites = FoundSites { home: "last-site".into(), from: "", clusters: Vec::new() };
    let facts = FileFacts { sites: Some(sites), processors: Some(9), ..facts("jobs") };
    let of = |platform: Value| {
        use_file(&with(scenario("koala"), &json!({ "platform": platform })), &file("swf"), &facts).scenario
    };
    let own = of(json!({ "preset": "one-cluster" }));
    assert_eq!(own["platform"], json!({ "clusters": [] }));
    assert_eq!(own["workload"][0]["parameters"], json!({ "home": "last-site" }));
    let other = of(json!({ "preset": "das3" }));
    assert_eq!(other["platform"], json!({ "preset": "das3" }));
    assert_eq!(other["workload"], json!([{ "file": file("swf") }]));
}

#[test]
fn open_questions_of_a_file_are_answered_in_the_scenario() {
    let question = Some(FoundQuestion { parameter: "waits".into(), answer: false });
    let facts = FileFacts { cancelled: 3, question, ..facts("jobs") };
    assert_eq!(
        facts.workload_part(&file("swf"), false)["parameters"],
        json!({ "cancelled": "leave-out", "waits": false })
    );
}

#[test]
fn a_file_selects_its_first_system_with_the_baseline() {
    let before = with(scenario("koala"), &json!({ "background": [{ "generator": "poisson" }] }));
    let Adapted { scenario: after, left } = use_file(&before, &file("task-times"), &facts("master-worker"));
    assert_eq!(after["system"]["kind"], "opportunistic");
    assert_eq!((&after["compare"], &after["background"]), (&json!([]), &json!([])));
    assert_eq!(after["workload"], json!([{ "file": file("task-times") }]));
    assert_eq!(left, ["the local jobs of the clusters"]);
    let after = use_file(&scenario("workflow"), &file("swf"), &facts("jobs")).scenario;
    assert_eq!(after["system"], json!({ "kind": "batch", "policies": { "local": "fcfs" } }));
    assert_eq!(after["compare"], json!([{ "kind": "batch", "policies": { "local": "easy" } }]));
}

#[test]
fn a_log_with_recorded_starts_is_compared_with_its_record() {
    let with_record = FileFacts { recorded: 3, ..facts("jobs") };
    let record = json!({ "kind": "batch", "policies": { "local": "as-recorded" } });
    let after = use_file(&json!({}), &file("swf"), &with_record).scenario;
    assert_eq!(after["compare"], json!([{ "kind": "batch", "policies": { "local": "easy" } }, record]));
    assert_eq!(use_file(&after, &file("swf"), &with_record).scenario, after, "it is added once");
    let gone = use_file(&after, &file("swf"), &facts("jobs")).scenario;
    assert_eq!(gone["compare"], json!([{ "kind": "batch", "policies": { "local": "easy" } }]));
}

#[test]
fn a_comparison_is_kept_and_metrics_of_other_work_are_removed() {
    let compare = json!([{ "kind": "batch", "policies": { "local": "fcfs" } }]);
    let before = with(scenario("batch"), &json!({ "compare": compare, "measures": ["wait", "makespan"] }));
    let Adapted { scenario: after, left } = use_file(&before, &file("dax"), &facts("workflows"));
    assert_eq!(after["system"]["policies"], json!({ "mapping": "round-robin" }));
    assert_eq!(after["compare"].as_array().map(Vec::len), Some(1));
    assert_eq!(after["measures"], json!([]));
    assert_eq!(left, ["variants that run other work", "the metric Wait time"]);
    let alone = use_file(&scenario("batch"), &file("dax"), &facts("workflows")).scenario;
    assert_eq!(alone["compare"], json!([]));
}

#[test]
fn a_file_alone_decides_the_size_of_the_machine() {
    let facts = FileFacts { processors: Some(64), ..facts("jobs") };
    let after = use_file(&json!({}), &file("swf"), &facts).scenario;
    assert_eq!(after["platform"], json!({ "preset": "one-cluster", "parameters": { "nodes": 64 } }));
    assert_eq!((&after["version"], &after["system"]["kind"]), (&json!(1), &json!("batch")));
}

#[test]
fn workflows_replace_a_platform_that_was_not_chosen_only_with_the_system() {
    let facts = FileFacts { processors: Some(48), ..facts("workflows") };
    let on = |system: &str, platform: Value| {
        let before = with(scenario(system), &json!({ "platform": platform }));
        use_file(&before, &file("wfformat"), &facts).scenario["platform"].clone()
    };
    let one = json!({ "preset": "one-cluster", "parameters": { "nodes": 9 } });
    assert_eq!(on("batch", one.clone()), json!({ "preset": "das3" }));
    assert_eq!(on("workflow", one.clone()), one);
    assert_eq!(on("batch", json!({ "preset": "das2" })), json!({ "preset": "das2" }));
}

#[test]
fn absences_bypass_the_system() {
    let owners = json!([{ "generator": "sessions" }]);
    let pool = with(scenario("opportunistic"), &json!({ "background": owners }));
    let after = use_file(&pool, &file("event-trace"), &facts("absences")).scenario;
    assert_eq!(after["background"], json!([{ "generator": "sessions" }, { "file": file("event-trace") }]));
    assert_eq!(after["workload"], pool["workload"]);
    let after = use_file(&scenario("batch"), &file("event-trace"), &facts("absences")).scenario;
    assert_eq!(after["background"], json!([{ "file": file("event-trace") }]));
    assert!(system_of(&after["system"]).is_some_and(|system| !system.beside.is_empty()));
    assert!(after["workload"][0]["generator"].is_string());
}

#[test]
fn another_system_keeps_what_it_supports() {
    let before = with(
        scenario("batch"),
        &json!({ "background": [], "compare": [{ "kind": "batch", "policies": { "local": "fcfs" } }] }),
    );
    let same = json!({ "kind": "batch", "policies": { "local": "easy" } });
    let Adapted { scenario: after, left } = change_system(&before, &same);
    assert_eq!((after["compare"].clone(), left), (before["compare"].clone(), Vec::new()));
    let grid = with(
        scenario("koala"),
        &json!({ "workload": [{ "generator": "poisson" }, { "grid_jobs": [] }], "background": [{ "jobs": {} }] }),
    );
    let Adapted { scenario: after, left } = change_system(&grid, &same);
    assert_eq!(
        (&after["workload"], &after["background"]),
        (&json!([{ "generator": "poisson" }]), &json!([]))
    );
    assert_eq!(left, ["all work other than jobs", "the local jobs of the clusters"]);
}

#[test]
fn a_comparison_with_other_work_is_replaced_by_one_of_another_policy() {
    let system = json!({ "kind": "batch", "policies": { "local": "easy" }, "parameters": { "unknown": 1 } });
    let before = with(
        scenario("workflow"),
        &json!({ "workload": [{ "workflow": {} }], "compare": [{ "kind": "workflow" }] }),
    );
    let Adapted { scenario: after, left } = change_system(&before, &system);
    let [compared] = &after["compare"].as_array().unwrap()[..] else { panic!("{after}") };
    assert_ne!(compared["policies"]["local"], "easy");
    assert_eq!(compared["parameters"], json!({}));
    assert_eq!(left, ["all work other than jobs", "variants that run other work"]);
    assert_eq!(after["workload"].as_array().map(Vec::len), Some(1));
}

#[test]
fn documents_of_a_wrong_shape_are_adapted_as_far_as_possible() {
    let odd = json!({ "workload": 5, "background": {}, "compare": "x", "measures": 1, "platform": [] });
    let after = change_system(&odd, &json!({ "kind": "batch", "policies": 3 })).scenario;
    assert!(after["workload"][0]["generator"].is_string());
    assert_eq!(
        use_file(&json!(3), &file("swf"), &facts("jobs")).scenario["workload"],
        json!([{ "file": file("swf") }])
    );
}
