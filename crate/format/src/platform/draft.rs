//! Builds the platform of a scenario from groups of hosts and the routes between them.

use super::{PlatformChoices, PlatformReading};
use crate::finding_list::{count_text, group_digits};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::limits;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};

/// Hosts of equal speed that become one cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HostGroup {
    /// Name of the cluster; a repeated name gets a number.
    pub(super) name: String,
    /// Number of hosts.
    pub(super) hosts: u64,
    /// Number of cores of all hosts.
    pub(super) cores: u64,
    /// Speed of a core in the unit of the file; above 0.
    pub(super) speed: f64,
}

/// Bandwidth and latency of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    /// Bandwidth, bytes per second.
    pub(super) bandwidth: f64,
    /// Latency, seconds.
    pub(super) latency: f64,
}

impl Link {
    /// A link without limits.
    pub(super) const FREE: Self = Self { bandwidth: f64::INFINITY, latency: 0.0 };

    /// The concatenation of two routes: the smaller bandwidth and the sum of latencies.
    pub(super) fn then(self, next: Self) -> Self {
        Self { bandwidth: self.bandwidth.min(next.bandwidth), latency: self.latency + next.latency }
    }

    /// The worse of two routes in each respect: the smaller bandwidth and the larger latency.
    pub(super) fn slower(self, other: Self) -> Self {
        Self { bandwidth: self.bandwidth.min(other.bandwidth), latency: self.latency.max(other.latency) }
    }
}

/// The findings of a reader.
#[derive(Debug, Default)]
pub(super) struct PlatformDraft {
    /// The clusters.
    pub(super) groups: Vec<HostGroup>,
    /// Unit of the speeds in texts: `flop/s`.
    pub(super) unit: &'static str,
    /// The speed that corresponds to speed 1; the most frequent one if the file gives none.
    pub(super) reference: Option<f64>,
    /// Number of omitted hosts.
    pub(super) left_out: u64,
    /// The route from each cluster to each, row by row; `None` for no route. Empty if the file has no network.
    pub(super) routes: Vec<Option<Link>>,
    /// Facts about the platform.
    pub(super) facts: Vec<Fact>,
    /// Findings so far.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Default bandwidth and latency: those of a platform without a network.
const DEFAULT_LINK: Link = Link { bandwidth: 100e6, latency: 0.5e-3 };
/// Maximum number of clusters whose network is written pair by pair.
const MATRIX_CLUSTERS: usize = 256;

impl PlatformDraft {
    /// The platform; fails if it is not possible in a scenario.
    pub(super) fn finish(
        mut self,
        format: &'static str,
        choices: PlatformChoices,
    ) -> Result<PlatformReading, Vec<Diagnostic>> {
        let refuse = |message: String| Err(vec![Diagnostic::error(message)]);
        if self.groups.is_empty() {
            let found = match self.left_out {
                0 => "the file has no hosts".to_owned(),
                _ => "the file has no compute hosts: all hosts were left out".to_owned(),
            };
            return refuse(found);
        }
        if self.groups.len() > limits::CLUSTERS {
            return refuse(format!(
                "the hosts form {} clusters of equal speed; a platform has at most {}",
                group_digits(self.groups.len() as u64),
                group_digits(limits::CLUSTERS as u64)
            ));
        }
        let sum = |of: fn(&HostGroup) -> u64| self.groups.iter().map(of).fold(0, u64::saturating_add);
        let (hosts, cores) = (sum(|group| group.hosts), sum(|group| group.cores));
        let nodes = if choices.cores_as_nodes { cores } else { hosts };
        if nodes > limits::NODES as u64 || cores > u64::from(u32::MAX) {
            return Err(vec![
                Diagnostic::error(format!(
                    "the file describes {} nodes; a platform has at most {}",
                    group_digits(nodes),
                    group_digits(limits::NODES as u64)
                ))
                .hint("Use a part of the file, or read each host as one node."),
            ]);
        }
        self.note_cores(hosts, cores, choices);
        let speeds = self.relative_speeds();
        let names = self.unique_names();
        let cluster = |((group, speed), name): ((&HostGroup, f64), String)| {
            let nodes = if choices.cores_as_nodes { group.cores } else { group.hosts };
            let mut cluster = Map::new();
            cluster.insert("name".to_owned(), json!(name));
            cluster.insert("nodes".to_owned(), json!(nodes));
            if speed.to_bits() != 1f64.to_bits() {
                cluster.insert("speed".to_owned(), number(speed));
            }
            Value::Object(cluster)
        };
        let clusters: Vec<Value> = self.groups.iter().zip(speeds).zip(names).map(cluster).collect();
        let mut document = json!({ "clusters": clusters });
        if let Some(network) = self.network() {
            document["network"] = network;
        }
        let mut facts = vec![
            Fact::new("Clusters", group_digits(clusters.len() as u64)),
            Fact::new("Hosts", group_digits(hosts)),
            Fact::new("Cores", group_digits(cores)),
            Fact::new("Nodes", group_digits(nodes)),
        ];
        facts.append(&mut self.facts);
        Ok(PlatformReading {
            format,
            document,
            clusters: clusters.len() as u32,
            nodes: nodes as u32,
            hosts: hosts.saturating_add(self.left_out).min(u64::from(u32::MAX)) as u32,
            cores: cores as u32,
            facts,
            diagnostics: self.diagnostics,
        })
    }

