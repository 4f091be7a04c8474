//! The state of the links as policies know it.

/// The known state of the links between the clusters, as of the last sample. For two clusters it is the mean of both
/// directions. Matrices are square, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkState {
    /// Number of clusters.
    pub clusters: usize,
    /// Number of messages that a link carries at full rate simultaneously.
    pub width: f64,
    /// Bandwidth of an idle link, in Mb/s.
    pub total: Vec<f64>,
    /// Its latency, in seconds.
    pub latency: Vec<f64>,
    /// Available bandwidth for one message, in Mb/s.
    pub available: Vec<f64>,
    /// Expected change of the available bandwidth, in Mb/s: the mean of its last changes.
    pub change: Vec<f64>,
    /// The mean absolute value of its last changes, in Mb/s.
    pub swing: Vec<f64>,
}

impl LinkState {
    /// The value of the link between two clusters.
    pub(in crate::system) fn of(&self, matrix: &[f64], a: usize, b: usize) -> f64 {
        matrix[a * self.clusters + b]
    }

    /// The mean value over all other clusters; for the cluster itself if there is no other.
    pub(in crate::system) fn mean(&self, cluster: usize, of: impl Fn(usize) -> f64) -> f64 {
        if self.clusters < 2 {
            return of(cluster);
        }
        let others = (0..self.clusters).filter(|&other| other != cluster);
        others.map(of).sum::<f64>() / (self.clusters - 1) as f64
    }
}
