//! The first queue of a task.

use super::{Queue, Work};
use ganttlet_core::entry::{Entry, Policies, PolicyEntry, catalog_text};
use ganttlet_core::time::Span;

/// Selects the first queue of a task.
pub trait EntryPolicy {
    /// The queue for a task of this size, which only an oracle may use. There is at least one queue.
    fn entry_queue(&self, queues: &[&Queue], size: Work) -> usize;
}

/// All entry policies. A new one is one item and one line here.
pub static ENTRY_POLICIES: Policies<dyn EntryPolicy> = Policies {
    id: "entry-policy",
    name: "entry policy",
    summary: catalog_text("Queue of a grid hierarchy in which a task starts."),
    members: &[TOP, ORACLE, BOTTOM],
};

const TOP: PolicyEntry<dyn EntryPolicy> = PolicyEntry {
    entry: Entry::new("top-queue", "Top queue")
        .summary("Starts every task in the first queue of the top level.")
        .source("Silberstein et al. 2006, section 3.2.1")
        .when_to_use(
            "The rule of the hierarchy: tasks of unknown size start where short tasks respond fast. Large \
             tasks use some time of upper queues without completing there.",
        ),
    make: |_| Box::new(Top),
};

const ORACLE: PolicyEntry<dyn EntryPolicy> = PolicyEntry {
    entry: Entry::new("oracle-size", "By true size")
        .summary(
            "Starts each task in the first queue that accepts tasks of its true size. An oracle, as a \
             reference for the other policies.",
        )
        .source("Silberstein et al. 2006, section 7 (a range of sizes for each server)")
        .when_to_use(
            "An oracle: it shows the cost of starting tasks in the wrong queue. No real scheduler knows the \
             true sizes.",
        )
        .pseudocode(concat!(
            "q ← first queue of the top level\n",
            "while size > largest task of q and q has a lower queue\n",
            "  q ← queue below q\n",
            "start the task in q",
        )),
    make: |_| Box::new(Oracle),
};

const BOTTOM: PolicyEntry<dyn EntryPolicy> = PolicyEntry {
    entry: Entry::new("bottom-queue", "Bottom queue")
        .summary("Starts every task in the first queue of the lowest level.")
        .source("for comparison")
        .when_to_use(
            "The baseline without a hierarchy: all tasks use the largest grid and its overhead. Short tasks \
             respond slowly.",
        ),
    make: |_| Box::new(Bottom),
};

struct Top;
struct Oracle;
struct Bottom;

impl EntryPolicy for Top {
    fn entry_queue(&self, queues: &[&Queue], _: Work) -> usize {
        let top = queues.iter().map(|queue| queue.level).min();
        queues.iter().position(|queue| Some(queue.level) == top).unwrap_or(0)
    }
}

impl EntryPolicy for Bottom {
    fn entry_queue(&self, queues: &[&Queue], _: Work) -> usize {
        let bottom = queues.iter().map(|queue| queue.level).max();
        queues.iter().position(|queue| Some(queue.level) == bottom).unwrap_or(0)
    }
}

impl EntryPolicy for Oracle {
    fn entry_queue(&self, queues: &[&Queue], size: Work) -> usize {
        // A task that uses one CPU is limited by its speed.
        let most = |queue: &Queue| {
            let alone = Work::from(queue.kflops) * Work::from(queue.t_e.0) / Work::from(SECOND.0);
            if queue.serial { alone } else { queue.max_task_work() }
        };
        let mut at = Top.entry_queue(queues, size);
        while let Some(lower) = queues[at].lower.filter(|_| size > most(queues[at])) {
            at = lower;
        }
        at
    }
}

const SECOND: Span = Span(1_000_000);
