//! The tables and plots of a study.

use super::{DIVISOR, FINITE, PLACE, PROSE, TEXTS, Tree, VALUES, list};
use ganttlet_core::entry::document::{Document, Shape};
use ganttlet_core::entry::limits;

/// A table of results.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Table {
    /// Title.
    #[field(is = PROSE)]
    pub title: String,
    /// Heading of the first column.
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
    /// Heading.
    #[field(is = PROSE)]
    pub name: String,
    /// Quantity of the column, unless the row gives it.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Values of axes.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Axis for which the column shows the first value at which the quantity differs from 0.
    #[field(is = Shape::Text, optional)]
    pub begins: String,
    /// True to show the position of the minimum or maximum along the axes instead of its value.
    #[field(default = false)]
    pub place: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Row {
    /// Heading.
    #[field(is = PROSE)]
    pub name: String,
    /// Quantity of the row, unless the column gives it.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Values of axes.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Item of a measure with several numbers, counted from 1.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub item: Option<u32>,
    /// Published value of each column; empty for none.
    #[field(is = TEXTS, default = vec![])]
    pub published: Vec<String>,
}

/// A plot of results.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Plot {
    /// Title.
    #[field(is = PROSE)]
    pub title: String,
    /// Name and unit of the x axis.
    #[field(is = PROSE)]
    pub x: String,
    /// Name and unit of the y axis.
    #[field(is = PROSE)]
    pub y: String,
    /// Axis of the study used as x. If left out, x is that of the items of a measure: the bound of a share, the middle
    /// of a time interval in seconds (its end for cumulative values), otherwise the number of the item.
    #[field(is = Shape::Text, optional)]
    pub axis: String,
    /// Divisor applied to the x values: 3600 to show hours.
    #[field(is = DIVISOR, default = 1.0)]
    pub divided_by: f64,
    /// Values of the axis that are shown; all if left out.
    #[field(is = VALUES, default = vec![])]
    pub values: Vec<Tree>,
    /// The lines.
    #[field(is = LINES)]
    pub lines: Vec<Line>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Line {
    /// Name of the line.
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
    /// Position on the x axis.
    #[field(is = FINITE)]
    pub x: f64,
    /// Value.
    #[field(is = FINITE)]
    pub y: f64,
}

const COLUMNS: Shape = Shape::List(&list(Column::SHAPE, 1, 100, "columns"));
const ROWS: Shape = Shape::List(&list(Row::SHAPE, 1, 1_000, "rows"));
const LINES: Shape = Shape::List(&list(Line::SHAPE, 1, 100, "lines"));
const POINTS: Shape = Shape::List(&list(Published::SHAPE, 0, 10_000, "points"));
