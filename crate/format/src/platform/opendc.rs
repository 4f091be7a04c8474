//! Topologies of `OpenDC` (JSON).

use super::draft::{HostGroup, PlatformDraft};
use super::{PlatformFormat, PlatformReader};
use crate::finding_list::count_text;
use crate::json::{List, Number, Text, parse_json};
use crate::number::parse_number;
use crate::{FileField, fields, unknown_files};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Entry, limits};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;

/// The format.
pub(super) const FORMAT: PlatformFormat = PlatformFormat::new(
    Entry::new("opendc-topology", "OpenDC topology (JSON)")
        .summary("Topology of OpenDC: clusters of hosts with their processors. Hosts of one cluster with equal speed become one cluster.")
        .source("Mastenbroek et al., OpenDC 2.0: Convenient modeling and simulation of emerging technologies in cloud datacenters, CCGrid 2021"),
    &FIELD_DOCS,
);

/// Recognition and reading of such files.
pub(super) const READER: PlatformReader = PlatformReader {
    what: "a topology of OpenDC (JSON)",
    files: "topologies of OpenDC (JSON, or the old table)",
    recognises: |head| {
        let key = |key| unknown_files::has_key(head, key);
        head.trim_ascii_start().starts_with(b"{")
            && key("clusters")
            && key("hosts")
            && (key("coreCount") || key("importFrom"))
            // Excludes experiments, which may contain a topology.
            && !(key("topologies") && key("workloads"))
    },
    read: read_topology,
};

const FIELD_DOCS: [FileField; 5] = fields([
    ("clusters", "Clusters: `name`, `count` (1 if missing), `hosts`."),
    ("hosts", "Hosts: `name`, `count` (1 if missing), `cpu`."),
    ("cpu", "Processors: `count` (1 if missing), `coreCount`, `coreSpeed` in MHz or with a unit."),
    ("memory, gpu", "Not used; hosts with GPUs are counted."),
    ("powerSource, battery, cpuPowerModel, gpuPowerModel", "Not used."),
]);

/// An optional integer with a default.
fn whole(number: Number, missing: u64) -> u64 {
    number.0.map_or(missing, |value| if value >= 0.0 { value.min(1e9) as u64 } else { 0 })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Topology {
    #[serde(default)]
    clusters: List<TopologyCluster, { limits::CLUSTERS }>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TopologyCluster {
    #[serde(default)]
    name: Text,
    #[serde(default)]
    count: Number,
    #[serde(default)]
    hosts: List<TopologyHost, 1_000_000>,
    #[serde(default)]
    import_from: Option<IgnoredAny>,
    #[serde(default)]
    power_source: Option<IgnoredAny>,
    #[serde(default)]
    battery: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TopologyHost {
    #[serde(default)]
    count: Number,
    #[serde(default)]
    cpu: Option<Cpu>,
    #[serde(default)]
    gpu: Option<IgnoredAny>,
    #[serde(default)]
    memory: Option<IgnoredAny>,
    #[serde(default)]
    cpu_power_model: Option<IgnoredAny>,
    #[serde(default)]
    import_from: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cpu {
    #[serde(default)]
    count: Number,
    #[serde(default)]
    core_count: Number,
    /// A number in MHz, or a text with a unit.
    #[serde(default)]
    core_speed: Text,
}

/// A frequency in MHz.
fn parse_frequency(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, factor) = [("GHz", 1e3), ("MHz", 1.0), ("kHz", 1e-3), ("Hz", 1e-6)]
        .into_iter()
        .find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, factor)))
        .unwrap_or((text, 1.0));
    parse_number(number.trim().as_bytes())
        .map(|value| value * factor)
        .filter(|value| *value > 0.0 && value.is_finite())
}

fn read_topology(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>> {
    let topology: Topology = parse_json(bytes, "topology of OpenDC").map_err(|problem| vec![problem])?;
    let mut draft = PlatformDraft { unit: "MHz", ..PlatformDraft::default() };
    let (mut gpus, mut power, mut memory) = (0, 0, 0);
    for (cluster, at) in topology.clusters.0.iter().zip(1..) {
        power += u32::from(cluster.power_source.is_some() || cluster.battery.is_some());
        let imports =
            cluster.import_from.is_some() || cluster.hosts.0.iter().any(|host| host.import_from.is_some());
        if imports {
            let message = "the topology imports parts of another file (importFrom)";
            return Err(vec![Diagnostic::error(message).hint("Put their content in place of importFrom.")]);
        }
        let mut groups: Vec<HostGroup> = Vec::new();
        let mut group_of: HashMap<u64, usize> = HashMap::new();
        for (host, number) in cluster.hosts.0.iter().zip(1..) {
            let hosts = whole(host.count, 1);
            gpus += if host.gpu.is_some() { hosts } else { 0 };
            memory += u32::from(host.memory.is_some());
            power += u32::from(host.cpu_power_model.is_some());
            let wrong = |message: String| {
                Err(vec![Diagnostic::error(format!("host {number} of cluster {at} {message}"))])
            };
            let Some(cpu) = &host.cpu else { return wrong("has no cpu".to_owned()) };
            let cores = whole(cpu.count, 1).saturating_mul(whole(cpu.core_count, 0));
            if cores == 0 || cores > limits::NODES as u64 {
                return wrong(format!("has {cores} cores; 1 to {} are accepted", limits::NODES));
            }
            let Some(speed) = parse_frequency(&cpu.core_speed.0) else {
                let text = super::quote_bytes(cpu.core_speed.0.as_bytes());
                return wrong(format!("has the coreSpeed `{text}`, which is no frequency"));
            };
            let at = *group_of.entry(speed.to_bits()).or_insert_with(|| {
                groups.push(HostGroup { speed, ..HostGroup::default() });
                groups.len() - 1
            });
            groups[at].hosts += hosts;
            groups[at].cores += hosts.saturating_mul(cores);
        }
        let several = groups.len() > 1;
        for group in &mut groups {
            group.name.clone_from(&cluster.name.0);
            if several {
                group.name = format!("{} {} MHz", cluster.name.0, group.speed);
            }
        }
        groups.retain(|group| group.hosts > 0);
        for _ in 0..whole(cluster.count, 1) {
            draft.groups.extend(groups.iter().cloned());
            if draft.groups.len() > limits::CLUSTERS {
                break;
            }
        }
    }
    if gpus > 0 {
        let hosts = count_text(gpus.min(u64::from(u32::MAX)) as u32, "host has", "hosts have");
        draft.facts.push(Fact::new("Hosts with GPUs", gpus.to_string()));
        draft.diagnostics.push(Diagnostic::note(format!("{hosts} GPUs, which are not read")));
    }
    if memory > 0 {
        draft
            .diagnostics
            .push(Diagnostic::note("the memory of hosts is not read: nodes of a cluster are identical"));
    }
    if power > 0 {
        draft.diagnostics.push(Diagnostic::note("power models, power sources and batteries are not read"));
    }
    Ok(draft)
}
