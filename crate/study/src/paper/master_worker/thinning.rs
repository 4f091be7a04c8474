//! M7: image thinning on a homogeneous pool, with a worker for each strip and self-adjusting.

use super::pool::{
    AVERAGE, EFFICIENCY, FITTED_POOL, Place, PoolRun, Program, RATIO, TIME, WORKERS, Workers, cell,
    length_of, list, near, near_percent, workers_of,
};
use crate::paper::Experiment;
use crate::verdict::{self, Judge, so_many};
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target, Verdict};

/// The experiment.
pub(in super::super) const M7: Experiment = Experiment {
    id: "M7",
    title: "Thinning on alike machines",
    question: "How many workers does an application save that adjusts their number to what its iterations show, and what does \
               that cost in time?",
    source: "Heymann 2001, section 4.2.4, table 4-9 and figure 4-12",
    setup: "Three images are thinned in 8, 16 and 32 strips, a task each, on a homogeneous pool of machines of others, ordered \
            by Random & Average: with a worker for each strip that is not done, and self-adjusting by dynamic information.",
    notes: &[
        FITTED_POOL,
        THINNED,
        "The homogeneous runs took their machines from a pool of about 700; how many came when, and which were suspended, is \
         not printed.",
        "The text says that Letters take 19 % longer with 32 strips; the times of table 4-9 say 16 %. For Letters without \
         adjustment table 4-9 prints a ratio of 3010 s with 32 strips, which is 1204 s by 0.40; the efficiency beside it \
         is 0.399.",
        "A task that was suspended seems longer than it is, and on that the number of workers is based whenever not all \
         are there. So self-adjusting runs get by with too few workers at times and lose more time than published, most \
         of all where iterations are short.",
        "How near is near enough is ours: times within 15 %, \"most\" as five of nine.",
    ],
    cases,
    findings,
};

/// What stands for the images.
pub(super) const THINNED: &str = "The images are not at hand. Drawn ones with as many iterations and as much work stand in \
    for them; how evenly their strips are filled is our reading.";

/// The images: names in scenarios and in the thesis.
const IMAGES: [(&str, &str); 3] =
    [("figures", "Figures"), ("letters", "Letters"), ("boy-and-ball", "Boy & Ball")];

/// Numbers of strips.
const STRIPS: [u32; 3] = [8, 16, 32];

/// How many workers are asked for: every strip its own, or self-adjusting.
const KINDS: [(Workers, &str); 2] =
    [(Workers::OnePerTask, "one for each strip"), (Workers::Dynamic, "self-adjusting")];
const NON: usize = 0;
const SELF: usize = 1;

/// A column of table 4-9, by image, kind and number of strips.
type Published = [[[f64; 3]; 2]; 3];

/// Table 4-9: average number of workers.
const PUBLISHED_WORKERS: Published = [
    [[5.5, 9.12, 12.85], [2.45, 4.17, 7.37]],
    [[5.3, 10.36, 21.11], [3.89, 6.55, 9.41]],
    [[5.57, 7.02, 11.34], [2.85, 4.01, 8.92]],
];
/// Efficiency.
const PUBLISHED_EFFICIENCY: Published = [
    [[0.41, 0.41, 0.48], [0.88, 0.89, 0.86]],
    [[0.64, 0.59, 0.399], [0.80, 0.82, 0.83]],
    [[0.59, 0.64, 0.70], [0.88, 0.86, 0.87]],
];
/// Execution time, s.
const PUBLISHED_TIME: Published = [
    [[4_141.0, 2_634.0, 1_533.0], [4_473.0, 2_648.0, 1_703.0]],
    [[3_179.0, 1_562.0, 1_204.0], [3_230.0, 1_833.0, 1_399.0]],
    [[2_948.0, 1_678.0, 1_001.0], [3_094.0, 1_732.0, 1_002.0]],
];
/// Time by efficiency, s.
const PUBLISHED_RATIO: Published = [
    [[10_100.0, 6_424.39, 3_193.75], [5_082.95, 2_975.28, 1_980.23]],
    [[4_967.18, 2_647.45, 3_010.0], [4_037.5, 2_234.36, 1_685.54]],
    [[4_996.61, 2_621.87, 1_430.0], [3_515.9, 2_013.95, 1_151.72]],
];

