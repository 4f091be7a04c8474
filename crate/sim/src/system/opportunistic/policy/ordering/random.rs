//! Orders for a master without prior knowledge: random, and random followed by experience.

use super::{BatchView, OrderingPolicy};
use crate::policy::prediction::Predictor;
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rng::Stream;

pub(super) const RANDOM: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("random", "Random")
        .summary("Orders the tasks at random, redrawn for each batch. A baseline for the other policies.")
        .source("Heymann 2001, section 3.3")
        .when_to_use(
            "The baseline for the other policies: an order without any information. Results vary with \
             the seed, so use several seeds.",
        ),
    make: |_| Box::new(|_: &BatchView, _: usize, stream: &mut Stream| stream.uniform()),
};

/// The policy in the catalog. Tasks without a history, once others have one, come first: any of them may be the
/// longest. The source leaves them open, since all its tasks occur in all batches.
pub(super) const RANDOM_AND_AVERAGE: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new("random-average", "Random & Average")
        .summary(
            "Orders the first batch at random, later batches by runtimes predicted from earlier batches, \
             longest first. The prediction is the mean or another predictor.",
        )
        .source("Heymann 2001, section 3.3; the other predictors: section 6.2")
        .parameters(Predictor::LIST)
        .when_to_use(
            "The practical choice for iterative applications whose tasks have similar runtimes in each \
             batch; it needs no prior knowledge. The first batch is ordered at random.",
        )
        .pseudocode(concat!(
            "for each task t of the batch\n",
            "  if t has runtimes from earlier batches then\n",
            "    score(t) ← runtime of t predicted by predictor\n",
            "  else if no task has completed then\n",
            "    score(t) ← random number\n",
            "  else\n",
            "    score(t) ← ∞\n",
            "assign the tasks in order of score, highest first\n",
            "ties: task created first",
        )),
    make: |settings| {
        let predictor = Predictor::read(settings);
        Box::new(move |tasks: &BatchView, place: usize, stream: &mut Stream| {
            match predictor.predict(tasks.history, tasks.batch[place].task) {
                Some(foreseen) => foreseen,
                None if tasks.history.is_empty() => stream.uniform(),
                None => f64::INFINITY,
            }
        })
    },
};
