//! Sends a job to the cluster with the least remaining work per node.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: least remaining work by the estimates, relative to its number of nodes \
     and their speed.",
);

/// The cluster with the least estimated work per node.
pub(super) const LEAST_LOADED: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("least-loaded", "Least loaded")
        .lacks(&["queue", "predictions"])
        .summary(
            "Sends each job to the cluster with the smallest backlog. Backlog: the time for which queued and \
             running jobs would, by their estimates, occupy all nodes of a cluster.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 5",
        )
        .when_to_use(
            "A good general choice where clusters differ in size or speed and estimates are available. It \
             balances work, not wait times: a wide job can still wait long.",
        )
        .pseudocode(concat!(
            "for each cluster c with nodes(c) ≥ nodes(job)\n",
            "  work ← Σ nodes(j) × estimate(j) over the queued jobs j of c\n",
            "  work ← work + Σ nodes(j) × remaining estimate(j) over running jobs j\n",
            "  backlog(c) ← work / nodes(c)\n",
            "send the job to the cluster with the smallest backlog\n",
            "ties: first cluster",
        )),
    make: |_| Box::new(LeastLoaded),
};

struct LeastLoaded;

impl RoutingPolicy for LeastLoaded {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, _: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        -sites[index].backlog_s
    }
}
