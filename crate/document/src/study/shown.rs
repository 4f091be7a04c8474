//! What a study says of its results: quantities, claims, tables and plots.

use super::{DIVISOR, FINITE, PROSE, Statistic, Tree, WORD, list};
use ganttlet_engine::entry::document::{Document, Map, Shape};
use ganttlet_engine::entry::limits;

/// A number that is worked out from the measures of runs, seed by seed, so that runs of one seed are compared with each other.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Quantity {
    /// An expression over measures and over the names of `with`: `100 * (spread - alone) / alone`.
    #[field(is = WORD)]
    pub value: String,
    /// Its unit.
    #[field(is = PROSE, optional)]
    pub unit: String,
    /// The part of the study whose runs are meant; the study's own if left out.
    #[field(is = Shape::Text, optional)]
    pub part: String,
    /// The values of axes at which all measures are taken.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Measures at other values, and other quantities.
    #[field(is = WITH, default = vec![])]
    pub with: Vec<(String, Selection)>,
    /// Worked out job by job, of measures that take the first so many values of a run: a job is compared with the same one
    /// of other runs of that seed, and the jobs of all seeds count together.
    #[field(is = Pooled::SHAPE, optional)]
    pub pooled: Option<Pooled>,
    /// True if the measures are averaged over the seeds first: the quantity is one number without an interval.
    #[field(default = false)]
    pub of_means: bool,
    /// True if the measures are not compared seed by seed, but as means that chance moves independently of each other. So
    /// are all of which each value counts.
    #[field(default = false)]
    pub independent: bool,
    /// One number of several along an axis.
    #[field(is = Along::SHAPE, optional)]
    pub along: Option<Along>,
    /// How often some runs are all below some others, %, where that was published of few runs.
    #[field(is = Ahead::SHAPE, optional)]
    pub ahead: Option<Ahead>,
}

/// How often some runs are all below some others: of all choices of so many seeds for this quantity, and of as many for the
/// other one, the share in which its largest value is less than the smallest of the other.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Ahead {
    /// The other quantity, at the same values of axes unless it says them itself.
    pub of: String,
    /// How many seeds are chosen for each.
    #[field(is = Shape::Integer(1, 100))]
    pub runs: u32,
}

/// The numbers of all jobs of all seeds together.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Pooled {
    /// Which of them count: an expression like `value` that is not 0 of these, `wait > alone`. All that are known if left out.
    #[field(key = "where", is = WORD, optional)]
    pub only: String,
    /// What is taken of them.
    #[field(default = Statistic::Mean)]
    pub statistic: Statistic,
}

/// One number of several along an axis.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Along {
    /// The axis. If left out, the values are numbers of items of a measure that has many, counted from 1.
    #[field(is = Shape::Text, optional)]
    pub axis: String,
    /// Its values; all if none is said.
    #[field(is = PLACES, default = vec![])]
    pub values: Vec<Tree>,
    /// More axes, each value with each of that axis; all values of one if none is said.
    #[field(is = ALL_OVER, default = vec![])]
    pub over: Vec<(String, Vec<Tree>)>,
    /// An expression that is put in the place of each number: over its mean (`y`), that of the one before it along the
    /// axis (`before`) and the value of the axis (`x`; its place, counted from 1, if it is a word). What has no value does
    /// not count.
    #[field(is = WORD, optional)]
    pub each: String,
    /// Which number.
    pub take: Reduced,
}

/// What is taken of several numbers along an axis.
#[derive(Clone, Debug, PartialEq, Document)]
pub enum Reduced {
    /// The smallest.
    Least,
    /// The largest.
    Most,
    /// Their mean, as of numbers that chance moves independently.
    Mean,
    /// Their sum, likewise.
    Sum,
    /// How far the largest is from the smallest.
    Range,
    /// The smallest number that at least so many per cent of them do not exceed.
    #[field(is = Shape::Number(0.0, 100.0))]
    Percentile(f64),
    /// The value of the axis at which they are smallest, the first if there are several.
    LeastAt,
    /// The value of the axis at which they are largest, the first if there are several.
    MostAt,
    /// How many peaks they have: values of the axis at which they are higher than before and behind, by so much.
    #[field(is = Shape::Number(0.0, 1e300))]
    Peaks(f64),
    /// What the straight line through them, by least squares, is at a value of the axis.
    #[field(is = FINITE)]
    LineAt(f64),
    /// Where that line is so much.
    #[field(is = FINITE)]
    LineReaches(f64),
    /// The share of their variance that the line explains (R\u{b2}), %.
    LineExplains,
}

/// A measure at some values of axes, or another quantity there.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Selection {
    /// The measure; none if it is a quantity.
    #[field(is = Shape::Text, optional)]
    pub measure: String,
    /// The quantity, one that stands before this one. What is made of quantities is `independent`.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// The part of the study whose runs are meant; that of the quantity if left out.
    #[field(is = Shape::Text, optional)]
    pub part: String,
    /// The values of axes, beside and before those of the quantity.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Which of the numbers of a measure that has many, counted from 1.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub item: Option<u32>,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Claim {
    /// Its name in a checklist, or that of the experiment.
    pub id: String,
    /// What is claimed, in a sentence.
    #[field(is = PROSE)]
    pub claim: String,
    /// What was published, in a few words.
    #[field(is = PROSE, optional)]
    pub published: String,
    /// What is judged: it holds if all of it holds.
    #[field(is = JUDGED)]
    pub judged: Vec<Judged>,
    /// How many judgements are enough; all if left out.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub enough: Option<u32>,
    /// True if what the runs do not decide counts as what does not hold: what happens at times has to be seen.
    #[field(default = false)]
    pub surely: bool,
    /// True if the model was fitted to this very number: if it holds, that is by construction.
    #[field(default = false)]
    pub fitted: bool,
    /// What explains a difference.
    #[field(is = PROSE, optional)]
    pub note: String,
    /// What explains it if it does not hold; not told if it does.
    #[field(is = PROSE, optional)]
    pub unless_held: String,
}

