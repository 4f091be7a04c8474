//! Logs with doubtful jobs.

use crate::support::{LOG, ganttlet, read_lines, run_error, run_json, scratch};
use serde_json::Value;

/// Most logs have jobs that are too large for a smaller machine; the other jobs do not depend on them.
#[test]
fn too_large_jobs_are_reported_and_not_a_failure() {
    let output = ganttlet(&["run", LOG, "--processors", "64", "--json"]);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let count = document["rejected"]["count"].as_u64().expect("a count");
    assert!(count > 5 && document["rejected"]["first"].as_array().is_some_and(|first| first.len() == 5));
    // Reported before the run, so not again after it.
    let more = format!("{} more need more nodes than the largest cluster has", count - 5);
    assert!(printed.contains(&more) && !printed.contains("runs without"), "{printed}");
}

/// The schedule of a log on one cluster: `id start finish` for each job, `|` between them.
fn schedule_of_log(name: &str, log: &str, more: &[&str]) -> (String, String) {
    let (log, csv) = (scratch(name, log), scratch(&format!("{name}.csv"), ""));
    let (input, output) = (log.to_string_lossy().into_owned(), csv.to_string_lossy().into_owned());
    let printed = ganttlet(&[&["run", &input, "--jobs", &output], more].concat());
    let told = String::from_utf8_lossy(&printed.stderr).into_owned();
    let rows = read_lines(&csv, &format!("{name}.csv"));
    let row = |line: &String| {
        let cells: Vec<&str> = line.split(',').collect();
        [cells[0], cells[7], cells[8]].join(" ")
    };
    (rows.iter().skip(1).map(row).collect::<Vec<_>>().join(" | "), told)
}

#[test]
fn cancelled_jobs_are_left_out_by_default() {
    let log = "; MaxProcs: 8\n1 0 0 100 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n\
               2 10 30 0 0 -1 -1 8 3600 -1 5 2 1 1 1 1 -1 -1\n3 20 0 50 2 -1 -1 2 60 -1 1 3 1 1 1 1 -1 -1\n";
    let (rows, told) = schedule_of_log("cancelled.swf", log, &["--policy", "fcfs"]);
    assert_eq!(rows, "1 0 100 | 3 20 70");
    assert!(told.contains("1 job cancelled in the queue (status 5 or 0, no runtime): left out"), "{told}");
    let leaves = ["--policy", "fcfs", "--set", "cancelled=leave-queue"];
    assert_eq!(schedule_of_log("cancelled.swf", log, &leaves).0, "1 0 100 | 2 40 40 | 3 40 90");
    let kept = ["--policy", "fcfs", "--set", "cancelled=keep"];
    assert_eq!(schedule_of_log("cancelled.swf", log, &kept).0, "1 0 100 | 2 100 100 | 3 100 150");
}

/// Scenarios without the setting use its default and keep their schedule.
#[test]
fn scenarios_without_a_setting_keep_cancelled_jobs() {
    let log =
        "; MaxProcs: 2\n1 0 0 9 2 -1 -1 2 9 -1 1 1 1 1 1 1 -1 -1\n2 1 1 0 0 -1 -1 2 9 -1 5 2 1 1 1 1 -1 -1\n";
    let path = scratch("kept.swf", log);
    let opened = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(opened["scenario"]["workload"][0]["parameters"]["cancelled"], "leave-out");
    let mut scenario = opened["scenario"].clone();
    scenario["workload"][0]["parameters"].as_object_mut().expect("parameters").remove("cancelled");
    let scenario = scratch("kept.json", &scenario.to_string());
    assert_eq!(run_json(&["run", &scenario.to_string_lossy(), "--json"])["subjects"], 2);
}

#[test]
fn missing_fields_of_a_log_are_reported() {
    let job = |number: u32, partition: u32| {
        format!("{number} 0 -1 10 1 -1 -1 1 -1 -1 1 1 1 1 1 {partition} -1 -1\n")
    };
    let log = format!("; MaxProcs: 2\n{}{}", job(1, 1), job(2, 2));
    let (_, told) = schedule_of_log("partitions.swf", &log, &["--set", "home=partition"]);
    assert!(told.contains("no job has an estimate"), "{told}");
    assert!(told.contains("`home` has no effect: the platform has only one cluster"), "{told}");
    assert!(told.contains("one cluster of 2 nodes"), "{told}");
    let (_, told) = schedule_of_log("one.swf", &job(1, 1), &[]);
    assert!(told.contains("one cluster of 1 node (the largest job of the log)\n"), "{told}");
}

/// The page writes a scenario and its files into one document.
#[test]
fn a_scenario_that_contains_its_files_runs_like_the_log() {
    let log = "1 0 -1 10 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1\n2 5 -1 20 3 -1 -1 3 30 -1 1 1 1 1 1 -1 -1 -1\n";
    let base64 = "MSAwIC0xIDEwIDIgLTEgLTEgMiAxMCAtMSAxIDEgMSAxIDEgLTEgLTEgLTEKMiA1IC0xIDIwIDMgLTEgLTEgMyAzMCAtMSAxIDEgMSAxIDEgLTEgLTEgLTEK";
    let plain = scratch("contained-plain.swf", log);
    let sha256 = "24ac056d502018046e44bd053dfc34aa1f3b37b211d3fe59a4ca6051c4871078";
    let scenario = serde_json::json!({
        "version": 1,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"file": {"name": "contained.swf", "sha256": sha256, "format": "swf"}}],
        "system": {"kind": "batch", "policies": {"local": "easy"}},
        "compare": [{"kind": "batch", "policies": {"local": "fcfs"}}],
    });
    let file = serde_json::json!({"name": "contained.swf", "sha256": sha256, "base64": base64});
    let bundle = serde_json::json!({"scenario": scenario, "files": [file]});
    let bundle = scratch("contained.ganttlet.json", &bundle.to_string());
    let [plain, bundle] = [&plain, &bundle].map(|path| path.to_string_lossy());
    let printed = run_json(&["run", &bundle, "--json", "--policy", "easy"]);
    let expected = run_json(&["run", &plain, "--json", "--processors", "4", "--policy", "easy"]);
    assert_eq!(printed["digest"], expected["digest"]);
    let compared = ganttlet(&["compare", &bundle, "--seeds", "2"]);
    assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stderr));
    let wrong =
        serde_json::json!({"scenario": scenario, "files": [{"name": "contained.swf", "base64": "*"}]});
    let wrong = scratch("contained-wrong.json", &wrong.to_string());
    assert!(
        run_error(&["run", &wrong.to_string_lossy()]).contains("/files/0: \"contained.swf\" is not base64")
    );
}
