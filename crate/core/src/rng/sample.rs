//! Samplers of the distributions in workload models. All transcendental functions are those of `libm`.

use super::Stream;

/// Cumulative shares of weights, which end at 1, for [`Stream::weighted_index`].
pub fn cumulative_shares(weights: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums: Vec<f64> = weights
        .into_iter()
        .map(|weight| {
            sum += weight;
            sum
        })
        .collect();
    for share in &mut sums {
        *share /= sum;
    }
    sums
}

impl Stream {
    /// Uniform in [low, high).
    #[inline]
    pub fn uniform_between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// A random index by weights: `shares` are the [`cumulative_shares`]. 0 if there are none.
    #[inline]
    pub fn weighted_index(&mut self, shares: &[f64]) -> usize {
        let u = self.uniform();
        shares.partition_point(|&share| share <= u).min(shares.len().saturating_sub(1))
    }

    /// Exponential with this mean.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.uniform())
    }

    /// Normal (Marsaglia's polar method).
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        if let Some(spare) = self.spare.take() {
            return mean + deviation * spare;
        }
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let s = u * u + v * v;
            if s > 0.0 && s < 1.0 {
                let factor = libm::sqrt(-2.0 * libm::log(s) / s);
                self.spare = Some(v * factor);
                return mean + deviation * u * factor;
            }
        }
    }

    /// Normal truncated to mean ± half of it: up to 100 draws, else the mean (the Pegasus generator's rule).
    pub fn half_normal_band(&mut self, mean: f64, variance: f64) -> f64 {
        let deviation = libm::sqrt(variance);
        for _ in 0..100 {
            let x = self.normal(mean, deviation);
            if x >= 0.5 * mean && x <= 1.5 * mean {
                return x;
            }
        }
        mean
    }

    /// Lognormal: the exponential of a normal number with these parameters.
    pub fn lognormal(&mut self, mu: f64, sigma: f64) -> f64 {
        libm::exp(self.normal(mu, sigma))
    }

    /// Weibull with this shape and scale.
    pub fn weibull(&mut self, shape: f64, scale: f64) -> f64 {
        scale * libm::pow(-libm::log(1.0 - self.uniform()), 1.0 / shape)
    }

    /// Gamma with this shape and scale (Marsaglia and Tsang 2000).
    pub fn gamma(&mut self, shape: f64, scale: f64) -> f64 {
        if shape < 1.0 {
            let boost = libm::pow(1.0 - self.uniform(), 1.0 / shape);
            return self.gamma(shape + 1.0, scale) * boost;
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / libm::sqrt(9.0 * d);
        loop {
            let x = self.normal(0.0, 1.0);
            let v = 1.0 + c * x;
            if v <= 0.0 {
                continue;
            }
            let v = v * v * v;
            let u = 1.0 - self.uniform();
            if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v * scale;
            }
        }
    }

    /// A mixture of two exponentials: the first mean with probability `p`, otherwise the second.
    pub fn hyper_exponential(&mut self, p: f64, first_mean: f64, second_mean: f64) -> f64 {
        let mean = if self.bernoulli(p) { first_mean } else { second_mean };
        self.exponential(mean)
    }

    /// A mixture of two gammas: the first (shape, scale) with probability `p`, otherwise the second.
    pub fn hyper_gamma(&mut self, p: f64, first: (f64, f64), second: (f64, f64)) -> f64 {
        let (shape, scale) = if self.bernoulli(p) { first } else { second };
        self.gamma(shape, scale)
    }
}

#[cfg(test)]
mod tests {
    use crate::rng::{Stream, Streams};

    /// Checks mean and variance of 200 000 samples, each within `tolerance` (relative).
    fn check_moments(
        name: &str,
        mean: f64,
        variance: f64,
        tolerance: f64,
        draw: impl Fn(&mut Stream) -> f64,
    ) {
        let mut stream = Streams::new(42).get(name);
        let n = 200_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..n {
            let x = draw(&mut stream);
            sum += x;
            squares += x * x;
        }
        let m = sum / f64::from(n);
        let v = squares / f64::from(n) - m * m;
        assert!((m / mean - 1.0).abs() < tolerance, "{name}: mean {m}, not {mean}");
        assert!((v / variance - 1.0).abs() < 5.0 * tolerance, "{name}: variance {v}, not {variance}");
    }

    #[test]
    fn weighted_indices_follow_their_weights() {
        let shares = super::cumulative_shares([1.0, 0.0, 3.0]);
        let mut stream = Streams::new(1).get("pick");
        let mut seen = [0; 3];
        for _ in 0..10_000 {
            seen[stream.weighted_index(&shares)] += 1;
        }
        assert!((2_350..2_650).contains(&seen[0]) && seen[1] == 0, "{seen:?}");
        assert_eq!(stream.weighted_index(&[]), 0);
    }

    #[test]
    fn samples_have_the_moments_of_their_distributions() {
        check_moments("exponential", 3.0, 9.0, 0.01, |s| s.exponential(3.0));
        check_moments("normal", 5.0, 4.0, 0.01, |s| s.normal(5.0, 2.0));
        check_moments("gamma", 6.0, 12.0, 0.01, |s| s.gamma(3.0, 2.0));
        check_moments("gamma below one", 1.0, 2.0, 0.02, |s| s.gamma(0.5, 2.0));
        // Weibull, shape 2, scale 1: mean sqrt(pi)/2, variance 1 - pi/4.
        check_moments("weibull", 0.886_227, 0.214_602, 0.01, |s| s.weibull(2.0, 1.0));
        check_moments("hyper-exponential", 0.3 + 7.0, 2.0 * (0.3 + 70.0) - 7.3 * 7.3, 0.02, |s| {
            s.hyper_exponential(0.3, 1.0, 10.0)
        });
    }
}
