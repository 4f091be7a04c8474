//! Pools of machines: applications that no machine suits, workers that never come, absences of what is not there.

use super::Sentences;
use crate::catalog;
use crate::model::Variant;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::diagnostic::{names, plain};
use ganttlet_engine::entry::{Accepts, Parameters, Value};
use ganttlet_engine::platform::{Machine, Platform};
use ganttlet_engine::system::opportunistic::Options;
use ganttlet_engine::workload::Absence;
use ganttlet_engine::workload::UNKNOWN;
use ganttlet_engine::workload::master_worker::MasterWorker;
use std::collections::BTreeSet;

/// Warns of applications that no machine of their pool suits.
pub(super) fn applications(
    applications: &[MasterWorker],
    platform: &Platform,
    variant: &Variant,
) -> Vec<Diagnostic> {
    let nodes_alike = Machine::default();
    let options = Options::read(&variant.settings);
    let pools: Vec<Vec<&Machine>> = platform
        .clusters
        .iter()
        .map(|cluster| {
            let machines = match &cluster.machines[..] {
                [] => std::slice::from_ref(&nodes_alike),
                machines => machines,
            };
            machines.iter().filter(|machine| options.bears(machine.load)).collect()
        })
        .collect();
    let all = pools.concat();
    let mut sentences = Sentences::at("/workload");
    for application in applications {
        let home = match application.home {
            UNKNOWN => 0,
            home => home as usize % pools.len().max(1),
        };
        let own = pools.get(home).unwrap_or(&all);
        let pool = if options.flocking { &all } else { own };
        if !pool.iter().any(|machine| application.needs.met_by(machine)) {
            sentences.add(|| {
                let MasterWorker { number, name, .. } = application;
                let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
                format!("application {number}{name} waits for ever: {}", application.needs.miss(pool))
            });
        }
    }
    let hint = "Ask for less, or add a machine that has it.";
    sentences.finish("find no machine that has what they ask for", hint)
}

/// Warns of workers that are asked for in any case but are more than there are machines.
pub(super) fn workers(platform: &Platform, variant: &Variant, place: &str) -> Vec<Diagnostic> {
    let Some(&Value::Integer(asked)) = variant.settings.get("workers") else { return Vec::new() };
    let alone = platform.clusters.len() == 1 || Options::read(&variant.settings).flocking;
    let (there, whose) =
        if alone { (platform.nodes(), "there are") } else { (platform.largest(), "the largest pool has") };
    if asked <= i64::from(there) {
        return Vec::new();
    }
    let message = format!("{asked} workers are asked for, {whose} {there} machines: the others never come");
    let place = format!("{place}/parameters/workers");
    vec![Diagnostic::warning(message).place(place).hint("Ask for fewer, or add machines.")]
}

/// Warns of absences of machines that are not there; a machine is named once.
pub(crate) fn absences(absences: &[Absence], platform: &Platform) -> Vec<Diagnostic> {
    let nodes = platform.nodes();
    let mut named = BTreeSet::new();
    let mut sentences = Sentences::at("/background");
    for machine in absences.iter().map(|absence| absence.machine).filter(|&machine| machine >= nodes) {
        if named.insert(machine) {
            sentences.add(|| {
                format!(
                    "there is no machine {machine}, the {nodes} machines are counted from 0: machine {} is away instead",
                    machine % nodes
                )
            });
        }
    }
    sentences.finish("machines that are away are not there", "Add machines, or leave these absences out.")
}

/// Warns if machines are given speeds that the system does not look at.
pub(crate) fn speeds(platform: &Platform, variant: &Variant) -> Vec<Diagnostic> {
    let system = variant.system();
    let mut sentences = Sentences::at("/platform");
    let unequal = |machine: &Machine| (machine.speed - 1.0).abs() > f64::EPSILON;
    for cluster in platform.clusters.iter().filter(|cluster| cluster.machines.iter().any(unequal)) {
        if system.accepts != Accepts::MasterWorker {
            let (system, name, speed) = (system.entry.name, &cluster.name, plain(cluster.speed));
            sentences.add(|| {
                format!("the machines of {name} differ, but the system ({system}) takes all as nodes of speed {speed}")
            });
        }
    }
    let systems = names(catalog::systems_for(Accepts::MasterWorker));
    sentences.finish(
        "clusters have machines that differ",
        &format!("Systems that tell machines apart: {systems}."),
    )
}
