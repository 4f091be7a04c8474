//! The state of the links as policies know it.

/// What is known of the links between the clusters, as of the last sample. Between two clusters it is the mean of both
/// directions. Matrices are square, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkState {
    /// Number of clusters.
    pub clusters: usize,
    /// Messages that a link carries at full rate at once.
    pub width: f64,
    /// What a link carries when it is free, in Mb/s.
    pub total: Vec<f64>,
    /// Its latency, in seconds.
    pub latency: Vec<f64>,
    /// What is left of it for one message, in Mb/s.
    pub available: Vec<f64>,
    /// By how much that is expected to change, in Mb/s: the mean of its last changes.
    pub change: Vec<f64>,
    /// The mean size of its last changes, in Mb/s.
    pub swing: Vec<f64>,
}

impl LinkState {
    /// A number of the link between two clusters.
    pub(in crate::system) fn of(&self, matrix: &[f64], a: usize, b: usize) -> f64 {
        matrix[a * self.clusters + b]
    }

    /// The mean of something over all other clusters than this one; of the cluster itself if there is no other.
    pub(in crate::system) fn mean(&self, cluster: usize, of: impl Fn(usize) -> f64) -> f64 {
        if self.clusters < 2 {
            return of(cluster);
        }
        let others = (0..self.clusters).filter(|&other| other != cluster);
        others.map(of).sum::<f64>() / (self.clusters - 1) as f64
    }
}
