//! The study document: one scenario, run many times with variations, and the evaluation of the runs.
//!
//! A study is one JSON document. It contains one scenario (`base`); axes vary it, seeds replicate it, and measures
//! select the numbers of each run. A published experiment is a study with the published results: its claims judge our
//! results, its tables and plots show both side by side.

mod claim;
mod output;
mod quantity;
mod replication;

pub use crate::tree::Tree;
pub use claim::{Claim, Judge, Judged, OutputKind};
pub use output::{Column, Line, Plot, Published, Row, Table};
pub use quantity::{Ahead, Along, Pooled, Quantity, Reduced, Selection};
pub use replication::Replication;

use crate::read::read_document;
use crate::write;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::document::{Document, List, Map, Pattern, SECONDS, Shape, Stored};
use ganttlet_core::entry::limits;

/// A study.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Study {
    /// The version of this format.
    #[field(is = Shape::Integer(1, 1), default = 1)]
    pub version: u32,
    /// Id of a published experiment: `E2.6`.
    #[field(is = Shape::Text, optional)]
    pub id: String,
    /// Name shown on the page.
    #[field(default = UNTITLED.to_owned())]
    pub name: String,
    /// Question that the study answers.
    #[field(is = PROSE, optional)]
    pub question: String,
    /// Publication, section, tables and figures, of a published experiment.
    #[field(is = PROSE, optional)]
    pub source: String,
    /// Setup, in a few sentences.
    #[field(is = PROSE, optional)]
    pub setup: String,
    /// Notes on fitted values, interpretations and results that are not reproduced: a sentence or two each.
    #[field(is = NOTES, default = vec![])]
    pub notes: Vec<String>,
    /// Base scenario.
    #[field(is = Shape::Tree, need = "Add \"base\": and a scenario.")]
    pub base: Tree,
    /// Axes, number of seeds and measures.
    #[field(flat)]
    pub runs: Runs,
    /// Replication until the claims are decided: the number of seeds follows from the results, and replaces `seeds`. Quick
    /// runs have their usual number.
    #[field(is = Replication::SHAPE, optional)]
    pub replication: Option<Replication>,
    /// Additional runs for the same quantities, for example longer ones.
    #[field(is = PARTS, default = vec![])]
    pub parts: Vec<Part>,
    /// Quantities used by claims, tables and plots.
    #[field(is = QUANTITIES, default = vec![])]
    pub quantities: Vec<(String, Quantity)>,
    /// Claims about the results.
    #[field(is = CLAIMS, default = vec![])]
    pub claims: Vec<Claim>,
    /// Tables of the results.
    #[field(is = TABLES, default = vec![])]
    pub tables: Vec<Table>,
    /// Plots of the results.
    #[field(is = PLOTS, default = vec![])]
    pub plots: Vec<Plot>,
}

/// Additional runs of a study, with a modified scenario.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Part {
    /// Name of the part.
    pub name: String,
    /// How its scenario differs from the base: a JSON merge patch (RFC 7396).
    #[field(is = Shape::Tree, optional)]
    pub change: Tree,
    /// Axes, number of seeds and measures.
    #[field(flat)]
    pub runs: Runs,
}

/// Runs of a study.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Runs {
    /// Axes; all combinations of their values are run.
    #[field(is = AXES, default = vec![])]
    pub axes: Vec<Axis>,
    /// Number of seeds per point, starting with that of the base; the same for every point.
    #[field(is = SEEDS, default = SEEDS_DEFAULT)]
    pub seeds: u32,
    /// Number of seeds of a quick run; `seeds` if left out.
    #[field(is = SEEDS, optional)]
    pub quick_seeds: Option<u32>,
    /// True if the runs have no randomness: one seed gives exact numbers.
    #[field(default = false)]
    pub exact: bool,
    /// Integer parameters, by name or JSON pointer, that increase by one with each seed, such as the seed of a machine
    /// pool. The base has the values for its seed.
    #[field(is = ALSO, default = vec![])]
    pub with_seed: Vec<String>,
    /// Values of a quick run, by name or JSON pointer: fewer iterations, a shorter horizon.
    #[field(is = SET, default = vec![])]
    pub quick_set: Vec<(String, Tree)>,
    /// Measures of each run.
    #[field(is = MEASURES, default = vec![])]
    pub measures: Vec<Measure>,
}

