//! What a study claims of its results, and what judges it.

use super::{FINITE, NUMBERS, PLACE, PROSE, TEXTS, Tree, list};
use ganttlet_engine::entry::document::{Document, Map, Shape};
use ganttlet_engine::entry::limits;

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Claim {
    /// Its name in a checklist, or that of the experiment.
    pub id: String,
    /// What is claimed, in a sentence.
    #[field(is = PROSE)]
    pub claim: String,
    /// What was published, in a few words. A claim of which nothing was published is a check of our own: it is counted apart.
    #[field(is = PROSE, optional)]
    pub published: String,
    /// Why the published numbers themselves do not meet what is claimed, in a sentence: the source contradicts itself, or
    /// its words round its numbers.
    #[field(is = PROSE, optional)]
    pub contradicts: String,
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
    /// True if a tolerance was chosen when our numbers were known.
    #[field(default = false)]
    pub tolerance_set_after: bool,
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
    /// The published numbers that this judges, where the judge itself does not have them: each meets the judge.
    #[field(is = NUMBERS, default = vec![])]
    pub published: Vec<f64>,
    /// The direction of a published number is the side of this number on which it lies: 0 for differences, 1 for ratios.
    /// What is outside the tolerance on that side has the right direction. There is no direction if left out.
    #[field(is = FINITE, optional)]
    pub direction_from: Option<f64>,
    /// Outside the tolerance, the direction is right below this number.
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

const OVER: Shape = Shape::Map(&Map {
    of: Shape::List(&list(Shape::Tree, 1, 1_000, "values")),
    things: "lists of values of axes",
    hint: "{\"load\": [0.5, 0.6]}",
});
const JUDGED: Shape = Shape::List(&list(Judged::SHAPE, 1, 1_000, "judgements"));
