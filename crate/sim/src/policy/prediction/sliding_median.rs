//! Predicts the median of the last few runtimes.

use super::{PredictionPolicy, averages};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::time::Span;

pub(super) const SLIDING_MEDIAN: PolicyEntry<dyn PredictionPolicy> = PolicyEntry {
    entry: Entry::new("sliding-median", "Sliding median (SM)")
        .summary(
            "Predicts the median of the last few runtimes of the class, or of as many as there are; robust \
             to single outliers.",
        )
        .source("Sonmez 2010, section 7.2.1")
        .parameters(Window::LIST)
        .when_to_use(
            "A robust choice if a class mixes typical runs with a few very short or very long ones. It \
             follows a change only after about half its window.",
        ),
    make: |settings| {
        Box::new(Median { window: Window::read(settings).median_window as usize, last: Vec::new() })
    },
};

#[derive(Parameters)]
struct Window {
    /// Number of runtimes of which the median is taken.
    #[parameter(name = "Median window", unit = "runtimes", min = 1, max = 1_000, default = 5)]
    median_window: u32,
}

struct Median {
    window: usize,
    /// Oldest first.
    last: Vec<Span>,
}

impl PredictionPolicy for Median {
    fn observe(&mut self, took: Span) {
        if self.last.len() == self.window {
            self.last.remove(0);
        }
        self.last.push(took);
    }

    fn predict(&self) -> Option<f64> {
        averages::median(&self.last)
    }
}
