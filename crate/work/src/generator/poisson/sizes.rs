//! Numbers of nodes of jobs.

use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::rng::Stream;

/// The range and distribution of numbers of nodes.
#[derive(Parameters)]
pub(super) struct SizeRange {
    /// Distribution of the number of nodes of parallel jobs.
    #[parameter(name = "Job sizes", default = "powers-of-two")]
    pub(super) sizes: SizeLikelihood,
    /// Minimum number of nodes of a parallel job.
    #[parameter(name = "Minimum size", unit = "nodes", min = 1, max = 1_000_000, default = 1)]
    pub(super) nodes_min: u32,
    /// Maximum number of nodes of a job, limited to the largest cluster; 0 for the size of the largest cluster.
    #[parameter(name = "Maximum size", unit = "nodes", min = 0, max = 1_000_000, default = 0)]
    pub(super) nodes_max: u32,
    /// Share of jobs that are serial (one node), in addition to single-node jobs drawn from the size distribution.
    #[parameter(name = "Share of serial jobs", min = 0, max = 1, default = 0)]
    pub(super) serial_share: f64,
}

/// The likelihood of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum SizeLikelihood {
    /// Constant: every job has the minimum size.
    #[word("constant")]
    Constant,
    /// Uniform over all sizes in the range.
    #[word("uniform")]
    Uniform,
    /// Uniform over the powers of two in the range.
    #[word("powers-of-two")]
    PowersOfTwo,
    /// Log-uniform: each doubling is equally likely, so many jobs are small and few are large.
    #[word("log-uniform")]
    LogUniform,
}

/// A distribution of sizes from `min` to `max` nodes.
pub(super) struct Sizes {
    shape: Shape,
    min: u32,
    max: u32,
    serial: f64,
}

enum Shape {
    Constant,
    Uniform,
    /// The exponents of the smallest and largest power of two in the range; a range without one has one size only.
    Powers(u32, u32),
    LogUniform,
}

impl Sizes {
    /// The distribution of these settings, on a platform whose largest cluster has `largest` nodes.
    pub(super) fn new(set: &SizeRange, largest: u32) -> Self {
        let largest = largest.max(1);
        let max = if set.nodes_max == 0 { largest } else { set.nodes_max.min(largest) };
        let min = set.nodes_min.min(max);
        let shape = match set.sizes {
            SizeLikelihood::Uniform => Shape::Uniform,
            SizeLikelihood::LogUniform => Shape::LogUniform,
            SizeLikelihood::PowersOfTwo => {
                let (low, high) = (min.next_power_of_two().ilog2(), max.ilog2());
                if low <= high { Shape::Powers(low, high) } else { Shape::Constant }
            }
            SizeLikelihood::Constant => Shape::Constant,
        };
        Self { shape, min, max, serial: set.serial_share }
    }

    /// Draws the nodes of one job.
    pub(super) fn draw(&self, stream: &mut Stream) -> u32 {
        if stream.bernoulli(self.serial) {
            return 1;
        }
        match self.shape {
            Shape::Constant => self.min,
            Shape::Uniform => self.min + stream.uniform_below(self.max - self.min + 1),
            Shape::Powers(low, high) => 1 << (low + stream.uniform_below(high - low + 1)),
            Shape::LogUniform => {
                let (low, high) = (libm::log(f64::from(self.min)), libm::log(f64::from(self.max) + 1.0));
                (libm::floor(libm::exp(stream.uniform_between(low, high))) as u32).clamp(self.min, self.max)
            }
        }
    }

    /// The exact mean of [`Sizes::draw`].
    pub(super) fn mean(&self) -> f64 {
        let (a, b) = (f64::from(self.min), f64::from(self.max));
        let parallel = match self.shape {
            Shape::Constant => a,
            Shape::Uniform => 0.5 * (a + b),
            Shape::Powers(low, high) => {
                ((1_u64 << (high + 1)) - (1_u64 << low)) as f64 / f64::from(high - low + 1)
            }
            Shape::LogUniform => {
                // The sum of n (ln(n+1) - ln n) from a to b, term by term: b ln(b+1) - a ln a - ln(b! / a!).
                let factorials = libm::lgamma(b + 1.0) - libm::lgamma(a + 1.0);
                let sum = b * libm::log(b + 1.0) - a * libm::log(a) - factorials;
                sum / (libm::log(b + 1.0) - libm::log(a))
            }
        };
        self.serial + (1.0 - self.serial) * parallel
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::rng::Streams;

    fn sizes(shape: &'static str, min: i64, max: i64, serial: f64) -> Sizes {
        let settings = Settings::default()
            .with("sizes", Value::Choice(shape))
            .with("nodes_min", Value::Integer(min))
            .with("nodes_max", Value::Integer(max))
            .with("serial_share", Value::Number(serial));
        Sizes::new(&SizeRange::read(&settings), 100)
    }

    #[test]
    fn the_stated_mean_is_the_exact_mean() {
        for (shape, min, max, mean) in [
            ("constant", 3, 50, 3.0),
            ("uniform", 3, 50, 26.5),
            ("powers-of-two", 3, 50, 15.0),
            ("powers-of-two", 5, 7, 5.0),
            ("powers-of-two", 1, 0, 127.0 / 7.0),
            ("log-uniform", 1, 1, 1.0),
            // (1 ln 2 + 2 ln 1.5 + 3 ln (4/3)) / ln 4
            ("log-uniform", 1, 3, 1.707_518),
        ] {
            let found = sizes(shape, min, max, 0.0).mean();
            assert!((found - mean).abs() < 1e-6, "{shape} {min} {max}: {found}");
        }
        for shape in ["constant", "uniform", "powers-of-two", "log-uniform"] {
            let sizes = sizes(shape, 2, 64, 0.3);
            let mut stream = Streams::new(1).get(shape);
            let drawn: f64 = (0..200_000).map(|_| f64::from(sizes.draw(&mut stream))).sum::<f64>() / 2e5;
            assert!((drawn / sizes.mean() - 1.0).abs() < 0.01, "{shape}: {drawn} {}", sizes.mean());
        }
    }

    #[test]
    fn an_inverted_range_becomes_its_upper_end() {
        for shape in ["constant", "uniform", "powers-of-two", "log-uniform"] {
            let sizes = sizes(shape, 90, 8, 0.0);
            let mut stream = Streams::new(1).get(shape);
            assert!((0..100).all(|_| sizes.draw(&mut stream) == 8), "{shape}");
        }
    }
}
