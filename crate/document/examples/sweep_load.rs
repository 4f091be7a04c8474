//! Sweeps a parameter: mean wait time by offered load, for two policies and a few seeds.
//!
//! ```sh
//! cargo run -p ganttlet-document --example sweep_load
//! ```
//! The crate `ganttlet-study` does this with confidence intervals, in any order and on many machines.
#![allow(clippy::print_stdout)]

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::{Built, Files, Scenario, WorkCache, read, set_values};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::Budget;

const SCENARIO: &str = r#"{
    "version": 1,
    "platform": { "preset": "one-cluster", "parameters": { "nodes": 64 } },
    "workload": [{ "generator": "poisson", "parameters": { "jobs": 1000 } }],
    "system": { "kind": "batch", "policies": { "local": "fcfs" } },
    "compare": [{ "kind": "batch", "policies": { "local": "easy" } }]
}"#;
const SEEDS: u64 = 5;

fn main() {
    let base = read(SCENARIO).scenario.expect("is valid");
    let names = base.variant_names();
    println!("mean wait time, s\nload {:>10} {:>10}", names[0], names[1]);
    // Both systems run the same work: it is generated once for each seed.
    let work = WorkCache::default();
    for load in ["0.5", "0.6", "0.7", "0.8"] {
        // A name sets each parameter of this name; a JSON pointer (`/workload/0/parameters/load`) sets a single one.
        let (scenario, _) =
            set_values(&base, &[("load", load)]).expect("the load is a parameter of the generator");
        let means = mean_waits(&scenario, &work).expect("has no files");
        println!("{load:<4} {:>10.1} {:>10.1}", means[0], means[1]);
    }
}

/// The mean wait time of each system, over seeds.
fn mean_waits(scenario: &Scenario, work: &WorkCache) -> Result<Vec<f64>, Vec<Diagnostic>> {
    let wait = METRICS.get("wait");
    let mut means = vec![0.0; scenario.variants.len()];
    for seed in 0..SEEDS {
        let scenario = Scenario { seed: scenario.seed + seed, ..scenario.clone() };
        for (system, mean) in means.iter_mut().enumerate() {
            let Built { mut run, .. } = work.build(&scenario, system, &Files::default(), 0)?;
            run.advance(Budget::ALL);
            let waits = wait.values(run.trace(), &scenario.measure_settings, &Scope::ALL);
            *mean += waits.iter().sum::<f64>() / waits.len() as f64 / SEEDS as f64;
        }
    }
    Ok(means)
}
