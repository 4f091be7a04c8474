//! Statistics over replications: means, 95 % confidence intervals, paired comparisons.
//!
//! Values that are not finite represent missing runs and are skipped. In a comparison, value `i` of one list belongs to
//! value `i` of the other: the same work under both policies, so that randomness in the work cancels out.

mod comparison;
mod line_fit;
mod pooled_moments;
mod student;
#[cfg(test)]
mod tests;

pub use comparison::{paired_difference, percent_change, share_all_below};
pub use line_fit::LineFit;
pub use pooled_moments::PooledMoments;
pub use student::{student_quantile, student_upper_quantile, student_upper_tail};

use super::Interval;

/// The mean; NaN for no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample; 0 for fewer than two values.
fn sample_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

impl Interval {
    /// The mean of values, one per replication, with its interval; `None` without values. A single replication has no
    /// interval.
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let count = made.len() as u32;
        if count == 0 {
            return None;
        }
        let mean = mean(&made);
        if count == 1 {
            return Some(Self::without_interval(mean, 1));
        }
        let half = student_quantile(count - 1) * sample_deviation(&made) / f64::from(count).sqrt();
        Some(Self { mean, low: mean - half, high: mean + half, count })
    }

    /// A number without randomness.
    pub fn exact(value: f64) -> Self {
        Self { mean: value, low: value, high: value, count: 1 }
    }

    /// A mean with an unknown interval, for example from a single replication.
    pub fn without_interval(mean: f64, count: u32) -> Self {
        Self { mean, low: f64::NAN, high: f64::NAN, count }
    }
}

/// The jackknife interval of an estimate from several replications, from the estimates without each of them (Tukey 1958;
/// Efron and Tibshirani 1993, chapter 11). For a mean it equals Student's interval. `count` is the number of replications;
/// for estimates from several samples, that of the smallest.
pub fn jackknife(whole: f64, left_out: &[f64], count: u32) -> Interval {
    if count < 2 || left_out.iter().any(|value| !value.is_finite()) {
        return Interval::without_interval(whole, count.max(1));
    }
    let (center, many) = (mean(left_out), left_out.len() as f64);
    let squares: f64 = left_out.iter().map(|value| (value - center) * (value - center)).sum();
    let half = student_quantile(count - 1) * ((many - 1.0) / many * squares).sqrt();
    // Sums in another order differ in their last digits, also where all replications are equal.
    let half = if half <= 1e-12 * whole.abs() { 0.0 } else { half };
    Interval { mean: whole, low: whole - half, high: whole + half, count }
}

/// The value that remains if `select` chooses between each two, for example [`f64::min`]; NaN for no values.
pub fn extreme_value(values: &[f64], select: fn(f64, f64) -> f64) -> f64 {
    values.iter().copied().fold(f64::NAN, select)
}

/// The smallest value that at least `percent` % of the values do not exceed (nearest rank); NaN for no values.
pub fn percentile(mut values: Vec<f64>, percent: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let rank = libm::ceil(percent / 100.0 * values.len() as f64) as usize;
    values.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
}

/// The number of replications for an interval with at most this half width, extrapolated from these values; `None` for
/// fewer than two values.
pub fn needed_replications(values: &[f64], half_width: f64) -> Option<u32> {
    let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    if made.len() < 2 {
        return None;
    }
    let deviation = sample_deviation(&made);
    // The quantile depends on the number that is sought: it falls, so that the smallest is found from below.
    let enough = |count: u32| student_quantile(count - 1) * deviation <= half_width * f64::from(count).sqrt();
    let (mut low, mut high) = (1_u32, 1_000_000_u32);
    while low + 1 < high {
        let middle = low.midpoint(high);
        *if enough(middle) { &mut high } else { &mut low } = middle;
    }
    Some(high)
}

/// The means of consecutive batches of equal length (Law 2015, section 9.5.3). Values at the beginning that fill no batch
/// are not used; no means if a batch would be empty.
pub fn batch_means(values: &[f64], batches: usize) -> Vec<f64> {
    let length = values.len().checked_div(batches).unwrap_or(0);
    if length == 0 {
        return Vec::new();
    }
    values[values.len() - length * batches..].chunks(length).map(mean).collect()
}

/// The coefficient of variation of non-negative shares: standard deviation (of the population) over mean; NaN if all
/// are 0.
pub fn coefficient_of_variation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let deviation = (squares / values.len() as f64).sqrt();
    if mean > 0.0 { deviation / mean } else { mean }
}

/// Jain's fairness index: 1 if all shares are equal, 1/n if all but one are 0 (Jain, Chiu and Hawe 1984).
pub fn jain_index(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|value| value * value).sum();
    if values.iter().any(|&value| value > 0.0) {
        sum * sum / (values.len() as f64 * squares)
    } else {
        mean(values) + 1.0
    }
}
