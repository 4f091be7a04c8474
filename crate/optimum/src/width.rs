//! Width maps: alternative counts of nodes under which every feasible schedule remains feasible (dual feasible
//! functions).

use serde::Serialize;
use std::collections::BTreeSet;

/// Maximum number of parameters of each kind of map.
const MOST_PARAMETERS: usize = 16;

/// A map of node counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "map", rename_all = "kebab-case")]
pub enum WidthMap {
    /// Each job counts with its number of nodes.
    Identity,
    /// Jobs that leave fewer than `share` nodes count as all nodes, and those of fewer than `share` nodes as none.
    Cut {
        /// Number of nodes.
        share: i64,
    },
    /// Jobs of more than half the nodes run one after the other.
    Exclusive,
    /// Jobs are counted in groups of `share` nodes (Carlier, Clautiaux and Moukrim).
    Share {
        /// Number of nodes.
        share: i64,
    },
}

impl WidthMap {
    /// The count of a job of `nodes` nodes on a cluster of `size` nodes.
    pub fn count(self, nodes: i64, size: i64) -> i64 {
        match self {
            Self::Cut { share } if nodes > size - share => size,
            Self::Cut { share } if nodes < share => 0,
            Self::Identity | Self::Cut { .. } => nodes,
            Self::Exclusive => i64::from(2 * nodes > size),
            Self::Share { share } if 2 * nodes > size => 2 * (size / share - (size - nodes) / share),
            Self::Share { share } if 2 * nodes == size => size / share,
            Self::Share { share } => 2 * (nodes / share),
        }
    }

    /// The count of the cluster.
    pub fn capacity(self, size: i64) -> i64 {
        match self {
            Self::Identity | Self::Cut { .. } => size,
            Self::Exclusive => 1,
            Self::Share { share } => 2 * (size / share),
        }
    }
}

/// The counts of a list of jobs under a map.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    pub(crate) map: WidthMap,
    pub(crate) capacity: i64,
    /// The count of each job.
    pub(crate) of: Vec<i64>,
}

impl Counts {
    /// The counts under a map.
    pub(crate) fn new(map: WidthMap, size: i64, widths: &[i64]) -> Self {
        let of = widths.iter().map(|&nodes| map.count(nodes, size)).collect();
        Self { map, capacity: map.capacity(size), of }
    }

    /// The counts of the identity.
    pub(crate) fn identity(size: i64, widths: &[i64]) -> Self {
        Self::new(WidthMap::Identity, size, widths)
    }

    /// The counts under each map, without duplicates. The first is the identity.
    pub(crate) fn of_all_maps(size: i64, widths: &[i64]) -> Vec<Self> {
        width_maps(size, widths).into_iter().map(|map| Self::new(map, size, widths)).collect()
    }
}

/// The useful maps for jobs of these widths; the first is the identity.
pub fn width_maps(size: i64, widths: &[i64]) -> Vec<WidthMap> {
    let distinct: BTreeSet<i64> = widths.iter().copied().collect();
    let mut parameters: BTreeSet<i64> =
        distinct.iter().flat_map(|&nodes| [nodes, size - nodes, size - nodes + 1]).collect();
    parameters.insert(size / 2);
    let parameters: Vec<i64> =
        parameters.into_iter().filter(|&c| c >= 1 && c <= size / 2).take(MOST_PARAMETERS).collect();
    let cuts = parameters.iter().map(|&share| WidthMap::Cut { share });
    let shares = parameters.iter().filter(|&&share| share > 1).map(|&share| WidthMap::Share { share });
    let maps = [WidthMap::Identity].into_iter().chain(cuts).chain([WidthMap::Exclusive]).chain(shares);
    let mut counted: Vec<(Vec<i64>, i64)> = Vec::new();
    let mut distinct_maps = Vec::new();
    for map in maps {
        let counts = distinct.iter().map(|&nodes| map.count(nodes, size)).collect();
        let key = (counts, map.capacity(size));
        if key.1 > 0 && !counted.contains(&key) {
            counted.push(key);
            distinct_maps.push(map);
        }
    }
    distinct_maps
}
