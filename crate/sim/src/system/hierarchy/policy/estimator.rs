//! Estimators of the size of a task, and their duration.

use super::Work;
use ganttlet_core::entry::{Entry, Parameters, Policies, PolicyEntry, Variants, catalog_text};

/// Properties of a task that are hidden from schedulers.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    /// Its work, in `KFlop`.
    pub kflop: u64,
    /// The relative excess of the first estimate over the work.
    pub looseness: f64,
    /// Seconds of one CPU after which the excess of the estimate has decreased by a factor of e.
    pub scale_s: f64,
}

/// Estimates the work of a task.
pub trait Estimator {
    /// The duration of an estimation on this number of CPUs, in seconds, given at most `most_s` and the seconds of one
    /// CPU already spent; none without estimation.
    fn estimation_seconds(&self, task: &Hidden, spent_s: f64, cpus: f64, most_s: f64) -> Option<f64>;
    /// The upper bound after this many seconds of one CPU.
    fn upper_bound(&self, task: &Hidden, _spent_s: f64) -> Work {
        task.kflop.into()
    }
    /// The scale of a task that runs this many seconds on one CPU.
    fn task_scale(&self, _seconds: f64) -> f64 {
        0.0
    }
    /// The looseness of a task, from a draw of a standard normal distribution.
    fn looseness(&self, _draw: f64) -> f64 {
        0.0
    }
}

/// All estimators. A new one is one item and one line here.
pub static ESTIMATORS: Policies<dyn Estimator> = Policies {
    id: "estimator",
    name: "estimator",
    summary: catalog_text(
        "Estimate of the size of a divisible task before it runs, and duration of the estimation.",
    ),
    members: &[EXPONENTIAL_BOUND, EXACT, NEVER],
};

const EXPONENTIAL_BOUND: PolicyEntry<dyn Estimator> = PolicyEntry {
    entry: Entry::new("exponential-bound", "Tightening bound")
        .summary(
            "Computes an upper bound that approaches the true size during estimation, faster for smaller \
             tasks: size × (1 + looseness × exp(−spent / scale)).",
        )
        .source(
            "Silberstein et al. 2006, section 4 (a search that can be stopped at any time and improves \
             the longer it runs); the formula is our assumption",
        )
        .parameters(Set::LIST)
        .when_to_use(
            "A model of an estimator that refines an upper bound the longer it runs. Calibrate looseness \
             and scale before conclusions about a real estimator.",
        )
        .pseudocode(concat!(
            "scale ← k × √(runtime of the task on one CPU)\n",
            "looseness ← looseness_median × exp(looseness_sigma × standard normal)\n",
            "limit ← alpha × t_e_s of the queue\n",
            "if estimate_mode = full then\n",
            "  time ← limit\n",
            "else\n",
            "  time ← min(limit, time until the excess ≤ estimate_tolerance)\n",
            "spent ← spent + time × number of estimating CPUs\n",
            "bound ← size × (1 + looseness × exp(−spent / scale))",
        )),
    make: |settings| Box::new(Exponential(Set::read(settings))),
};

const EXACT: PolicyEntry<dyn Estimator> = PolicyEntry {
    entry: Entry::new("exact", "Exact size")
        .summary("The exact size of each task is known on arrival, at no cost.")
        .source("for comparison")
        .when_to_use("An oracle: it shows how well the rules work with perfect knowledge of sizes."),
    make: |_| Box::new(Exact),
};

const NEVER: PolicyEntry<dyn Estimator> = PolicyEntry {
    entry: Entry::new("unknown", "Unknown size")
        .summary(
            "No size estimation: a queue admits a task without knowledge of its size. After admission the \
             exact remaining work is known, even if only a bound is set to be known then.",
        )
        .source("for comparison")
        .when_to_use(
            "The baseline without size estimation. Mismatch demotes no task in its first queue, because its \
             size becomes known only after admission.",
        ),
    make: |_| Box::new(Never),
};

