//! What a master does against the loss of workers: extra machines, and second copies of tasks.

mod automatic;
mod none;
mod replication;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, PolicyEntry, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

/// What a master can foresee of its next batch.
pub struct BatchOutlook<'a> {
    /// Workers that the sizing policy wants.
    pub workers: u32,
    /// The run times that are expected of the tasks, longest first; empty before the first batch is over, if nothing was
    /// expected.
    pub expected: &'a [Span],
    /// Workers lost or suspended in each batch so far, oldest first.
    pub losses: &'a [u32],
}

/// What is done in the next batch, and why. The first values of the rule are the numbers of extra machines and of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossPlan {
    /// Machines asked for beside those that the sizing policy wants.
    pub extra: u32,
    /// Tasks that get a second copy: the first so many of the list.
    pub copies: u32,
    /// What decided.
    pub rule: &'static Rule,
    /// The numbers of its sentence.
    pub values: [i64; 4],
}

/// A loss policy: one for each application.
pub trait LossPolicy {
    /// What is done in the next batch.
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
    /// So many extra machines and copies, because of this rule and its other numbers.
    pub fn new<const N: usize>(extra: u32, copies: u32, rule: &'static Rule, others: [i64; N]) -> Self {
        let mut values = [i64::from(extra), i64::from(copies), 0, 0];
        values[2..2 + N].copy_from_slice(&others);
        Self { extra, copies, rule, values }
    }
}
