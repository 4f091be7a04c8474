//! Replication until claims are decided.

use crate::support::{file, folder, ganttlet, path_in, run_error, small_study};
use serde_json::json;
use std::fs;

#[test]
fn an_experiment_is_repeated_until_it_is_decided_and_continued_from_its_file() {
    let folder = folder("until");
    let out = path_in(&folder, "out.jsonl");
    let arguments = ["reproduce", "E2.9", "--until-decided", "--looks", "2", "--progress", "--out", &out];
    let (status, printed, told) = ganttlet(&arguments);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("at most 128 runs, first seed 118001."), "{printed}");
    assert!(printed.contains("s; 32 runs (look 2 of 2)"), "{printed}");
    for look in 1..=2 {
        assert!(told.contains(&format!("E2.9: look {look} of 2, {} runs, ", 16 * look)), "{told}");
    }
    // Half of the runs are missing, and the last line is truncated.
    let text = fs::read_to_string(&out).expect("results");
    assert_eq!(text.lines().count(), 1 + 4 * 32);
    fs::write(&out, &text[..text.len() / 2]).expect("written");
    assert_eq!(ganttlet(&arguments).1, printed);
    let told = run_error(&["reproduce", "E2.9", "--until-decided", "--looks", "3", "--out", &out]);
    assert!(told.contains("another study"), "the number of looks is fixed before the first one: {told}");
}

#[test]
fn several_experiments_are_repeated_until_they_are_decided() {
    let folder = folder("until-several");
    let to = path_in(&folder, "");
    let (status, printed, told) =
        ganttlet(&["reproduce", "E2.2", "e2.3", "--until-decided", "--looks", "1", "--out", &to]);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("E2.2: look 1 of 1, "), "{printed}");
    assert!(printed.contains("6 targets: "), "{printed}");
    assert!(folder.join("E2.2.jsonl").exists() && folder.join("E2.3.jsonl").exists());
    let refused: [(&[&str], &str); 4] = [
        (&["E2.2", "E2.3", "--until-decided", "--json"], "exactly one experiment"),
        (&["E2.2", "E2.3"], "--until-decided"),
        (&["E2.2", "--until-decided", "--looks", "7"], "--looks"),
        (&["E2.2", "--until-decided", "--quick"], "--quick"),
    ];
    for (arguments, expected) in refused {
        let told = run_error(&[&["reproduce"], arguments].concat());
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn sweeps_replicate_until_claims_are_decided() {
    let folder = folder("replication");
    let mut study = small_study(50);
    study["replication"] = json!({"first_look": 8, "looks": 2});
    study["quantities"] = json!({"wait": {"value": "wait"}});
    study["claims"] = json!([{"id": "C", "claim": "jobs wait", "judged": [
        {"quantity": "wait", "at": {"load": 0.9, "policy": "=EASY"}, "judge": {"at_least": -1e6}}]}]);
    let study = file(&folder, "study.json", &study.to_string());
    let (status, printed, told) = ganttlet(&["sweep", &study]);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("8 runs (look 1 of 2)") && printed.contains("1 of 1 held"), "{printed}");
    let told = run_error(&["sweep", &study, "--shard", "1/2", "--out", &path_in(&folder, "never.jsonl")]);
    assert!(told.contains("has no shards"), "{told}");
}
