//! The findings of a study: tables and plots with published numbers beside ours, and a verdict on each target.

use crate::sequential::MOST_NEEDED_RUNS;
use serde::Serialize;
use std::ops::{Add, Neg, Sub};
use ts_rs::TS;

/// A mean over replications and its 95 % confidence interval. Without randomness the number is exact: both ends are the
/// mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Lower end; NaN if the interval is unknown, as for a single replication.
    pub low: f64,
    /// Upper end; NaN if the interval is unknown.
    pub high: f64,
    /// Number of replications.
    pub count: u32,
}

/// The verdict on a published target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All parts are within their tolerances.
    Held,
    /// Some parts hold, at least one does not.
    HeldInPart,
    /// No part holds, but each decided part has the published direction.
    DirectionOnly,
    /// No part holds, and at least one does not have the published direction, or no direction was published.
    NotHeld,
    /// Can still hold: no part is decided against the claim, and the interval of at least one part contains a bound or
    /// is missing.
    Undecided,
    /// Within the tolerance, but fitted to this very number, so that it is no evidence.
    ByConstruction,
}

impl Verdict {
    /// All verdicts from best to worst, then those without a judgement.
    pub const ALL: [Self; 6] = [
        Self::Held,
        Self::HeldInPart,
        Self::DirectionOnly,
        Self::NotHeld,
        Self::Undecided,
        Self::ByConstruction,
    ];

    /// The name, as shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::HeldInPart => "held in part",
            Self::DirectionOnly => "direction only",
            Self::NotHeld => "not held",
            Self::Undecided => "undecided",
            Self::ByConstruction => "by construction",
        }
    }

    /// One phrase of explanation.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Held => "all parts are within the tolerance; the parts of an order are its steps",
            Self::HeldInPart => "some parts are within the tolerance, at least one is clearly outside",
            Self::DirectionOnly => {
                "no part is within the tolerance, but all that are clearly outside lie in the published direction"
            }
            Self::NotHeld => {
                "no part is within the tolerance, and at least one lies clearly outside, not in the published direction, if there is one"
            }
            Self::Undecided => {
                "no part is clearly outside the tolerance, but a confidence interval contains a bound, or a single seed gives no interval"
            }
            Self::ByConstruction => {
                "within the tolerance, but the model was fitted to this number; not counted as held"
            }
        }
    }
}

/// A published target: a number, an order, a sign.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Target {
    /// Its name in the reproduction checklist (`R7`), or that of the experiment.
    pub id: String,
    /// The claim, in a sentence.
    pub claim: String,
    /// The published number or words.
    pub published: String,
    /// Our number or words.
    pub ours: String,
    /// The tolerance of the comparison.
    pub tolerance: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Number of parts.
    pub parts: u32,
    /// Number of parts that hold.
    pub held: u32,
    /// True for a check without a published result, which is counted separately.
    pub own: bool,
    /// True if the tolerance was set after our results were known.
    pub tolerance_set_after: bool,
    /// True if the model was fitted to the published number: counted separately from the tests, with any verdict.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub fitted: bool,
    /// Explanation of a difference; empty if there is none.
    pub note: String,
    /// State at the last look, of a study that replicates until its claims are decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub looks: Option<LookState>,
}

/// State of a claim at a look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct LookState {
    /// The last complete look, counted from 1; 0 before the first.
    pub look: u32,
    /// Number of looks.
    pub looks: u32,
    /// Number of runs of each point at the last look.
    pub runs: u32,
    /// True if a later look can change the verdict.
    pub open: bool,
    /// Number of runs that the open bounds need if the estimates stay as they are; 1,000,001 for more than a million. None
    /// if no bound is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub needed: Option<u32>,
    /// Number of parts inside the bounds.
    pub inside: u32,
    /// Number of parts outside.
    pub outside: u32,
    /// Number of undecided parts.
    pub undecided: u32,
    /// Remarks on the verdict.
    pub remarks: Vec<LookRemark>,
}

/// A remark on a verdict at a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LookRemark {
    /// The number is outside its bounds, and its direction is undecided.
    DirectionOpen,
    /// A decided number is so near its bound that other seeds could change the verdict.
    NearBound,
    /// A few runs contribute most of a mean.
    FewRuns,
}

