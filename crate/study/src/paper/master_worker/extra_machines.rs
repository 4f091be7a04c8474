//! M13: extra machines beside any number of machines, and with any probability of loss.

use super::loss_rate;
use super::loss_tables::{CR, NR, Strategy, words};
use super::losses::{self, COPIES, DRAWN, Measure, Point, Runs, Tasks, WORKLOADS, WORSENING, explained};
use crate::paper::Experiment;
use crate::verdict::{self, Judge, so_many};
use crate::{Case, Effort, Findings, Interval, Line, Plot, Target, Verdict};

/// The experiment.
pub(in super::super) const M13: Experiment = Experiment {
    id: "M13",
    title: "Extra machines",
    question: "Beside how many machines, and from which probability of loss on, do extra machines and second copies pay?",
    source: "Heymann 2001, sections 5.4.2 and 5.6, figures 5-6 to 5-9",
    setup: "Batches of 50 tasks, a fifth of which holds 30 or 90 % of the work. First a machine is lost in every batch, on any \
            number of machines with up to 2 extra ones. Then machines are lost with probabilities from 0 to 90 %, on perfect \
            numbers of machines with up to 3 extra ones. NR: no second copies; CR: as many as extra machines.",
    notes: &[
        DRAWN,
        COPIES,
        WORSENING,
        "Our reading of whether an extra machine pays: the ratio of time and efficiency falls. Beside the published strategies \
         there is one that asks for extra machines once every second batch loses one.",
        "The text says that differences between NR and CR above the ideal interval stay below 5 %. With W 90 % right above the \
         interval they do not: a second copy of the largest tasks matters there more than a machine.",
        "The text says of the time with W 30 % that it stays below 10 %, and of larger W that it exceeds 10 % only from a \
         probability of 50 % on. With the linear law and table 5-1 neither can be true without extra machines; with one they \
         nearly are.",
    ],
    cases,
    findings,
};

const TASKS: u32 = 50;
/// The workloads, by their places, and their published ideal intervals.
const SHOWN: [(usize, (u32, u32)); 2] = [(0, (18, 22)), (6, (6, 7))];
/// Extra machines and what is done with them.
const WITH: [Strategy; 5] = [(0, NR), (1, NR), (1, CR), (2, NR), (2, CR)];

fn machines(effort: Effort) -> Vec<u32> {
    effort.choose((2..=TASKS - 2).collect(), vec![2, 3, 4, 5, 8, 10, 13, 16, 17, 20, 23, 25, 30, 40])
}

fn point(workload: usize, workers: u32, (extra, against): Strategy) -> Point {
    Point {
        tasks: Tasks::Batch(TASKS, WORKLOADS[workload]),
        workers,
        extra,
        against,
        percent: 100,
        busy: false,
    }
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for (workload, _) in SHOWN {
        for workers in machines(effort) {
            points.extend(WITH.map(|with| point(workload, workers, with)));
        }
    }
    points.extend(loss_rate::points());
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    losses::cases(&points(effort), effort, (1, 300))
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let runs = Runs::new(&points(effort), outcomes);
    let mut found = Findings::default();
    for (measure, what) in [(Measure::Time, "time"), (Measure::Efficiency, "efficiency")] {
        for (workload, _) in SHOWN {
            let title = format!("Figures 5-6 and 5-7: worsening of {what}, W {} %", WORKLOADS[workload]);
            let mut plot = Plot::new(title, "machines without extra ones", "%");
            for with in WITH {
                let value = |n: &u32| (f64::from(*n), runs.interval(measure, point(workload, *n, with)));
                let curve: Vec<_> = machines(effort).iter().map(value).collect();
                plot.lines.push(Line::new(format!("{} {}", with.0, with.1.name()), &curve));
            }
            found.plots.push(plot);
        }
    }
    let claims: [fn(&Runs, Effort) -> Option<Target>; 6] = [
        more_is_better_below,
        none_ahead_below,
        faster_than_before,
        complete_ahead_above,
        small_differences_above,
        few_or_enough,
    ];
    found.targets.extend(claims.iter().filter_map(|claim| claim(&runs, effort)));
    loss_rate::findings(&runs, &mut found);
    found
}

/// Workloads and numbers of machines below or above the ideal interval.
fn outside(effort: Effort, above: bool) -> Vec<(usize, u32)> {
    let mut outside = Vec::new();
    for (workload, (least, most)) in SHOWN {
        let wanted = |n: &u32| if above { *n > most } else { *n < least };
        outside.extend(machines(effort).into_iter().filter(wanted).map(|n| (workload, n)));
    }
    outside
}

fn more_is_better_below(runs: &Runs, effort: Effort) -> Option<Target> {
    let mut parts = Vec::new();
    for (workload, n) in outside(effort, false) {
        let time = |with| runs.time(point(workload, n, with));
        let none = time((0, NR))?;
        for against in [NR, CR] {
            let (one, two) = (time((1, against))?, time((2, against))?);
            parts.extend([verdict::less(one, none), verdict::less(two, one)]);
        }
    }
    let claim = "below the ideal interval the more extra machines the less time, W 30 and 90 %";
    Some(Target::new("M13", claim, ("always", so_many(&parts)), "order", verdict::all(&parts)))
}

