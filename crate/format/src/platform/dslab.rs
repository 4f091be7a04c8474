//! Systems of `DSLab` DAG (YAML): the resources for its workflows, and the network between them.

use super::draft::{HostGroup, Link, PlatformDraft};
use super::{PlatformFormat, PlatformReader};
use crate::finding_list::quote_bytes;
use crate::number::parse_number;
use crate::yaml::{Node, Yaml};
use crate::{FileField, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, limits};
use std::collections::HashMap;

/// The format.
pub(super) const FORMAT: PlatformFormat = PlatformFormat::new(
    Entry::new("dslab-system", "DSLab system (YAML)")
        .summary(
            "System of DSLab DAG: resources with cores and speed, and the network between them. Resources of equal \
             speed become one cluster.",
        )
        .source(
            "Sukhoroslov, Gorokhovskii, Benchmarking DAG Scheduling Algorithms on Scientific Workflow Instances, \
             RuSCDays 2023, doi:10.1007/978-3-031-49435-2_1; the files: read_resource_configs and read_network_config of \
             the library dslab-dag",
        ),
    &FIELD_DOCS,
);

/// Recognition and reading of such files.
pub(super) const READER: PlatformReader = PlatformReader {
    what: "a system of DSLab (YAML)",
    files: "systems of DSLab (YAML)",
    recognises: is_system,
    read: read_system,
};

const FIELD_DOCS: [FileField; 4] = fields([
    ("resources", "Hosts: `name`, `speed` of a core in Gflop/s, `cores` (1 if missing)."),
    ("memory", "Not used."),
    (
        "network: model, bandwidth, latency",
        "ConstantBandwidth or SharedBandwidth: bandwidth in MB/s and latency in microseconds between any two hosts.",
    ),
    (
        "network: topology, link_bandwidth, link_latency",
        "TopologyAware: in a `star`, a transfer passes two links; in a `full_mesh`, one.",
    ),
]);

/// Range of speeds, in Gflop/s.
const SPEED: (f64, f64) = (1e-9, 1e15);

fn is_system(head: &[u8]) -> bool {
    let mut lines = unpack::complete_lines(head);
    let begins = lines.any(|line| line.starts_with(b"resources:"));
    begins
        && lines
            .any(|line| line.strip_prefix(b"- ").unwrap_or(line).trim_ascii_start().starts_with(b"speed:"))
}

fn read_system(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>> {
    let yaml = Yaml::parse(bytes).map_err(|problem| vec![problem])?;
    draft_system(&yaml).map_err(|problem| vec![problem])
}

fn draft_system(yaml: &Yaml) -> Result<PlatformDraft, Diagnostic> {
    let root = yaml.root();
    let mut draft = PlatformDraft { unit: "Gflop/s", ..PlatformDraft::default() };
    let mut group_of: HashMap<u64, usize> = HashMap::new();
    let mut memory = false;
    for resource in root.get_list("resources")? {
        let cores = value(resource, "cores", (1.0, limits::NODES as f64))?.unwrap_or(1.0).trunc() as u64;
        let Some(speed) = value(resource, "speed", SPEED)? else {
            return Err(Diagnostic::error("a resource has no `speed`").line(resource.line()));
        };
        memory |= resource.get("memory").is_some();
        let at = *group_of.entry(speed.to_bits()).or_insert_with(|| {
            let name = resource.get_text("name").unwrap_or_default().to_owned();
            draft.groups.push(HostGroup { name, speed, ..HostGroup::default() });
            draft.groups.len() - 1
        });
        let group = &mut draft.groups[at];
        group.hosts += 1;
        group.cores += cores;
    }
    let several = draft.groups.len() > 1;
    for group in draft.groups.iter_mut().filter(|group| group.hosts > 1) {
        group.name = if several { format!("{} Gflop/s", group.speed) } else { "Resources".to_owned() };
    }
    if several && draft.groups.iter().any(|group| group.hosts > 1) {
        draft.diagnostics.push(Diagnostic::note("resources of equal speed are one cluster"));
    }
    if memory {
        let message = "the memory of resources is not read: nodes of a cluster are identical";
        draft.diagnostics.push(Diagnostic::note(message));
    }
    if let Some(network) = root.get("network") {
        let link = read_network(network, &mut draft.diagnostics)?;
        if draft.groups.len() <= limits::CLUSTERS {
            draft.routes = vec![Some(link); draft.groups.len().pow(2)];
        }
    }
    yaml.check_steps()?;
    Ok(draft)
}

/// The route between any two hosts.
fn read_network(network: Node<'_>, diagnostics: &mut Vec<Diagnostic>) -> Result<Link, Diagnostic> {
    let model = network.get_text("model").unwrap_or_default();
    let topology = network.get_text("topology").unwrap_or_default();
    // One example of DSLab uses the longer names.
    let (keys, links) = match (model.strip_suffix("Network").unwrap_or(model), topology) {
        ("ConstantBandwidth", _) => (["bandwidth", "latency"], 1.0),
        ("SharedBandwidth", _) => {
            let message = "transfers do not share the bandwidth of the model SharedBandwidth";
            diagnostics.push(Diagnostic::note(message));
            (["bandwidth", "latency"], 1.0)
        }
        ("TopologyAware", "star" | "full_mesh") => {
            if topology == "star" {
                let message = "a route in the star has the bandwidth of one link and the latency of two";
                diagnostics.push(Diagnostic::note(message).hint("Routes do not share links."));
            }
            (["link_bandwidth", "link_latency"], if topology == "star" { 2.0 } else { 1.0 })
        }
        ("TopologyAware", _) => {
            let topology = quote_bytes(topology.as_bytes());
            let message = format!("the topology `{topology}` is unknown; star and full_mesh are read");
            return Err(Diagnostic::error(message).line(network.line()));
        }
        _ => {
            let message = format!(
                "the network model `{}` is unknown; ConstantBandwidth, SharedBandwidth and TopologyAware are read",
                quote_bytes(model.as_bytes())
            );
            return Err(Diagnostic::error(message).line(network.line()));
        }
    };
    let Some(bandwidth) = value(network, keys[0], (1e-9, 1e15))? else {
        return Err(Diagnostic::error(format!("the network has no `{}`", keys[0])).line(network.line()));
    };
    let latency = value(network, keys[1], (0.0, 1e15))?.unwrap_or(0.0);
    Ok(Link { bandwidth: bandwidth * 1e6, latency: links * latency * 1e-6 })
}

/// A number in a map, within these limits; `None` if the key is missing.
fn value(of: Node<'_>, key: &str, (from, to): (f64, f64)) -> Result<Option<f64>, Diagnostic> {
    let Some(node) = of.get(key) else { return Ok(None) };
    let text = node.text().unwrap_or_default();
    let number = parse_number(text.as_bytes()).filter(|number| (from..=to).contains(number));
    let wrong = || {
        let text = quote_bytes(text.as_bytes());
        Diagnostic::error(format!("the {key} `{text}` is not a number from {from} to {to}")).line(node.line())
    };
    number.map(Some).ok_or_else(wrong)
}
