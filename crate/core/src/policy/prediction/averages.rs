//! Predictors that are averages of one kind or another; all in seconds, none without a run time to go by.

use crate::order;
use crate::time::Span;

/// The mean of all run times so far (Heymann 2001, section 3.3).
pub fn mean(times: &[Span]) -> Option<f64> {
    let sum = times.iter().fold(Span::ZERO, |sum, &time| sum + time);
    quotient(sum.seconds(), times.len())
}

/// The last run time.
pub fn last(times: &[Span]) -> Option<f64> {
    Some(times.last()?.seconds())
}

/// The mean of the last `count` run times, or of as many as there are.
pub fn window(times: &[Span], count: usize) -> Option<f64> {
    mean(&times[times.len().saturating_sub(count.max(1))..])
}

/// Exponential smoothing: each run time moves the forecast, which begins with the first, by `weight` of the difference.
pub fn smoothed(times: &[Span], weight: f64) -> Option<f64> {
    let (first, rest) = times.split_first()?;
    Some(rest.iter().fold(first.seconds(), |level, time| level + weight * (time.seconds() - level)))
}

/// The median of all run times so far, half-way between the two in the middle if their number is even.
pub fn median(times: &[Span]) -> Option<f64> {
    let sorted = order::by_key(times.len(), |place| times[place].0);
    let at = |place: usize| Some(times[*sorted.get(place)? as usize].seconds());
    Some(f64::midpoint(at(times.len().checked_sub(1)? / 2)?, at(times.len() / 2)?))
}

/// A sum by a count; none if the count is 0.
pub(super) fn quotient(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
