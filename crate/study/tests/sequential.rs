//! The sequential rule, checked by simulation: its error rate if the true mean is the bound itself.

use ganttlet_core::rng::{Stream, Streams};
use ganttlet_study::sequential::{
    CellJudgement, Evidence, Level, LookLevels, LookPlan, Position, SampleMoments, Side, fieller_interval,
};
use ganttlet_study::statistics::student_quantile;

const SIX_LOOKS: LookPlan = LookPlan { alpha: 0.05, first_look: 16, looks: 6 };
const SEQUENCES: u32 = 10_000;

/// The share of sequences, in %, in which at least one look excludes the bound, which is the true mean.
fn wrong_decisions(
    purpose: &str,
    draw: fn(&mut Stream) -> f64,
    excludes: impl Fn(u32, &SampleMoments) -> bool,
) -> f64 {
    let mut stream = Streams::new(2026).get(purpose);
    let mut wrong = 0;
    let mut values = Vec::with_capacity(SIX_LOOKS.most_runs() as usize);
    for _ in 0..SEQUENCES {
        values.clear();
        for look in 1..=SIX_LOOKS.looks {
            while values.len() < SIX_LOOKS.runs(look) as usize {
                values.push(draw(&mut stream));
            }
            if excludes(look, &SampleMoments::from_values(&values).expect("several values")) {
                wrong += 1;
                break;
            }
        }
    }
    100.0 * f64::from(wrong) / f64::from(SEQUENCES)
}

fn lognormal(stream: &mut Stream, deviation: f64) -> f64 {
    libm::exp(deviation * stream.normal(0.0, 1.0)) - libm::exp(deviation * deviation / 2.0)
}

fn assert_share(purpose: &str, found: f64, specified: f64) {
    assert!((found - specified).abs() <= 1.5, "{purpose}: {found} % instead of {specified} %");
}

