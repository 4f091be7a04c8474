//! Edits of jobs and forks of decisions: their effects, their text form and their names.

use super::{base, scenario, with};
use crate::{Built, Files, Scenario, build, read};
use ganttlet_core::time::Time;
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};

/// A wide job behind a long one, and short ones behind it; four nodes.
fn queue() -> Value {
    let mut value = base();
    value["workload"] = json!([{"jobs": {"submit_s": [0, 1, 2, 3, 4], "run_s": [10, 10, 5, 20, 2], "nodes": [3, 4, 1, 1, 1]}}]);
    value
}

/// The queue with other fields of its system.
fn changed(of_system: &Value) -> Value {
    let mut value = queue();
    for (key, of) in of_system.as_object().expect("an object") {
        value["system"][key] = of.clone();
    }
    value
}

fn finished(scenario: &Scenario, variant: usize) -> Built {
    let built = build(scenario, variant, &Files::new(), 1000);
    let mut built = built.unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert!(built.run.advance(Budget::ALL).done);
    built
}

fn digest(value: &Value) -> String {
    finished(&scenario(value), 0).run.trace().digest().whole
}

/// `number@start` for each job, in seconds.
fn starts(value: &Value) -> String {
    let built = finished(&scenario(value), 0);
    let subjects = &built.run.trace().subjects;
    let one = |(number, start): (&u32, &Time)| format!("{number}@{}", start.rounded_seconds());
    subjects.number.iter().zip(&subjects.start).map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_edit_gives_the_run_of_the_changed_workload() {
    let mut edited = queue();
    edited["edits"] = json!([{"job": 2, "nodes": 1}, {"job": 4, "run_s": 1, "submit_s": 0}]);
    let mut written = queue();
    written["workload"][0]["jobs"] = json!({
        "submit_s": [0, 0, 1, 2, 4], "run_s": [10, 1, 10, 5, 2], "nodes": [3, 1, 1, 1, 1], "number": [1, 4, 2, 3, 5]
    });
    assert_eq!(starts(&edited), starts(&written));
    assert_eq!(digest(&edited), digest(&written));
    // An edit that is undone leaves no trace.
    edited["edits"] = json!([]);
    assert_eq!(digest(&edited), digest(&queue()));
}

#[test]
fn edits_of_a_variant_follow_those_of_the_scenario() {
    let mut value = queue();
    value["edits"] = json!([{"job": 5, "absent": true}]);
    value["compare"] = json!([{"kind": "batch", "edits": [{"job": 2, "absent": true}]}]);
    let compared = scenario(&value);
    let numbers = |variant| finished(&compared, variant).run.trace().subjects.number.clone();
    assert_eq!((numbers(0), numbers(1)), (vec![1, 2, 3, 4], vec![1, 3, 4]));
    assert_eq!(compared.variant_names(), ["EASY", "Without job 2"]);
}

#[test]
fn edits_of_unknown_jobs_are_reported_and_skipped() {
    let mut value = queue();
    value["edits"] = json!([{"job": 7, "nodes": 2}, {"job": 1, "run_s": 3}]);
    let built = finished(&scenario(&value), 0);
    let found: Vec<String> = built.diagnostics.iter().map(ToString::to_string).collect();
    assert!(found[0].contains("edits of jobs that the workload does not have were skipped: 7"), "{found:?}");
    assert!(starts(&value).starts_with("1@0 2@3"), "{}", starts(&value));
}

/// At 2 s EASY backfills job 3. If held there, it waits until the next event: job 4 arrives at 3 s, and job 3 starts
/// before it.
#[test]
fn a_held_job_waits_until_the_next_event() {
    assert_eq!(starts(&queue()), "1@0 2@10 3@2 4@20 5@7");
    let held = changed(&json!({"fork": {"at_s": 2, "hold": [3]}}));
    assert_eq!(starts(&held), "1@0 2@10 3@3 4@20 5@8");
    let built = finished(&scenario(&held), 0);
    let trace = built.run.trace();
    let said: Vec<String> = trace.decisions_about(2).map(|decision| trace.explain(decision)).collect();
    assert!(said[0].contains("Job 3 was held back here until the next event"), "{said:?}");
}

#[test]
fn another_policy_decides_from_the_fork_on() {
    let fcfs = changed(&json!({"policies": {"local": "fcfs"}}));
    assert_eq!(starts(&fcfs), "1@0 2@10 3@20 4@20 5@20");
    // A fork before the backfilling of job 3 gives the schedule of FCFS; a later fork affects only later starts.
    assert_eq!(starts(&changed(&json!({"fork": {"at_s": 1, "local": "fcfs"}}))), starts(&fcfs));
    assert_eq!(starts(&changed(&json!({"fork": {"at_s": 3, "local": "fcfs"}}))), "1@0 2@10 3@2 4@20 5@20");
}

#[test]
fn a_fork_that_changes_nothing_gives_the_same_digest() {
    for policy in ["fcfs", "easy", "conservative", "sjf", "easy-sjbf", "written"] {
        let plain = digest(&changed(&json!({"policies": {"local": policy}})));
        for at_s in [0.0, 2.0, 3.5, 10.0, 100.0] {
            let forked = changed(&json!({"policies": {"local": policy}, "fork": {"at_s": at_s}}));
            assert_eq!(digest(&forked), plain, "{policy} at {at_s}");
        }
    }
}

#[test]
fn a_fork_without_effect_is_reported() {
    let late = finished(&scenario(&changed(&json!({"fork": {"at_s": 500, "hold": [3]}}))), 0);
    assert_eq!(late.run.trace().findings[0].message, "the run ended before the fork: nothing was changed");
    let started = finished(&scenario(&changed(&json!({"fork": {"at_s": 9, "hold": [1]}}))), 0);
    assert!(started.run.trace().findings[0].message.starts_with("no job to be held back was waiting"));
}

#[test]
fn edits_and_forks_are_written_and_read_again() {
    let mut value = queue();
    value["edits"] = json!([{"job": 2, "nodes": 1}]);
    let fork = json!({"at_s": 2, "hold": [3], "local": "fcfs"});
    value["compare"] = json!([{"kind": "batch", "edits": [{"job": 1, "absent": true}], "fork": fork}]);
    let known = scenario(&value);
    assert_eq!(known.to_compact(), value);
    assert_eq!(read(&known.to_text()).scenario.as_ref(), Some(&known));
    assert!(!scenario(&queue()).to_text().contains("edits"), "who says nothing is written as before");
    assert_eq!(known.variant_names()[1], "Job 3 held at 2 s, FCFS from 2 s, without job 1");
}

#[test]
fn invalid_edits_and_forks_name_their_place() {
    let said = |value: &Value| -> Vec<String> {
        read(&value.to_string()).diagnostics.iter().map(ToString::to_string).collect()
    };
    let wrong = said(&with("/edits", json!([{"nodes": 0}])));
    assert!(wrong.iter().any(|line| line.starts_with("error: /edits/0/nodes: ")), "{wrong:?}");
    assert!(wrong.iter().any(|line| line.starts_with("error: /edits/0: \"job\" is missing")), "{wrong:?}");
    let wrong = said(&changed(&json!({"fork": {"local": "best"}})));
    assert!(wrong.iter().any(|line| line.starts_with("error: /system/fork/local: ")), "{wrong:?}");
    let other = json!({
        "version": 1, "platform": {"preset": "one-cluster"},
        "workload": [{"generator": "bag-model"}], "system": {"kind": "bags", "fork": {"at_s": 1}},
    });
    let read = read(&other.to_string());
    let Some(bags) = read.scenario else { panic!("{:?}", read.diagnostics) };
    let errors = build(&bags, 0, &Files::new(), 0).err().unwrap_or_default();
    assert!(errors.iter().any(|error| error.message.contains("has no forks")), "{errors:?}");
}

#[test]
fn the_choices_of_a_run_make_a_scenario_with_its_digest() {
    for policy in ["fcfs", "easy", "conservative", "easy-node-exact", "sjf"] {
        let mut value = changed(&json!({"policies": {"local": policy}}));
        value["workload"] = json!([{"generator": "lublin", "parameters": {"jobs": 80}}]);
        value["system"]["fork"] = json!({"at_s": 4000, "local": "ljf"});
        let recorded = finished(&scenario(&value), 0);
        let played = scenario(&value).played(0, &*recorded.run).expect("choices of batch queues");
        assert_eq!(read(&played.to_text()).scenario.as_ref(), Some(&played));
        assert_eq!(finished(&played, 0).run.trace().digest(), recorded.run.trace().digest(), "{policy}");
    }
}
