//! M6: the Fibonacci program under Random and under Random & Average.

use super::fibonacci::{VERSIONS, where_it_runs};
use super::pool::{EFFICIENCY, FITTED_POOL, Place, PoolRun, Program, TIME, Workers, cell, list, near};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target};

/// The experiment.
pub(in super::super) const M6: Experiment = Experiment {
    id: "M6",
    title: "What knowing the past is worth",
    question: "How much does it help a real application to hand out tasks by what they took before?",
    source: "Heymann 2001, section 4.2.2.4, tables 4-5 and 4-6",
    setup: "The Fibonacci program, 28 tasks in 35 iterations in two versions, with 1 to 28 workers throughout: tasks in random \
            order, and by Random & Average. On dedicated machines, and on a pool of machines of others, as was measured.",
    notes: &[
        FITTED_POOL,
        "Tables 4-4 and 4-6 print different efficiencies for the same runs of Random & Average with 10 and 15 workers at \
         W 30 % (0.78 and 0.79, 0.84 and 0.82) beside the same times; here stand those of table 4-6.",
        "At W 30 % the published difference is gone from 15 workers on, as most large tasks then start early by chance. In \
         simulation it is gone where there is a worker for nearly every task: with six equal large tasks of 28, one of \
         them is often among the last that 15 or 20 workers get to.",
    ],
    cases,
    findings,
};

/// Numbers of workers.
const COUNTS: [u32; 7] = [1, 5, 10, 15, 20, 25, 28];

/// The orderings: their names in scenarios and in the thesis.
const ORDERINGS: [(&str, &str); 2] = [("random", "Random"), ("random-average", "Random & Average")];
const RANDOM: usize = 0;
const AVERAGE: usize = 1;

/// Published efficiency and time in s, by version, ordering and number of workers.
const PUBLISHED: [[[(f64, f64); 7]; 2]; 2] = [
    [
        [
            (1.0, 80_192.0),
            (0.80, 20_055.0),
            (0.56, 14_121.0),
            (0.40, 13_273.0),
            (0.34, 12_153.0),
            (0.26, 12_109.0),
            (0.26, 12_716.0),
        ],
        [
            (1.0, 80_192.0),
            (0.94, 16_669.0),
            (0.65, 12_365.0),
            (0.43, 13_025.0),
            (0.33, 12_003.0),
            (0.28, 12_300.0),
            (0.22, 12_701.0),
        ],
    ],
    [
        [
            (1.0, 32_241.0),
            (0.87, 7_477.0),
            (0.82, 4_807.0),
            (0.81, 2_932.0),
            (0.7, 2_679.0),
            (0.66, 2_291.0),
            (0.63, 2_105.0),
        ],
        [
            (1.0, 31_836.0),
            (0.88, 7_030.0),
            (0.84, 3_960.0),
            (0.82, 2_860.0),
            (0.65, 2_598.0),
            (0.65, 2_309.0),
            (0.65, 2_218.0),
        ],
    ],
];

