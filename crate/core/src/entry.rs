//! What the catalog knows of one thing a user can choose.
//!
//! Each policy, system, generator, metric, format and preset declares one [`Entry`] beside its code. The page's forms,
//! the help of the command line, the JSON Schema, the reference page and the validation of scenarios are all made from
//! these, so a thing described once is described everywhere.

pub use ganttlet_derive::{Parameters, Words};

use crate::time::Span;
use serde::{Serialize, Serializer};

/// One thing a user can choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The name in scenarios: lower case, digits and hyphens; unique in its family.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// What kind of thing it is.
    pub family: Family,
    /// What it does, in a sentence or two.
    pub summary: &'static str,
    /// Where it is defined: publication and section.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// The kinds of things in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// A resource-management system.
    System,
    /// A policy of a local resource manager.
    LocalPolicy,
    /// A rule that sends jobs to clusters.
    RoutingPolicy,
    /// A policy that maps the tasks of a workflow.
    WorkflowPolicy,
    /// A rule that chooses the clusters of a grid job.
    PlacementPolicy,
    /// A rule that makes running jobs grow and shrink.
    MalleabilityPolicy,
    /// A rule that shares idle nodes among those who scavenge them.
    FairSharePolicy,
    /// A rule that orders the tasks of a batch.
    OrderingPolicy,
    /// A rule that says how many workers an application asks for.
    SizingPolicy,
    /// A rule against the loss of workers.
    LossPolicy,
    /// A source of jobs or workflows made from a model.
    Generator,
    /// A measure of a run.
    Metric,
    /// A file format that can be read.
    Format,
    /// A ready-made platform.
    Preset,
}

impl Family {
    /// All families, in the order of the reference page.
    pub const ALL: &'static [Self] = &[
        Self::System,
        Self::LocalPolicy,
        Self::RoutingPolicy,
        Self::WorkflowPolicy,
        Self::PlacementPolicy,
        Self::MalleabilityPolicy,
        Self::FairSharePolicy,
        Self::OrderingPolicy,
        Self::SizingPolicy,
        Self::LossPolicy,
        Self::Generator,
        Self::Format,
        Self::Preset,
        Self::Metric,
    ];

    /// The name in the catalog: `local-policy`.
    pub fn id(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::LocalPolicy => "local-policy",
            Self::RoutingPolicy => "routing-policy",
            Self::WorkflowPolicy => "workflow-policy",
            Self::PlacementPolicy => "placement-policy",
            Self::MalleabilityPolicy => "malleability-policy",
            Self::FairSharePolicy => "fair-share-policy",
            Self::OrderingPolicy => "ordering-policy",
            Self::SizingPolicy => "sizing-policy",
            Self::LossPolicy => "loss-policy",
            Self::Generator => "generator",
            Self::Metric => "metric",
            Self::Format => "format",
            Self::Preset => "preset",
        }
    }

    /// The name people read, for one member of the family: `local policy`.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::LocalPolicy => "local policy",
            Self::RoutingPolicy => "routing policy",
            Self::WorkflowPolicy => "workflow policy",
            Self::PlacementPolicy => "placement policy",
            Self::MalleabilityPolicy => "malleability policy",
            Self::FairSharePolicy => "fair-share policy",
            Self::OrderingPolicy => "ordering policy",
            Self::SizingPolicy => "sizing policy",
            Self::LossPolicy => "loss policy",
            Self::Generator => "generator",
            Self::Metric => "metric",
            Self::Format => "file format",
            Self::Preset => "preset",
        }
    }

    /// What its members are, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::System => "A resource-management system: who decides, where queues are, what work it runs.",
            Self::LocalPolicy => "In which order one cluster starts the jobs in its queue.",
            Self::RoutingPolicy => "To which cluster a job is sent when it is submitted.",
            Self::WorkflowPolicy => "On which cluster, and in which order, the tasks of a workflow run.",
            Self::PlacementPolicy => "On which clusters, and with how many nodes on each, a grid job runs.",
            Self::MalleabilityPolicy => {
                "Which running jobs grow when nodes are free, and which shrink when they are needed."
            }
            Self::FairSharePolicy => {
                "Who gets the idle nodes among those who scavenge them, and who gives them back."
            }
            Self::OrderingPolicy => "In which order a master hands out the tasks of a batch.",
            Self::SizingPolicy => "How many workers a master-worker application asks for, batch by batch.",
            Self::LossPolicy => {
                "What a master does against the loss of workers: extra machines, and second copies of tasks."
            }
            Self::Generator => "Jobs or workflows made from a model and a seed.",
            Self::Metric => {
                "A measure of a run, with its formula. Percentiles are nearest ranks: the smallest value that at least so \
                 many per cent of the values do not exceed."
            }
            Self::Format => "A file format that can be dropped on the page or named in a scenario.",
            Self::Preset => "A ready-made platform: clusters and the network between them.",
        }
    }
}

