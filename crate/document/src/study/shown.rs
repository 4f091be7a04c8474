//! How results are shown: tables and plots.

use super::{DIVISOR, FINITE, PLACE, PROSE, TEXTS, Tree, VALUES, list};
use ganttlet_engine::entry::document::{Document, Shape};
use ganttlet_engine::entry::limits;

/// A table of results.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Table {
    /// What it shows.
    #[field(is = PROSE)]
    pub title: String,
    /// The head of the first column.
    #[field(is = PROSE, optional)]
    pub head: String,
    /// The other columns.
    #[field(is = COLUMNS)]
    pub columns: Vec<Column>,
    /// The rows.
    #[field(is = ROWS)]
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Column {
    /// Its head.
    #[field(is = PROSE)]
    pub name: String,
    /// The quantity in it, unless the row says which.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Values of axes.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// An axis over which it is told where the quantity begins to be other than 0.
    #[field(is = Shape::Text, optional)]
    pub begins: String,
    /// True if it is told where along its axes the quantity is least or most, not how much.
    #[field(default = false)]
    pub place: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Row {
    /// Its head.
    #[field(is = PROSE)]
    pub name: String,
    /// The quantity in it, unless the column says which.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Values of axes.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Which of the numbers of a measure that has many, counted from 1.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub item: Option<u32>,
    /// The published value of each column; empty for none.
    #[field(is = TEXTS, default = vec![])]
    pub published: Vec<String>,
}

/// A plot of results.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Plot {
    /// What it shows.
    #[field(is = PROSE)]
    pub title: String,
    /// Name and unit of the x axis.
    #[field(is = PROSE)]
    pub x: String,
    /// Name and unit of the y axis.
    #[field(is = PROSE)]
    pub y: String,
    /// The axis of the study that is x. If left out, x is that of each number of a measure that has many: the bound of a
    /// share, the middle of a stretch of time in seconds (its end if it is of all so far), else which number it is.
    #[field(is = Shape::Text, optional)]
    pub axis: String,
    /// Numbers on the x axis are divided by this: 3600 where people read hours.
    #[field(is = DIVISOR, default = 1.0)]
    pub divided_by: f64,
    /// The values of it that are shown; all if none is said.
    #[field(is = VALUES, default = vec![])]
    pub values: Vec<Tree>,
    /// The lines.
    #[field(is = LINES)]
    pub lines: Vec<Line>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Line {
    /// What it is.
    #[field(is = PROSE)]
    pub name: String,
    /// The quantity.
    pub quantity: String,
    /// Values of axes.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Published points.
    #[field(is = POINTS, default = vec![])]
    pub published: Vec<Published>,
}

/// A published point.
#[derive(Clone, Copy, Debug, PartialEq, Document)]
pub struct Published {
    /// Where.
    #[field(is = FINITE)]
    pub x: f64,
    /// How much.
    #[field(is = FINITE)]
    pub y: f64,
}

const COLUMNS: Shape = Shape::List(&list(Column::SHAPE, 1, 100, "columns"));
const ROWS: Shape = Shape::List(&list(Row::SHAPE, 1, 1_000, "rows"));
const LINES: Shape = Shape::List(&list(Line::SHAPE, 1, 100, "lines"));
const POINTS: Shape = Shape::List(&list(Published::SHAPE, 0, 10_000, "points"));