/// What a run is about: places in the lists above, and the seed.
struct Point {
    version: usize,
    shared: bool,
    ordering: usize,
    count: usize,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for version in 0..VERSIONS.len() {
        for shared in [false, true] {
            for ordering in 0..ORDERINGS.len() {
                for count in 0..COUNTS.len() {
                    let seeds = effort.seeds(40, 8);
                    points.extend(seeds.map(|seed| Point { version, shared, ordering, count, seed }));
                }
            }
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { version, shared, ordering, count, seed }: &Point) -> Case {
    let (id, name) = ORDERINGS[ordering];
    let workers = Workers::Fixed(COUNTS[count]);
    let run = PoolRun {
        program: Program::Fibonacci(VERSIONS[version].id),
        policies: (id, workers),
        beside: (ORDERINGS[1 - ordering].0, workers),
        place: if shared { Place::HOMOGENEOUS } else { Place::DEDICATED },
        seed,
    };
    let (version, count) = (VERSIONS[version].id, COUNTS[count]);
    run.case(&format!("Fibonacci {version}, {name}, {count} workers, {}", where_it_runs(shared)))
}

fn about(version: usize, shared: bool, ordering: usize, count: usize) -> impl Fn(&Point) -> bool {
    move |point| {
        (point.version, point.shared, point.ordering, point.count) == (version, shared, ordering, count)
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    for version in 0..VERSIONS.len() {
        found.tables.push(table(&results, version));
        found.plots.extend(
            [(EFFICIENCY, "Efficiency"), (TIME, "Execution time, s")]
                .map(|what| plot(&results, version, what)),
        );
        targets(&results, version, &mut found);
    }
    found
}

fn table(results: &Results<Point>, version: usize) -> Table {
    let title = format!("Table 4-{}: Fibonacci, {}", version + 5, VERSIONS[version].name);
    let columns = [
        "workers",
        "efficiency, Random",
        "time, Random, s",
        "efficiency, R&A",
        "time, R&A, s",
        "Random longer, %",
        "Random longer, dedicated, %",
    ];
    let mut table = Table::new(title, &columns);
    for (count, workers) in COUNTS.iter().enumerate() {
        let mut cells = Vec::new();
        for (ordering, published) in PUBLISHED[version].iter().enumerate() {
            let about = || about(version, true, ordering, count);
            cells.push(cell(results, EFFICIENCY, about(), published[count].0));
            cells.push(cell(results, TIME, about(), published[count].1));
        }
        let [(_, random), (_, average)] =
            [RANDOM, AVERAGE].map(|ordering| PUBLISHED[version][ordering][count]);
        let longer = Cell::ours(longer(results, version, true, count));
        cells.push(longer.beside(format!("{:.1}", 100.0 * (random / average - 1.0))));
        cells.push(Cell::ours(self::longer(results, version, false, count)));
        table.row(workers.to_string(), cells);
    }
    table
}

/// How much longer it takes under Random, in pairs, %.
fn longer(results: &Results<Point>, version: usize, shared: bool, count: usize) -> Option<Interval> {
    results.change(TIME, about(version, shared, AVERAGE, count), about(version, shared, RANDOM, count))
}

fn plot(results: &Results<Point>, version: usize, (column, what): (usize, &str)) -> Plot {
    let mut plot = Plot::new(format!("{what}, {}", VERSIONS[version].name), "workers", what);
    // One worker takes so long that nothing else could be seen.
    let counts = || COUNTS.iter().enumerate().skip(usize::from(column == TIME));
    for (ordering, &(_, name)) in ORDERINGS.iter().enumerate() {
        let ours = |count: usize| results.interval(column, about(version, true, ordering, count));
        let points: Vec<(f64, Option<Interval>)> =
            counts().map(|(count, &workers)| (f64::from(workers), ours(count))).collect();
        plot.lines.push(Line::new(name, &points));
        let published = |count: usize| {
            let (efficiency, time) = PUBLISHED[version][ordering][count];
            Some(Interval::exact(if column == TIME { time } else { efficiency }))
        };
        let points: Vec<(f64, Option<Interval>)> =
            counts().map(|(count, &workers)| (f64::from(workers), published(count))).collect();
        plot.lines.push(Line::new(format!("{name} published"), &points));
    }
    plot
}

fn published_percent(numbers: &[f64]) -> String {
    format!("{} % longer", list(numbers))
}

fn percent(numbers: &[Interval]) -> String {
    format!("{} % longer", list(numbers))
}

fn targets(results: &Results<Point>, version: usize, found: &mut Findings) {
    let name = VERSIONS[version].name;
    let all = |ordering: usize, column: usize| {
        let one = |count: usize| results.interval(column, about(version, true, ordering, count));
        (0..COUNTS.len()).map(one).collect::<Option<Vec<Interval>>>()
    };
    let efficiencies = [RANDOM, AVERAGE].map(|ordering| all(ordering, EFFICIENCY));
    let [Some(random), Some(average)] = efficiencies else { return };
    let changes = (0..COUNTS.len()).map(|count| longer(results, version, true, count));
    let Some(longer) = changes.collect::<Option<Vec<Interval>>>() else { return };

    let published: Vec<f64> = PUBLISHED[version][RANDOM].iter().map(|&(efficiency, _)| efficiency).collect();
    let claim = format!("{name}: efficiency under Random with 1, 5, 10, 15, 20, 25 and 28 workers");
    found.targets.push(Target::new(
        "M6",
        claim,
        (list(&published), list(&random)),
        "0.05 each",
        near(&random, &published, 0.05),
    ));

    let published_longer: Vec<f64> = (0..COUNTS.len())
        .map(|count| {
            100.0 * (PUBLISHED[version][RANDOM][count].1 / PUBLISHED[version][AVERAGE][count].1 - 1.0)
        })
        .collect();
    let few = 1..3;
    let better: Vec<_> = few
        .clone()
        .flat_map(|count| [verdict::sign(longer[count], 1.0), verdict::more(average[count], random[count])])
        .collect();
    let claim = format!("{name}: with 5 and 10 workers Random & Average is faster and more efficient");
    let words = (published_percent(&published_longer[few.clone()]), percent(&longer[few]));
    found.targets.push(Target::new("M6", claim, words, "sign", verdict::all(&better)));

    let claim = format!("{name}: from 15 workers on both take nearly as long");
    let words = (published_percent(&published_longer[3..]), percent(&longer[3..]));
    found.targets.push(
        Target::new("M6", claim, words, "5 % each", near(&longer[3..], &[0.0; 4], 5.0))
            .note("Chance puts one of the large tasks behind the others unless there is a worker for nearly every task."),
    );
    let claim = format!("{name}: with a worker for each task the order does not matter");
    let words = (published_percent(&published_longer[6..]), percent(&longer[6..]));
    found.targets.push(
        Target::judged("M6", claim, words, &Judge::near(0.0, 3.0, "%"), longer[6])
            .note("It does until all workers are there; on dedicated machines the difference is nothing."),
    );
}
