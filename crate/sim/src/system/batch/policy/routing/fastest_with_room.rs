//! Sends a job to the fastest cluster on which it can start immediately.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: the fastest cluster with an empty queue and enough free nodes, or the \
     least loaded if there is none.",
);

/// Higher than any score of a backlog.
const ROOM: f64 = 1e15;

/// The fastest cluster with room now, else the least loaded.
pub(super) const FASTEST_WITH_ROOM: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("fastest-with-room", "Fastest cluster with room")
        .lacks(&["queue", "predictions"])
        .summary(
            "Sends each job to the fastest cluster with an empty queue and enough free nodes; if there is \
             none, to the least loaded.",
        )
        .source("Sonmez 2010, section 6.1.3 (All-Clusters, without file transfers)")
        .when_to_use(
            "Suited to clusters of different speeds at low to moderate load. At high load few clusters have \
             room, and it behaves like Least loaded.",
        )
        .pseudocode(concat!(
            "R ← clusters with an empty queue and free nodes ≥ nodes(job)\n",
            "if R is not empty then\n",
            "  send the job to the fastest cluster of R\n",
            "else\n",
            "  send it to the large-enough cluster with the smallest backlog\n",
            "ties: first cluster",
        )),
    make: |_| Box::new(FastestWithRoom),
};

struct FastestWithRoom;

impl RoutingPolicy for FastestWithRoom {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        let site = &sites[index];
        if site.queued == 0 && site.free >= job.nodes { ROOM + site.speed } else { -site.backlog_s }
    }
}
