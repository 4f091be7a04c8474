//! Longest processing time first, for a master that knows the run times of the batch beforehand.

use super::OrderingPolicy;
use crate::entry::{Entry, Family};

/// The policy in the catalog.
pub(super) const LPTF: OrderingPolicy = OrderingPolicy {
    entry: Entry {
        id: "lptf",
        name: "Longest first (LPTF)",
        family: Family::OrderingPolicy,
        summary: "The tasks by their run times in this very batch, longest first: an oracle, and the upper bound for the \
                  others.",
        source: "Heymann 2001, section 3.3 (Largest Processing Time First)",
        parameters: &[],
    },
    score: |tasks, place, _, _| tasks.batch[place].run.seconds(),
};
