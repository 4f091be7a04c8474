//! M1: how busy workers are under four orderings.

use super::batches::{self, Batches, Shape, VARIATIONS, WORKLOADS};
use super::curves::{Curves, Measure, last_rise, most, never_rising, rises, roughness, words};
use super::dedicated::{AVERAGE, LENGTHS, LPTF, NAMES, RANDOM, case};
use super::{SHARED, TASKS, VARIES};
use crate::study::paper::Experiment;
use crate::study::{Case, Cell, Effort, Findings, Line, Plot, Table, Target, Verdict, replication, verdict};

/// The experiment.
pub(in super::super) const M1: Experiment = Experiment {
    id: "M1",
    title: "Efficiency of orderings",
    question: "How many workers can be kept busy, and does it matter in which order tasks are handed out?",
    source: "Heymann 2001, section 3.4.1",
    setup: "Batches of 30 tasks on 1 to 30 dedicated machines: a fifth of the tasks holds 30 to 90 % of the work (W); large and \
            small tasks are each similar or different (0-0 to 1-1) and vary by up to 0 to 100 % from batch to batch (D). Four \
            orderings of the same batches, 35 of them unless said.",
    notes: &[
        TASKS,
        VARIES,
        SHARED,
        "That tasks vary costs Random & Average more than Random, not less: beyond 5 workers even LPTF loses more, since the \
         longest task grows, and Random has less to lose. Only with few workers it is as published.",
        "Random is not smooth where large tasks are equal and hold 80 % or more of the work, whatever the small ones are, and \
         not at the last worker of W 30 %, 0-0, when no task waits any more.",
        "Random & Average gains most where all tasks are similar and few: one number of workers stands out with W 30 %, 0-0.",
    ],
    cases,
    findings,
};

const COUNT: u32 = 30;
/// The length that is shown.
const LENGTH: usize = 35;
/// Numbers of workers that the thesis shows.
const WORKERS: [usize; 4] = [5, 10, 15, 30];

