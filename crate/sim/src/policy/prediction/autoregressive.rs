//! A run time as a linear function of the one before it.

use super::averages::mean;
use ganttlet_core::time::Span;

/// The fewest pairs of neighbours that a line is fitted to: it runs through any two.
const PAIRS: usize = 3;

/// The next run time in seconds by a first-order autoregressive model, `next = a + b * last`, fitted by least squares to
/// all neighbours in the past; not below 0. The mean of all run times if there are fewer than three pairs of neighbours,
/// or if all that had a successor were equal; none if there is none.
///
/// The thesis names ARIMA models (Heymann 2001, section 6.2); this, the simplest of them, is our reading.
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