/// What a run is about: places in the lists above, and the seed.
struct Point {
    image: usize,
    kind: usize,
    strips: usize,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for image in 0..IMAGES.len() {
        for strips in 0..STRIPS.len() {
            for kind in 0..KINDS.len() {
                points.extend(effort.seeds(30, 5).map(|seed| Point { image, kind, strips, seed }));
            }
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { image, kind, strips, seed }: &Point) -> Case {
    let ((id, name), (workers, how), strips) = (IMAGES[image], KINDS[kind], STRIPS[strips]);
    let run = PoolRun {
        program: Program::Thinning(id, strips),
        policies: (AVERAGE, workers),
        beside: (AVERAGE, KINDS[1 - kind].0),
        place: Place::HOMOGENEOUS,
        seed,
    };
    run.case(&format!("{name}, {strips} strips, {how}"))
}

fn about(image: usize, kind: usize, strips: usize) -> impl Fn(&Point) -> bool {
    move |point| (point.image, point.kind, point.strips) == (image, kind, strips)
}

/// All images and numbers of strips.
fn cells() -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..IMAGES.len()).flat_map(|image| (0..STRIPS.len()).map(move |strips| (image, strips)))
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let parts = [
        (WORKERS, "average number of workers", &PUBLISHED_WORKERS),
        (EFFICIENCY, "efficiency", &PUBLISHED_EFFICIENCY),
        (TIME, "execution time, s", &PUBLISHED_TIME),
        (RATIO, "time by efficiency, s", &PUBLISHED_RATIO),
    ];
    for (column, what, published) in parts {
        let columns =
            ["image", "8 strips", "16 strips", "32 strips", "8, adjusting", "16, adjusting", "32, adjusting"];
        let mut table = Table::new(format!("Table 4-9: {what}"), &columns);
        for (image, (_, name)) in IMAGES.iter().enumerate() {
            let one = |kind: usize, strips: usize| {
                cell(&results, column, about(image, kind, strips), published[image][kind][strips])
            };
            let of = |kind: usize| (0..STRIPS.len()).map(move |strips| one(kind, strips));
            table.row(*name, of(NON).chain(of(SELF)).collect());
        }
        found.tables.push(table);
    }
    found.tables.push(changes(&results));
    plots(&results, &mut found);
    bounds(&results, &mut found);
    nearness(&results, &mut found);
    figure(&results, &mut found);
    found
}

/// How many workers self-adjusting saves, %.
fn saved(results: &Results<Point>, (image, strips): (usize, usize)) -> Option<Interval> {
    let change = results.change(WORKERS, about(image, NON, strips), about(image, SELF, strips))?;
    Some(-change)
}

/// How much longer it takes, %.
fn longer(results: &Results<Point>, (image, strips): (usize, usize)) -> Option<Interval> {
    results.change(TIME, about(image, NON, strips), about(image, SELF, strips))
}

/// How much more the second of two published numbers is, %.
fn published_change(published: &Published, (image, strips): (usize, usize)) -> f64 {
    100.0 * (published[image][SELF][strips] / published[image][NON][strips] - 1.0)
}

fn changes(results: &Results<Point>) -> Table {
    let columns = ["image", "saved, 8", "saved, 16", "saved, 32", "longer, 8", "longer, 16", "longer, 32"];
    let mut table = Table::new("Self-adjusting: workers saved and time lost, %", &columns);
    for (image, (_, name)) in IMAGES.iter().enumerate() {
        let places = || (0..STRIPS.len()).map(move |strips| (image, strips));
        let saved = places().map(|at| {
            let published = -published_change(&PUBLISHED_WORKERS, at);
            Cell::ours(saved(results, at)).beside(format!("{published:.1}"))
        });
        let longer = places().map(|at| {
            let published = published_change(&PUBLISHED_TIME, at);
            Cell::ours(longer(results, at)).beside(format!("{published:.1}"))
        });
        table.row(*name, saved.chain(longer).collect());
    }
    table
}

