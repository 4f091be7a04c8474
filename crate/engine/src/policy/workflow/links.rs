//! How long files take between clusters.

use crate::platform::Network;
use crate::time::Span;

/// The network between clusters as the workflow experiments model it: no contention, nothing to pay inside a cluster.
#[derive(Clone, Debug)]
pub struct Links {
    network: Network,
    overhead: Span,
    latency: bool,
    mean_bandwidth: f64,
}

impl Links {
    /// Links of this network; each transfer takes `overhead` beside its bytes, and the latency if that counts.
    pub fn new(network: Network, overhead: Span, latency: bool) -> Self {
        let mean_bandwidth = network.mean_bandwidth();
        Self { network, overhead, latency, mean_bandwidth }
    }

    /// The time to move `bytes` from one cluster to another as one transfer; zero inside a cluster, and if there is nothing
    /// to move.
    pub fn time(&self, bytes: f64, from: usize, to: usize) -> Span {
        if from == to || bytes <= 0.0 {
            return Span::ZERO;
        }
        let latency = if self.latency { self.network.latency(from, to) } else { Span::ZERO };
        self.overhead + latency + self.network.transfer(bytes, from, to)
    }

    /// Bytes a second between two clusters.
    pub fn bandwidth(&self, from: usize, to: usize) -> f64 {
        self.network.bandwidth(from, to)
    }

    /// The seconds that `bytes` take at the mean bandwidth of all pairs of clusters; 0 if there is only one.
    pub fn mean_seconds(&self, bytes: f64) -> f64 {
        if self.mean_bandwidth > 0.0 { bytes / self.mean_bandwidth } else { 0.0 }
    }
}
