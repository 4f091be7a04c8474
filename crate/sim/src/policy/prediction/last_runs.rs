//! Predicts the mean of the last runtimes.

use super::{PredictionPolicy, averages};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::time::Span;

pub(super) const LAST_RUN: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("last-run", "Last run (Last)")
        .summary("Predicts the runtime of the last completed job of the class.")
        .source("Sonmez 2010, section 7.2.1")
        .when_to_use("Suited to users who repeat the same job. One outlier makes the next prediction wrong."),
    make: |_| Box::new(LastRuns::<1>::default()),
};

pub(super) const LAST_TWO_RUNS: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("last-two-runs", "Last two runs (Last2)")
        .summary("Predicts the mean of the last two runtimes of the class; after the first job, its runtime.")
        .source("Sonmez 2010, section 7.2.1, after Tsafrir et al. 2007")
        .when_to_use(
            "A common baseline in the literature: simple, and often as accurate as more complex predictors. \
             An outlier distorts two predictions.",
        ),
    make: |_| Box::new(LastRuns::<2>::default()),
};

/// The last few runtimes, oldest first.
#[derive(Default)]
struct LastRuns<const N: usize> {
    last: Vec<Span>,
}

impl<const N: usize> PredictionPolicy for LastRuns<N> {
    fn observe(&mut self, took: Span) {
        if self.last.len() == N {
            self.last.remove(0);
        }
        self.last.push(took);
    }

    fn predict(&self) -> Option<f64> {
        averages::mean(&self.last)
    }
}
