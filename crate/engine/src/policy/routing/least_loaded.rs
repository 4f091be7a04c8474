//! Where the least work is waiting.

use super::{Arrival, RoutingPolicy, Site};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: least remaining work by the estimates, relative to its number of nodes \
     and their speed.",
);

/// The cluster with the least estimated work a node.
pub(super) const LEAST_LOADED: Maker<dyn RoutingPolicy> = Maker {
    entry: Entry::new("least-loaded", "Least loaded")
        .summary(
            "Sends each job to the cluster with the smallest backlog. Backlog: the time for which queued and \
             running jobs would, by their estimates, occupy all nodes of a cluster.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 5",
        ),
    make: |_| Box::new(LeastLoaded),
};

struct LeastLoaded;

impl RoutingPolicy for LeastLoaded {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, _: &Arrival, index: usize, sites: &[Site]) -> f64 {
        -sites[index].backlog_s
    }
}