/// A place in a system that a policy fills.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Role {
    /// The name in scenarios (`local`); unique in its system.
    pub id: &'static str,
    /// The label people read.
    pub name: &'static str,
    /// What the policy decides there, in a sentence.
    pub doc: &'static str,
    /// The family its policies come from.
    pub family: Family,
    /// The policy when nothing is said.
    pub default: &'static str,
}

/// The kind of work a system runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Accepts {
    /// Rigid jobs.
    Jobs,
    /// Workflows.
    Workflows,
    /// Jobs of a grid: rigid, moldable, malleable, co-allocated, and sweeps that take what is idle.
    #[serde(rename = "grid-jobs")]
    GridJobs,
    /// Applications in which a master hands the tasks of one batch after the other to workers.
    #[serde(rename = "master-worker")]
    MasterWorker,
    /// Times at which machines are not to be had: no work, but what work has to live with.
    Absences,
}

/// The kind of work a generator or a file format gives.
pub type Makes = Accepts;

impl Accepts {
    /// All kinds of work.
    pub const ALL: [Self; 5] =
        [Self::Jobs, Self::Workflows, Self::GridJobs, Self::MasterWorker, Self::Absences];

    /// The word in sentences and in the catalog.
    pub fn word(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Workflows => "workflows",
            Self::GridJobs => "grid jobs",
            Self::MasterWorker => "master-worker applications",
            Self::Absences => "absences of machines",
        }
    }

    /// True if a system that runs this can be given that: a rigid job is a grid job of one component.
    pub fn takes(self, work: Makes) -> bool {
        self == work || (self == Self::GridJobs && work == Self::Jobs)
    }
}

/// One thing that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// The name in scenarios (snake case, with its unit where it has one: `run_mean_s`).
    pub id: &'static str,
    /// The label people read.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub doc: &'static str,
    /// The unit people read (`s`, `nodes`, `MB/s`); empty for none.
    pub unit: &'static str,
    /// What it may be.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a parameter may be, and what it is when nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Kind {
    /// A finite number between `min` and `max`, both included.
    Number {
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Value when nothing is said.
        default: f64,
    },
    /// A whole number between `min` and `max`, both included; at most 2^53.
    Integer {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
        /// Value when nothing is said.
        default: i64,
    },
    /// True or false.
    Bool {
        /// Value when nothing is said.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The words, each with what it means.
        options: &'static [(&'static str, &'static str)],
        /// The word when nothing is said.
        default: &'static str,
    },
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A word.
    Choice(String),
}

impl Kind {
    /// The value when nothing is said.
    pub fn default_value(&self) -> Value {
        match *self {
            Self::Number { default, .. } => Value::Number(default),
            Self::Integer { default, .. } => Value::Integer(default),
            Self::Bool { default } => Value::Bool(default),
            Self::Choice { default, .. } => Value::Choice(default.to_owned()),
        }
    }
}

/// Checked values for all parameters of an entry: what was said, and the defaults for the rest; in the order of their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(Vec<(&'static str, Value)>);

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Settings {
    /// The defaults of all `parameters`.
    pub fn defaults<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> Self {
        let mut settings = Self::default();
        for parameter in parameters {
            settings.set(parameter, parameter.kind.default_value());
        }
        settings
    }

    /// Sets the value of `parameter`; the caller has checked that it is allowed.
    pub fn set(&mut self, parameter: &Parameter, value: Value) {
        self.put(parameter.id, value);
    }

    /// The same settings with `id` set: for tests and for code that builds settings by hand.
    #[must_use]
    pub fn with(mut self, id: &'static str, value: Value) -> Self {
        self.put(id, value);
        self
    }

    fn put(&mut self, id: &'static str, value: Value) {
        match self.place(id) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (id, value)),
        }
    }

    fn place(&self, id: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|&(known, _)| known.cmp(id))
    }

    /// The value of a parameter, if the entry has it.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.place(id).ok().map(|place| &self.0[place].1)
    }

    /// The value of a number or integer parameter; 0 if there is none.
    pub fn number(&self, id: &str) -> f64 {
        match self.get(id) {
            Some(&Value::Number(x)) => x,
            Some(&Value::Integer(x)) => x as f64,
            _ => 0.0,
        }
    }

    /// The value of an integer parameter; 0 if there is none.
    pub fn integer(&self, id: &str) -> i64 {
        match self.get(id) {
            Some(&Value::Integer(x)) => x,
            Some(&Value::Number(x)) => x as i64,
            _ => 0,
        }
    }

    /// The value of a yes-or-no parameter; false if there is none.
    pub fn flag(&self, id: &str) -> bool {
        matches!(self.get(id), Some(Value::Bool(true)))
    }

    /// The word of a choice parameter; empty if there is none.
    pub fn choice(&self, id: &str) -> &str {
        match self.get(id) {
            Some(Value::Choice(word)) => word,
            _ => "",
        }
    }

    /// All values by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }
}

