//! Measures of a master against the loss of workers: extra machines, and replicas of tasks.

mod automatic;
mod none;
mod replication;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, PolicyEntry, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

/// The information of a master about its next batch.
pub struct BatchOutlook<'a> {
    /// Workers requested by the sizing policy.
    pub workers: u32,
    /// Expected runtimes of the tasks, longest first; empty before the end of the first batch, if there are no
    /// expectations.
    pub expected: &'a [Span],
    /// Workers lost or suspended in each batch so far, oldest first.
    pub losses: &'a [u32],
}

/// The plan for the next batch and its reason. The first values of the rule are the numbers of extra machines and of
/// replicas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossPlan {
    /// Machines requested in addition to those of the sizing policy.
    pub extra: u32,
    /// Number of tasks that get a replica, from the start of the list.
    pub copies: u32,
    /// The reason.
    pub rule: &'static Rule,
    /// The values of its sentence.
    pub values: [i64; 4],
}

/// A loss policy: one instance per application.
pub trait LossPolicy {
    /// The plan for the next batch.
    fn plan_batch(&mut self, outlook: &BatchOutlook) -> LossPlan;
}

/// All loss policies. A new one is one file and one line here.
pub static LOSS_POLICIES: Family<PolicyEntry<dyn LossPolicy>> = Family {
    id: "loss-policy",
    name: "loss policy",
    summary: catalog_text(
        "Protection of a master against the loss of workers: extra machines and task replicas.",
    ),
    members: &[
        none::NO_REPLICATION,
        replication::SINGLE,
        replication::COMPLETE,
        replication::PARTIAL,
        automatic::AUTOMATIC,
    ],
};

impl LossPlan {
    /// A plan with these extra machines and replicas, by this rule and its other values.
    pub fn new<const N: usize>(extra: u32, copies: u32, rule: &'static Rule, others: [i64; N]) -> Self {
        let mut values = [i64::from(extra), i64::from(copies), 0, 0];
        values[2..2 + N].copy_from_slice(&others);
        Self { extra, copies, rule, values }
    }
}