/// The iterations that figure 4-12 shows.
fn iterations() -> impl Iterator<Item = usize> {
    std::iter::once(1).chain((5..=90).step_by(5))
}

fn plots(results: &Results<Point>, found: &mut Findings) {
    for (place, what) in
        [(workers_of as fn(usize) -> usize, "Workers"), (length_of, "Time of the iteration, s")]
    {
        let mut plot = Plot::new(format!("Figure 4-12: {what}, Figures, 32 strips"), "iteration", what);
        for (kind, (_, name)) in KINDS.iter().enumerate() {
            let point = |i: usize| (i as f64, results.interval(place(i), about(0, kind, 2)));
            plot.lines.push(Line::new(*name, &iterations().map(point).collect::<Vec<_>>()));
        }
        found.plots.push(plot);
    }
}

/// All means of a column for one kind, image by image.
fn means(results: &Results<Point>, column: usize, kind: usize) -> Option<Vec<Interval>> {
    cells().map(|(image, strips)| results.interval(column, about(image, kind, strips))).collect()
}

/// The same of what was published.
fn published(published: &Published, kind: usize) -> Vec<f64> {
    cells().map(|(image, strips)| published[image][kind][strips]).collect()
}

/// What is claimed of all nine: bounds.
fn bounds(results: &Results<Point>, found: &mut Findings) {
    let changed = |of: fn(&Results<Point>, (usize, usize)) -> Option<Interval>| {
        cells().map(|at| of(results, at)).collect::<Option<Vec<Interval>>>()
    };
    let (Some(saved), Some(longer)) = (changed(saved), changed(longer)) else { return };
    let (Some(non), Some(own)) = (means(results, EFFICIENCY, NON), means(results, EFFICIENCY, SELF)) else {
        return;
    };
    let (Some(non_ratio), Some(own_ratio)) = (means(results, RATIO, NON), means(results, RATIO, SELF)) else {
        return;
    };

    let each: Vec<Verdict> = saved.iter().map(|&by| verdict::within_range(by, (20.0, 55.0), 0.0)).collect();
    let words = ("20 to 55 %", format!("{} %", list(&saved)));
    found.targets.push(Target::new(
        "M7",
        "Workers saved by self-adjusting",
        words,
        "the range",
        verdict::all(&each),
    ));

    let each: Vec<Verdict> = own.iter().map(|&e| verdict::within_range(e, (0.8, 1.0), 0.0)).collect();
    let words = ("at least 0.8", list(&own));
    found.targets.push(
        Target::new("M7", "Efficiency of all self-adjusting runs", words, "the bound", verdict::all(&each))
            .note("A suspension makes the others wait; with short iterations that is much of their time."),
    );

    let within: Vec<Verdict> = non.iter().map(|&e| Judge::near_range((0.4, 0.65), 0.05, "").of(e)).collect();
    let claim = "Efficiency with a worker for each strip is between 0.4 and 0.65 in most runs";
    let words = ("7 of 9, 0.399 beside", so_many(&within));
    found.targets.push(Target::new("M7", claim, words, "5 of 9, each within 0.05", mostly(&within)));

    let little: Vec<Verdict> = longer.iter().map(|&by| Judge::at_most(15.0, "%").of(by)).collect();
    let words = ("7 of 9", format!("{}: {} %", so_many(&little), list(&longer)));
    let claim = "Self-adjusting takes at most 15 % longer, mostly";
    found.targets.push(
        Target::new("M7", claim, words, "5 of 9", mostly(&little))
            .note("As published, Letters with 16 and 32 strips lose most."),
    );

    let lower: Vec<Verdict> =
        own_ratio.iter().zip(&non_ratio).map(|(&own, &non)| verdict::less(own, non)).collect();
    let claim = "Time by efficiency is lower when self-adjusting, for all images and numbers of strips";
    let diagnostics = ("9 of 9", so_many(&lower));
    found.targets.push(Target::new("M7", claim, diagnostics, "all", verdict::all(&lower)).note(
        "Without adjustment the measured runs of Letters were less efficient than alike strips explain.",
    ));
}

