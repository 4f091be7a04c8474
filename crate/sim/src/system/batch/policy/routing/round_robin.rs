//! Sends jobs to the clusters in turn.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule =
    Rule::new("route", "Job {job} was sent to {cluster}: the next cluster in turn that is large enough.");

/// The next cluster in turn that is large enough.
pub(super) const ROUND_ROBIN: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("round-robin", "Round robin")
        .lacks(&["queue", "predictions", "estimates"])
        .summary("Sends jobs to the clusters in turn; skips a cluster that is too small for the job.")
        .source("Sonmez 2010, section 6.1.3 (Round Robin)")
        .when_to_use(
            "A baseline that needs no information about clusters or jobs, except their sizes. It ignores \
             speeds and loads, so unequal clusters become unbalanced.",
        )
        .pseudocode(concat!(
            "first ← number of jobs submitted before, modulo the number of clusters\n",
            "for each cluster c in cyclic order, beginning with first\n",
            "  if nodes(job) ≤ nodes(c) then\n",
            "    send the job to c; stop",
        )),
    make: |_| Box::new(RoundRobin),
};

struct RoundRobin;

impl RoutingPolicy for RoundRobin {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        let turn = job.count as usize % sites.len();
        -(((index + sites.len() - turn) % sites.len()) as f64)
    }
}
