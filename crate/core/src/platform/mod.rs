//! The platform: clusters of nodes and the network between them.

mod das2_links;
mod das3_g5k;
mod document;
mod federation;
mod machine;
mod multi_grid;
mod nodes;
mod presets;
mod profile;
mod published_pools;

pub use document::{Amount, CustomCluster, CustomClusters, CustomNetwork};
pub use machine::{Machine, Range, Requirements};
pub use nodes::{FreeNodes, NodeSet};
pub use presets::{PRESETS, Preset, auver, das2, das3, one_cluster};
pub use profile::{Profile, Slot, Step};

use crate::time::Span;

/// One cluster: nodes under one local resource manager, or the machines of one pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cluster {
    /// The name, as shown; unique on a platform.
    pub name: String,
    /// Number of nodes. A node is the unit of allocation: one processor of a job is one node.
    pub nodes: u32,
    /// The speed of a node; 1 is the reference for runtimes.
    pub speed: f64,
    /// The individual nodes, if they differ; empty if all are equal.
    pub machines: Vec<Machine>,
}

/// Bandwidth and latency between clusters, and inside each (the diagonal).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    clusters: usize,
    /// Bytes per second, row by row.
    bandwidth: Vec<f64>,
    latency: Vec<Span>,
    /// The slower network that a job uses between all its clusters if one of them has no other.
    fallback: Option<Fallback>,
}

/// A slower network that is the only one for some clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallback {
    /// For each cluster whether it has no other network.
    pub bound: Vec<bool>,
    /// Minimum latency between clusters on it.
    pub latency: Span,
    /// Maximum bandwidth between clusters on it, in bytes per second.
    pub bandwidth: f64,
}

impl Network {
    /// A network with the same bandwidth (bytes/s) and latency between all clusters.
    pub fn uniform(clusters: usize, bandwidth: f64, latency: Span) -> Self {
        Self {
            clusters,
            bandwidth: vec![bandwidth; clusters * clusters],
            latency: vec![latency; clusters * clusters],
            fallback: None,
        }
    }

    /// A network from square matrices, row by row: bandwidth in bytes per second (above 0), latency.
    ///
    /// # Panics
    /// If the matrices are not `clusters` by `clusters`.
    pub fn from_matrices(clusters: usize, bandwidth: Vec<f64>, latency: Vec<Span>) -> Self {
        assert!(
            bandwidth.len() == clusters * clusters && latency.len() == clusters * clusters,
            "square matrices"
        );
        Self { clusters, bandwidth, latency, fallback: None }
    }

    /// Adds a slower network.
    #[must_use]
    pub fn with_fallback(mut self, fallback: Fallback) -> Self {
        self.fallback = Some(fallback);
        self
    }

    /// Latency and bandwidth (bytes per second) between two of the `clusters` of a job. If one of several clusters only
    /// has the slower network, the job uses it between all (Sonmez 2010, section 2.4.1).
    pub fn link_between(&self, clusters: &[u16], a: u16, b: u16) -> (Span, f64) {
        let (a, b) = (usize::from(a), usize::from(b));
        let (latency, bandwidth) = (self.latency(a, b), self.bandwidth(a, b));
        let bound = |slow: &&Fallback| {
            clusters.iter().any(|&c| slow.bound.get(usize::from(c)).copied().unwrap_or(false))
        };
        match self.fallback.as_ref().filter(bound) {
            Some(slow) if a != b => (latency.max(slow.latency), bandwidth.min(slow.bandwidth)),
            _ => (latency, bandwidth),
        }
    }

    /// The largest latency and the smallest bandwidth (bytes per second) among the `clusters` of a job; those inside it
    /// for one cluster.
    pub fn slowest_link_among(&self, clusters: &[u16]) -> (Span, f64) {
        if let &[only] = clusters {
            return self.link_between(clusters, only, only);
        }
        let pairs =
            clusters.iter().flat_map(|&a| clusters.iter().filter(move |&&b| a < b).map(move |&b| (a, b)));
        pairs
            .map(|(a, b)| self.link_between(clusters, a, b))
            .fold((Span::ZERO, f64::INFINITY), |(latency, bandwidth), (l, b)| {
                (latency.max(l), bandwidth.min(b))
            })
    }

    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// Bytes per second from one cluster to another.
    pub fn bandwidth(&self, from: usize, to: usize) -> f64 {
        self.bandwidth[from * self.clusters + to]
    }

    /// Delay of the first byte from one cluster to another.
    pub fn latency(&self, from: usize, to: usize) -> Span {
        self.latency[from * self.clusters + to]
    }

    /// Time to move `bytes` between clusters: bytes over bandwidth, without the latency (the model of the workflow
    /// experiments); 0 inside a cluster.
    pub fn transfer_time(&self, bytes: f64, from: usize, to: usize) -> Span {
        if from == to { Span::ZERO } else { Span::from_seconds(bytes / self.bandwidth(from, to)) }
    }

