//! Numbers that are worked out from the measures of runs.

use super::{FINITE, PLACE, PROSE, Statistic, Tree, VALUES, WORD, list};
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
    /// True if the measures are averaged over the seeds first: the quantity is worked out of means, with the interval of the
    /// jackknife over the seeds.
    #[field(default = false)]
    pub of_means: bool,
    /// True if the measures are not compared seed by seed, but as means that chance moves independently of each other. So
    /// are all of which each value counts.
    #[field(default = false)]
    pub independent: bool,
    /// One number of several along an axis, with the interval of the jackknife over the seeds.
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
    #[field(is = VALUES, default = vec![])]
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
    /// Their mean.
    Mean,
    /// Their sum.
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

const WITH: Shape = Shape::Map(&Map {
    of: Selection::SHAPE,
    things: "measures",
    hint: "{\"alone\": {\"measure\": \"wait\", \"at\": {\"policy\": \"FCFS\"}}}",
});
const ALL_OVER: Shape = Shape::Map(&Map {
    of: Shape::List(&list(Shape::Tree, 0, 1_000, "values")),
    things: "lists of values of axes",
    hint: "{\"load\": []}",
});
