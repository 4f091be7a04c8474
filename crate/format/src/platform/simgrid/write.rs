//! Writes a platform in the format of `SimGrid`.

use super::REFERENCE_KEY;
use crate::finding_list::{count_text, group_digits};
use crate::line_writer::push_line;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::platform::Platform;
use quick_xml::escape::escape;
use std::collections::HashSet;

/// Maximum number of clusters whose routes are written pair by pair.
const MAX_CLUSTERS: usize = 256;
/// The speed of a node of speed 1, flop/s.
const SPEED_1: f64 = 1e9;

/// A platform as text, with notes on lost details.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenPlatform {
    /// The XML.
    pub text: String,
    /// The lost or assumed details, one sentence each.
    pub losses: Vec<Diagnostic>,
}

/// Nodes of equal speed of one cluster.
struct NodeGroup {
    id: String,
    /// Index of the cluster on the platform.
    cluster: usize,
    nodes: usize,
    speed: f64,
}

/// A platform in the format of `SimGrid` (version 4.1): each cluster is an element `cluster` whose hosts have one core.
/// Reading it gives the same clusters, nodes and speeds; a cluster with different machines becomes several.
pub fn write_simgrid(platform: &Platform) -> Result<WrittenPlatform, Diagnostic> {
    let mut losses = vec![Diagnostic::note(
        "a node of speed 1 is written with 1 Gflop/s (our assumption); in SimGrid, transfers share the links",
    )];
    let groups = node_groups(platform, &mut losses);
    if groups.len() > MAX_CLUSTERS {
        let message = format!(
            "the platform has {} clusters of equal nodes; SimGrid platforms of at most {MAX_CLUSTERS} are written",
            group_digits(groups.len() as u64)
        );
        return Err(Diagnostic::error(message).hint("Remove clusters, or use JSON."));
    }
    let mut text = String::new();
    let mut line = |arguments: std::fmt::Arguments<'_>| push_line(&mut text, arguments);
    line(format_args!("<?xml version=\"1.0\"?>"));
    line(format_args!("<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"));
    line(format_args!("<platform version=\"4.1\">"));
    let mut zone = "platform".to_owned();
    while groups.iter().any(|group| group.id == zone) {
        zone.push('_');
    }
    line(format_args!("  <zone id=\"{zone}\" routing=\"Full\">"));
    line(format_args!("    <prop id=\"{REFERENCE_KEY}\" value=\"{SPEED_1}f\"/>"));
    let network = &platform.network;
    let half = |cluster: usize| network.latency(cluster, cluster).seconds() / 2.0;
    for NodeGroup { id, cluster, nodes, speed } in &groups {
        let (id, speed) = (escape(id.as_str()), speed * SPEED_1);
        let (bandwidth, latency) = (network.bandwidth(*cluster, *cluster), half(*cluster));
        line(format_args!(
            "    <cluster id=\"{id}\" prefix=\"{id}-\" suffix=\"\" radical=\"0-{}\" speed=\"{speed}f\" \
             bw=\"{bandwidth}Bps\" lat=\"{latency}s\"/>",
            nodes - 1
        ));
    }
    let (mut slower, mut longer) = (0, 0);
    let mut routes = Vec::new();
    for (a, from) in groups.iter().enumerate() {
        for to in &groups[a + 1..] {
            let mut link = |from: usize, to: usize| {
                let bandwidth = network.bandwidth(from, to);
                let inside = network.bandwidth(from, from).min(network.bandwidth(to, to));
                let latency = network.latency(from, to).seconds() - half(from) - half(to);
                slower += u32::from(inside < bandwidth);
                // Tolerance for times in microseconds.
                longer += u32::from(latency < -1e-9);
                (bandwidth, (latency.max(0.0) * 1e9).round() / 1e9)
            };
            let (there, back) = (link(from.cluster, to.cluster), link(to.cluster, from.cluster));
            routes.push((from, to, there, there == back));
            if there != back {
                routes.push((to, from, back, false));
            }
        }
    }
    for (number, (.., (bandwidth, latency), _)) in routes.iter().enumerate() {
        line(format_args!(
            "    <link id=\"link-{number}\" bandwidth=\"{bandwidth}Bps\" latency=\"{latency}s\"/>"
        ));
    }
    for (number, (from, to, _, symmetrical)) in routes.iter().enumerate() {
        let [from, to] = [from, to].map(|group| escape(group.id.as_str()));
        let one_way = if *symmetrical { "" } else { " symmetrical=\"NO\"" };
        line(format_args!(
            "    <zoneRoute src=\"{from}\" dst=\"{to}\" gw_src=\"{from}-{from}_router\" \
             gw_dst=\"{to}-{to}_router\"{one_way}><link_ctn id=\"link-{number}\"/></zoneRoute>"
        ));
    }
    line(format_args!("  </zone>"));
    line(format_args!("</platform>"));
    let mut lost = |count: u32, rest: &str| {
        if count > 0 {
            let routes = count_text(count, "route between clusters", "routes between clusters");
            losses.push(Diagnostic::warning(format!("{routes}: {rest}")));
        }
    };
    lost(slower, "the bandwidth is limited to that inside the clusters, since routes pass their links");
    lost(longer, "the latency is at least half of those inside the clusters, since routes pass their links");
    Ok(WrittenPlatform { text, losses })
}

