//! Pools of machines: applications that no machine suits, workers that never come, absences of what is not there.

use super::Sentences;
use crate::catalog;
use crate::model::Variant;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::diagnostic::{names, plain};
use ganttlet_engine::entry::Accepts;
use ganttlet_engine::platform::{Machine, Needs, Platform, Range};
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
    let load_limit = Some(variant.settings.number("load_limit")).filter(|&limit| limit > 0.0);
    let pools: Vec<Vec<&Machine>> = platform
        .clusters
        .iter()
        .map(|cluster| {
            let machines = match &cluster.machines[..] {
                [] => std::slice::from_ref(&nodes_alike),
                machines => machines,
            };
            machines.iter().filter(|machine| load_limit.is_none_or(|limit| machine.load <= limit)).collect()
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
        let pool = if variant.settings.flag("flocking") { &all } else { own };
        if !pool.iter().any(|machine| application.needs.met_by(machine)) {
            sentences.add(|| {
                let MasterWorker { number, name, .. } = application;
                let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
                format!("application {number}{name} waits for ever: {}", miss(&application.needs, pool))
            });
        }
    }
    let hint = "Ask for less, or add a machine that has it.";
    sentences.finish("find no machine that has what they ask for", hint)
}

/// The different names, in alphabetical order.
fn different<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut different = Vec::new();
    for name in names {
        if let Err(place) = different.binary_search(&name) {
            different.insert(place, name);
        }
    }
    different
}

/// From and to as numbers.
fn bounds((least, most): Range) -> (f64, f64) {
    (least.unwrap_or(0.0), most.unwrap_or(f64::INFINITY))
}

/// What it is that no machine of a pool has.
fn miss(needs: &Needs, pool: &[&Machine]) -> String {
    if pool.is_empty() {
        return "the load of every machine is above the load limit".to_owned();
    }
    let Needs { kflops, mips, memory_mb, load, platform, group } = needs.clone();
    let (kflops, mips) = (bounds(kflops), bounds(mips));
    let welcome = Needs { group: group.clone(), ..Needs::default() };
    let open: Vec<&Machine> = pool.iter().copied().filter(|machine| welcome.met_by(machine)).collect();
    if open.is_empty() {
        let groups = names(different(pool.iter().flat_map(|m| m.groups.iter().map(String::as_str))));
        return if group.is_empty() {
            format!("all machines are for groups, and it names none; they are for {groups}")
        } else {
            format!("no machine is for the group {group}; they are for {groups}")
        };
    }
    let none = if open.len() < pool.len() { "no machine that it may use" } else { "no machine" };
    let most = |of: fn(&Machine) -> f64| open.iter().map(|machine| of(machine)).fold(0.0, f64::max);
    let least =
        |of: fn(&Machine) -> f64| open.iter().map(|machine| of(machine)).fold(f64::INFINITY, f64::min);
    let platforms = || open.iter().map(|machine| machine.platform.as_str());
    if !platform.is_empty() && !platforms().any(|name| name == platform) {
        let found = different(platforms().filter(|name| !name.is_empty()));
        return format!("{none} is {platform}; found are {}", names(found));
    }
    let (largest, lowest) = (most(|machine| machine.memory_mb), least(|machine| machine.load));
    if memory_mb > largest {
        return format!("{none} has {} MB; the largest has {}", plain(memory_mb), plain(largest));
    }
    for (unit, range, of) in [
        ("KFlops", kflops, (|machine| machine.kflops) as fn(&Machine) -> f64),
        ("MIPS", mips, |machine| machine.mips),
    ] {
        let (slow, fast, slowest, fastest) = (range.0, range.1, least(of), most(of));
        if fastest < slow {
            return format!("{none} has {} {unit}; the fastest has {}", plain(slow), plain(fastest));
        }
        if slowest > fast {
            return format!(
                "{none} has as few as {} {unit}; the slowest has {}",
                plain(fast),
                plain(slowest)
            );
        }
        if !open.iter().any(|machine| (slow..=fast).contains(&of(machine))) {
            return format!("{none} has between {} and {} {unit}", plain(slow), plain(fast));
        }
    }
    if let Some(load) = load.filter(|&load| load < lowest) {
        return format!("{none} has a load of {} or less; the lowest is {}", plain(load), plain(lowest));
    }
    format!("{none} has all that it asks for at once")
}

/// Warns of workers that are asked for in any case but are more than there are machines.
pub(super) fn workers(platform: &Platform, variant: &Variant, place: &str) -> Vec<Diagnostic> {
    let asked = variant.settings.integer("workers");
    let alone = platform.clusters.len() == 1 || variant.settings.flag("flocking");
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
