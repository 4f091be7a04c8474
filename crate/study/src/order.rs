//! Orders of numbers, judged by the differences between neighbours.
//!
//! Numbers of the same seeds are compared seed by seed, with the interval of the mean of these differences (Law 2015,
//! section 10.2.1, the paired-t interval). Other numbers are compared as independent samples. Each difference is a part
//! of its claim, without a direction.

use crate::criterion::Criterion;
use crate::{Interval, Verdict, statistics};

/// A number in an order, with its values seed by seed, if known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    number: Interval,
    /// The value of each seed; empty if the number is not their mean.
    seeds: Vec<f64>,
}

impl Sample {
    pub(crate) fn new(number: Interval, seeds: Vec<f64>) -> Self {
        Self { number, seeds }
    }

    /// The amount by which this sample exceeds another one.
    fn difference_to(&self, other: &Self) -> Interval {
        let pairs = if self.is_paired(other) {
            statistics::paired_difference(&other.seeds, &self.seeds)
        } else {
            None
        };
        pairs.unwrap_or(self.number - other.number)
    }

    /// True if both have values for the same number of seeds.
    fn is_paired(&self, other: &Self) -> bool {
        !self.seeds.is_empty() && self.seeds.len() == other.seeds.len()
    }
}

impl<T: Into<Interval>> From<T> for Sample {
    fn from(number: T) -> Self {
        Self { number: number.into(), seeds: Vec::new() }
    }
}

/// The differences between neighbours, if all are paired by seed or exact.
pub(crate) fn step_differences(numbers: &[Sample]) -> Option<Vec<Interval>> {
    let paired = |pair: &[Sample]| pair[0].is_paired(&pair[1]) && pair[0].seeds.len() > 1;
    let known = numbers.len() > 1 && numbers.windows(2).all(paired);
    known.then(|| numbers.windows(2).map(|pair| pair[1].difference_to(&pair[0])).collect())
}

/// Judges whether a number is greater than another.
fn judge_greater(ours: &Sample, other: &Sample) -> Verdict {
    Criterion::same_sign(1.0).judge(ours.difference_to(other))
}

/// The verdict on each step of an order in which each number is less than the one before.
pub(crate) fn judge_falling(numbers: &[Sample]) -> Vec<Verdict> {
    numbers.windows(2).map(|pair| judge_greater(&pair[0], &pair[1])).collect()
}

/// The verdict on each step of an order in which each number is greater than the one before.
pub(crate) fn judge_rising(numbers: &[Sample]) -> Vec<Verdict> {
    numbers.windows(2).map(|pair| judge_greater(&pair[1], &pair[0])).collect()
}

