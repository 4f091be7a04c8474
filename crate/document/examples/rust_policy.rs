//! A new local policy in Rust, compared with EASY backfilling: greedily starts the widest job that fits.
//!
//! ```sh
//! cargo run -p ganttlet-document --example rust_policy
//! ```
#![allow(clippy::print_stdout)]

use ganttlet_core::entry::{Choices, Entry, Factory, Parameters as _, PolicyEntry, Roles as _, Settings};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;
use ganttlet_document::{Files, build_work, read};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::policy::local::{LOCAL_POLICIES, LocalManager, LocalPolicy};
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::RunOptions;
use ganttlet_sim::system::batch::{Options, Policies, simulation};

const SCENARIO: &str = r#"{
    "version": 1,
    "platform": { "preset": "one-cluster", "parameters": { "nodes": 64 } },
    "workload": [{ "generator": "lublin", "parameters": { "jobs": 1000 } }],
    "system": { "kind": "batch" }
}"#;

/// The catalog entry, which creates a policy with separate state for each cluster.
static WIDEST_FIT: PolicyEntry<dyn LocalPolicy> =
    PolicyEntry { entry: Entry::new("widest-fit", "Widest fit"), make: |_| Box::new(WidestFit) };

/// The reason of a start; `nodes` is its first value.
static FITS: Rule = Rule::with_values(
    "widest-fit",
    &["nodes"],
    "Job {job} is the widest that fits: it needs {nodes|1 node|# nodes}.",
);

struct WidestFit;

impl LocalPolicy for WidestFit {
    fn overtaking_clause(&self) -> &'static str {
        "any job that fits may start ahead of the head"
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        loop {
            let fits =
                manager.queue().iter().enumerate().filter(|(_, job)| job.nodes <= manager.free_count());
            // Of jobs of the same width, the first in the queue.
            let (place, job) = fits.rev().max_by_key(|(_, job)| job.nodes)?;
            manager.start(place, now, &FITS, [i64::from(job.nodes), 0, 0, 0]);
        }
    }
}

fn main() {
    let scenario = read(SCENARIO).scenario.expect("is valid");
    let platform = scenario.platform.to_platform();
    let settings = Settings::default();
    let wait = METRICS.get("wait");
    for local in [&WIDEST_FIT, LOCAL_POLICIES.get("easy")] {
        let jobs = build_work(&scenario, 0, &Files::default()).expect("has no files").take();
        let policies = Policies {
            local: Factory::new(local, &settings),
            ..Policies::choose(&Choices::new(), &settings)
        };
        let trace =
            simulation(&platform, jobs, policies, Options::read(&settings), RunOptions::default()).finish();
        let waits = wait.values(&trace, &settings, &Scope::ALL);
        let mean = waits.iter().sum::<f64>() / waits.len() as f64;
        let longest = waits.iter().copied().fold(0.0, f64::max);
        println!("{:<12} mean wait {mean:>8.1} s, longest {longest:>9.1} s", local.entry.name);
    }
}
