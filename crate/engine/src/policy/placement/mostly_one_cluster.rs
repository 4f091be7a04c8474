//! Mostly one cluster: co-allocation only if nearly all of the job fits into one cluster.

use super::PlacementPolicy;
use super::flexible_cluster_minimization::fewest;
use crate::entry::{Entry, Kind, Parameter};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const MOSTLY_ONE_CLUSTER: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "mostly-one-cluster",
        name: "Mostly one cluster",
        summary: "As Flexible Cluster Minimization, but a job is only split if a large part of it fits into one \
                  cluster; else it waits.",
        source: "the rule of Jones et al. as told in Sonmez 2010, section 2.8",
        parameters: &[Parameter {
            id: "largest_part_min",
            name: "Smallest largest part",
            doc: "The part of the job, 0 to 1, that has to fit into one cluster.",
            unit: "",
            kind: Kind::Number { min: 0.0, max: 1.0, default: 0.85 },
        }],
    },
    rule: &Rule {
        id: "mostly-one-cluster",
        sentence: "Job {job} is placed on as few clusters as possible, most of it on {cluster}; the score is the number \
                   of idle nodes.",
    },
    components: None,
    split: Some(|ask, view, into| {
        let largest = view.idle.iter().copied().max().unwrap_or(0).min(ask.nodes);
        // A share like 0.85 is not exact in binary: a part of exactly that share counts.
        let enough = ask.settings.number("largest_part_min") * f64::from(ask.nodes) - 1e-6;
        f64::from(largest) >= enough && fewest(view, ask.nodes, usize::MAX, into)
    }),
    score: |_, view, cluster| f64::from(view.idle[cluster]),
};
