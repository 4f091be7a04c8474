//! Comparisons of two lists of replications.

use super::{mean, student_quantile};
use crate::Interval;

/// The paired difference `other` - `base`.
pub fn paired_difference(base: &[f64], other: &[f64]) -> Option<Interval> {
    let differences: Vec<f64> = base.iter().zip(other).map(|(base, other)| other - base).collect();
    Interval::from_values(&differences)
}

/// The change from the mean of `base` to the mean of `other`, in percent of the former, over the pairs in which both
/// are known; the mean of the changes of the pairs is another quantity. The interval is that of Fieller (1954): all
/// ratios r for which the interval of the paired differences `other` - r `base` contains 0. Hence it excludes "no
/// change" exactly where the interval of the paired difference does. The interval has no ends where the mean of `base`
/// is not separated from 0; `None` if it is 0.
pub fn percent_change(base: &[f64], other: &[f64]) -> Option<Interval> {
    let pairs = base.iter().zip(other).filter(|(base, other)| base.is_finite() && other.is_finite());
    let (base, other): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let count = base.len() as u32;
    let (below, above) = (mean(&base), mean(&other));
    if count == 0 || below == 0.0 {
        return None;
    }
    let change = |ratio: f64| 100.0 * (ratio - 1.0) * below.signum();
    let without = Interval::without_interval(change(above / below), count);
    if count == 1 {
        return Some(without);
    }
    let products = |(one, one_mean): (&[f64], f64), (other, other_mean): (&[f64], f64)| -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - one_mean) * (b - other_mean)).sum()
    };
    let quantile = student_quantile(count - 1);
    // Variances and covariance of the means, times the squared quantile.
    let scale = quantile * quantile / f64::from(count) / f64::from(count - 1);
    let (lower, upper) = ((&base[..], below), (&other[..], above));
    let square = below * below - scale * products(lower, lower);
    let linear = above * below - scale * products(lower, upper);
    let constant = above * above - scale * products(upper, upper);
    if square <= 0.0 {
        return Some(without);
    }
    let root = (linear * linear - square * constant).max(0.0).sqrt();
    let ends = [change((linear - root) / square), change((linear + root) / square)];
    Some(Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]), ..without })
}

/// The share, in %, of all selections of `chosen` values from both lists in which all values from the first list
/// are below all from the other. `None` if a list has fewer values.
pub fn share_all_below(first: &[f64], others: &[f64], chosen: u32) -> Option<f64> {
    let choices = |of: usize| -> f64 {
        (0..chosen).map(|i| (of as f64 - f64::from(i)).max(0.0) / f64::from(i + 1)).product()
    };
    let made =
        |values: &[f64]| -> Vec<f64> { values.iter().copied().filter(|value| value.is_finite()).collect() };
    let (mut first, others) = (made(first), made(others));
    let all = choices(first.len()) * choices(others.len());
    if all < 1.0 {
        return None;
    }
    first.sort_unstable_by(f64::total_cmp);
    // The largest of the chosen values is at this place; the others are before it.
    let below = |(place, &largest): (usize, &f64)| {
        let above = others.iter().filter(|&&value| value > largest).count();
        (choices(place + 1) - choices(place)) * choices(above)
    };
    Some(100.0 * first.iter().enumerate().map(below).sum::<f64>() / all)
}
