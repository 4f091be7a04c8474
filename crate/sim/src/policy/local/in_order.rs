//! Policies that start jobs strictly in the order of the queue: the head blocks all behind it.

use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// Why a job at the head of the queue starts.
pub(super) static HEAD: Rule = Rule::with_values(
    "head",
    &["nodes", "free"],
    "Job {job} started at the head of the queue: it needs {nodes}, and {free|1 node was|# nodes were} free.",
);

/// First come, first served.
pub(super) const FCFS: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("fcfs", "FCFS")
        .lacks(&["estimates"])
        .summary(
            "First come, first served: jobs start in order of arrival. If the head of the queue does not \
             fit, all jobs wait and free nodes stay idle.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 3",
        )
        .when_to_use(
            "The baseline for all local policies: simple, in order of arrival, and free of starvation. A \
             wide job at the head leaves nodes idle, so utilisation is low.",
        )
        .pseudocode(concat!(
            "at each arrival or end of a job:\n",
            "  while the queue is not empty and nodes(head) ≤ free nodes\n",
            "    start the head on the lowest-numbered free nodes\n",
            "    head ← next job in order of arrival",
        )),
    make: |_| {
        Box::new(InOrder {
            passing: "FCFS starts no job out of order",
            promises: ReservationKind::InTurn,
            rank: |_| 0,
        })
    },
};

/// Shortest job first.
pub(super) const SJF: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("sjf", "Shortest job first")
        .summary(
            "Sorts the queue by estimated runtime, shortest first; the head of the queue blocks all other \
             jobs. Favours the mean wait time; long jobs suffer.",
        )
        .source(
            "Krueger, Lai, Dixit-Radiya 1994, Job scheduling is more important than processor \
             allocation, section 3",
        )
        .when_to_use(
            "A good order for the mean wait time if estimates rank jobs well. Long jobs can starve while \
             shorter ones keep arriving, and a wide head still blocks the queue.",
        )
        .pseudocode(concat!(
            "sort the queue by estimate, shortest first; ties by arrival\n",
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head",
        )),
    make: |_| {
        Box::new(InOrder {
            passing: "shortest job first starts no job ahead of the head",
            promises: ReservationKind::Nobody,
            rank: |job| i128::from(job.estimate.0),
        })
    },
};

/// Largest job first.
pub(super) const LJF: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("ljf", "Largest job first")
        .summary(
            "Sorts the queue by area (nodes times estimated runtime), largest first; the head of the queue \
             blocks all other jobs. Packs well; small jobs wait.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 3",
        )
        .when_to_use(
            "A reference for orders by size: large jobs are not delayed by smaller ones. Mean wait time and \
             slowdown are usually poor, as many small jobs wait for few large ones.",
        )
        .pseudocode(concat!(
            "sort the queue by nodes × estimate, largest first; ties by arrival\n",
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head",
        )),
    make: |_| {
        Box::new(InOrder {
            passing: "largest job first starts no job ahead of the head",
            promises: ReservationKind::Nobody,
            rank: |job| -i128::from(job.nodes) * i128::from(job.estimate.0),
        })
    },
};

struct InOrder {
    passing: &'static str,
    promises: ReservationKind,
    rank: fn(&Waiting) -> i128,
}

impl LocalPolicy for InOrder {
    fn overtaking_clause(&self) -> &'static str {
        self.passing
    }

    fn reservations(&self) -> ReservationKind {
        self.promises
    }

    fn rank(&self, job: &Waiting, _: Time) -> i128 {
        (self.rank)(job)
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        start_heads(manager, now);
        None
    }
}

/// Starts jobs from the head of the queue while they fit.
pub(super) fn start_heads(manager: &mut LocalManager, now: Time) {
    start_heads_with_value(manager, now, |_| 0);
}

/// Like [`start_heads`], with an additional value in the reason of each start.
pub(super) fn start_heads_with_value(manager: &mut LocalManager, now: Time, more: impl Fn(&Waiting) -> i64) {
    while let Some(head) = manager.queue().front()
        && head.nodes <= manager.free_count()
    {
        let values = [i64::from(head.nodes), i64::from(manager.free_count()), more(head), 0];
        manager.start(0, now, &HEAD, values);
    }
}
