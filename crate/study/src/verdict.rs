//! What came of a target, worked out from the numbers: nobody writes a verdict down.
//!
//! A number is judged with its confidence interval: where that lies on both sides of a bound, the runs do not decide.

use super::{Interval, Verdict};

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

    /// The side of zero on which both numbers are; nothing if they are not on one.
    const fn side_of(low: f64, high: f64) -> Self {
        if low > 0.0 {
            Self::open(0.0, f64::INFINITY)
        } else if high < 0.0 {
            Self::open(f64::NEG_INFINITY, 0.0)
        } else {
            NOWHERE
        }
    }

    fn has(self, value: f64) -> bool {
        if self.open {
            value > self.low && value < self.high
        } else {
            value >= self.low && value <= self.high
        }
    }
}

/// No number is in it.
const NOWHERE: Range = Range::open(0.0, 0.0);

/// What a number has to be: it judges, and says itself how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judge {
    held: Range,
    direction: Range,
    words: String,
}

impl Judge {
    /// At most so many of a unit from the published number. The direction is right if it has the same sign.
    pub(crate) fn near(published: f64, by: f64, unit: &str) -> Self {
        Self::near_range((published, published), by, unit)
    }

    /// In the published range, or at most so many of a unit outside. The direction is right if it has the sign of both ends.
    pub(crate) fn near_range((low, high): (f64, f64), by: f64, unit: &str) -> Self {
        // The tolerance itself is allowed, whatever rounding did to the difference.
        let slack = by + 1e-9 * (low.abs() + high.abs());
        let held = Range::closed(low - slack, high + slack);
        let words = match (by > 0.0, low < high) {
            (true, _) => format!("{by} {unit}").trim_end().to_owned(),
            (false, true) => format!("{low} to {high} {unit}").trim_end().to_owned(),
            (false, false) => "exact".to_owned(),
        };
        Self { held, direction: Range::side_of(low, high), words }
    }

    /// At most so many per cent of the published number from it.
    pub(crate) fn near_percent(published: f64, percent: f64) -> Self {
        let near = Self::near(published, percent / 100.0 * published.abs(), "");
        Self { words: format!("{percent} %"), ..near }
    }

    /// Negative (-1) or positive (+1), as published.
    pub(crate) fn sign(published: f64) -> Self {
        let held = Range::side_of(published, published);
        Self { held, direction: NOWHERE, words: "sign".to_owned() }
    }

    fn one_sided(held: Range, words: &str) -> Self {
        Self { held, direction: NOWHERE, words: words.trim_end().to_owned() }
    }

    /// Less than a bound.
    pub(crate) fn below(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::open(f64::NEG_INFINITY, bound), &format!("below {bound} {unit}"))
    }

    /// More than a bound.
    pub(crate) fn above(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::open(bound, f64::INFINITY), &format!("above {bound} {unit}"))
    }

    /// A bound or less.
    pub(crate) fn at_most(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::closed(f64::NEG_INFINITY, bound), &format!("at most {bound} {unit}"))
    }

    /// A bound or more.
    pub(crate) fn at_least(bound: f64, unit: &str) -> Self {
        Self::one_sided(Range::closed(bound, f64::INFINITY), &format!("at least {bound} {unit}"))
    }

    /// The same; short of it the direction is right below this bound.
    #[must_use]
    pub(crate) fn or_direction_below(self, bound: f64, unit: &str) -> Self {
        let words = format!("{}; direction: below {bound} {unit}", self.words).trim_end().to_owned();
        Self { direction: Range::open(f64::NEG_INFINITY, bound), words, ..self }
    }

    /// The same; short of it the direction is right above this bound.
    #[must_use]
    pub(crate) fn or_direction_above(self, bound: f64, unit: &str) -> Self {
        let words = format!("{}; direction: above {bound} {unit}", self.words).trim_end().to_owned();
        Self { direction: Range::open(bound, f64::INFINITY), words, ..self }
    }

    /// How it judges, for people: `5 points`.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// What came of a number: undecided unless its whole interval says the same.
    pub(crate) fn of(&self, ours: impl Into<Interval>) -> Verdict {
        let Interval { mean, low, high, .. } = ours.into();
        let verdict = self.at(mean);
        if self.at(low) == verdict && self.at(high) == verdict { verdict } else { Verdict::Undecided }
    }

    fn at(&self, value: f64) -> Verdict {
        if self.held.has(value) {
            Verdict::Held
        } else if self.direction.has(value) {
            Verdict::DirectionOnly
        } else {
            Verdict::NotHeld
        }
    }
}

