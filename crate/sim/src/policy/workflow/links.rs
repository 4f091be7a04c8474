//! Transfer times of files between clusters.

use ganttlet_core::platform::Network;
use ganttlet_core::time::Span;

/// The network between clusters in the workflow experiments: no contention, no cost inside a cluster.
#[derive(Clone, Debug)]
pub struct Links {
    network: Network,
    overhead: Span,
    latency: bool,
    mean_bandwidth: f64,
    /// Overhead of each transfer beside its bytes, in seconds: the mean over all pairs of clusters.
    mean_start_up: f64,
}

impl Links {
    /// Links of this network; each transfer has an `overhead` beside its bytes, and the latency if `latency` is true.
    pub fn new(network: Network, overhead: Span, latency: bool) -> Self {
        let mean_bandwidth = network.mean_bandwidth();
        let mean_start_up = overhead.seconds() + if latency { network.mean_latency() } else { 0.0 };
        Self { network, overhead, latency, mean_bandwidth, mean_start_up }
    }

    /// The time to move `bytes` from one cluster to another as one transfer; zero inside a cluster or without data.
    pub fn transfer_time(&self, bytes: f64, from: usize, to: usize) -> Span {
        if from == to || bytes <= 0.0 {
            return Span::ZERO;
        }
        let latency = if self.latency { self.network.latency(from, to) } else { Span::ZERO };
        self.overhead + latency + self.network.transfer_time(bytes, from, to)
    }

    /// The overhead of a transfer beside its bytes.
    pub fn start_up(&self, from: usize, to: usize) -> Span {
        let latency = self.latency && from != to;
        self.overhead + if latency { self.network.latency(from, to) } else { Span::ZERO }
    }

    /// Bytes a second between two clusters.
    pub fn bandwidth(&self, from: usize, to: usize) -> f64 {
        self.network.bandwidth(from, to)
    }

    /// The seconds that `bytes` take at the mean bandwidth over all pairs of clusters, without the overhead of a
    /// transfer; 0 with a single cluster.
    pub fn seconds_at_mean_bandwidth(&self, bytes: f64) -> f64 {
        if self.mean_bandwidth > 0.0 { bytes / self.mean_bandwidth } else { 0.0 }
    }

    /// The mean communication cost of an edge that carries `bytes`, in seconds: the mean start-up of a transfer, plus
    /// its bytes at the mean bandwidth (Topcuoglu, Hariri, Wu 2002, equation 5); 0 without data, or with a single
    /// cluster.
    pub fn mean_communication_seconds(&self, bytes: f64) -> f64 {
        if self.mean_bandwidth <= 0.0 || bytes <= 0.0 {
            return 0.0;
        }
        self.mean_start_up + bytes / self.mean_bandwidth
    }
}
