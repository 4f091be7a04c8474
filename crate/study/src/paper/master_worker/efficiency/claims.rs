//! What was published about efficiency, and what came of it.

use super::super::batches::{Batches, Shape, VARIATIONS, WORKLOADS};
use super::super::curves::{Curves, Measure, last_rise, most, never_rising, rises, roughness, words};
use super::super::dedicated::{AVERAGE, EXPECTATION, LPTF, NAMES, RANDOM};
use super::{BASE, COUNT, LENGTH};
use crate::{Target, Verdict, statistics, verdict};

/// All claims of which the numbers are there.
pub(super) fn targets(curves: &Curves) -> Vec<Target> {
    let all = [
        workload,
        smoothness,
        knees,
        speed_up,
        insensitive,
        drops_late,
        drops_early,
        large,
        small,
        length,
        others,
        variation,
        less,
    ];
    all.iter().filter_map(|of| of(curves)).collect()
}

/// Efficiency over the number of workers, no variation.
fn steady(curves: &Curves, workload: u32, shape: Shape, ordering: usize) -> Option<Vec<f64>> {
    curves.means(Batches { workload, shape, ..BASE }, LENGTH, (Measure::Efficiency, ordering))
}

/// One number from the efficiency of each workload, no variation.
fn by_workload(
    curves: &Curves,
    shape: Shape,
    ordering: usize,
    of: impl Fn(&[f64]) -> f64,
) -> Option<Vec<f64>> {
    WORKLOADS
        .iter()
        .map(|&workload| steady(curves, workload, shape, ordering).map(|curve| of(&curve)))
        .collect()
}

/// The same for all shapes.
fn by_shape(curves: &Curves, ordering: usize, of: impl Fn(&[f64]) -> f64) -> Option<Vec<Vec<f64>>> {
    Shape::ALL.iter().map(|&shape| by_workload(curves, shape, ordering, &of)).collect()
}

/// The most workers that are busy for four fifths of their time.
fn busy(curve: &[f64]) -> f64 {
    curve.iter().rposition(|&efficiency| efficiency >= 0.8).map_or(0, |place| place + 1) as f64
}

fn workload(curves: &Curves) -> Option<Target> {
    let all = by_shape(curves, LPTF, busy)?;
    let parts: Vec<Verdict> = all.iter().map(|busy| verdict::falling(busy)).collect();
    let texts: Vec<String> = Shape::ALL
        .iter()
        .zip(&all)
        .map(|(shape, busy)| format!("{}: {}", shape.code(), words(busy, 0)))
        .collect();
    let claim = "The higher W, the earlier efficiency declines (most workers with 0.8 or more, LPTF, D 0 %, W from 30 to 90 %)";
    Some(Target::new("rule 3", claim, ("falls", texts.join("; ")), "order", verdict::all(&parts)))
}

fn smoothness(curves: &Curves) -> Option<Target> {
    let all = by_shape(curves, LPTF, |curve| rises(curve) as f64)?;
    let together: Vec<f64> = (0..WORKLOADS.len()).map(|at| all.iter().map(|shape| shape[at]).sum()).collect();
    let claim =
        "and the smoother its curve (how often one more worker raises efficiency, all shapes together)";
    Some(Target::new("M1", claim, ("falls", words(&together, 0)), "order", never_rising(&together)))
}

fn knees(curves: &Curves) -> Option<Target> {
    let last = by_shape(curves, LPTF, |curve| last_rise(curve) as f64)?.concat();
    let often = by_shape(curves, LPTF, |curve| rises(curve) as f64)?.concat();
    let beyond = last.iter().filter(|&&workers| workers < f64::from(COUNT)).count();
    let before = often.iter().filter(|&&times| times > 0.0).count();
    let verdict = verdict::held(2 * beyond > last.len() && 2 * before > often.len());
    let ours = format!(
        "in {beyond} of {} it falls from some number of workers on, in {before} one more worker raises it before that",
        last.len()
    );
    let claim = "There is a number of workers beyond which efficiency only falls; before it, one more may raise it (D 0 %)";
    Some(Target::new("M1", claim, ("always; may", ours), "in most combinations of W and shape", verdict))
}

