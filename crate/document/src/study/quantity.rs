//! Quantities: numbers computed from the measures of runs.

use super::{FINITE, PLACE, PROSE, Statistic, Tree, VALUES, WORD, list};
use ganttlet_core::entry::document::{Document, Map, Shape};
use ganttlet_core::entry::limits;

/// A number computed from the measures of runs, seed by seed, so that runs with the same seed are compared.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Quantity {
    /// Expression over measures and the names of `with`: `100 * (spread - alone) / alone`.
    #[field(is = WORD)]
    pub value: String,
    /// Its unit.
    #[field(is = PROSE, optional)]
    pub unit: String,
    /// Part of the study; the main runs if left out.
    #[field(is = Shape::Text, optional)]
    pub part: String,
    /// Values of axes for all measures.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Measures at other values, and other quantities.
    #[field(is = WITH, default = vec![])]
    pub with: Vec<(String, Selection)>,
    /// Computed job by job, from measures with the statistic `first`: a job is compared with the same job of other runs
    /// with this seed, and the jobs of all seeds are pooled.
    #[field(is = Pooled::SHAPE, optional)]
    pub pooled: Option<Pooled>,
    /// True to average the measures over the seeds first and compute the quantity from the means, with a jackknife
    /// interval over the seeds.
    #[field(default = false)]
    pub of_means: bool,
    /// True to compare measures as independent means instead of seed by seed. Always true for measures in which each
    /// value counts.
    #[field(default = false)]
    pub independent: bool,
    /// Reduction along an axis, with a jackknife interval over the seeds.
    #[field(is = Along::SHAPE, optional)]
    pub along: Option<Along>,
    /// Probability, in per cent, that all of a few runs are below all of a few others, for publications with few runs.
    #[field(is = Ahead::SHAPE, optional)]
    pub ahead: Option<Ahead>,
}

/// Probability that all of a few runs are below all of a few others: the share of all selections of seeds for both
/// quantities in which the maximum of this quantity is less than the minimum of the other.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Ahead {
    /// The other quantity, at the same values of axes unless it gives them itself.
    pub of: String,
    /// Number of seeds selected for each.
    #[field(is = Shape::Integer(1, 100))]
    pub runs: u32,
}

/// The numbers of all jobs of all seeds, pooled.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Pooled {
    /// Condition on the jobs, an expression like `value`; jobs for which it is 0 are excluded: `wait > alone`. All
    /// known jobs if left out.
    #[field(key = "where", is = WORD, optional)]
    pub only: String,
    /// Statistic of the pooled numbers.
    #[field(default = Statistic::Mean)]
    pub statistic: Statistic,
}

/// A reduction along an axis.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Along {
    /// Axis. If left out, the items of a measure with several numbers, counted from 1.
    #[field(is = Shape::Text, optional)]
    pub axis: String,
    /// Values of the axis; all if left out.
    #[field(is = VALUES, default = vec![])]
    pub values: Vec<Tree>,
    /// Additional axes, combined with the first; all values of an axis if left out.
    #[field(is = ALL_OVER, default = vec![])]
    pub over: Vec<(String, Vec<Tree>)>,
    /// Expression that replaces each number: over its mean (`y`), that of the previous one along the axis (`before`)
    /// and the value of the axis (`x`; its position, counted from 1, if it is a word). Points without a value are
    /// excluded.
    #[field(is = WORD, optional)]
    pub each: String,
    /// Reduction.
    pub take: Reduced,
}

/// A reduction of several numbers along an axis.
#[derive(Clone, Debug, PartialEq, Document)]
pub enum Reduced {
    /// Minimum.
    Least,
    /// Maximum.
    Most,
    /// Mean.
    Mean,
    /// Sum.
    Sum,
    /// Range: maximum minus minimum.
    Range,
    /// Percentile: the smallest number that at least this percentage of them do not exceed.
    #[field(is = Shape::Number(0.0, 100.0))]
    Percentile(f64),
    /// Value of the axis at the minimum; the first if there are several.
    LeastAt,
    /// Value of the axis at the maximum; the first if there are several.
    MostAt,
    /// Number of peaks: values of the axis at which the number is higher than before and after by at least this amount.
    #[field(is = Shape::Number(0.0, 1e300))]
    Peaks(f64),
    /// Value of the least-squares line at a value of the axis.
    #[field(is = FINITE)]
    LineAt(f64),
    /// Value of the axis at which the least-squares line reaches this number.
    #[field(is = FINITE)]
    LineReaches(f64),
    /// Share of the variance explained by the line (R\u{b2}), in per cent.
    LineExplains,
}

/// A measure at some values of axes, or another quantity there.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Selection {
    /// Measure; none if it is a quantity.
    #[field(is = Shape::Text, optional)]
    pub measure: String,
    /// Quantity, defined before this one. Quantities of quantities are `independent`.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Part of the study; that of the quantity if left out.
    #[field(is = Shape::Text, optional)]
    pub part: String,
    /// Values of axes, in addition to those of the quantity, which they override.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Item of a measure with several numbers, counted from 1.
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