/// An axis of a study.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Axis {
    /// Name of the axis.
    pub name: String,
    /// What the axis varies, and how.
    #[field(flat)]
    pub of: Varied,
    /// Values of a quick run; all if left out.
    #[field(is = VALUES, default = vec![])]
    pub quick: Vec<Tree>,
}

/// What an axis varies.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(flat, beside = "{} is not allowed in an axis with {}")]
pub enum Varied {
    /// One parameter of the scenario, or all with this name.
    Knob(Knob),
    /// Named scenarios.
    Variants(Variants),
    /// Systems compared in the base scenario.
    Systems(Systems),
}

/// One parameter of the scenario.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Knob {
    /// A name (`load`), which sets all parameters with this name, or a JSON pointer (`/workload/0/parameters/load`).
    #[field(is = WORD)]
    pub knob: String,
    /// Its values: numbers, words, true and false.
    #[field(is = VALUES)]
    pub values: Vec<Tree>,
    /// Divisor applied to the values before they are set in the scenario: 100 for values in per cent of a parameter
    /// that is a share.
    #[field(is = DIVISOR, default = 1.0)]
    pub divided_by: f64,
    /// More names or JSON pointers that are set to the same value.
    #[field(is = ALSO, default = vec![])]
    pub also: Vec<String>,
    /// Unit of the values, as shown.
    #[field(is = PROSE, optional)]
    pub unit: String,
}

/// Named scenarios.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Variants {
    /// The scenarios.
    #[field(is = VARIANTS)]
    pub variants: Vec<Variant>,
}

/// How a scenario of an axis differs from the base.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Variant {
    /// Name of the variant. A variant whose name is a number is plotted at that number.
    pub name: String,
    /// A JSON merge patch (RFC 7396).
    #[field(is = Shape::Tree, optional)]
    pub change: Tree,
    /// Values by name or JSON pointer, set after the patch.
    #[field(is = SET, default = vec![])]
    pub set: Vec<(String, Tree)>,
}

/// Systems compared in the base scenario.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Systems {
    /// True: `system` and each of `compare`, with the names shown on the page.
    #[field(key = "compare")]
    pub all: bool,
}

/// A measure of each run.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(brief)]
pub struct Measure {
    /// Metric of the catalog; none for a measure of a table or a probe.
    #[field(is = WORD, optional)]
    pub metric: String,
    /// Table of the system: `rounds`. All rows are included, regardless of time.
    #[field(is = Shape::Text, optional)]
    pub table: String,
    /// Probe: `list-scheduling`. A probe computes rows from the workload and the policies, without a run.
    #[field(is = Shape::Text, optional)]
    pub probe: String,
    /// Expression over the columns of the table: `finish - start`. Rows without a value are excluded.
    #[field(is = WORD, optional)]
    pub value: String,
    /// Condition on the columns; rows for which it is 0 are excluded: `round > 1`.
    #[field(key = "where", is = WORD, optional)]
    pub only: String,
    /// Columns and values of each: one number per combination of values. In quantities, these columns are axes.
    #[field(is = BY, default = vec![])]
    pub by: Vec<(String, Vec<f64>)>,
    /// Name of the measure; the id of the metric if left out.
    #[field(is = Shape::Text, optional)]
    pub name: String,
    /// Statistic of the values in one run. Not needed for metrics with one number per run.
    #[field(default = Statistic::Mean)]
    pub statistic: Statistic,
    /// Only jobs that arrive at this time or later, in seconds; the end of the warm-up of the scenario if left out.
    #[field(is = SECONDS, optional)]
    pub from_s: Option<f64>,
    /// Only jobs that arrive before this time, in seconds; the end if left out.
    #[field(is = SECONDS, optional)]
    pub to_s: Option<f64>,
    /// True to exclude the time after the last arrival, for metrics of the whole run such as the utilisation.
    #[field(default = false)]
    pub while_arriving: bool,
    /// Only this group (a workflow, an application of a generator), counted from 1.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub group: Option<u32>,
    /// Only jobs of this type, as in legends: `malleable`.
    #[field(key = "type", is = Shape::Text, optional)]
    pub of_type: String,
    /// One number for each of several time intervals: for the jobs that arrive in it, or for the whole run during it.
    #[field(is = Series::SHAPE, optional)]
    pub series: Option<Series>,
}