fn speed_up(curves: &Curves) -> Option<Target> {
    let mut off = Vec::new();
    for workload in WORKLOADS {
        for shape in Shape::ALL {
            let runs = curves.runs(Batches { workload, shape, ..BASE }, LENGTH);
            let time = |workers| runs.first().map(|run| run.time(LPTF, workers));
            let longest = time(COUNT as usize)?;
            let achievable = time(1)? / longest;
            let enough =
                (1..=COUNT as usize).find(|&n| time(n).is_some_and(|time| time <= longest * (1.0 + 1e-9)))?;
            off.push(enough as f64 / achievable);
        }
    }
    let mean = statistics::mean(&off);
    let ours = format!("{mean:.2} times, up to {:.2}", most(off.iter().copied()));
    let claim = "The knee, the fewest workers with whom a batch takes no longer than its longest task, lies at the speed-up \
                 that can be reached at all (knee by speed-up, all W and shapes, D 0 %)";
    let verdict = verdict::within(mean, 1.0, 0.25);
    let diagnostics = Target::new("rule 2", claim, ("about 1", ours), "a quarter, on average", verdict);
    Some(
        diagnostics
            .note("A knee is a whole number and the speed-up a lower bound for it, so it is a little above."),
    )
}

fn insensitive(curves: &Curves) -> Option<Target> {
    let rough = by_shape(curves, RANDOM, roughness)?;
    let smooth = 0.1;
    let mut parts = Vec::new();
    let mut others = Vec::new();
    for (shape, rough) in Shape::ALL.iter().zip(&rough) {
        for (workload, &rough) in WORKLOADS.iter().zip(rough) {
            let exception = *workload == 90 && *shape == Shape::EQUAL;
            parts.push(verdict::held((rough > smooth) == exception));
            if rough > smooth {
                others.push(format!("W {workload} %, {} ({rough:.2})", shape.code()));
            }
        }
    }
    let claim =
        "Random decays smoothly, except with W 90 %, 0-0 (rises of its efficiency above 0.1 together)";
    Some(Target::new(
        "M1",
        claim,
        ("W 90 %, 0-0", others.join("; ")),
        "the same combinations",
        verdict::all(&parts),
    ))
}

/// From how many workers on efficiency only falls, W 30 %, no variation.
fn drops(curves: &Curves, shape: Shape, published: f64) -> Option<Target> {
    let ours = last_rise(&steady(curves, 30, shape, LPTF)?) as f64;
    let claim = format!("W 30 %, {}: from how many workers on efficiency drops (LPTF, D 0 %)", shape.code());
    let diagnostics = (published.to_string(), ours.to_string());
    Some(Target::new("M1", claim, diagnostics, "1 worker", verdict::within(ours, published, 1.0)))
}

fn drops_late(curves: &Curves) -> Option<Target> {
    drops(curves, Shape::SMALL_DIFFER, 19.0)
}

fn drops_early(curves: &Curves) -> Option<Target> {
    drops(curves, Shape::LARGE_DIFFER, 12.0)
}

fn large(curves: &Curves) -> Option<Target> {
    let mut parts = Vec::new();
    for (equal, different) in [(Shape::EQUAL, Shape::LARGE_DIFFER), (Shape::SMALL_DIFFER, Shape::ALL_DIFFER)]
    {
        let (equal, different) =
            (by_workload(curves, equal, LPTF, busy)?, by_workload(curves, different, LPTF, busy)?);
        parts.extend(equal.iter().zip(&different).map(|(equal, different)| verdict::held(equal > different)));
    }
    let later = parts.iter().filter(|&&part| part == Verdict::Held).count();
    let claim = "Large tasks of equal size delay the decline (most workers with 0.8 or more)";
    let diagnostics = ("always", format!("in {later} of {} pairs", parts.len()));
    Some(Target::new("rule 4", claim, diagnostics, "order", verdict::all(&parts)))
}

fn small(curves: &Curves) -> Option<Target> {
    let rough = by_shape(curves, LPTF, roughness)?;
    // In the order of the shapes: 0-0, 0-1, 1-0, 1-1.
    let [equal, small, large, all] = <[Vec<f64>; 4]>::try_from(rough).ok()?;
    let pairs = [(equal, small), (large, all)];
    let mut parts: Vec<Verdict> =
        pairs.iter().map(|(similar, different)| verdict::held(similar[0] > different[0])).collect();
    let sums = pairs.map(|(similar, different)| [similar.iter().sum::<f64>(), different.iter().sum()]);
    parts.extend(sums.map(|[similar, different]| verdict::held(similar > different)));
    let ours =
        format!("0-0 {:.2}, 0-1 {:.2}; 1-0 {:.2}, 1-1 {:.2}", sums[0][0], sums[0][1], sums[1][0], sums[1][1]);
    let claim = "Small tasks decide on smoothness only: equal ones give more peaks (all rises of efficiency, all W together)";
    Some(Target::new("rule 4", claim, ("more", ours), "order, also at W 30 % alone", verdict::all(&parts)))
}

