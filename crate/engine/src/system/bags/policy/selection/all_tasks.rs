//! All tasks at once.

use super::{Selection, Share};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const ALL_TASKS: Maker<dyn Selection> = Maker {
    entry: Entry::new("all-tasks", "All waiting tasks (S-T)")
        .summary("All tasks that wait are next, whatever their bag or user; those that come join them.")
        .source("Sonmez 2010, section 5.1.3 (S-T)"),
    make: |_| Box::new(AllTasks),
};

static RULE: Rule =
    Rule::new("all-tasks", "Task {job} is among the next, as all tasks are that wait.").leading();

struct AllTasks;

impl Selection for AllTasks {
    fn share(&self) -> Share {
        Share::All
    }

    fn joins(&self) -> bool {
        true
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
