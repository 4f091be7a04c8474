//! M2: how much longer batches take under orderings that do not know everything.

use super::batches::{self, Batches, Shape, VARIATIONS, WORKLOADS};
use super::curves::{Curves, Measure, most, never_rising, peak, peaks, words};
use super::dedicated::{AVERAGE, EXPECTATION, LENGTHS, LPTF, NAMES, RANDOM, case};
use super::{SHARED, TASKS, VARIES};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Line, Plot, Table, Target, Verdict, statistics, verdict};

/// The experiment.
pub(in super::super) const M2: Experiment = Experiment {
    id: "M2",
    title: "Execution times of orderings",
    question: "How much longer does it take when the master does not know how long the tasks will run?",
    source: "Heymann 2001, section 3.4.3.2",
    setup: "As M1: batches of 30 tasks on 1 to 30 dedicated machines, four orderings of the same batches. Times are told beside \
            those of LPTF, which knows the run times of each batch beforehand.",
    notes: &[
        TASKS,
        VARIES,
        SHARED,
        "Peaks lie one or two workers below the published ones, which are read from figures.",
        "Where tasks do not vary, LPTF on Expectation is LPTF, and Random & Average is from the second batch on.",
    ],
    cases,
    findings,
};

const COUNT: u32 = 30;
/// The length that is shown.
const LENGTH: usize = 35;

fn points(effort: Effort) -> Vec<Batches> {
    batches::all(COUNT, 100, &effort.seeds(5, 1))
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

const BASE: Batches =
    Batches { tasks: COUNT, iterations: 100, workload: 30, shape: Shape::ALL_DIFFER, variation: 0, seed: 0 };

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let curves = Curves::new(points(effort), outcomes);
    let targets = [worst, middle, order, small, length, variation, comparable];
    let mut targets: Vec<Target> = targets.iter().filter_map(|of| of(&curves)).collect();
    // While runs are missing there may be fewer before them.
    let place = targets.len().min(2);
    targets.splice(place..place, published_peaks(&curves));
    Findings { targets, tables: vec![table(&curves)], plots: plots(&curves) }
}

/// How much longer than with LPTF, over the number of workers, %.
fn longer(curves: &Curves, like: Batches, ordering: usize) -> Option<Vec<f64>> {
    curves.means(like, LENGTH, (Measure::Longer, ordering))
}

/// The same for all workloads, shapes and variations, in that order.
fn everywhere(curves: &Curves, ordering: usize, variations: &[u32], length: usize) -> Option<Vec<Vec<f64>>> {
    let mut all = Vec::new();
    for workload in WORKLOADS {
        for shape in Shape::ALL {
            for &variation in variations {
                let like = Batches { workload, shape, variation, ..BASE };
                all.push(curves.means(like, length, (Measure::Longer, ordering))?);
            }
        }
    }
    Some(all)
}

fn worst(curves: &Curves) -> Option<Target> {
    let mean = |ordering| {
        everywhere(curves, ordering, &VARIATIONS, LENGTH).map(|all| statistics::mean(&all.concat()))
    };
    let (expectation, average, random) = (mean(EXPECTATION)?, mean(AVERAGE)?, mean(RANDOM)?);
    let close = expectation < random / 4.0 && average < random / 4.0;
    let verdict = match expectation >= 0.0 && average >= 0.0 && random > expectation.max(average) {
        true if close => Verdict::Held,
        true => Verdict::DirectionOnly,
        false => Verdict::NotHeld,
    };
    let ours =
        format!("{} {expectation:.2}, {} {average:.2}, Random {random:.2} % longer", NAMES[1], NAMES[2]);
    let claim = "LPTF takes no longer than LPTF on Expectation and Random & Average, which are alike; Random takes much longer";
    let published = "LPTF <= LPTF on Expectation ~ Random & Average << Random";
    let tolerance = "order; less than a quarter of Random";
    Some(Target::new("rule 1", claim, (published, ours), tolerance, verdict))
}

