//! The same scenario has the same digest everywhere: natively, in Node and in Chromium. The list in
//! `tests/parity/scenarios.json` is shared by all three; this test writes it when `GANTTLET_UPDATE=1` is set. So is
//! `tests/parity/files.json`, the scenarios that name files, which the packages for browsers read in another module
//! than the one that runs them.

use ganttlet_core::record::Level;
use ganttlet_document::{Files, LocalFile, Upload, build, read};
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

fn repository_path(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read_list(name: &str) -> (PathBuf, Vec<Value>) {
    let path = repository_path("tests/parity").join(name);
    let text = fs::read_to_string(&path).expect("the list of scenarios");
    (path, serde_json::from_str(&text).expect("a JSON list"))
}

/// The files of a scenario: examples that every user can open.
fn files(item: &Value) -> Files {
    let names = item["files"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let file = |name: &str| {
        let bytes = fs::read(repository_path("static/example").join(name)).expect("an example");
        let file = LocalFile::new(name, bytes);
        (file.sha256().to_owned(), Box::new(file) as Box<dyn Upload>)
    };
    names.map(file).collect()
}

/// The digest of each variant, run in slices of this number of events, with this recording level.
fn digests(text: &str, files: &Files, slice: u64, level: Level) -> Vec<String> {
    let reading = read(text);
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    let scenario = reading.scenario.expect("a good scenario");
    let digest = |variant| {
        let mut built = build(&scenario, variant, files, 1000).expect("a run");
        built.run.keep(level);
        while !built.run.advance(Budget::events(slice)).done {}
        built.run.trace().digest().whole
    };
    (0..scenario.variants.len()).map(digest).collect()
}

#[test]
fn digests_do_not_depend_on_slices_or_recording() {
    assert_digests("scenarios.json", 12);
    assert_digests("files.json", 3);
}

/// Checks the digests of each scenario of a list, and that the list has at least `least` scenarios.
fn assert_digests(name: &str, least: usize) {
    let (path, mut scenarios) = read_list(name);
    assert!(scenarios.len() >= least, "at least {least} scenarios");
    let update = std::env::var_os("GANTTLET_UPDATE").is_some();
    for item in &mut scenarios {
        let text = item["scenario"].to_string();
        let files = files(item);
        let whole = digests(&text, &files, u64::MAX, Level::Full);
        for (slice, level) in [(1, Level::Measures), (1000, Level::Digest)] {
            let digests = digests(&text, &files, slice, level);
            assert_eq!(digests, whole, "{} in slices of {slice} events, {level:?}", item["id"]);
        }
        if update {
            item["digests"] = json!(whole);
        }
        assert_eq!(item["digests"], json!(whole), "{}", item["id"]);
    }
    if update {
        let lines: Vec<String> = scenarios.iter().map(Value::to_string).collect();
        fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).expect("the list can be written");
    }
}

/// The list contains every policy of every system, and every generator.
#[test]
fn the_list_covers_every_policy_and_generator() {
    use ganttlet_document::catalog::FAMILIES;
    let (_, scenarios) = read_list("scenarios.json");
    let text = Value::from(scenarios).to_string();
    // Files, platforms and metrics have other tests.
    let held = FAMILIES
        .iter()
        .filter(|family| !["format", "platform-format", "preset", "metric"].contains(&family.id()));
    for family in held {
        for id in family.ids() {
            assert!(text.contains(&format!("{id:?}")), "no scenario uses {id}");
        }
    }
}
