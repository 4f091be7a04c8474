//! Exponential smoothing: each runtime moves the prediction by a share of the difference.

use super::PredictionPolicy;
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::time::Span;

pub(super) const EXPONENTIAL_SMOOTHING: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("exponential-smoothing", "Exponential smoothing (ES)")
        .summary(
            "Starts with the first runtime and moves by a share of the difference at each later one, so that \
             older runtimes weigh less.",
        )
        .source("Sonmez 2010, section 7.2.1")
        .parameters(Weight::LIST)
        .when_to_use(
            "Suited to runtimes that change gradually, as recent jobs weigh more. A single outlier distorts \
             several predictions.",
        )
        .pseudocode(concat!(
            "when a job of the class completes:\n",
            "  if the class has no prediction then\n",
            "    prediction ← runtime\n",
            "  else\n",
            "    prediction ← prediction + smoothing_weight × (runtime − prediction)",
        )),
    make: |settings| Box::new(Smoothed { weight: Weight::read(settings).smoothing_weight, level: None }),
};

#[derive(Parameters)]
struct Weight {
    /// Weight of the latest runtime in the prediction; 1 uses only the latest.
    #[parameter(name = "Weight of the latest runtime", min = 0, max = 1, default = 0.5)]
    smoothing_weight: f64,
}

struct Smoothed {
    weight: f64,
    /// The prediction, in seconds.
    level: Option<f64>,
}

impl PredictionPolicy for Smoothed {
    fn observe(&mut self, took: Span) {
        let took = took.seconds();
        let level = self.level.unwrap_or(took);
        self.level = Some(level + self.weight * (took - level));
    }

    fn predict(&self) -> Option<f64> {
        self.level
    }
}
