//! M9: image thinning on a heterogeneous pool, with a worker for each strip and self-adjusting.

use super::normalised::{COLUMNS, FITTED_SPEEDS};
use super::pool::{
    AVERAGE, EFFICIENCY, FITTED_POOL, POWER, Place, PoolRun, Program, RATIO, SUSPENSIONS, TIME, WAITING,
    WORKERS, Workers, cell, length_of, list, near, near_percent, workers_of,
};
use super::thinning::THINNED;
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Effort, Findings, Interval, Line, Plot, Results, Table, Target, Verdict};

/// The experiment.
pub(in super::super) const M9: Experiment = Experiment {
    id: "M9",
    title: "Thinning on machines of different speed",
    question: "How many workers does a self-adjusting application save on machines of different speed?",
    source: "Heymann 2001, section 4.3.2, tables 4-15 to 4-18 and figure 4-15",
    setup: "Two images are thinned in 32 strips on a heterogeneous pool (40156 to 212561 KFlops), ordered by Random & Average \
            of normalised times: with a worker for each strip that is not done, and self-adjusting by dynamic information.",
    notes: &[
        FITTED_POOL,
        THINNED,
        FITTED_SPEEDS,
        "The master's machine was slower than in tables 4-11 to 4-14, so that the same machines have a higher pool \
         performance.",
        "Published runs without adjustment had all the machines they asked for after 2 to 10 iterations, self-adjusting \
         ones after 1. With the delay that was fitted to the homogeneous pool ours wait longer; a shorter one \
         would make self-adjusting runs keep too many.",
        "How near is near enough is ours.",
    ],
    cases,
    findings,
};

/// The speed of the master's machine.
const MASTER: f64 = 0.2;

/// Means of four published runs, in the order of [`COLUMNS`].
type Published = [f64; 6];

/// The images: names in scenarios and in the thesis, and what was published without and with adjustment.
const IMAGES: [(&str, &str, [Published; 2]); 2] = [
    (
        "figures",
        "Figures",
        [[0.50, 2_839.6, 4.15, 13.98, 0.16, 3.75], [0.80, 2_901.8, 4.56, 8.14, 0.29, 1.0]],
    ),
    (
        "letters",
        "Letters",
        [[0.50, 1_088.7, 4.27, 18.75, 0.39, 6.0], [0.74, 1_239.7, 4.26, 10.73, 0.27, 1.0]],
    ),
];

/// How many workers are asked for.
const KINDS: [(Workers, &str); 2] =
    [(Workers::OnePerTask, "one for each strip"), (Workers::DynamicHeterogeneous, "self-adjusting")];
const NON: usize = 0;
const SELF: usize = 1;

