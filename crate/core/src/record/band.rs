//! The rows of a chart: clusters, and their machines where they have names.

use super::{SubjectId, Trace};
use crate::platform::Cluster;
use serde::Serialize;
use ts_rs::TS;

/// The rows of a cluster in the chart.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Band {
    /// The cluster's name.
    pub name: String,
    /// Its first row.
    pub first_row: u32,
    /// Number of rows.
    pub rows: u32,
    /// The speed of its nodes; if they differ, of machines of speed 1 in it.
    pub speed: f64,
    /// The names of its machines, one per row; empty if they have no names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub names: Vec<String>,
    /// The speed of each of its machines, one per row; empty if they are equal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub speeds: Vec<f64>,
}

impl Band {
    /// The rows of a cluster, the first of which is `first_row`.
    pub(super) fn from_cluster(cluster: &Cluster, first_row: u32) -> Self {
        let machines = &cluster.machines;
        let named = machines.iter().any(|machine| !machine.name.is_empty());
        let names = machines.iter().filter(|_| named).map(|machine| machine.name.clone());
        let alike = machines.windows(2).all(|pair| (pair[0].speed - pair[1].speed).abs() < 1e-12);
        let speeds = (0..cluster.nodes).filter(|_| !alike).map(|node| cluster.node_speed(node));
        Self {
            name: cluster.name.clone(),
            first_row,
            rows: cluster.nodes,
            speed: if alike { cluster.node_speed(0) } else { cluster.speed },
            names: names.collect(),
            speeds: speeds.collect(),
        }
    }
}

impl Trace {
    /// The name of the machine of a row; empty if it has none.
    pub fn row_name(&self, row: u32) -> &str {
        let band = self.cluster_at(row).map(|at| &self.bands[at]);
        band.and_then(|band| band.names.get((row - band.first_row) as usize)).map_or("", String::as_str)
    }

    /// The cluster to which a subject was sent.
    pub fn band_of(&self, subject: SubjectId) -> Option<&Band> {
        self.bands.get(usize::from(self.subjects.cluster[subject as usize]))
    }
}