/// A number that should be more than another.
fn more(ours: impl Into<Interval>, other: impl Into<Interval>) -> Verdict {
    Judge::sign(1.0).of(ours.into() - other.into())
}

/// Numbers that should fall from each to the next. The direction is right if only the first is above the last.
pub(crate) fn falling<T: Copy + Into<Interval>>(numbers: &[T]) -> Verdict {
    let steps: Vec<Verdict> = numbers.windows(2).map(|pair| more(pair[0], pair[1])).collect();
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Verdict::NotHeld };
    if !steps.is_empty() && steps.iter().all(|&step| step == Verdict::Held) {
        return Verdict::Held;
    }
    if !steps.is_empty() && !steps.contains(&Verdict::NotHeld) {
        return Verdict::Undecided;
    }
    match more(first, last) {
        Verdict::Held => Verdict::DirectionOnly,
        other => other,
    }
}

/// Numbers that should rise from each to the next. The direction is right if only the first is below the last.
pub(crate) fn rising<T: Copy + Into<Interval>>(numbers: &[T]) -> Verdict {
    let negative: Vec<Interval> = numbers.iter().map(|&number| -number.into()).collect();
    falling(&negative)
}

/// Numbers that should fall or stay from each to the next, and be less at the end than at the beginning. The direction is
/// right if only the latter is so.
pub(crate) fn never_rising<T: Copy + Into<Interval>>(numbers: &[T]) -> Verdict {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Verdict::NotHeld };
    let rises: Vec<Verdict> = numbers.windows(2).map(|pair| more(pair[1], pair[0])).collect();
    match more(first, last) {
        Verdict::Held if rises.contains(&Verdict::Held) => Verdict::DirectionOnly,
        Verdict::Held if rises.contains(&Verdict::Undecided) => Verdict::Undecided,
        other => other,
    }
}

/// What came of a claim of several parts: it holds if all hold, and its direction is right if that of most is. Undecided
/// parts leave it open if it would be another one with them than against them.
pub(crate) fn all(parts: &[Verdict]) -> Verdict {
    let with = |undecided: Verdict| {
        let decided = |&part: &Verdict| if part == Verdict::Undecided { undecided } else { part };
        all_decided(&parts.iter().map(decided).collect::<Vec<_>>())
    };
    let (best, worst) = (with(Verdict::Held), with(Verdict::NotHeld));
    if best == worst { best } else { Verdict::Undecided }
}

fn all_decided(parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::NotHeld)) {
        (all, _) if all == parts.len() && all > 0 => Verdict::Held,
        (_, against) if 2 * against < parts.len() => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    }
}

/// What came of a claim of which so many parts are enough: open if it hangs on those that the runs do not decide.
pub(crate) fn at_least(enough: usize, parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, _) if held >= enough => Verdict::Held,
        (held, undecided) if held + undecided >= enough => Verdict::Undecided,
        _ => Verdict::NotHeld,
    }
}

