use super::{base, scenario, with};
use crate::{Files, LocalFile, Scenario, build, sha256};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};

fn diagnostics(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn starts(scenario: &Scenario, variant: usize) -> Vec<i64> {
    let mut built =
        build(scenario, variant, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert!(built.run.advance(Budget::ALL).done);
    built.run.trace().subjects.start.iter().map(|start| start.rounded_seconds()).collect()
}

#[test]
fn each_variant_runs_the_same_work_in_its_own_way() {
    let compared = scenario(&with("/compare", json!([{"kind": "batch", "policies": {"local": "fcfs"}}])));
    assert_eq!((starts(&compared, 0), starts(&compared, 1)), (vec![0, 10, 1], vec![0, 10, 10]));
    assert_eq!(compared.variant_names(), ["EASY", "FCFS"]);
    let diagnostics = build(&compared, 2, &Files::new(), 0).err().expect("no third variant");
    assert_eq!(diagnostics[0].to_string(), "error: unknown variant 2; the scenario has 2");
}

#[test]
fn parts_are_merged_by_arrival_and_earlier_parts_come_first() {
    let part = |submit: [u32; 2], user: u32| json!({"jobs": {"submit_s": submit, "run_s": [1, 1], "nodes": [1, 1], "user": [user, user]}});
    let merged = scenario(&with("/workload", json!([part([5, 2], 1), part([2, 1], 2)])));
    let built = build(&merged, 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert_eq!(built.name, "EASY");
    let mut run = built.run;
    run.advance(Budget::ALL);
    let seen = &run.trace().subjects;
    let jobs: Vec<(i64, u32, u32)> =
        (0..4).map(|i| (seen.submit[i].rounded_seconds(), seen.user[i], seen.number[i])).collect();
    assert_eq!(jobs, [(1, 2, 2), (2, 1, 2), (2, 2, 1), (5, 1, 1)]);
}

/// The findings of a finished run of the first variant.
fn findings(value: &Value) -> String {
    let built = build(&scenario(value), 0, &Files::new(), 0).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let mut run = built.run;
    assert!(run.advance(Budget::ALL).done);
    run.trace().findings.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn values_of_custom_policies_that_are_not_numbers_are_counted() {
    let batch = |policy: &str, id: &str, expression: &str| {
        let mut value = base();
        value["system"] =
            json!({"kind": "batch", "policies": {policy: "written"}, "parameters": {id: expression}});
        value["platform"] = json!({"clusters": [{"name": "a", "nodes": 4}, {"name": "b", "nodes": 4}]});
        findings(&value)
    };
    assert_eq!(batch("local", "queue_rank", "nodes * estimate"), "");
    for always in ["0 / 0", "nodes % 0", "log(-nodes)", "sqrt(0 - 1)", "1 / 0 - 1 / 0", "pow(-1, 0.5)"] {
        let expected = format!(
            "the rank in the queue ({always}) is not a number for 3 of 3 jobs; the order of arrival is used"
        );
        assert_eq!(batch("local", "queue_rank", always), expected);
    }
    // Infinity is a number, but equal values give no order.
    for infinite in ["1 / 0", "-1 / 0", "log(0)", "exp(1000)"] {
        let expected = format!(
            "the rank in the queue ({infinite}) is infinite for all 3 jobs; the order of arrival is used"
        );
        assert_eq!(batch("local", "queue_rank", infinite), expected);
    }
    assert_eq!(batch("local", "queue_rank", "if(nodes == 2, 1 / 0, nodes)"), "");
    assert_eq!(
        batch("local", "queue_rank", "if(nodes == 2, 0 / 0, nodes)"),
        "the rank in the queue (if(nodes == 2, 0 / 0, nodes)) is not a number for 1 of 3 jobs; these jobs come last, in order \
         of arrival"
    );
    assert_eq!(
        batch("routing", "cluster_score", "if(place == 1 and nodes > 1, 0 / 0, free)"),
        "the score of a cluster (if(place == 1 and nodes > 1, 0 / 0, free)) is not a number for 2 of 3 jobs; clusters without a number come last; ties go to the first"
    );
}

#[test]
fn custom_policies_report_values_that_are_not_numbers() {
    let two = json!({"clusters": [{"name": "a", "nodes": 4}, {"name": "b", "nodes": 4}]});
    let run = |workload: Value, system: Value| {
        findings(&json!({"version": 1, "platform": two, "workload": workload, "system": system}))
    };
    let last = "clusters without a number come last; ties go to the first";
    let jobs = json!([{"jobs": {"submit_s": [0, 0, 1], "run_s": [10, 10, 1], "nodes": [3, 2, 1]}}]);
    let (policies, parameters) = (json!({"placement": "written"}), json!({"cluster_score": "files / files"}));
    assert_eq!(
        run(jobs, json!({"kind": "koala", "policies": policies, "parameters": parameters})),
        format!("the score of a cluster (files / files) is not a number for 3 of 3 jobs; {last}")
    );
    let workflow =
        json!([{"workflow": {"name": "w", "tasks": [{"id": "x", "run_s": 5}, {"id": "y", "run_s": 6}]}}]);
    let (policies, parameters) = (json!({"mapping": "written"}), json!({"cluster_cost": "0 / demand"}));
    assert_eq!(
        run(workflow, json!({"kind": "workflow", "policies": policies, "parameters": parameters})),
        format!("the cost of a cluster (0 / demand) is not a number for 2 of 2 tasks; {last}")
    );
    let batches =
        json!([{"generator": "master-worker-batches", "parameters": {"tasks": 5, "iterations": 2}}]);
    let (policies, parameters) = (json!({"ordering": "written"}), json!({"task_score": "key"}));
    assert_eq!(
        run(batches, json!({"kind": "opportunistic", "policies": policies, "parameters": parameters})),
        "the score of a task (key) is not a number for 5 of 5 tasks; the order of their numbers is used"
    );
}

#[test]
fn a_truncated_generator_is_reported() {
    let sweeps = json!([{"generator": "grid-sweep", "parameters": {"users": 2, "tasks": 600_000}}]);
    let mut value = with("/workload", sweeps);
    value["system"] = json!({"kind": "koala"});
    let built = build(&scenario(&value), 0, &Files::new(), 0).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!(
        diagnostics(&built.diagnostics),
        "warning: /workload/0: Parameter sweeps stopped after 1000000 jobs, tasks or absences: its parameters request more than the limit of 1000000 per generator\n  Reduce the duration, the load or the amount of work."
    );
}

#[test]
fn jobs_that_can_never_run_are_reported() {
    let columns = json!({"submit_s": vec![0; 8], "run_s": vec![1; 8], "nodes": [1, 5, 6, 7, 8, 9, 10, 11]});
    let large = scenario(&with("/workload/0/jobs", columns));
    let built = build(&large, 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert_eq!(
        diagnostics(&built.diagnostics),
        "warning: /workload: job 2 needs 5 nodes, but the largest cluster has 4: it is rejected\n\
         warning: /workload: job 3 needs 6 nodes, but the largest cluster has 4: it is rejected\n\
         warning: /workload: job 4 needs 7 nodes, but the largest cluster has 4: it is rejected\n\
         warning: /workload: job 5 needs 8 nodes, but the largest cluster has 4: it is rejected\n\
         warning: /workload: job 6 needs 9 nodes, but the largest cluster has 4: it is rejected\n\
         warning: /workload: 2 more need more nodes than the largest cluster has\n  Make a cluster larger."
    );
    let nothing = scenario(&with("/workload/0/jobs", json!({"submit_s": [], "run_s": [], "nodes": []})));
    let built = build(&nothing, 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert_eq!(
        diagnostics(&built.diagnostics),
        "warning: /workload: the workload is empty: no part contains a job, a workflow or an application"
    );
}

#[test]
fn variants_have_short_names() {
    let names = |system: Value, compare: Value| {
        let mut value = base();
        value["system"] = system;
        value["compare"] = compare;
        scenario(&value).variant_names().join(" | ")
    };
    let easy = json!({"kind": "batch"});
    assert_eq!(names(easy.clone(), json!([])), "EASY");
    assert_eq!(
        names(easy.clone(), json!([{"kind": "batch", "parameters": {"estimates": "exact"}}])),
        "User runtime estimates | Exact runtime estimates"
    );
    assert_eq!(
        names(easy.clone(), json!([{"kind": "batch", "policies": {"routing": "round-robin"}}, easy.clone()])),
        "Home cluster | Round robin | Home cluster (2)"
    );
    let own = |rank: &str| json!({"kind": "batch", "policies": {"local": "written"}, "parameters": {"queue_rank": rank}});
    assert_eq!(
        names(easy.clone(), json!([own("Small first: nodes"), own("-wait")])),
        "EASY | Small first | -wait"
    );
    assert_eq!(names(own("nodes"), json!([own("Old first: submit # Fair.")])), "nodes | Old first");
    let grid = json!({"kind": "koala", "parameters": {"startup_s": 0}});
    assert_eq!(
        names(easy, json!([{"kind": "batch", "policies": {"local": "fcfs"}}, grid])),
        "Batch queues, EASY | Batch queues, FCFS | KOALA grid, Worst Fit"
    );
}

/// Names omit common settings, default values and repeated units.
#[test]
fn names_contain_only_differences() {
    let names = |variants: Value| {
        let mut value = super::master_worker::pool(&json!([{"tasks_s": [1]}]));
        let system = |variant: &Value| json!({"kind": "opportunistic", "policies": variant[0], "parameters": variant[1]});
        let list = variants.as_array().expect("a list");
        value["system"] = system(&list[0]);
        value["compare"] = list[1..].iter().map(system).collect();
        scenario(&value).variant_names().join(" | ")
    };
    let (none, all) = (json!({"loss": "no-replication"}), json!({"loss": "complete-replication"}));
    let one = |extra: u32| json!({"losses": "one", "loss_probability": 0.2, "extra_machines": extra});
    assert_eq!(
        names(json!([[none, {}], [none, one(0)], [all, one(0)], [all, one(2)]])),
        "No replication (NR) | No replication (NR), one loss per batch, loss probability 0.2 | \
         Complete replication (CR), one loss per batch, loss probability 0.2, no extra machines | \
         Complete replication (CR), one loss per batch, loss probability 0.2, extra machines 2"
    );
    let machines = |extra: u32| json!([none, {"extra_machines": extra}]);
    assert_eq!(names(json!([machines(0), machines(2)])), "No extra machines | Extra machines 2");
    let times = |normalise: bool| json!([none, {"normalise": normalise}]);
    assert_eq!(names(json!([times(true), times(false)])), "Normalised runtimes | Normalised runtimes off");
    let mut value = base();
    let batch = |local: &str, routing: &str| json!({"kind": "batch", "policies": {"local": local, "routing": routing}});
    value["system"] = batch("easy", "home");
    value["compare"] = json!([batch("fcfs", "home"), batch("sjf", "home"), batch("easy", "round-robin")]);
    assert_eq!(
        scenario(&value).variant_names().join(" | "),
        "EASY | FCFS | Shortest job first | EASY, Round robin"
    );
    // A list of choices is no name.
    let mut played = batch("easy", "home");
    played["parameters"] = json!({"played_choices": "12"});
    value["compare"] = json!([played]);
    assert_eq!(scenario(&value).variant_names().join(" | "), "EASY | EASY (2)");
}

/// Two jobs on a machine of four processors, in the Standard Workload Format.
const LOG: &str = "; MaxProcs: 4\n1 0 -1 10 3 -1 -1 3 20 -1 1 1 1 -1 1 -1 -1 -1\n\
                   2 5 -1 10 2 -1 -1 2 20 -1 1 2 1 -1 1 -1 -1 -1\n";

#[test]
fn a_log_is_identified_by_its_digest() {
    let hash = sha256(LOG.as_bytes());
    let file = |hash: &str| json!([{"file": {"name": "a.swf", "sha256": hash, "format": "swf"}}]);
    let mut files = Files::new();
    files.insert(hash.clone(), Box::new(LocalFile::new("b.swf", LOG.as_bytes())));
    let scenario_of = |hash: &str| scenario(&with("/workload", file(hash)));
    let mut built =
        build(&scenario_of(&hash), 0, &files, 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    built.run.advance(Budget::ALL);
    let starts: Vec<i64> =
        built.run.trace().subjects.start.iter().map(|start| start.rounded_seconds()).collect();
    assert_eq!(starts, [0, 10]);

    let refused = |hash: &str, files: &Files| {
        diagnostics(&build(&scenario_of(hash), 0, files, 0).err().expect("a refusal"))
    };
    let other = "0123456789abcdef".repeat(4);
    assert_eq!(
        refused(&other, &files),
        "error: /workload/0/file: \"a.swf\" is missing (SHA-256 0123456789ab…)\n  Drop the file on the page again."
    );
    files.insert(other.clone(), Box::new(LocalFile::new("c.swf", LOG.as_bytes())));
    assert_eq!(
        refused(&other, &files),
        format!(
            "error: /workload/0/file/sha256: \"c.swf\" is not the file \"a.swf\" of the scenario: its SHA-256 is {}…, required is 0123456789ab…\n  \
             Use the file with which the scenario was created.",
            &hash[..12]
        )
    );
    let empty = sha256(b"");
    files.insert(empty.clone(), Box::new(LocalFile::new("empty.swf", [].as_slice())));
    let diagnostics = refused(&empty, &files);
    assert!(diagnostics.starts_with("error: empty.swf"), "{diagnostics}");
}
