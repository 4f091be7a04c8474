//! M8: image thinning on a heterogeneous pool, with run times as they were taken and with normalised ones.

use super::pool::{
    AVERAGE, EFFICIENCY, FITTED_POOL, Machines, POWER, Place, PoolRun, Program, SUSPENSIONS, TIME, WAITING,
    WORKERS, Workers, cell, list, near, near_percent,
};
use super::thinning::THINNED;
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Results, Table, Target, Verdict};
use ganttlet_engine::order;

/// The experiment.
pub(in super::super) const M8: Experiment = Experiment {
    id: "M8",
    title: "Normalised run times",
    question: "Does an application on machines of different speed do better if it compares run times as they would have been \
               on one machine?",
    source: "Heymann 2001, section 4.3.2, tables 4-11 to 4-14",
    setup: "Two images are thinned in 32 strips on a heterogeneous pool (40156 to 212561 KFlops) by two self-adjusting \
            versions: the homogeneous one goes by run times as they were taken, the heterogeneous one by times on the \
            master's machine.",
    notes: &[
        FITTED_POOL,
        THINNED,
        FITTED_SPEEDS,
        "Published runs of the two versions were not on the same machines: on average these did 1.10 and 1.64 (Figures) and \
         1.32 and 1.60 (Letters) of what the master's did. Ours are, run by run. In a third series the homogeneous version \
         runs on a pool that is slower by the published ratio.",
        "Which times say how many workers can be kept busy is not printed. Here it is the normalised ones in the \
         heterogeneous version; from that comes most of its advantage.",
        "Both versions give back the slowest worker first, as published. The homogeneous one does so below an efficiency \
         of 0.8, the other one below 0.7.",
    ],
    cases,
    findings,
};

/// How speeds were chosen.
pub(super) const FITTED_SPEEDS: &str = "A machine of the heterogeneous pool does half of what its KFlops say beside those of \
    the homogeneous one: our choice, by which times do not come out. Figures take 36 to 47 % less than published and Letters \
    22 to 36 % more, as published Figures take more than twice as long as Letters there and ours hardly longer. Fitted is the \
    speed of the master's machine, on which the printed pool performance depends but nothing else does.";

/// The speed of the master's machine.
const MASTER: f64 = 0.55;

/// What was measured in four runs each: their means.
struct Published {
    efficiency: f64,
    time: f64,
    power: f64,
    workers: f64,
    suspensions: f64,
    waiting: f64,
}

/// The images: names in scenarios and in the thesis, and what was published of both versions.
const IMAGES: [(&str, &str, [Published; 2]); 2] = [
    (
        "figures",
        "Figures",
        [
            Published {
                efficiency: 0.80,
                time: 3_555.5,
                power: 1.10,
                workers: 6.42,
                suspensions: 0.22,
                waiting: 2.0,
            },
            Published {
                efficiency: 0.81,
                time: 2_646.6,
                power: 1.64,
                workers: 7.71,
                suspensions: 0.34,
                waiting: 1.75,
            },
        ],
    ),
    (
        "letters",
        "Letters",
        [
            Published {
                efficiency: 0.785,
                time: 1_425.8,
                power: 1.32,
                workers: 8.66,
                suspensions: 0.20,
                waiting: 2.25,
            },
            Published {
                efficiency: 0.77,
                time: 1_140.4,
                power: 1.60,
                workers: 9.96,
                suspensions: 0.40,
                waiting: 1.5,
            },
        ],
    ),
];

/// The best run of the homogeneous version and the worst of the other, s.
const EXTREMES: [(f64, f64); 2] = [(3_229.5, 2_839.2), (1_264.5, 1_221.3)];

/// The two versions, and a variant of the first.
const VERSIONS: [(Workers, &str); 3] = [
    (Workers::Dynamic, "homogeneous version"),
    (Workers::DynamicHeterogeneous, "heterogeneous version"),
    (Workers::DynamicAsJoined, "homogeneous version, workers as they joined"),
];
const PLAIN: usize = 0;
const NORMALISED: usize = 1;
const AS_JOINED: usize = 2;

