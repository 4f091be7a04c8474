//! Where the job would end first.

use super::{Arrival, RoutingPolicy, Site};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} was sent to {cluster}: earliest completion time, assuming FCFS and predicted runtimes.",
);

/// The cluster where a job is predicted to end first.
pub(super) const EARLIEST_COMPLETION: Maker<dyn RoutingPolicy> = Maker {
    entry: Entry::new("earliest-completion", "Earliest completion time (ECT)")
        .summary(
            "Sends each job to the cluster with the earliest predicted completion time (predicted wait plus \
             predicted runtime); ties go to the fastest cluster.",
        )
        .source("Sonmez 2010, section 7.4.2: ECT-Last2, and ECT-Perfect with exact estimates"),
    make: |_| Box::new(EarliestCompletion),
};

/// What the faster of two equal clusters is ahead by, a unit of speed: less than the clock can tell.
const FASTER_S: f64 = 1e-7;

struct EarliestCompletion;

impl RoutingPolicy for EarliestCompletion {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn foresees(&self) -> bool {
        true
    }

    fn score(&mut self, _: &Arrival, index: usize, sites: &[Site]) -> f64 {
        let (wait, run) = sites[index].foreseen_s;
        FASTER_S * sites[index].speed - (wait + run)
    }
}
