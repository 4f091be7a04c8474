//! Sends the next task to the fastest idle processor.

use super::{ClusterView, Scheduling, VALUES};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const FASTEST_FIRST: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("fastest-first", "Fastest processor first (FPF)")
        .summary("Assigns tasks in queue order to the fastest idle processor. Needs no runtimes.")
        .source("Sonmez 2010, section 5.1.4 (FPF: processors are known)")
        .when_to_use(
            "Suited to processors of different speeds if runtimes are unknown. A long task late in the \
             queue can run on a slow processor.",
        )
        .pseudocode(concat!(
            "while a selected task waits and some processor is idle\n",
            "  t ← next selected task in the order of the queue\n",
            "  c ← fastest cluster with idle processors; ties: first cluster\n",
            "  send t to c",
        )),
    make: |_| Box::new(FastestFirst),
};

static RULE: Rule = Rule::with_values(
    "fastest-first",
    &VALUES,
    "Task {job} is next in order and goes to {cluster}, which has the fastest idle processor, of speed \
     {speed:number}.",
)
.scored("speed", false);

struct FastestFirst;

impl Scheduling for FastestFirst {
    fn cluster_score(&self, _: Span, _: usize, seen: &ClusterView, _: Time) -> f64 {
        seen.speed
    }

    fn prefers_highest(&self) -> bool {
        true
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
