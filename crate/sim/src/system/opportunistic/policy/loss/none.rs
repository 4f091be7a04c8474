//! No replication: extra machines work like all others.

use super::{BatchOutlook, LossPlan, LossPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const NO_REPLICATION: PolicyEntry<dyn LossPolicy> = PolicyEntry {
    entry: Entry::new("no-replication", "No replication (NR)")
        .lacks(&["replicas"])
        .summary(
            "Replicates no task; extra machines, if any, are used like all others. A lost task is assigned \
             again.",
        )
        .source("Heymann 2001, section 5.4")
        .parameters(Extra::<0>::LIST)
        .when_to_use(
            "The baseline, and sufficient where machines are rarely lost. The loss of a long task near the \
             end of a batch delays the batch.",
        ),
    make: |settings| Box::new(NoReplication(Extra::read(settings))),
};

/// The parameter for extra machines.
#[derive(Parameters)]
pub(super) struct Extra<const DEFAULT: i64> {
    /// Machines requested in addition to those of the sizing policy, in case others are lost.
    #[parameter(name = "Extra machines", unit = "machines", min = 0, max = 1_000, default = DEFAULT)]
    pub(super) extra_machines: u32,
}

struct NoReplication(Extra<0>);

impl LossPolicy for NoReplication {
    fn plan_batch(&mut self, _: &BatchOutlook) -> LossPlan {
        LossPlan::new(self.0.extra_machines, 0, &NO_COPIES, [])
    }
}

static NO_COPIES: Rule = Rule::with_values(
    "no-copies",
    &["extra"],
    "{extra|1 extra machine|# extra machines|No extra machines}, no replicas.",
);
