//! Chooses the cluster of each task of a workflow from outside the simulator: the run stops at each decision and lists
//! its candidates.
//!
//! ```sh
//! cargo run -p ganttlet-document --example decide
//! ```
#![allow(clippy::print_stdout)]

use ganttlet_core::entry::Value;
use ganttlet_document::{Files, Scenario, build, read};
use ganttlet_sim::system::player::{Asked, OpenDecision};
use ganttlet_sim::system::{Budget, Run};
use std::error::Error;

const SCENARIO: &str = r#"{
    "version": 1,
    "platform": { "clusters": [{ "name": "Slow", "nodes": 4 }, { "name": "Fast", "nodes": 2, "speed": 2 }] },
    "workload": [{ "generator": "montage", "parameters": { "tasks": 30 } }],
    "system": { "kind": "workflow", "policies": { "mapping": "round-robin" } }
}"#;

/// A run with these choices, which stops at the first decision after them.
fn run_with(scenario: &Scenario, choices: &str) -> Result<Box<dyn Run>, Box<dyn Error>> {
    let mut scenario = scenario.clone();
    let variant = &mut scenario.variants[0];
    for parameter in variant.parameters() {
        match parameter.id {
            "played_choices" => variant.settings.set(parameter, Value::Text(choices.into())),
            "after_choices" => variant.settings.set(parameter, Value::Choice("stop")),
            _ => {}
        }
    }
    let built = build(&scenario, 0, &Files::default(), 0).map_err(|found| found[0].to_string())?;
    let mut run = built.run;
    run.advance(Budget::ALL);
    Ok(run)
}

/// The first task at the broker goes to the fast cluster if it is one of the long ones, else to the slow one.
fn choose(decision: &OpenDecision, run: &dyn Run) -> char {
    match decision.asked {
        Asked::Cluster => {
            let task = decision.subjects[0] as usize;
            let is_long = run.trace().subjects.estimate[task].seconds() > 12.0;
            if is_long { '2' } else { '1' }
        }
        _ => '1',
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = read(SCENARIO).scenario.ok_or("the scenario is not valid")?;
    let mut choices = String::new();
    loop {
        let run = run_with(&scenario, &choices)?;
        let Some(decision) = run.open_decision() else {
            println!("{} choices: {choices}", choices.len());
            println!("makespan {} s", run.trace().now.seconds().round());
            return Ok(());
        };
        choices.push(choose(decision, &*run));
    }
}