/// At least five of nine.
fn mostly(parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, _) if held >= 5 => Verdict::Held,
        (held, undecided) if held + undecided >= 5 => Verdict::Undecided,
        _ => Verdict::NotHeld,
    }
}

/// How near the table is.
fn nearness(results: &Results<Point>, found: &mut Findings) {
    let parts = [
        (TIME, "Execution time", &PUBLISHED_TIME, 15.0),
        (WORKERS, "Average number of workers", &PUBLISHED_WORKERS, 25.0),
    ];
    for (column, what, numbers, percent) in parts {
        for (kind, (_, name)) in KINDS.iter().enumerate() {
            let Some(ours) = means(results, column, kind) else { continue };
            let theirs = published(numbers, kind);
            let (diagnostics, verdict) =
                ((list(&theirs), list(&ours)), near_percent(&ours, &theirs, percent));
            let claim = format!("{what}, {name}: Figures, Letters, Boy & Ball in 8, 16 and 32 strips");
            found.targets.push(
                Target::new("M7", claim, diagnostics, format!("{percent} % each"), verdict)
                    .note("The images are not those of the thesis."),
            );
        }
    }
    let Some(ours) = means(results, EFFICIENCY, SELF) else { return };
    let theirs = published(&PUBLISHED_EFFICIENCY, SELF);
    let verdict = near(&ours, &theirs, 0.05);
    let claim = "Efficiency, self-adjusting: Figures, Letters, Boy & Ball in 8, 16 and 32 strips";
    found.targets.push(
        Target::new("M7", claim, (list(&theirs), list(&ours)), "0.05 each", verdict)
            .note("The policy stops giving workers back as soon as efficiency is 0.8."),
    );
}

/// Figure 4-12: what the text says of it.
fn figure(results: &Results<Point>, found: &mut Findings) {
    let at = |kind: usize, iteration: usize| results.interval(workers_of(iteration), about(0, kind, 2));
    let shown = |kind: usize| iterations().map(|i| at(kind, i)).collect::<Option<Vec<Interval>>>();
    let (Some(non), Some(own)) = (shown(NON), shown(SELF)) else { return };
    // Places in the list of iterations that are shown.
    let place = |iteration: usize| iteration / 5;
    let claim = "Figures, 32 strips: workers in iteration 15 with one for each strip";
    let words = ("23", list(&[non[place(15)]]));
    let judge = Judge::near(23.0, 3.0, "workers");
    found.targets.push(
        Target::judged("M7", claim, words, &judge, non[place(15)])
            .fitted()
            .note("The delay of machines was fitted to this."),
    );

    let later = own[place(15)..].iter().copied();
    let most = later.fold(Interval::exact(0.0), |a, b| if b.mean > a.mean { b } else { a });
    let claim = "Figures, 32 strips: most workers after iteration 10 when self-adjusting";
    let judge = Judge::near(15.0, 3.0, "workers");
    found.targets.push(Target::judged("M7", claim, ("15", list(&[most])), &judge, most));

    let gap = |from: usize, to: usize| {
        let gaps: Vec<f64> = (place(from)..=place(to)).map(|i| non[i].mean - own[i].mean).collect();
        gaps.iter().sum::<f64>() / gaps.len() as f64
    };
    let (middle, late) = (gap(15, 75), gap(80, 90));
    let claim =
        "Figures, 32 strips: the difference is largest between iterations 15 and 75, at the end both use few";
    let words = ("large, small".to_owned(), format!("{} and {} workers", list(&[middle]), list(&[late])));
    let verdict = verdict::held(middle > 3.0 * late && late < 2.0);
    found.targets.push(Target::new("M7", claim, words, "three times", verdict));
}