/// What is judged of a quantity.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Judged {
    /// The quantity; none if cells of a table are judged.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// The title of a table: its cells that have a published number are judged, each for itself.
    #[field(is = PROSE, optional)]
    pub table: String,
    /// The rows that are meant, by their heads; all if none is said.
    #[field(is = TEXTS, default = vec![])]
    pub rows: Vec<String>,
    /// The columns that are meant, by their heads; all if none is said.
    #[field(is = TEXTS, default = vec![])]
    pub columns: Vec<String>,
    /// What people call it among several.
    #[field(is = PROSE, optional)]
    pub name: String,
    /// Values of axes beside those that the quantity says.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// An axis at several values of which it is judged.
    #[field(is = OVER, default = vec![])]
    pub over: Vec<(String, Vec<Tree>)>,
    /// What it has to be.
    pub judge: Judge,
    /// Short of that, the direction is right below this number.
    #[field(is = FINITE, optional)]
    pub else_below: Option<f64>,
}

/// What a number has to be: it judges, and says itself how.
#[derive(Clone, Debug, PartialEq, Document)]
pub enum Judge {
    /// At most `by` from the published number.
    Near {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// How far from it it may be.
        #[field(is = FINITE)]
        by: f64,
    },
    /// At most so many per cent of the published number from it.
    NearPercent {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// How far from it it may be, %.
        #[field(is = FINITE)]
        percent: f64,
    },
    /// In the published range, or at most `by` outside.
    InRange {
        /// The lower end.
        #[field(is = FINITE)]
        low: f64,
        /// The upper end.
        #[field(is = FINITE)]
        high: f64,
        /// How far outside it may be.
        #[field(is = FINITE, default = 0.0)]
        by: f64,
    },
    /// At most so far from the number that was published beside it.
    #[field(is = FINITE)]
    Beside(f64),
    /// At most so many per cent from the number that was published beside it.
    #[field(is = FINITE)]
    BesidePercent(f64),
    /// Negative (-1) or positive (1).
    #[field(is = Shape::Integer(-1, 1))]
    Sign(i32),
    /// Less than a bound.
    #[field(is = FINITE)]
    Below(f64),
    /// More than a bound.
    #[field(is = FINITE)]
    Above(f64),
    /// A bound or less.
    #[field(is = FINITE)]
    AtMost(f64),
    /// A bound or more.
    #[field(is = FINITE)]
    AtLeast(f64),
    /// A bound or more; short of it, the direction is right above another.
    AtLeastElseAbove {
        /// The bound.
        #[field(is = FINITE)]
        least: f64,
        /// The other.
        #[field(is = FINITE)]
        above: f64,
    },
    /// Falls from each value of the axis to the next.
    Falls(bool),
    /// Rises from each value of the axis to the next.
    Rises(bool),
    /// Falls or stays from each value of the axis to the next, and is less at the last than at the first; the direction is
    /// right if the latter is so.
    NeverRises(bool),
    /// Is at most `by` from the published number at a value of the axis, or passes it from one value to the next.
    Passes {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// How far from it it may be.
        #[field(is = FINITE)]
        by: f64,
    },
    /// Is not 0 from a value of the axis on that is between these two, or `step` outside: where something begins.
    Begins {
        /// The last value at which it is 0.
        #[field(is = FINITE)]
        from: f64,
        /// The first at which it is not.
        #[field(is = FINITE)]
        to: f64,
        /// How far outside it may be.
        #[field(is = FINITE, default = 0.0)]
        step: f64,
    },
}

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
    #[field(is = PLACES, default = vec![])]
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

const PLACE: Shape = Shape::Map(&Map { of: Shape::Tree, things: "values of axes", hint: "{\"load\": 0.8}" });
const WITH: Shape = Shape::Map(&Map {
    of: Selection::SHAPE,
    things: "measures",
    hint: "{\"alone\": {\"measure\": \"wait\", \"at\": {\"policy\": \"FCFS\"}}}",
});
const OVER: Shape = Shape::Map(&Map {
    of: Shape::List(&list(Shape::Tree, 1, 1_000, "values")),
    things: "lists of values of axes",
    hint: "{\"load\": [0.5, 0.6]}",
});
const ALL_OVER: Shape = Shape::Map(&Map {
    of: Shape::List(&list(Shape::Tree, 0, 1_000, "values")),
    things: "lists of values of axes",
    hint: "{\"load\": []}",
});
const PLACES: Shape = Shape::List(&list(Shape::Tree, 0, 1_000, "values"));
const JUDGED: Shape = Shape::List(&list(Judged::SHAPE, 1, 1_000, "judgements"));
const COLUMNS: Shape = Shape::List(&list(Column::SHAPE, 1, 100, "columns"));
const ROWS: Shape = Shape::List(&list(Row::SHAPE, 1, 1_000, "rows"));
const LINES: Shape = Shape::List(&list(Line::SHAPE, 1, 100, "lines"));
const POINTS: Shape = Shape::List(&list(Published::SHAPE, 0, 10_000, "points"));
const TEXTS: Shape = Shape::List(&list(PROSE, 0, 100, "values"));