fn middle(curves: &Curves) -> Option<Target> {
    let all = everywhere(curves, RANDOM, &VARIATIONS, LENGTH)?;
    let inside = all.iter().filter(|curve| (2..COUNT as usize).contains(&peak(curve).0)).count();
    let ends = most(all.iter().map(|curve| curve[0].max(curve[COUNT as usize - 1])));
    let verdict = verdict::held(inside == all.len() && ends < 1.0);
    let ours = format!("in {inside} of {} applications; {ends:.1} % at the ends", all.len());
    let claim =
        "The difference of Random is largest with some workers, neither with one nor with one for each task";
    Some(Target::new("rule 1", claim, ("always", ours), "below 1 % at the ends", verdict))
}

/// The published numbers of workers at which Random takes longest beside LPTF.
const PEAKS: [(u32, f64); 2] = [(30, 14.0), (90, 5.0)];

fn published_peaks(curves: &Curves) -> Vec<Target> {
    let target = |(workload, published): (u32, f64)| {
        let (workers, height) = peak(&longer(curves, Batches { workload, ..BASE }, RANDOM)?);
        let claim =
            format!("Random, W {workload} %, 1-1: number of workers with the largest difference (D 0 %)");
        let diagnostics = (format!("{published}"), format!("{workers} ({height:.0} % longer)"));
        let verdict = verdict::within(workers as f64, published, 2.0);
        Some(Target::new("M2", claim, diagnostics, "2 workers", verdict))
    };
    PEAKS.into_iter().filter_map(target).collect()
}

fn order(curves: &Curves) -> Option<Target> {
    let at =
        |workload| longer(curves, Batches { workload, ..BASE }, RANDOM).map(|curve| peak(&curve).0 as f64);
    let peaks: Vec<f64> = WORKLOADS.into_iter().map(at).collect::<Option<_>>()?;
    let claim = "The lower W, the more workers there are at the peak (Random, 1-1, D 0 %, W from 30 to 90 %)";
    Some(Target::new("M2", claim, ("falls", words(&peaks, 0)), "order", never_rising(&peaks)))
}

fn small(curves: &Curves) -> Option<Target> {
    let count = |workload, shape| {
        longer(curves, Batches { workload, shape, ..BASE }, RANDOM).map(|curve| peaks(&curve, 1.0) as f64)
    };
    let more = |workload| {
        Some([
            count(workload, Shape::EQUAL)? - count(workload, Shape::SMALL_DIFFER)?,
            count(workload, Shape::LARGE_DIFFER)? - count(workload, Shape::ALL_DIFFER)?,
        ])
    };
    let more: Vec<[f64; 2]> = WORKLOADS.into_iter().map(more).collect::<Option<_>>()?;
    let [low, high] = [&more[..3], &more[4..]].map(|part| part.concat().iter().sum::<f64>());
    let fewer = more.concat().iter().filter(|&&more| more < 0.0).count();
    let parts = [verdict::held(fewer == 0), verdict::held(low > 0.0), verdict::held(low > high)];
    let ours = format!("{low} more with W 30 to 50 %, {high} more with W 70 to 90 %");
    let claim = "Equal small tasks give more peaks, above all with low W (Random, D 0 %; 0-0 beside 0-1 and 1-0 beside 1-1)";
    let tolerance = "order; peaks of 1 % and more";
    Some(Target::new("M2", claim, ("more", ours), tolerance, verdict::all(&parts)))
}

fn length(curves: &Curves) -> Option<Target> {
    let mut parts = Vec::new();
    let mut texts = Vec::new();
    for ordering in [EXPECTATION, AVERAGE, RANDOM] {
        let mean = |length| {
            everywhere(curves, ordering, &VARIATIONS, length).map(|all| statistics::mean(&all.concat()))
        };
        let means: Vec<f64> = LENGTHS.into_iter().map(mean).collect::<Option<_>>()?;
        let spread = most(means.iter().copied()) + most(means.iter().map(|mean| -mean));
        parts.push(verdict::held(spread < 2.0));
        texts.push(format!("{} {}", NAMES[ordering], words(&means, 2)));
    }
    let claim = "The number of batches has no significant effect (% longer than LPTF on average; 10, 35, 50, 100 batches)";
    Some(Target::new("rule 5", claim, ("none", texts.join("; ")), "2 points", verdict::all(&parts)))
}

