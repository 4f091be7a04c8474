//! The claims of a study, and their judges.

use super::{FINITE, NUMBERS, PLACE, PROSE, TEXTS, Tree, list};
use ganttlet_core::entry::document::{Document, Map, Shape};
use ganttlet_core::entry::limits;

/// A claim about the results.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Claim {
    /// Id of the claim in a checklist, or of the experiment.
    pub id: String,
    /// The claim, in a sentence.
    #[field(is = PROSE)]
    pub claim: String,
    /// Published result, in a few words. A claim without a published result is a check of our own and is counted
    /// separately.
    #[field(is = PROSE, optional)]
    pub published: String,
    /// Why the published numbers do not meet the claim, in a sentence: the source contradicts itself, or its text
    /// rounds its numbers.
    #[field(is = PROSE, optional)]
    pub contradicts: String,
    /// Judged quantities; the claim holds if all of them hold.
    #[field(is = JUDGED)]
    pub judged: Vec<Judged>,
    /// Number of parts that must hold; all if left out.
    #[field(is = Shape::Integer(1, limits::ID), optional)]
    pub enough: Option<u32>,
    /// True if undecided parts count as not held, for effects that must be observed.
    #[field(default = false)]
    pub surely: bool,
    /// True if the model was fitted to this number: the claim then holds by construction.
    #[field(default = false)]
    pub fitted: bool,
    /// True if a tolerance was chosen after our results were known.
    #[field(default = false)]
    pub tolerance_set_after: bool,
    /// Explanation of a difference.
    #[field(is = PROSE, optional)]
    pub note: String,
    /// Explanation shown only if the claim does not hold.
    #[field(is = PROSE, optional)]
    pub unless_held: String,
}

/// A judged quantity.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Judged {
    /// Quantity; none if cells of a table are judged.
    #[field(is = Shape::Text, optional)]
    pub quantity: String,
    /// Title of a table, whose cells with published numbers are judged one by one.
    #[field(is = PROSE, optional)]
    pub table: String,
    /// Rows of the table, by their headings; all if left out.
    #[field(is = TEXTS, default = vec![])]
    pub rows: Vec<String>,
    /// Columns of the table, by their headings; all if left out.
    #[field(is = TEXTS, default = vec![])]
    pub columns: Vec<String>,
    /// Name, if there are several.
    #[field(is = PROSE, optional)]
    pub name: String,
    /// Values of axes, in addition to those of the quantity.
    #[field(is = PLACE, default = vec![])]
    pub at: Vec<(String, Tree)>,
    /// Axis at several values of which the quantity is judged.
    #[field(is = OVER, default = vec![])]
    pub over: Vec<(String, Vec<Tree>)>,
    /// Condition.
    pub judge: Judge,
    /// Kind of number that each run gives, for studies with `replication`.
    #[field(default = OutputKind::Number)]
    pub output: OutputKind,
    /// Published numbers, if the judge does not contain them; each must meet the judge.
    #[field(is = NUMBERS, default = vec![])]
    pub published: Vec<f64>,
    /// The direction of a published number is the side of this number on which it lies: 0 for differences, 1 for
    /// ratios. Results outside the tolerance on that side have the right direction. No direction if left out.
    #[field(is = FINITE, optional)]
    pub direction_from: Option<f64>,
    /// Results outside the tolerance have the right direction below this number.
    #[field(is = FINITE, optional)]
    pub else_below: Option<f64>,
}

/// Kind of number that each run gives, which determines how its mean is compared with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Document)]
pub enum OutputKind {
    /// Any number: Student's t.
    Number,
    /// Number of rare events: exact Poisson limits while all runs together have fewer than 30.
    Count,
    /// 1 or 100 if an event happened, else 0: exact binomial limits.
    Event,
    /// A law: each run must meet the condition, and the first that does not decides.
    Law,
}

/// Condition on a number, with its description.
#[derive(Clone, Debug, PartialEq, Document)]
pub enum Judge {
    /// At most `by` from the published number.
    Near {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// Allowed difference.
        #[field(is = FINITE)]
        by: f64,
    },
    /// At most this percentage from the published number.
    NearPercent {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// Allowed difference, in per cent.
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
        /// Allowed distance outside the range.
        #[field(is = FINITE, default = 0.0)]
        by: f64,
    },
    /// At most this far from the published number in the same cell.
    #[field(is = FINITE)]
    Beside(f64),
    /// At most this percentage from the published number in the same cell.
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
    /// A bound or more; below it, the direction is right above another bound.
    AtLeastElseAbove {
        /// The bound.
        #[field(is = FINITE)]
        least: f64,
        /// The other bound.
        #[field(is = FINITE)]
        above: f64,
    },
    /// Falls from each value of the axis to the next.
    Falls(bool),
    /// Rises from each value of the axis to the next.
    Rises(bool),
    /// Never rises from one value of the axis to the next, and is lower at the last than at the first; the direction is
    /// right if the latter holds.
    NeverRises(bool),
    /// Is at most `by` from the published number at a value of the axis, or crosses it between two values.
    Passes {
        /// The published number.
        #[field(is = FINITE)]
        published: f64,
        /// Allowed difference.
        #[field(is = FINITE)]
        by: f64,
    },
    /// Becomes different from 0 at a value of the axis between these two, or at most `step` outside.
    Begins {
        /// The last value at which it is 0.
        #[field(is = FINITE)]
        from: f64,
        /// The first value at which it is not 0.
        #[field(is = FINITE)]
        to: f64,
        /// Allowed distance outside the range.
        #[field(is = FINITE, default = 0.0)]
        step: f64,
    },
}

const OVER: Shape = Shape::Map(&Map {
    of: Shape::List(&list(Shape::Tree, 1, 1_000, "values")),
    things: "lists of values of axes",
    hint: "{\"load\": [0.5, 0.6]}",
});
const JUDGED: Shape = Shape::List(&list(Judged::SHAPE, 1, 1_000, "judgements"));
