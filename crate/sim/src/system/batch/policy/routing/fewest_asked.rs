//! Sends a job to the cluster with the lowest node demand.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: the nodes requested by its running and waiting jobs are the smallest \
     share of its nodes.",
);

/// The cluster with the lowest node demand in proportion to its size.
pub(super) const FEWEST_ASKED: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("fewest-asked", "Load balancing (LB)")
        .lacks(&["queue", "predictions"])
        .summary(
            "Sends each job to the cluster whose running and waiting jobs need the smallest share of its \
             nodes. Ignores runtimes.",
        )
        .source("Sonmez 2010, section 7.4.2: LB")
        .when_to_use(
            "Choose it where runtimes are unknown: it balances the number of requested nodes. A job of \
             seconds weighs as much as one of days.",
        )
        .pseudocode(concat!(
            "for each cluster c with nodes(c) ≥ nodes(job)\n",
            "  load(c) ← Σ nodes(j) over its running and waiting jobs j / nodes(c)\n",
            "send the job to the cluster with the lowest load; ties: first cluster",
        )),
    make: |_| Box::new(FewestAsked),
};

struct FewestAsked;

impl RoutingPolicy for FewestAsked {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, _: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        match sites[index].up_nodes() {
            0 => f64::NEG_INFINITY,
            nodes => -f64::from(sites[index].asked) / f64::from(nodes),
        }
    }
}
