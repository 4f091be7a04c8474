//! M5: the Fibonacci program with a number of workers from a table, against fixed numbers.

use super::pool::{
    AVERAGE, CHOSEN, EFFICIENCY, FITTED_POOL, Place, PoolRun, Program, TIME, WORKERS, Workers, cell, list,
    near, near_percent,
};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target};

/// The experiment.
pub(in super::super) const M5: Experiment = Experiment {
    id: "M5",
    title: "A number of workers from a table",
    question: "How efficient is an application that takes its number of workers from a table and adjusts it, and what does \
               that cost in time?",
    source: "Heymann 2001, section 4.2.2.3, tables 4-3 and 4-4",
    setup: "The Fibonacci program, 28 tasks in 35 iterations in two versions, ordered by Random & Average: 1 to 28 workers \
            throughout, and self-adjusting by the static table. On dedicated machines, and on a pool of machines of others, \
            as was measured.",
    notes: &[
        FITTED_POOL,
        "The small tasks are taken to be different where the large ones are, and similar where those are: it is not printed.",
        "The table asks for 22 % and 60 % of 28 tasks, 7 and 17 workers when rounded up. Published runs had 8 and 18, one \
         more in both cases; why is not said. Ours is the most that is asked for after the first batch: right after it, \
         when only one batch is known, the measured work may point to another row.",
        "Tables 4-4 and 4-6 print different efficiencies for the same runs of 10 and 15 workers (0.78 and 0.79, 0.84 and \
         0.82) beside the same times.",
        "With many workers and little to do for each, published efficiency is higher than speed-up by workers. In the \
         pool that is so because workers who come late are not counted before they come; on dedicated machines both are \
         the same.",
    ],
    cases,
    findings,
};

/// A version of the program, and what was published of it.
pub(super) struct Version {
    /// Its name in scenarios.
    pub(super) id: &'static str,
    /// What people call it.
    pub(super) name: &'static str,
    /// The published number of workers when self-adjusting.
    chosen: u32,
    /// Efficiency, time in s and speed-up with that.
    adjusted: [f64; 3],
    /// The same with other numbers of workers.
    fixed: [(u32, [f64; 3]); 7],
}

/// Tables 4-3 and 4-4. The efficiencies with 10 and 15 workers of the second version are those of table 4-4.
pub(super) const VERSIONS: [Version; 2] = [
    Version {
        id: "w50",
        name: "W 50 %, large tasks different",
        chosen: 8,
        adjusted: [0.80, 12_351.0, 6.49],
        fixed: [
            (1, [1.0, 80_192.0, 1.0]),
            (5, [0.94, 16_669.0, 4.81]),
            (10, [0.65, 12_365.0, 6.49]),
            (15, [0.43, 13_025.0, 6.16]),
            (20, [0.33, 12_003.0, 6.68]),
            (25, [0.28, 12_300.0, 6.52]),
            (28, [0.22, 12_701.0, 6.31]),
        ],
    },
    Version {
        id: "w30",
        name: "W 30 %, large tasks similar",
        chosen: 18,
        adjusted: [0.74, 2_753.0, 11.56],
        fixed: [
            (1, [1.0, 31_836.0, 1.0]),
            (5, [0.88, 7_030.0, 4.52]),
            (10, [0.78, 3_960.0, 8.03]),
            (15, [0.79, 2_860.0, 11.13]),
            (20, [0.65, 2_598.0, 12.25]),
            (25, [0.65, 2_309.0, 13.78]),
            (28, [0.65, 2_218.0, 14.35]),
        ],
    },
];

/// What a run is about.
struct Point {
    version: usize,
    shared: bool,
    workers: Workers,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for (version, of) in VERSIONS.iter().enumerate() {
        for shared in [false, true] {
            let fixed = of.fixed.iter().map(|&(count, _)| count).chain([of.chosen]);
            for workers in fixed.map(Workers::Fixed).chain([Workers::Table]) {
                points.extend(effort.seeds(40, 8).map(|seed| Point { version, shared, workers, seed }));
            }
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { version, shared, workers, seed }: &Point) -> Case {
    let of = &VERSIONS[version];
    let beside = if workers == Workers::Table { Workers::Fixed(28) } else { Workers::Table };
    let run = PoolRun {
        program: Program::Fibonacci(of.id),
        policies: (AVERAGE, workers),
        beside: (AVERAGE, beside),
        place: if shared { Place::HOMOGENEOUS } else { Place::DEDICATED },
        seed,
    };
    let how = match workers {
        Workers::Fixed(count) => format!("{count} workers"),
        _ => "self-adjusting".to_owned(),
    };
    run.case(&format!("Fibonacci {}, {how}, {}", of.id, where_it_runs(shared)))
}

/// The word for dedicated machines or a pool.
pub(super) fn where_it_runs(shared: bool) -> &'static str {
    if shared { "pool" } else { "dedicated" }
}

/// The runs of one version in one place.
struct Of<'a> {
    results: &'a Results<'a, Point>,
    version: usize,
    shared: bool,
}