/// What a run is about: places in the lists above, and the seed.
struct Point {
    image: usize,
    kind: usize,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for image in 0..IMAGES.len() {
        for kind in 0..KINDS.len() {
            points.extend(effort.seeds(30, 5).map(|seed| Point { image, kind, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { image, kind, seed }: &Point) -> Case {
    let ((id, name, _), (workers, how)) = (&IMAGES[image], KINDS[kind]);
    let run = PoolRun {
        program: Program::Thinning(id, 32),
        policies: (AVERAGE, workers),
        beside: (AVERAGE, KINDS[1 - kind].0),
        place: Place { master_speed: MASTER, ..Place::HETEROGENEOUS },
        seed,
    };
    run.case(&format!("{name}, {how}"))
}

fn about(image: usize, kind: usize) -> impl Fn(&Point) -> bool {
    move |point| (point.image, point.kind) == (image, kind)
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    for (image, (_, name, published)) in IMAGES.iter().enumerate() {
        let title = format!("Tables 4-{} and 4-{}: {name}, means", 15 + 2 * image, 16 + 2 * image);
        let mut table = Table::new(title, &["means of the runs", KINDS[NON].1, KINDS[SELF].1]);
        for (place, (column, what)) in COLUMNS.into_iter().enumerate() {
            let one = |kind: usize| cell(&results, column, about(image, kind), published[kind][place]);
            table.row(what, vec![one(NON), one(SELF)]);
        }
        found.tables.push(table);
    }
    for (place, what) in
        [(workers_of as fn(usize) -> usize, "Workers"), (length_of, "Time of the iteration, s")]
    {
        let mut plot = Plot::new(format!("Figure 4-15: {what}, Figures, 32 strips"), "iteration", what);
        for (kind, (_, name)) in KINDS.iter().enumerate() {
            let shown = std::iter::once(1).chain((5..=90).step_by(5));
            let points: Vec<_> =
                shown.map(|i: usize| (i as f64, results.interval(place(i), about(0, kind)))).collect();
            plot.lines.push(Line::new(*name, &points));
        }
        found.plots.push(plot);
    }
    for image in 0..IMAGES.len() {
        targets(&results, image, &mut found);
    }
    figure(&results, &mut found);
    found
}

fn targets(results: &Results<Point>, image: usize, found: &mut Findings) {
    let (_, name, [non, own]) = &IMAGES[image];
    let place = |column: usize| COLUMNS.iter().position(|&(other, _)| other == column).unwrap_or(0);
    let published = |column: usize, kind: usize| [non, own][kind][place(column)];
    let interval = |column: usize, kind: usize| results.interval(column, about(image, kind));
    let change = |column: usize| results.change(column, about(image, NON), about(image, SELF));
    let their_change = |column: usize| 100.0 * (published(column, SELF) / published(column, NON) - 1.0);
    let mut add = |claim: &str, words: (String, String), tolerance: &str, verdict: Verdict| {
        found.targets.push(Target::new("M9", format!("{name}: {claim}"), words, tolerance, verdict));
    };
    if let Some(ours) = interval(EFFICIENCY, SELF) {
        let words = (format!("{:.2}, at least 0.7", published(EFFICIENCY, SELF)), list(&[ours]));
        let judge = Judge::at_least(0.7, "");
        add("efficiency when self-adjusting", words, judge.words(), judge.of(ours));
    }
    if let Some(ours) = interval(EFFICIENCY, NON) {
        let words = (format!("{:.2}, between 0.45 and 0.55", published(EFFICIENCY, NON)), list(&[ours]));
        let judge = Judge::near_range((0.45, 0.55), 0.05, "");
        add("efficiency with a worker for each strip", words, judge.words(), judge.of(ours));
    }
    if let Some(ours) = change(WORKERS) {
        let words = (format!("{:.1} %", -their_change(WORKERS)), format!("{} %", (-ours).words()));
        let judge = Judge::near(-their_change(WORKERS), 10.0, "points");
        add("workers saved by self-adjusting", words, judge.words(), judge.of(-ours));
    }
    if let Some(ours) = change(TIME) {
        let words = (format!("{:+.1} %", their_change(TIME)), format!("{} %", ours.words()));
        let judge = Judge::at_most(15.0, "%");
        add("self-adjusting takes little longer", words, judge.words(), judge.of(ours));
    }
    if let (Some(one_each), Some(adjusting)) = (interval(RATIO, NON), interval(RATIO, SELF)) {
        let theirs = [NON, SELF].map(|kind| published(TIME, kind) / published(EFFICIENCY, kind));
        let words = (list(&theirs), list(&[one_each, adjusting]));
        let verdict = change(RATIO).map_or(Verdict::NotHeld, |change| verdict::sign(change, -1.0));
        add("time by efficiency is lower when self-adjusting, s", words, "order", verdict);
    }
    for (column, claim, percent) in [(WORKERS, "average number of workers", 25.0), (TIME, "time, s", 15.0)] {
        if let (Some(one_each), Some(adjusting)) = (interval(column, NON), interval(column, SELF)) {
            let theirs = [NON, SELF].map(|kind| published(column, kind));
            let ours = [one_each, adjusting];
            let words = (list(&theirs), list(&ours));
            add(claim, words, &format!("{percent} % each"), near_percent(&ours, &theirs, percent));
        }
    }
    if let (Some(one_each), Some(adjusting)) = (interval(WAITING, NON), interval(WAITING, SELF)) {
        let theirs = [NON, SELF].map(|kind| published(WAITING, kind));
        let ours = [one_each, adjusting];
        add(
            "iterations until all workers are there",
            (list(&theirs), list(&ours)),
            "1 each",
            near(&ours, &theirs, 1.0),
        );
    }
}

/// Figure 4-15 and what is said of suspensions.
fn figure(results: &Results<Point>, found: &mut Findings) {
    if let Some(ours) = results.interval(workers_of(5), about(0, SELF)) {
        let claim = "Figures: workers in iteration 5 when self-adjusting";
        let judge = Judge::near(13.0, 3.0, "workers");
        found.targets.push(Target::judged("M9", claim, ("13", list(&[ours])), &judge, ours));
    }
    let all = [(0, NON), (0, SELF), (1, NON), (1, SELF)];
    let suspensions: Option<Vec<Interval>> =
        all.iter().map(|&(image, kind)| results.interval(SUSPENSIONS, about(image, kind))).collect();
    let power: Option<Vec<Interval>> =
        all.iter().map(|&(image, kind)| results.interval(POWER, about(image, kind))).collect();
    if let (Some(suspensions), Some(power)) = (suspensions, power) {
        let claim = "Suspensions in an iteration and pool performance, the scale of both fitted: Figures and Letters, each \
                     without and with adjustment";
        let words = (
            "0.16, 0.29, 0.39, 0.27; 4.15, 4.56, 4.27, 4.26",
            format!("{}; {}", list(&suspensions), list(&power)),
        );
        let each = [
            near(&suspensions, &[0.16, 0.29, 0.39, 0.27], 0.2),
            near(&power, &[4.15, 4.56, 4.27, 4.26], 0.5),
        ];
        let target = Target::new("M9", claim, words, "0.2 and 0.5 each", verdict::all(&each));
        found.targets.push(target.fitted());
    }
}
