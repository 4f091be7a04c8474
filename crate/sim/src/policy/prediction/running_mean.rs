//! Predicts the mean of all runtimes so far.

use super::{PredictionPolicy, averages};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::time::Span;

pub(super) const RUNNING_MEAN: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("running-mean", "Running mean (RM)")
        .summary("Predicts the mean runtime of all completed jobs of the class.")
        .source("Sonmez 2010, section 7.2.1")
        .when_to_use(
            "Suited to classes with many jobs and stable runtimes. It reacts slowly to changes, and a few \
             long jobs distort it.",
        ),
    make: |_| Box::<Mean>::default(),
};

#[derive(Default)]
struct Mean {
    sum: Span,
    count: usize,
}

impl PredictionPolicy for Mean {
    fn observe(&mut self, took: Span) {
        self.sum += took;
        self.count += 1;
    }

    fn predict(&self) -> Option<f64> {
        averages::mean_of_sum(self.sum.seconds(), self.count)
    }
}
