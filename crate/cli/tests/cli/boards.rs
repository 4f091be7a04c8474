//! Schedules of played boards and their optima.

use crate::support::{repository, run_error, run_json, scratch};
use serde_json::Value;

/// The command writes a played schedule only if its digest equals that of the run, so success is the assertion.
#[test]
fn examples_of_systems_with_choices_are_repeated_by_them() {
    let out = scratch("played.json", "");
    std::fs::remove_file(&out).expect("the scratch file");
    let out = out.to_string_lossy().into_owned();
    let mut played = 0;
    for entry in std::fs::read_dir(repository().join("static/gallery")).expect("the examples") {
        let path = entry.expect("an example").path();
        let text = std::fs::read_to_string(&path).expect("an example");
        let example: Value = serde_json::from_str(&text).expect("JSON");
        let kind = example["system"]["kind"].as_str().unwrap_or_default();
        if !["batch", "workflow", "bags", "opportunistic"].contains(&kind) {
            continue;
        }
        let from = path.to_string_lossy().into_owned();
        let ran = run_json(&["run", &from, "--json", "--played", &out, "--system", "1"]);
        let again = run_json(&["run", &out, "--json"]);
        let of_first = if ran["runs"].is_array() { &ran["runs"][0]["digest"] } else { &ran["digest"] };
        assert_eq!(&again["digest"], of_first, "{from}");
        played += 1;
    }
    assert!(played >= 24, "{played} examples");
    let message = run_error(&["run", "static/gallery/das2-wavefront.json", "--played", &out]);
    assert!(message.contains("records no choices"), "{message}");
}

/// The stars of a board depend on its best known mean wait: the search proves it again where the board states a proof.
#[test]
fn the_optima_of_boards_are_proven() {
    let folder = repository().join("static/boards");
    let text = std::fs::read_to_string(folder.join("index.json")).expect("the list of boards");
    let boards: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let small =
        |board: &&Value| board["proven"] == true && board["jobs"].as_u64().is_some_and(|jobs| jobs <= 12);
    let mut proven = 0;
    for board in boards.iter().filter(small) {
        let id = board["id"].as_str().expect("an id");
        let path = folder.join(format!("{id}.json"));
        let scenario: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).expect("a board")).expect("JSON");
        let runs = scenario["workload"][0]["jobs"]["run_s"].as_array().expect("runtimes");
        let total: f64 = runs.iter().filter_map(Value::as_f64).sum();
        let path = path.to_string_lossy().into_owned();
        let found = run_json(&["optimum", &path, "--objective", "flow", "--system", "1", "--json"]);
        assert_eq!(found["status"], "proven", "{id}");
        let wait = (found["best"]["value_s"].as_f64().expect("a value") - total) / runs.len() as f64;
        let known = board["best_s"].as_f64().expect("a mean wait");
        assert!((wait - known).abs() < 0.001, "{id}: {wait} s, not {known} s");
        proven += 1;
    }
    assert_eq!(proven, 7);
}
