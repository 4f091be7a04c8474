//! Orders for a master that knows nothing beforehand: chance, and chance followed by experience.

use super::OrderingPolicy;
use crate::entry::Entry;
use crate::policy::prediction::{self, predict};

/// The policy in the catalog.
pub(super) const RANDOM: OrderingPolicy = OrderingPolicy {
    entry: Entry::new("random", "Random")
        .summary("The tasks as chance has it, anew in each batch: the lower bound for the others.")
        .source("Heymann 2001, section 3.3"),
    score: |_, _, stream, _| stream.uniform(),
};

/// The policy in the catalog. Tasks of which nothing is known once others are come first: any of them may be the longest.
/// The source leaves them open, since all its tasks come in all batches.
pub(super) const RANDOM_AND_AVERAGE: OrderingPolicy = OrderingPolicy {
    entry: Entry::new("random-average", "Random & Average")
        .summary(
            "The first batch as chance has it, the later ones by the run times that are foreseen \
             from the batches before, longest first: on average, or by another predictor.",
        )
        .source("Heymann 2001, section 3.3; the other predictors: section 6.2")
        .parameters(prediction::PARAMETERS),
    score: |tasks, place, stream, settings| match predict(tasks.history, tasks.batch[place].task, settings) {
        Some(foreseen) => foreseen,
        None if tasks.history.is_empty() => stream.uniform(),
        None => f64::INFINITY,
    },
};
