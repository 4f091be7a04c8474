//! Does the queue grow without bound? A long run at one seed tells: the waits of its last quarter against those of its
//! second one (the first is warm-up).

use super::measure::{execution, mean_of, submitted, wait};
use crate::trace::Trace;

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

/// True if the numbers of [`growth`] say that the queue grows without bound. `None` if there are none.
pub fn saturated(growth: &[f64]) -> Option<bool> {
    let &[early, late, execution] = growth else { return None };
    Some(late > GROWTH * early && late > EXECUTIONS * execution)
}

/// Where a rising load saturates: the last load below which no run is saturated and the first saturated one, in the unit
/// of the loads. Loads ascend; a load is saturated if most of its runs are. `None` where the sweep does not reach that far.
pub fn interval(loads: &[(f64, Vec<bool>)]) -> (Option<f64>, Option<f64>) {
    let most = |runs: &Vec<bool>| 2 * runs.iter().filter(|&&run| run).count() > runs.len();
    let first = loads.iter().position(|(_, runs)| most(runs));
    let last = first.unwrap_or(loads.len()).checked_sub(1);
    (last.map(|at| loads[at].0), first.map(|at| loads[at].0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_growing_waits_are_saturation() {
        assert_eq!(saturated(&[100.0, 1001.0, 200.0]), Some(true));
        assert_eq!(saturated(&[700.0, 1001.0, 200.0]), Some(false), "long, but does not grow");
        assert_eq!(saturated(&[1.0, 999.0, 200.0]), Some(false), "grows, but is not long");
        assert_eq!(saturated(&[]), None);
    }

    #[test]
    fn the_interval_lies_before_the_first_saturated_load() {
        let load = |load: f64, saturated: [bool; 3]| (load, saturated.to_vec());
        let sweep =
            [load(80.0, [false; 3]), load(85.0, [false, true, false]), load(90.0, [true, true, false])];
        assert_eq!(interval(&sweep), (Some(85.0), Some(90.0)));
        assert_eq!(interval(&sweep[..2]), (Some(85.0), None));
        assert_eq!(interval(&sweep[2..]), (None, Some(90.0)));
    }
}
