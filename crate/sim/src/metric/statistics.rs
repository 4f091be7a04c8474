//! Statistics of a set of values.

use serde::Serialize;
use ts_rs::TS;

/// Mean, extremes and percentiles of a set of values. A percentile is the smallest value such that at least that
/// percentage of the values are not above it (nearest rank).
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Statistics {
    /// Number of values.
    pub count: u32,
    /// Their mean.
    pub mean: f64,
    /// The smallest.
    pub min: f64,
    /// The 50th percentile.
    pub median: f64,
    /// The 90th percentile.
    pub p90: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The largest.
    pub max: f64,
}

/// The value of one measure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "ReportRow")]
pub struct Row {
    /// The measure's id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The mean, or the value of the run; `None` if there is nothing to measure.
    pub value: Option<f64>,
    /// Statistics over subjects, users, groups or applications.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub statistics: Option<Statistics>,
}

impl Statistics {
    /// Statistics of these values, in any order; none for no values.
    pub fn from_values(mut values: Vec<f64>) -> Option<Self> {
        // The sum uses the given order, so that it does not depend on the sort.
        let sum: f64 = values.iter().sum();
        let count = values.len();
        if values.is_empty() {
            return None;
        }
        // Selects six values instead of sorting a million.
        let mut placed = 0;
        let mut at = |rank: usize| {
            if rank >= placed {
                values[placed..].select_nth_unstable_by(rank - placed, f64::total_cmp);
                placed = rank + 1;
            }
            values[rank]
        };
        let rank = |percent: usize| (count * percent).div_ceil(100).max(1) - 1;
        let min = at(0);
        let [median, p90, p95, p99] = [50, 90, 95, 99].map(|percent| at(rank(percent)));
        let max = at(count - 1);
        Some(Self { count: count as u32, mean: sum / count as f64, min, median, p90, p95, p99, max })
    }
}

/// A cumulative distribution: the share `y` of values that do not exceed `x`, ascending.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cdf {
    /// Values.
    pub x: Vec<f64>,
    /// Shares, in (0, 1].
    pub y: Vec<f64>,
}

impl Cdf {
    /// The distribution of these values at up to `points` evenly spaced ranks, including the first and the last.
    pub fn from_values(mut values: Vec<f64>, points: usize) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let count = values.len();
        let points = points.clamp(2, 10_000).min(count);
        let mut cdf = Self::default();
        for i in 0..points {
            let rank = if points < 2 { 0 } else { i * (count - 1) / (points - 1) };
            cdf.x.push(values[rank]);
            cdf.y.push((rank + 1) as f64 / count as f64);
        }
        cdf
    }
}
