//! Conditions on single numbers.
//!
//! A number is judged with its confidence interval: it holds if all of the interval is inside the tolerance, fails if
//! all of it is outside, and is undecided otherwise. A number that fails can have the published direction, if its
//! criterion defines one.

use crate::sequential::Side;
use crate::{Interval, Verdict};

/// A range of numbers; its ends may belong to it or not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    low: f64,
    high: f64,
    open: bool,
}

impl Range {
    /// A range that contains its ends.
    const fn closed(low: f64, high: f64) -> Self {
        Self { low, high, open: false }
    }

    /// A range without its ends.
    const fn open(low: f64, high: f64) -> Self {
        Self { low, high, open: true }
    }

    /// The side of a number on which all given numbers are; an empty range if they are on both sides.
    fn same_side(of: f64, numbers: &[f64]) -> Self {
        if !numbers.is_empty() && numbers.iter().all(|&number| number > of) {
            Self::open(of, f64::INFINITY)
        } else if !numbers.is_empty() && numbers.iter().all(|&number| number < of) {
            Self::open(f64::NEG_INFINITY, of)
        } else {
            EMPTY_RANGE
        }
    }

    /// True if a number is in the range.
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

/// The condition on a number, with its text.
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
        // A difference equal to the tolerance is allowed, despite rounding.
        let slack = by + 1e-9 * (low.abs() + high.abs());
        let held = Range::closed(low - slack, high + slack);
        let words = match (by > 0.0, low < high) {
            (true, _) => format!("{by} {unit}").trim_end().to_owned(),
            (false, true) => format!("{low} to {high} {unit}").trim_end().to_owned(),
            (false, false) => "exact".to_owned(),
        };
        Self { held, direction: EMPTY_RANGE, words }
    }

    /// Within this percentage of the published number.
    pub(crate) fn near_percent(published: f64, percent: f64) -> Self {
        let near = Self::near(published, percent / 100.0 * published.abs(), "");
        Self { words: format!("{percent} %"), ..near }
    }

    /// Negative (-1) or positive (+1), as published.
    pub(crate) fn same_sign(published: f64) -> Self {
        let held = Range::same_side(0.0, &[published]);
        Self { held, direction: EMPTY_RANGE, words: "sign".to_owned() }
    }

    /// A range without a direction.
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

    /// The range of numbers that hold; infinite without a bound.
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

    /// The criterion as text: `5 points`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DirectionOnly, Held, NotHeld, Undecided};

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
        // An interval that contains the whole range is undecided; one that is outside is decided, also if it is not
        // on one side.
        let judge = Criterion::near(-16.0, 5.0, "").or_direction_from(0.0, &[-16.0], "").expect("a side");
        let verdicts = [(-18.0, -12.0), (-40.0, 8.0), (-30.0, -22.0), (-8.0, -3.0), (-8.0, 3.0)];
        let verdicts = verdicts.map(|(low, high)| judge.judge(interval(low, high)));
        assert_eq!(verdicts, [Held, Undecided, DirectionOnly, DirectionOnly, NotHeld]);
        assert_eq!(judge.judge(Interval::without_interval(-16.0, 1)), Undecided, "one seed");
        assert_eq!(judge.judge(Interval::exact(-16.0)), Held);
    }

    #[test]
    fn criteria_have_a_text() {
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
}