fn variation(curves: &Curves) -> Option<Target> {
    let mut texts = Vec::new();
    let mut parts = Vec::new();
    for (ordering, name) in NAMES.iter().enumerate() {
        let mean = |variation: u32| {
            let mut hours = Vec::new();
            for workload in WORKLOADS {
                for shape in Shape::ALL {
                    let runs = curves.runs(Batches { workload, shape, variation, ..BASE }, LENGTH);
                    let times =
                        runs.iter().flat_map(|run| (1..=COUNT as usize).map(|n| run.time(ordering, n)));
                    hours.extend(times.map(|time| time / 3600.0));
                }
            }
            (!hours.is_empty()).then(|| statistics::mean(&hours))
        };
        let means: Vec<f64> = VARIATIONS.into_iter().map(mean).collect::<Option<_>>()?;
        parts.push(verdict::rising(&means));
        texts.push(format!("{name} {}", words(&means, 2)));
    }
    let claim =
        "Execution times grow with D (hours for 35 batches, mean of all W, shapes and numbers of workers)";
    Some(Target::new("rule 6", claim, ("rises", texts.join("; ")), "order", verdict::all(&parts)))
}

fn comparable(curves: &Curves) -> Option<Target> {
    let most_of = |ordering| everywhere(curves, ordering, &[100], LENGTH).map(|all| all.concat());
    let (expectation, average) = (most_of(EXPECTATION)?, most_of(AVERAGE)?);
    let means = [&expectation, &average].map(|all| statistics::mean(all));
    let verdict = verdict::held(means.iter().all(|&mean| mean < 5.0));
    let ours = format!(
        "{:.1} and {:.1} % longer on average, at most {:.0} and {:.0} %",
        means[0],
        means[1],
        most(expectation),
        most(average)
    );
    let claim = "LPTF on Expectation and Random & Average are comparable to LPTF even with D 100 %";
    Some(Target::new("M2", claim, ("comparable", ours), "5 %, on average", verdict))
}

fn table(curves: &Curves) -> Table {
    let columns = ["W", "workers at the peak", "Random, % longer", "peaks of 0-0", "0-1", "1-0", "1-1"];
    let mut table = Table::new("Random beside LPTF, 1-1, D 0 %", &columns);
    for workload in WORKLOADS {
        let like = Batches { workload, ..BASE };
        let Some((workers, _)) = longer(curves, like, RANDOM).map(|curve| peak(&curve)) else { continue };
        let at = Cell::text(workers.to_string());
        let at = match PEAKS.iter().find(|(published, _)| *published == workload) {
            Some((_, published)) => at.beside(published.to_string()),
            None => at,
        };
        let mut cells = vec![at, Cell::ours(curves.at(like, LENGTH, (Measure::Longer, RANDOM, workers)))];
        for shape in Shape::ALL {
            let count = longer(curves, Batches { shape, ..like }, RANDOM).map(|curve| peaks(&curve, 1.0));
            cells.push(Cell::text(count.map_or_else(String::new, |count| count.to_string())));
        }
        table.row(format!("{workload} %"), cells);
    }
    table
}

fn plots(curves: &Curves) -> Vec<Plot> {
    let longer = |like, ordering| curves.curve(like, LENGTH, (Measure::Longer, ordering));
    let plot = |title: String| Plot::new(title, "workers", "% longer than LPTF");
    let mut workloads = plot("Random beside LPTF, 1-1, D 0 %, by the share of the large tasks".to_owned());
    for workload in WORKLOADS {
        workloads
            .lines
            .push(Line::new(format!("W {workload} %"), &longer(Batches { workload, ..BASE }, RANDOM)));
    }
    let mut shapes = plot("Random beside LPTF, W 30 %, D 0 %, by shape".to_owned());
    for shape in Shape::ALL {
        shapes.lines.push(Line::new(shape.code(), &longer(Batches { shape, ..BASE }, RANDOM)));
    }
    let mut plots = vec![workloads, shapes];
    for (workload, shape, variation) in
        [(30, Shape::ALL_DIFFER, 30), (90, Shape::ALL_DIFFER, 30), (30, Shape::EQUAL, 100)]
    {
        let like = Batches { workload, shape, variation, ..BASE };
        let mut orderings = plot(format!("W {workload} %, {}, D {variation} %, by ordering", shape.code()));
        for ordering in [LPTF, EXPECTATION, AVERAGE, RANDOM] {
            orderings.lines.push(Line::new(NAMES[ordering], &longer(like, ordering)));
        }
        plots.push(orderings);
    }
    plots
}
