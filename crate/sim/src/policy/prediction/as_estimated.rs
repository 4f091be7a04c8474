//! No prediction: the predicted runtime of a job is the estimate of its user.

use super::PredictionPolicy;
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::time::Span;

pub(super) const AS_ESTIMATED: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("as-estimated", "User estimate")
        .lacks(&["history"])
        .summary("No prediction: uses the user estimate, or the actual runtime where estimates are exact.")
        .source("Sonmez 2010, section 7.4.2 (with exact estimates, the perfect prediction there)")
        .when_to_use(
            "The reference for the predictors: the accuracy that user estimates have by themselves. Users \
             often overestimate by large factors; with exact estimates it is an oracle.",
        ),
    make: |_| Box::new(AsEstimated),
};

struct AsEstimated;

impl PredictionPolicy for AsEstimated {
    fn uses_history(&self) -> bool {
        false
    }

    fn observe(&mut self, _: Span) {}

    fn predict(&self) -> Option<f64> {
        None
    }
}