/// A distribution, and the share of wrong decisions in %.
type Column = (&'static str, fn(&mut Stream) -> f64, f64);

/// The table of error shares that the rule was specified with; the bound is the true mean of each distribution.
#[test]
fn outputs_are_decided_wrongly_as_rarely_as_specified() {
    let quantiles: Vec<f64> =
        (1..=SIX_LOOKS.looks).map(|look| SIX_LOOKS.quantile(look, 1, SIX_LOOKS.runs(look) - 1)).collect();
    let rule =
        |look: u32, sample: &SampleMoments| sample.side_of_zero(quantiles[look as usize - 1]).is_some();
    let columns: [Column; 4] = [
        ("normal", |stream| stream.normal(0.0, 1.0), 3.7),
        ("lognormal 0.5", |stream| lognormal(stream, 0.5), 3.9),
        ("lognormal 1", |stream| lognormal(stream, 1.0), 6.0),
        ("t5", student_with_five_degrees, 3.4),
    ];
    for (purpose, draw, specified) in columns {
        assert_share(purpose, wrong_decisions(purpose, draw, rule), specified);
    }
}

fn student_with_five_degrees(stream: &mut Stream) -> f64 {
    let mut square = || {
        let value = stream.normal(0.0, 1.0);
        value * value
    };
    let squares: f64 = (0..5).map(|_| square()).sum();
    stream.normal(0.0, 1.0) / (squares / 5.0).sqrt()
}

/// The reason for the rule: an interval that is recomputed at each look excludes the true mean four times too often.
#[test]
fn repeated_plain_intervals_exclude_the_truth_far_too_often() {
    let plain = |_: u32, sample: &SampleMoments| sample.t().abs() > student_quantile(sample.count - 1);
    let found = wrong_decisions("normal", |stream| stream.normal(0.0, 1.0), plain);
    assert_share("plain intervals", found, 20.0);
}

#[test]
fn quantiles_equal_the_specified_table() {
    let row = |looks: u32, cells: u32| -> Vec<f64> {
        let plan = LookPlan { looks, ..SIX_LOOKS };
        (1..=looks)
            .map(|look| (100.0 * plan.quantile(look, cells, plan.runs(look) - 1)).round() / 100.0)
            .collect()
    };
    assert_eq!(row(6, 1), [3.65, 3.04, 2.78, 2.63, 2.53, 2.46]);
    assert_eq!(row(4, 1), [3.29, 2.74, 2.50, 2.36]);
    assert_eq!(row(3, 1), [3.04, 2.53, 2.30]);
    for (cells, specified) in [(3, [4.19, 3.17, 2.84]), (14, [4.96, 3.66, 3.30]), (63, [5.76, 4.12, 3.71])] {
        let all = row(6, cells);
        assert_eq!(vec![all[0], all[2], all[5]], specified.to_vec(), "{cells} cells");
    }
}

#[test]
fn looks_double_and_spend_the_whole_error() {
    let runs: Vec<u32> = (1..=6).map(|look| SIX_LOOKS.runs(look)).collect();
    assert_eq!(runs, [16, 32, 64, 128, 256, 512]);
    let spent: f64 = (1..=6).map(|look| SIX_LOOKS.error(look)).sum();
    assert!((spent - 0.05).abs() < 1e-15);
    assert_eq!(
        [0, 15, 16, 31, 64, 511, 512, 9_999].map(|runs| SIX_LOOKS.last_look(runs)),
        [0, 0, 1, 1, 3, 5, 6, 6]
    );
}

fn levels(look: u32) -> LookLevels {
    let both = Level::new(SIX_LOOKS.error(look), SIX_LOOKS.runs(look) - 1);
    LookLevels { inside: both, outside: both }
}

/// Values with this mean and deviation that are symmetric.
fn symmetric(mean: f64, deviation: f64, count: u32) -> Vec<f64> {
    let scale = (f64::from(count - 1) / f64::from(count)).sqrt();
    (0..count).map(|i| mean + if i % 2 == 0 { deviation } else { -deviation } * scale).collect()
}

fn observe(cell: &mut CellJudgement, look: u32, values: &[f64]) {
    cell.observe(levels(look), &|bound| {
        let shifted: Vec<f64> = values.iter().map(|value| value - bound).collect();
        SampleMoments::from_values(&shifted).map(Evidence::Sample)
    });
}

#[test]
fn the_first_decision_on_a_bound_is_kept() {
    let mut cell = CellJudgement::new((1.0, 1.15), None);
    observe(&mut cell, 1, &symmetric(1.04, 0.05, 16));
    // 0.04 and 0.11 from the bounds, with a standard error of 0.0125 and a quantile of 3.65.
    assert_eq!((cell.position(), cell.open_bounds()), (Position::Open, vec![1.0]));
    // A number beyond the upper bound at a later look does not reopen the decision.
    observe(&mut cell, 2, &symmetric(1.3, 0.05, 32));
    assert_eq!((cell.position(), cell.open_bounds()), (Position::Inside, vec![]));
}

#[test]
fn a_number_outside_its_bounds_can_have_an_open_direction() {
    let near = || CellJudgement::new((-21.0, -11.0), Some((0.0, Side::Below)));
    let mut cell = near();
    observe(&mut cell, 1, &symmetric(-2.0, 4.0, 16));
    assert_eq!((cell.position(), cell.is_direction_open()), (Position::Outside, true));
    assert_eq!((cell.has_direction(), cell.open_bounds()), (None, vec![0.0]));
    observe(&mut cell, 2, &symmetric(-3.0, 4.0, 32));
    assert_eq!((cell.has_direction(), cell.is_direction_open()), (Some(true), false));
    let mut cell = near();
    observe(&mut cell, 1, &symmetric(9.0, 4.0, 16));
    assert_eq!((cell.position(), cell.has_direction()), (Position::Outside, Some(false)));
}

#[test]
fn equal_values_decide_nothing() {
    let mut cell = CellJudgement::new((0.0, f64::INFINITY), None);
    observe(&mut cell, 1, &[0.3; 16]);
    assert_eq!(cell.position(), Position::Open);
    let sample = SampleMoments::from_values(&[0.1 + 0.2, 0.3, 0.3]).expect("three values");
    assert_eq!((sample.deviation, sample.side_of_zero(2.0)), (0.0, None));
}

#[test]
fn the_interval_contains_exactly_the_bounds_that_are_open() {
    let mut stream = Streams::new(7).get("interval");
    for look in 1..=4 {
        let values: Vec<f64> = (0..SIX_LOOKS.runs(look)).map(|_| lognormal(&mut stream, 1.0)).collect();
        let quantile = levels(look).inside.quantile;
        let (low, high) = SampleMoments::from_values(&values).expect("values").interval(quantile);
        let side = |bound: f64| {
            let shifted: Vec<f64> = values.iter().map(|value| value - bound).collect();
            SampleMoments::from_values(&shifted).expect("values").side_of_zero(quantile)
        };
        let by = 1e-6;
        assert_eq!(
            [low - by, low + by, high - by, high + by].map(side),
            [Some(Side::Above), None, None, Some(Side::Below)]
        );
    }
}

/// Mean 4, deviation 2: a bound of 0 is two deviations away.
#[test]
fn needed_runs_follow_from_the_distance_to_the_bound() {
    let sample = SampleMoments::from_values(&symmetric(4.0, 2.0, 16)).expect("values");
    assert!((sample.needed_runs(3.0) - 3.0).abs() < 1e-12, "(3 * 2 / 4)^2 is 2.25");
    assert!(
        SampleMoments::from_values(&symmetric(0.0, 2.0, 16)).expect("values").needed_runs(3.0).is_infinite()
    );
}

#[test]
fn means_dominated_by_few_runs_are_recognised() {
    let mut values = vec![0.0; 128];
    values[5] = 1.0;
    assert!(SampleMoments::from_values(&values).expect("values").is_dominated_by_few());
    assert!(
        !SampleMoments::from_values(&values[..64]).expect("values").is_dominated_by_few(),
        "too few runs"
    );
    assert!(!SampleMoments::from_values(&symmetric(0.0, 1.0, 128)).expect("values").is_dominated_by_few());
}

#[test]
fn the_ends_of_the_interval_of_a_ratio_are_not_excluded_by_differences() {
    let mut stream = Streams::new(8).get("ratio");
    let (a, b): (Vec<f64>, Vec<f64>) = (0..64)
        .map(|_| {
            let common = stream.normal(10.0, 2.0);
            (common + stream.normal(1.0, 1.0), common)
        })
        .unzip();
    let (low, high) = fieller_interval(&a, &b, 2.5).expect("separated from 0");
    for end in [low, high] {
        let z: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - end * b).collect();
        assert!((SampleMoments::from_values(&z).expect("values").t().abs() - 2.5).abs() < 1e-6);
    }
    assert_eq!(fieller_interval(&a, &symmetric(0.1, 3.0, 64), 2.5), None);
}

