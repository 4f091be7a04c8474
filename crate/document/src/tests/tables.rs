//! Tests of parameters that are tables: reading, writing, and changes of the whole table or of single cells.

use crate::{apply_overrides, read, set_values};
use std::collections::BTreeMap;

fn text(kinds: &str) -> String {
    format!(
        r#"{{"version": 1, "platform": {{"preset": "opportunistic-pool", "parameters": {{"kinds": {kinds}}}}},
            "workload": [{{"generator": "fibonacci"}}], "system": {{"kind": "opportunistic"}}}}"#
    )
}

/// The diagnostics: place, message and hint.
fn diagnostics(kinds: &str) -> Vec<String> {
    let diagnostics = read(&text(kinds)).diagnostics;
    diagnostics
        .iter()
        .map(|one| format!("{}: {} {}", one.place, one.message, one.hint).trim().to_owned())
        .collect()
}

fn written_kinds(scenario: &crate::Scenario) -> serde_json::Value {
    scenario.to_compact()["platform"]["parameters"]["kinds"].clone()
}

#[test]
fn every_wrong_cell_is_reported_at_its_place() {
    assert_eq!(diagnostics("[]"), Vec::<String>::new());
    assert_eq!(diagnostics("[{}, {\"kflops\": 5}]"), Vec::<String>::new());
    assert_eq!(
        diagnostics(r#"[{"kflops": 0}, {"machines": "3", "load": true}, 7]"#),
        [
            "/platform/parameters/kinds/0/kflops: found 0, allowed are numbers from 1 to 1000000000 The smallest allowed \
             value is 1.",
            "/platform/parameters/kinds/1/machines: found \"3\", allowed are whole numbers from 1 to 1000 Write 3 without \
             quotes.",
            "/platform/parameters/kinds/1/load: found true, allowed are numbers from 0 to 100",
            "/platform/parameters/kinds/2: found 7, allowed is an object of parameters",
        ]
    );
    let many = format!("[{}]", ["{}"; 11].join(","));
    assert_eq!(
        diagnostics(&many),
        ["/platform/parameters/kinds: found 11 rows, allowed is a list of 0 to 10 rows"]
    );
    assert_eq!(
        diagnostics("{}"),
        ["/platform/parameters/kinds: found an object, allowed is a list of 0 to 10 rows"]
    );
}

#[test]
fn a_table_is_set_as_a_whole_or_cell_by_cell() {
    let scenario = read(&text("[]")).scenario.expect("a scenario");
    let rows = r#"[{"machines": 2}, {"kflops": 1000}]"#;
    let cell = "/platform/parameters/kinds/1/kflops";
    let (changed, _) = set_values(&scenario, &[("kinds", rows), (cell, "2000")]).expect("allowed");
    assert_eq!(written_kinds(&changed), serde_json::json!([{"machines": 2}, {"kflops": 2000}]));

    let diagnostics = set_values(&scenario, &[("kinds", r#"[{"load": -1}]"#)]).expect_err("a load below 0");
    assert_eq!(diagnostics[0].place, "/platform/parameters/kinds/0/load");
    let diagnostics = set_values(&changed, &[("/platform/parameters/kinds/2/load", "1")])
        .expect_err("there is no third row");
    assert!(
        diagnostics[0].message.starts_with("the scenario has no parameter of this name"),
        "{}",
        diagnostics[0].message
    );

    // Values of a link are clamped where possible, with a report.
    let link = BTreeMap::from([(cell.to_owned(), "0".to_owned()), ("kinds".to_owned(), "[7]".to_owned())]);
    let (mended, diagnostics) = apply_overrides(&changed, &link);
    assert_eq!(written_kinds(&mended), serde_json::json!([{"machines": 2}, {"kflops": 1}]));
    assert_eq!(diagnostics.len(), 2);
}
