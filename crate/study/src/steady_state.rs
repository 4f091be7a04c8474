//! Tests whether the wait times at a point of a study have a steady state.
//!
//! Where jobs arrive faster than a policy can serve them, the mean wait grows with the length of the run. The interval
//! over seeds then describes the length of the run, not the policy. A load below 1 does not exclude that: FCFS leaves
//! nodes idle that later jobs need. Hence each point is tested. Waits also rise in a short run that starts empty, up to
//! their steady state. The shape of the rise distinguishes the two cases; only the second becomes steady in a longer
//! run.

use crate::measurement::RunOutput;
use crate::statistics;
use ganttlet_core::entry::Settings;
use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;
use ganttlet_sim::metric::{Metric, Scope};
use ganttlet_sim::report::METRICS;
use serde::Serialize;
use ts_rs::TS;

/// Number of parts of a run, in the order of submission; each part has a mean wait.
pub(crate) const TENTHS: usize = 10;
/// Numbers of a run for the test: the mean wait of each tenth, the realised load, the number of jobs, and the time when a
/// fifth of them have been submitted, s.
pub(crate) const NUMBERS: usize = TENTHS + 3;
/// The indices of the last three numbers.
const LOAD: usize = TENTHS;
const JOBS: usize = TENTHS + 1;
const FIFTH: usize = TENTHS + 2;
/// Tenths that a proposed warm-up leaves out.
const WARM_UP_TENTHS: usize = 2;
/// Probability of an error over all points of a part.
const ERROR: f64 = 0.01;
/// Ratio of the mean waits of the second and the first half of the jobs. The queue starts empty and has exactly the
/// capacity that the work needs. Its waits grow with the square root of time (Abate and Whitt 1987), so that the ratio
/// is 2 √2 - 1. With spare capacity the ratio is lower; for waits that grow linearly it is 3.
const HALVES_AT_CAPACITY: f64 = 2.0 * std::f64::consts::SQRT_2 - 1.0;
/// A warm-up is proposed where the rise of the later tenths has more than this probability without a trend.
const LATER_ERROR: f64 = 0.05;
/// Fewer jobs a run are too few for ten means.
const MIN_JOBS: f64 = 100.0;
/// Fewer seeds are too few for a mean of each tenth.
const MIN_SEEDS: usize = 5;

/// The result of the test of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum SteadyVerdict {
    /// The waits show no trend.
    Steady,
    /// The waits rise only in the first fifth of the jobs: with a warm-up of that length they show no trend.
    WarmUp,
    /// The waits rise to the end of the run, but not faster than those of a queue at its capacity that starts empty: the run
    /// is too short to show a steady state.
    Grows,
    /// More work is submitted than the policy can serve on the platform: the realised load is at least 1, or the waits rise
    /// faster than those of a queue at its capacity.
    Overloaded,
    /// Fewer than 100 jobs per run, or fewer than 5 seeds.
    TooShort,
}

/// The steady-state test of the waits at a point. The statistic is that of Mann (1945), of ten batch means of the wait
/// in each run; its mean over the seeds is tested with Student's test, one-sided, 1 % over all points of a part by the
/// procedure of Holm (1979). Runs are independent of each other while batch means of one run are not, so the test is
/// over the seeds. Waits that rise to the end are then tested for linear growth: the mean wait of the second half of
/// the jobs less [`HALVES_AT_CAPACITY`] times that of the first, seed by seed, with Student's test, one-sided, 1 %.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct SteadyState {
    /// The result.
    pub verdict: SteadyVerdict,
    /// Mean wait of each tenth of the jobs in order of submission, s; null where no job has a wait.
    pub tenths: Vec<Option<f64>>,
    /// Mean realised load.
    pub load: Option<f64>,
    /// Ratio of the mean waits of the second and the first half of the jobs: 1.8 at capacity, 3 for linear growth; null
    /// if no job of the first half waits.
    pub halves: Option<f64>,
    /// Time by which a fifth of the jobs are submitted, mean over the seeds, s: a warm-up of that length leaves them
    /// out.
    pub fifth_s: Option<f64>,
    /// Probability of a rise at least this large without a trend.
    pub probability: f64,
}

