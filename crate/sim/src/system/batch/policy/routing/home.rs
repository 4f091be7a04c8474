//! Sends jobs to the home cluster of their users.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: its home cluster, or the least loaded one if it has no home or does \
     not fit there.",
);

/// The home cluster, else the least loaded.
pub(super) const HOME: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("home", "Home cluster")
        .lacks(&["queue", "predictions", "estimates"])
        .summary(
            "Runs each job on the cluster to which it was submitted. A job without a home cluster, or too \
             large for it, is sent to the least loaded cluster that is large enough.",
        )
        .source("Sonmez 2010, section 1.1: clusters without a grid scheduler")
        .when_to_use(
            "The baseline without a grid scheduler: jobs stay on the cluster of their users. A busy cluster \
             cannot pass jobs to idle ones.",
        )
        .pseudocode(concat!(
            "if the home cluster of the job is known and large enough then\n",
            "  send the job to its home cluster\n",
            "else\n",
            "  send it to the large-enough cluster with the smallest backlog\n",
            "  ties: first cluster",
        )),
    make: |_| Box::new(Home),
};

struct Home;

impl RoutingPolicy for Home {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        if job.home == Some(index) { f64::INFINITY } else { -sites[index].backlog_s }
    }
}
