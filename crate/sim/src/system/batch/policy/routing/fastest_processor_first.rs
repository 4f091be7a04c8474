//! Sends a job to the fastest cluster with room; jobs without room are held at the grid.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule =
    Rule::new("route", "Job {job} was sent to {cluster}: the fastest cluster with enough free nodes now.");

/// The fastest cluster with room now; jobs without room are held at the grid.
pub(super) const FASTEST_PROCESSOR_FIRST: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("fastest-processor-first", "Fastest processor first (FPF)")
        .lacks(&["predictions"])
        .summary(
            "Keeps jobs in one queue of the grid. The first job that fits on a cluster is sent to the \
             fastest such cluster; ties go to the one with the most free nodes. Jobs that do not fit are \
             overtaken, so wide jobs can wait long.",
        )
        .source("Sonmez 2010, section 7.4.2: FPF; overtaking in the queue is our interpretation")
        .when_to_use(
            "Suited to clusters of different speeds where jobs may wait in one central queue; it needs no \
             runtimes. Wide jobs can starve, as narrower ones overtake them.",
        )
        .pseudocode(concat!(
            "at each arrival or end of a job:\n",
            "  for each job j of the grid queue in order of arrival\n",
            "    R ← clusters with at least nodes(j) nodes not in use or requested\n",
            "    if R is not empty then\n",
            "      send j to the fastest cluster of R\n",
            "      ties: most free nodes, then first cluster",
        )),
    make: |_| Box::new(FastestProcessorFirst),
};

/// Value of a free node, in units of speed: less than the difference of two speeds.
const FREE_NODE: f64 = 1e-12;

struct FastestProcessorFirst;

impl RoutingPolicy for FastestProcessorFirst {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn keeps_jobs_at_grid(&self) -> bool {
        true
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        let (speed, idle) = (sites[index].speed, sites[index].unclaimed_nodes());
        if idle >= job.nodes { speed + FREE_NODE * f64::from(idle) } else { f64::NAN }
    }
}
