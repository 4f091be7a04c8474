//! Summaries of the measures of a study at all its points: means with intervals, and paired differences.

use crate::outcome::Outcome;
use crate::statistics::{self, PooledMoments};
use crate::steady_state::SteadyState;
use crate::{Interval, Levels};
use ganttlet_sim::metric::Better;
use serde::Serialize;
use ts_rs::TS;

/// Target half width of an interval, as a share of its mean, for which the number of seeds is estimated.
const TARGET_HALF_WIDTH: f64 = 0.1;

/// The results of a study so far.
#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudySummary")]
pub struct Summary<'a> {
    /// Its parts; the first has the main runs, if there are any.
    pub parts: Vec<SummaryPart<'a>>,
    /// The digest of the result; none while a run is missing.
    pub digest: Option<String>,
}

/// A part of a study. Run `first + seed * points + point` belongs to this point and seed, both counted from 0; the last
/// axis varies fastest.
#[derive(Debug, PartialEq, Serialize, TS)]
pub struct SummaryPart<'a> {
    /// Its name; empty for the main runs.
    pub name: &'a str,
    /// The axes.
    pub axes: &'a [Levels],
    /// Number of seeds of each point.
    pub seeds: u32,
    /// The number of its first run.
    pub first: usize,
    /// Number of points.
    pub points: usize,
    /// The measures that are metrics and give one number per run.
    pub measures: Vec<SummaryMeasure<'a>>,
    /// Whether the waits of each point have a steady state; null where unknown.
    pub steady: Vec<Option<SteadyState>>,
}

/// A measure of a part.
#[derive(Debug, PartialEq, Serialize, TS)]
pub struct SummaryMeasure<'a> {
    /// Its name in the study.
    pub name: &'a str,
    /// The id of its metric.
    pub metric: &'static str,
    /// The unit of its values.
    pub unit: &'static str,
    /// The better direction.
    pub better: Better,
    /// Its index among the numbers of a run.
    pub column: usize,
    /// The results at each point.
    pub points: Vec<SummaryPoint>,
}

/// A measure at a point.
#[derive(Debug, PartialEq, Serialize, TS)]
pub struct SummaryPoint {
    /// Mean and interval: over the seeds, or over all values where they are pooled (those of each run, or batches of
    /// them); none before the first run.
    pub interval: Option<Interval>,
    /// The median over the completed runs; null without runs.
    pub median: Option<f64>,
    /// Number of seeds for an interval with a half width of 10 % of the mean, estimated from the present seeds.
    pub wished: Option<u32>,
    /// A value for each seed; null where the run is missing or has no value.
    pub values: Vec<Option<f64>>,
}

/// The difference of a point from its baseline.
#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudyDifference")]
pub struct Difference {
    /// The mean paired difference between runs with the same seed.
    pub difference: Interval,
    /// The change of the mean in % of the mean of the baseline, with Fieller's interval; none where that mean is
    /// 0.
    pub change: Option<Interval>,
}

