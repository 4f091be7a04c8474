//! The part of M13 about the probability of loss.

use super::loss_tables::{CR, NR, Strategy};
use super::losses::{Against, Measure, Point, Runs, WORKLOADS, explained};
use crate::verdict::{self, Judge, so_many};
use crate::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict, statistics};

/// Probabilities of loss, %.
const PERCENTS: [u32; 10] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];
/// Strategies: extra machines, and what is done with them.
const WITH: [Strategy; 7] = [(0, NR), (1, NR), (1, CR), (2, NR), (2, CR), (3, NR), (3, CR)];
/// What follows the losses; it says itself how many extra machines there are.
const AUTOMATIC: Strategy = (0, Against::Automatic);
/// The first and the last workload, which the text is about.
const EVEN: usize = 0;
const UNEVEN: usize = 6;
/// The workloads that are shown.
const SHOWN: [usize; 2] = [EVEN, UNEVEN];

fn point(workload: usize, percent: u32, (extra, against): Strategy) -> Point {
    Point::perfect(50, workload).with(extra, against).at(percent)
}

/// All runs. Of the workloads between the first and the last only those of which something is said.
pub(super) fn points() -> Vec<Point> {
    let mut points = Vec::new();
    for workload in 0..WORKLOADS.len() {
        for percent in PERCENTS {
            if SHOWN.contains(&workload) {
                points.extend(WITH.iter().chain([&AUTOMATIC]).map(|&with| point(workload, percent, with)));
            } else {
                points.extend([(0, NR), (1, NR)].map(|with| point(workload, percent, with)));
            }
        }
    }
    points
}

fn name((extra, against): Strategy) -> String {
    match against {
        Against::Automatic => against.name().into(),
        _ => format!("{extra} {}", against.name()),
    }
}

/// Plots, the table of lines, and targets.
pub(super) fn findings(runs: &Runs, found: &mut Findings) {
    for (measure, what) in [(Measure::Time, "time"), (Measure::Efficiency, "efficiency")] {
        for workload in SHOWN {
            let title = format!("Figures 5-8 and 5-9: worsening of {what}, W {} %", WORKLOADS[workload]);
            let mut plot = Plot::new(title, "probability of loss, %", "%");
            for with in WITH.into_iter().chain([AUTOMATIC]) {
                let value = |p: u32| (f64::from(p), runs.interval(measure, point(workload, p, with)));
                plot.lines.push(Line::new(name(with), &PERCENTS.map(value)));
            }
            found.plots.push(plot);
        }
    }
    found.tables.push(lines(runs));
    let claims: [fn(&Runs) -> Option<Target>; 10] = [
        linear,
        extras_help,
        complete_ahead,
        two_beat_three,
        even_below_ten,
        others_exceed_late,
        others_exceed_late_with_one,
        cost_of_an_extra,
        pays_from_half,
        follows_the_losses,
    ];
    found.targets.extend(claims.iter().filter_map(|claim| claim(runs)));
}

/// A straight line through worsenings over the probability: at 0, at 100 %, and the share of their variance that it
/// explains.
#[derive(Clone, Copy)]
struct Fit {
    none: f64,
    always: f64,
    explained: f64,
}

/// By least squares.
fn fit(values: &[Interval]) -> Fit {
    let values: Vec<f64> = values.iter().map(|value| value.mean).collect();
    let x = PERCENTS.map(|p| f64::from(p) / 100.0);
    let (mean_x, mean_y) = (statistics::mean(&x), statistics::mean(&values));
    let products = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        x.iter().zip(&values).map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
    };
    let (xx, xy, yy) = (products(&|x, _| x * x), products(&|x, y| x * y), products(&|_, y| y * y));
    let slope = xy / xx;
    let none = mean_y - slope * mean_x;
    Fit { none, always: none + slope, explained: xy * xy / (xx * yy) }
}

fn series(runs: &Runs, measure: Measure, workload: usize, with: Strategy) -> Option<Vec<Interval>> {
    PERCENTS.iter().map(|&percent| runs.interval(measure, point(workload, percent, with))).collect()
}

fn lines(runs: &Runs) -> Table {
    let heads = ["W, strategy", "at 0 %", "at 100 %", "R²", "efficiency at 0 %", "at 100 %"];
    let mut table = Table::new("Lines through the worsening over the probability of loss, %", &heads);
    for workload in SHOWN {
        for with in WITH {
            let fit_of = |measure| series(runs, measure, workload, with).map(|values| fit(&values));
            let (Some(time), Some(efficiency)) = (fit_of(Measure::Time), fit_of(Measure::Efficiency)) else {
                continue;
            };
            let text = |value: f64| Cell::text(format!("{value:.1}"));
            let explained = Cell::text(format!("{:.3}", time.explained));
            table.row(
                format!("{} %, {}", WORKLOADS[workload], name(with)),
                vec![
                    text(time.none),
                    text(time.always),
                    explained,
                    text(efficiency.none),
                    text(efficiency.always),
                ],
            );
        }
    }
    table
}