/// The numbers of a run for the test; none if the work has no jobs that wait.
pub(crate) fn run_numbers(output: &RunOutput<'_>) -> Option<[f64; NUMBERS]> {
    let trace = output.trace?;
    let settings = &output.scenario.measure_settings;
    let scope = Scope { warm_up: Time::from_seconds(output.scenario.warm_up_s), ..Scope::ALL };
    let load = METRICS.find("realised-load").map(|metric| value(metric, trace, settings, &scope))?;
    let jobs = jobs_by_submission(trace, &scope);
    // Jobs that are all submitted at once have no tenths: later ones wait longer by definition.
    if jobs.is_empty() || !load.is_finite() {
        return None;
    }
    let table = &trace.subjects;
    let mut numbers = [f64::NAN; NUMBERS];
    for (tenth, mean) in numbers.iter_mut().take(TENTHS).enumerate() {
        let part = &jobs[jobs.len() * tenth / TENTHS..jobs.len() * (tenth + 1) / TENTHS];
        let waits = part.iter().map(|&job| (table.start[job] - table.submit[job]).seconds());
        *mean = waits.sum::<f64>() / part.len() as f64;
    }
    numbers[LOAD] = load;
    numbers[JOBS] = jobs.len() as f64;
    numbers[FIFTH] = table.submit[jobs[jobs.len() * WARM_UP_TENTHS / TENTHS]].seconds();
    Some(numbers)
}

/// The value of a metric in a scope.
fn value(metric: &Metric, trace: &Trace, settings: &Settings, scope: &Scope<'_>) -> f64 {
    metric.report_row(trace, settings, scope).value.unwrap_or(f64::NAN)
}

/// The measured jobs that have started, in the order of their submission.
fn jobs_by_submission(trace: &Trace, scope: &Scope<'_>) -> Vec<usize> {
    let table = &trace.subjects;
    let all = order::indices_by_key(table.len(), |id| table.submit[id].0);
    let counts = |&id: &usize| {
        trace.kind(id as u32).is_job && scope.includes(trace, id) && table.start[id] != Time::MAX
    };
    all.into_iter().map(|id| id as usize).filter(counts).collect()
}

/// The tests of all points of a part: for each point the numbers of its runs, one per seed.
pub(crate) fn test_points(points: &[Vec<[f64; NUMBERS]>]) -> Vec<Option<SteadyState>> {
    let mut tested: Vec<Option<SteadyState>> = points.iter().map(|runs| test_point(runs)).collect();
    // Holm: the smallest probability is compared with the error divided by the number of tests, the next with the error
    // divided by one less, ..
    let tests = |state: &Option<SteadyState>| {
        state.as_ref().is_some_and(|state| state.verdict != SteadyVerdict::TooShort)
    };
    let mut left = tested.iter().filter(|state| tests(state)).count();
    let probability = |at: usize| tested[at].as_ref().map_or(f64::NAN, |state| state.probability);
    let mut rising = Vec::new();
    for at in order::indices_by_key(tested.len(), |at| order::float_key(probability(at))) {
        let at = at as usize;
        if !tests(&tested[at]) {
            continue;
        }
        if probability(at) > ERROR / left as f64 {
            break;
        }
        rising.push(at);
        left -= 1;
    }
    for at in rising {
        let Some(state) = &mut tested[at] else { continue };
        let runs = &points[at];
        state.verdict = if rise_probability(runs, WARM_UP_TENTHS) > LATER_ERROR {
            SteadyVerdict::WarmUp
        } else if overload_probability(runs) <= ERROR {
            SteadyVerdict::Overloaded
        } else {
            SteadyVerdict::Grows
        };
    }
    for (state, runs) in tested.iter_mut().zip(points) {
        if let Some(state) = state.as_mut().filter(|state| state.verdict != SteadyVerdict::TooShort) {
            let loads: Vec<f64> = runs.iter().map(|run| run[LOAD]).collect();
            let interval = crate::Interval::from_values(&loads);
            if interval.is_some_and(|load| load.low >= 1.0) {
                state.verdict = SteadyVerdict::Overloaded;
            }
        }
    }
    tested
}