fn points(effort: Effort) -> Vec<Batches> {
    batches::all(COUNT, 100, effort.seeds(5, 1))
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

const BASE: Batches =
    Batches { tasks: COUNT, iterations: 100, workload: 30, shape: Shape::ALL_DIFFER, variation: 0, seed: 0 };

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let curves = Curves::new(points(effort), outcomes);
    let targets = [
        workload,
        smoothness,
        knees,
        speed_up,
        insensitive,
        drops,
        large,
        small,
        length,
        others,
        variation,
        less,
    ];
    Findings {
        targets: targets.iter().filter_map(|of| of(&curves)).flatten().collect(),
        tables: vec![table(&curves)],
        plots: plots(&curves),
    }
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

fn target(
    claim: &str,
    told: (&str, String),
    tolerance: &'static str,
    verdict: Verdict,
) -> Option<Vec<Target>> {
    Some(vec![Target::new("M1", claim, told, tolerance, verdict)])
}

/// The most workers that are busy for four fifths of their time.
fn busy(curve: &[f64]) -> f64 {
    curve.iter().rposition(|&efficiency| efficiency >= 0.8).map_or(0, |place| place + 1) as f64
}

fn workload(curves: &Curves) -> Option<Vec<Target>> {
    let all = by_shape(curves, LPTF, busy)?;
    let parts: Vec<Verdict> = all.iter().map(|busy| verdict::falling(busy)).collect();
    let texts: Vec<String> = Shape::ALL
        .iter()
        .zip(&all)
        .map(|(shape, busy)| format!("{}: {}", shape.code(), words(busy, 0)))
        .collect();
    let claim = "The higher W, the earlier efficiency declines (most workers with 0.8 or more, LPTF, D 0 %, W from 30 to 90 %)";
    let mut target = Target::new("M1", claim, ("falls", texts.join("; ")), "order", verdict::all(&parts));
    target.id = "rule 3";
    Some(vec![target])
}

fn smoothness(curves: &Curves) -> Option<Vec<Target>> {
    let all = by_shape(curves, LPTF, |curve| rises(curve) as f64)?;
    let together: Vec<f64> = (0..WORKLOADS.len()).map(|at| all.iter().map(|shape| shape[at]).sum()).collect();
    let claim =
        "and the smoother its curve (how often one more worker raises efficiency, all shapes together)";
    target(claim, ("falls", words(&together, 0)), "order", never_rising(&together))
}

fn knees(curves: &Curves) -> Option<Vec<Target>> {
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
    target(claim, ("always; may", ours), "in most combinations of W and shape", verdict)
}

fn speed_up(curves: &Curves) -> Option<Vec<Target>> {
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
    let mean = replication::mean(&off);
    let ours = format!("{mean:.2} times, up to {:.2}", most(off.iter().copied()));
    let claim = "The knee, the fewest workers with whom a batch takes no longer than its longest task, lies at the speed-up \
                 that can be reached at all (knee by speed-up, all W and shapes, D 0 %)";
    let verdict = verdict::within(mean, 1.0, 0.25);
    let told = Target::new("rule 2", claim, ("about 1", ours), "a quarter, on average", verdict);
    Some(vec![
        told.note("A knee is a whole number and the speed-up a lower bound for it, so it is a little above."),
    ])
}

fn insensitive(curves: &Curves) -> Option<Vec<Target>> {
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
    target(claim, ("W 90 %, 0-0", others.join("; ")), "the same combinations", verdict::all(&parts))
}

fn drops(curves: &Curves) -> Option<Vec<Target>> {
    let knee = |shape| steady(curves, 30, shape, LPTF).map(|curve| last_rise(&curve) as f64);
    let mut targets = Vec::new();
    for (shape, published) in [(Shape::SMALL_DIFFER, 19.0), (Shape::LARGE_DIFFER, 12.0)] {
        let ours = knee(shape)?;
        let claim =
            format!("W 30 %, {}: from how many workers on efficiency drops (LPTF, D 0 %)", shape.code());
        let told = (format!("{published}"), format!("{ours}"));
        targets.push(Target::new("M1", claim, told, "1 worker", verdict::within(ours, published, 1.0)));
    }
    Some(targets)
}

fn large(curves: &Curves) -> Option<Vec<Target>> {
    let mut parts = Vec::new();
    for (equal, different) in [(Shape::EQUAL, Shape::LARGE_DIFFER), (Shape::SMALL_DIFFER, Shape::ALL_DIFFER)]
    {
        let (equal, different) =
            (by_workload(curves, equal, LPTF, busy)?, by_workload(curves, different, LPTF, busy)?);
        parts.extend(equal.iter().zip(&different).map(|(equal, different)| verdict::held(equal > different)));
    }
    let later = parts.iter().filter(|&&part| part == Verdict::Held).count();
    let claim = "Large tasks of equal size delay the decline (most workers with 0.8 or more)";
    let told = ("always", format!("in {later} of {} pairs", parts.len()));
    let mut target = Target::new("M1", claim, told, "order", verdict::all(&parts));
    target.id = "rule 4";
    Some(vec![target])
}

fn small(curves: &Curves) -> Option<Vec<Target>> {
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
    let mut target =
        Target::new("M1", claim, ("more", ours), "order, also at W 30 % alone", verdict::all(&parts));
    target.id = "rule 4";
    Some(vec![target])
}

/// The changes of the efficiency of an ordering from one length to another, at the largest variation, %: a list for each
/// application with one for each number of workers.
fn gains(curves: &Curves, ordering: usize, (from, to): (usize, usize)) -> Option<Vec<Vec<f64>>> {
    let mut gains = Vec::new();
    for workload in WORKLOADS {
        for shape in Shape::ALL {
            let like = Batches { workload, shape, variation: 100, ..BASE };
            let of = |length| curves.means(like, length, (Measure::Efficiency, ordering));
            let change = |(from, to): (&f64, &f64)| 100.0 * (to / from - 1.0);
            gains.push(of(from)?.iter().zip(&of(to)?).map(change).collect());
        }
    }
    Some(gains)
}

fn length(curves: &Curves) -> Option<Vec<Target>> {
    let gains = gains(curves, AVERAGE, (10, 35))?;
    let highest = most(gains.concat());
    let means: Vec<f64> = gains.iter().map(|of| replication::mean(of)).collect();
    let verdict = match highest {
        all if all < 5.0 => Verdict::Held,
        _ if most(means.iter().copied()) < 5.0 => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    };
    let ours = format!(
        "{:.1} % on average, at most {highest:.1} % with one number of workers",
        replication::mean(&means)
    );
    let claim = "From 10 to 35 batches, Random & Average gains less than 5 % of efficiency (D 100 %)";
    let mut target = Target::new(
        "M1",
        claim,
        ("less than 5 %", ours),
        "every point; direction: the mean of each curve",
        verdict,
    );
    target.id = "rule 5";
    Some(vec![target])
}

fn others(curves: &Curves) -> Option<Vec<Target>> {
    let mean =
        |ordering, lengths| gains(curves, ordering, lengths).map(|gains| replication::mean(&gains.concat()));
    // All see the same batches: what LPTF gains or loses is chance in them.
    let beside = |ordering, lengths| Some(mean(ordering, lengths)? - mean(LPTF, lengths)?);
    let changes = [beside(AVERAGE, (35, 100))?, beside(1, (10, 35))?, beside(RANDOM, (10, 35))?];
    let parts = changes.map(|change| verdict::held(change.abs() < 1.0));
    let ours = format!(
        "Random & Average {:+.2} % from 35 to 100 batches; LPTF on Expectation {:+.2} %, Random {:+.2} % from 10 to 35",
        changes[0], changes[1], changes[2]
    );
    let claim = "Beyond 35 batches nothing changes, and for the other orderings nothing at all (D 100 %, beside LPTF)";
    let mut target = Target::new("M1", claim, ("nothing", ours), "1 %, on average", verdict::all(&parts));
    target.id = "rule 5";
    Some(vec![target])
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
        Some(replication::mean(&all))
    };
    VARIATIONS.iter().map(|&variation| mean(variation)).collect()
}

