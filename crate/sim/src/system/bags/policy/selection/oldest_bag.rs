//! Selects the tasks of the oldest bag.

use super::{Selection, TurnShare, VALUES};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

/// The policy in the catalog.
pub(super) const OLDEST_BAG: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("oldest-bag", "Oldest bag (S-BoT)")
        .summary(
            "FCFS over bags: selects all tasks of the oldest bag and, once these are dispatched, those of \
             the next bag.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-BoT)")
        .when_to_use(
            "Suited to fairness by arrival: bags complete roughly in order of submission. Small bags wait \
             behind large ones.",
        )
        .pseudocode(concat!(
            "when the next selection is due:\n",
            "  b ← bag submitted first, among bags with waiting tasks\n",
            "  select all waiting tasks of b",
        )),
    make: |_| Box::new(OldestBag),
};

static RULE: Rule = Rule::with_values(
    "oldest-bag",
    &VALUES,
    "Task {job} is selected: among bags with waiting tasks, bag {bag} was submitted first.",
)
.leading();

struct OldestBag;

impl Selection for OldestBag {
    fn turn_share(&self) -> TurnShare {
        TurnShare::Bag
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
