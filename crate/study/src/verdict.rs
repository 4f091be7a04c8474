//! What came of a target, worked out from the numbers: nobody writes a verdict down.
//!
//! A number is judged with its confidence interval. Inside the tolerance it holds, outside it does not; where the interval
//! has numbers of both, or where there is none, the runs do not decide. A number that does not hold may have the published
//! direction, if its judge says which numbers have it: by default there is none, as "similar" and "few" have none.
//!
//! An order is judged by the differences of its numbers. Numbers of the same seeds have met the same work, and what that
//! did to one it did to the other: their difference is taken seed by seed, and its interval is that of the mean of these
//! differences (Law 2015, section 10.2.1, the paired-t interval). Only numbers that do not come of the same seeds, or of
//! none, are compared as samples that chance moves independently.

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

    /// The side of a number on which all of some numbers are; nothing if they are not on one.
    fn side(of: f64, numbers: &[f64]) -> Self {
        if !numbers.is_empty() && numbers.iter().all(|&number| number > of) {
            Self::open(of, f64::INFINITY)
        } else if !numbers.is_empty() && numbers.iter().all(|&number| number < of) {
            Self::open(f64::NEG_INFINITY, of)
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

    /// True if it has a number from `low` to `high`.
    fn meets(self, low: f64, high: f64) -> bool {
        if self.open {
            self.low < self.high && high > self.low && low < self.high
        } else {
            high >= self.low && low <= self.high
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
    /// At most so many of a unit from the published number.
    pub(crate) fn near(published: f64, by: f64, unit: &str) -> Self {
        Self::near_range((published, published), by, unit)
    }

    /// In a range, or at most so many of a unit outside.
    pub(crate) fn near_range((low, high): (f64, f64), by: f64, unit: &str) -> Self {
        // The tolerance itself is allowed, whatever rounding did to the difference.
        let slack = by + 1e-9 * (low.abs() + high.abs());
        let held = Range::closed(low - slack, high + slack);
        let words = match (by > 0.0, low < high) {
            (true, _) => format!("{by} {unit}").trim_end().to_owned(),
            (false, true) => format!("{low} to {high} {unit}").trim_end().to_owned(),
            (false, false) => "exact".to_owned(),
        };
        Self { held, direction: NOWHERE, words }
    }

    /// At most so many per cent of the published number from it.
    pub(crate) fn near_percent(published: f64, percent: f64) -> Self {
        let near = Self::near(published, percent / 100.0 * published.abs(), "");
        Self { words: format!("{percent} %"), ..near }
    }

    /// Negative (-1) or positive (+1), as published.
    pub(crate) fn sign(published: f64) -> Self {
        let held = Range::side(0.0, &[published]);
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

    /// The same; outside the tolerance the direction is right on the side of this number on which the published ones are;
    /// nothing if they are not on one side.
    pub(crate) fn or_direction_from(self, from: f64, published: &[f64], unit: &str) -> Option<Self> {
        match Range::side(from, published) {
            NOWHERE => None,
            side if side.low.is_finite() => Some(self.or_direction_above(from, unit)),
            _ => Some(self.or_direction_below(from, unit)),
        }
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

    /// What came of a number: undecided while it can hold, that is, while some of its interval would, but not all. What is
    /// outside has the right direction if its whole interval has.
    pub(crate) fn of(&self, ours: impl Into<Interval>) -> Verdict {
        let Some((low, high)) = ours.into().ends() else { return Verdict::Undecided };
        let all = |range: Range| range.has(low) && range.has(high);
        if all(self.held) {
            Verdict::Held
        } else if self.held.meets(low, high) {
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

    /// How much more than another it is.
    fn above(&self, other: &Self) -> Interval {
        let pairs =
            if self.is_paired(other) { statistics::difference(&other.seeds, &self.seeds) } else { None };
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

/// How much more each number is than the one before it, where that is known better than from the numbers: of several seeds,
/// in pairs.
pub(crate) fn steps(numbers: &[Sample]) -> Option<Vec<Interval>> {
    let paired = |pair: &[Sample]| pair[0].is_paired(&pair[1]) && pair[0].seeds.len() > 1;
    let known = numbers.len() > 1 && numbers.windows(2).all(paired);
    known.then(|| numbers.windows(2).map(|pair| pair[1].above(&pair[0])).collect())
}

/// A number that should be more than another.
fn more(ours: &Sample, other: &Sample) -> Verdict {
    Judge::sign(1.0).of(ours.above(other))
}

/// Numbers that should fall from each to the next. The direction is right if only the first is above the last.
pub(crate) fn falling(numbers: &[Sample]) -> Verdict {
    in_order(numbers, more)
}

/// Numbers that should rise from each to the next. The direction is right if only the first is below the last.
pub(crate) fn rising(numbers: &[Sample]) -> Verdict {
    in_order(numbers, |one, next| more(next, one))
}

/// Numbers of which `is` should hold for each and the next; the direction is right if only it holds for the first and the last.
fn in_order(numbers: &[Sample], is: fn(&Sample, &Sample) -> Verdict) -> Verdict {
    let steps: Vec<Verdict> = numbers.windows(2).map(|pair| is(&pair[0], &pair[1])).collect();
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Verdict::NotHeld };
    let against = steps.is_empty() || steps.contains(&Verdict::NotHeld);
    match is(first, last) {
        Verdict::Held if against => Verdict::DirectionOnly,
        _ if against => Verdict::NotHeld,
        _ if steps.iter().all(|&step| step == Verdict::Held) => Verdict::Held,
        _ => Verdict::Undecided,
    }
}

/// Numbers that should fall or stay from each to the next, and be less at the end than at the beginning. The direction is
/// right if only the latter is so.
pub(crate) fn never_rising(numbers: &[Sample]) -> Verdict {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Verdict::NotHeld };
    let rises: Vec<Verdict> = numbers.windows(2).map(|pair| more(&pair[1], &pair[0])).collect();
    match more(first, last) {
        Verdict::Held if rises.contains(&Verdict::Held) => Verdict::DirectionOnly,
        Verdict::NotHeld => Verdict::NotHeld,
        _ if rises.contains(&Verdict::Held) => Verdict::NotHeld,
        Verdict::Held if rises.iter().all(|&rise| rise == Verdict::NotHeld) => Verdict::Held,
        _ => Verdict::Undecided,
    }
}

/// What came of a claim of several parts. It holds if all do. It is undecided only while it can hold: while no part is
/// decided against it. Then it holds in part if some parts hold, and has the right direction if none holds and each that
/// is decided has the right direction.
pub(crate) fn all(parts: &[Verdict]) -> Verdict {
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
    use super::Verdict::{DirectionOnly, Held, HeldInPart, NotHeld, Undecided};
    use super::*;

    fn from_to(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 5 }
    }

    #[test]
    fn a_number_outside_its_tolerance_has_no_direction_unless_the_judge_has_one() {
        let near = || Judge::near(-16.0, 5.0, "");
        let verdicts = [-16.0, -21.0, -22.0, 3.0].map(|ours| near().of(ours));
        assert_eq!(verdicts, [Held, Held, NotHeld, NotHeld]);
        let from_0 = near().or_direction_from(0.0, &[-16.0], "").expect("a side");
        let verdicts = [-21.0, -22.0, 0.0, 3.0].map(|ours| from_0.of(ours));
        assert_eq!(verdicts, [Held, DirectionOnly, NotHeld, NotHeld]);
        // A share, a count and a ratio are never negative: 12 and 60 minutes for 30 are both not held.
        let verdicts = [75.0, 85.0, 86.0, 69.0].map(|ours| Judge::near_range((75.0, 80.0), 5.0, "").of(ours));
        assert_eq!(verdicts, [Held, Held, NotHeld, NotHeld]);
    }

    /// Published: up to 45 % more, a ratio of 1 to 1.45.
    #[test]
    fn the_direction_of_a_ratio_is_its_side_of_one() {
        let range = || Judge::near_range((1.0, 1.45), 0.0, "");
        let judge = range().or_direction_from(1.0, &[1.45], "").expect("a side");
        let verdicts = [0.49, 1.0, 1.2, 1.45, 1.6].map(|ours| judge.of(ours));
        assert_eq!(verdicts, [NotHeld, Held, Held, Held, DirectionOnly]);
        assert_eq!(judge.words(), "1 to 1.45; direction: above 1");
        // Published numbers on both sides of it, on it, and none have no direction.
        for published in [&[0.9, 1.1][..], &[1.0, 1.45], &[1.0], &[]] {
            assert_eq!(range().or_direction_from(1.0, published, ""), None);
        }
        let below = Judge::at_most(-10.0, "%").or_direction_from(0.0, &[-12.0, -30.0], "%").expect("a side");
        assert_eq!([-10.0, -3.0, 1.0].map(|ours| below.of(ours)), [Held, DirectionOnly, NotHeld]);
        assert_eq!(below.words(), "at most -10 %; direction: below 0 %");
    }

    #[test]
    fn a_number_is_undecided_only_while_it_can_hold() {
        let judge = Judge::below(30.0, "%");
        let verdicts = [(20.0, 29.9), (24.6, 34.0), (30.0, 30.0), (30.1, 41.0)];
        let verdicts = verdicts.map(|(low, high)| judge.of(from_to(low, high)));
        assert_eq!(verdicts, [Held, Undecided, NotHeld, NotHeld]);
        // An interval with the whole range inside leaves it open; one that is outside decides, also where it does not say
        // which direction is right.
        let judge = Judge::near(-16.0, 5.0, "").or_direction_from(0.0, &[-16.0], "").expect("a side");
        let verdicts = [(-18.0, -12.0), (-40.0, 8.0), (-30.0, -22.0), (-8.0, -3.0), (-8.0, 3.0)];
        let verdicts = verdicts.map(|(low, high)| judge.of(from_to(low, high)));
        assert_eq!(verdicts, [Held, Undecided, DirectionOnly, DirectionOnly, NotHeld]);
        assert_eq!(judge.of(Interval::unknown(-16.0, 1)), Undecided, "one seed");
        assert_eq!(judge.of(Interval::exact(-16.0)), Held);
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
        assert_eq!([6.8, 6.9, 8.5].map(|ours| judges[1].of(ours)), [NotHeld, Held, NotHeld]);
    }

    fn samples<T: Into<Interval> + Copy>(numbers: &[T]) -> Vec<Sample> {
        numbers.iter().map(|&number| Sample::from(number)).collect()
    }

    #[test]
    fn signs_and_orders() {
        assert_eq!([-2.0, 2.0, 0.0].map(|ours| Judge::sign(-1.0).of(ours)), [Held, NotHeld, NotHeld]);
        let falls = |numbers: &[f64]| falling(&samples(numbers));
        assert_eq!(
            [falls(&[3.0, 2.0, 1.0]), falls(&[3.0, 3.0, 1.0]), falls(&[1.0, 3.0])],
            [Held, DirectionOnly, NotHeld]
        );
        assert_eq!((falls(&[]), falls(&[1.0])), (NotHeld, NotHeld));
        let rises = |numbers: &[Interval]| rising(&samples(numbers));
        assert_eq!(rising(&samples(&[1.0, 2.0])), Held);
        let (low, near, high) = (from_to(0.0, 2.0), from_to(1.0, 4.0), from_to(8.0, 9.0));
        let pairs = [(high, low), (low, high), (near, low)];
        assert_eq!(pairs.map(|(one, other)| more(&one.into(), &other.into())), [Held, NotHeld, Undecided]);
        assert_eq!((rises(&[low, near, high]), rises(&[low, high, near])), (Undecided, NotHeld));
        assert_eq!(rises(&[low, from_to(20.0, 21.0), high]), DirectionOnly);
    }

    /// The work of one seed takes ten times as long as that of another, and what is compared always adds 2 or 3 to it.
    #[test]
    fn numbers_of_the_same_seeds_are_compared_seed_by_seed() {
        let of = |values: [f64; 4]| Sample::new(Interval::of(&values).expect("values"), values.into());
        let (low, high) = (of([10.0, 100.0, 40.0, 70.0]), of([12.0, 103.0, 42.0, 73.0]));
        let apart = [low.clone(), high.clone()].map(|sample| Sample::from(sample.number));
        assert_eq!((rising(&apart), steps(&apart)), (Undecided, None));
        let paired = [low.clone(), high.clone()];
        assert_eq!((rising(&paired), falling(&paired), never_rising(&paired)), (Held, NotHeld, NotHeld));
        let step = steps(&paired).expect("pairs")[0];
        assert_eq!((step.mean, step.count), (2.5, 4));
        // 2.5 +- 3.182446 * sqrt(1/3 / 4).
        assert!((step.low - 1.581_306_9).abs() < 1e-6 && (step.high - 3.418_693_1).abs() < 1e-6, "{step:?}");
        // Seeds that do not agree decide nothing, nor do those that are not the same.
        assert_eq!(rising(&[low.clone(), of([12.0, 90.0, 42.0, 73.0])]), Undecided);
        let other = Sample::new(high.number, vec![12.0, 103.0]);
        assert_eq!(rising(&[low, other]), Undecided);
    }

    #[test]
    fn what_never_rises_may_stay() {
        let never = |numbers: &[f64]| never_rising(&samples(numbers));
        let verdicts = [&[3.0, 3.0, 1.0][..], &[3.0, 1.0, 2.0], &[1.0, 1.0], &[1.0, 2.0], &[]].map(never);
        assert_eq!(verdicts, [Held, DirectionOnly, NotHeld, NotHeld, NotHeld]);
        let never = |numbers: &[Interval]| never_rising(&samples(numbers));
        let (low, near, high) = (from_to(0.0, 2.0), from_to(1.0, 4.0), from_to(8.0, 9.0));
        assert_eq!((never(&[high, low]), never(&[high, low, near])), (Held, Undecided));
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
        assert_eq!([all(&[DirectionOnly]), all(&[NotHeld]), all(&[])], [DirectionOnly, NotHeld, NotHeld]);
        assert_eq!(so_many(&[Held, Undecided, NotHeld]), "1 of 3, 1 undecided");
    }

    #[test]
    fn a_claim_of_which_some_parts_fail_holds_in_part() {
        assert_eq!(all(&[Held, NotHeld]), HeldInPart);
        assert_eq!(all(&[Held, DirectionOnly, NotHeld]), HeldInPart);
        assert_eq!(all(&[Held, Held, Held, DirectionOnly, Undecided]), HeldInPart);
        // One of 72 is a part.
        assert_eq!(all(&[&[NotHeld; 71][..], &[Held]].concat()), HeldInPart);
    }

    #[test]
    fn a_claim_of_which_no_part_holds_has_a_direction_if_all_have() {
        assert_eq!(all(&[DirectionOnly, DirectionOnly]), DirectionOnly);
        assert_eq!(all(&[DirectionOnly, NotHeld, DirectionOnly]), NotHeld);
        assert_eq!([all(&[DirectionOnly, Undecided]), all(&[NotHeld, Undecided])], [DirectionOnly, NotHeld]);
    }

    #[test]
    fn a_claim_is_undecided_only_while_no_part_is_decided_against_it() {
        assert_eq!(all(&[Held, Undecided]), Undecided);
        assert_eq!(all(&[Undecided, Undecided]), Undecided);
        assert_eq!(all(&[Held, Undecided, NotHeld]), HeldInPart);
    }

    /// A step that is decided against an order cannot be made good by one that is open.
    #[test]
    fn an_order_is_decided_by_the_first_step_against_it() {
        let ours = [from_to(0.0, 1.0), from_to(2.0, 9.0), from_to(3.0, 4.0), from_to(1.0, 2.0)];
        assert_eq!(rising(&samples(&ours)), DirectionOnly, "the last is below the one before");
        assert_eq!(rising(&samples(&ours[1..])), NotHeld, "nor is it decidedly above the first");
        assert_eq!(rising(&samples(&ours[..3])), Undecided);
        let never = [from_to(1.0, 4.0), from_to(0.0, 1.0), from_to(2.0, 3.0)];
        assert_eq!(never_rising(&samples(&never)), NotHeld, "it rises, and the ends are open");
    }
}
