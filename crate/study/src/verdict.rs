//! The verdict on a target, always computed from the numbers.
//!
//! A number is judged with its confidence interval: it holds if all of the interval is inside the tolerance, fails if
//! all of it is outside, and is undecided otherwise. A number that fails can have the published direction, if its
//! criterion defines one.
//!
//! An order is judged by the differences of its numbers. Numbers of the same seeds are compared seed by seed, with the
//! interval of the mean of these differences (Law 2015, section 10.2.1, the paired-t interval). Other numbers are
//! compared as independent samples. Each difference is a part of its claim, without a direction.

use super::sequential::Side;
use super::{Interval, Verdict, statistics};

/// A range of numbers; its ends may belong to it or not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    low: f64,
    high: f64,
    open: bool,
}

impl Range {
    const fn closed(low: f64, high: f64) -> Self {
        Self { low, high, open: false }
    }

    const fn open(low: f64, high: f64) -> Self {
        Self { low, high, open: true }
    }

    /// The side of a number that all given numbers are on; nothing if they are on both.
    fn same_side(of: f64, numbers: &[f64]) -> Self {
        if !numbers.is_empty() && numbers.iter().all(|&number| number > of) {
            Self::open(of, f64::INFINITY)
        } else if !numbers.is_empty() && numbers.iter().all(|&number| number < of) {
            Self::open(f64::NEG_INFINITY, of)
        } else {
            EMPTY_RANGE
        }
    }

    fn contains(self, value: f64) -> bool {
        if self.open {
            value > self.low && value < self.high
        } else {
            value >= self.low && value <= self.high
        }
    }

    /// True if it contains a number from `low` to `high`.
    fn intersects(self, low: f64, high: f64) -> bool {
        if self.open {
            self.low < self.high && high > self.low && low < self.high
        } else {
            high >= self.low && low <= self.high
        }
    }
}

/// The range without numbers.
const EMPTY_RANGE: Range = Range::open(0.0, 0.0);

/// The condition on a number, with its words for people.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Criterion {
    held: Range,
    direction: Range,
    words: String,
}

impl Criterion {
    /// Within `by` of the published number.
    pub(crate) fn near(published: f64, by: f64, unit: &str) -> Self {
        Self::near_range((published, published), by, unit)
    }

    /// In a range, or within `by` of it.
    pub(crate) fn near_range((low, high): (f64, f64), by: f64, unit: &str) -> Self {
        // The tolerance itself is allowed, whatever rounding did to the difference.
        let slack = by + 1e-9 * (low.abs() + high.abs());
        let held = Range::closed(low - slack, high + slack);
        let words = match (by > 0.0, low < high) {
            (true, _) => format!("{by} {unit}").trim_end().to_owned(),
            (false, true) => format!("{low} to {high} {unit}").trim_end().to_owned(),
            (false, false) => "exact".to_owned(),
        };
        Self { held, direction: EMPTY_RANGE, words }
    }

    /// Within so many percent of the published number.
    pub(crate) fn near_percent(published: f64, percent: f64) -> Self {
        let near = Self::near(published, percent / 100.0 * published.abs(), "");
        Self { words: format!("{percent} %"), ..near }
    }

    /// Negative (-1) or positive (+1), as published.
    pub(crate) fn same_sign(published: f64) -> Self {
        let held = Range::same_side(0.0, &[published]);
        Self { held, direction: EMPTY_RANGE, words: "sign".to_owned() }
    }

    fn one_sided(held: Range, words: &str) -> Self {
        Self { held, direction: EMPTY_RANGE, words: words.trim_end().to_owned() }
    }

