//! What runs on dedicated machines say for every number of workers: efficiency, and time beside the best ordering.

use super::batches::Batches;
use super::dedicated::{LENGTHS, LPTF, ORDERINGS};
use crate::{Interval, Results, Verdict};

/// What came of a run after some batches: see [`super::dedicated::numbers`].
#[derive(Clone, Copy)]
pub(super) struct Totals<'a> {
    tasks: usize,
    work: f64,
    times: &'a [f64],
}

impl<'a> Totals<'a> {
    /// Those after `length` batches; none if the run has not got there or has not been made.
    pub(super) fn after(length: usize, tasks: u32, numbers: &'a [f64]) -> Option<Self> {
        let tasks = tasks as usize;
        let block = 1 + ORDERINGS.len() * tasks;
        let place = LENGTHS.iter().position(|&one| one == length)?;
        let numbers = numbers.get(place * block..(place + 1) * block)?;
        numbers.split_first().map(|(&work, times)| Self { tasks, work, times })
    }

    /// How long the batches take under this ordering with so many workers, from 1 to one for each task, s.
    pub(super) fn time(&self, ordering: usize, workers: usize) -> f64 {
        self.times[ordering * self.tasks + workers - 1]
    }

    /// A measure under this ordering with so many workers.
    pub(super) fn of(&self, measure: Measure, ordering: usize, workers: usize) -> f64 {
        let time = self.time(ordering, workers);
        match measure {
            Measure::Efficiency => self.work / (workers as f64 * time),
            Measure::Longer => 100.0 * (time / self.time(LPTF, workers) - 1.0),
            Measure::Less => 100.0 * (1.0 - self.time(LPTF, workers) / time),
        }
    }
}

/// A number for an ordering and a number of workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The share of their time in which the workers work.
    Efficiency,
    /// How much longer the batches take than with the ordering that knows everything, %.
    Longer,
    /// How much less efficient the workers are than with that ordering, % of its efficiency.
    Less,
}

/// The runs of an experiment.
pub(super) struct Curves<'a> {
    results: Results<'a, Batches>,
}

impl<'a> Curves<'a> {
    /// `points` says what each run is about, in their order.
    pub(super) fn new(points: Vec<Batches>, outcomes: &'a [Vec<f64>]) -> Self {
        Self { results: Results::new(points, outcomes) }
    }

    /// The runs of an application, whatever their seeds, as far as they have been made, after so many batches.
    pub(super) fn runs(&self, like: Batches, length: usize) -> Vec<Totals<'_>> {
        let runs = self.results.runs(|run| Batches { seed: like.seed, ..*run } == like);
        runs.into_iter().filter_map(|numbers| Totals::after(length, like.tasks, numbers)).collect()
    }

    /// A measure of an application under an ordering with so many workers, over the seeds.
    pub(super) fn at(
        &self,
        like: Batches,
        length: usize,
        (measure, ordering, workers): (Measure, usize, usize),
    ) -> Option<Interval> {
        let values: Vec<f64> =
            self.runs(like, length).iter().map(|totals| totals.of(measure, ordering, workers)).collect();
        Interval::of(&values)
    }

    /// A measure of an application under an ordering with 1, 2, .. workers; a point for each.
    pub(super) fn curve(
        &self,
        like: Batches,
        length: usize,
        (measure, ordering): (Measure, usize),
    ) -> Vec<(f64, Option<Interval>)> {
        let runs = self.runs(like, length);
        let point = |workers: u32| {
            let values: Vec<f64> =
                runs.iter().map(|totals| totals.of(measure, ordering, workers as usize)).collect();
            (f64::from(workers), Interval::of(&values))
        };
        (1..=like.tasks).map(point).collect()
    }

    /// The means of such a curve; none if there are no runs yet.
    pub(super) fn means(&self, like: Batches, length: usize, what: (Measure, usize)) -> Option<Vec<f64>> {
        self.curve(like, length, what).into_iter().map(|(_, value)| value.map(|value| value.mean)).collect()
    }
}

/// Changes smaller than this are none: rounding to microseconds makes them.
const SLIGHT: f64 = 1e-6;

/// How often a curve over the number of workers rises from one number to the next.
pub(super) fn rises(curve: &[f64]) -> usize {
    curve.windows(2).filter(|pair| pair[1] > pair[0] + SLIGHT).count()
}

/// The number of workers from which on a curve falls with each more.
pub(super) fn last_rise(curve: &[f64]) -> usize {
    1 + curve.windows(2).rposition(|pair| pair[1] > pair[0] + SLIGHT).map_or(0, |before| before + 1)
}

/// The number of workers at which a curve is highest, and its height.
pub(super) fn peak(curve: &[f64]) -> (usize, f64) {
    let highest =
        |best: (usize, f64), (at, &value): (usize, &f64)| if value > best.1 { (at + 1, value) } else { best };
    curve.iter().enumerate().fold((0, f64::NEG_INFINITY), highest)
}

/// How many peaks a curve has: numbers of workers at which it is higher than before and behind, by this much.
pub(super) fn peaks(curve: &[f64], by: f64) -> usize {
    let mut count = 0;
    let (mut rising, mut turn) = (true, f64::INFINITY);
    for &value in curve {
        // Since the last turn: the lowest while looking for a rise, the highest while looking for a fall.
        if rising {
            turn = turn.min(value);
            if value > turn + by {
                (rising, turn) = (false, value);
            }
        } else {
            turn = turn.max(value);
            if value < turn - by {
                count += 1;
                (rising, turn) = (true, value);
            }
        }
    }
    count
}

/// Numbers that should fall, or stay, from each to the next, and be less at the end than at the beginning. The direction is
/// right if only the latter is so.
pub(super) fn never_rising(numbers: &[f64]) -> Verdict {
    match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if first > last => {
            if rises(numbers) == 0 {
                Verdict::Held
            } else {
                Verdict::DirectionOnly
            }
        }
        _ => Verdict::NotHeld,
    }
}

/// How much all rises of a curve make together.
pub(super) fn roughness(curve: &[f64]) -> f64 {
    curve.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).sum()
}

/// The largest number.
pub(super) fn most(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// Numbers for people, with so many digits behind the point.
pub(super) fn words(numbers: &[f64], digits: usize) -> String {
    numbers.iter().map(|number| format!("{number:.digits$}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_curves() {
        let curve = [1.0, 3.0, 2.0, 2.0, 4.0, 3.9, 3.95, 1.0];
        assert_eq!((rises(&curve), last_rise(&curve), peak(&curve)), (3, 7, (5, 4.0)));
        assert_eq!((peaks(&curve, 0.01), peaks(&curve, 0.5)), (3, 2));
        assert!((roughness(&curve) - 4.05).abs() < 1e-9);
        let diagnostics = [&[3.0, 3.0, 1.0][..], &[3.0, 1.0, 2.0], &[1.0, 1.0], &[]].map(never_rising);
        assert_eq!(diagnostics, [Verdict::Held, Verdict::DirectionOnly, Verdict::NotHeld, Verdict::NotHeld]);
        assert_eq!((rises(&[2.0, 1.0]), last_rise(&[2.0, 1.0]), peaks(&[2.0, 1.0], 0.1)), (0, 1, 0));
    }
}
