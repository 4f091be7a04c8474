//! A worker for each task: what applications do that do not adjust themselves.

use super::{SizingPolicy, Step};
use crate::entry::Entry;
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const ONE_A_TASK: SizingPolicy = SizingPolicy {
    entry: Entry::new("one-per-task", "One worker per task")
        .summary(
            "As many workers as the batch has tasks; when a task comes no more, its worker is \
             released.",
        )
        .source("Heymann 2001, section 4.2.4 (the application that does not adjust itself)"),
    first: |tasks, _| Step::new(tasks, &EACH, []),
    next: |seen, _, _| Step::new(seen.next_tasks, &EACH, []),
};

const EACH: Rule =
    Rule { id: "one-per-task", sentence: "{0|1 worker|# workers}: one for each task of the batch." };