    /// Below a bound.
    pub(crate) fn below(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::open(f64::NEG_INFINITY, bound), &format!("below {bound} {unit}"))
    }

    /// Above a bound.
    pub(crate) fn above(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::open(bound, f64::INFINITY), &format!("above {bound} {unit}"))
    }

    /// At most a bound.
    pub(crate) fn at_most(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::closed(f64::NEG_INFINITY, bound), &format!("at most {bound} {unit}"))
    }

    /// At least a bound.
    pub(crate) fn at_least(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::closed(bound, f64::INFINITY), &format!("at least {bound} {unit}"))
    }

    /// Adds a direction: outside the tolerance it is right on the side of `from` where the published numbers are;
    /// `None` if they are on both sides.
    pub(crate) fn or_direction_from(self, from: f64, published: &[f64], unit: &str) -> Option<Self> {
        match Range::same_side(from, published) {
            EMPTY_RANGE => None,
            side if side.low.is_finite() => Some(self.or_direction_above(from, unit)),
            _ => Some(self.or_direction_below(from, unit)),
        }
    }

    /// Adds a direction: a number that fails but is below this bound has the right direction.
    #[must_use]
    pub(crate) fn or_direction_below(self, bound: f64, unit: &str) -> Self {
        let words = format!("{}; direction: below {bound} {unit}", self.words).trim_end().to_owned();
        Self { direction: Range::open(f64::NEG_INFINITY, bound), words, ..self }
    }

    /// Adds a direction: a number that fails but is above this bound has the right direction.
    #[must_use]
    pub(crate) fn or_direction_above(self, bound: f64, unit: &str) -> Self {
        let words = format!("{}; direction: above {bound} {unit}", self.words).trim_end().to_owned();
        Self { direction: Range::open(bound, f64::INFINITY), words, ..self }
    }

    /// The bounds between which a number holds; infinite where there is none.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (self.held.low, self.held.high)
    }

    /// The bound of the direction, and the side on which it is right.
    pub(crate) fn direction(&self) -> Option<(f64, Side)> {
        match self.direction {
            EMPTY_RANGE => None,
            Range { low, .. } if low.is_finite() => Some((low, Side::Above)),
            Range { high, .. } => Some((high, Side::Below)),
        }
    }

    /// The condition that a number is in a range, with these words.
    pub(crate) fn within(low: f64, high: f64, words: &str) -> Self {
        Self::one_sided(Range::closed(low, high), words)
    }

    /// The criterion for people: `5 points`.
    pub(crate) fn text(&self) -> &str {
        &self.words
    }

    /// The verdict on a number: undecided while part of its interval meets the criterion and part does not.
    pub(crate) fn judge(&self, ours: impl Into<Interval>) -> Verdict {
        let Some((low, high)) = ours.into().ends() else { return Verdict::Undecided };
        let all = |range: Range| range.contains(low) && range.contains(high);
        if all(self.held) {
            Verdict::Held
        } else if self.held.intersects(low, high) {
            Verdict::Undecided
        } else if all(self.direction) {
            Verdict::DirectionOnly
        } else {
            Verdict::NotHeld
        }
    }
}

/// A number in an order, and its values seed by seed if it has such.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    number: Interval,
    /// The same seed at the same place in each; empty of a number that is no mean of such values.
    seeds: Vec<f64>,
}

impl Sample {
    pub(crate) fn new(number: Interval, seeds: Vec<f64>) -> Self {
        Self { number, seeds }
    }

    /// How much it exceeds another sample.
    fn difference_to(&self, other: &Self) -> Interval {
        let pairs = if self.is_paired(other) {
            statistics::paired_difference(&other.seeds, &self.seeds)
        } else {
            None
        };
        pairs.unwrap_or(self.number - other.number)
    }

    /// True if both have values of the same seeds.
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

/// The verdict on a claim with several parts: holds if all hold, undecided only while no part is decided against it.
pub(crate) fn combine_all(parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    let (held, against) = (count(Verdict::Held), count(Verdict::NotHeld));
    match (parts, against + count(Verdict::DirectionOnly)) {
        ([], _) => Verdict::NotHeld,
        (_, 0) if held == parts.len() => Verdict::Held,
        (_, 0) => Verdict::Undecided,
        _ if held > 0 => Verdict::HeldInPart,
        _ if against > 0 => Verdict::NotHeld,
        _ => Verdict::DirectionOnly,
    }
}

/// The verdict on a claim that needs only `enough` of its parts: undecided if the undecided parts matter.
pub(crate) fn combine_at_least(enough: usize, parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, _) if held >= enough => Verdict::Held,
        (held, undecided) if held + undecided >= enough => Verdict::Undecided,
        _ => Verdict::NotHeld,
    }
}

