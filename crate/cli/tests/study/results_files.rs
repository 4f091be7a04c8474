//! Results files: checksums, locks, mistakes.

use crate::support::{file, folder, ganttlet, path_in, result_digest, run_error, small_study};
use serde_json::{Value, json};
use std::fs;

/// An object on a line, with its checksum.
fn with_checksum(object: &str) -> String {
    let said = object.strip_suffix('}').expect("an object");
    let mut sum = flate2::Crc::new();
    sum.update(said.as_bytes());
    format!("{said},\"sum\":\"{:08x}\"}}", sum.sum())
}

/// A line without its checksum.
fn without_checksum(line: &str) -> String {
    format!("{}}}", line.rsplit_once(",\"sum\":").expect("a checksum").0)
}

#[test]
fn results_without_checksums_are_read_with_a_warning() {
    let folder = folder("older");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = path_in(&folder, "out.jsonl");
    let (_, right, _) = ganttlet(&["sweep", &study, "--out", &out]);
    let text = fs::read_to_string(&out).expect("results");
    let older: String = text.lines().map(|line| without_checksum(line) + "\n").collect();
    let older = file(&folder, "older.jsonl", &older);
    for arguments in [vec!["collect", &older], vec!["sweep", &study, "--out", &older]] {
        let (status, printed, told) = ganttlet(&arguments);
        assert_eq!((status, result_digest(&printed)), (Some(0), result_digest(&right)));
        assert!(told.contains("older.jsonl:1: the lines have no checksums"), "{told}");
    }
}

/// Runs with another first seed have the same labels but other numbers: they are not results of the study.
#[test]
fn results_of_other_seeds_are_refused() {
    let folder = folder("seeds");
    let out = path_in(&folder, "out.jsonl");
    let (status, ..) = ganttlet(&["reproduce", "E2.9", "--quick", "--seed", "7", "--out", &out]);
    assert_eq!(status, Some(0));
    let told = run_error(&["reproduce", "E2.9", "--quick", "--seed", "8", "--out", &out]);
    assert!(told.contains(":2: run ") && told.contains("seed 8"), "{told}");
}

#[test]
fn results_of_other_studies_are_rejected() {
    let folder = folder("refused");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let mut other = small_study(3);
    other["name"] = json!("Other");
    let other = file(&folder, "other.json", &other.to_string());
    let out = path_in(&folder, "out.jsonl");
    ganttlet(&["sweep", &study, "--out", &out]);
    let text = fs::read_to_string(&out).expect("results");
    let told = run_error(&["sweep", &other, "--out", &out]);
    assert!(told.contains("out.jsonl:1: the file contains the results of another study (Small)"), "{told}");
    let told = run_error(&["sweep", &study, "--quick", "--out", &out]);
    assert!(
        told.contains("out.jsonl:1: the file contains all runs of the study, requested are the quick runs"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&out).expect("results"), text, "a refusal changes nothing");
    let (head, lines) = text.split_once('\n').expect("lines");
    let refused = |content: String, expected: &str| {
        let path = file(&folder, "bad.jsonl", &content);
        for told in [run_error(&["sweep", &study, "--out", &path]), run_error(&["collect", &path])] {
            assert!(told.contains(expected), "{told}");
        }
        assert_eq!(fs::read_to_string(&path).expect("results"), content);
    };
    refused("my thesis\n".to_owned(), "bad.jsonl:1: not a results file");
    let older = with_checksum(&without_checksum(head).replace("\"engine\":\"", "\"engine\":\"0.0."));
    refused(format!("{older}\n"), "were made by engine version 0.0.");
    let called = |run: u32, label: &str, numbers: &str| {
        with_checksum(&format!("{{\"run\":{run},\"label\":{},\"numbers\":{numbers}}}", json!(label)))
    };
    let line = |run: u32, numbers: &str| {
        let label = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        let label =
            label.filter(|line| line["run"] == run).map(|line| line["label"].as_str().map(str::to_owned));
        format!("{head}\n{}\n", called(run, &label.flatten().next().unwrap_or_default(), numbers))
    };
    refused(line(12, "[1,2,3]"), "bad.jsonl:2: unknown run 12; the study has 12");
    refused(line(1, "[1,2]"), ":2: found 2 numbers; a run has 3");
    refused(line(1, "[1,2,\"3\"]"), ":2: ");
    let wrong = format!("{head}\n{}\n", called(1, "load 0.1", "[1,2,3]"));
    refused(wrong, ":2: run 1 has the label \"load 0.1\" instead of \"load 0.6, =EASY, seed 5\"");
    let twice = format!("{text}{}", line(3, "[1,2,3]").split_once('\n').expect("lines").1);
    refused(twice, ":14: run 3 (load 0.9, =EASY, seed 5) occurs twice with different numbers");
    let contradicting = file(&folder, "contradicting.jsonl", &line(3, "[1,2,3]"));
    let told = run_error(&["collect", &out, &contradicting]);
    assert!(
        told.contains(":2: run 3 (load 0.9, =EASY, seed 5) occurs twice with different numbers"),
        "{told}"
    );
    let different = path_in(&folder, "different.jsonl");
    ganttlet(&["sweep", &other, "--out", &different]);
    assert!(
        run_error(&["collect", &out, &different])
            .contains("the file contains the results of another study (Other)")
    );
    assert_eq!(lines.lines().count(), 12);
    for (arguments, expected) in [
        (vec!["sweep", &study, "--shard", "5/4", "--out", &out], "expected I/N, for example 1/4"),
        (vec!["sweep", &study, "--shard", "1/4"], "--out"),
        (vec!["sweep", &study, "--shard", "1/4", "--out", &out, "--csv", "a.csv"], "cannot be used with"),
        (vec!["sweep", "no-such-study.json"], "cannot read no-such-study.json"),
        (
            vec!["sweep", "static/gallery/fcfs-vs-easy.json"],
            "the file is a scenario: use `ganttlet run` or `ganttlet compare`",
        ),
        (vec!["sweep", &study, "--out", "/no/such/folder/a.jsonl"], "cannot write /no/such/folder/a.jsonl"),
        (vec!["collect", "no-such-results.jsonl"], "cannot read no-such-results.jsonl"),
    ] {
        let told = run_error(&arguments);
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn a_results_file_is_locked() {
    let folder = folder("locked");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = file(&folder, "out.jsonl", "");
    let held = fs::File::open(&out).expect("a file");
    held.lock().expect("a lock");
    let told = run_error(&["sweep", &study, "--out", &out]);
    assert!(told.contains("is in use by another process") && told.contains("a separate file"), "{told}");
}
