//! Predicts a runtime as a linear function of the previous one.

use super::averages::mean;
use ganttlet_core::time::Span;

/// Minimum number of pairs of neighbours for a fit: a line passes through any two.
const PAIRS: usize = 3;

/// The next runtime in seconds by a first-order autoregressive model, `next = a + b * last`, fitted by least squares to
/// all past pairs of neighbours; not below 0. With fewer than three pairs, or if all runtimes with a successor were
/// equal: the mean of all runtimes. None without runtimes.
///
/// The thesis names ARIMA models (Heymann 2001, section 6.2); the choice of this simplest one is our interpretation.
pub fn autoregressive(times: &[Span]) -> Option<f64> {
    let last = times.last()?.seconds();
    let (before, after) = (&times[..times.len() - 1], &times[1..]);
    if before.len() < PAIRS || before.iter().all(|&time| time == before[0]) {
        return mean(times);
    }
    let (from, to) = (mean(before)?, mean(after)?);
    let (mut square, mut product) = (0.0, 0.0);
    for (x, y) in before.iter().zip(after) {
        let x = x.seconds() - from;
        square += x * x;
        product += x * (y.seconds() - to);
    }
    Some((to + product / square * (last - from)).max(0.0))
}
