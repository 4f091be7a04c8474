//! The machines: clusters of nodes and the network between them.

mod nodes;
mod presets;

pub use nodes::{FreeNodes, NodeSet};
pub use presets::{PRESETS, Preset, das2, das3, one_cluster};

use crate::time::Span;

/// One cluster: identical nodes under one local resource manager.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The name people read; unique on a platform.
    pub name: String,
    /// How many nodes it has. A node is the unit of allocation: what a job asks for when it asks for a processor.
    pub nodes: u32,
    /// How fast a node is; 1 is the reference on which run times are given.
    pub speed: f64,
}

/// Bandwidth and latency between clusters, and inside each (the diagonal).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    clusters: usize,
    /// Bytes a second, row by row.
    bandwidth: Vec<f64>,
    latency: Vec<Span>,
}

impl Network {
    /// The same bandwidth (bytes a second) and latency between all `clusters`.
    pub fn uniform(clusters: usize, bandwidth: f64, latency: Span) -> Self {
        Self {
            clusters,
            bandwidth: vec![bandwidth; clusters * clusters],
            latency: vec![latency; clusters * clusters],
        }
    }

    /// From square matrices, row by row: bandwidth in bytes a second (above 0), latency.
    ///
    /// # Panics
    /// If the matrices are not `clusters` by `clusters`.
    pub fn from_matrices(clusters: usize, bandwidth: Vec<f64>, latency: Vec<Span>) -> Self {
        assert!(
            bandwidth.len() == clusters * clusters && latency.len() == clusters * clusters,
            "square matrices"
        );
        Self { clusters, bandwidth, latency }
    }

    /// Bytes a second from one cluster to another.
    pub fn bandwidth(&self, from: usize, to: usize) -> f64 {
        self.bandwidth[from * self.clusters + to]
    }

    /// Delay of the first byte from one cluster to another.
    pub fn latency(&self, from: usize, to: usize) -> Span {
        self.latency[from * self.clusters + to]
    }

    /// Time to move `bytes` between clusters: bytes by bandwidth, latency not included (the model of the workflow
    /// experiments); 0 inside a cluster.
    pub fn transfer(&self, bytes: f64, from: usize, to: usize) -> Span {
        if from == to { Span::ZERO } else { Span::from_seconds(bytes / self.bandwidth(from, to)) }
    }

    /// Mean bandwidth of all pairs of different clusters, in bytes a second; 0 for one cluster.
    pub fn mean_bandwidth(&self) -> f64 {
        let n = self.clusters;
        if n < 2 {
            return 0.0;
        }
        let pairs = (0..n).flat_map(|a| (0..n).filter(move |&b| a != b).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.bandwidth(a, b)).sum::<f64>() / (n * (n - 1)) as f64
    }
}

/// All machines of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters, in the order in which ties between them are broken.
    pub clusters: Vec<Cluster>,
    /// The network between them.
    pub network: Network,
}

impl Platform {
    /// Nodes of all clusters.
    pub fn nodes(&self) -> u32 {
        self.clusters.iter().map(|cluster| cluster.nodes).sum()
    }

    /// Nodes of the largest cluster.
    pub fn largest(&self) -> u32 {
        self.clusters.iter().map(|cluster| cluster.nodes).max().unwrap_or(0)
    }

    /// Speed of the fastest cluster.
    pub fn fastest(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.speed).fold(0.0, f64::max)
    }

    /// The number of a cluster's first node when all nodes of the platform are counted through, cluster by cluster:
    /// the rows of the Gantt chart.
    pub fn first_row(&self, cluster: usize) -> u32 {
        self.clusters[..cluster].iter().map(|cluster| cluster.nodes).sum()
    }
}
