//! Platforms from the publications, with their printed tables.

use super::{Cluster, Network, Platform};
use crate::entry::{Entry, Family, Kind, Parameter, Settings};
use crate::time::Span;

/// A ready-made platform: what the catalog says of it, and how to make it.
pub struct Preset {
    /// What the catalog says.
    pub entry: Entry,
    /// Makes the platform from checked settings.
    pub build: fn(&Settings) -> Platform,
}

/// All presets. A new one is one function and one line here.
pub const PRESETS: &[Preset] = &[
    Preset { entry: DAS3, build: |_| das3() },
    Preset { entry: DAS2, build: |_| das2() },
    Preset { entry: ONE_CLUSTER, build: |settings| one_cluster(settings.integer("nodes") as u32) },
];

const DAS2: Entry = Entry {
    id: "das2",
    name: "DAS-2",
    family: Family::Preset,
    summary: "Five clusters of identical dual 1 GHz Pentium III nodes (200 nodes), 100 Mb/s between clusters and \
              1.2 Gb/s inside; in use 2002 to 2006.",
    source: "Sonmez 2010, section 1.3",
    parameters: &[],
};

const DAS3: Entry = Entry {
    id: "das3",
    name: "DAS-3",
    family: Family::Preset,
    summary: "Five Opteron clusters (272 nodes) with the measured bandwidths and latencies between them. Only the ratio \
              of the fastest to the slowest processor (1.25) is published; the speeds between are our reading. The \
              link between Delft and Leiden could not be measured: 45 MB/s and 1.2 ms stand in for it.",
    source: "Sonmez 2010, tables 1.2 and 2.1",
    parameters: &[],
};

const ONE_CLUSTER: Entry = Entry {
    id: "one-cluster",
    name: "One cluster",
    family: Family::Preset,
    summary: "A single cluster of identical nodes: the machine of most supercomputer logs.",
    source: "Parallel Workloads Archive",
    parameters: &[Parameter {
        id: "nodes",
        name: "Nodes",
        doc: "How many nodes the cluster has.",
        unit: "nodes",
        kind: Kind::Integer { min: 1, max: 1_000_000, default: 64 },
    }],
};

const MB: f64 = 1e6;

fn cluster(name: &str, nodes: u32, speed: f64) -> Cluster {
    Cluster { name: name.to_owned(), nodes, speed }
}

/// DAS-2 (Sonmez 2010, section 1.3). Latencies were not published: 1 ms between clusters and 0.03 ms inside stand in.
pub fn das2() -> Platform {
    let sizes = [("VU", 72), ("UvA", 32), ("Delft", 32), ("Utrecht", 32), ("Leiden", 32)];
    let clusters: Vec<Cluster> = sizes.iter().map(|&(name, nodes)| cluster(name, nodes, 1.0)).collect();
    let n = clusters.len();
    // 100 Mb/s and 1.2 Gb/s in bytes.
    let inside = |i: usize| i.is_multiple_of(n + 1);
    let bandwidth = (0..n * n).map(|i| if inside(i) { 150.0 * MB } else { 12.5 * MB }).collect();
    let latency = (0..n * n).map(|i| Span(if inside(i) { 30 } else { 1_000 })).collect();
    Platform { clusters, network: Network::from_matrices(n, bandwidth, latency) }
}

/// DAS-3 (Sonmez 2010, tables 1.2 and 2.1).
pub fn das3() -> Platform {
    let clusters = vec![
        cluster("VU", 85, 1.08),
        cluster("UvA", 41, 1.0),
        cluster("Delft", 68, 1.13),
        cluster("MMN", 46, 1.13),
        cluster("Leiden", 32, 1.25),
    ];
    #[rustfmt::skip]
    let bandwidth = [
        561.0, 185.0,  45.0, 185.0,  77.0,
        185.0, 526.0,  53.0, 512.0, 115.0,
         45.0,  53.0, 115.0,  10.0,  45.0,
        185.0, 512.0,  10.0, 560.0, 115.0,
         77.0, 115.0,  45.0, 115.0, 530.0,
    ];
    #[rustfmt::skip]
    let latency_us = [
          30,  400, 1150,  400, 1000,
         400,   30, 1100,   30,  600,
        1150, 1100,   50, 1450, 1200,
         400,   30, 1450,   30,  600,
        1000,  600, 1200,  600,   30,
    ];
    let network =
        Network::from_matrices(5, bandwidth.map(|x| x * MB).to_vec(), latency_us.map(Span).to_vec());
    Platform { clusters, network }
}

/// One cluster of reference-speed nodes.
pub fn one_cluster(nodes: u32) -> Platform {
    Platform {
        clusters: vec![cluster("Cluster", nodes, 1.0)],
        network: Network::uniform(1, 1000.0 * MB, Span(30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sizes_add_up() {
        assert_eq!((das2().nodes(), das3().nodes(), one_cluster(7).nodes()), (200, 272, 7));
    }

    #[test]
    fn das3_is_symmetric_and_has_the_published_mean_bandwidth() {
        let network = das3().network;
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            assert_eq!(network.latency(a, b), network.latency(b, a));
            assert!((network.bandwidth(a, b) - network.bandwidth(b, a)).abs() < 1e-9);
        }
        assert!((network.mean_bandwidth() / MB - 134.2).abs() < 0.01);
    }

    #[test]
    fn moving_inside_a_cluster_costs_nothing() {
        let network = das3().network;
        assert_eq!(network.transfer(1e9, 1, 1), Span::ZERO);
        assert_eq!(network.transfer(450.0 * MB, 0, 2), Span::from_seconds(10.0));
    }
}
