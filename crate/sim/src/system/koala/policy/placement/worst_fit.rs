//! Worst Fit: each component on the cluster with the most idle nodes, which leaves room everywhere.

use super::{Component, GridView, PlacementPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const WORST_FIT: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("worst-fit", "Worst Fit")
        .summary(
            "Places each component, largest first, on the cluster with the most idle nodes; does not split \
             flexible jobs. Balances the load; may co-allocate even a job that fits on one cluster.",
        )
        .source("Sonmez 2010, section 2.3.1")
        .when_to_use(
            "Balances the load and leaves room on every cluster, which suits jobs with little \
             communication. It may co-allocate a job that fits on one cluster.",
        )
        .pseudocode(concat!(
            "for each component k of the job, largest first\n",
            "  c ← cluster with the most idle nodes left; ties: first cluster\n",
            "  if nodes(k) > idle nodes left on c then\n",
            "    place nothing: the job waits\n",
            "  place k on c",
        )),
    make: |_| Box::new(WorstFit),
};

struct WorstFit;

impl PlacementPolicy for WorstFit {
    fn rule(&self) -> &Rule {
        &RULE
    }
}

static RULE: Rule = Rule::new(
    "worst-fit",
    "Job {job} is placed where the most nodes are idle, {cluster} first. The score is the number of idle \
     nodes.",
);

/// The cluster with the most nodes left, the first among ties, and their number.
pub(super) fn most_left(view: &GridView, taken: &[Component]) -> Option<(usize, u32)> {
    let left = (0..view.idle.len()).map(|cluster| (cluster, view.unclaimed_nodes(taken, cluster)));
    left.reduce(|best, next| if next.1 > best.1 { next } else { best })
}
