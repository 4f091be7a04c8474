//! What can be set, and how a struct says so: its fields are the parameters.

pub use ganttlet_derive::{Parameters, Words};

use crate::time::Span;
use serde::{Serialize, Serializer};

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

    #[derive(Clone, Copy, Debug, PartialEq, Words)]
    enum Order {
        /// As they came.
        #[word("arrival")]
        Arrival,
        /// The shortest first.
        #[word("shortest")]
        Shortest,
    }

    #[derive(Parameters)]
    struct Inner {
        /// How long it takes.
        #[parameter(name = "Length", unit = "s", min = 0, max = 1e6, default = 2.5)]
        length_s: Span,
    }

    #[derive(Parameters)]
    struct All {
        /// In which order,
        /// whatever comes.
        #[parameter(name = "Order", default = "shortest")]
        order: Order,
        #[parameter(all)]
        inner: Inner,
        /// How many.
        #[parameter(name = "Count", unit = "jobs", min = 1, max = 9, default = 4)]
        count: u32,
        /// How far from zero.
        #[parameter(name = "Offset", min = -5, max = 5, default = -3)]
        offset: i64,
        /// Whether at all.
        #[parameter(name = "Wanted", default = true)]
        wanted: bool,
    }

    #[test]
    fn fields_are_parameters_and_their_values() {
        let of = |p: &Parameter| {
            format!(
                "{} | {} | {} | {} | {}",
                p.id,
                p.name,
                p.doc,
                p.unit,
                serde_json::json!(p.kind.default_value())
            )
        };
        let list: Vec<String> = All::LIST.iter().map(of).collect();
        assert_eq!(
            list,
            [
                r#"order | Order | In which order, whatever comes. |  | "shortest""#,
                "length_s | Length | How long it takes. | s | 2.5",
                "count | Count | How many. | jobs | 4",
                "offset | Offset | How far from zero. |  | -3",
                "wanted | Wanted | Whether at all. |  | true",
            ]
        );
        let Kind::Choice { options, .. } = All::LIST[0].kind else { panic!("words are a choice") };
        assert_eq!(options, [("arrival", "As they came."), ("shortest", "The shortest first.")]);
        let all = All::read(&Settings::default());
        assert_eq!((all.order, all.count, all.offset, all.wanted), (Order::Shortest, 4, -3, true));
        assert_eq!(all.inner.length_s, Span::from_seconds(2.5));
        let set = Settings::default()
            .with("order", Value::Choice("arrival".into()))
            .with("count", Value::Integer(7));
        let all = All::read(&set.with("length_s", Value::Number(1.0)));
        assert_eq!((all.order, all.count, all.inner.length_s), (Order::Arrival, 7, Span::from_seconds(1.0)));
    }

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
