//! Tables 5-1 and 5-2: what strategies against losses cost, as published and as it comes out.

use super::losses::{Against, Measure, Point, Runs, WORKLOADS, explained};
use crate::verdict::{self, Judge};
use crate::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict, statistics};

/// A strategy: its extra machines and what it does.
pub(super) type Strategy = (u32, Against);

/// As in the thesis.
pub(super) const NR: Against = Against::Nothing;
pub(super) const SR: Against = Against::Single;
pub(super) const CR: Against = Against::Complete;

/// The columns of the tables.
pub(super) const STRATEGIES: [Strategy; 9] =
    [(0, NR), (1, NR), (1, CR), (2, NR), (2, SR), (2, CR), (3, NR), (3, SR), (3, CR)];

/// Worsening of the time, then of the efficiency, %: rows by workload, columns by strategy.
pub(super) type Published = [[[f64; 9]; 7]; 2];

/// Table 5-1: 50 tasks.
pub(super) const TABLE_5_1: Published = [
    [
        [13.35, 6.42, 8.49, 5.93, 5.5, 6.27, 8.42, 6.24, 3.91],
        [13.06, 8.91, 11.59, 9.57, 5.6, 5.42, 8.64, 5.56, 3.34],
        [16.43, 15.95, 11.83, 9.14, 4.48, 4.02, 6.24, 3.82, 2.5],
        [18.23, 9.96, 11.46, 10.06, 5.07, 4.26, 13.58, 6.93, 1.2],
        [23.33, 12.85, 11.18, 11.74, 8.02, 5.34, 12.13, 6.81, 2.27],
        [28.53, 18.38, 16.29, 12.31, 7.15, 7.98, 10.82, 7.71, 2.14],
        [34.63, 22.43, 15.86, 15.04, 10.94, 7.55, 9.63, 4.86, 3.08],
    ],
    [
        [7.32, 6.96, 9.1, 11.02, 10.99, 12.0, 16.11, 14.94, 14.21],
        [6.64, 9.26, 11.85, 15.49, 13.34, 13.73, 20.21, 18.42, 17.6],
        [7.24, 13.8, 12.61, 16.84, 14.42, 15.08, 21.76, 20.34, 20.17],
        [7.6, 11.05, 13.47, 19.34, 16.93, 17.31, 28.27, 25.01, 22.42],
        [9.59, 13.23, 13.62, 22.23, 20.43, 19.43, 29.88, 27.42, 25.36],
        [12.23, 17.12, 17.26, 24.04, 21.61, 22.65, 31.81, 30.34, 27.67],
        [15.06, 20.47, 17.94, 27.47, 25.5, 24.58, 33.56, 31.47, 31.05],
    ],
];

/// Table 5-2: 150 tasks.
#[expect(clippy::approx_constant, reason = "a worsening of 6.28 % is no angle")]
pub(super) const TABLE_5_2: Published = [
    [
        [7.18, 8.55, 7.87, 5.8, 5.31, 5.63, 6.23, 5.26, 4.79],
        [9.15, 7.47, 5.95, 5.46, 4.27, 4.59, 6.08, 5.76, 4.2],
        [12.4, 7.54, 6.68, 7.44, 6.28, 5.62, 6.4, 5.85, 4.9],
        [15.77, 14.82, 11.74, 9.71, 7.7, 8.1, 11.12, 10.24, 7.14],
        [16.44, 14.88, 13.74, 14.18, 13.74, 9.47, 13.48, 12.74, 7.81],
        [18.76, 16.05, 16.22, 15.46, 13.25, 12.54, 12.88, 10.72, 9.42],
        [24.43, 19.35, 20.39, 17.39, 14.04, 15.48, 16.63, 15.01, 9.61],
    ],
    [
        [4.46, 6.96, 6.69, 6.53, 6.39, 6.55, 8.46, 8.09, 8.02],
        [5.32, 6.63, 5.78, 7.42, 6.77, 7.18, 10.01, 9.78, 9.11],
        [7.2, 6.66, 6.72, 9.56, 9.28, 8.05, 11.48, 11.21, 10.67],
        [9.15, 10.78, 10.1, 10.4, 10.28, 11.2, 15.0, 15.76, 13.75],
        [9.54, 11.27, 11.19, 14.82, 14.75, 12.15, 17.47, 16.76, 13.93],
        [10.72, 12.92, 13.99, 16.66, 15.5, 15.76, 19.0, 17.88, 17.87],
        [14.27, 15.69, 16.95, 18.72, 17.3, 18.67, 22.39, 21.84, 19.35],
    ],
];

