//! Moments of the values of several runs, pooled.

use super::{mean, student_quantile};
use crate::Interval;

/// Count, mean and sum of squared deviations of values: enough to combine the values of several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PooledMoments {
    count: f64,
    mean: f64,
    /// The sum of the squares of the differences from the mean.
    squares: f64,
}

impl PooledMoments {
    /// Number of numbers that represent it.
    pub const NUMBERS: usize = 3;

    /// The moments of these values.
    pub fn from_values(values: &[f64]) -> Self {
        let mean = mean(values);
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { count: values.len() as f64, mean: if values.is_empty() { 0.0 } else { mean }, squares }
    }

    /// The moments as numbers of a run.
    pub fn to_numbers(self) -> [f64; Self::NUMBERS] {
        [self.mean, self.count, self.squares]
    }

    /// The mean of all values of several runs, and its interval; `None` if there are no values.
    pub fn pooled_interval(pools: &[[f64; Self::NUMBERS]]) -> Option<Interval> {
        let sum = |of: &dyn Fn(&[f64; 3]) -> f64| pools.iter().map(of).sum::<f64>();
        let count = sum(&|[_, count, _]| *count);
        if count.is_nan() || count < 1.0 {
            return None;
        }
        let mean = sum(&|[mean, count, _]| count * mean) / count;
        if count < 2.0 {
            return Some(Interval::without_interval(mean, 1));
        }
        let squares = sum(&|[own, count, squares]| squares + count * (own - mean) * (own - mean));
        let degrees = count - 1.0;
        let half = student_quantile(degrees as u32) * (squares / degrees / count).sqrt();
        Some(Interval { mean, low: mean - half, high: mean + half, count: count as u32 })
    }
}
