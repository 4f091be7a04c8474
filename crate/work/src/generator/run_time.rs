//! Distributions of runtimes by common parameters: mean and coefficient of variation.

use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::rng::Stream;

/// Parameters of the runtimes of jobs and tasks.
#[derive(Parameters)]
pub(super) struct RunTimes {
    /// Distribution of runtimes.
    #[parameter(name = "Runtime distribution", default = "lognormal")]
    pub(super) run_times: Distribution,
    /// Mean runtime on nodes of speed 1.
    #[parameter(name = "Mean runtime", unit = "s", min = 0.001, max = 1e8, default = 600)]
    pub(super) run_mean_s: f64,
    /// Coefficient of variation (CV): standard deviation divided by mean. Queueing formulas use its square. Fixed for
    /// constant (0) and exponential (1) runtimes.
    #[parameter(name = "CV of runtimes", min = 0, max = 10, default = 1.5)]
    pub(super) run_cv: f64,
}

/// Distributions of runtimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Distribution {
    /// Constant: every runtime equals the mean.
    #[word("constant")]
    Constant,
    /// Exponential (memoryless): coefficient of variation 1.
    #[word("exponential")]
    Exponential,
    /// Uniform around the mean: coefficient of variation at most 0.577.
    #[word("uniform")]
    Uniform,
    /// Lognormal: many short runtimes, a few very long.
    #[word("lognormal")]
    Lognormal,
    /// Weibull: exponential at a coefficient of variation of 1, heavier-tailed above.
    #[word("weibull")]
    Weibull,
    /// Gamma: exponential at a coefficient of variation of 1, nearly normal at small values.
    #[word("gamma")]
    Gamma,
    /// Hyperexponential (two phases, balanced means): coefficient of variation at least 1.
    #[word("hyper-exponential")]
    HyperExponential,
}

/// A distribution of runtimes in seconds; its mean is exactly the requested one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RunTime {
    Constant { mean: f64 },
    Exponential { mean: f64 },
    Uniform { low: f64, high: f64 },
    Lognormal { mu: f64, sigma: f64 },
    Weibull { shape: f64, scale: f64 },
    Gamma { shape: f64, scale: f64 },
    HyperExponential { p: f64, first: f64, second: f64 },
}

impl RunTime {
    /// The distribution with this mean and coefficient of variation, or the nearest possible one.
    pub(super) fn new(&RunTimes { run_times, run_mean_s: mean, run_cv: cv }: &RunTimes) -> Self {
        // Below this the values differ by less than a microsecond, and the shapes would be unbounded.
        if cv < 1e-6 && !matches!(run_times, Distribution::Exponential | Distribution::HyperExponential) {
            return Self::Constant { mean };
        }
        let square = cv * cv;
        match run_times {
            Distribution::Exponential => Self::Exponential { mean },
            Distribution::Uniform => {
                let half = mean * (cv * libm::sqrt(3.0)).min(1.0);
                Self::Uniform { low: mean - half, high: mean + half }
            }
            Distribution::Lognormal => {
                let variance = libm::log1p(square);
                Self::Lognormal { mu: libm::log(mean) - 0.5 * variance, sigma: libm::sqrt(variance) }
            }
            Distribution::Weibull => {
                let shape = weibull_shape(square);
                Self::Weibull { shape, scale: mean / libm::exp(libm::lgamma(1.0 + 1.0 / shape)) }
            }
            Distribution::Gamma => Self::Gamma { shape: 1.0 / square, scale: mean * square },
            Distribution::HyperExponential => {
                let square = square.max(1.0);
                let p = 0.5 * (1.0 + libm::sqrt((square - 1.0) / (square + 1.0)));
                Self::HyperExponential { p, first: 0.5 * mean / p, second: 0.5 * mean / (1.0 - p) }
            }
            Distribution::Constant => Self::Constant { mean },
        }
    }

    /// Draws one runtime in seconds.
    pub(super) fn draw(&self, stream: &mut Stream) -> f64 {
        match *self {
            Self::Constant { mean } => mean,
            Self::Exponential { mean } => stream.exponential(mean),
            Self::Uniform { low, high } => stream.uniform_between(low, high),
            Self::Lognormal { mu, sigma } => stream.lognormal(mu, sigma),
            Self::Weibull { shape, scale } => stream.weibull(shape, scale),
            Self::Gamma { shape, scale } => stream.gamma(shape, scale),
            Self::HyperExponential { p, first, second } => stream.hyper_exponential(p, first, second),
        }
    }
}

/// The shape of a Weibull distribution with this squared coefficient of variation, which decreases with the shape.
fn weibull_shape(square: f64) -> f64 {
    let of =
        |shape: f64| libm::exp(libm::lgamma(1.0 + 2.0 / shape) - 2.0 * libm::lgamma(1.0 + 1.0 / shape)) - 1.0;
    let (mut low, mut high) = (0.05, 100.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if of(middle) > square { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::rng::Streams;

    #[test]
    fn run_times_have_the_requested_mean_and_variation() {
        for (name, asked, given) in [
            (Distribution::Constant, 1.0, 0.0),
            (Distribution::Exponential, 3.0, 1.0),
            (Distribution::Uniform, 0.4, 0.4),
            (Distribution::Uniform, 2.0, 0.577),
            (Distribution::Lognormal, 1.5, 1.5),
            (Distribution::Weibull, 0.5, 0.5),
            (Distribution::Weibull, 1.5, 1.5),
            (Distribution::Gamma, 0.5, 0.5),
            (Distribution::Gamma, 1.5, 1.5),
            (Distribution::HyperExponential, 2.0, 2.0),
            (Distribution::HyperExponential, 0.2, 1.0),
        ] {
            let distribution = RunTime::new(&RunTimes { run_times: name, run_mean_s: 50.0, run_cv: asked });
            let mut stream = Streams::new(7).get(&format!("{name:?}"));
            let n = 400_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..n {
                let x = distribution.draw(&mut stream);
                sum += x;
                squares += x * x;
            }
            let mean = sum / f64::from(n);
            let cv = libm::sqrt((squares / f64::from(n) - mean * mean).max(0.0)) / mean;
            assert!((mean / 50.0 - 1.0).abs() < 0.015, "{name:?}: mean {mean}");
            assert!((cv - given).abs() < 0.05 * given + 1e-6, "{name:?}: variation {cv}, not {given}");
        }
    }

    #[test]
    fn a_weibull_with_a_variation_of_one_is_exponential() {
        assert!((weibull_shape(1.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn zero_variation_gives_constant_run_times() {
        for name in
            [Distribution::Uniform, Distribution::Lognormal, Distribution::Weibull, Distribution::Gamma]
        {
            assert_eq!(
                RunTime::new(&RunTimes { run_times: name, run_mean_s: 9.0, run_cv: 0.0 }),
                RunTime::Constant { mean: 9.0 }
            );
        }
    }
}