/// The runs of a table: so many tasks, on perfect numbers of machines.
pub(super) fn points(tasks: u32) -> Vec<Point> {
    let of =
        move |at: usize| STRATEGIES.map(|(extra, against)| Point::perfect(tasks, at).with(extra, against));
    (0..WORKLOADS.len()).flat_map(of).collect()
}

/// A table that was published, and its runs.
pub(super) struct Compared<'a> {
    /// Its number.
    pub(super) name: &'static str,
    /// Tasks of a batch.
    pub(super) tasks: u32,
    /// What was published.
    pub(super) published: &'static Published,
    /// Ours.
    pub(super) runs: &'a Runs<'a>,
}

/// The two measures: their names, and how far ours may be from the published number, points.
const MEASURES: [(Measure, &str, f64); 2] =
    [(Measure::Time, "time", 5.0), (Measure::Efficiency, "efficiency", 3.0)];

impl Compared<'_> {
    fn point(&self, workload: usize, (extra, against): Strategy) -> Point {
        Point::perfect(self.tasks, workload).with(extra, against)
    }

    /// A published number.
    fn published(&self, measure: Measure, workload: usize, strategy: usize) -> f64 {
        self.published[usize::from(measure != Measure::Time)][workload][strategy]
    }

    /// Worsening of the time for a workload by its place, %.
    pub(super) fn time(&self, workload: usize, strategy: Strategy) -> Option<Interval> {
        self.runs.time(self.point(workload, strategy))
    }

    /// Worsening of the efficiency, %.
    pub(super) fn efficiency(&self, workload: usize, strategy: Strategy) -> Option<Interval> {
        self.runs.efficiency(self.point(workload, strategy))
    }

    /// Something of all seven workloads.
    pub(super) fn each<T>(&self, of: impl Fn(&Self, usize) -> Option<T>) -> Option<Vec<T>> {
        (0..WORKLOADS.len()).map(|workload| of(self, workload)).collect()
    }

    /// For each workload and each strategy with extra machines: what `of` says of it beside no extra machines.
    pub(super) fn beside_none<T>(
        &self,
        measure: Measure,
        of: impl Fn(usize, Strategy, Interval, Interval) -> T,
    ) -> Option<Vec<T>> {
        let mut diagnostics = Vec::new();
        for at in 0..WORKLOADS.len() {
            let without = self.runs.interval(measure, self.point(at, STRATEGIES[0]))?;
            for &strategy in &STRATEGIES[1..] {
                diagnostics.push(of(
                    at,
                    strategy,
                    self.runs.interval(measure, self.point(at, strategy))?,
                    without,
                ));
            }
        }
        Some(diagnostics)
    }

    /// Both halves of the table with ours in them, how far they are apart, and the plots.
    pub(super) fn show(&self, found: &mut Findings) {
        for (measure, what, _) in MEASURES {
            let mut columns = vec!["W, machines".to_owned()];
            columns.extend(STRATEGIES.map(head));
            let heads: Vec<&str> = columns.iter().map(String::as_str).collect();
            let mut table = Table::new(format!("Table {}: worsening of {what}, %", self.name), &heads);
            for (at, workload) in WORKLOADS.iter().enumerate() {
                let cell = |(place, &strategy): (usize, &Strategy)| {
                    let ours = self.runs.interval(measure, self.point(at, strategy));
                    Cell::ours(ours).beside(self.published(measure, at, place).to_string())
                };
                let workers = self.point(at, STRATEGIES[0]).workers;
                table.row(
                    format!("{workload} %, {workers}"),
                    STRATEGIES.iter().enumerate().map(cell).collect(),
                );
            }
            found.tables.push(table);
        }
        found.tables.push(self.distances());
        let lines = [0, 6, 7, 8];
        for (measure, what, _) in MEASURES {
            let title = format!("Worsening of {what} on perfect numbers of machines, {} tasks", self.tasks);
            let mut plot = Plot::new(title, "W, %", "%");
            for place in lines {
                let name = head(STRATEGIES[place]);
                let x = |at: usize| f64::from(WORKLOADS[at]);
                let ours =
                    |at: usize| (x(at), self.runs.interval(measure, self.point(at, STRATEGIES[place])));
                let theirs = |at: usize| (x(at), Some(Interval::exact(self.published(measure, at, place))));
                let all = 0..WORKLOADS.len();
                plot.lines.push(Line::new(&name, &all.clone().map(ours).collect::<Vec<_>>()));
                plot.lines
                    .push(Line::new(format!("{name}, published"), &all.map(theirs).collect::<Vec<_>>()));
            }
            found.plots.push(plot);
        }
    }

    /// Published numbers less ours, of these columns; empty while one is missing.
    fn differences(&self, measure: Measure, columns: std::ops::Range<usize>) -> Vec<f64> {
        let all = (0..WORKLOADS.len()).flat_map(|at| columns.clone().map(move |place| (at, place)));
        let difference = |(at, place): (usize, usize)| {
            let ours = self.runs.interval(measure, self.point(at, STRATEGIES[place]))?;
            Some(self.published(measure, at, place) - ours.mean)
        };
        all.map(difference).collect::<Option<Vec<f64>>>().unwrap_or_default()
    }

    fn distances(&self) -> Table {
        let heads = [
            "worsening of",
            "cells",
            "mean distance",
            "published - ours, mean",
            "published - ours, without extra machines",
        ];
        let mut table = Table::new("How far apart, points", &heads);
        for (measure, what, _) in MEASURES {
            let all = self.differences(measure, 0..STRATEGIES.len());
            if all.is_empty() {
                continue;
            }
            let far: Vec<f64> = all.iter().map(|difference| difference.abs()).collect();
            let text = |values: &[f64], sign: bool| {
                let mean = statistics::mean(values);
                Cell::text(if sign { format!("{mean:+.2}") } else { format!("{mean:.2}") })
            };
            let cells = vec![
                Cell::text(all.len().to_string()),
                text(&far, false),
                text(&all, true),
                text(&self.differences(measure, 0..1), true),
            ];
            table.row(what, cells);
        }
        table
    }

    /// A target for each measure: every cell is near the published one.
    pub(super) fn cells(&self, id: &'static str, note: &'static str) -> Vec<Target> {
        MEASURES.iter().filter_map(|&measure| self.near(id, measure, note)).collect()
    }

    fn near(
        &self,
        id: &'static str,
        (measure, what, tolerance): (Measure, &str, f64),
        note: &'static str,
    ) -> Option<Target> {
        let (mut parts, mut beyond) = (Vec::new(), Vec::new());
        for (at, workload) in WORKLOADS.iter().enumerate() {
            for (place, &strategy) in STRATEGIES.iter().enumerate() {
                let ours = self.runs.interval(measure, self.point(at, strategy))?;
                let published = self.published(measure, at, place);
                let diagnostics = Judge::near(published, tolerance, "points").of(ours);
                parts.push(diagnostics);
                if diagnostics != Verdict::Held {
                    let doubt = if diagnostics == Verdict::Undecided { " (undecided)" } else { "" };
                    beyond.push(format!(
                        "W {workload} % {}: {published} published, {:.1} ours{doubt}",
                        head(strategy),
                        ours.mean
                    ));
                }
            }
        }
        let near = parts.len() - beyond.len();
        let ours = match beyond.len() {
            0 => format!("all {near}"),
            _ => format!("{near} of {}; beyond: {}", parts.len(), beyond.join("; ")),
        };
        let claim = format!("table {}: worsening of {what} in all cells", self.name);
        let target = Target::new(
            id,
            claim,
            ("63 cells", ours),
            format!("{tolerance} points each"),
            verdict::all(&parts),
        );
        Some(explained(target, note))
    }
}

/// What people call a strategy: `3 CR`.
fn head((extra, against): Strategy) -> String {
    match (extra, against) {
        (1, CR) => "1 SR = CR".into(),
        _ => format!("{extra} {}", against.name()),
    }
}

/// Numbers in a row.
pub(super) fn words<T: Copy + Into<Interval>>(numbers: &[T]) -> String {
    let diagnostics: Vec<String> =
        numbers.iter().map(|&number| format!("{:.1}", number.into().mean)).collect();
    diagnostics.join(", ")
}
