//! The same number of workers in every batch.

use super::{BatchResult, SizingPolicy, WorkerCount};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const FIXED: PolicyEntry<dyn SizingPolicy> = PolicyEntry {
    entry: Entry::new("fixed", "Fixed number of workers")
        .summary("Requests the same number of workers for every batch, even if a batch has fewer tasks.")
        .source("Heymann 2001, section 3.4.2 (simulations with each number of workers)")
        .parameters(Fixed::LIST)
        .when_to_use(
            "Choose it to measure batch time and efficiency for each number of workers in a sweep. It does \
             not adapt to the workload.",
        ),
    make: |settings| Box::new(Fixed::read(settings)),
};

#[derive(Parameters)]
struct Fixed {
    /// Number of workers requested.
    #[parameter(name = "Workers", unit = "workers", min = 1, max = 100_000, default = 10)]
    workers: u32,
}

impl SizingPolicy for Fixed {
    fn first_workers(&mut self, _: u32) -> WorkerCount {
        WorkerCount::new(self.workers, &FIXED_NUMBER, [])
    }

    fn next_workers(&mut self, seen: &BatchResult) -> WorkerCount {
        self.first_workers(seen.next_tasks)
    }
}

static FIXED_NUMBER: Rule = Rule::with_values(
    "size-fixed",
    &["workers"],
    "{workers|1 worker|# workers}, the fixed number for all batches.",
);