/// Where a version runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Series {
    /// On a pool of machines of others.
    Pool,
    /// On one that is slower by the published ratio.
    SlowerPool,
    /// On the same machines, which nobody takes away and which are there from the beginning.
    Dedicated,
}

/// What a run is about: places in the lists above, where it runs, and the seed.
struct Point {
    image: usize,
    version: usize,
    series: Series,
    seed: u64,
}

/// The series that are run, and with which versions.
const RUNS: [(Series, usize); 6] = [
    (Series::Pool, PLAIN),
    (Series::Pool, NORMALISED),
    (Series::Dedicated, PLAIN),
    (Series::Dedicated, NORMALISED),
    (Series::SlowerPool, PLAIN),
    (Series::Pool, AS_JOINED),
];

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for image in 0..IMAGES.len() {
        for (series, version) in RUNS {
            points.extend(effort.seeds(30, 5).map(|seed| Point { image, version, series, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

/// How much faster the machines of the heterogeneous version were in the published runs.
fn faster(image: usize) -> f64 {
    let [plain, normalised] = &IMAGES[image].2;
    normalised.power / plain.power
}

fn case(&Point { image, version, series, seed }: &Point) -> Case {
    let ((id, name, _), (workers, how)) = (&IMAGES[image], VERSIONS[version]);
    let pool = Place { master_speed: MASTER, ..Place::HETEROGENEOUS };
    let (place, place_name) = match series {
        Series::Pool => (pool, "pool"),
        Series::SlowerPool => {
            (Place { reference_kflops: pool.reference_kflops * faster(image), ..pool }, "slower pool")
        }
        Series::Dedicated => (Place { shared: false, ..pool }, "dedicated"),
    };
    debug_assert!(place.machines == Machines::Heterogeneous);
    let run = PoolRun {
        program: Program::Thinning(id, 32),
        policies: (AVERAGE, workers),
        beside: (AVERAGE, if version == NORMALISED { VERSIONS[PLAIN].0 } else { VERSIONS[NORMALISED].0 }),
        place,
        seed,
    };
    run.case(&format!("{name}, {how}, {place_name}"))
}

fn about(image: usize, version: usize, series: Series) -> impl Fn(&Point) -> bool {
    move |point| (point.image, point.version, point.series) == (image, version, series)
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    for image in 0..IMAGES.len() {
        found.tables.push(table(&results, image));
    }
    found.tables.push(series(&results));
    for image in 0..IMAGES.len() {
        times(&results, image, &mut found);
    }
    others(&results, &mut found);
    found
}

/// The rows of tables that compare two ways of running on a heterogeneous pool.
pub(super) const COLUMNS: [(usize, &str); 6] = [
    (EFFICIENCY, "efficiency"),
    (TIME, "time, s"),
    (POWER, "pool performance"),
    (WORKERS, "average workers"),
    (SUSPENSIONS, "average suspensions"),
    (WAITING, "iterations until all are there"),
];

fn table(results: &Results<Point>, image: usize) -> Table {
    let (_, name, published) = &IMAGES[image];
    let title = format!("Tables 4-{} and 4-{}: {name}, means", 11 + 2 * image, 12 + 2 * image);
    let mut table = Table::new(title, &["means of the runs", VERSIONS[PLAIN].1, VERSIONS[NORMALISED].1]);
    for (column, what) in COLUMNS {
        let one = |version: usize| {
            let of = &published[version];
            let published = match column {
                EFFICIENCY => of.efficiency,
                TIME => of.time,
                POWER => of.power,
                WORKERS => of.workers,
                SUSPENSIONS => of.suspensions,
                _ => of.waiting,
            };
            cell(results, column, about(image, version, Series::Pool), published)
        };
        table.row(what, vec![one(PLAIN), one(NORMALISED)]);
    }
    table
}

/// The change of the time to the heterogeneous version, in pairs, %: from another version in this series.
fn change(results: &Results<Point>, image: usize, (from, version): (Series, usize)) -> Option<Interval> {
    let to = if from == Series::Dedicated { Series::Dedicated } else { Series::Pool };
    results.change(TIME, about(image, version, from), about(image, NORMALISED, to))
}

fn published_change(image: usize) -> f64 {
    let [plain, normalised] = &IMAGES[image].2;
    100.0 * (normalised.time / plain.time - 1.0)
}

fn series(results: &Results<Point>) -> Table {
    let title = "Change of the time from the homogeneous to the heterogeneous version, %";
    let mut table = Table::new(title, &["homogeneous version runs", "Figures", "Letters"]);
    for (from, name) in [
        ((Series::Pool, PLAIN), "on the same pool"),
        ((Series::Pool, AS_JOINED), "there, its workers in the order in which they joined"),
        ((Series::Dedicated, PLAIN), "both without delays and owners"),
        ((Series::SlowerPool, PLAIN), "on a pool slower by the published ratio"),
    ] {
        let one = |image: usize| {
            let cell = Cell::ours(change(results, image, from));
            cell.beside(format!("{:.1}", published_change(image)))
        };
        table.row(name, (0..IMAGES.len()).map(one).collect());
    }
    table
}

/// What is claimed of the times of an image.
fn times(results: &Results<Point>, image: usize, found: &mut Findings) {
    let name = IMAGES[image].1;
    let published = published_change(image);
    let words = |ours: Interval| (format!("{published:.1} %"), format!("{} %", ours.words()));
    if let Some(ours) = change(results, image, (Series::Pool, PLAIN)) {
        let claim = format!("{name}: normalised times shorten the run");
        found.targets.push(Target::new("M8", claim, words(ours), "sign", verdict::sign(ours, -1.0)));
        let claim = format!("{name}: change of the time by normalised times, on the same machines");
        found.targets.push(
            Target::judged("M8", claim, words(ours), &Judge::near(published, 5.0, "points"), ours)
                .note("The published runs were not on the same machines."),
        );
    }
    if let Some(ours) = change(results, image, (Series::SlowerPool, PLAIN)) {
        let claim =
            format!("{name}: change of the time, if machines differ as much as in the published runs");
        found.targets.push(
            Target::judged("M8", claim, words(ours), &Judge::near(published, 5.0, "points"), ours)
                .note("Speed and normalised times together do more than was measured."),
        );
    }
    let ends = [PLAIN, NORMALISED].map(|version| results.values(TIME, about(image, version, Series::Pool)));
    if let Some(share) = four_ahead(&ends[NORMALISED], &ends[PLAIN]) {
        let (published_best, published_worst) = EXTREMES[image];
        let claim = format!("{name}: the worst run with normalised times is faster than the best without");
        let published = format!("{} s", list(&[published_worst, published_best]));
        let words = (published, format!("so in {share:.0} % of all choices of four of our runs each"));
        found.targets.push(
            Target::judged("M8", claim, words, &Judge::above(50.0, "% of the choices"), share)
                .note("Four runs each were published."),
        );
    }
}

/// In how many per cent of all choices of four numbers of each list all of the first are less than all of the second.
fn four_ahead(less: &[f64], more: &[f64]) -> Option<f64> {
    let choices =
        |of: usize| (of * of.saturating_sub(1) * of.saturating_sub(2) * of.saturating_sub(3)) as f64 / 24.0;
    if less.len() < 4 || more.len() < 4 || less.iter().chain(more).any(|value| !value.is_finite()) {
        return None;
    }
    let mut less = less.to_vec();
    order::sort(&mut less, |&value| order::of_float(value));
    // The largest of the four is the one at this place; the others are before it.
    let ahead = |(place, &largest): (usize, &f64)| {
        (choices(place + 1) - choices(place)) * choices(more.iter().filter(|&&value| value > largest).count())
    };
    let all = choices(less.len()) * choices(more.len());
    Some(100.0 * less.iter().enumerate().map(ahead).sum::<f64>() / all)
}

/// What is claimed of workers and efficiency.
fn others(results: &Results<Point>, found: &mut Findings) {
    let four = |column: usize| {
        let one = |(image, version)| results.interval(column, about(image, version, Series::Pool));
        [(0, PLAIN), (0, NORMALISED), (1, PLAIN), (1, NORMALISED)]
            .map(one)
            .into_iter()
            .collect::<Option<Vec<Interval>>>()
    };
    let published = |of: fn(&Published) -> f64| -> Vec<f64> {
        IMAGES.iter().flat_map(|(.., two)| two.iter().map(of)).collect()
    };
    let (Some(workers), Some(efficiency)) = (four(WORKERS), four(EFFICIENCY)) else { return };
    let (theirs, their_efficiency) = (published(|of| of.workers), published(|of| of.efficiency));

    let more = [verdict::more(workers[1], workers[0]), verdict::more(workers[3], workers[2])];
    let claim = "The homogeneous version uses fewer workers: Figures, Letters";
    let words = (list(&theirs), list(&workers));
    found.targets.push(Target::new("M8", claim, words.clone(), "order", verdict::all(&more)));
    let more = [verdict::more(workers[2], workers[0]), verdict::more(workers[3], workers[1])];
    let claim = "Letters use more workers than Figures";
    found.targets.push(Target::new("M8", claim, words.clone(), "order", verdict::all(&more)));
    let each = near_percent(&workers, &theirs, 25.0);
    let claim = "Average number of workers: Figures and Letters, each without and with normalised times";
    found.targets.push(Target::new("M8", claim, words, "25 % each", each));

    if let (Some(times), Some(waiting)) = (four(TIME), four(WAITING)) {
        let theirs = published(|of| of.time);
        let claim = "Time: Figures and Letters, each without and with normalised times, s";
        let (words, each) = ((list(&theirs), list(&times)), near_percent(&times, &theirs, 15.0));
        found.targets.push(
            Target::new("M8", claim, words, "15 % each", each)
                .note("See the notes on the speed of machines."),
        );
        let theirs = published(|of| of.waiting);
        let claim = "Iterations until all workers are there: Figures and Letters, each without and with normalised times";
        let (words, each) = ((list(&theirs), list(&waiting)), near(&waiting, &theirs, 1.0));
        found.targets.push(Target::new("M8", claim, words, "1 each", each).note(
            "Machines come as late as in the homogeneous pool, where 23 of 32 are there in iteration 15.",
        ));
    }

    let each: Vec<Verdict> =
        efficiency.iter().map(|&e| verdict::within_range(e, (0.75, 1.0), 0.02)).collect();
    let claim = "Efficiency of both versions is at least 0.75: Figures and Letters";
    let words = (list(&their_efficiency), list(&efficiency));
    found.targets.push(Target::new("M8", claim, words, "0.02 below", verdict::all(&each)));

    if let (Some(figures), Some(letters)) =
        (change(results, 0, (Series::Pool, PLAIN)), change(results, 1, (Series::Pool, PLAIN)))
    {
        let judge = Judge::at_least(2.0, "points more").or_direction_above(0.0, "");
        let claim = "Normalised times help Figures more, whose strips are unequal";
        let words = (
            format!("{:.1} %, {:.1} %", published_change(0), published_change(1)),
            format!("{:.1} %, {:.1} %", figures.mean, letters.mean),
        );
        found.targets.push(
            Target::judged("M8", claim, words, &judge, letters - figures).note(
                "As the table of series shows, the published difference goes with that of the machines.",
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_of_each_are_chosen_in_all_ways() {
        let near = |ours: Option<f64>, expected: f64| (ours.expect("a share") - expected).abs() < 1e-9;
        assert!(near(four_ahead(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0]), 100.0));
        assert!(near(four_ahead(&[1.0, 2.0, 3.0, 9.0], &[5.0, 6.0, 7.0, 8.0]), 0.0));
        // Of five choices each, those without the 9 and without the 0.
        assert!(near(four_ahead(&[1.0, 2.0, 9.0, 3.0, 4.0], &[5.0, 0.0, 6.0, 7.0, 8.0]), 4.0));
        assert_eq!(four_ahead(&[1.0, 2.0, 3.0], &[5.0, 6.0, 7.0, 8.0]), None);
        assert_eq!(four_ahead(&[1.0, 2.0, 3.0, f64::NAN], &[5.0, 6.0, 7.0, 8.0]), None);
    }
}
