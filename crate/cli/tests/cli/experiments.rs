//! `ganttlet reproduce`.

use crate::support::{ganttlet, run_error, run_json};
use serde_json::Value;

#[test]
fn experiments_are_listed_with_their_questions() {
    let output = ganttlet(&["reproduce", "--list"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("E2.3  ") && text.contains('?'), "{text}");
    assert_eq!(ganttlet(&["reproduce"]).stdout, output.stdout, "without a name, all are listed");
    let list = run_json(&["reproduce", "--list", "--json"]);
    let list = list.as_array().expect("a list");
    let listed = text.lines().skip(2).take_while(|line| !line.is_empty());
    assert_eq!(list.len(), listed.count());
    let meaning = "held in part: some parts are within the tolerance, at least one is clearly outside.";
    assert!(text.contains(meaning), "{text}");
    // The shipped totals come first: each target has one verdict.
    let numbers = |line: &str| -> Vec<usize> {
        line.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let first = text.lines().next().and_then(|line| line.split(';').next()).expect("a line");
    let [targets, counts @ ..] = &numbers(first)[..] else { panic!("{first}") };
    assert!(first.contains(" targets: ") && first.ends_with(" fitted and not held"), "{first}");
    assert_eq!((counts.iter().sum::<usize>(), counts.len()), (*targets, 7), "{first}");
    assert!(list.iter().all(|one| one["runs"].as_u64() >= one["quick_runs"].as_u64()));
}

#[test]
fn an_experiment_prints_published_and_own_numbers() {
    let output = ganttlet(&["reproduce", "E2.3"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    for expected in
        ["35.5 (published 35)", "R4: ", ": held", "1 of 2 held, ", "Notes:", "Source: Sonmez 2010"]
    {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    assert!(output.stderr.is_empty(), "progress is drawn on terminals only");
    let printed = run_json(&["reproduce", "e2.3", "--json"]);
    assert_eq!(printed["findings"]["targets"][1]["verdict"], "held");
    assert_eq!((printed["runs"].as_u64(), printed["missing"].as_array().map(Vec::len)), (Some(5), Some(0)));
    assert_eq!(
        (printed["verdicts"]["held"].as_u64(), printed["verdicts"]["undecided"].as_u64()),
        (Some(1), Some(0))
    );
    // A number to which the model was fitted is not evidence for it.
    let printed = run_json(&["reproduce", "E2.1", "--json"]);
    assert_eq!(printed["verdicts"]["by-construction"], 3);
}

/// For one experiment, only its result and its line of the list are written.
#[test]
fn an_experiment_updates_only_its_line_of_the_list() {
    let folder = std::env::temp_dir().join(format!("ganttlet-one-experiment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let list = folder.join("index.json");
    std::fs::write(&list, r#"[{"id": "E2.2", "title": "as it was"}]"#).expect("a list");
    let output = ganttlet(&["reproduce", "e2.1", "--all", folder.to_str().expect("a name")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let totals =
        "3 targets: 0 held, 0 held in part, 0 direction only, 0 not held, 0 undecided, 3 by construction\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), totals);
    let listed: Value = serde_json::from_str(&std::fs::read_to_string(&list).expect("a list")).expect("JSON");
    assert_eq!((&listed[0]["id"], &listed[0]["runs"]), (&"E2.1".into(), &15.into()));
    assert_eq!((&listed[1]["title"], listed.as_array().map(Vec::len)), (&"as it was".into(), Some(2)));
    assert!(folder.join("E2.1.json").exists() && !folder.join("E2.2.json").exists());
    std::fs::remove_dir_all(&folder).expect("it was ours");
}

/// A negative verdict is not a failure, and neither threads nor progress reports change a number.
#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: &str| {
        let output =
            ganttlet(&["reproduce", "E2.9", "--quick", "--seed", "7", "--threads", threads, "--progress"]);
        assert!(output.status.success());
        let progress = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(progress.contains("E2.9: 24 of 24 runs"), "{progress}");
        output.stdout
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn an_unknown_experiment_gets_suggestions() {
    for (name, expected) in [
        ("E2.33", "Did you mean E2.3?"),
        ("E2.99", "Did you mean E2."),
        ("tables", "Available: B1a, B1b, B1b.1, B1b.2, B1a.3, B1b.3, B2"),
    ] {
        let printed = run_error(&["reproduce", name]);
        assert!(printed.contains("unknown experiment") && printed.contains(expected), "{name}: {printed}");
    }
    assert!(run_error(&["reproduce", "E2.3", "--threads", "0"]).contains("--threads"));
}
