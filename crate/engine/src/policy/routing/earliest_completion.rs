//! Where the job would end first.

use super::{Arrival, RoutingPolicy, Site};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

static RULE: Rule = Rule::new(
    "route",
    "Job {job} went to {cluster}: if jobs ran as long as predicted, first come, first served, it would end there first.",
);

/// The cluster where a job is predicted to end first.
pub(super) const EARLIEST_COMPLETION: Maker<dyn RoutingPolicy> = Maker {
    entry: Entry::new("earliest-completion", "Earliest completion (ECT)")
        .summary(
            "The cluster where the predicted wait and the predicted run time of the job are shortest together; of equal \
             ones the fastest.",
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
