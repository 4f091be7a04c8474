//! M1: how busy workers are under four orderings.

mod claims;

use super::batches::{self, Batches, Shape, VARIATIONS, WORKLOADS};
use super::curves::{Curves, Measure};
use super::dedicated::{AVERAGE, LENGTHS, LPTF, NAMES, RANDOM, case};
use super::{SHARED, TASKS, VARIES};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Line, Plot, Table};

/// The experiment.
pub(in super::super) const M1: Experiment = Experiment {
    id: "M1",
    title: "Efficiency of orderings",
    question: "How many workers can be kept busy, and does it matter in which order tasks are handed out?",
    source: "Heymann 2001, section 3.4.3.1",
    setup: "Batches of 30 tasks on 1 to 30 dedicated machines: a fifth of the tasks holds 30 to 90 % of the work (W); large and \
            small tasks are each similar or different (0-0 to 1-1) and vary by up to 0 to 100 % from batch to batch (D). Four \
            orderings of the same batches, 35 of them unless said.",
    notes: &[
        TASKS,
        VARIES,
        SHARED,
        "That tasks vary costs Random & Average more than Random, not less: beyond 5 workers even LPTF loses more, since the \
         longest task grows, and Random has less to lose. Only with few workers it is as published.",
        "Random is not smooth where the six large tasks are equal and hold 90 % of the work, whatever the small ones are, and not \
         at the last worker of W 30 %, 0-0, when no task waits any more.",
        "Efficiency over the number of batches is told beside LPTF: all orderings see the same batches, and chance makes these \
         longer or shorter.",
    ],
    cases,
    findings,
};

const COUNT: u32 = 30;
/// The length that is shown.
const LENGTH: usize = 35;
/// Numbers of workers that the thesis shows.
const WORKERS: [usize; 4] = [5, 10, 15, 30];

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
    Findings { targets: claims::targets(&curves), tables: vec![table(&curves)], plots: plots(&curves) }
}

fn table(curves: &Curves) -> Table {
    let columns = ["batches", "ordering", "5 workers", "10", "15", "30"];
    let mut table = Table::new("Efficiency", &columns);
    let shown = [
        (30, Shape::ALL_DIFFER, 0),
        (30, Shape::ALL_DIFFER, 30),
        (30, Shape::ALL_DIFFER, 100),
        (30, Shape::EQUAL, 30),
        (30, Shape::EQUAL, 100),
        (60, Shape::ALL_DIFFER, 0),
        (90, Shape::ALL_DIFFER, 0),
    ];
    for (workload, shape, variation) in shown {
        for (ordering, name) in NAMES.iter().enumerate() {
            let like = Batches { workload, shape, variation, ..BASE };
            let cell =
                |workers| Cell::ours(curves.at(like, LENGTH, (Measure::Efficiency, ordering, workers)));
            let cells = std::iter::once(Cell::text(*name)).chain(WORKERS.map(cell)).collect();
            table.row(format!("W {workload} %, {}, D {variation} %", shape.code()), cells);
        }
    }
    table
}

fn plots(curves: &Curves) -> Vec<Plot> {
    let efficiency = |like, ordering| curves.curve(like, LENGTH, (Measure::Efficiency, ordering));
    let mut plots = Vec::new();
    for (ordering, name) in [(LPTF, "LPTF"), (RANDOM, "Random")] {
        let title = format!("Efficiency with {name}, 1-1, D 0 %, by the share of the large tasks");
        let mut plot = Plot::new(title, "workers", "efficiency");
        for workload in WORKLOADS {
            let like = Batches { workload, ..BASE };
            plot.lines.push(Line::new(format!("W {workload} %"), &efficiency(like, ordering)));
        }
        plots.push(plot);
    }
    let mut shapes = Plot::new("Efficiency with LPTF, W 30 %, D 0 %, by shape", "workers", "efficiency");
    for shape in Shape::ALL {
        shapes.lines.push(Line::new(shape.code(), &efficiency(Batches { shape, ..BASE }, LPTF)));
    }
    let like = Batches { variation: 100, ..BASE };
    let mut orderings = Plot::new("Efficiency, W 30 %, 1-1, D 100 %, by ordering", "workers", "efficiency");
    for (ordering, name) in NAMES.iter().enumerate() {
        orderings.lines.push(Line::new(*name, &efficiency(like, ordering)));
    }
    plots.extend([shapes, orderings]);
    for ordering in [AVERAGE, RANDOM] {
        let title = format!("Efficiency with {}, W 30 %, 1-1, over the variation", NAMES[ordering]);
        let mut plot = Plot::new(title, "variation of tasks, %", "efficiency");
        for workers in [1, 5, 10, 15, 30] {
            let at = |variation: u32| {
                let like = Batches { variation, ..BASE };
                let value = curves.at(like, LENGTH, (Measure::Efficiency, ordering, workers));
                (f64::from(variation), value)
            };
            let name = if workers == 1 { "1 worker".to_owned() } else { format!("{workers} workers") };
            plot.lines.push(Line::new(name, &VARIATIONS.map(at)));
        }
        plots.push(plot);
    }
    let title = "Efficiency of 10 workers over the number of batches, W 30 %, 1-1, D 100 %";
    let mut lengths = Plot::new(title, "batches", "efficiency");
    for (ordering, name) in NAMES.iter().enumerate() {
        let at =
            |length: usize| (length as f64, curves.at(like, length, (Measure::Efficiency, ordering, 10)));
        lengths.lines.push(Line::new(*name, &LENGTHS.map(at)));
    }
    plots.push(lengths);
    plots
}