/// How many parts of a claim hold, and how many are undecided: `25 of 28`, `25 of 28, 2 undecided`.
pub(crate) fn count_held(parts: &[Verdict]) -> String {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, 0) => format!("{held} of {}", parts.len()),
        (held, undecided) => format!("{held} of {}, {undecided} undecided", parts.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{DirectionOnly, Held, HeldInPart, NotHeld, Undecided};
    use super::*;

    fn interval(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 5 }
    }

    #[test]
    fn a_number_outside_its_tolerance_has_no_direction_unless_the_judge_has_one() {
        let near = || Criterion::near(-16.0, 5.0, "");
        let verdicts = [-16.0, -21.0, -22.0, 3.0].map(|ours| near().judge(ours));
        assert_eq!(verdicts, [Held, Held, NotHeld, NotHeld]);
        let from_0 = near().or_direction_from(0.0, &[-16.0], "").expect("a side");
        let verdicts = [-21.0, -22.0, 0.0, 3.0].map(|ours| from_0.judge(ours));
        assert_eq!(verdicts, [Held, DirectionOnly, NotHeld, NotHeld]);
        // A share, a count and a ratio are never negative: 12 and 60 minutes for 30 are both not held.
        let verdicts =
            [75.0, 85.0, 86.0, 69.0].map(|ours| Criterion::near_range((75.0, 80.0), 5.0, "").judge(ours));
        assert_eq!(verdicts, [Held, Held, NotHeld, NotHeld]);
    }

    /// Published: up to 45 % more, a ratio of 1 to 1.45.
    #[test]
    fn the_direction_of_a_ratio_is_its_side_of_one() {
        let range = || Criterion::near_range((1.0, 1.45), 0.0, "");
        let judge = range().or_direction_from(1.0, &[1.45], "").expect("a side");
        let verdicts = [0.49, 1.0, 1.2, 1.45, 1.6].map(|ours| judge.judge(ours));
        assert_eq!(verdicts, [NotHeld, Held, Held, Held, DirectionOnly]);
        assert_eq!(judge.text(), "1 to 1.45; direction: above 1");
        // Published numbers on both sides of it, on it, and none have no direction.
        for published in [&[0.9, 1.1][..], &[1.0, 1.45], &[1.0], &[]] {
            assert_eq!(range().or_direction_from(1.0, published, ""), None);
        }
        let below =
            Criterion::at_most(-10.0, "%").or_direction_from(0.0, &[-12.0, -30.0], "%").expect("a side");
        assert_eq!([-10.0, -3.0, 1.0].map(|ours| below.judge(ours)), [Held, DirectionOnly, NotHeld]);
        assert_eq!(below.text(), "at most -10 %; direction: below 0 %");
    }

    #[test]
    fn a_number_is_undecided_only_while_it_can_hold() {
        let judge = Criterion::below(30.0, "%");
        let verdicts = [(20.0, 29.9), (24.6, 34.0), (30.0, 30.0), (30.1, 41.0)];
        let verdicts = verdicts.map(|(low, high)| judge.judge(interval(low, high)));
        assert_eq!(verdicts, [Held, Undecided, NotHeld, NotHeld]);
        // An interval with the whole range inside leaves it open; one that is outside decides, also where it does not say
        // which direction is right.
        let judge = Criterion::near(-16.0, 5.0, "").or_direction_from(0.0, &[-16.0], "").expect("a side");
        let verdicts = [(-18.0, -12.0), (-40.0, 8.0), (-30.0, -22.0), (-8.0, -3.0), (-8.0, 3.0)];
        let verdicts = verdicts.map(|(low, high)| judge.judge(interval(low, high)));
        assert_eq!(verdicts, [Held, Undecided, DirectionOnly, DirectionOnly, NotHeld]);
        assert_eq!(judge.judge(Interval::without_interval(-16.0, 1)), Undecided, "one seed");
        assert_eq!(judge.judge(Interval::exact(-16.0)), Held);
    }

    #[test]
    fn a_judge_says_how_it_judges() {
        let judges = [
            Criterion::near(-16.0, 5.0, "points"),
            Criterion::near_percent(7.65, 10.0),
            Criterion::below(30.0, "%"),
            Criterion::at_most(0.06, ""),
            Criterion::below(10.0, "%").or_direction_below(40.0, "%"),
            Criterion::same_sign(-1.0),
            Criterion::near_range((2.0, 8.0), 0.0, "s"),
        ];
        let words: Vec<&str> = judges.iter().map(Criterion::text).collect();
        let expected = [
            "5 points",
            "10 %",
            "below 30 %",
            "at most 0.06",
            "below 10 %; direction: below 40 %",
            "sign",
            "2 to 8 s",
        ];
        assert_eq!(words, expected);
        assert_eq!([5.0, 30.0, 50.0].map(|ours| judges[4].judge(ours)), [Held, DirectionOnly, NotHeld]);
        assert_eq!([6.8, 6.9, 8.5].map(|ours| judges[1].judge(ours)), [NotHeld, Held, NotHeld]);
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

    /// The work of one seed takes ten times as long as that of another, and what is compared always adds 2 or 3 to it.
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
        // Seeds that do not agree decide nothing, nor do those that are not the same.
        assert_eq!(judge_rising(&[low.clone(), of([12.0, 90.0, 42.0, 73.0])]), [Undecided]);
        let other = Sample::new(high.number, vec![12.0, 103.0]);
        assert_eq!(judge_rising(&[low, other]), [Undecided]);
    }

    #[test]
    fn what_never_rises_may_stay() {
        let never = |numbers: &[f64]| combine_all(&judge_never_rising(&samples(numbers)));
        let verdicts = [&[3.0, 3.0, 1.0][..], &[3.0, 1.0, 2.0], &[1.0, 1.0], &[1.0, 2.0], &[]].map(never);
        assert_eq!(verdicts, [Held, HeldInPart, HeldInPart, NotHeld, NotHeld]);
        let never = |numbers: &[Interval]| combine_all(&judge_never_rising(&samples(numbers)));
        let (low, near, high) = (interval(0.0, 2.0), interval(1.0, 4.0), interval(8.0, 9.0));
        assert_eq!((never(&[high, low]), never(&[high, low, near])), (Held, Undecided));
    }

    #[test]
    fn some_of_the_parts_may_be_enough() {
        assert_eq!(combine_at_least(2, &[Held, NotHeld, Held]), Held);
        assert_eq!(combine_at_least(2, &[Held, NotHeld, Undecided]), Undecided);
        assert_eq!(combine_at_least(2, &[Held, DirectionOnly, NotHeld]), NotHeld);
    }

    #[test]
    fn a_claim_of_several_parts_holds_if_all_do() {
        assert_eq!(combine_all(&[Held, Held]), Held);
        assert_eq!(
            [combine_all(&[DirectionOnly]), combine_all(&[NotHeld]), combine_all(&[])],
            [DirectionOnly, NotHeld, NotHeld]
        );
        assert_eq!(count_held(&[Held, Undecided, NotHeld]), "1 of 3, 1 undecided");
    }

    #[test]
    fn a_claim_of_which_some_parts_fail_holds_in_part() {
        assert_eq!(combine_all(&[Held, NotHeld]), HeldInPart);
        assert_eq!(combine_all(&[Held, DirectionOnly, NotHeld]), HeldInPart);
        assert_eq!(combine_all(&[Held, Held, Held, DirectionOnly, Undecided]), HeldInPart);
        // One of 72 is a part.
        assert_eq!(combine_all(&[&[NotHeld; 71][..], &[Held]].concat()), HeldInPart);
    }

    #[test]
    fn a_claim_of_which_no_part_holds_has_a_direction_if_all_have() {
        assert_eq!(combine_all(&[DirectionOnly, DirectionOnly]), DirectionOnly);
        assert_eq!(combine_all(&[DirectionOnly, NotHeld, DirectionOnly]), NotHeld);
        assert_eq!(
            [combine_all(&[DirectionOnly, Undecided]), combine_all(&[NotHeld, Undecided])],
            [DirectionOnly, NotHeld]
        );
    }

    #[test]
    fn a_claim_is_undecided_only_while_no_part_is_decided_against_it() {
        assert_eq!(combine_all(&[Held, Undecided]), Undecided);
        assert_eq!(combine_all(&[Undecided, Undecided]), Undecided);
        assert_eq!(combine_all(&[Held, Undecided, NotHeld]), HeldInPart);
    }

    /// Seven of nine steps lie significantly in the published direction, one is open, the last is significantly against it.
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