/// The nodes of each cluster by speed.
fn node_groups(platform: &Platform, losses: &mut Vec<Diagnostic>) -> Vec<NodeGroup> {
    let mut groups: Vec<NodeGroup> = Vec::new();
    let mut used: HashSet<String> = platform.clusters.iter().map(|cluster| cluster.name.clone()).collect();
    let mut split = 0;
    for (at, cluster) in platform.clusters.iter().enumerate() {
        let mut speeds: Vec<(f64, usize)> = Vec::new();
        for machine in &cluster.machines {
            let known = speeds.iter_mut().find(|(speed, _)| speed.to_bits() == machine.speed.to_bits());
            match known {
                Some((_, count)) => *count += 1,
                None => speeds.push((machine.speed, 1)),
            }
        }
        if speeds.is_empty() {
            speeds.push((cluster.speed, cluster.nodes as usize));
        }
        let several = speeds.len() > 1;
        split += u32::from(several);
        for (speed, nodes) in speeds {
            let mut id = cluster.name.clone();
            if several {
                id = format!("{id} {speed}");
                while !used.insert(id.clone()) {
                    id.push('_');
                }
            }
            groups.push(NodeGroup { id, cluster: at, nodes, speed });
        }
    }
    if split > 0 {
        let clusters = count_text(split, "cluster has machines", "clusters have machines");
        let message = format!("{clusters} of several speeds: each speed is written as a cluster");
        losses.push(Diagnostic::note(message));
    }
    if platform.clusters.iter().any(|cluster| !cluster.machines.is_empty()) {
        losses.push(Diagnostic::note("names, owners and users of machines are not written"));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{PlatformChoices, read_platform};
    use ganttlet_core::platform::{Cluster, Machine, Network, das2, das3};
    use ganttlet_core::time::Span;
    use serde_json::json;

    fn cluster(name: &str, nodes: u32, speed: f64) -> Cluster {
        Cluster { name: name.to_owned(), nodes, speed, machines: vec![] }
    }

    fn written(platform: &Platform) -> (serde_json::Value, Vec<String>) {
        let WrittenPlatform { text, losses } = write_simgrid(platform).expect("written");
        let reading =
            read_platform("p", text.as_bytes(), None, PlatformChoices::default()).expect("a platform");
        assert_eq!(reading.format, "simgrid");
        (reading.document, losses.into_iter().map(|loss| loss.message).collect())
    }

    /// Also if most nodes have another speed than 1, and if names have special characters of XML.
    #[test]
    fn clusters_nodes_speeds_and_links_come_back() {
        let ms = |ms: f64| Span::from_seconds(ms / 1e3);
        let clusters =
            vec![cluster("fast & \"new\"", 10, 2.5), cluster("platform", 1, 1.0), cluster("c", 3, 0.3)];
        let bandwidth = vec![1e9, 1e8, 5e7, 1e8, 2e8, 1e7, 5e7, 1e7, 1.25e8];
        let latency = [0.1, 5.0, 3.5, 5.0, 0.02, 7.0, 4.5, 7.0, 0.5].map(ms).to_vec();
        let network = Network::from_matrices(3, bandwidth, latency);
        let (document, losses) = written(&Platform { clusters, network });
        let expected = json!([
            { "name": "fast & \"new\"", "nodes": 10, "speed": 2.5 },
            { "name": "platform", "nodes": 1 },
            { "name": "c", "nodes": 3, "speed": 0.3 },
        ]);
        assert_eq!(document["clusters"], expected);
        assert_eq!(
            document["network"]["bandwidth_mb_s"],
            json!([[1000, 100, 50], [100, 200, 10], [50, 10, 125]])
        );
        assert_eq!(document["network"]["latency_ms"], json!([[0.1, 5, 3.5], [5, 0.02, 7], [4.5, 7, 0.5]]));
        assert_eq!(losses.len(), 1, "{losses:?}");
    }

    #[test]
    fn presets_come_back() {
        for platform in [das2(), das3()] {
            let (document, _) = written(&platform);
            let read = document["clusters"].as_array().expect("clusters");
            assert_eq!(read.len(), platform.clusters.len());
            for (cluster, read) in platform.clusters.iter().zip(read) {
                let speed = read.get("speed").map_or(1.0, |speed| speed.as_f64().expect("a number"));
                assert_eq!((&read["name"], &read["nodes"]), (&json!(cluster.name), &json!(cluster.nodes)));
                assert!((speed - cluster.speed).abs() < 1e-9, "{}", cluster.name);
            }
        }
    }

    #[test]
    fn losses_are_reported() {
        let machine = |speed| Machine { speed, ..Machine::default() };
        let machines = vec![machine(1.0), machine(2.0), machine(1.0)];
        let pool = Cluster { name: "pool".to_owned(), nodes: 3, speed: 1.0, machines };
        let clusters = vec![pool, cluster("b", 2, 1.0)];
        let latency = [1.0, 0.1, 0.1, 1.0].map(|ms| Span::from_seconds(ms / 1e3)).to_vec();
        let network = Network::from_matrices(2, vec![1e6, 1e9, 1e9, 1e6], latency);
        let (document, losses) = written(&Platform { clusters, network });
        let expected = json!([
            { "name": "pool 1", "nodes": 2 },
            { "name": "pool 2", "nodes": 1, "speed": 2 },
            { "name": "b", "nodes": 2 },
        ]);
        assert_eq!(document["clusters"], expected);
        for part in [
            "1 cluster has machines of several speeds",
            "owners",
            "the bandwidth is limited",
            "the latency is at least",
        ] {
            assert!(losses.iter().any(|loss| loss.contains(part)), "{part}: {losses:?}");
        }
        let many = (0..257).map(|at| cluster(&at.to_string(), 1, 1.0)).collect();
        let platform = Platform { clusters: many, network: Network::uniform(257, 1e8, Span::ZERO) };
        assert!(write_simgrid(&platform).expect_err("refused").message.contains("has 257 clusters"));
    }
}