/// Consecutive time intervals. The first starts at the beginning of the measured period.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Series {
    /// Length of each interval, in seconds.
    #[field(is = Shape::Number(1e-3, limits::SECONDS))]
    pub step_s: f64,
    /// Their number.
    #[field(is = Shape::Integer(1, 1_000))]
    pub count: u32,
    /// True if all intervals start with the first one: cumulative values.
    #[field(default = false)]
    pub so_far: bool,
}

/// Statistic of the values of a metric in one run.
#[derive(Clone, Debug, PartialEq, Document)]
pub enum Statistic {
    /// Mean.
    Mean,
    /// Mean of the means of groups (workflows, bags): all groups have the same weight.
    MeanOfGroups,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Sum.
    Sum,
    /// Number of values.
    Count,
    /// Coefficient of variation: standard deviation (of the population) divided by the mean.
    Variation,
    /// Jain's fairness index: 1 if all values are equal, 1/n if one has everything.
    Jain,
    /// Percentile: the smallest value that at least this percentage of the values do not exceed.
    #[field(is = Shape::Number(0.0, 100.0))]
    Percentile(f64),
    /// Each value; the interval is computed over all values of all seeds.
    Each,
    /// Mean of one long run, with the interval of this number of batch means (equal consecutive batches, treated as
    /// independent; Law 2015, section 9.5.3). Remaining values at the beginning are not used.
    #[field(is = Shape::Integer(2, 1_000))]
    Batches(u32),
    /// Values of this number of first jobs, users or rows, one by one; none for a job without a value.
    #[field(is = Shape::Integer(1, 1_000))]
    First(u32),
    /// Share of the values below a bound, in per cent.
    #[field(is = FINITE)]
    Below(f64),
    /// Value at this position, counted from 1: of user 2.
    #[field(is = Shape::Integer(1, limits::ID))]
    Item(u32),
    /// Shares of the values that do not exceed bounds, in per cent: one number per bound.
    Distribution(Bounds),
}

/// Equidistant bounds, starting at 0.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Bounds {
    /// Distance between bounds.
    #[field(is = Shape::Number(1e-9, limits::SECONDS))]
    pub step: f64,
    /// Their number.
    #[field(is = Shape::Integer(1, 1_000))]
    pub count: u32,
}

impl Statistic {
    /// True if the values of all seeds are pooled.
    pub fn is_pooled(&self) -> bool {
        matches!(self, Self::Each | Self::Batches(_))
    }
}

/// The name of a study without one.
const UNTITLED: &str = "Untitled study";
/// The default number of seeds.
const SEEDS_DEFAULT: u32 = 20;
/// The minimum number of seeds for an interval that can decide a claim: with two seeds the half width is 12.7 standard
/// errors.
const LEAST_SEEDS: u32 = 3;
const SEEDS: Shape = Shape::Integer(1, 100_000);
/// Any finite number.
pub(crate) const FINITE: Shape = Shape::Number(-1e300, 1e300);

/// Sentences.
pub(crate) const PROSE: Shape = Shape::Pattern(&Pattern {
    allowed: "are texts of at most 4000 bytes",
    hint: "",
    regex: "",
    most: 4_000,
    fits: |_| true,
    found: |_| None,
});

/// A word, an expression or a JSON pointer.
pub(crate) const WORD: Shape = Shape::Pattern(&Pattern {
    allowed: "are texts of 1 to 1000 bytes",
    hint: "",
    regex: "^.",
    most: 1_000,
    fits: |text| !text.is_empty(),
    found: |_| None,
});

/// A list of at least `least` items of this shape.
pub(crate) const fn list(of: Shape, least: usize, most: usize, things: &'static str) -> List {
    List { of, least, most, things, missing: things, hint: "", column: false }
}