    fn note_cores(&mut self, hosts: u64, cores: u64, choices: PlatformChoices) {
        if hosts == cores {
            return;
        }
        let [hosts, cores] = [(hosts, "host", "hosts"), (cores, "core", "cores")]
            .map(|(n, one, many)| count_text(n as u32, one, many));
        let message = if choices.cores_as_nodes {
            format!("each core is a node: {hosts} with {cores} in all")
        } else {
            format!("each host is a node: {hosts} with {cores} in all")
        };
        self.diagnostics
            .push(Diagnostic::note(message).hint("The parameter `cores_as_nodes` selects cores or hosts."));
    }

    /// The speed of each cluster; 1 is the speed of most cores.
    fn relative_speeds(&mut self) -> Vec<f64> {
        let mut cores: BTreeMap<u64, u64> = BTreeMap::new();
        for group in &self.groups {
            *cores.entry(group.speed.to_bits()).or_default() += group.cores.max(1);
        }
        // Of equally frequent speeds the lower one; positive numbers order like their bits.
        let most = cores.iter().max_by_key(|&(&bits, &count)| (count, std::cmp::Reverse(bits)));
        let most_frequent = most.map_or(1.0, |(&bits, _)| f64::from_bits(bits));
        let reference = self.reference.unwrap_or(most_frequent);
        if self.unit.is_empty() {
            return self
                .groups
                .iter()
                .map(|group| group.speed.clamp(limits::SPEED.0, limits::SPEED.1))
                .collect();
        }
        let shown = match self.unit {
            "flop/s" => format!("{}flop/s", scaled(reference)),
            unit => format!("{} {unit}", rounded(reference)),
        };
        self.facts.push(Fact::new("Speed 1", shown.clone()));
        if cores.len() > 1 && self.reference.is_none() {
            let message = format!("speed 1 is the most frequent speed, {shown} (our assumption)");
            self.diagnostics.push(Diagnostic::note(message));
        }
        let (lowest, highest) = limits::SPEED;
        let relative: Vec<f64> = self.groups.iter().map(|group| rounded(group.speed / reference)).collect();
        let beyond = relative.iter().filter(|&&speed| !(lowest..=highest).contains(&speed)).count();
        if beyond > 0 {
            let clusters = count_text(beyond as u32, "cluster has a speed", "clusters have speeds");
            let message = format!("{clusters} outside {lowest} to {highest} times speed 1: set to the limit");
            self.diagnostics.push(Diagnostic::warning(message));
        }
        relative.into_iter().map(|speed| speed.clamp(lowest, highest)).collect()
    }