/// The test of a point, without the correction for the number of points. Equal runs are not tested: without
/// randomness, a trend has no probability.
fn test_point(runs: &[[f64; NUMBERS]]) -> Option<SteadyState> {
    let bits = |run: &[f64; NUMBERS]| run.map(f64::to_bits);
    let first = bits(runs.first()?);
    if runs.len() > 1 && runs.iter().all(|run| bits(run) == first) {
        return None;
    }
    let mean = |column: usize| {
        let values: Vec<f64> = runs.iter().map(|run| run[column]).filter(|value| value.is_finite()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let tenths: Vec<Option<f64>> = (0..TENTHS).map(mean).collect();
    let jobs = mean(JOBS).unwrap_or(0.0);
    let short = runs.len() < MIN_SEEDS || jobs < MIN_JOBS;
    Some(SteadyState {
        verdict: if short { SteadyVerdict::TooShort } else { SteadyVerdict::Steady },
        probability: rise_probability(runs, 0),
        load: mean(LOAD),
        halves: halves_ratio(runs),
        fifth_s: mean(FIFTH),
        tenths,
    })
}

/// The probability that runs without a trend rise as much as these, from a given tenth on.
fn rise_probability(runs: &[[f64; NUMBERS]], from: usize) -> f64 {
    positive_probability(&runs.iter().map(|run| rise(&run[from..TENTHS])).collect::<Vec<_>>())
}

/// The mean waits of the first and of the second half of the jobs of a run.
fn halves(run: &[f64; NUMBERS]) -> (f64, f64) {
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (first, second) = run[..TENTHS].split_at(TENTHS / 2);
    (mean(first), mean(second))
}

/// The ratio of the mean waits of the second and the first half.
fn halves_ratio(runs: &[[f64; NUMBERS]]) -> Option<f64> {
    let (first, second) = runs.iter().map(halves).fold((0.0, 0.0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
    Some(second / first).filter(|ratio| ratio.is_finite())
}

/// The probability that the waits of a queue at its capacity rise as fast as these.
fn overload_probability(runs: &[[f64; NUMBERS]]) -> f64 {
    let excess = |run| {
        let (first, second) = halves(run);
        second - HALVES_AT_CAPACITY * first
    };
    positive_probability(&runs.iter().map(excess).collect::<Vec<_>>())
}

/// The probability of a mean at least this large if the true mean is at most 0; one number per seed.
fn positive_probability(values: &[f64]) -> f64 {
    let Some(interval) = crate::Interval::from_values(values).filter(|values| values.count > 1) else {
        return 1.0;
    };
    let degrees = interval.count - 1;
    let error = (interval.high - interval.mean) / statistics::student_quantile(degrees);
    if error > 0.0 {
        return statistics::student_upper_tail(interval.mean / error, degrees);
    }
    if interval.mean > 0.0 { 0.0 } else { 1.0 }
}

/// Number of rising pairs minus number of falling pairs (Mann 1945); pairs of equal values count for neither.
fn rise(values: &[f64]) -> f64 {
    let mut sum = 0_i32;
    for (at, later) in values.iter().enumerate() {
        for earlier in &values[..at] {
            sum += i32::from(later > earlier) - i32::from(later < earlier);
        }
    }
    f64::from(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs with these mean waits and some noise, which differs from seed to seed.
    fn runs(count: usize, tenths: [f64; TENTHS], load: f64, jobs: f64) -> Vec<[f64; NUMBERS]> {
        const NOISE: [f64; TENTHS] = [0.5, 0.3, 0.6, 0.4, 0.55, 0.35, 0.65, 0.45, 0.52, 0.48];
        let of_seed = |seed: usize| {
            let mut numbers = [load; NUMBERS];
            for (at, tenth) in tenths.iter().enumerate() {
                numbers[at] = tenth + NOISE[(at + 3 * seed) % TENTHS];
            }
            numbers[JOBS] = jobs;
            numbers
        };
        (0..count).map(of_seed).collect()
    }

    fn verdicts(points: &[Vec<[f64; NUMBERS]>]) -> Vec<SteadyVerdict> {
        test_points(points).into_iter().map(|state| state.expect("there are runs").verdict).collect()
    }

    const RISING: [f64; TENTHS] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
    const LEVEL: [f64; TENTHS] = [5.0; TENTHS];

    #[test]
    fn a_rise_counts_pairs_of_tenths() {
        assert_eq!((rise(&RISING), rise(&[3.0, 2.0, 1.0]), rise(&[1.0, 2.0, 2.0])), (45.0, -3.0, 2.0));
    }

    #[test]
    fn seeds_that_disagree_are_no_trend() {
        let mut falling = RISING;
        falling.reverse();
        let mut both = runs(10, RISING, 0.9, 1000.0);
        both.extend(runs(10, falling, 0.9, 1000.0));
        assert_eq!(verdicts(&[both]), [SteadyVerdict::Steady]);
    }

    /// The mean wait of each tenth if waits grow with this power of time.
    fn power(exponent: f64) -> [f64; TENTHS] {
        std::array::from_fn(|tenth| 100.0 * libm::pow((tenth as f64 + 0.5) / TENTHS as f64, exponent))
    }

    #[test]
    fn waits_in_proportion_to_time_are_an_overload() {
        let point = |tenths| runs(20, tenths, 0.9, 1000.0);
        let found = test_points(&[point(LEVEL), point(power(1.0)), point(RISING)]);
        let found: Vec<SteadyVerdict> = found.into_iter().flatten().map(|state| state.verdict).collect();
        assert_eq!(found, [SteadyVerdict::Steady, SteadyVerdict::Overloaded, SteadyVerdict::Overloaded]);
    }

    #[test]
    fn waits_that_still_rise_from_an_empty_start_are_no_overload() {
        // Less than the square root of time, as with spare capacity; the square root, as at capacity.
        for exponent in [0.25, 0.5] {
            let found =
                test_points(&[runs(20, power(exponent), 0.9, 1000.0)]).remove(0).expect("there are runs");
            assert_eq!(found.verdict, SteadyVerdict::Grows, "{exponent}");
            assert!(found.halves.is_some_and(|halves| halves < HALVES_AT_CAPACITY + 0.01), "{found:?}");
        }
    }

    #[test]
    fn a_rise_that_ends_after_a_fifth_asks_for_a_warm_up() {
        let mut filling = [10.0; TENTHS];
        filling[..2].copy_from_slice(&[1.0, 5.0]);
        assert_eq!(verdicts(&[runs(10, filling, 0.5, 100.0)]), [SteadyVerdict::WarmUp]);
    }

    #[test]
    fn more_work_than_capacity_is_never_steady() {
        assert_eq!(verdicts(&[runs(5, LEVEL, 1.1, 100.0)]), [SteadyVerdict::Overloaded]);
    }

    #[test]
    fn few_jobs_or_seeds_are_not_tested() {
        let short = [runs(4, RISING, 0.9, 1000.0), runs(5, RISING, 0.9, 99.0)];
        assert_eq!(verdicts(&short), [SteadyVerdict::TooShort; 2]);
        assert_eq!(test_points(&[Vec::new()]), [None]);
    }

    #[test]
    fn equal_runs_are_not_tested() {
        for tenths in [RISING, LEVEL] {
            for load in [0.9, 1.1] {
                let copies = vec![runs(1, tenths, load, 1000.0)[0]; 10];
                assert_eq!(test_points(&[copies]), [None]);
            }
        }
    }

    #[test]
    fn many_points_make_the_test_of_each_stricter() {
        // Seven seeds rise, seven do not.
        let [rising, level] = [RISING, LEVEL].map(|tenths| runs(7, tenths, 0.9, 100.0));
        let some = [rising, level].concat();
        let alone = rise_probability(&some, 0);
        assert!((ERROR / 30.0..ERROR).contains(&alone), "{alone}");
        assert_ne!(verdicts(std::slice::from_ref(&some)), [SteadyVerdict::Steady]);
        let mut many = vec![runs(14, LEVEL, 0.9, 100.0); 29];
        many.push(some);
        assert_eq!(verdicts(&many)[29], SteadyVerdict::Steady);
    }
}
