//! Jobs stay where their users are.

use super::{Arrival, RoutingPolicy, Site};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} went to {cluster}: its home, or where it has none or is too large for it, the least loaded.",
);

/// The home cluster, else the least loaded.
pub(super) const HOME: Maker<dyn RoutingPolicy> = Maker {
    entry: Entry::new("home", "Home cluster")
        .summary(
            "Each job runs on the cluster it was submitted to. A job with no home, or too large for \
             it, goes to the least loaded cluster that can hold it.",
        )
        .source("Sonmez 2010, section 1.1: clusters without a grid scheduler"),
    make: |_| Box::new(Home),
};

struct Home;

impl RoutingPolicy for Home {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[Site]) -> f64 {
        if job.home == Some(index) { f64::INFINITY } else { -sites[index].backlog_s }
    }
}
