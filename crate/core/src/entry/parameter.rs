//! Parameters of entries.

use super::{Settings, Value, Variable};
use serde::Serialize;
use ts_rs::TS;

/// A parameter of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Parameter {
    /// The name in scenarios (snake case, with its unit where it has one: `run_mean_s`).
    pub id: &'static str,
    /// The label, as shown.
    pub name: &'static str,
    /// Description, in a sentence.
    pub doc: &'static str,
    /// The unit, as shown (`s`, `nodes`, `MB/s`); empty for none.
    pub unit: &'static str,
    /// The allowed values.
    #[serde(flatten)]
    pub kind: Kind,
    /// True for a parameter with a slider beside the charts, because it has a large effect on them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<_>", optional)]
    pub quick: bool,
    /// A condition on another parameter; without it, this one has no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub when: Option<When>,
}

/// The value of another parameter for which a parameter has an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct When {
    /// The other parameter.
    pub parameter: &'static str,
    /// The words with an effect; empty if the other parameter is a table, which must then have no rows.
    pub is: &'static [&'static str],
}

/// The kind of a parameter: allowed values and default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
#[ts(rename = "ParameterKind")]
pub enum Kind {
    /// A finite number between `min` and `max`, both included.
    Number {
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Default.
        default: f64,
    },
    /// A whole number between `min` and `max`, both included; at most 2^53.
    Integer {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
        /// Default.
        default: i64,
    },
    /// True or false.
    Bool {
        /// Default.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The words, each with its meaning.
        options: &'static [(&'static str, &'static str)],
        /// Default.
        default: &'static str,
    },
    /// An expression over these numbers.
    Expression {
        /// The variables that it may use.
        variables: &'static [Variable],
        /// Default.
        default: &'static str,
    },
    /// A text on one line, such as the name of a column, a user or a queue.
    Text {
        /// Maximum number of characters.
        max_length: usize,
        /// Default.
        default: &'static str,
    },
    /// Rows of values.
    Table {
        /// The columns; none of them is a table.
        columns: &'static [Parameter],
        /// Minimum number of rows.
        min: usize,
        /// Maximum number of rows.
        max: usize,
        /// The default rows, cell by cell.
        default: &'static [&'static [Value]],
    },
}

impl Kind {
    /// The default.
    pub fn default_value(&self) -> Value {
        match *self {
            Self::Number { default, .. } => Value::Number(default),
            Self::Integer { default, .. } => Value::Integer(default),
            Self::Bool { default } => Value::Bool(default),
            Self::Choice { default, .. } => Value::Choice(default),
            Self::Expression { default, .. } => Value::Expression(default.into()),
            Self::Text { default, .. } => Value::Text(default.into()),
            Self::Table { columns, default, .. } => {
                let cells = |row: &&[Value]| {
                    let mut settings = Settings::defaults(columns);
                    for (column, cell) in columns.iter().zip(*row) {
                        // A constant cannot hold an allocated text, so defaults give it as a word.
                        let cell = match (column.kind, cell) {
                            (Self::Text { .. }, Value::Choice(word)) => Value::Text((*word).into()),
                            _ => cell.clone(),
                        };
                        settings.set(column, cell);
                    }
                    settings
                };
                Value::Table(default.iter().map(cells).collect())
            }
        }
    }
}

/// The mistake in a text of at most `max_length` characters on one line, if there is one.
pub fn text_problem(text: &str, max_length: usize) -> Option<String> {
    let count = text.chars().count();
    if count > max_length {
        return Some(format!("found {count} characters, allowed are at most {max_length}"));
    }
    let control = text.chars().find(|c| c.is_control())?;
    Some(format!("found a control character ({control:?}), allowed is a text on one line"))
}

/// The total number of parameters of several lists.
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
    const NONE: Parameter = Parameter {
        id: "",
        name: "",
        doc: "",
        unit: "",
        kind: Kind::Bool { default: false },
        quick: false,
        when: None,
    };
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

/// The same parameters, with another default of a number.
///
/// # Panics
/// If none of them is a number of this name.
pub const fn with_default<const N: usize>(mut all: [Parameter; N], id: &str, new: f64) -> [Parameter; N] {
    let mut at = 0;
    while !same(all[at].id, id) {
        at += 1;
    }
    all[at].kind = match all[at].kind {
        Kind::Number { min, max, .. } => Kind::Number { min, max, default: new },
        Kind::Integer { min, max, .. } => Kind::Integer { min, max, default: new as i64 },
        _ => panic!("only numbers get another default"),
    };
    all
}

/// True if both texts are equal: `==` cannot be used in constants.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