impl Of<'_> {
    fn about(&self, workers: Workers) -> impl Fn(&Point) -> bool + use<> {
        let (version, shared) = (self.version, self.shared);
        move |point| (point.version, point.shared, point.workers) == (version, shared, workers)
    }

    fn interval(&self, column: usize, workers: Workers) -> Option<Interval> {
        self.results.interval(column, self.about(workers))
    }

    /// How much longer self-adjusting runs take than the mean of those with ten workers or more, seed by seed, %.
    fn longer_than_many(&self, fixed: &[(u32, [f64; 3])]) -> Option<Interval> {
        let times = |workers: Workers| self.results.values(TIME, self.about(workers));
        let many: Vec<Vec<f64>> = fixed[2..].iter().map(|&(n, _)| times(Workers::Fixed(n))).collect();
        let mean = |run: usize| many.iter().map(|times| times[run]).sum::<f64>() / many.len() as f64;
        let own = times(Workers::Table).into_iter().enumerate();
        let longer: Vec<f64> = own.map(|(run, own)| 100.0 * (own / mean(run) - 1.0)).collect();
        Interval::of(&longer)
    }

    /// The time of one worker by that of these, seed by seed.
    fn speed_up(&self, workers: Workers) -> Option<Interval> {
        let one = self.results.values(TIME, self.about(Workers::Fixed(1)));
        let these = self.results.values(TIME, self.about(workers));
        let ratios: Vec<f64> = one.iter().zip(these).map(|(one, these)| one / these).collect();
        Interval::of(&ratios)
    }
}

/// The rows of a table: who works, and what was published of it.
fn rows(version: &Version) -> Vec<(String, Workers, Option<[f64; 3]>)> {
    let fixed = version.fixed.iter().map(|&(n, published)| (n, Some(published)));
    let mut fixed: Vec<(u32, Option<[f64; 3]>)> = fixed.chain([(version.chosen, None)]).collect();
    fixed.sort_unstable_by_key(|&(n, _)| n);
    let rows = fixed.into_iter().map(|(n, published)| (n.to_string(), Workers::Fixed(n), published));
    let adjusted = format!("self-adjusting (published: {})", version.chosen);
    rows.chain([(adjusted, Workers::Table, Some(version.adjusted))]).collect()
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    for at in 0..VERSIONS.len() {
        tables(&results, at, &mut found);
        plots(&results, at, &mut found);
        targets(&results, at, &mut found);
    }
    found
}

fn tables(results: &Results<Point>, at: usize, found: &mut Findings) {
    let version = &VERSIONS[at];
    let [alone, pool] = [false, true].map(|shared| Of { results, version: at, shared });
    let title = format!("Table 4-{}: Fibonacci, {}", at + 3, version.name);
    let columns = [
        "workers",
        "efficiency, pool",
        "time, pool, s",
        "speed-up, pool",
        "workers there, pool",
        "efficiency, dedicated",
        "speed-up, dedicated",
    ];
    let mut table = Table::new(title, &columns);
    for (head, workers, published) in rows(version) {
        let cell = |of: &Of, column: usize, place: usize| match published {
            Some(published) => cell(results, column, of.about(workers), published[place]),
            None => Cell::ours(results.interval(column, of.about(workers))),
        };
        let speed_up = |of: &Of| {
            let cell = Cell::ours(of.speed_up(workers));
            if let Some([.., published]) = published { cell.beside(published.to_string()) } else { cell }
        };
        let there = Cell::ours(results.interval(WORKERS, pool.about(workers)));
        table.row(
            head,
            vec![
                cell(&pool, EFFICIENCY, 0),
                cell(&pool, TIME, 1),
                speed_up(&pool),
                there,
                cell(&alone, EFFICIENCY, 0),
                speed_up(&alone),
            ],
        );
    }
    found.tables.push(table);
}

fn plots(results: &Results<Point>, at: usize, found: &mut Findings) {
    let version = &VERSIONS[at];
    for (column, place, what) in [(EFFICIENCY, 0, "Efficiency"), (TIME, 1, "Execution time, s")] {
        let mut plot = Plot::new(format!("{what}, {}", version.name), "workers", what);
        // One worker takes so long that nothing else could be seen.
        let fixed = || version.fixed.iter().skip(usize::from(column == TIME));
        for shared in [true, false] {
            let of = Of { results, version: at, shared };
            let point = |n: u32| (f64::from(n), results.interval(column, of.about(Workers::Fixed(n))));
            let points: Vec<(f64, Option<Interval>)> = fixed().map(|&(n, _)| point(n)).collect();
            plot.lines.push(Line::new(where_it_runs(shared), &points));
        }
        let published =
            |&(n, numbers): &(u32, [f64; 3])| (f64::from(n), Some(Interval::exact(numbers[place])));
        plot.lines.push(Line::new("pool published", &fixed().map(published).collect::<Vec<_>>()));
        found.plots.push(plot);
    }
}

