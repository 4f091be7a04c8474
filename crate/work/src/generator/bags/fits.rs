//! Distributions fitted to seven traces of grids (Sonmez 2010, tables 5.2 and 5.3), and their average.
//!
//! The order of parameters is not given there. This is the only plausible one: Weibull (shape, scale), normal (standard
//! deviation, mean), gamma (shape, rate), lognormal (mean and standard deviation of the natural logarithm).

use crate::generator::daily::{SLOTS, gamma_cdf};
use Fit::{Gamma, Lognormal, Normal, Weibull};
use ganttlet_core::entry::Variants;
use ganttlet_core::rng::Stream;

/// A fitted distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Fit {
    /// Shape and scale.
    Weibull(f64, f64),
    /// Standard deviation and mean.
    Normal(f64, f64),
    /// Shape and rate.
    Gamma(f64, f64),
    /// Mean and standard deviation of the natural logarithm.
    Lognormal(f64, f64),
}

/// The traces that serve as models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(in super::super) enum Traces {
    /// Average of the seven traces (realistic)
    #[word("average")]
    Average,
    /// Trace of each cluster's system: DAS-2 for the first five clusters, Grid'5000 for the others
    #[word("own")]
    Own,
    /// DAS-2 (T1)
    #[word("das-2")]
    Das2,
    /// Grid'5000 (T2)
    #[word("grid5000")]
    Grid5000,
    /// NGS (T3)
    #[word("ngs")]
    Ngs,
    /// AuverGrid (T4); the trace has no users, so those of the average are used
    #[word("auvergrid")]
    AuverGrid,
    /// SHARCNET (T5)
    #[word("sharcnet")]
    Sharcnet,
    /// LCG (T6)
    #[word("lcg")]
    Lcg,
    /// NorduGrid (T7)
    #[word("nordugrid")]
    NorduGrid,
}

/// The distributions fitted to a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct TraceFit {
    /// Submission frequency of users by rank: exponent and number of users.
    pub(in super::super) users: (f64, u32),
    /// Binary logarithm of the seconds between two bags in peak hours.
    pub(in super::super) between: Fit,
    /// Half-hour of arrival after the start of the day.
    pub(in super::super) day: Fit,
    /// Binary logarithm of the number of tasks.
    pub(in super::super) size: Fit,
    /// Binary logarithm of the mean runtime of a bag, in seconds.
    pub(in super::super) run: Fit,
    /// Binary logarithm of the variance of runtimes in a bag, in square seconds.
    pub(in super::super) variance: Fit,
}

const fn row(users: (f64, u32), [between, day, size, run, variance]: [Fit; 5]) -> TraceFit {
    TraceFit { users, between, day, size, run, variance }
}

/// The average, then T1 to T7.
#[rustfmt::skip]
const ROWS: [TraceFit; 8] = [
    row((1.31, 368), [Weibull(4.25, 7.86), Weibull(1.79, 24.16), Weibull(1.76, 2.11), Normal(2.73, 6.1), Weibull(2.05, 12.25)]),
    row((1.25, 333), [Weibull(4.06, 7.91), Gamma(2.62, 0.13), Weibull(1.75, 2.91), Normal(1.78, 3.87), Weibull(1.64, 10.21)]),
    row((1.39, 481), [Weibull(4.27, 8.42), Weibull(1.57, 20.54), Gamma(2.47, 1.64), Normal(2.31, 4.97), Normal(5.54, 9.56)]),
    row((1.30, 379), [Weibull(4.94, 8.48), Weibull(1.64, 25.42), Weibull(2.02, 1.58), Normal(3.50, 3.51), Gamma(1.79, 0.29)]),
    row((1.31, 368), [Weibull(3.87, 7.33), Weibull(1.72, 25.49), Weibull(1.78, 1.51), Gamma(3.55, 0.47), Normal(6.41, 11.73)]),
    row((1.25, 412), [Weibull(4.17, 7.65), Weibull(2.44, 28.99), Weibull(1.37, 1.89), Normal(3.06, 7.45), Weibull(1.93, 13.65)]),
    row((1.32, 216), [Weibull(4.05, 6.48), Weibull(1.71, 23.86), Normal(1.33, 2.71), Lognormal(1.82, 0.34), Weibull(2.85, 14.21)]),
    row((1.36, 387), [Normal(1.97, 8.00), Weibull(1.62, 22.18), Weibull(1.80, 2.17), Normal(2.76, 9.04), Weibull(2.86, 16.58)]),
];

impl Traces {
    /// The distributions of the trace that serves as the model for a cluster.
    pub(in super::super) fn fit_of_cluster(self, cluster: usize) -> TraceFit {
        let place = match self {
            Self::Average => 0,
            Self::Own if cluster < 5 => 1,
            Self::Own => 2,
            one => one as usize - 1,
        };
        ROWS[place]
    }
}

impl Fit {
    /// Draws a number from this distribution.
    pub(in super::super) fn draw(self, chance: &mut Stream) -> f64 {
        match self {
            Weibull(shape, scale) => chance.weibull(shape, scale),
            Normal(deviation, mean) => chance.normal(mean, deviation),
            Gamma(shape, rate) => chance.gamma(shape, 1.0 / rate),
            Lognormal(mu, sigma) => chance.lognormal(mu, sigma),
        }
    }

    /// The cumulative distribution at `x`, for distributions of positive numbers; days use no others.
    fn cdf(self, x: f64) -> f64 {
        match self {
            Weibull(shape, scale) => 1.0 - libm::exp(-libm::pow(x.max(0.0) / scale, shape)),
            Gamma(shape, rate) => gamma_cdf(shape, rate * x),
            Normal(..) | Lognormal(..) => 0.0,
        }
    }

    /// The share of the distribution in each half-hour of a day that starts with the half-hour `first`, by the clock.
    pub(in super::super) fn half_hour_shares(self, first: usize) -> [f64; SLOTS] {
        let mut weights = [0.0; SLOTS];
        for i in 0..SLOTS {
            weights[(i + first) % SLOTS] = self.cdf(i as f64 + 1.0) - self.cdf(i as f64);
        }
        weights
    }
}
