//! Runs a scenario and prints the metrics and the digest of each of its systems.
//!
//! ```sh
//! cargo run -p ganttlet-document --example run_scenario -- static/gallery/fcfs-vs-easy.json
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::{Built, Files, build, read};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report::report;
use ganttlet_sim::system::Budget;
use std::process::ExitCode;

const SCENARIO: &str = r#"{
    "version": 1,
    "platform": { "preset": "one-cluster", "parameters": { "nodes": 64 } },
    "workload": [{ "generator": "lublin", "parameters": { "jobs": 500 } }],
    "system": { "kind": "batch", "policies": { "local": "fcfs" } },
    "compare": [{ "kind": "batch", "policies": { "local": "easy" } }],
    "measures": ["wait", "bounded-slowdown", "utilisation"]
}"#;

fn main() -> std::io::Result<ExitCode> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => SCENARIO.to_owned(),
    };
    let Err(diagnostics) = run(&text) else { return Ok(ExitCode::SUCCESS) };
    for diagnostic in diagnostics {
        eprintln!("{diagnostic}");
    }
    Ok(ExitCode::FAILURE)
}

/// Runs each system of a scenario. An error has a place, a message and a hint.
fn run(text: &str) -> Result<(), Vec<Diagnostic>> {
    let reading = read(text);
    let scenario = reading.scenario.ok_or(reading.diagnostics)?;
    for system in 0..scenario.variants.len() {
        let Built { mut run, accepts, name, .. } = build(&scenario, system, &Files::default(), 0)?;
        let progress = run.advance(Budget::ALL);
        let trace = run.trace();
        let metrics = (&*scenario.measures, &scenario.measure_settings);
        let report = report(trace, accepts, metrics, &Scope::ALL, progress.done);
        println!("{name}: {} events, digest {}", progress.events, trace.digest());
        for row in &report.rows {
            println!("  {:<18} {:>10.2} {}", row.name, row.value.unwrap_or(f64::NAN), row.unit);
        }
    }
    Ok(())
}