    /// Mean bandwidth over all pairs of different clusters, in bytes per second; 0 for one cluster.
    pub fn mean_bandwidth(&self) -> f64 {
        self.mean_over_pairs(|a, b| self.bandwidth(a, b))
    }

    /// Mean latency over all pairs of different clusters, in seconds; 0 for one cluster.
    pub fn mean_latency(&self) -> f64 {
        self.mean_over_pairs(|a, b| self.latency(a, b).seconds())
    }

    /// The mean over all ordered pairs of different clusters; 0 for one cluster.
    fn mean_over_pairs(&self, of: impl Fn(usize, usize) -> f64) -> f64 {
        let n = self.clusters;
        if n < 2 {
            return 0.0;
        }
        let pairs = (0..n).flat_map(|a| (0..n).filter(move |&b| a != b).map(move |b| (a, b)));
        pairs.map(|(a, b)| of(a, b)).sum::<f64>() / (n * (n - 1)) as f64
    }
}

impl Cluster {
    /// A cluster of identical nodes.
    pub fn homogeneous(name: impl Into<String>, nodes: u32, speed: f64) -> Self {
        Self { name: name.into(), nodes, speed, machines: Vec::new() }
    }

    /// A cluster of these machines.
    pub fn from_machines(name: impl Into<String>, machines: Vec<Machine>) -> Self {
        Self { name: name.into(), nodes: machines.len() as u32, speed: 1.0, machines }
    }

    /// The speed of one of its nodes.
    pub fn node_speed(&self, node: u32) -> f64 {
        self.speed * self.machines.get(node as usize).map_or(1.0, |machine| machine.speed)
    }
}

/// The platform of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters, in the order in which ties are broken.
    pub clusters: Vec<Cluster>,
    /// The network between them.
    pub network: Network,
}

impl Platform {
    /// Total number of nodes.
    pub fn nodes(&self) -> u32 {
        self.clusters.iter().map(|cluster| cluster.nodes).sum()
    }

    /// Number of nodes of the largest cluster.
    pub fn largest_cluster_nodes(&self) -> u32 {
        self.clusters.iter().map(|cluster| cluster.nodes).max().unwrap_or(0)
    }

    /// Speed of the fastest cluster.
    pub fn highest_speed(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.speed).fold(0.0, f64::max)
    }

    /// The number of a cluster's first node among all nodes of the platform, cluster by cluster: the rows of the Gantt
    /// chart.
    pub fn first_row(&self, cluster: usize) -> u32 {
        self.clusters[..cluster].iter().map(|cluster| cluster.nodes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three clusters, 1 ms and 200 B/s between the first two, 3 ms and 50 B/s to the third; 10 us and 999 B/s inside.
    fn network() -> Network {
        let bandwidth = vec![999.0, 200.0, 50.0, 200.0, 999.0, 50.0, 50.0, 50.0, 999.0];
        let latency = [10, 1000, 3000, 1000, 10, 3000, 3000, 3000, 10].map(Span).to_vec();
        Network::from_matrices(3, bandwidth, latency)
    }

    fn network_with_fallback(bound: &[bool]) -> Network {
        let slow = Fallback { bound: bound.to_vec(), latency: Span(2000), bandwidth: 100.0 };
        network().with_fallback(slow)
    }

    #[test]
    fn without_a_fallback_network_each_pair_has_its_own_link() {
        let network = network();
        assert_eq!(network.link_between(&[0, 1, 2], 0, 1), (Span(1000), 200.0));
        assert_eq!(network.slowest_link_among(&[0, 1]), (Span(1000), 200.0));
        assert_eq!(network.slowest_link_among(&[2, 0, 1]), (Span(3000), 50.0));
        assert_eq!(network.slowest_link_among(&[1]), (Span(10), 999.0));
    }

    #[test]
    fn one_cluster_on_the_fallback_network_slows_all_links_of_a_job() {
        let network = network_with_fallback(&[false, false, true]);
        assert_eq!(network.link_between(&[0, 1], 0, 1), (Span(1000), 200.0));
        assert_eq!(network.link_between(&[0, 1, 2], 0, 1), (Span(2000), 100.0));
        // It makes no link faster, and no link inside a cluster slower.
        assert_eq!(network.link_between(&[0, 1, 2], 0, 2), (Span(3000), 50.0));
        assert_eq!(network.link_between(&[0, 1, 2], 1, 1), (Span(10), 999.0));
        assert_eq!(network.slowest_link_among(&[2]), (Span(10), 999.0));
        let first = network_with_fallback(&[true, false, false]);
        assert_eq!(first.slowest_link_among(&[0, 1]), (Span(2000), 100.0));
        assert_eq!(first.slowest_link_among(&[1, 2]), (Span(3000), 50.0));
    }
}