/// The verdict on each step of an order in which no number is greater than the one before, then that on the first and the
/// last number: the last must be less.
pub(crate) fn judge_never_rising(numbers: &[Sample]) -> Vec<Verdict> {
    let [first, .., last] = numbers else { return Vec::new() };
    let stays = |pair: &[Sample]| Criterion::at_most(0.0, "").judge(pair[1].difference_to(&pair[0]));
    numbers.windows(2).map(stays).chain([judge_greater(first, last)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{Held, HeldInPart, NotHeld, Undecided};
    use crate::verdict::{combine_all, count_held};

    fn interval(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 5 }
    }

    fn samples<T: Into<Interval> + Copy>(numbers: &[T]) -> Vec<Sample> {
        numbers.iter().map(|&number| Sample::from(number)).collect()
    }

    #[test]
    fn signs_and_orders() {
        assert_eq!(
            [-2.0, 2.0, 0.0].map(|ours| Criterion::same_sign(-1.0).judge(ours)),
            [Held, NotHeld, NotHeld]
        );
        let falls = |numbers: &[f64]| combine_all(&judge_falling(&samples(numbers)));
        assert_eq!(
            [falls(&[3.0, 2.0, 1.0]), falls(&[3.0, 3.0, 1.0]), falls(&[1.0, 3.0])],
            [Held, HeldInPart, NotHeld]
        );
        assert_eq!((falls(&[]), falls(&[1.0])), (NotHeld, NotHeld));
        let rises = |numbers: &[Interval]| combine_all(&judge_rising(&samples(numbers)));
        assert_eq!(judge_rising(&samples(&[1.0, 2.0])), [Held]);
        let (low, near, high) = (interval(0.0, 2.0), interval(1.0, 4.0), interval(8.0, 9.0));
        let pairs = [(high, low), (low, high), (near, low)];
        assert_eq!(
            pairs.map(|(one, other)| judge_greater(&one.into(), &other.into())),
            [Held, NotHeld, Undecided]
        );
        assert_eq!((rises(&[low, near, high]), rises(&[low, high, near])), (Undecided, HeldInPart));
        assert_eq!(rises(&[high, interval(20.0, 21.0), low]), HeldInPart);
    }

    /// The runtimes of the seeds differ by a factor of ten; the compared runs differ by 2 or 3.
    #[test]
    fn numbers_of_the_same_seeds_are_compared_seed_by_seed() {
        let of =
            |values: [f64; 4]| Sample::new(Interval::from_values(&values).expect("values"), values.into());
        let (low, high) = (of([10.0, 100.0, 40.0, 70.0]), of([12.0, 103.0, 42.0, 73.0]));
        let apart = [low.clone(), high.clone()].map(|sample| Sample::from(sample.number));
        assert_eq!((judge_rising(&apart), step_differences(&apart)), (vec![Undecided], None));
        let paired = [low.clone(), high.clone()];
        assert_eq!(
            (judge_rising(&paired), judge_falling(&paired), judge_never_rising(&paired)),
            (vec![Held], vec![NotHeld], vec![NotHeld; 2])
        );
        let step = step_differences(&paired).expect("pairs")[0];
        assert_eq!((step.mean, step.count), (2.5, 4));
        // 2.5 +- 3.182446 * sqrt(1/3 / 4).
        assert!((step.low - 1.581_306_9).abs() < 1e-6 && (step.high - 3.418_693_1).abs() < 1e-6, "{step:?}");
        // Differences with different signs decide nothing, nor do values of different seeds.
        assert_eq!(judge_rising(&[low.clone(), of([12.0, 90.0, 42.0, 73.0])]), [Undecided]);
        let other = Sample::new(high.number, vec![12.0, 103.0]);
        assert_eq!(judge_rising(&[low, other]), [Undecided]);
    }

    #[test]
    fn equal_numbers_never_rise() {
        let never = |numbers: &[f64]| combine_all(&judge_never_rising(&samples(numbers)));
        let verdicts = [&[3.0, 3.0, 1.0][..], &[3.0, 1.0, 2.0], &[1.0, 1.0], &[1.0, 2.0], &[]].map(never);
        assert_eq!(verdicts, [Held, HeldInPart, HeldInPart, NotHeld, NotHeld]);
        let never = |numbers: &[Interval]| combine_all(&judge_never_rising(&samples(numbers)));
        let (low, near, high) = (interval(0.0, 2.0), interval(1.0, 4.0), interval(8.0, 9.0));
        assert_eq!((never(&[high, low]), never(&[high, low, near])), (Held, Undecided));
    }

    /// Seven of nine steps lie significantly in the published direction, one is undecided, the last is significantly
    /// against it.
    #[test]
    fn an_order_holds_in_part_if_a_step_is_against_it() {
        let ours = [interval(0.0, 1.0), interval(2.0, 9.0), interval(3.0, 4.0), interval(1.0, 2.0)];
        let steps = judge_rising(&samples(&ours));
        assert_eq!(steps, [Held, Undecided, NotHeld]);
        assert_eq!((combine_all(&steps), count_held(&steps)), (HeldInPart, "1 of 3, 1 undecided".to_owned()));
        assert_eq!(combine_all(&judge_rising(&samples(&ours[1..]))), NotHeld, "no step holds");
        assert_eq!(combine_all(&judge_rising(&samples(&ours[..3]))), Undecided);
    }
}