#[test]
fn a_missing_bound_is_never_open() {
    let cell = CellJudgement::new((f64::NEG_INFINITY, 3.0), None);
    assert_eq!((cell.position(), cell.open_bounds()), (Position::Open, vec![3.0]));
}

/// Normalised schedule lengths of B4 at a load of 80 %, by S-U-GRR and S-U-T, with seeds from 500001.
fn kept_runs() -> (Vec<f64>, Vec<f64>) {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let pair = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (number(fields[1]), number(fields[2]))
    };
    include_str!("data/b4-load-80.csv").lines().skip(1).map(pair).unzip()
}

/// A look at the ratio of the kept runs.
struct ExampleLook {
    ratio: [f64; 3],
    /// t and h for a bound of 1.
    low: [f64; 2],
    /// t and h for a bound of 1.15.
    high: [f64; 2],
    needed: f64,
}

/// The worked example of the rule: is the schedule length of S-U-GRR 0 to 15 % above that of S-U-T?
#[test]
fn the_worked_example_is_decided_at_the_last_look() {
    let looks = [
        ([1.040, 0.916, 1.153], [1.25, 1.26], [-3.56, -3.18], 138.0),
        ([1.026, 0.963, 1.086], [1.26, 1.30], [-6.33, -5.77], 186.0),
        ([1.000, 0.958, 1.043], [0.01, 0.02], [-8.98, -8.72], 3e6),
        ([0.998, 0.971, 1.025], [-0.24, -0.24], [-13.2, -13.8], 15_000.0),
        ([0.988, 0.970, 1.006], [-1.73, -1.72], [-20.1, -21.9], 550.0),
        ([0.983, 0.969, 0.996], [-3.16, -3.29], [-26.2, -39.3], 0.0),
    ];
    let looks = looks.map(|(ratio, low, high, needed)| ExampleLook { ratio, low, high, needed });
    let (a, b) = kept_runs();
    let mut cell = CellJudgement::new((1.0, 1.15), Some((1.0, Side::Above)));
    let mut positions = Vec::new();
    for (look, expected) in (1..).zip(&looks) {
        let count = SIX_LOOKS.runs(look) as usize;
        let (a, b) = (&a[..count], &b[..count]);
        let sample = |bound: f64| {
            let z: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - bound * b).collect();
            SampleMoments::from_values(&z)
        };
        let quantile = levels(look).inside.quantile;
        let near = |found: f64, expected: f64, by: f64| {
            assert!((found - expected).abs() <= by, "look {look}: {found} instead of {expected}");
        };
        near(a.iter().sum::<f64>() / b.iter().sum::<f64>(), expected.ratio[0], 6e-4);
        let (low, high) = fieller_interval(a, b, quantile).expect("separated from 0");
        near(low, expected.ratio[1], 6e-4);
        near(high, expected.ratio[2], 6e-4);
        for (bound, [t, h]) in [(1.0, expected.low), (1.15, expected.high)] {
            let sample = sample(bound).expect("runs");
            near(sample.t(), t, 0.06);
            near(sample.h(), h, 0.06);
        }
        if expected.needed > 0.0 {
            let needed = sample(1.0).expect("runs").needed_runs(quantile);
            near(needed, expected.needed, expected.needed * 0.1);
        }
        cell.observe(levels(look), &|bound| sample(bound).map(Evidence::Sample));
        positions.push((cell.position(), cell.open_bounds()));
    }
    let open = |bounds: &[f64]| (Position::Open, bounds.to_vec());
    let (first, one) = (open(&[1.0, 1.15]), open(&[1.0]));
    assert_eq!(positions, [first, one.clone(), one.clone(), one.clone(), one, (Position::Outside, vec![])]);
    assert_eq!(cell.has_direction(), Some(false), "not held: the schedule length is lower");
}
