//! Custom clusters in a scenario, and the network between them.

use super::{Cluster, Machine, Network, Platform};
use crate::diagnostic::Diagnostic;
use crate::entry::document::{Agree, Datum, Defaults, Document, List, NODES, Notes, SPEED, Shape, Stored};
use crate::entry::limits;
use crate::time::Span;
use std::collections::BTreeMap;

/// A list with at least one element.
const fn non_empty_list(
    of: Shape,
    most: usize,
    things: &'static str,
    missing: &'static str,
    hint: &'static str,
) -> List {
    List { of, least: 1, most, things, missing, hint, column: false }
}

/// Numbers for each pair of clusters.
const fn number_row(of: Shape) -> List {
    List { least: 0, ..non_empty_list(of, limits::CLUSTERS, "numbers", "", "") }
}

const MB_S: Shape = Shape::Number(limits::BANDWIDTH.0, limits::BANDWIDTH.1);
const MS: Shape = Shape::Number(limits::LATENCY.0, limits::LATENCY.1);
const AMOUNT_MB_S: Shape = Shape::OrList(&[MB_S, Shape::List(&number_row(Shape::List(&number_row(MB_S))))]);
const AMOUNT_MS: Shape = Shape::OrList(&[MS, Shape::List(&number_row(Shape::List(&number_row(MS))))]);
const MACHINES: Shape =
    Shape::List(&non_empty_list(Machine::SHAPE, limits::MACHINES, "machines", "machines", ""));
const CLUSTERS: Shape = Shape::List(&non_empty_list(
    CustomCluster::SHAPE,
    limits::CLUSTERS,
    "clusters",
    "cluster",
    "Add {\"name\": \"A\", \"nodes\": 32}.",
));

/// Custom clusters.
#[derive(Clone, Debug, Document, PartialEq)]
#[document(agree)]
pub struct CustomClusters {
    /// Clusters.
    #[field(
        is = CLUSTERS,
        need = "Write \"preset\": \"one-cluster\", or \"clusters\": [{\"name\": \"A\", \"nodes\": 32}]."
    )]
    pub clusters: Vec<CustomCluster>,
    /// Network between the clusters.
    #[field(default = CustomNetwork::default())]
    pub network: CustomNetwork,
}

/// A cluster: a number of identical nodes, or a list of machines.
#[derive(Clone, Debug, Document, PartialEq)]
#[document(agree, defaults)]
pub struct CustomCluster {
    /// Name of the cluster, unique in the platform.
    #[field(optional)]
    pub name: String,
    /// Number of nodes.
    #[field(is = NODES, optional)]
    pub nodes: Option<u32>,
    /// Speed of the nodes; 1 is the reference.
    #[field(is = SPEED, default = 1.0)]
    pub speed: f64,
    /// List of the nodes, if they differ.
    #[field(is = MACHINES, optional)]
    pub machines: Vec<Machine>,
}

/// The network: one number for all links, or one row per cluster (the diagonal is inside a cluster).
#[derive(Clone, Debug, Document, PartialEq)]
#[document(default)]
pub struct CustomNetwork {
    /// Bandwidth in MB/s.
    #[field(is = AMOUNT_MB_S, default = Amount::Uniform(100.0))]
    pub bandwidth_mb_s: Amount,
    /// Latency in ms.
    #[field(is = AMOUNT_MS, default = Amount::Uniform(0.5))]
    pub latency_ms: Amount,
}

/// One number for all pairs of clusters, or one row per cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// One amount for all pairs.
    Uniform(f64),
    /// From the cluster of the row to that of the column.
    Matrix(Vec<Vec<f64>>),
}

impl Stored for Amount {
    fn read(from: &Datum) -> Self {
        match from.variant() {
            (0, one) => Self::Uniform(f64::read(one)),
            (_, rows) => Self::Matrix(Vec::read(rows)),
        }
    }

    fn write(&self) -> Datum {
        match self {
            Self::Uniform(one) => Datum::Variant(0, Box::new(one.write())),
            Self::Matrix(rows) => Datum::Variant(1, Box::new(rows.write())),
        }
    }
}

