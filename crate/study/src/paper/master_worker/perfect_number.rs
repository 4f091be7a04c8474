//! M4: how many workers are worth having.

use super::batches::{Batches, Shape, WORKLOADS, fixed};
use super::curves::{most, never_rising, words};
use super::dedicated::{Master, application, every_batch};
use super::{TASKS, VARIES};
use crate::paper::Experiment;
use crate::{
    Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Take, Target, Verdict, verdict,
};
use ganttlet_document::Scenario;
use ganttlet_engine::policy::list_scheduling::TradeOff;
use ganttlet_engine::time::Span;
use ganttlet_engine::workload::Work;

/// The experiment.
pub(in super::super) const M4: Experiment = Experiment {
    id: "M4",
    title: "Perfect number of workers",
    question: "How many workers are worth having, and how much does it matter to have exactly as many?",
    source: "Heymann 2001, sections 4.1, 4.2.1 and 5.5, tables 4-1, 4-2 and 5-2",
    setup: "The perfect number of workers has the least ratio of time to efficiency, the ideal interval around it ratios up to a \
            tenth above that. Batches of 50 tasks (table 4-1: all different; table 4-2: large tasks similar or different) and of \
            150, LPTF, every number of dedicated workers; tasks that do not vary, and 1000 batches in which they vary by up to 5, \
            10, 30 and 100 %.",
    notes: &[
        TASKS,
        VARIES,
        "With which variation table 4-1 was made is not printed. No single one gives all seven intervals; their ends are within \
         1 worker without variation, and within 2 with 10 %.",
        "Table 4-2 tells similar tasks from different ones. Similar are 0-0 here; with W 40 % the ratio is almost flat, and 30 \
         workers are better than the 24 of the table by about 1 %.",
        "An interval ends where the first ratio is above the bound: beyond it there may be others below.",
    ],
    cases,
    findings,
};

/// Published for 50 tasks, all different: workload, perfect number, ends of the interval.
const PUBLISHED: [(u32, u32, (u32, u32)); 7] = [
    (30, 20, (18, 22)),
    (40, 14, (13, 15)),
    (50, 11, (10, 12)),
    (60, 9, (8, 10)),
    (70, 8, (7, 9)),
    (80, 7, (6, 8)),
    (90, 6, (6, 7)),
];
/// Published for 150 tasks.
const OF_150: [u32; 7] = [57, 40, 31, 26, 22, 19, 17];
/// Workers as a share of the tasks, %: large tasks similar, different.
const SHARES: [(u32, u32); 7] = [(60, 40), (48, 28), (40, 22), (34, 18), (30, 16), (26, 14), (22, 12)];

const VARIED: [u32; 5] = [0, 5, 10, 30, 100];