/// Summarizes the runs so far.
pub fn summarize(outcome: Outcome<'_>) -> Summary<'_> {
    let parts = outcome.plan.blocks.iter().map(|block| {
        let named = block.measure_names().into_iter().enumerate();
        let measures = named.filter_map(|(at, name)| {
            let (metric, column) = (block.metric(at)?, block.measure_columns(name)?);
            let measurement = &block.measurements[at];
            let pooled = measurement.measure.statistic.is_pooled();
            let of = |point| {
                let values = outcome.values(block, point, column.start);
                let own = || outcome.pooled_interval(block, point, column.start, None);
                let interval = if pooled { own() } else { block.interval(&values) };
                summarize_point(interval, values)
            };
            let one = column.len() == if pooled { PooledMoments::NUMBERS } else { 1 };
            one.then(|| SummaryMeasure {
                name,
                metric: metric.entry.id,
                unit: measurement.unit(metric.unit),
                better: metric.better,
                column: column.start,
                points: (0..block.point_count()).map(of).collect(),
            })
        });
        SummaryPart {
            name: &block.name,
            axes: &block.axes,
            seeds: block.seeds,
            first: block.first,
            points: block.point_count(),
            measures: measures.collect(),
            steady: outcome.steady_states(block),
        }
    });
    Summary { parts: parts.collect(), digest: outcome.digest() }
}

/// The summary of a measure at a point.
fn summarize_point(interval: Option<Interval>, values: Vec<f64>) -> SummaryPoint {
    let wished =
        interval.and_then(|at| statistics::needed_replications(&values, TARGET_HALF_WIDTH * at.mean.abs()));
    let mut made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    made.sort_unstable_by(f64::total_cmp);
    let middle = |from: usize| made.get(from / 2).copied();
    let median = middle(made.len().saturating_sub(1)).zip(middle(made.len())).map(|(a, b)| a.midpoint(b));
    SummaryPoint {
        interval,
        median,
        wished,
        values: values.into_iter().map(|value| value.is_finite().then_some(value)).collect(),
    }
}

/// The paired difference of each point of a part, in one column, to the point with the value `baseline` of `axis` and
/// otherwise equal values; `None` for the baseline itself.
pub fn paired_differences(
    outcome: Outcome<'_>,
    part: usize,
    column: usize,
    axis: usize,
    baseline: usize,
) -> Vec<Option<Difference>> {
    let Some(block) = outcome.plan.blocks.get(part) else { return Vec::new() };
    let count = |axis: &Levels| axis.labels.len();
    let Some(levels) = block.axes.get(axis).map(count).filter(|&levels| baseline < levels) else {
        return Vec::new();
    };
    let after: usize = block.axes[axis + 1..].iter().map(count).product();
    let of = |point: usize| {
        let level = point / after % levels;
        let base = point - level * after + baseline * after;
        let (base, other) = (outcome.values(block, base, column), outcome.values(block, point, column));
        let difference = statistics::paired_difference(&base, &other)
            .filter(|pairs| level != baseline && pairs.count > 1)?;
        Some(Difference { difference, change: statistics::percent_change(&base, &other) })
    };
    (0..block.point_count()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;
    use ganttlet_document::study::Study;

    const STUDY: &str = r#"{
        "base": {"version": 1, "seed": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 8}},
            "workload": [{"generator": "poisson", "parameters": {"jobs": 20, "load": 0.7}}], "system": {"kind": "batch"}},
        "axes": [{"name": "load", "knob": "load", "values": [0.5, 0.9]},
            {"name": "policy", "variants": [{"name": "FCFS", "set": {"local": "fcfs"}}, {"name": "EASY", "set": {"local": "easy"}}]}],
        "seeds": 3, "measures": [{"metric": "wait"}, {"metric": "utilisation"}]}"#;

    fn plan() -> Plan {
        let (study, diagnostics) = Study::read(STUDY);
        Plan::new(&study.unwrap_or_else(|| panic!("{diagnostics:?}")), false, None)
            .expect("a study that can run")
    }

    /// Waits that differ by load, policy and seed, and a constant.
    fn numbers(plan: &Plan) -> Vec<Vec<f64>> {
        (0..plan.count())
            .map(|run| {
                let (seed, point) = ((run / 4) as f64, run % 4);
                let wait = [100.0, 80.0, 300.0, 200.0][point] + seed * [10.0, 20.0, 10.0, 10.0][point];
                vec![wait, 50.0]
            })
            .collect()
    }

    #[test]
    fn points_have_means_medians_and_the_number_of_seeds_needed() {
        let plan = plan();
        let mut numbers = numbers(&plan);
        let whole = summarize(Outcome { plan: &plan, numbers: &numbers });
        let part = &whole.parts[0];
        assert_eq!((part.points, part.seeds, part.axes.len(), part.measures.len()), (4, 3, 2, 2));
        assert_eq!(part.axes[0].values, [0.5, 0.9]);
        let first = &part.measures[0].points[0];
        assert_eq!(first.values, [Some(100.0), Some(110.0), Some(120.0)]);
        assert_eq!((first.median, first.interval.expect("made").mean), (Some(110.0), 110.0));
        // A tenth of the mean is 11: 2.571 * 10 / sqrt(6) is 10.5, with five seeds 2.776 * 10 / sqrt(5) is 12.4.
        assert_eq!(first.wished, Some(6));
        assert!(whole.digest.is_some());
        numbers[0].clear();
        let partial = summarize(Outcome { plan: &plan, numbers: &numbers });
        let first = &partial.parts[0].measures[0].points[0];
        assert_eq!((&first.values[..], first.median), (&[None, Some(110.0), Some(120.0)][..], Some(115.0)));
        assert_eq!(partial.digest, None);
    }

    #[test]
    fn differences_are_paired_by_seed_with_the_point_that_is_otherwise_the_same() {
        let plan = plan();
        let numbers = numbers(&plan);
        let outcome = Outcome { plan: &plan, numbers: &numbers };
        let found = paired_differences(outcome, 0, 0, 1, 0);
        let means: Vec<Option<f64>> =
            found.iter().map(|at| at.as_ref().map(|at| at.difference.mean)).collect();
        assert_eq!(means, [None, Some(-10.0), None, Some(-100.0)]);
        let steady = found[3].as_ref().expect("three pairs").difference;
        assert_eq!((steady.low, steady.high), (-100.0, -100.0));
        let load = paired_differences(outcome, 0, 0, 0, 1);
        assert_eq!(load[0].as_ref().map(|at| at.difference.mean), Some(-200.0));
        assert!(load[3].is_none());
        assert!(
            paired_differences(outcome, 0, 0, 2, 0).is_empty()
                && paired_differences(outcome, 1, 0, 0, 0).is_empty()
        );
    }
}
