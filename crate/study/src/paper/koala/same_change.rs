//! E2.7: at which simulated load do the measured changes come out?

use super::load::{Load, Policy, RESPONSE};
use super::{FITTED_APPLICATIONS, ONE_RUN_TIME, QUEUE};
use crate::paper::Experiment;
use crate::verdict::Judge;
use crate::{Case, Cell, Effort, Findings, Interval, Results, Table, Target};

/// The experiment.
pub(in super::super) const E2_7: Experiment = Experiment {
    id: "E2.7",
    title: "Measured and simulated changes",
    question: "At which net load does the simulation show the changes that were measured on the real system?",
    source: "Sonmez 2010, section 2.5.3, table 2.4",
    setup: "As E2.6, at the loads at which the thesis found the measured changes again: 75 to 80 % for Prime, 65 % for \
            Poisson, 70 % for Wave.",
    notes: &[
        QUEUE,
        FITTED_APPLICATIONS,
        "Prime has no number of its own to fit, so its change is a prediction of the model.",
        ONE_RUN_TIME,
    ],
    cases,
    findings,
};

/// An application: name, its model, its published change in %, and the loads between which it was found.
struct Row {
    name: &'static str,
    model: &'static str,
    published: f64,
    loads: (u32, u32),
    /// How near it has to be, points.
    tolerance: f64,
    /// Its slow-down was chosen for this change.
    fitted: bool,
}

const ROWS: [Row; 3] = [
    Row { name: "Prime", model: "prime", published: -16.0, loads: (75, 80), tolerance: 5.0, fitted: false },
    Row { name: "Poisson", model: "poisson", published: -5.0, loads: (65, 65), tolerance: 5.0, fitted: true },
    Row {
        name: "Wave",
        model: "wave-convex",
        published: 50.0,
        loads: (70, 70),
        tolerance: 15.0,
        fitted: true,
    },
];

const LOADS: [u32; 4] = [65, 70, 75, 80];

/// What a run is about: the place of its application (none for Worst Fit), its load, its seed.
struct Point {
    row: Option<usize>,
    percent: u32,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for row in std::iter::once(None).chain((0..ROWS.len()).map(Some)) {
        for percent in LOADS {
            points.extend(effort.seeds(30, 10).map(|seed| Point { row, percent, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { row, percent, seed }: &Point) -> Case {
    let base = Load { percent, seed, ..Load::SIMULATED };
    match row.map(|at| &ROWS[at]) {
        None => base.case("WF"),
        Some(Row { name, model, .. }) => {
            let policies = (Policy::Fewest, Policy::WorstFit);
            let load = Load { policy: policies.0, beside: policies.1, application: (model, 1.0), ..base };
            load.case(&format!("FCM, {name}"))
        }
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let change = |at: usize, load: u32| -> Option<Interval> {
        let of = |row: Option<usize>| move |point: &Point| point.row == row && point.percent == load;
        results.change(RESPONSE, of(None), of(Some(at)))
    };
    let title = "Table 2.4: change of the mean response time against Worst Fit, %";
    let mut table = Table::new(title, &["net load", "Prime", "Poisson", "Wave"]);
    for load in LOADS {
        let cell = |(at, row): (usize, &Row)| {
            let cell = Cell::ours(change(at, load));
            let (low, high) = row.loads;
            let published = if low == high {
                format!("{:+}", row.published)
            } else {
                format!("{:+} in between", row.published)
            };
            if load == low || load == high { cell.beside(published) } else { cell }
        };
        table.row(format!("{load} %"), ROWS.iter().enumerate().map(cell).collect());
    }
    found.tables.push(table);
    for (at, Row { name, published, loads: (low, high), tolerance, fitted, .. }) in ROWS.iter().enumerate() {
        let (Some(first), Some(last)) = (change(at, *low), change(at, *high)) else { continue };
        // Somewhere between the two loads the change is the published one, or as near to it as one of the ends.
        let nearest = if (first.mean - published) * (last.mean - published) <= 0.0 {
            Interval::exact(*published)
        } else if (first.mean - published).abs() < (last.mean - published).abs() {
            first
        } else {
            last
        };
        let (claim, ours) = if low == high {
            (format!("{name}: change at {low} %"), format!("{} %", first.words()))
        } else {
            (
                format!("{name}: change between {low} and {high} %"),
                format!("{} to {} %", first.words(), last.words()),
            )
        };
        let judge = Judge::near(*published, *tolerance, "points");
        let target = Target::judged("R7", claim, (format!("{published:+} %"), ours), &judge, nearest);
        found.targets.push(if *fitted { target.fitted() } else { target });
    }
    found
}