/// All that is looked at; what does not vary needs one batch.
fn points(effort: Effort) -> Vec<Batches> {
    let seed = effort.seeds(1, 1).next().unwrap_or(0);
    let mut points = Vec::new();
    for (tasks, shape, variations) in
        [(50, Shape::ALL_DIFFER, &VARIED[..]), (50, Shape::EQUAL, &[0]), (150, Shape::ALL_DIFFER, &[0])]
    {
        for workload in WORKLOADS {
            for &variation in variations {
                let iterations = if variation == 0 { 1 } else { 1000 };
                points.push(Batches { tasks, iterations, workload, shape, variation, seed });
            }
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(batches: &Batches) -> Case {
    // What is shown of it: the published perfect number, then a worker for each task.
    let place = WORKLOADS.iter().position(|&workload| workload == batches.workload).unwrap_or(0);
    let perfect = if batches.tasks == 150 { OF_150[place] } else { PUBLISHED[place].1 };
    Case {
        label: batches.words(),
        scenario: batches.scenario(&[fixed("lptf", perfect), fixed("lptf", batches.tasks)]),
        variant: 0,
        take: Take::FromWork(numbers),
    }
}

const PERFECT: usize = 0;
const LOW: usize = 1;
const HIGH: usize = 2;
/// Behind these the efficiency with 1, 2, .. workers, then the times, s.
const CURVES: usize = 3;

fn numbers(work: &Work, scenario: &Scenario) -> Vec<f64> {
    let Some(application) = application(work) else { return Vec::new() };
    let mut masters = [Master::new(&scenario.variants[0], scenario.seed)];
    every_batch(application, &mut masters, |_, _, _| {});
    let work: Span = application.batches.iter().flatten().fold(Span::ZERO, |sum, task| sum + task.run);
    let trade_off = TradeOff::of(work.0 as f64, &masters[0].totals);
    let (low, high) = trade_off.ideal_interval();
    let mut numbers = [trade_off.perfect_number(), low, high].map(f64::from).to_vec();
    numbers.extend(trade_off.points.iter().map(|point| point.efficiency));
    numbers.extend(trade_off.points.iter().map(|point| Span(point.makespan).seconds()));
    numbers
}

/// What came of the cases.
struct Numbers<'a> {
    results: Results<'a, Batches>,
    effort: Effort,
}

impl Numbers<'_> {
    fn of(&self, tasks: u32, workload: u32, shape: Shape, variation: u32) -> Option<&[f64]> {
        let wanted = points(self.effort).into_iter().find(|point| {
            (point.tasks, point.workload, point.shape, point.variation) == (tasks, workload, shape, variation)
        })?;
        self.results.runs(|point| *point == wanted).first().copied()
    }

    /// Of 50 tasks that are all different.
    fn published(&self, workload: u32, variation: u32) -> Option<&[f64]> {
        self.of(50, workload, Shape::ALL_DIFFER, variation)
    }

    /// A number of each workload.
    fn each(&self, column: usize, tasks: u32, shape: Shape, variation: u32) -> Option<Vec<f64>> {
        WORKLOADS.iter().map(|&workload| Some(self.of(tasks, workload, shape, variation)?[column])).collect()
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let numbers = Numbers { results: Results::new(points(effort), outcomes), effort };
    let mut targets: Vec<Target> =
        [0, 10].into_iter().filter_map(|variation| perfect(&numbers, variation)).collect();
    targets.extend([0, 10].into_iter().filter_map(|variation| intervals(&numbers, variation)));
    let others = [narrower, example, beyond, properties, of_150, different, similar, shares];
    targets.extend(others.iter().filter_map(|of| of(&numbers)));
    Findings {
        targets,
        tables: vec![table(&numbers), shares_table(&numbers), large_table(&numbers)],
        plots: plots(&numbers),
    }
}

fn perfect(numbers: &Numbers, variation: u32) -> Option<Target> {
    let ours = numbers.each(PERFECT, 50, Shape::ALL_DIFFER, variation)?;
    let published = PUBLISHED.map(|(_, perfect, _)| f64::from(perfect));
    let parts: Vec<Verdict> =
        ours.iter().zip(published).map(|(&ours, published)| verdict::within(ours, published, 0.5)).collect();
    let claim = format!("Perfect numbers of 50 tasks, W from 30 to 90 % (D {variation} %)");
    let diagnostics = (words(&published, 0), words(&ours, 0));
    let target = Target::new("M4", claim, diagnostics, "exact", verdict::all(&parts));
    // The sizes of tasks were chosen by what comes out without variation.
    Some(if variation == 0 { target.fitted() } else { target })
}

fn intervals(numbers: &Numbers, variation: u32) -> Option<Target> {
    let tolerance = if variation == 0 { 1.0 } else { 2.0 };
    let mut parts = Vec::new();
    let mut texts = [Vec::new(), Vec::new()];
    for (workload, _, (low, high)) in PUBLISHED {
        let ours = numbers.published(workload, variation)?;
        parts.push(verdict::within(ours[LOW], f64::from(low), tolerance));
        parts.push(verdict::within(ours[HIGH], f64::from(high), tolerance));
        texts[0].push(format!("{low}-{high}"));
        texts[1].push(format!("{}-{}", ours[LOW], ours[HIGH]));
    }
    let [published, ours] = texts.map(|texts| texts.join(", "));
    let claim = format!("Ideal intervals of 50 tasks, W from 30 to 90 % (D {variation} %)");
    let tolerance = if variation == 0 { "1 worker at each end" } else { "2 workers at each end" };
    Some(Target::new("M4", claim, (published, ours), tolerance, verdict::all(&parts)))
}

fn narrower(numbers: &Numbers) -> Option<Target> {
    let each = |column| numbers.each(column, 50, Shape::ALL_DIFFER, 10);
    let perfect = each(PERFECT)?;
    let wide: Vec<f64> = each(HIGH)?.iter().zip(each(LOW)?).map(|(high, low)| high - low + 1.0).collect();
    let verdict = verdict::all(&[verdict::falling(&perfect), never_rising(&wide)]);
    let ours = format!("{}; {} wide", words(&perfect, 0), words(&wide, 0));
    let claim = "The higher W, the fewer workers are perfect and the narrower is the interval (D 10 %)";
    Some(Target::new("rule 3", claim, ("falls", ours), "order", verdict))
}

fn efficiency(numbers: &[f64], workers: usize) -> f64 {
    numbers[CURVES + workers - 1]
}

/// The time with so many workers by that with one for each task.
fn longer(numbers: &[f64], workers: usize) -> f64 {
    let times = &numbers[CURVES + (numbers.len() - CURVES) / 2..];
    times[workers - 1] / times[times.len() - 1]
}

fn example(numbers: &Numbers) -> Option<Target> {
    let ours = numbers.published(30, 0)?;
    let (efficiency, longer) = (efficiency(ours, 20), longer(ours, 20));
    let parts = [verdict::within(efficiency, 0.9, 0.02), verdict::within(longer, 1.01, 0.02)];
    let diagnostics = ("0.9 and 1.01 times", format!("{efficiency:.3} and {longer:.3} times"));
    let claim = "W 30 %, 20 workers: efficiency, and time beside a worker for each task (D 0 %)";
    Some(Target::new("M4", claim, diagnostics, "0.02", verdict::all(&parts)))
}

fn beyond(numbers: &Numbers) -> Option<Target> {
    let most_workers = |workload| {
        let ours = numbers.published(workload, 0)?;
        (1..=50).rev().find(|&workers| efficiency(ours, workers) >= 0.795)
    };
    let (low, high) = (most_workers(30)?, most_workers(90)?);
    let parts = [verdict::within(low as f64, 23.0, 1.0), verdict::within(high as f64, 8.0, 1.0)];
    let claim = "The most workers with an efficiency of 0.80 (rounded): W 30 %, W 90 % (D 0 %)";
    Some(Target::new("M4", claim, ("23, 8", format!("{low}, {high}")), "1 worker", verdict::all(&parts)))
}

fn properties(numbers: &Numbers) -> Option<Target> {
    let mut efficiencies = Vec::new();
    let mut times = Vec::new();
    for workload in WORKLOADS {
        let ours = numbers.published(workload, 0)?;
        for workers in ours[LOW] as usize..=ours[HIGH] as usize {
            efficiencies.push(efficiency(ours, workers));
            times.push(longer(ours, workers));
        }
    }
    let least = -most(efficiencies.iter().map(|efficiency| -efficiency));
    let slowest = most(times.iter().copied());
    let parts: Vec<Verdict> = efficiencies
        .iter()
        .zip(&times)
        .map(|(&efficiency, &time)| verdict::held(efficiency > 0.8 && time < 1.1))
        .collect();
    let ours = format!("at least {least:.2}, at most {slowest:.2} times");
    let claim = "In the ideal interval efficiency is above 0.8 and the time below 1.1 times that with a worker for each task";
    let tolerance = "for every W and number of workers (50 tasks, D 0 %)";
    let target = Target::new("rule 9", claim, ("0.8; 1.1 times", ours), tolerance, verdict::all(&parts));
    Some(target.note("At the lower end the ratio allows for a little more time, since all workers are busy."))
}

fn of_150(numbers: &Numbers) -> Option<Target> {
    let ours = numbers.each(PERFECT, 150, Shape::ALL_DIFFER, 0)?;
    let published = OF_150.map(f64::from);
    let parts: Vec<Verdict> =
        ours.iter().zip(published).map(|(&ours, published)| verdict::within(ours, published, 0.5)).collect();
    let diagnostics = (words(&published, 0), words(&ours, 0));
    let claim = "Perfect numbers of 150 tasks, W from 30 to 90 % (D 0 %)";
    Some(Target::new("M4", claim, diagnostics, "exact", verdict::all(&parts)).fitted())
}

/// Perfect numbers as shares of the tasks, %.
fn shares_of(numbers: &Numbers, shape: Shape) -> Option<Vec<f64>> {
    let perfect = numbers.each(PERFECT, 50, shape, 0)?;
    Some(perfect.iter().map(|workers| workers * 2.0).collect())
}

fn different(numbers: &Numbers) -> Option<Target> {
    let ours = shares_of(numbers, Shape::ALL_DIFFER)?;
    let published = SHARES.map(|(_, different)| f64::from(different));
    let parts: Vec<Verdict> =
        ours.iter().zip(published).map(|(&ours, published)| verdict::within(ours, published, 0.5)).collect();
    let diagnostics = (words(&published, 0), words(&ours, 0));
    let claim = "Workers by tasks, %: large tasks different, W from 30 to 90 %";
    Some(Target::new("M4", claim, diagnostics, "exact", verdict::all(&parts)).fitted())
}

fn similar(numbers: &Numbers) -> Option<Target> {
    let ours = shares_of(numbers, Shape::EQUAL)?;
    let published = SHARES.map(|(similar, _)| f64::from(similar));
    let parts: Vec<Verdict> =
        ours.iter().zip(published).map(|(&ours, published)| verdict::within(ours, published, 0.5)).collect();
    let diagnostics = (words(&published, 0), words(&ours, 0));
    let claim = "Workers by tasks, %: large tasks similar, W from 30 to 90 %";
    let target = Target::new("M4", claim, diagnostics, "exact", verdict::all(&parts));
    Some(target.note("With W 40 % the ratio is almost flat from 24 to 30 workers."))
}

fn shares(numbers: &Numbers) -> Option<Target> {
    let ours = numbers.each(PERFECT, 50, Shape::ALL_DIFFER, 0)?;
    // The speed-up that can be reached: (0.2 T + 1) / (2 W).
    let law = WORKLOADS.map(|workload| (0.2 * 50.0 + 1.0) / (2.0 * f64::from(workload) / 100.0));
    let parts: Vec<Verdict> =
        ours.iter().zip(law).map(|(&ours, law)| verdict::within(ours, law, 2.0)).collect();
    let claim = "The perfect number is about the speed-up that can be reached, (0.2 T + 1) / (2 W): 40 to 12 % of the tasks";
    let diagnostics = (words(&law, 1), words(&ours, 0));
    Some(Target::new("rule 8", claim, diagnostics, "2 workers", verdict::all(&parts)))
}

fn exact(value: f64) -> Cell {
    Cell::ours(Some(Interval::exact(value)))
}

fn table(numbers: &Numbers) -> Table {
    let columns = ["W", "D 0 %", "D 5 %", "D 10 %", "D 30 %", "D 100 %"];
    let mut table = Table::new("Table 4-1: perfect number and ideal interval, 50 tasks, 1-1", &columns);
    for (workload, perfect, (low, high)) in PUBLISHED {
        let cell = |variation: u32| {
            let text = numbers
                .published(workload, variation)
                .map_or_else(String::new, |ours| format!("{} ({}-{})", ours[PERFECT], ours[LOW], ours[HIGH]));
            let cell = Cell::text(text);
            if variation <= 10 { cell.beside(format!("{perfect} ({low}-{high})")) } else { cell }
        };
        table.row(format!("{workload} %"), VARIED.map(cell).to_vec());
    }
    table
}

fn shares_table(numbers: &Numbers) -> Table {
    let columns = ["W", "large tasks similar", "large tasks different"];
    let mut table = Table::new("Table 4-2: perfect number of workers by tasks, %", &columns);
    let each = [Shape::EQUAL, Shape::ALL_DIFFER].map(|shape| shares_of(numbers, shape));
    for (at, (workload, (similar, different))) in WORKLOADS.iter().zip(SHARES).enumerate() {
        let cell = |ours: &Option<Vec<f64>>, published: u32| {
            let ours = ours.as_ref().map(|ours| Interval::exact(ours[at]));
            Cell::ours(ours).beside(published.to_string())
        };
        table.row(format!("{workload} %"), vec![cell(&each[0], similar), cell(&each[1], different)]);
    }
    table
}

fn large_table(numbers: &Numbers) -> Table {
    let columns = ["W", "perfect number", "interval", "efficiency there"];
    let mut table = Table::new("Table 5-2: perfect number of 150 tasks, 1-1, D 0 %", &columns);
    for (workload, published) in WORKLOADS.into_iter().zip(OF_150) {
        let Some(ours) = numbers.of(150, workload, Shape::ALL_DIFFER, 0) else { continue };
        table.row(
            format!("{workload} %"),
            vec![
                exact(ours[PERFECT]).beside(published.to_string()),
                Cell::text(format!("{}-{}", ours[LOW], ours[HIGH])),
                exact(efficiency(ours, ours[PERFECT] as usize)),
            ],
        );
    }
    table
}

fn plots(numbers: &Numbers) -> Vec<Plot> {
    let mut ratios = Plot::new(
        "Ratio of time to efficiency by its least one, 50 tasks, 1-1, D 0 %",
        "workers",
        "times the least ratio",
    );
    let mut efficiencies = Plot::new("Efficiency, 50 tasks, 1-1, D 0 %", "workers", "efficiency");
    for workload in WORKLOADS {
        let Some(ours) = numbers.published(workload, 0) else { continue };
        let ratio = |workers: usize| longer(ours, workers) / efficiency(ours, workers);
        let least = ratio(ours[PERFECT] as usize);
        let line = |of: &dyn Fn(usize) -> f64| {
            let point = |workers: u32| (f64::from(workers), Some(Interval::exact(of(workers as usize))));
            Line::new(format!("W {workload} %"), &(1..=50).map(point).collect::<Vec<_>>())
        };
        // Where so much more is paid, nothing is to be seen any more.
        ratios.lines.push(line(&|workers| match ratio(workers) / least {
            shown if shown <= 3.0 => shown,
            _ => f64::NAN,
        }));
        efficiencies.lines.push(line(&|workers| efficiency(ours, workers)));
    }
    vec![ratios, efficiencies]
}