    /// A unique name for each cluster.
    fn unique_names(&self) -> Vec<String> {
        let mut used: HashSet<String> = HashSet::new();
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = Vec::new();
        for (group, at) in self.groups.iter().zip(1..) {
            let clean = |c: char| if c.is_control() { ' ' } else { c };
            let name: String = group.name.chars().map(clean).take(limits::NAME - 20).collect();
            let name = match name.trim() {
                "" => format!("Cluster {at}"),
                name => name.to_owned(),
            };
            let mut unique = name.clone();
            while !used.insert(unique.clone()) {
                let number = numbers.entry(name.clone()).or_insert(1);
                *number += 1;
                unique = format!("{name} ({number})");
            }
            names.push(unique);
        }
        names
    }

    /// The network between the clusters; `None` for the default.
    fn network(&mut self) -> Option<Value> {
        let n = self.groups.len();
        if self.routes.iter().all(Option::is_none) {
            let message =
                "the file has no network that can be read: 100 MB/s and 0.5 ms are used (our assumption)";
            self.diagnostics.push(Diagnostic::note(message));
            return None;
        }
        let missing = self.routes.iter().filter(|route| route.is_none()).count();
        if missing > 0 {
            let pairs = count_text(missing as u32, "pair of clusters has", "pairs of clusters have");
            let message =
                format!("{pairs} no route in the file: 100 MB/s and 0.5 ms are used (our assumption)");
            self.diagnostics.push(Diagnostic::note(message));
        }
        let mut beyond = 0_u32;
        let mut limited = |value: f64, (from, to): (f64, f64)| {
            beyond += u32::from(!(from..=to).contains(&value));
            rounded(value.clamp(from, to))
        };
        let links: Vec<(f64, f64)> = self
            .routes
            .iter()
            .map(|route| {
                let link = route.unwrap_or(DEFAULT_LINK);
                let bandwidth = limited(link.bandwidth / 1e6, limits::BANDWIDTH);
                (bandwidth, limited(link.latency * 1e3, limits::LATENCY))
            })
            .collect();
        if beyond > 0 {
            let values = count_text(beyond, "value of the network is", "values of the network are");
            let message = format!("{values} outside the limits of a scenario: set to the limit");
            self.diagnostics.push(Diagnostic::warning(message));
        }
        let slowest = links
            .iter()
            .fold((f64::INFINITY, 0.0), |(b, l): (f64, f64), link| (b.min(link.0), l.max(link.1)));
        if n > MATRIX_CLUSTERS {
            let message = format!(
                "the slowest bandwidth and latency are used everywhere: more than {MATRIX_CLUSTERS} clusters have no separate links"
            );
            self.diagnostics.push(Diagnostic::note(message));
            return Some(json!({ "bandwidth_mb_s": number(slowest.0), "latency_ms": number(slowest.1) }));
        }
        let amount = |of: fn(&(f64, f64)) -> f64, one: f64| {
            if links.iter().all(|link| of(link).to_bits() == one.to_bits()) {
                return number(one);
            }
            links.chunks(n).map(|row| row.iter().map(|link| number(of(link))).collect::<Value>()).collect()
        };
        let (bandwidth, latency) = (amount(|link| link.0, slowest.0), amount(|link| link.1, slowest.1));
        Some(json!({ "bandwidth_mb_s": bandwidth, "latency_ms": latency }))
    }
}

/// A number as in documents: whole numbers without a fraction.
fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}

/// Nine significant digits, so that conversion by a unit of 1e-6 does not show in the last digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.8e}").parse().unwrap_or(x)
}

/// `1 G`, `286.087 k`: a number with the prefix of its unit.
pub(super) fn scaled(x: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.iter().find(|(unit, _)| x >= *unit) {
        Some((unit, prefix)) => format!("{} {prefix}", rounded(x / unit)),
        None => format!("{} ", rounded(x)),
    }
}
