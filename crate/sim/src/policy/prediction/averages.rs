//! Predictors that are averages, all in seconds; none without past runtimes.

use ganttlet_core::time::Span;

/// The mean of all runtimes so far (Heymann 2001, section 3.3).
pub fn mean(times: &[Span]) -> Option<f64> {
    let sum = times.iter().fold(Span::ZERO, |sum, &time| sum + time);
    mean_of_sum(sum.seconds(), times.len())
}

/// The last runtime.
pub fn last_run_time(times: &[Span]) -> Option<f64> {
    Some(times.last()?.seconds())
}

/// The mean of the last `count` runtimes, or of all if there are fewer.
pub fn sliding_mean(times: &[Span], count: usize) -> Option<f64> {
    mean(&times[times.len().saturating_sub(count.max(1))..])
}

/// Exponential smoothing: the prediction begins with the first runtime; each further one moves it by `weight` of the
/// difference.
pub fn exponential_smoothing(times: &[Span], weight: f64) -> Option<f64> {
    let (first, rest) = times.split_first()?;
    Some(rest.iter().fold(first.seconds(), |level, time| level + weight * (time.seconds() - level)))
}

/// The median of all runtimes so far; for an even number, the mean of the two middle ones.
pub fn median(times: &[Span]) -> Option<f64> {
    // Usually a few dozen at most: insertion is faster than a sort.
    let mut sorted: Vec<Span> = Vec::with_capacity(times.len());
    for &time in times {
        sorted.insert(sorted.partition_point(|&other| other <= time), time);
    }
    let upper = sorted.get(times.len() / 2)?;
    let lower = sorted[(times.len() - 1) / 2];
    Some(f64::midpoint(lower.seconds(), upper.seconds()))
}

/// A sum divided by a count; none if the count is 0.
pub(super) fn mean_of_sum(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