const NOTES: Shape = Shape::List(&list(PROSE, 0, 100, "notes"));
const AXES: Shape = Shape::List(&list(Axis::SHAPE, 0, 6, "axes"));
const VALUES: Shape = Shape::List(&list(Shape::Tree, 0, 1_000, "values"));
/// A divisor.
pub(crate) const DIVISOR: Shape = Shape::Number(1e-9, 1e9);
const ALSO: Shape = Shape::List(&list(WORD, 0, 100, "names"));
const VARIANTS: Shape = Shape::List(&list(Variant::SHAPE, 1, 1_000, "variants"));
const MEASURES: Shape = Shape::List(&list(Measure::SHAPE, 0, limits::MEASURES, "measures"));
const BY: Shape = Shape::Map(&Map {
    of: Shape::List(&list(FINITE, 1, 1_000, "values")),
    things: "lists of values of columns",
    hint: "{\"workers\": [1, 2, 3]}",
});
const PARTS: Shape = Shape::List(&list(Part::SHAPE, 0, 100, "parts"));
const CLAIMS: Shape = Shape::List(&list(Claim::SHAPE, 0, 1_000, "claims"));
const TABLES: Shape = Shape::List(&list(Table::SHAPE, 0, 100, "tables"));
const PLOTS: Shape = Shape::List(&list(Plot::SHAPE, 0, 100, "plots"));
const PLACE: Shape = Shape::Map(&Map { of: Shape::Tree, things: "values of axes", hint: "{\"load\": 0.8}" });
const NUMBERS: Shape = Shape::List(&list(FINITE, 0, 1_000, "numbers"));
const TEXTS: Shape = Shape::List(&list(PROSE, 0, 100, "values"));
const SET: Shape = Shape::Map(&Map { of: Shape::Tree, things: "values", hint: "{\"load\": 0.8}" });
const QUANTITIES: Shape =
    Shape::Map(&Map { of: Quantity::SHAPE, things: "quantities", hint: "{\"wait\": {\"value\": \"wait\"}}" });

impl Study {
    /// Reads a study. Reports every error of the text in one pass. Its scenarios are checked by the plan of its runs.
    pub fn read(text: &str) -> (Option<Self>, Vec<Diagnostic>) {
        let (said, mut diagnostics) = read_document(text, Self::SHAPE);
        let study = said.map(|said| <Self as Stored>::read(&said));
        let contradiction = study.as_ref().and_then(Self::check_replication);
        let study = study.filter(|_| contradiction.is_none());
        diagnostics.extend(contradiction);
        diagnostics.extend(study.iter().flat_map(Self::warn_missing_intervals));
        (study, diagnostics)
    }

    /// Reports parts that have too few seeds in a quick run for the intervals that claims need.
    fn warn_missing_intervals(&self) -> Vec<Diagnostic> {
        let parts = self.parts.iter().zip(0..).map(|(part, i)| (format!("/parts/{i}"), &part.runs));
        let few = |(_, runs): &(String, &Runs)| {
            let drawn = runs.measures.iter().any(|measure| !measure.statistic.is_pooled());
            let quick = runs.quick_seeds.unwrap_or(runs.seeds);
            drawn && !runs.exact && quick < LEAST_SEEDS.min(runs.seeds)
        };
        let of = |(place, runs): (String, &Runs)| {
            let quick = runs.quick_seeds.unwrap_or(runs.seeds);
            let seeds =
                if quick == 1 { "1 seed gives no interval" } else { "2 seeds give hardly an interval" };
            Diagnostic::warning(format!("{seeds}, which is required to decide a claim"))
                .place(format!("{place}/quick_seeds"))
                .hint(format!("Use {} or more.", LEAST_SEEDS.min(runs.seeds)))
        };
        let all = std::iter::once((String::new(), &self.runs)).chain(parts);
        if self.claims.is_empty() { Vec::new() } else { all.filter(few).map(of).collect() }
    }

    /// The text, without settings that equal their defaults.
    pub fn to_text(&self) -> String {
        write::document_text(&self.to_value())
    }

    /// The same as a tree.
    pub fn to_value(&self) -> serde_json::Value {
        write::write_value(Self::SHAPE, &self.write())
    }

    /// The same on one line: the form that is hashed and that links contain.
    pub fn to_line(&self) -> String {
        write::to_line(&self.to_value())
    }
}
