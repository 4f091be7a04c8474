//! Mistakes in the input.

use crate::results::CIRCLE;
use crate::support::{LOG, repository, run_error, run_json, scratch};

#[test]
fn mistakes_have_a_message_and_an_exit_status() {
    let cases = [
        (vec!["run", "no-such-file.swf"], "cannot read no-such-file.swf"),
        (vec!["run", LOG, "--policy", "esay"], "Did you mean easy?"),
        (vec!["run", LOG, "--policy", "heft"], "heft belongs to the system workflow"),
        (vec!["run", LOG, "--set", "estimtes=exact"], "Did you mean `estimates`?"),
        (vec!["run", LOG, "--set", "estimates"], "expected KEY=VALUE"),
        (vec!["run", LOG, "--set", "estimates=often"], "/system/parameters/estimates"),
        (vec!["run", LOG, "--platform", "das9"], "neither a preset nor a file"),
        (vec!["run", LOG, "--processors", "0"], "/platform/parameters/nodes"),
        (vec!["run", LOG, "--jobs", "/no/such/folder/jobs.csv"], "cannot write"),
        (vec!["catalog", "nothing-of-this-name"], "no catalog entry matches"),
    ];
    for (arguments, expected) in cases {
        let printed = run_error(&arguments);
        assert!(printed.contains(expected), "{arguments:?} says\n{printed}instead of\n{expected}");
    }
}

#[test]
fn unknown_files_are_refused() {
    for (name, content, expected) in [
        ("table.txt", "# a b c d\n1 2 3 4\n2 3 4 5\n", "4 columns"),
        ("page.html", "<!DOCTYPE html><html><body>404</body></html>", "HTML"),
        ("empty.swf", "", "empty"),
        ("circle.dax", CIRCLE, "circle"),
        ("broken.json", "{\"version\": 1,\n \"seed\": }", "broken.json:2"),
        ("wrong.json", r#"{"version": 1, "seed": -1}"#, "/seed"),
    ] {
        let path = scratch(name, content);
        let printed = run_error(&["run", &path.to_string_lossy()]);
        assert!(printed.contains(expected), "{name} says\n{printed}instead of\n{expected}");
    }
}

/// JSON of other tools is not reported as a scenario with errors.
#[test]
fn json_of_other_tools_is_identified() {
    let path = scratch("dslab.json", r#"{"resources": [], "graph": {"tasks": []}, "events": []}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    let expected = ["DSLab", "which is not supported yet", "Supported: scenarios (JSON), logs"];
    assert!(expected.iter().all(|text| printed.contains(text)), "{printed}");
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let text =
        std::fs::read_to_string(repository().join("static/gallery/fcfs-vs-easy.json")).expect("an example");
    let path = scratch("marked.json", &format!("\u{feff}{text}"));
    let marked = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(marked["digest"], run_json(&["run", "static/gallery/fcfs-vs-easy.json", "--json"])["digest"]);
}

#[test]
fn duplicate_keys_are_reported() {
    let scenario = r#"{"version": 1, "seed": 1, "seed": 2, "platform": {"preset": "one-cluster"},
        "workload": [{"generator": "poisson", "parameters": {"jobs": 5}}], "system": {"kind": "batch"}}"#;
    let path = scratch("twice.json", scenario);
    let printed = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(printed["diagnostics"][0]["message"], "\"seed\" occurs twice; the last one is used");
}