/// A policy that a user can choose: what the catalog says of it, and how one is made. What is made is an object with its
/// own parameters and its own memory.
pub struct Maker<P: ?Sized + 'static> {
    /// What the catalog says.
    pub entry: Entry,
    /// Makes one as it is set.
    pub make: fn(&Settings) -> Box<P>,
}

/// All policies of a family, in the order of the forms.
pub struct Makers<P: ?Sized + 'static>(pub &'static [Maker<P>]);

impl<P: ?Sized> Makers<P> {
    /// What the catalog says of each.
    pub fn entries(&self) -> Vec<&'static Entry> {
        self.0.iter().map(|maker| &maker.entry).collect()
    }

    /// The policy of this id, if there is one.
    pub fn find(&self, id: &str) -> Option<&'static Maker<P>> {
        self.0.iter().find(|maker| maker.entry.id == id)
    }

    /// The policy that a checked scenario names.
    ///
    /// # Panics
    /// If there is none: the reader lets only known ids through.
    pub fn known(&self, id: &str) -> &'static Maker<P> {
        self.find(id).expect("the reader has checked that there is a policy of this id")
    }
}

/// A struct whose fields are parameters: `#[derive(Parameters)]`. The fields say once what the catalog, the forms, the
/// schema and the code know of each.
pub trait Parameters: Sized {
    /// The parameters in the order of the form.
    const LIST: &'static [Parameter];

    /// What was set, and the defaults of the rest. The reader has checked each value against its parameter.
    fn read(settings: &Settings) -> Self;
}

/// An enum whose variants are the words of a choice: `#[derive(Words)]`.
pub trait Words: Sized {
    /// The words, each with what it means.
    const OPTIONS: &'static [(&'static str, &'static str)];

    /// The variant of a word, if it is one of them.
    fn of_word(word: &str) -> Option<Self>;
}

/// A type that a parameter's value can have.
pub trait FromValue: Sized {
    /// The value, if it is of this type.
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for f64 {
    fn from_value(value: &Value) -> Option<Self> {
        match *value {
            Value::Number(x) => Some(x),
            Value::Integer(x) => Some(x as f64),
            _ => None,
        }
    }
}

impl FromValue for Span {
    /// Seconds.
    fn from_value(value: &Value) -> Option<Self> {
        f64::from_value(value).map(Self::from_seconds)
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Option<Self> {
        match *value {
            Value::Integer(x) => Some(x),
            Value::Number(x) => Some(x as i64),
            _ => None,
        }
    }
}

impl FromValue for u32 {
    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value).map(|x| x.clamp(0, i64::from(Self::MAX)) as Self)
    }
}

impl FromValue for bool {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Bool(set) = *value { Some(set) } else { None }
    }
}

impl<T: Words> FromValue for T {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Choice(word) = value { Self::of_word(word) } else { None }
    }
}

/// The value of the parameter `id` of a list: what was set, or its default.
///
/// # Panics
/// If the list has no such parameter, or the value is not of its kind: the reader has checked that.
pub fn value<T: FromValue>(settings: &Settings, list: &[Parameter], id: &str) -> T {
    let default = || list.iter().find(|one| one.id == id).map(|one| one.kind.default_value());
    let value = settings.get(id).cloned().or_else(default);
    value.as_ref().and_then(T::from_value).expect("the reader has checked each value against its parameter")
}

/// How many parameters several lists have.
pub const fn total(lists: &[&[Parameter]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].len();
        at += 1;
    }
    sum
}

/// Several lists one after the other; `N` is their [`total`] length.
pub const fn joined<const N: usize>(lists: &[&[Parameter]]) -> [Parameter; N] {
    const NONE: Parameter =
        Parameter { id: "", name: "", doc: "", unit: "", kind: Kind::Bool { default: false } };
    let mut all = [NONE; N];
    let (mut list, mut at, mut to) = (0, 0, 0);
    while to < N {
        if at < lists[list].len() {
            all[to] = lists[list][at];
            (at, to) = (at + 1, to + 1);
        } else {
            (list, at) = (list + 1, 0);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_has_its_default() {
        static SPEED: Parameter = Parameter {
            id: "speed",
            name: "Speed",
            doc: "How fast.",
            unit: "",
            kind: Kind::Number { min: 0.1, max: 10.0, default: 1.5 },
        };
        let settings = Settings::defaults([&SPEED]);
        assert!((settings.number("speed") - 1.5).abs() < 1e-12);
        assert!(!settings.flag("speed"));
    }
}
