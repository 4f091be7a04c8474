//! Does the queue grow without bound? A long run at one seed tells: the waits of its last quarter against those of its
//! second one (the first is warm-up).

use super::Verdict;
use super::measure::{execution, mean_of, submitted, wait};
use super::statistics::mean;
use ganttlet_engine::record::Trace;

/// Waits must grow by more than this factor from the second to the last quarter.
const GROWTH: f64 = 1.5;
/// And be longer than so many execution times.
const EXECUTIONS: f64 = 5.0;

/// What a run says about saturation: mean wait of the jobs that came in the second quarter of `duration_s`, of those that
/// came in the last quarter, and the mean execution time of all; seconds. It is what a case takes from its run, and
/// [`saturated`] judges it.
pub fn growth(trace: &Trace, duration_s: f64) -> Vec<f64> {
    let quarter = |from: f64, to: f64| {
        mean_of(trace, |job| {
            (from..to).contains(&(submitted(trace, job) / duration_s)).then(|| wait(trace, job))
        })
    };
    vec![quarter(0.25, 0.5), quarter(0.75, 1.0), mean_of(trace, |job| execution(trace, job))]
}

/// True if the numbers of [`growth`] of some runs at one load, averaged, say that the queue grows without bound. `None` if
/// there is no run.
///
/// One run tells little near saturation: a long queue that one seed meets by chance, another meets later or never.
pub fn saturated(runs: &[&[f64]]) -> Option<bool> {
    let column = |at: usize| mean(&runs.iter().filter_map(|run| run.get(at).copied()).collect::<Vec<f64>>());
    let [early, late, execution] = [0, 1, 2].map(column);
    execution.is_finite().then_some(late > GROWTH * early && late > EXECUTIONS * execution)
}

/// Where a rising load saturates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    /// The last load that is not saturated before the first that is; `None` if already the first of the sweep is.
    pub from: Option<u32>,
    /// The first load that is saturated; `None` if none of the sweep is.
    pub to: Option<u32>,
}

impl Onset {
    /// From the runs at each load of an ascending sweep. `None` if a load has no run (yet).
    pub fn of<'a>(loads: impl Iterator<Item = u32>, runs: impl Fn(u32) -> Vec<&'a [f64]>) -> Option<Self> {
        let mut from = None;
        let mut to = None;
        for load in loads {
            let saturated = saturated(&runs(load))?;
            if to.is_none() {
                *if saturated { &mut to } else { &mut from } = Some(load);
            }
        }
        Some(Self { from, to })
    }

    /// `75 - 80 %`.
    pub fn words(self) -> String {
        match (self.from, self.to) {
            (Some(from), Some(to)) => format!("{from} - {to} %"),
            (None, Some(to)) => format!("below {to} %"),
            (Some(from), None) => format!("above {from} %"),
            (None, None) => "-".to_owned(),
        }
    }

    /// Whether it is within `step` of the published interval. The direction is right if the sweep finds saturation.
    pub fn verdict(self, (low, high): (u32, u32), step: u32) -> Verdict {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from + step >= low && to <= high + step => Verdict::Held,
            (_, Some(_)) => Verdict::DirectionOnly,
            (_, None) => Verdict::NotHeld,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_growing_waits_are_saturation() {
        assert_eq!(saturated(&[&[100.0, 1001.0, 200.0]]), Some(true));
        assert_eq!(saturated(&[&[700.0, 1001.0, 200.0]]), Some(false), "long, but does not grow");
        assert_eq!(saturated(&[&[1.0, 999.0, 200.0]]), Some(false), "grows, but is not long");
        assert_eq!(saturated(&[&[100.0, 100.0, 200.0], &[300.0, 2100.0, 200.0]]), Some(true), "on average");
        assert_eq!(saturated(&[]), None);
    }

    #[test]
    fn the_onset_lies_before_the_first_saturated_load() {
        let (idle, full): (&[f64], &[f64]) = (&[10.0, 10.0, 100.0], &[900.0, 2000.0, 100.0]);
        let onset = |loads: &[u32], first_full: u32| {
            Onset::of(loads.iter().copied(), |load| vec![if load < first_full { idle } else { full }])
        };
        let sweep = [80, 85, 90, 95];
        assert_eq!(onset(&sweep, 90), Some(Onset { from: Some(85), to: Some(90) }));
        assert_eq!(onset(&sweep, 0), Some(Onset { from: None, to: Some(80) }));
        assert_eq!(onset(&sweep, 99), Some(Onset { from: Some(95), to: None }));
        assert_eq!(Onset::of(sweep.into_iter(), |_| vec![]), None);
        let words: Vec<String> = [90, 0, 99].map(|at| onset(&sweep, at).expect("runs").words()).into();
        assert_eq!(words, ["85 - 90 %", "below 80 %", "above 95 %"]);
        let verdicts = [80, 85, 90, 95, 99].map(|at| onset(&sweep, at).expect("runs").verdict((80, 85), 5));
        let (held, direction) = (Verdict::Held, Verdict::DirectionOnly);
        assert_eq!(verdicts, [direction, held, held, direction, Verdict::NotHeld]);
    }
}
