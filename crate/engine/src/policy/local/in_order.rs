//! Policies that start jobs strictly in the order of the queue: the head blocks all behind it.

use super::{LocalManager, LocalPolicy, Promises, Waiting};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;
use crate::time::Time;

/// Why a job at the head of the queue starts.
pub(super) static HEAD: Rule = Rule::new(
    "head",
    "Job {job} was at the head of the queue and {1|1 node was|# nodes were} free: enough for the {0} it \
               needs.",
);

/// First come, first served.
pub(super) const FCFS: Maker<dyn LocalPolicy> = Maker {
    entry: Entry::new("fcfs", "FCFS")
        .summary(
            "First come, first served: jobs start in the order of their arrival; when the first does \
             not fit, all wait, and free nodes stay idle.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 3",
        ),
    make: |_| Box::new(InOrder { passing: "FCFS lets nobody pass", promises: Promises::InTurn, rank: |_| 0 }),
};

/// Shortest job first.
pub(super) const SJF: Maker<dyn LocalPolicy> = Maker {
    entry: Entry::new("sjf", "Shortest job first")
        .summary(
            "The queue is kept by estimated run time, shortest first; its head blocks all behind it. \
             Good for the mean, hard on long jobs.",
        )
        .source(
            "Krueger, Lai, Dixit-Radiya 1994, Job scheduling is more important than processor \
             allocation, section 3",
        ),
    make: |_| {
        Box::new(InOrder {
            passing: "shortest job first lets nobody pass the head",
            promises: Promises::Nobody,
            rank: |job| i128::from(job.estimate.0),
        })
    },
};

/// Largest job first.
pub(super) const LJF: Maker<dyn LocalPolicy> = Maker {
    entry: Entry::new("ljf", "Largest job first")
        .summary(
            "The queue is kept by area (nodes times estimated run time), largest first; its head \
             blocks all behind it. Packs well, makes small jobs wait.",
        )
        .source(
            "Feitelson, Rudolph, Schwiegelshohn 2004, Parallel job scheduling: a status report, \
             section 3",
        ),
    make: |_| {
        Box::new(InOrder {
            passing: "largest job first lets nobody pass the head",
            promises: Promises::Nobody,
            rank: |job| -i128::from(job.nodes) * i128::from(job.estimate.0),
        })
    },
};

struct InOrder {
    passing: &'static str,
    promises: Promises,
    rank: fn(&Waiting) -> i128,
}

impl LocalPolicy for InOrder {
    fn passing(&self) -> &'static str {
        self.passing
    }

    fn promises(&self) -> Promises {
        self.promises
    }

    fn rank(&self, job: &Waiting, _: Time) -> i128 {
        (self.rank)(job)
    }

    fn pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        start_heads(manager, now);
        None
    }
}

/// Starts jobs from the head of the queue while they fit.
pub(super) fn start_heads(manager: &mut LocalManager, now: Time) {
    start_heads_for(manager, now, |_| 0);
}

/// The same, with a number more to say of each.
pub(super) fn start_heads_for(manager: &mut LocalManager, now: Time, more: impl Fn(&Waiting) -> i64) {
    while let Some(head) = manager.queue().front()
        && head.nodes <= manager.free()
    {
        let values = [i64::from(head.nodes), i64::from(manager.free()), more(head), 0];
        manager.start(0, now, &HEAD, values);
    }
}
