//! What is found out about the size of a task, and how long that takes.

use super::Work;
use crate::entry::{Entry, Maker, Parameters, Policies, Variants};

/// What no scheduler sees of a task.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    /// How much work it is, in `KFlop`.
    pub kflop: u64,
    /// By how much the first estimate is above that, as a share of it.
    pub looseness: f64,
    /// Seconds of one CPU in which the estimate comes nearer to the truth by a factor of e.
    pub scale_s: f64,
}

/// Finds out how much work a task is.
pub trait Estimator {
    /// For how many seconds a task is estimated on so many CPUs if at most `most_s` are allowed and so many seconds of one
    /// CPU have been spent on it; none if nothing is ever found out.
    fn takes(&self, task: &Hidden, spent_s: f64, cpus: f64, most_s: f64) -> Option<f64>;
    /// The upper bound that is known after so many seconds of one CPU.
    fn bound(&self, task: &Hidden, _spent_s: f64) -> Work {
        task.kflop.into()
    }
    /// The scale of a task that takes so many seconds on one CPU.
    fn scale(&self, _seconds: f64) -> f64 {
        0.0
    }
    /// The looseness of a task, from a draw of a standard normal distribution.
    fn looseness(&self, _draw: f64) -> f64 {
        0.0
    }
}

/// All of them. A new one is one item and one line here.
pub static ESTIMATORS: Policies<dyn Estimator> = Policies {
    id: "estimator",
    name: "estimator",
    summary: "What is found out about the size of a divisible task before it runs, and how long that takes.",
    members: &[EXPONENTIAL_BOUND, EXACT, NEVER],
};

const EXPONENTIAL_BOUND: Maker<dyn Estimator> = Maker {
    entry: Entry::new("exponential-bound", "A bound that tightens")
        .summary(
            "An upper bound that comes down to the truth the longer it is worked on, faster for smaller tasks: truth x (1 \
             + looseness x exp(-spent / scale)).",
        )
        .source(
            "Silberstein and others 2006, section 4 (a search that can be stopped at any time, better the longer it runs); \
             the formula is our reading",
        )
        .parameters(Set::LIST),
    make: |settings| Box::new(Exponential(Set::read(settings))),
};

const EXACT: Maker<dyn Estimator> = Maker {
    entry: Entry::new("exact", "Exact, at once")
        .summary("How much work a task is, is known when it comes, and costs nothing.")
        .source("for comparison"),
    make: |_| Box::new(Exact),
};

const NEVER: Maker<dyn Estimator> = Maker {
    entry: Entry::new("unknown", "Nothing is known")
        .summary("Nothing is found out about any task.")
        .source("for comparison"),
    make: |_| Box::new(Never),
};

/// What can be set.
#[derive(Parameters)]
struct Set {
    /// When an estimation ends.
    #[parameter(name = "Estimation ends", default = "early")]
    estimate_mode: Mode,
    /// An estimation ends early when its bound is above the truth by no more than this share.
    #[parameter(name = "Tolerance of estimates", min = 0.001, max = 10, default = 0.1)]
    estimate_tolerance: f64,
    /// How hard larger tasks are to estimate: the scale of a task is this times the root of the seconds it takes on one CPU.
    #[parameter(name = "Scale of estimates", min = 0, max = 100, default = 2)]
    k: f64,
    /// The median of the looseness of first estimates.
    #[parameter(name = "Looseness", min = 0, max = 1_000, default = 3, quick)]
    looseness_median: f64,
    /// How much the looseness differs from task to task: sigma of its logarithm.
    #[parameter(name = "Spread of looseness", min = 0, max = 3, default = 0.8)]
    looseness_sigma: f64,
}

/// When an estimation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Mode {
    /// when its bound is near enough to the truth, or its time is over
    #[word("early")]
    Early,
    /// when its time is over
    #[word("full")]
    Full,
}

struct Exponential(Set);
struct Exact;
struct Never;

impl Estimator for Exponential {
    fn takes(&self, task: &Hidden, spent_s: f64, cpus: f64, most_s: f64) -> Option<f64> {
        if self.0.estimate_mode == Mode::Full {
            return Some(most_s);
        }
        if task.looseness <= self.0.estimate_tolerance {
            return Some(0.0);
        }
        let enough = task.scale_s * libm::log(task.looseness / self.0.estimate_tolerance);
        Some(((enough - spent_s).max(0.0) / cpus).min(most_s))
    }

    fn bound(&self, task: &Hidden, spent_s: f64) -> Work {
        let nearer = if task.scale_s > 0.0 { libm::exp(-spent_s / task.scale_s) } else { 0.0 };
        let above = libm::ceil(task.kflop as f64 * task.looseness * nearer);
        Work::from(task.kflop) + above as Work
    }

    fn scale(&self, seconds: f64) -> f64 {
        self.0.k * libm::sqrt(seconds)
    }

    fn looseness(&self, draw: f64) -> f64 {
        self.0.looseness_median * libm::exp(self.0.looseness_sigma * draw)
    }
}

impl Estimator for Exact {
    fn takes(&self, _: &Hidden, _: f64, _: f64, _: f64) -> Option<f64> {
        Some(0.0)
    }
}

impl Estimator for Never {
    fn takes(&self, _: &Hidden, _: f64, _: f64, _: f64) -> Option<f64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Settings;

    #[test]
    fn the_bound_tightens_and_never_lies_below_the_truth() {
        let estimator = (EXPONENTIAL_BOUND.make)(&Settings::default());
        let task = Hidden { kflop: 100_000_000, looseness: 3.0, scale_s: 20.0 };
        let at = |spent: f64| estimator.bound(&task, spent);
        assert_eq!(at(0.0), 400_000_000);
        // 100 (1 + 3 e^-0.3) of a million.
        assert_eq!(at(6.0), 322_245_467);
        assert!((0..100).all(|second| at(f64::from(second)) >= at(f64::from(second + 1))));
        assert!(at(1e9) >= 100_000_000);
        // Early, it ends when 3 e^(-t/20) is 0.1, unless its time is over before.
        let takes = |cpus, most| estimator.takes(&task, 0.0, cpus, most).unwrap_or(-1.0);
        assert!((takes(1.0, 1e9) - 20.0 * libm::log(30.0)).abs() < 1e-9);
        assert!((takes(10.0, 1e9) - 2.0 * libm::log(30.0)).abs() < 1e-9);
        assert!((takes(1.0, 11.0) - 11.0).abs() < 1e-12);
    }
}