/// Complete less no replication with 1 and 2 extra machines, in points.
fn complete_less_none(runs: &Runs, places: &[(usize, u32)], measure: Measure) -> Option<Vec<Interval>> {
    let mut differences = Vec::new();
    for &(workload, n) in places {
        for extra in [1, 2] {
            let value = |against| runs.interval(measure, point(workload, n, (extra, against)));
            differences.push(value(CR)? - value(NR)?);
        }
    }
    Some(differences)
}

fn range(values: &[Interval]) -> String {
    let means = || values.iter().map(|value| value.mean);
    let least = means().fold(f64::INFINITY, f64::min);
    let most = means().fold(f64::NEG_INFINITY, f64::max);
    format!("{least:+.1} to {most:+.1} points")
}

fn none_ahead_below(runs: &Runs, effort: Effort) -> Option<Target> {
    let places = outside(effort, false);
    let times = complete_less_none(runs, &places, Measure::Time)?;
    let efficiencies = complete_less_none(runs, &places, Measure::Efficiency)?;
    let parts: Vec<Verdict> =
        times.iter().chain(&efficiencies).map(|&difference| verdict::sign(difference, 1.0)).collect();
    let diagnostics = format!(
        "{}; CR - NR {} (time), {} (efficiency)",
        so_many(&parts),
        range(&times),
        range(&efficiencies)
    );
    let claim = "below the ideal interval NR is slightly better than CR, in time and efficiency";
    Some(Target::new("M13", claim, ("always", diagnostics), "sign", verdict::all(&parts)))
}

fn faster_than_before(runs: &Runs, effort: Effort) -> Option<Target> {
    let mut parts = Vec::new();
    let mut fails: Vec<String> = Vec::new();
    for (workload, n) in outside(effort, false) {
        for against in [NR, CR] {
            let time = runs.time(point(workload, n, (2, against)))?;
            let part = verdict::sign(time, -1.0);
            parts.push(part);
            if part == Verdict::NotHeld {
                fails.push(format!(
                    "W {} %, {n} machines, {}: {:+.1} %",
                    WORKLOADS[workload],
                    against.name(),
                    time.mean
                ));
            }
        }
    }
    let ours = if fails.is_empty() {
        so_many(&parts)
    } else {
        format!("{}; not {}", so_many(&parts), fails.join("; "))
    };
    let claim = "below the ideal interval 2 extra machines more than make up for the loss: less time than without either";
    let target = Target::new("M13", claim, ("always", ours), "sign", verdict::all(&parts));
    Some(explained(
        target,
        "With more than a few machines two extra ones no longer make up for a loss, as they are a smaller share.",
    ))
}

fn complete_ahead_above(runs: &Runs, effort: Effort) -> Option<Target> {
    let differences = complete_less_none(runs, &outside(effort, true), Measure::Time)?;
    let parts: Vec<Verdict> = differences.iter().map(|&difference| verdict::sign(difference, -1.0)).collect();
    let diagnostics = format!("{}; CR - NR {}", so_many(&parts), range(&differences));
    let claim = "above the ideal interval CR takes slightly less time than NR, W 30 and 90 %";
    Some(Target::new("M13", claim, ("always", diagnostics), "sign", verdict::all(&parts)))
}

fn small_differences_above(runs: &Runs, effort: Effort) -> Option<Target> {
    let differences = complete_less_none(runs, &outside(effort, true), Measure::Time)?;
    // The direction is right if CR is ahead, by however much.
    let judge = Judge::near(0.0, 5.0, "points").or_direction_below(0.0, "points");
    let parts: Vec<Verdict> = differences.iter().map(|&difference| judge.of(difference)).collect();
    let at_eight: Option<Vec<Interval>> =
        [(1, NR), (1, CR), (2, NR), (2, CR)].iter().map(|&with| runs.time(point(6, 8, with))).collect();
    let diagnostics = format!(
        "{}; CR - NR {}; W 90 %, 8 machines: {} % (1 NR, 1 CR, 2 NR, 2 CR)",
        so_many(&parts),
        range(&differences),
        words(&at_eight?)
    );
    let claim = "above the ideal interval NR and CR differ by less than 5 %";
    let target = Target::new("M13", claim, ("always", diagnostics), judge.words(), verdict::all(&parts));
    Some(explained(target, "Exceeded with W 90 % right above the interval."))
}

/// Few machines: extra ones without copies. Enough machines: copies.
fn few_or_enough(runs: &Runs, effort: Effort) -> Option<Target> {
    let mean = |above| {
        let differences = complete_less_none(runs, &outside(effort, above), Measure::Time)?;
        Some(Interval::exact(crate::statistics::mean(
            &differences.iter().map(|d| d.mean).collect::<Vec<f64>>(),
        )))
    };
    let ours = [mean(false)?, mean(true)?];
    let verdict = verdict::all(&[verdict::sign(ours[0], 1.0), verdict::sign(ours[1], -1.0)]);
    let diagnostics =
        ("positive and negative", format!("{:+.1} and {:+.1} points", ours[0].mean, ours[1].mean));
    let claim = "few machines: extra ones as plain machines; enough machines: copies (mean of CR - NR below and above the \
                 ideal interval)";
    Some(Target::new("rule 17", claim, diagnostics, "signs", verdict))
}