/// How much an ordering gains on LPTF, in efficiency, from one length to another, at the largest variation, %: a list for
/// each application with one for each number of workers. Beside LPTF, since chance makes batches longer or shorter for all.
fn gains(curves: &Curves, ordering: usize, (from, to): (usize, usize)) -> Option<Vec<Vec<f64>>> {
    let mut gains = Vec::new();
    for workload in WORKLOADS {
        for shape in Shape::ALL {
            let like = Batches { workload, shape, variation: 100, ..BASE };
            let less = |length| curves.means(like, length, (Measure::Less, ordering));
            let gain = |(from, to): (&f64, &f64)| 100.0 * ((100.0 - to) / (100.0 - from) - 1.0);
            gains.push(less(from)?.iter().zip(&less(to)?).map(gain).collect());
        }
    }
    Some(gains)
}

fn length(curves: &Curves) -> Option<Target> {
    let gains = gains(curves, AVERAGE, (10, 35))?;
    let highest = most(gains.concat());
    let means: Vec<f64> = gains.iter().map(|of| statistics::mean(of)).collect();
    let verdict = match highest {
        all if all < 5.0 => Verdict::Held,
        _ if most(means.iter().copied()) < 5.0 => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    };
    let ours = format!(
        "{:.1} % on average, at most {highest:.1} % with one number of workers",
        statistics::mean(&means)
    );
    let claim =
        "From 10 to 35 batches, Random & Average gains less than 5 % of efficiency (D 100 %, beside LPTF)";
    let tolerance = "every number of workers; direction: the mean of each curve";
    Some(Target::new("rule 5", claim, ("less than 5 %", ours), tolerance, verdict))
}

fn others(curves: &Curves) -> Option<Target> {
    let mean =
        |ordering, lengths| gains(curves, ordering, lengths).map(|gains| statistics::mean(&gains.concat()));
    let changes = [mean(AVERAGE, (35, 100))?, mean(EXPECTATION, (10, 35))?, mean(RANDOM, (10, 35))?];
    let parts = changes.map(|change| verdict::held(change.abs() < 1.0));
    let ours = format!(
        "Random & Average {:+.2} % from 35 to 100 batches; LPTF on Expectation {:+.2} %, Random {:+.2} % from 10 to 35",
        changes[0], changes[1], changes[2]
    );
    let claim = "Beyond 35 batches nothing changes, and for the other orderings nothing at all (D 100 %, beside LPTF)";
    Some(Target::new("rule 5", claim, ("nothing", ours), "1 %, on average", verdict::all(&parts)))
}

/// The mean efficiency of an ordering at each variation, over all workloads, shapes and numbers of workers.
fn by_variation(curves: &Curves, ordering: usize) -> Option<Vec<f64>> {
    let mean = |variation| {
        let mut all = Vec::new();
        for workload in WORKLOADS {
            for shape in Shape::ALL {
                let like = Batches { workload, shape, variation, ..BASE };
                all.extend(curves.means(like, LENGTH, (Measure::Efficiency, ordering))?);
            }
        }
        Some(statistics::mean(&all))
    };
    VARIATIONS.iter().map(|&variation| mean(variation)).collect()
}

fn variation(curves: &Curves) -> Option<Target> {
    let mut parts = Vec::new();
    let mut texts = Vec::new();
    for (ordering, name) in NAMES.iter().enumerate() {
        let means = by_variation(curves, ordering)?;
        let steepest = most(means.windows(2).map(|pair| 1.0 - pair[1] / pair[0]));
        parts.push(verdict::all(&[verdict::falling(&means), verdict::held(steepest < 0.12)]));
        texts.push(format!("{name}: {}", words(&means, 3)));
    }
    let claim =
        "Efficiency falls with D, but not abruptly (all W, shapes and numbers of workers; D from 0 to 100 %)";
    let target = Target::new(
        "M1",
        claim,
        ("falls", texts.join("; ")),
        "order; no step above 12 %",
        verdict::all(&parts),
    );
    Some(Target { id: "rule 6".to_owned(), ..target })
}

fn less(curves: &Curves) -> Option<Target> {
    let mut parts = Vec::new();
    let mut texts = Vec::new();
    for workers in [5, 10, 15] {
        let change = |ordering| {
            let at = |variation| {
                curves.at(Batches { variation, ..BASE }, LENGTH, (Measure::Efficiency, ordering, workers))
            };
            Some(at(100)?.mean - at(0)?.mean)
        };
        let (average, random) = (change(AVERAGE)?, change(RANDOM)?);
        parts.push(verdict::held(average > random));
        texts.push(format!("{workers} workers: {average:+.3}, {random:+.3}"));
    }
    let claim = "Random & Average declines less than Random (W 30 %, 1-1, from D 0 to 100 %)";
    Some(Target::new("M1", claim, ("less", texts.join("; ")), "order", verdict::all(&parts)))
}
