//! M14: a ray tracer whose master takes machines away.

use super::loss_tables::{CR, NR, Strategy, words};
use super::losses::{self, Against, DRAWN, Measure, Point, Runs, Tasks, WORSENING, explained};
use crate::paper::Experiment;
use crate::verdict::{self, Judge, so_many};
use crate::{Case, Cell, Effort, Findings, Line, Plot, Table, Target, Verdict};

/// The experiment.
pub(in super::super) const M14: Experiment = Experiment {
    id: "M14",
    title: "Rendering with losses",
    question: "Does one extra machine help a ray tracer that loses machines?",
    source: "Heymann 2001, section 5.7, table 5-3",
    setup: "PovRay renders the scene skyvase over and over on 7 machines, the perfect number, or 8: ten tasks of 21 to 56 s a \
            batch. A batch loses a machine with a probability of 20, 50 or 90 %. The longest tasks of the batches before are \
            handed out first. CR: a second copy of the largest task.",
    notes: &[
        "The ten run times are our reading: they have the published largest and smallest, workload and perfect number, and were \
         not fitted to the table.",
        DRAWN,
        WORSENING,
        "The published numbers are measured in 30 to 50 batches, with the time it takes to kill and to start workers again; ours \
         have none of that. 30 to 50 batches leave much to chance.",
    ],
    cases,
    findings,
};

const PERCENTS: [u32; 3] = [20, 50, 90];
const WITH: [Strategy; 3] = [(0, NR), (1, NR), (1, CR)];

/// Table 5-3: worsening of time and efficiency, %; rows by probability.
const TABLE_5_3: [[(f64, f64); 3]; 3] = [
    [(6.45, 1.6), (3.41, 10.63), (7.47, 16.69)],
    [(16.73, 7.64), (8.42, 14.01), (10.24, 16.26)],
    [(27.92, 12.27), (15.77, 18.23), (17.02, 19.74)],
];

fn point(percent: u32, (extra, against): Strategy) -> Point {
    Point { tasks: Tasks::Rendering, workers: 7, extra, against, percent, busy: false }
}

fn points() -> Vec<Point> {
    PERCENTS.iter().flat_map(|&percent| WITH.map(|with| point(percent, with))).collect()
}

fn cases(effort: Effort) -> Vec<Case> {
    losses::cases(&points(), effort, (10, 1000))
}

fn head((extra, against): Strategy) -> String {
    match (extra, against) {
        (0, _) => "7 machines".into(),
        (_, Against::Nothing) => "7 + 1, NR".into(),
        _ => "7 + 1, CR".into(),
    }
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let runs = Runs::new(&points(), outcomes);
    let mut found = Findings::default();
    let mut columns = vec!["probability of loss".to_owned()];
    for what in ["time", "efficiency"] {
        columns.extend(WITH.map(|with| format!("{}, {what}", head(with))));
    }
    let heads: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("Table 5-3: worsening, %", &heads);
    for (percent, row) in PERCENTS.into_iter().zip(&TABLE_5_3) {
        let cells = |measure: Measure| {
            let of = move |(with, &(time, efficiency)): (Strategy, &(f64, f64))| {
                let published = if measure == Measure::Time { time } else { efficiency };
                (with, published)
            };
            WITH.into_iter().zip(row).map(of).map(move |(with, published)| (measure, with, published))
        };
        let cell = |(measure, with, published): (Measure, Strategy, f64)| {
            Cell::ours(runs.interval(measure, point(percent, with))).beside(published.to_string())
        };
        let all = cells(Measure::Time).chain(cells(Measure::Efficiency));
        table.row(format!("{percent} %"), all.map(cell).collect());
    }
    found.tables.push(table);
    let mut plot = Plot::new("Worsening of time", "probability of loss, %", "%");
    for (place, with) in WITH.into_iter().enumerate() {
        let value = |p: u32| (f64::from(p), runs.interval(Measure::Time, point(p, with)));
        let printed = |at: usize| {
            let published = crate::Interval::exact(TABLE_5_3[at][place].0);
            (f64::from(PERCENTS[at]), Some(published))
        };
        plot.lines.push(Line::new(head(with), &PERCENTS.map(value)));
        plot.lines.push(Line::new(format!("{}, published", head(with)), &[0, 1, 2].map(printed)));
    }
    found.plots.push(plot);
    let claims: [fn(&Runs) -> Option<Target>; 6] = [
        times,
        efficiencies,
        one_extra_helps,
        more_than_half,
        none_beats_complete,
        copies_do_not_help_rarely,
    ];
    found.targets.extend(claims.iter().filter_map(|claim| claim(&runs)));
    found
}

