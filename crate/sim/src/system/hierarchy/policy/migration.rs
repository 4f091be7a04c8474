//! The destination of a task that must leave its queue.

use super::{MoveCause, Queue, Work};
use ganttlet_core::entry::{Entry, Policies, PolicyEntry, catalog_text};

/// The destination of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// This queue.
    Queue(usize),
    /// None: it stays in its queue.
    Stay,
    /// Rejection: there is no lower queue.
    Out,
}

/// Selects the destination of tasks.
pub trait Migration {
    /// The destination of a task that must leave queue `from`, and whose size may be known.
    fn target(&self, queues: &[&Queue], from: usize, size: Option<Work>, why: MoveCause) -> Target;
}

/// All migration policies. A new one is one item and one line here.
pub static MIGRATION_POLICIES: Policies<dyn Migration> = Policies {
    id: "migration-policy",
    name: "migration policy",
    summary: catalog_text("Destination of a task that must leave a queue of a grid hierarchy."),
    members: &[NEXT_LOWER, PARTNER_FIRST, TO_ESTIMATED, NEVER],
};

const NEXT_LOWER: PolicyEntry<dyn Migration> = PolicyEntry {
    entry: Entry::new("next-lower", "One level down")
        .summary(
            "Moves a task to the next level, never further, regardless of its estimate. The estimate may be \
             far too high, and the lower level estimates again with more resources. At the lowest level, \
             overload and mismatch reject the task; the other rules terminate it.",
        )
        .source("Silberstein et al. 2006, section 3.2")
        .when_to_use(
            "The published rule, robust against loose estimates. A very large task passes through every \
             level and pays for each migration.",
        ),
    make: |_| Box::new(NextLower),
};

const PARTNER_FIRST: PolicyEntry<dyn Migration> = PolicyEntry {
    entry: Entry::new("partner-first", "Partner first")
        .summary(
            "After overload or mismatch, moves a task to the first partner queue that accepts its known size. \
             In all other cases moves it one level down, or removes it if there is no lower queue.",
        )
        .source(
            "Silberstein et al. 2006, section 6.1 (tasks in the last queue exceed the limit of its \
             neighbour)",
        )
        .when_to_use(
            "Suited to levels with several queues of different limits: a task too large for one may fit \
             another. It relies on the estimate of the task.",
        )
        .pseudocode(concat!(
            "if the task leaves because of overload or mismatch then\n",
            "  for each partner q of its queue in order\n",
            "    if the size is known and size ≤ largest task of q then\n",
            "      move the task to q; stop\n",
            "move the task one level down; from the lowest level, remove it",
        )),
    make: |_| Box::new(PartnerFirst),
};

const TO_ESTIMATED: PolicyEntry<dyn Migration> = PolicyEntry {
    entry: Entry::new("to-estimated-level", "Estimated level")
        .summary(
            "Moves a task to the first lower queue that accepts tasks of its estimated size, or to the lowest \
             one if none does. A task of unknown size moves one level down. Removes a task if there is no \
             lower queue. Loose estimates send tasks too far.",
        )
        .source("Silberstein et al. 2006, section 3.2 (which warns against it)")
        .when_to_use(
            "Suited to tight estimates: large tasks skip levels and save migrations. Loose estimates send \
             small tasks to large grids with high overhead.",
        )
        .pseudocode(concat!(
            "if there is no lower queue then remove the task; stop\n",
            "q ← queue one level down\n",
            "while the size is known, size > largest task of q and q has a lower queue\n",
            "  q ← queue below q\n",
            "move the task to q",
        )),
    make: |_| Box::new(ToEstimated),
};

const NEVER: PolicyEntry<dyn Migration> = PolicyEntry {
    entry: Entry::new("no-migration", "No migration")
        .summary("Keeps each task in its queue when a limit rule applies.")
        .source("for comparison")
        .when_to_use(
            "The baseline without migration. Compare with it to measure the benefit of moving tasks between \
             levels.",
        ),
    make: |_| Box::new(Never),
};

struct NextLower;
struct PartnerFirst;
struct ToEstimated;
struct Never;

impl Migration for NextLower {
    fn target(&self, queues: &[&Queue], from: usize, _: Option<Work>, _: MoveCause) -> Target {
        queues[from].lower.map_or(Target::Out, Target::Queue)
    }
}

impl Migration for PartnerFirst {
    fn target(&self, queues: &[&Queue], from: usize, size: Option<Work>, why: MoveCause) -> Target {
        let fits = |&&partner: &&usize| size.is_some_and(|size| size <= queues[partner].max_task_work());
        let comes = matches!(why, MoveCause::Overload | MoveCause::Mismatch);
        let partner = queues[from].partners.iter().find(fits).filter(|_| comes);
        partner.map_or_else(|| NextLower.target(queues, from, size, why), |&partner| Target::Queue(partner))
    }
}

impl Migration for ToEstimated {
    fn target(&self, queues: &[&Queue], from: usize, size: Option<Work>, _: MoveCause) -> Target {
        let Some(mut at) = queues[from].lower else { return Target::Out };
        while let Some(lower) =
            queues[at].lower.filter(|_| size.is_some_and(|size| size > queues[at].max_task_work()))
        {
            at = lower;
        }
        Target::Queue(at)
    }
}

impl Migration for Never {
    fn target(&self, _: &[&Queue], _: usize, _: Option<Work>, _: MoveCause) -> Target {
        Target::Stay
    }
}
