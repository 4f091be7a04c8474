//! What came of a study: tables and plots with published numbers beside ours, and a verdict on each target.

use serde::Serialize;

/// A mean over replications and its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How many replications.
    pub count: u32,
}

/// What came of a published target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Within the tolerance.
    Held,
    /// The direction is right, the size is not.
    DirectionOnly,
    /// Neither.
    NotHeld,
}

/// A published target: a number, an order, a sign.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Target {
    /// Its name in the reproduction checklist (`R7`), or that of the experiment.
    pub id: &'static str,
    /// What is claimed, in a sentence.
    pub claim: String,
    /// The published number or words.
    pub published: String,
    /// Ours.
    pub ours: String,
    /// How near it has to be.
    pub tolerance: &'static str,
    /// What came of it.
    pub verdict: Verdict,
    /// What explains a difference; empty if there is nothing to explain.
    pub note: &'static str,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The published value, if there is one.
    pub published: Option<String>,
    /// Ours.
    pub ours: Option<Interval>,
    /// Words instead of a number; empty for none.
    pub text: String,
}

/// A table: a published one with ours in it, or one that only we have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it shows (`Table 2.4: change of the average response time, %`).
    pub title: String,
    /// Heads of the columns; the first is that of the row heads.
    pub columns: Vec<String>,
    /// Rows: the head, then a cell for each other column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// Where; the same for all lines of a plot.
    pub x: Vec<f64>,
    /// How much; NaN for a gap.
    pub y: Vec<f64>,
    /// Lower ends of the confidence intervals; empty for none.
    pub low: Vec<f64>,
    /// Upper ends.
    pub high: Vec<f64>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// Name and unit of the x axis.
    pub x: String,
    /// Name and unit of the y axis.
    pub y: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// All that came of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// What was claimed and what came of it.
    pub targets: Vec<Target>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Plots.
    pub plots: Vec<Plot>,
}