#[derive(Parameters)]
struct Set {
    /// Condition on which an estimation ends.
    #[parameter(name = "End of estimation", default = "early")]
    estimate_mode: Mode,
    /// Excess of the bound over the true size, as a share of that size, at which an estimation ends early.
    #[parameter(name = "Estimation tolerance", min = 0.001, max = 10, default = 0.1)]
    estimate_tolerance: f64,
    /// Factor of the estimation time: the scale of a task is this factor times the square root of its runtime in seconds on
    /// one CPU. Larger tasks take longer to estimate.
    #[parameter(name = "Estimation scale", min = 0, max = 100, default = 2)]
    k: f64,
    /// Median excess of the initial upper bound over the true size, as a share of that size.
    #[parameter(name = "Looseness", min = 0, max = 1_000, default = 3, quick)]
    looseness_median: f64,
    /// Standard deviation of the logarithm of the looseness across tasks.
    #[parameter(name = "Looseness variation", min = 0, max = 3, default = 0.8)]
    looseness_sigma: f64,
}

/// Condition on which an estimation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Mode {
    /// When its bound is within the tolerance, or its time limit is reached
    #[word("early")]
    Early,
    /// When its time limit is reached
    #[word("full")]
    Full,
}

struct Exponential(Set);
struct Exact;
struct Never;

impl Estimator for Exponential {
    fn estimation_seconds(&self, task: &Hidden, spent_s: f64, cpus: f64, most_s: f64) -> Option<f64> {
        if self.0.estimate_mode == Mode::Full {
            return Some(most_s);
        }
        if task.looseness <= self.0.estimate_tolerance {
            return Some(0.0);
        }
        let enough = task.scale_s * libm::log(task.looseness / self.0.estimate_tolerance);
        Some(((enough - spent_s).max(0.0) / cpus).min(most_s))
    }

    fn upper_bound(&self, task: &Hidden, spent_s: f64) -> Work {
        let nearer = if task.scale_s > 0.0 { libm::exp(-spent_s / task.scale_s) } else { 0.0 };
        let above = libm::ceil(task.kflop as f64 * task.looseness * nearer);
        Work::from(task.kflop) + above as Work
    }

    fn task_scale(&self, seconds: f64) -> f64 {
        self.0.k * libm::sqrt(seconds)
    }

    fn looseness(&self, draw: f64) -> f64 {
        self.0.looseness_median * libm::exp(self.0.looseness_sigma * draw)
    }
}

impl Estimator for Exact {
    fn estimation_seconds(&self, _: &Hidden, _: f64, _: f64, _: f64) -> Option<f64> {
        Some(0.0)
    }
}

impl Estimator for Never {
    fn estimation_seconds(&self, _: &Hidden, _: f64, _: f64, _: f64) -> Option<f64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::Settings;

    #[test]
    fn the_bound_tightens_and_never_lies_below_the_truth() {
        let estimator = (EXPONENTIAL_BOUND.make)(&Settings::default());
        let task = Hidden { kflop: 100_000_000, looseness: 3.0, scale_s: 20.0 };
        let at = |spent: f64| estimator.upper_bound(&task, spent);
        assert_eq!(at(0.0), 400_000_000);
        // 100 (1 + 3 e^-0.3) of a million.
        assert_eq!(at(6.0), 322_245_467);
        assert!((0..100).all(|second| at(f64::from(second)) >= at(f64::from(second + 1))));
        assert!(at(1e9) >= 100_000_000);
        // Early, it ends when 3 e^(-t/20) is 0.1, or at its time limit if that is earlier.
        let takes = |cpus, most| estimator.estimation_seconds(&task, 0.0, cpus, most).unwrap_or(-1.0);
        assert!((takes(1.0, 1e9) - 20.0 * libm::log(30.0)).abs() < 1e-9);
        assert!((takes(10.0, 1e9) - 2.0 * libm::log(30.0)).abs() < 1e-9);
        assert!((takes(1.0, 11.0) - 11.0).abs() < 1e-12);
    }
}
