//! Advances a run step by step, and prints after each step the queue with the reason for each wait.
//!
//! ```sh
//! cargo run -p ganttlet-document --example step_by_step
//! ```
#![allow(clippy::print_stdout)]

use ganttlet_core::record::Index;
use ganttlet_core::time::Time;
use ganttlet_document::{Built, Files, build, read};
use ganttlet_sim::system::Budget;

const SCENARIO: &str = r#"{
    "version": 1,
    "platform": { "preset": "one-cluster", "parameters": { "nodes": 8 } },
    "workload": [{ "jobs": { "submit_s": [0, 20, 40, 60], "run_s": [300, 600, 200, 900], "nodes": [4, 8, 2, 2] } }],
    "system": { "kind": "batch", "policies": { "local": "easy" } }
}"#;
/// Time between two steps.
const STEP_S: f64 = 300.0;

fn main() {
    let scenario = read(SCENARIO).scenario.expect("is valid");
    let Built { mut run, .. } = build(&scenario, 0, &Files::default(), 0).expect("has no files");
    // Gives the state at any time; it is updated as the trace grows.
    let mut index = Index::default();
    for step in 1.. {
        // Slices can also be counted in events. Slicing never changes the schedule.
        let now = Time::from_seconds(f64::from(step) * STEP_S);
        let progress = run.advance(Budget { until: now, ..Budget::ALL });
        let state = index.state_at(run.trace(), now);
        println!(
            "{:>5} s: {} of {} jobs ended, {} nodes in use",
            now.seconds(),
            progress.ended,
            progress.subjects,
            state.busy
        );
        for job in run.queue_at(&mut index, now) {
            println!("         job {} waits: {}", job.name, job.reason);
        }
        if progress.done {
            println!("digest {}", run.trace().digest());
            return;
        }
    }
}
