//! Substitutes for the log LLNL-Atlas-2006: sizes and runtimes by the tables of the specification.

use ganttlet_core::entry::Variants;
use ganttlet_core::time::Span;

/// The part of the log that they replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum AtlasPart {
    /// First 200 jobs, most as wide as a cluster; mean runtime ten minutes
    #[word("atlas-head")]
    Head,
    /// Whole log in nodes of eight processors, without the widest jobs; mean runtime one and a half hours
    #[word("atlas-log")]
    Log,
}

/// Frequency of a number of hosts, as a share.
type Sizes = &'static [(u32, f64)];
/// Shares of the runtimes up to given seconds.
type Knots = &'static [(f64, f64)];

const HEAD_SIZES: Sizes = &[(8, 0.17), (16, 0.115), (32, 0.065), (64, 0.06), (128, 0.59)];

const HEAD_RUNS: Knots = &[
    (0.0, 6.0),
    (0.1, 37.0),
    (0.25, 145.0),
    (0.5, 404.0),
    (0.75, 995.0),
    (0.9, 1_224.0),
    (0.95, 1_626.0),
    (0.99, 3_802.0),
    (1.0, 7_695.0),
];

const LOG_SIZES: Sizes = &[
    (1, 0.30),
    (2, 0.09),
    (3, 0.01),
    (4, 0.065),
    (6, 0.02),
    (8, 0.135),
    (10, 0.01),
    (12, 0.025),
    (16, 0.115),
    (24, 0.01),
    (32, 0.10),
    (64, 0.075),
    (128, 0.045),
];

const LOG_RUNS: Knots = &[
    (0.0, 1.0),
    (0.1, 3.0),
    (0.25, 13.0),
    (0.5, 115.0),
    (0.75, 2_000.0),
    (0.9, 21_600.0),
    (0.95, 43_200.0),
    (0.99, 57_600.0),
    (1.0, 86_400.0),
];

impl AtlasPart {
    /// Hosts and runtime at these quantiles of the tables, from 0 to 1.
    pub(super) fn sample(self, size: f64, run: f64) -> (u32, Span) {
        let (sizes, runs) = match self {
            Self::Head => (HEAD_SIZES, HEAD_RUNS),
            Self::Log => (LOG_SIZES, LOG_RUNS),
        };
        (hosts_at(sizes, size), Span(seconds_at(runs, run) * 1_000_000))
    }
}

/// The inverse of the cumulative shares.
fn hosts_at(sizes: Sizes, place: f64) -> u32 {
    let mut sum = 0.0;
    for &(hosts, share) in sizes {
        sum += share;
        if place < sum {
            return hosts;
        }
    }
    sizes[sizes.len() - 1].0
}

/// Whole seconds, at least one; logarithms are interpolated linearly between two knots.
fn seconds_at(knots: Knots, place: f64) -> i64 {
    let next = knots.iter().position(|&(share, _)| place < share).unwrap_or(knots.len() - 1).max(1);
    let ((from, low), (to, high)) = (knots[next - 1], knots[next]);
    let along = (place - from) / (to - from);
    let (low, high) = (libm::log(low), libm::log(high));
    (libm::round(libm::exp(low + (high - low) * along)) as i64).max(1)
}
