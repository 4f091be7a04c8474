//! The binomial method batch predictor (BMBP).

use super::history::{ConfidenceOptions, KEPT, MissRun};
use super::{BoundMethod, BoundPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use std::collections::VecDeque;

pub(super) const BMBP: PolicyEntry<dyn BoundPolicy> = PolicyEntry {
    entry: Entry::new("bmbp", "Binomial method (BMBP)")
        .summary(
            "Quotes the smallest observed wait that bounds the given quantile with the given confidence \
             (binomial, distribution-free; a normal approximation above 5,000 waits). Each cluster has a \
             history per job size: up to 4, 16 or 64 nodes, and more. After several consecutive jobs exceed \
             their bounds, only the newest 59 waits are kept.",
        )
        .source(
            "Sonmez 2010, section 7.3.2, after Brevik, Nurmi, Wolski 2006; groups and change detection as \
             described there",
        )
        .parameters(Options::LIST)
        .when_to_use(
            "Choose it to bound a quantile of the wait time without assumptions on its distribution. With \
             the default settings, it needs 59 observed waits before its first bound.",
        )
        .pseudocode(concat!(
            "for each new wait w of the cluster and size group\n",
            "  insert w into the sorted waits\n",
            "  if bound_misses jobs in a row exceeded their bounds then\n",
            "    keep only the newest 59 waits\n",
            "n ← number of waits\n",
            "B ← binomial variable: n trials, success probability bound_quantile\n",
            "k ← smallest index with P(B ≤ k − 1) ≥ bound_confidence\n",
            "for more than 5,000 waits: k from the normal approximation of B\n",
            "if k exists then\n",
            "  bound ← k-th smallest wait",
        )),
    make: |settings| {
        Box::new(Bmbp {
            set: Options::read(settings),
            waits: VecDeque::new(),
            sorted: Vec::new(),
            run: MissRun::default(),
        })
    },
};

#[derive(Parameters)]
struct Options {
    /// Quantile of the wait time that is bounded.
    #[parameter(name = "Quantile", min = 0.5, max = 0.999, default = 0.95)]
    bound_quantile: f64,
    #[parameter(all)]
    certainty: ConfidenceOptions,
}

/// The upper limits of job sizes in all groups but the largest, in nodes.
const GROUPS: [u32; 3] = [4, 16, 64];

/// Above this number of wait times, the normal approximation is used.
const EXACT: usize = 5_000;

/// The index, from 1, of the first of `count` sorted wait times that is no shorter than the quantile with this
/// confidence; none if the last one is not.
///
/// The probability that at most k - 1 of n wait times lie below the quantile q must be at least the confidence;
/// equivalently, that of k or more must not exceed the remainder. The sum starts from the top, so that few terms are
/// needed.
pub fn bound_index(count: usize, quantile: f64, confidence: f64) -> Option<usize> {
    let n = count as f64;
    // The probability that all lie below.
    let mut likely = libm::pow(quantile, n);
    if count > EXACT || (likely <= 0.0 && count > 0) {
        let off = normal_quantile(confidence) * libm::sqrt(n * quantile * (1.0 - quantile));
        return Some((libm::ceil(n * quantile + off) as usize).min(count));
    }
    let (mut sum, mut place) = (0.0, None);
    for k in (1..=count).rev() {
        sum += likely;
        if sum > 1.0 - confidence {
            break;
        }
        place = Some(k);
        likely *= k as f64 / (n - k as f64 + 1.0) * (1.0 - quantile) / quantile;
    }
    place
}

/// The quantile of the normal distribution for `p` of at least 0.5 (Abramowitz, Stegun 1964, 26.2.23; absolute error
/// below 0.00045).
fn normal_quantile(p: f64) -> f64 {
    let t = libm::sqrt(-2.0 * libm::log(1.0 - p));
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

struct Bmbp {
    set: Options,
    /// Wait times, oldest first, and sorted.
    waits: VecDeque<f64>,
    sorted: Vec<f64>,
    run: MissRun,
}

impl BoundPolicy for Bmbp {
    fn method(&self) -> BoundMethod {
        BoundMethod::Waits
    }

    fn job_group(&self, nodes: u32) -> u32 {
        GROUPS.iter().filter(|&&last| nodes > last).count() as u32
    }

    fn observe_wait(&mut self, wait: f64, longer: Option<bool>) {
        self.waits.push_back(wait);
        self.sorted.insert(self.sorted.partition_point(|&other| other <= wait), wait);
        if self.run.count_miss(longer, self.set.certainty.bound_misses) && self.waits.len() > KEPT {
            self.waits.drain(..self.waits.len() - KEPT);
            self.sorted.clear();
            for &wait in &self.waits {
                self.sorted.insert(self.sorted.partition_point(|&other| other <= wait), wait);
            }
        }
    }

    fn wait_bound(&self) -> Option<f64> {
        let place =
            bound_index(self.sorted.len(), self.set.bound_quantile, self.set.certainty.bound_confidence)?;
        Some(self.sorted[place - 1])
    }
}
