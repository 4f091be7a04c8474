//! Intervals of functions of independent means.

use crate::Interval;
use ganttlet_core::expression::Expression;

/// A function of independent means with its interval, propagated from the half width of each; without an interval if
/// one is unknown.
pub(super) fn propagate_intervals(expression: &Expression, means: &[Option<Interval>]) -> Interval {
    let mut values: Vec<f64> = means.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
    let mean = expression.evaluate(&values);
    let (mut squares, mut count) = (0.0, u32::MAX);
    for (field, known) in means.iter().enumerate() {
        let Some(known) = known.filter(|known| !known.is_exact()) else { continue };
        count = count.min(known.count);
        let Some((low, high)) = known.ends() else { return Interval::without_interval(mean, count) };
        let mut ends = [low, high].map(|end| {
            values[field] = end;
            expression.evaluate(&values)
        });
        values[field] = known.mean;
        ends.sort_unstable_by(f64::total_cmp);
        squares += (ends[1] - ends[0]) * (ends[1] - ends[0]) / 4.0;
    }
    let half = squares.sqrt();
    if count == u32::MAX {
        Interval::exact(mean)
    } else {
        Interval { mean, low: mean - half, high: mean + half, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 9 }
    }

    #[test]
    fn intervals_of_independent_means_are_propagated() {
        let made = |text: &str, means: &[Option<Interval>]| {
            let expression = Expression::parse(text, &["a", "b"]).expect("an expression");
            propagate_intervals(&expression, means)
        };
        let (a, b) = (interval(7.0, 13.0), interval(0.0, 8.0));
        let both = [Some(a), Some(b)];
        let difference = made("a - b", &both);
        assert_eq!((difference.mean, difference.low, difference.high), (6.0, 1.0, 11.0));
        assert_eq!(difference, a - b);
        let double = made("2 * a", &both);
        assert_eq!((double.mean, double.low, double.high), (20.0, 14.0, 26.0));
        // A number without randomness adds nothing to the interval.
        let half = made("a / b", &[Some(a), Some(Interval::exact(2.0))]);
        assert_eq!((half.low, half.high, half.count), (3.5, 6.5, 9));
        let exact = made("a / b", &[Some(Interval::exact(6.0)), Some(Interval::exact(2.0))]);
        assert_eq!((exact, exact.is_exact()), (Interval::exact(3.0), true));
        // The effect of a number from a single seed is unknown.
        assert_eq!(made("a - b", &[Some(a), Some(Interval::without_interval(2.0, 1))]).ends(), None);
    }
}
