//! Checks before a run: applications without a suitable machine, requests for more workers than machines, and absences
//! of machines that do not exist.

use super::{Options, Policies};
use crate::system::Input;
use crate::system::parts::{Findings, hosts};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, limits};
use ganttlet_core::platform::{Machine, Platform};
use ganttlet_work::UNKNOWN;
use ganttlet_work::master_worker::MasterWorker;

/// An error if the input is too large; otherwise warnings of endless waits and of missing machines. `place` is the
/// location of the system in the scenario.
pub(super) fn check(input: &Input, place: &str) -> Vec<Diagnostic> {
    let applications: &[MasterWorker] = input.work.items().unwrap_or_default();
    let (count, machines) = (applications.len(), input.platform.nodes() as usize);
    if count.saturating_mul(machines) > limits::PAIRS {
        let most = limits::PAIRS / machines;
        let message = format!(
            "the scenario has {count} applications on {machines} machines; at most {most} are allowed"
        );
        let hint = "Use fewer machines, or fewer applications.";
        return vec![Diagnostic::error(message).place("/workload").hint(hint)];
    }
    let options = Options::read(&input.settings);
    let mut found = unsuited(applications, &input.platform, &options);
    found.extend(workers(input, &options, place));
    found.extend(hosts::not_there(input.beside.items(), &input.platform));
    found
}

/// Applications without a suitable machine in their pool.
fn unsuited(applications: &[MasterWorker], platform: &Platform, options: &Options) -> Vec<Diagnostic> {
    let nodes_alike = Machine::default();
    let pools: Vec<Vec<&Machine>> = platform
        .clusters
        .iter()
        .map(|cluster| {
            let machines = match &cluster.machines[..] {
                [] => std::slice::from_ref(&nodes_alike),
                machines => machines,
            };
            machines.iter().filter(|machine| options.tolerates_load(machine.load)).collect()
        })
        .collect();
    let all = pools.concat();
    let mut findings = Findings::at("/workload");
    for application in applications {
        let home = match application.home {
            UNKNOWN => 0,
            home => home as usize % pools.len().max(1),
        };
        let own = pools.get(home).unwrap_or(&all);
        let pool = if options.flocking { &all } else { own };
        if !pool.iter().any(|machine| application.needs.are_met_by(machine)) {
            findings.add(|| {
                let MasterWorker { number, name, .. } = application;
                let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
                format!(
                    "application {number}{name} can never start: {}",
                    application.needs.unmet_requirements(pool)
                )
            });
        }
    }
    let hint = "Relax its requirements, or add a suitable machine.";
    findings.finish("find no machine that meets their requirements", hint)
}

/// Warns if a fixed number of workers exceeds the number of machines.
fn workers(input: &Input, options: &Options, place: &str) -> Option<Diagnostic> {
    let platform = &input.platform;
    // With no tasks, only a fixed number gives more than one worker.
    let asked = input.policies::<Policies>().sizing.first_workers(0).workers;
    let alone = platform.clusters.len() == 1 || options.flocking;
    let (there, whose) = if alone {
        (platform.nodes(), "there are only")
    } else {
        (platform.largest_cluster_nodes(), "the largest pool has only")
    };
    let message = format!("{asked} workers are requested, but {whose} {there} machines");
    let warning = Diagnostic::warning(message).place(format!("{place}/parameters/workers"));
    (asked > there).then(|| warning.hint("Request fewer workers, or add machines."))
}
