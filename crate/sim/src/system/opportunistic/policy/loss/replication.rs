//! Replicas of the first tasks of the list, which are the longest: the first copy to complete counts.

use super::none::Extra;
use super::{BatchOutlook, LossPlan, LossPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const SINGLE: PolicyEntry<dyn LossPolicy> = PolicyEntry {
    entry: Entry::new("single-replication", "Single replication (SR)")
        .summary(
            "Replicates the first task of the list if there are extra machines; these are used like all \
             others.",
        )
        .source("Heymann 2001, section 5.4")
        .parameters(Extra::<1>::LIST)
        .when_to_use(
            "A cheap guard where losses are rare: it protects only the first task, the longest one in most \
             orders. Losses of other long tasks still delay the batch.",
        ),
    make: |settings| Box::new(Replication { most: 1, extra: Extra::<1>::read(settings).extra_machines }),
};

/// The policy in the catalog. Three extra machines sufficed in most cases of the source.
pub(super) const COMPLETE: PolicyEntry<dyn LossPolicy> = PolicyEntry {
    entry: Entry::new("complete-replication", "Complete replication (CR)")
        .summary(
            "Replicates as many tasks as there are extra machines, from the start of the list; these \
             machines are used like all others.",
        )
        .source("Heymann 2001, section 5.4")
        .parameters(Extra::<3>::LIST)
        .when_to_use(
            "Suited to frequent losses: each extra machine guards one task. Machines that run replicas are \
             not available to other work.",
        ),
    make: |settings| {
        Box::new(Replication { most: u32::MAX, extra: Extra::<3>::read(settings).extra_machines })
    },
};

/// The policy in the catalog: between no replication and complete replication.
pub(super) const PARTIAL: PolicyEntry<dyn LossPolicy> = PolicyEntry {
    entry: Entry::new("partial-replication", "Partial replication")
        .summary(
            "Replicates the first tasks of the list: the given number, but no more than there are extra \
             machines.",
        )
        .source("Heymann 2001, section 5.4 (names such hybrids; their details are our assumption)")
        .parameters(Partial::LIST)
        .when_to_use(
            "Choose it to study numbers of replicas between single and complete replication. The best \
             number depends on the loss rate and the task sizes.",
        ),
    make: |settings| {
        let set = Partial::read(settings);
        Box::new(Replication { most: set.copied_tasks, extra: set.extra.extra_machines })
    },
};

#[derive(Parameters)]
struct Partial {
    #[parameter(all)]
    extra: Extra<3>,
    /// Number of tasks that get a replica.
    #[parameter(name = "Replicated tasks", unit = "tasks", min = 0, max = 1_000, default = 2)]
    copied_tasks: u32,
}

/// The number of extra machines, and replicas of at most this many tasks.
struct Replication {
    most: u32,
    extra: u32,
}

impl LossPolicy for Replication {
    fn plan_batch(&mut self, _: &BatchOutlook) -> LossPlan {
        LossPlan::new(self.extra, self.extra.min(self.most), &COPIES, [])
    }
}

static COPIES: Rule = Rule::with_values(
    "copies",
    &["extra", "copies"],
    "{extra|1 extra machine|# extra machines|No extra machines}; replicas of the first tasks in the list \
     ({copies}) limit the cost of losing them.",
);
