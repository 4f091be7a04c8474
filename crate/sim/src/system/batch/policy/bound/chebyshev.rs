//! A bound by Chebyshev's inequality: the mean plus a number of standard deviations.

use super::history::{ConfidenceOptions, KEPT, MissRun};
use super::{BoundMethod, BoundPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use std::collections::VecDeque;

pub(super) const CHEBYSHEV: PolicyEntry<dyn BoundPolicy> = PolicyEntry {
    entry: Entry::new("chebyshev", "Chebyshev")
        .summary(
            "Quotes the mean of the observed waits plus a number of standard deviations. By Chebyshev's \
             inequality, at most the share 1 − confidence of the waits exceeds it, for any distribution. \
             Discards old waits as BMBP does.",
        )
        .source(
            "Sonmez 2010, section 7.3.2 (4.47 standard deviations for 95 %); the sample standard deviation is \
             our interpretation")
        .parameters(ConfidenceOptions::LIST)
        .when_to_use(
            "A simple bound for any distribution of waits, available after two observed waits. It is \
             usually much higher than necessary, as the inequality covers the worst distribution.",
        )
        .pseudocode(concat!(
            "for each new wait w of the cluster\n",
            "  add w to the waits\n",
            "  if bound_misses jobs in a row exceeded their bounds then\n",
            "    keep only the newest 59 waits\n",
            "if there are at least two waits then\n",
            "  bound ← mean + standard deviation / √(1 − bound_confidence)",
        )),
    make: |settings| Box::new(Chebyshev { set: ConfidenceOptions::read(settings), waits: VecDeque::new(), run: MissRun::default(), mean: 0.0, squares: 0.0 }),
};

/// Number of standard deviations from the mean to the bound.
pub(super) fn deviations(confidence: f64) -> f64 {
    1.0 / libm::sqrt(1.0 - confidence)
}

struct Chebyshev {
    set: ConfidenceOptions,
    /// Oldest first.
    waits: VecDeque<f64>,
    run: MissRun,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Chebyshev {
    /// Adds the latest wait time to mean and squares; `count` includes it (Welford).
    fn add(&mut self, wait: f64, count: usize) {
        let off = wait - self.mean;
        self.mean += off / count as f64;
        self.squares += off * (wait - self.mean);
    }
}

impl BoundPolicy for Chebyshev {
    fn method(&self) -> BoundMethod {
        BoundMethod::Waits
    }

    fn observe_wait(&mut self, wait: f64, longer: Option<bool>) {
        self.waits.push_back(wait);
        self.add(wait, self.waits.len());
        if self.run.count_miss(longer, self.set.bound_misses) && self.waits.len() > KEPT {
            self.waits.drain(..self.waits.len() - KEPT);
            (self.mean, self.squares) = (0.0, 0.0);
            for place in 0..self.waits.len() {
                self.add(self.waits[place], place + 1);
            }
        }
    }

    fn wait_bound(&self) -> Option<f64> {
        let count = self.waits.len();
        let deviation = || libm::sqrt(self.squares / (count - 1) as f64);
        (count >= 2).then(|| self.mean + deviations(self.set.bound_confidence) * deviation())
    }
}