/// Every cell near the published one.
fn near(runs: &Runs, measure: Measure, what: &str, tolerance: f64) -> Option<Target> {
    let (mut parts, mut beyond) = (Vec::new(), Vec::new());
    for (percent, row) in PERCENTS.into_iter().zip(&TABLE_5_3) {
        for (with, &(time, efficiency)) in WITH.into_iter().zip(row) {
            let published = if measure == Measure::Time { time } else { efficiency };
            let ours = runs.interval(measure, point(percent, with))?;
            let diagnostics = Judge::near(published, tolerance, "points").of(ours);
            if diagnostics != Verdict::Held {
                let doubt = if diagnostics == Verdict::Undecided { " (undecided)" } else { "" };
                let diagnostics = format!("{published} published, {:.1} ours{doubt}", ours.mean);
                beyond.push(format!("{percent} %, {}: {diagnostics}", head(with)));
            }
            parts.push(diagnostics);
        }
    }
    let ours = match beyond.len() {
        0 => "all 9".into(),
        _ => format!("{}; beyond: {}", so_many(&parts), beyond.join("; ")),
    };
    let claim = format!("table 5-3: worsening of {what} in all cells");
    let target = Target::new(
        "M14",
        claim,
        ("9 cells", ours),
        format!("{tolerance} points each"),
        verdict::all(&parts),
    );
    Some(explained(target, "Measured, in 30 to 50 batches, with the time to kill and to restore workers."))
}

fn times(runs: &Runs) -> Option<Target> {
    near(runs, Measure::Time, "time", 5.0)
}

fn efficiencies(runs: &Runs) -> Option<Target> {
    near(runs, Measure::Efficiency, "efficiency", 3.0)
}

fn one_extra_helps(runs: &Runs) -> Option<Target> {
    let mut gains = Vec::new();
    for percent in [50, 90] {
        let none = runs.time(point(percent, WITH[0]))?;
        for with in [(1, NR), (1, CR)] {
            gains.push(none - runs.time(point(percent, with))?);
        }
    }
    let judge = Judge::above(3.0, "points");
    let parts: Vec<Verdict> = gains.iter().map(|&gain| judge.of(gain)).collect();
    let diagnostics = ("8.3, 6.5, 12.2, 10.9 points", format!("{} points", words(&gains)));
    let claim = "from 50 % on one extra machine clearly takes time off (NR, CR at 50 and 90 %)";
    Some(Target::new("M14", claim, diagnostics, judge.words(), verdict::all(&parts)))
}

fn more_than_half(runs: &Runs) -> Option<Target> {
    let (mut gains, mut parts) = (Vec::new(), Vec::new());
    for percent in PERCENTS {
        let none = runs.time(point(percent, (0, NR)))?;
        let one = runs.time(point(percent, (1, NR)))?;
        gains.push(100.0 * (1.0 - one.mean / none.mean));
        // More than half is taken off if what is left is less than half.
        parts.push(verdict::less(one, none * 0.5));
    }
    let diagnostics = ("more than half; by the table 47, 50, 44 %", format!("{} %", words(&gains)));
    let claim =
        "under NR one extra machine takes off more than half of the worsening of the time (20, 50, 90 %)";
    let target = Target::new("M14", claim, diagnostics, "exact", verdict::all(&parts));
    Some(explained(target, "The published table does not say so either."))
}

fn none_beats_complete(runs: &Runs) -> Option<Target> {
    let mut differences = Vec::new();
    for percent in PERCENTS {
        differences.push(runs.time(point(percent, (1, CR)))? - runs.time(point(percent, (1, NR)))?);
    }
    let parts: Vec<Verdict> = differences.iter().map(|&difference| verdict::sign(difference, 1.0)).collect();
    let diagnostics = ("4.1, 1.8, 1.2 points", format!("{} points", words(&differences)));
    let claim = "as tasks are similar, CR worsens the time more than NR (20, 50, 90 %)";
    let target = Target::new("M14", claim, diagnostics, "sign", verdict::all(&parts));
    Some(explained(target, "CR gains on NR as losses become likely, as published, and overtakes it."))
}

fn copies_do_not_help_rarely(runs: &Runs) -> Option<Target> {
    let (with, none) = (runs.time(point(20, (1, CR)))?, runs.time(point(20, (0, NR)))?);
    let diagnostics = ("7.47 and 6.45 %", format!("{} and {} %", with.words(), none.words()));
    let claim = "at 20 % the extra machine with a second copy worsens the time more than none";
    let target = Target::new("M14", claim, diagnostics, "order", verdict::more(with, none));
    Some(explained(target, "Not reproduced. At 20 % the published numbers are those of some eight losses."))
}