impl LookState {
    /// The state as text: `64 runs (look 3 of 6), needs about 550 runs`.
    pub fn text(&self) -> String {
        if self.look == 0 {
            return format!("no look yet (0 of {})", self.looks);
        }
        let mut text = format!("{} runs (look {} of {})", self.runs, self.look, self.looks);
        let needed = match self.needed {
            None => String::new(),
            Some(needed) if f64::from(needed) > MOST_NEEDED_RUNS => {
                ", needs more than 1,000,000 runs".to_owned()
            }
            Some(needed) => format!(", needs about {needed} runs"),
        };
        text += &needed;
        for (remark, words) in [
            (LookRemark::NearBound, ", near the bound"),
            (LookRemark::FewRuns, ", mean dominated by few runs"),
        ] {
            if self.remarks.contains(&remark) {
                text += words;
            }
        }
        text
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Cell {
    /// The published value, if there is one.
    pub published: Option<String>,
    /// Our value.
    pub ours: Option<Interval>,
    /// Words instead of a number; empty for none.
    pub text: String,
}

/// A table: a published table with our values added, or a table of ours.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FindingsTable")]
pub struct Table {
    /// Title (`Table 2.4: change of the average response time, %`).
    pub title: String,
    /// Heads of the columns; the first is that of the row heads.
    pub columns: Vec<String>,
    /// Rows: the head, then a cell for each other column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// True for published points, which follow the line that they belong to.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<_>", optional)]
    pub published: bool,
    /// Positions; the same for all lines of a plot.
    pub x: Vec<f64>,
    /// Values; NaN for a gap.
    pub y: Vec<f64>,
    /// Lower ends of the confidence intervals; empty for none.
    pub low: Vec<f64>,
    /// Upper ends.
    pub high: Vec<f64>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Plot {
    /// Title.
    pub title: String,
    /// Name and unit of the x axis.
    pub x: String,
    /// Name and unit of the y axis.
    pub y: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// The findings of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Findings {
    /// The claims with their verdicts.
    pub targets: Vec<Target>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Plots.
    pub plots: Vec<Plot>,
}

impl Target {
    /// The verdict in words: `held in part: 60 of 72`.
    pub fn verdict_words(&self) -> String {
        match self.verdict {
            Verdict::NotHeld
                if self.looks.as_ref().is_some_and(|state| {
                    state.open && state.remarks.contains(&LookRemark::DirectionOpen)
                }) =>
            {
                format!("{} (direction open)", self.verdict.name())
            }
            Verdict::HeldInPart => format!("{}: {} of {}", self.verdict.name(), self.held, self.parts),
            other => other.name().to_owned(),
        }
    }
}

impl Cell {
    /// A cell with our number, if it is known yet.
    pub fn computed(ours: Option<Interval>) -> Self {
        Self { published: None, ours, text: String::new() }
    }

    /// Words instead of a number.
    pub fn text(text: impl Into<String>) -> Self {
        Self { published: None, ours: None, text: text.into() }
    }

    /// Adds the published value.
    #[must_use]
    pub fn with_published(mut self, published: impl Into<String>) -> Self {
        self.published = Some(published.into());
        self
    }
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add_row(&mut self, head: impl Into<String>, cells: Vec<Cell>) {
        self.rows.push((head.into(), cells));
    }
}

impl Line {
    /// A line through means, with their confidence intervals; a gap where a number is missing.
    pub fn new(name: impl Into<String>, points: &[(f64, Option<Interval>)]) -> Self {
        let column = |of: fn(Interval) -> f64| {
            points.iter().map(|&(_, interval)| interval.map_or(f64::NAN, of)).collect::<Vec<f64>>()
        };
        Self {
            name: name.into(),
            published: false,
            x: points.iter().map(|&(x, _)| x).collect(),
            y: column(|interval| interval.mean),
            low: column(|interval| interval.low),
            high: column(|interval| interval.high),
        }
    }
}

impl Plot {
    /// A plot without lines.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Self {
        Self { title: title.into(), x: x.into(), y: y.into(), lines: Vec::new() }
    }
}

/// A number without randomness.
impl From<f64> for Interval {
    fn from(value: f64) -> Self {
        Self::exact(value)
    }
}

/// The sum of independent samples.
impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mean = self.mean + other.mean;
        let half = libm::hypot(self.high - self.low, other.high - other.low) / 2.0;
        let count = match (self.is_exact(), other.is_exact()) {
            (true, _) => other.count,
            (_, true) => self.count,
            _ => self.count.min(other.count),
        };
        Self { mean, low: mean - half, high: mean + half, count }
    }
}

/// The difference of independent samples.
impl Sub for Interval {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Self { mean: -self.mean, low: -self.high, high: -self.low, count: self.count }
    }
}

impl Interval {
    /// Both ends of the confidence interval; `None` if it is unknown.
    pub fn ends(&self) -> Option<(f64, f64)> {
        (self.low.is_finite() && self.high.is_finite()).then_some((self.low, self.high))
    }

    /// True if there is no randomness.
    pub fn is_exact(&self) -> bool {
        self.count == 1 && self.ends().is_some_and(|(low, high)| low.total_cmp(&high).is_eq())
    }

    /// The mean with its significant digits, then half the width of the interval; whole numbers without decimals.
    pub fn text(&self) -> String {
        let width = self.ends().map(|(low, high)| high - low);
        if self.mean.fract() == 0.0 && width.is_none_or(|width| width == 0.0) {
            return format!("{:.0}", self.mean + 0.0);
        }
        let digits = self.digits();
        match width {
            Some(width) if self.count > 1 => format!("{:.digits$} ± {:.digits$}", self.mean, width / 2.0),
            _ => format!("{:.digits$}", self.mean),
        }
    }

    /// Number of decimals of the mean.
    fn digits(&self) -> usize {
        match self.mean.abs() {
            large if large >= 100.0 => 0,
            middle if middle >= 10.0 => 1,
            _ => 2,
        }
    }

    /// The mean and both ends of the interval, with at least two digits of its width: `0.983 [0.969, 0.996]`.
    pub fn bracket_text(&self) -> String {
        let Some((low, high)) = self.ends().filter(|(low, high)| high > low) else { return self.text() };
        let of_width = 1.0 - libm::floor(libm::log10(high - low));
        let digits = self.digits().max(of_width.clamp(0.0, 6.0) as usize);
        format!("{:.digits$} [{low:.digits$}, {high:.digits$}]", self.mean)
    }
}