fn linear(runs: &Runs) -> Option<Target> {
    let mut worst = f64::INFINITY;
    for workload in SHOWN {
        for with in WITH {
            worst = worst.min(fit(&series(runs, Measure::Time, workload, with)?).explained);
        }
    }
    let diagnostics = ("linear", format!("R² at least {worst:.3}"));
    let claim =
        "the worsening of the time is linear in the probability of loss, W 30 and 90 %, all strategies";
    Some(Target::new("rule 19", claim, diagnostics, "R² above 0.95", verdict::held(worst > 0.95)))
}

/// Parts of a claim about the times at one workload and probability, but 0 %, with the strategies.
fn parts(
    runs: &Runs,
    judge: impl Fn(&dyn Fn(Strategy) -> Option<Interval>) -> Option<Vec<Verdict>>,
) -> Option<Vec<Verdict>> {
    let mut parts = Vec::new();
    for workload in SHOWN {
        for percent in &PERCENTS[1..] {
            parts.extend(judge(&|with| runs.time(point(workload, *percent, with)))?);
        }
    }
    Some(parts)
}

fn extras_help(runs: &Runs) -> Option<Target> {
    let parts = parts(runs, |time| {
        let none = time((0, NR))?;
        WITH[1..].iter().map(|&with| Some(verdict::less(time(with)?, none))).collect()
    })?;
    let claim = "extra machines worsen the time less than none, from 10 to 90 %";
    Some(Target::new("M13", claim, ("always", so_many(&parts)), "order", verdict::all(&parts)))
}

fn complete_ahead(runs: &Runs) -> Option<Target> {
    let parts = parts(runs, |time| {
        let less = |extra| Some(verdict::less(time((extra, CR))?, time((extra, NR))?));
        [1, 2, 3].map(less).into_iter().collect()
    })?;
    let claim = "CR worsens the time a little less than NR with as many extra machines, from 10 to 90 %";
    let target = Target::new("M13", claim, ("always", so_many(&parts)), "order", verdict::all(&parts));
    Some(explained(target, "With one extra machine NR is level, and ahead where losses are rare."))
}

fn two_beat_three(runs: &Runs) -> Option<Target> {
    let parts = parts(runs, |time| Some(vec![verdict::less(time((2, CR))?, time((3, NR))?)]))?;
    let claim = "CR with 2 extra machines sometimes worsens the time less than NR with 3";
    let verdict = verdict::held(parts.contains(&Verdict::Held));
    Some(Target::new("M13", claim, ("sometimes", so_many(&parts)), "once", verdict))
}

fn even_below_ten(runs: &Runs) -> Option<Target> {
    let mut most = [Interval::exact(f64::NEG_INFINITY); 2];
    for (at, with) in [(0, (0, NR)), (1, (1, NR))] {
        for time in series(runs, Measure::Time, EVEN, with)? {
            if time.mean > most[at].mean {
                most[at] = time;
            }
        }
    }
    let diagnostics = (
        "below 10 %",
        format!("at most {} % without an extra machine, {} % with one", most[0].words(), most[1].words()),
    );
    let claim = "W 30 %: the worsening of the time stays below 10 %, up to a probability of 90 %";
    let judge = Judge::at_most(10.0, "%");
    let verdict = verdict::all(&most.map(|most| judge.of(most)));
    let target = Target::new("M13", claim, diagnostics, judge.words(), verdict);
    Some(explained(
        target,
        "By table 5-1 and the linear law it would be 12.0 % at 90 % without an extra machine; ours is lower.",
    ))
}

/// Where the line through the times exceeds 10 %, as a probability in per cent, for all workloads but the first.
fn exceeds(runs: &Runs, with: Strategy) -> Option<Vec<f64>> {
    (1..WORKLOADS.len())
        .map(|workload| {
            let Fit { none, always, .. } = fit(&series(runs, Measure::Time, workload, with)?);
            Some(100.0 * (10.0 - none) / (always - none))
        })
        .collect()
}

fn exceed(runs: &Runs, with: Strategy, claim: &str) -> Option<Target> {
    let ours = exceeds(runs, with)?;
    let parts: Vec<Verdict> = ours.iter().map(|&p| verdict::held(p >= 50.0)).collect();
    let words: Vec<String> =
        ours.iter().map(|&p| if p > 100.0 { "never".into() } else { format!("{p:.0} %") }).collect();
    let diagnostics = ("at 50 % or above", words.join(", "));
    Some(Target::new("M13", claim, diagnostics, "exact", verdict::all(&parts)))
}

