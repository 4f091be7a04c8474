//! Tests of scenarios: all errors are reported, nothing is lost in writing, links survive other programs.

mod catalog;
mod delegated;
mod diagnostics;
mod edits;
mod golden;
mod grid_jobs;
mod links;
mod master_worker;
mod overrides;
mod pool;
mod round_trip;
mod runs;
mod tables;
mod variants;

use super::{Reading, Scenario, read};
use serde_json::{Value, json};

/// A small scenario without errors.
fn base() -> Value {
    json!({
        "version": 1,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": {"submit_s": [0, 0, 1], "run_s": [10, 10, 1], "nodes": [3, 2, 1]}}],
        "system": {"kind": "batch"},
    })
}

/// The small scenario with another value at a pointer.
fn with(place: &str, value: Value) -> Value {
    let mut scenario = base();
    let (parent, key) = place.rsplit_once('/').expect("a pointer");
    let parent = scenario.pointer_mut(parent).expect("a place in the scenario");
    match parent {
        Value::Object(map) => map.insert(key.to_owned(), value),
        list => Some(std::mem::replace(&mut list[key.parse::<usize>().expect("an index")], value)),
    };
    scenario
}

/// The scenario of a document without errors.
fn scenario(value: &Value) -> Scenario {
    let Reading { scenario, diagnostics } = read(&value.to_string());
    scenario.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}