/// How many parts of a claim hold, and how many the runs do not decide: `25 of 28`, `25 of 28, 2 undecided`.
pub(crate) fn so_many(parts: &[Verdict]) -> String {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, 0) => format!("{held} of {}", parts.len()),
        (held, undecided) => format!("{held} of {}, {undecided} undecided", parts.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{DirectionOnly, Held, NotHeld, Undecided};
    use super::*;

    fn from_to(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 5 }
    }

    #[test]
    fn a_number_is_near_or_at_least_on_the_right_side() {
        let verdicts = [-16.0, -21.0, -22.0, 3.0, f64::NAN].map(|ours| Judge::near(-16.0, 5.0, "").of(ours));
        assert_eq!(verdicts, [Held, Held, DirectionOnly, NotHeld, NotHeld]);
        let verdicts = [75.0, 85.0, 86.0, 69.0].map(|ours| Judge::near_range((75.0, 80.0), 5.0, "").of(ours));
        assert_eq!(verdicts, [Held, Held, DirectionOnly, DirectionOnly]);
    }

    #[test]
    fn an_interval_on_both_sides_of_the_bound_decides_nothing() {
        let judge = Judge::below(30.0, "%");
        let verdicts =
            [(20.0, 29.9), (24.6, 34.0), (30.1, 41.0)].map(|(low, high)| judge.of(from_to(low, high)));
        assert_eq!(verdicts, [Held, Undecided, NotHeld]);
        // Nor does one that has the whole range inside.
        let verdicts = [(-18.0, -12.0), (-40.0, 8.0), (-30.0, -22.0), (-8.0, -3.0)];
        let verdicts = verdicts.map(|(low, high)| Judge::near(-16.0, 5.0, "").of(from_to(low, high)));
        assert_eq!(verdicts, [Held, Undecided, DirectionOnly, DirectionOnly]);
    }

    #[test]
    fn a_judge_says_how_it_judges() {
        let judges = [
            Judge::near(-16.0, 5.0, "points"),
            Judge::near_percent(7.65, 10.0),
            Judge::below(30.0, "%"),
            Judge::at_most(0.06, ""),
            Judge::below(10.0, "%").or_direction_below(40.0, "%"),
            Judge::sign(-1.0),
            Judge::near_range((2.0, 8.0), 0.0, "s"),
        ];
        let words: Vec<&str> = judges.iter().map(Judge::words).collect();
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
        assert_eq!([5.0, 30.0, 50.0].map(|ours| judges[4].of(ours)), [Held, DirectionOnly, NotHeld]);
        assert_eq!([6.8, 6.9, 8.5].map(|ours| judges[1].of(ours)), [DirectionOnly, Held, DirectionOnly]);
    }

    #[test]
    fn signs_and_orders() {
        assert_eq!([-2.0, 2.0, 0.0].map(|ours| Judge::sign(-1.0).of(ours)), [Held, NotHeld, NotHeld]);
        assert_eq!(falling(&[3.0, 2.0, 1.0]), Held);
        assert_eq!(falling(&[3.0, 3.0, 1.0]), DirectionOnly);
        assert_eq!(falling(&[1.0, 3.0]), NotHeld);
        assert_eq!((falling::<f64>(&[]), falling(&[1.0])), (NotHeld, NotHeld));
        assert_eq!(rising(&[1.0, 2.0]), Held);
        let (low, near, high) = (from_to(0.0, 2.0), from_to(1.0, 4.0), from_to(8.0, 9.0));
        assert_eq!([more(high, low), more(low, high), more(near, low)], [Held, NotHeld, Undecided]);
        assert_eq!((rising(&[low, near, high]), rising(&[low, high, near])), (Undecided, Undecided));
        assert_eq!(rising(&[low, from_to(20.0, 21.0), high]), DirectionOnly);
    }

    #[test]
    fn what_never_rises_may_stay() {
        let verdicts =
            [&[3.0, 3.0, 1.0][..], &[3.0, 1.0, 2.0], &[1.0, 1.0], &[1.0, 2.0], &[]].map(never_rising);
        assert_eq!(verdicts, [Held, DirectionOnly, NotHeld, NotHeld, NotHeld]);
        let (low, near, high) = (from_to(0.0, 2.0), from_to(1.0, 4.0), from_to(8.0, 9.0));
        assert_eq!((never_rising(&[high, low]), never_rising(&[high, low, near])), (Held, Undecided));
    }

    #[test]
    fn some_of_the_parts_may_be_enough() {
        assert_eq!(at_least(2, &[Held, NotHeld, Held]), Held);
        assert_eq!(at_least(2, &[Held, NotHeld, Undecided]), Undecided);
        assert_eq!(at_least(2, &[Held, DirectionOnly, NotHeld]), NotHeld);
    }

    #[test]
    fn a_claim_of_several_parts_holds_if_all_do() {
        assert_eq!(all(&[Held, Held]), Held);
        assert_eq!(all(&[Held, DirectionOnly, NotHeld]), DirectionOnly);
        assert_eq!(all(&[Held, NotHeld]), NotHeld);
        assert_eq!(all(&[]), NotHeld);
        assert_eq!(all(&[Held, Undecided]), Undecided);
        // With it or without it most hold, but not all.
        assert_eq!(all(&[Held, Held, Held, DirectionOnly, Undecided]), DirectionOnly);
        assert_eq!(so_many(&[Held, Undecided, NotHeld]), "1 of 3, 1 undecided");
    }
}