fn others_exceed_late(runs: &Runs) -> Option<Target> {
    let claim = "W 40 to 90 %: 10 % are exceeded from a probability of 50 % on only, without extra machines";
    let target = exceed(runs, (0, NR), claim)?;
    Some(explained(
        target,
        "Not by the published table either: with the linear law W 90 % exceeds 10 % at 29 %.",
    ))
}

fn others_exceed_late_with_one(runs: &Runs) -> Option<Target> {
    exceed(runs, (1, NR), "the same with one extra machine (NR)")
}

/// A third of what three extra machines without copies cost, at each probability but 0 %.
fn costs(runs: &Runs, workload: usize) -> Option<Vec<Interval>> {
    let (three, none) = (
        series(runs, Measure::Efficiency, workload, (3, NR))?,
        series(runs, Measure::Efficiency, workload, (0, NR))?,
    );
    Some(three.iter().zip(&none).skip(1).map(|(&three, &none)| (three - none) * (1.0 / 3.0)).collect())
}

fn cost_of_an_extra(runs: &Runs) -> Option<Target> {
    let (even, uneven) = (costs(runs, EVEN)?, costs(runs, UNEVEN)?);
    let words = |costs: &[Interval]| format!("{:.1} to {:.1}", costs[costs.len() - 1].mean, costs[0].mean);
    let parts: Vec<Verdict> = [(&even, 3.0), (&uneven, 8.0)]
        .iter()
        .flat_map(|(costs, published)| {
            costs.iter().map(|&cost| Judge::near(*published, 2.0, "points").of(cost))
        })
        .collect();
    let diagnostics = format!("{} (W 30 %) and {} (W 90 %), from 90 to 10 %", words(&even), words(&uneven));
    let claim = "an extra machine costs 3 (W 30 %) to 8 points (W 90 %) of efficiency, nearly whatever the probability";
    let target =
        Target::new("rule 16", claim, ("3 and 8 points", diagnostics), "2 points", verdict::all(&parts));
    Some(explained(target, "It costs more where it is not needed: without losses all of its time is wasted."))
}

/// Time by efficiency with one extra machine (NR, CR), beside none: negative if it pays, in per cent.
fn ratios(runs: &Runs, workload: usize, percent: u32) -> Option<[f64; 2]> {
    let ratio = |with| {
        let at = point(workload, percent, with);
        Some((100.0 + runs.time(at)?.mean) / (100.0 - runs.efficiency(at)?.mean))
    };
    let none = ratio((0, NR))?;
    let change = |with| Some(100.0 * (ratio(with)? / none - 1.0));
    Some([change((1, NR))?, change((1, CR))?])
}

fn pays_from_half(runs: &Runs) -> Option<Target> {
    let (mut parts, mut from) = (Vec::new(), Vec::new());
    for workload in SHOWN {
        let mut first = None;
        for percent in PERCENTS {
            let best = ratios(runs, workload, percent)?.into_iter().fold(f64::INFINITY, f64::min);
            let pays = best < 0.0;
            parts.push(verdict::held(pays == (percent >= 50)));
            if pays && first.is_none() {
                first = Some(percent);
            }
        }
        from.push(first.map_or("never".to_owned(), |percent| format!("from {percent} %")));
    }
    let diagnostics = ("from 50 %", format!("{} (W 30 %), {} (W 90 %)", from[0], from[1]));
    let claim = "an extra machine pays from a probability of loss of 50 % on: time by efficiency is less than without";
    let target = Target::new("rule 19", claim, diagnostics, "exact", verdict::all(&parts));
    Some(
        target
            .note("The text weighs time against efficiency by judgement; their ratio is our reading of it."),
    )
}

fn follows_the_losses(runs: &Runs) -> Option<Target> {
    let mut parts = Vec::new();
    let mut words = Vec::new();
    for workload in SHOWN {
        let extra = series(runs, Measure::Extra, workload, AUTOMATIC)?;
        // What it asks for when it is always on; near the threshold it changes its mind now and then.
        let most = extra.iter().map(|extra| extra.mean).fold(0.0, f64::max);
        let share = |place: usize| extra[place].mean / most;
        parts.extend((0..=3).map(|place| verdict::held(share(place) < 0.5)));
        parts.extend((6..PERCENTS.len()).map(|place| verdict::held(share(place) > 0.5)));
        words.push(format!("{:.0}, {:.0}, {:.0} %", 100.0 * share(3), 100.0 * share(5), 100.0 * share(7)));
    }
    let claim = "extra machines by the losses of the last ten batches: held in few batches below one loss in two, in most above";
    let diagnostics = (
        "one loss in two batches",
        format!("held in {} of the batches at 30, 50, 70 % (W 30; 90 %)", words.join("; ")),
    );
    Some(Target::new(
        "rule 20",
        claim,
        diagnostics,
        "less than half to 30 %, more from 60 % on",
        verdict::all(&parts),
    ))
}
