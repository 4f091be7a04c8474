//! Longest processing time first, for a master with the runtimes of the batch in advance, and for one with expected
//! runtimes only.

use super::{BatchView, OrderingPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rng::Stream;

pub(super) const LPTF: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("lptf", "Longest first (LPTF)")
        .summary(
            "Orders the tasks by their runtimes in the current batch, longest first. An oracle, as a \
             reference for the other policies.",
        )
        .source("Heymann 2001, section 3.3 (Largest Processing Time First)")
        .when_to_use(
            "An oracle: it knows the runtimes of the current batch. It shows the achievable batch time; no \
             real master can use it.",
        ),
    make: |_| Box::new(|tasks: &BatchView, place: usize, _: &mut Stream| tasks.batch[place].run.seconds()),
};

/// The policy in the catalog; "LPTF on Average" in the conclusions of its source.
pub(super) const LPTF_ON_EXPECTATION: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("lptf-expectation", "Longest expected first (LPTF on Expectation)")
        .summary(
            "Orders the tasks by the runtimes expected before the first batch, longest first; one order for \
             all batches.",
        )
        .source("Heymann 2001, section 3.3 (LPTF on Expectation, also called LPTF on Average)")
        .when_to_use(
            "Choose it if good estimates exist before the first batch and runtimes change little. It does \
             not learn from completed batches.",
        ),
    make: |_| {
        Box::new(|tasks: &BatchView, place: usize, _: &mut Stream| {
            let expected = tasks.expected.get(tasks.batch[place].task as usize);
            expected.map_or(f64::NAN, |time| time.seconds())
        })
    },
};
