//! Flexible Cluster Minimization: as few clusters as possible, so that few messages pass between clusters.

use super::{Component, PlacementPolicy, View};
use crate::entry::{Entry, Kind, Parameter};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const FLEXIBLE_CLUSTER_MINIMIZATION: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "flexible-cluster-minimization",
        name: "Flexible Cluster Minimization",
        summary: "A flexible job takes all idle nodes of the cluster with most of them, then of the next, until it has \
                  enough: as few clusters as possible. Components whose sizes are given are placed by Worst Fit.",
        source: "Sonmez 2010, section 2.3.2; the limit: section 2.5.3",
        parameters: &[Parameter {
            id: "most_clusters",
            name: "Most clusters",
            doc: "A job that would need more clusters than this has to wait; 0 for no limit.",
            unit: "clusters",
            kind: Kind::Integer { min: 0, max: 1000, default: 0 },
        }],
    },
    rule: &Rule {
        id: "fewest-clusters",
        sentence: "Job {job} is placed on as few clusters as possible, {cluster} with most idle nodes first; the score \
                   is the number of idle nodes.",
    },
    components: None,
    split: Some(|ask, view, into| {
        let limit = ask.settings.integer("most_clusters");
        fewest(view, ask.nodes, if limit == 0 { usize::MAX } else { limit as usize }, into)
    }),
    score: |_, view, cluster| f64::from(view.idle[cluster]),
};

/// Splits a job over the fewest clusters, at most `most`: all idle nodes of each, the one with most of them first.
pub(super) fn fewest(view: &View, nodes: u32, most: usize, into: &mut Vec<Component>) -> bool {
    view.has(nodes) && view.fill(nodes, most, |cluster| Some((-i64::from(view.idle[cluster]), 0)), into)
}
