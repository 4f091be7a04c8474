//! Orders without runtimes, and the order that is best on average over the tasks but not for the batch.

use super::{BatchView, OrderingPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rng::Stream;

pub(super) const FIFO: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("fifo", "Creation order (FIFO)")
        .summary("Assigns the tasks in the order in which the master creates them.")
        .source("Heymann 2001, section 4.2.2.1 (MW's GET_FROM_BEGIN)")
        .when_to_use(
            "A baseline without sorting, sufficient if all tasks have similar runtimes. A long task that is \
             created last delays the end of the batch.",
        ),
    make: |_| Box::new(|_: &BatchView, _: usize, _: &mut Stream| 0.0),
};

/// The policy in the catalog. The source does not say which end of the keys comes first.
pub(super) const KEY: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("key", "User key")
        .summary("Orders the tasks by user-defined keys, highest first; tasks without a key come last.")
        .source(
            "Heymann 2001, section 4.2.2.1 (MW's GET_FROM_KEY); the direction of the order is our assumption",
        )
        .when_to_use(
            "Choose it if users know which of their tasks are long or urgent. The result is only as good as \
             the keys.",
        ),
    make: |_| {
        Box::new(|tasks: &BatchView, place: usize, _: &mut Stream| {
            tasks.keys.get(tasks.batch[place].task as usize).copied().unwrap_or(f64::NAN)
        })
    },
};

pub(super) const SPT: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("spt", "Shortest first (SPT)")
        .summary(
            "Orders the tasks by their runtimes in the current batch, shortest first. Mean completion is \
             early; the batch ends late.",
        )
        .source("Heymann 2001, section 3.2.1 (Shortest Processing Time)")
        .when_to_use(
            "Choose it to complete most tasks of a batch early; long tasks at the end delay the batch. It \
             needs the runtimes of the current batch, as an oracle does.",
        ),
    make: |_| Box::new(|tasks: &BatchView, place: usize, _: &mut Stream| -tasks.batch[place].run.seconds()),
};