fn targets(results: &Results<Point>, at: usize, found: &mut Findings) {
    let version = &VERSIONS[at];
    let name = version.name;
    let [alone, pool] = [false, true].map(|shared| Of { results, version: at, shared });
    let fixed = || version.fixed.iter().map(|&(n, published)| (Workers::Fixed(n), published));
    let all = |column: usize| {
        fixed().map(|(workers, _)| pool.interval(column, workers)).collect::<Option<Vec<Interval>>>()
    };
    let (Some(efficiency), Some(time)) = (all(EFFICIENCY), all(TIME)) else { return };
    let Some(own_efficiency) = pool.interval(EFFICIENCY, Workers::Table) else { return };

    let published: Vec<f64> = fixed().map(|(_, [efficiency, ..])| efficiency).collect();
    let claim = format!("{name}: efficiency of 1, 5, 10, 15, 20, 25 and 28 workers");
    found.targets.push(
        Target::new(
            "M5",
            claim,
            (list(&published), list(&efficiency)),
            "0.05 each",
            near(&efficiency, &published, 0.05),
        )
        .note("In the second version small delays weigh more, as an iteration takes a minute."),
    );

    let published: Vec<f64> = fixed().map(|(_, [_, time, _])| time).collect();
    let claim = format!("{name}: time of 1, 5, 10, 15, 20, 25 and 28 workers, s");
    found.targets.push(Target::new(
        "M5",
        claim,
        (list(&published), list(&time)),
        "10 % each",
        near_percent(&time, &published, 10.0),
    ));

    if let Some(chosen) = alone.interval(CHOSEN, Workers::Table) {
        let claim = format!("{name}: workers that the table asks for");
        let judge = Judge::near(f64::from(version.chosen), 1.0, "worker");
        let words = (version.chosen.to_string(), list(&[chosen]));
        found.targets.push(
            Target::judged("M5", claim, words, &judge, chosen)
                .note("The published runs had one more than the table says."),
        );
    }
    let claim = format!("{name}: efficiency when self-adjusting");
    let judge = Judge::near(version.adjusted[0], 0.05, "");
    let words = (version.adjusted[0].to_string(), list(&[own_efficiency]));
    found.targets.push(
        Target::judged("M5", claim, words, &judge, own_efficiency)
            .note("With fewer workers than in the published run each of them works more."),
    );

    // The runs with at least ten workers.
    let more = |times: &[f64]| times[2..].iter().sum::<f64>() / (times.len() - 2) as f64;
    let theirs = 100.0 * (version.adjusted[1] / more(&published) - 1.0);
    if let Some(ours) = pool.longer_than_many(&version.fixed).filter(|_| at == 0) {
        let claim = format!("{name}: time when self-adjusting is similar to that of more workers, 10 to 28");
        let words = (format!("{theirs:+.1} %"), format!("{} %", ours.words()));
        found.targets.push(Target::judged("M5", claim, words, &Judge::at_most(10.0, "%"), ours));
        let theirs = 100.0 * (published[6] / published[2] - 1.0);
        let claim = format!("{name}: 28 workers instead of 10 shorten nothing");
        let [few, all] = [10, 28].map(|n| pool.about(Workers::Fixed(n)));
        if let Some(ours) = results.change(TIME, few, all) {
            let words = (format!("{theirs:+.1} %"), format!("{} %", ours.words()));
            found.targets.push(Target::judged("M5", claim, words, &Judge::at_least(-5.0, "%"), ours));
        }
    }

    // How far efficiency is above speed-up by workers, with 15 workers or more.
    let above = |of: &Of| {
        let one = |n: u32| {
            let workers = Workers::Fixed(n);
            Some(of.interval(EFFICIENCY, workers)? - of.speed_up(workers)? * (1.0 / f64::from(n)))
        };
        [15, 20, 25, 28].into_iter().map(one).collect::<Option<Vec<Interval>>>()
    };
    if let (Some(ours), Some(dedicated)) = (above(&pool), above(&alone)) {
        let published: Vec<f64> = version.fixed[3..]
            .iter()
            .map(|&(n, [efficiency, _, speed_up])| efficiency - speed_up / f64::from(n))
            .collect();
        let (claim, tolerance, verdict) = if at == 0 {
            let near: Vec<_> = ours.iter().map(|&o| verdict::within(o, 0.0, 0.05)).collect();
            ("efficiency is speed-up by workers", "0.05 each", verdict::all(&near))
        } else {
            let above: Vec<_> = ours.iter().map(|&o| Judge::above(0.02, "").of(o)).collect();
            ("efficiency is above speed-up by workers", "more than 0.02 each", verdict::all(&above))
        };
        let claim = format!("{name}: {claim}, with 15, 20, 25 and 28 of them");
        let words = (list(&published), format!("{} (dedicated {})", list(&ours), list(&dedicated)));
        found.targets.push(
            Target::new("M5", claim, words, tolerance, verdict)
                .note("Workers who come late are not counted before they come."),
        );
    }
}