impl Amount {
    /// The amounts for `n` clusters, row by row.
    fn matrix(&self, n: usize) -> Vec<f64> {
        match self {
            Self::Uniform(x) => vec![*x; n * n],
            Self::Matrix(rows) => rows.concat(),
        }
    }

    /// Checks that a matrix has a row and a column for each of `n` clusters.
    fn check_size(&self, key: &str, n: usize, notes: &mut Notes<'_>) {
        let Self::Matrix(rows) = self else { return };
        if rows.len() != n {
            let count = rows.len();
            let message = format!(
                "found a list of {count} for {n} clusters; one row of numbers per cluster is required"
            );
            let hint = "Write one number if all values are equal.";
            notes.error(&format!("/network/{key}"), message, hint);
            return;
        }
        for (row, i) in rows.iter().zip(0..).filter(|(row, _)| row.len() != n) {
            let message = format!("found a row of length {} for {n} clusters", row.len());
            notes.error(&format!("/network/{key}/{i}"), message, "");
        }
    }
}

impl Agree for CustomClusters {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
        for (cluster, i) in self.clusters.iter_mut().zip(1..) {
            if cluster.name.is_empty() {
                cluster.name = format!("Cluster {i}");
            }
            let first = *firsts.entry(cluster.name.clone()).or_insert(i);
            if first < i {
                let message = format!("the name {:?} is already used by cluster {first}", cluster.name);
                let place = format!("/clusters/{}/name", i - 1);
                notes.error(&place, message, "Give each cluster a different name.");
            }
        }
        let nodes: i64 = self.clusters.iter().filter_map(|cluster| cluster.nodes).map(i64::from).sum();
        if nodes > limits::NODES {
            let most = limits::NODES;
            let message = format!("the clusters have {nodes} nodes in total; at most {most} are allowed");
            notes.error("/clusters", message, "");
        }
        let n = self.clusters.len();
        self.network.bandwidth_mb_s.check_size("bandwidth_mb_s", n, notes);
        self.network.latency_ms.check_size("latency_ms", n, notes);
    }
}

impl Agree for CustomCluster {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let mut firsts: BTreeMap<&str, usize> = BTreeMap::new();
        for (machine, i) in self.machines.iter().zip(0..).filter(|(machine, _)| !machine.name.is_empty()) {
            let first = *firsts.entry(&machine.name).or_insert(i);
            if first < i {
                notes.add_if_room(false, &format!("/machines/{i}/name"), || {
                    let message =
                        format!("the name {:?} is already used by machine {}", machine.name, first + 1);
                    Diagnostic::warning(message).hint("Give each machine a different name.")
                });
            }
        }
        let count = self.machines.len() as u32;
        match self.nodes {
            Some(nodes) if count > 0 && nodes != count => {
                let message = format!("found {nodes}, but the cluster has {count} machines");
                notes.error("/nodes", message, "Leave it out.");
            }
            Some(_) => {}
            None if count > 0 => self.nodes = Some(count),
            // The number of machines is unknown if they have errors.
            None if notes.is_wrong("machines") || notes.is_wrong("nodes") => {}
            None => notes.missing("nodes", "Add \"nodes\": 32."),
        }
    }
}

impl Defaults for CustomCluster {
    fn defaults(&self) -> Self {
        let nodes = Some(self.machines.len() as u32).filter(|&count| count > 0);
        Self { name: String::new(), nodes, speed: 1.0, machines: Vec::new() }
    }
}

impl CustomClusters {
    /// The platform for systems.
    pub fn platform(&self) -> Platform {
        let n = self.clusters.len();
        let bandwidth = self.network.bandwidth_mb_s.matrix(n).iter().map(|mb| mb * 1e6).collect();
        let latency =
            self.network.latency_ms.matrix(n).iter().map(|ms| Span::from_seconds(ms / 1e3)).collect();
        let cluster = |own: &CustomCluster| {
            let machines = own.machines.iter().map(Machine::with_hours_within_one_day).collect();
            Cluster { machines, ..Cluster::homogeneous(own.name.clone(), own.nodes.unwrap_or(0), own.speed) }
        };
        Platform {
            clusters: self.clusters.iter().map(cluster).collect(),
            network: Network::from_matrices(n, bandwidth, latency),
        }
    }
}
