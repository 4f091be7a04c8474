//! The numbers of all runs of an experiment, found by what was run.

use super::{Interval, statistics};

/// What each run was about, beside the numbers taken from it. Numbers of runs that have not been made yet are missing: an
/// experiment can be looked at while it runs.
pub struct Results<'a, P> {
    points: Vec<P>,
    outcomes: &'a [Vec<f64>],
}

impl<'a, P> Results<'a, P> {
    /// `points` says what each case is about, in the order of the cases; `outcomes` holds the numbers of each, none for
    /// those that have not run.
    pub fn new(points: Vec<P>, outcomes: &'a [Vec<f64>]) -> Self {
        Self { points, outcomes }
    }

    /// The number at place `column` of each run that is about the right thing, in the order of the cases; NaN where it is
    /// missing.
    pub fn values(&self, column: usize, about: impl Fn(&P) -> bool) -> Vec<f64> {
        let number = |run: usize| self.outcomes.get(run).and_then(|run| run.get(column)).copied();
        let wanted = self.points.iter().enumerate().filter(|(_, point)| about(point));
        wanted.map(|(run, _)| number(run).unwrap_or(f64::NAN)).collect()
    }

    /// Mean and 95 % confidence interval of these numbers.
    pub fn interval(&self, column: usize, about: impl Fn(&P) -> bool) -> Option<Interval> {
        Interval::of(&self.values(column, about))
    }

    /// The mean of these numbers.
    pub fn mean(&self, column: usize, about: impl Fn(&P) -> bool) -> Option<f64> {
        self.interval(column, about).map(|interval| interval.mean)
    }

    /// The change from the runs `base` to the runs `other` in per cent, in pairs: the cases of both have to come in the
    /// same order of their seeds.
    pub fn change(
        &self,
        column: usize,
        base: impl Fn(&P) -> bool,
        other: impl Fn(&P) -> bool,
    ) -> Option<Interval> {
        statistics::change(&self.values(column, base), &self.values(column, other))
    }

    /// The difference `other` - `base`, in pairs as in [`Self::change`].
    pub fn difference(
        &self,
        column: usize,
        base: impl Fn(&P) -> bool,
        other: impl Fn(&P) -> bool,
    ) -> Option<Interval> {
        statistics::difference(&self.values(column, base), &self.values(column, other))
    }

    /// All numbers of each run that is about the right thing and has been made.
    pub fn runs(&self, about: impl Fn(&P) -> bool) -> Vec<&[f64]> {
        let made = self.points.iter().zip(self.outcomes);
        made.filter(|(point, run)| about(point) && !run.is_empty()).map(|(_, run)| run.as_slice()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_what_was_run() {
        let points = vec![("WF", 1), ("FCM", 1), ("WF", 2), ("FCM", 2), ("WF", 3)];
        let outcomes = [vec![100.0, 0.0], vec![90.0, 0.2], vec![50.0, 0.0], vec![]];
        let results = Results::new(points, &outcomes);
        let (wf, fcm) = (|p: &(&str, u32)| p.0 == "WF", |p: &(&str, u32)| p.0 == "FCM");
        assert_eq!(results.mean(0, wf), Some(75.0));
        assert!(results.values(0, wf)[2].is_nan(), "the last run has not been made");
        assert_eq!(results.change(0, wf, fcm), Some(Interval::exact(-10.0)), "only one pair is complete");
        assert_eq!(results.difference(0, wf, fcm), Some(Interval::exact(-10.0)));
        assert_eq!(results.mean(1, fcm), Some(0.2));
        assert_eq!(results.mean(0, |p| p.1 == 9), None);
        assert_eq!(results.runs(fcm), [&[90.0, 0.2]]);
    }
}