fn variation(curves: &Curves) -> Option<Vec<Target>> {
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
    let mut target = Target::new(
        "M1",
        claim,
        ("falls", texts.join("; ")),
        "order; no step above 12 %",
        verdict::all(&parts),
    );
    target.id = "rule 6";
    Some(vec![target])
}

fn less(curves: &Curves) -> Option<Vec<Target>> {
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
    target(claim, ("less", texts.join("; ")), "order", verdict::all(&parts))
}

fn table(curves: &Curves) -> Table {
    let columns = ["batches", "ordering", "5 workers", "10", "15", "30"];
    let mut table = Table::new("Efficiency", &columns);
    let shown = [
        (30, Shape::ALL_DIFFER, 0),
        (30, Shape::ALL_DIFFER, 30),
        (30, Shape::ALL_DIFFER, 100),
        (30, Shape::EQUAL, 30),
        (30, Shape::EQUAL, 100),
        (60, Shape::ALL_DIFFER, 0),
        (90, Shape::ALL_DIFFER, 0),
    ];
    for (workload, shape, variation) in shown {
        for (ordering, name) in NAMES.iter().enumerate() {
            let like = Batches { workload, shape, variation, ..BASE };
            let cell =
                |workers| Cell::ours(curves.at(like, LENGTH, (Measure::Efficiency, ordering, workers)));
            let cells = std::iter::once(Cell::text(*name)).chain(WORKERS.map(cell)).collect();
            table.row(format!("W {workload} %, {}, D {variation} %", shape.code()), cells);
        }
    }
    table
}

fn plots(curves: &Curves) -> Vec<Plot> {
    let efficiency = |like, ordering| curves.curve(like, LENGTH, (Measure::Efficiency, ordering));
    let mut plots = Vec::new();
    for (ordering, name) in [(LPTF, "LPTF"), (RANDOM, "Random")] {
        let title = format!("Efficiency with {name}, 1-1, D 0 %, by the share of the large tasks");
        let mut plot = Plot::new(title, "workers", "efficiency");
        for workload in WORKLOADS {
            let like = Batches { workload, ..BASE };
            plot.lines.push(Line::new(format!("W {workload} %"), &efficiency(like, ordering)));
        }
        plots.push(plot);
    }
    let mut shapes = Plot::new("Efficiency with LPTF, W 30 %, D 0 %, by shape", "workers", "efficiency");
    for shape in Shape::ALL {
        shapes.lines.push(Line::new(shape.code(), &efficiency(Batches { shape, ..BASE }, LPTF)));
    }
    let like = Batches { variation: 100, ..BASE };
    let mut orderings = Plot::new("Efficiency, W 30 %, 1-1, D 100 %, by ordering", "workers", "efficiency");
    for (ordering, name) in NAMES.iter().enumerate() {
        orderings.lines.push(Line::new(*name, &efficiency(like, ordering)));
    }
    plots.extend([shapes, orderings]);
    for ordering in [AVERAGE, RANDOM] {
        let title = format!("Efficiency with {}, W 30 %, 1-1, over the variation", NAMES[ordering]);
        let mut plot = Plot::new(title, "variation of tasks, %", "efficiency");
        for workers in [1, 5, 10, 15, 30] {
            let at = |variation: u32| {
                let like = Batches { variation, ..BASE };
                let value = curves.at(like, LENGTH, (Measure::Efficiency, ordering, workers));
                (f64::from(variation), value)
            };
            let name = if workers == 1 { "1 worker".to_owned() } else { format!("{workers} workers") };
            plot.lines.push(Line::new(name, &VARIATIONS.map(at)));
        }
        plots.push(plot);
    }
    let title = "Efficiency of 10 workers over the number of batches, W 30 %, 1-1, D 100 %";
    let mut lengths = Plot::new(title, "batches", "efficiency");
    for (ordering, name) in NAMES.iter().enumerate() {
        let at =
            |length: usize| (length as f64, curves.at(like, length, (Measure::Efficiency, ordering, 10)));
        lengths.lines.push(Line::new(*name, &LENGTHS.map(at)));
    }
    plots.push(lengths);
    plots
}
