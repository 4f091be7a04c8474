//! Selects all waiting tasks.

use super::{Selection, TurnShare};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

/// The policy in the catalog.
pub(super) const ALL_TASKS: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("all-tasks", "All waiting tasks (S-T)")
        .lacks(&["choice"])
        .summary("Considers all waiting tasks, regardless of bag or user; new arrivals join the set.")
        .source("Sonmez 2010, section 5.1.3 (S-T)")
        .when_to_use(
            "The baseline without fairness: the scheduling policy has the largest choice of tasks. One user \
             with many tasks can delay all others.",
        ),
    make: |_| Box::new(AllTasks),
};

static RULE: Rule = Rule::new("all-tasks", "Task {job} is selected: all waiting tasks are.").leading();

struct AllTasks;

impl Selection for AllTasks {
    fn turn_share(&self) -> TurnShare {
        TurnShare::All
    }

    fn admits_new_tasks(&self) -> bool {
        true
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
