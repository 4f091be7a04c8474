//! Adaptive co-allocation: only over as few clusters as the application can bear.

use super::flexible_cluster_minimization::fewest;
use super::{Ask, Component, PlacementPolicy, View};
use crate::entry::{Entry, Kind, Parameter};
use crate::rule::Rule;

/// A factor on the run time.
const fn factor(id: &'static str, name: &'static str, doc: &'static str, default: f64) -> Parameter {
    Parameter { id, name, doc, unit: "", kind: Kind::Number { min: 1.0, max: 100.0, default } }
}

/// The policy in the catalog.
pub(super) const ADAPTIVE_CO_ALLOCATION: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "adaptive-co-allocation",
        name: "Adaptive co-allocation",
        summary: "As Flexible Cluster Minimization, but a job is only split if it is assumed to take at most so many \
                  times as long as on one cluster; else it waits. The scheduler does not know the applications: what \
                  several clusters cost is assumed, the same for all jobs.",
        source: "the rule of Ernemann et al. as told in Sonmez 2010, section 2.8",
        parameters: &[
            factor(
                "slow_down_accepted",
                "Accepted slow-down",
                "The largest factor on the run time for which a job is split over clusters.",
                1.25,
            ),
            factor(
                "slow_down_2",
                "On 2 clusters",
                "The assumed factor on the run time on two clusters.",
                1.12,
            ),
            factor(
                "slow_down_3",
                "On 3 clusters",
                "The assumed factor on the run time on three clusters.",
                1.25,
            ),
            factor("slow_down_4", "On 4 or more", "The assumed factor on four clusters and more.", 1.4),
        ],
    },
    rule: &Rule {
        id: "split-if-cheap",
        sentence: "Job {job} is placed on as few clusters as possible, {cluster} first, as they do not slow it down too \
                   much; the score is the number of idle nodes.",
    },
    components: None,
    split: Some(split),
    score: |_, view, cluster| f64::from(view.idle[cluster]),
};

fn split(ask: &Ask, view: &View, into: &mut Vec<Component>) -> bool {
    if !fewest(view, ask.nodes, usize::MAX, into) {
        return false;
    }
    let assumed = match into.len() {
        0 | 1 => return true,
        2 => "slow_down_2",
        3 => "slow_down_3",
        _ => "slow_down_4",
    };
    ask.settings.number(assumed) <= ask.settings.number("slow_down_accepted")
}
