//! A worker per task, as for applications without an adjustment.

use super::{BatchResult, SizingPolicy, WorkerCount};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const ONE_A_TASK: PolicyEntry<dyn SizingPolicy> = PolicyEntry {
    entry: Entry::new("one-per-task", "One worker per task")
        .summary(
            "Requests one worker per task of the batch; releases workers when later batches have fewer \
             tasks.",
        )
        .source("Heymann 2001, section 4.2.4 (the application that does not adjust itself)")
        .when_to_use(
            "The baseline: short batches if enough machines are available. Efficiency is low if runtimes \
             differ, as workers with short tasks wait for the longest one.",
        ),
    make: |_| Box::new(OneATask),
};

struct OneATask;

impl SizingPolicy for OneATask {
    fn first_workers(&mut self, tasks: u32) -> WorkerCount {
        WorkerCount::new(tasks, &EACH, [])
    }

    fn next_workers(&mut self, seen: &BatchResult) -> WorkerCount {
        self.first_workers(seen.next_tasks)
    }
}

static EACH: Rule = Rule::with_values(
    "one-per-task",
    &["workers"],
    "{workers|1 worker|# workers}: one for each task of the batch.",
);
