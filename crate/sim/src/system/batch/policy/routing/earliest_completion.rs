//! Sends a job to the cluster with the earliest predicted completion.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: earliest completion time, assuming FCFS and predicted runtimes.",
);

/// The cluster where a job is predicted to end first.
pub(super) const EARLIEST_COMPLETION: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new("earliest-completion", "Earliest completion time (ECT)")
        .lacks(&["queue"])
        .summary(
            "Sends each job to the cluster with the earliest predicted completion time (predicted wait plus \
             predicted runtime); ties go to the fastest cluster.",
        )
        .source("Sonmez 2010, section 7.4.2: ECT-Last2, and ECT-Perfect with exact estimates")
        .when_to_use(
            "Choose it where clusters differ in speed and runtimes are predictable: it weighs waiting \
             against speed. It assumes FCFS queues; with backfilling, predicted waits can be wrong.",
        )
        .pseudocode(concat!(
            "for each cluster c with nodes(c) ≥ nodes(job)\n",
            "  wait ← wait of the job behind all jobs of c, if served FCFS\n",
            "    and all jobs run for their predicted runtimes\n",
            "  completion(c) ← now + wait + predicted runtime of the job on c\n",
            "send the job to the cluster with the earliest completion\n",
            "ties: fastest cluster, then first cluster",
        )),
    make: |_| Box::new(EarliestCompletion),
};

/// Advantage of the faster of two equal clusters, per unit of speed: less than the resolution of the clock.
const FASTER_S: f64 = 1e-7;

struct EarliestCompletion;

impl RoutingPolicy for EarliestCompletion {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn needs_predictions(&self) -> bool {
        true
    }

    fn score(&mut self, _: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        let (wait, run) = sites[index].foreseen_s;
        FASTER_S * sites[index].speed - (wait + run)
    }
}
