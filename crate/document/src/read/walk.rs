//! Reads values of a JSON tree, and reports all errors, not only the first.
//!
//! Every method returns `None` after reporting an error, so that the caller continues with the next field and one pass
//! finds all errors.

use ganttlet_core::diagnostic::{Collector, Diagnostic, did_you_mean, format_number, list_names};
use ganttlet_core::entry::{
    AnyFamily, CustomExpression, Kind, Parameter, Value as Setting, Variable, limits, text_problem,
};
use serde_json::{Map, Value};

/// A value and its JSON pointer.
#[derive(Clone)]
pub(super) struct ValueAt<'a> {
    pub value: &'a Value,
    pub place: String,
}

/// The pointer of `key` in the object at `place`.
pub(crate) fn join_pointer(place: &str, key: &str) -> String {
    let key = key.replace('~', "~0").replace('/', "~1");
    format!("{place}/{}", shorten(&key))
}

/// The first 60 characters: names in hostile documents may be megabytes long.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl<'a> ValueAt<'a> {
    /// The whole document.
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, place: String::new() }
    }

    /// The value of `key`, if this is an object that has it.
    pub(super) fn field(&self, key: &str) -> Option<Self> {
        let value = self.value.as_object()?.get(key)?;
        Some(Self { value, place: join_pointer(&self.place, key) })
    }

    /// The elements of a list.
    pub(super) fn items(&self) -> impl Iterator<Item = Self> {
        let list = self.value.as_array().map_or(&[][..], Vec::as_slice);
        list.iter().enumerate().map(|(i, value)| Self { value, place: format!("{}/{i}", self.place) })
    }
}

/// A value as text for messages, shortened if it is large.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("{:?}", shorten(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Reads values of a document and collects diagnostics.
#[derive(Default)]
pub(super) struct DocumentReader {
    pub diagnostics: Collector,
}

impl DocumentReader {
    /// Reports an error about the value at a place.
    pub(super) fn error(&mut self, place: &str, message: impl Into<String>, hint: impl Into<String>) {
        self.diagnostics.error(place, message, hint);
    }

    /// An object, after a warning for each unknown key.
    pub(super) fn expect_object<'a>(
        &mut self,
        at: &ValueAt<'a>,
        known: &[&str],
    ) -> Option<&'a Map<String, Value>> {
        let Value::Object(map) = at.value else {
            let message = format!(
                "found {}, allowed is an object with {}",
                value_text(at.value),
                list_names(known.iter().copied())
            );
            self.error(&at.place, message, "");
            return None;
        };
        self.warn_unknown_keys(at, known, known);
        Some(map)
    }

    /// Warns of each unknown key of an object; suggests one of `available`.
    pub(super) fn warn_unknown_keys(&mut self, at: &ValueAt<'_>, known: &[&str], available: &[&str]) {
        let keys = at.value.as_object().into_iter().flat_map(Map::keys);
        for key in keys.filter(|key| !known.contains(&key.as_str())) {
            self.diagnostics.add_if_room(false, || {
                let available = || available.iter().copied();
                let message = format!(
                    "unknown key {:?}, ignored; available: {}",
                    shorten(key),
                    list_names(available())
                );
                Diagnostic::warning(message)
                    .place(join_pointer(&at.place, key))
                    .hint(did_you_mean(key, available()))
            });
        }
    }

    /// A list of at most `most` items.
    pub(super) fn expect_list<'a>(
        &mut self,
        at: &ValueAt<'a>,
        most: usize,
        things: &str,
    ) -> Option<&'a [Value]> {
        let Value::Array(list) = at.value else {
            self.error(
                &at.place,
                format!("found {}, allowed is a list of {things}", value_text(at.value)),
                "",
            );
            return None;
        };
        if list.len() > most {
            let message = format!("found {} {things}; at most {most} are allowed", list.len());
            self.error(&at.place, message, "");
            return None;
        }
        Some(list)
    }

    /// The value of a required key.
    pub(super) fn require_field<'a>(
        &mut self,
        at: &ValueAt<'a>,
        key: &str,
        hint: &str,
    ) -> Option<ValueAt<'a>> {
        let value = at.field(key);
        if value.is_none() && at.value.is_object() {
            self.error(&at.place, format!("{key:?} is missing"), hint);
        }
        value
    }

    /// A finite number from `min` to `max`.
    pub(super) fn expect_number(&mut self, at: &ValueAt<'_>, min: f64, max: f64) -> Option<f64> {
        let value = at.value.as_f64().filter(|x| (min..=max).contains(x));
        if value.is_none() {
            let message = format!(
                "found {}, allowed are numbers from {} to {}",
                value_text(at.value),
                format_number(min),
                format_number(max)
            );
            self.error(&at.place, message, number_hint(at.value, min, max));
        }
        value
    }

    /// A whole number from `min` to `max`; `8.0` is one.
    pub(super) fn expect_integer(&mut self, at: &ValueAt<'_>, min: i64, max: i64) -> Option<i64> {
        let value = as_integer(at.value).filter(|x| (min..=max).contains(x));
        if value.is_none() {
            let allowed = if min == max {
                format!("is {min}")
            } else {
                format!("are whole numbers from {min} to {max}")
            };
            let message = format!("found {}, allowed {allowed}", value_text(at.value));
            let hint = if at.value.is_f64()
                && as_integer(at.value).is_none()
                && is_in_range(at.value, min as f64, max as f64)
            {
                "Write a whole number.".to_owned()
            } else {
                number_hint(at.value, min as f64, max as f64)
            };
            self.error(&at.place, message, hint);
        }
        value
    }

    /// True or false.
    pub(super) fn expect_bool(&mut self, at: &ValueAt<'_>) -> Option<bool> {
        let value = at.value.as_bool();
        if value.is_none() {
            let hint = match at.value {
                Value::String(word) if word == "true" || word == "false" => {
                    format!("Write {word} without quotes.")
                }
                _ => String::new(),
            };
            self.error(
                &at.place,
                format!("found {}, allowed are true and false", value_text(at.value)),
                hint,
            );
        }
        value
    }

    /// A name of 1 to 200 characters.
    pub(super) fn expect_name<'a>(&mut self, at: &ValueAt<'a>) -> Option<&'a str> {
        let most = limits::NAME;
        let message = match at.value {
            Value::String(text) if text.is_empty() => {
                format!("found an empty text, allowed are 1 to {most} characters")
            }
            Value::String(text) => match text.chars().count() {
                count if count > most => format!("found {count} characters, allowed are 1 to {most}"),
                _ => return Some(text),
            },
            other => format!("found {}, allowed is a text of 1 to {most} characters", value_text(other)),
        };
        self.error(&at.place, message, "");
        None
    }

    /// The id of a member of a family; `unknown` gives advice on an unknown word.
    pub(super) fn expect_id(
        &mut self,
        at: &ValueAt<'_>,
        family: &dyn AnyFamily,
        unknown: impl Fn(&str) -> Option<String>,
    ) -> Option<&'static str> {
        let name = family.name();
        let things = match name.strip_suffix("policy") {
            Some(of) => format!("{of}policies"),
            None => format!("{name}s"),
        };
        self.expect_word_with_hint(at, &things, &family.ids(), unknown)
    }

    /// One of the known words; `things` names them in the plural.
    pub(super) fn expect_word(
        &mut self,
        at: &ValueAt<'_>,
        things: &str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        self.expect_word_with_hint(at, things, known, |_| None)
    }

    /// One of the known words; `hint` gives advice on an unknown word.
    fn expect_word_with_hint(
        &mut self,
        at: &ValueAt<'_>,
        things: &str,
        known: &[&'static str],
        hint: impl Fn(&str) -> Option<String>,
    ) -> Option<&'static str> {
        let word = at.value.as_str();
        let hit = known.iter().copied().find(|&name| Some(name) == word);
        if hit.is_none() {
            let message = format!(
                "found {}; allowed {things} are {}",
                value_text(at.value),
                list_names(known.iter().copied())
            );
            let hint = word.map_or_else(String::new, |word| {
                hint(word).unwrap_or_else(|| did_you_mean(word, known.iter().copied()))
            });
            self.error(&at.place, message, hint);
        }
        hit
    }

    /// The value of a parameter.
    pub(super) fn expect_setting(&mut self, at: &ValueAt<'_>, kind: &Kind) -> Option<Setting> {
        match *kind {
            Kind::Number { min, max, .. } => self.expect_number(at, min, max).map(Setting::Number),
            Kind::Integer { min, max, .. } => self.expect_integer(at, min, max).map(Setting::Integer),
            Kind::Bool { .. } => self.expect_bool(at).map(Setting::Bool),
            Kind::Choice { options, .. } => {
                let words: Vec<&str> = options.iter().map(|&(word, _)| word).collect();
                self.expect_word(at, "words", &words).map(Setting::Choice)
            }
            Kind::Expression { variables, .. } => self.expect_expression(at, variables),
            Kind::Text { max_length, .. } => self.expect_text(at, max_length),
            Kind::Table { columns, min, max, .. } => self.expect_table(at, columns, (min, max)),
        }
    }

    /// An expression over these variables.
    fn expect_expression(&mut self, at: &ValueAt<'_>, variables: &[Variable]) -> Option<Setting> {
        let Value::String(text) = at.value else {
            let ids = list_names(variables.iter().map(|variable| variable.id));
            let message = format!("found {}, allowed is an expression over {ids}", value_text(at.value));
            self.error(&at.place, message, "Write it in quotes.");
            return None;
        };
        match CustomExpression::parse(text, variables) {
            Ok(_) => Some(Setting::Expression(text.as_str().into())),
            Err(wrong) => {
                self.diagnostics.add(wrong.place(at.place.clone()));
                None
            }
        }
    }

    /// A text on one line of at most `max_length` characters; it may be empty.
    fn expect_text(&mut self, at: &ValueAt<'_>, max_length: usize) -> Option<Setting> {
        let problem = match at.value {
            Value::String(text) => match text_problem(text, max_length) {
                None => return Some(Setting::Text(text.as_str().into())),
                Some(problem) => problem,
            },
            other => format!("found {}, allowed is a text", value_text(other)),
        };
        let hint = if at.value.is_string() { "" } else { "Write it in quotes." };
        self.error(&at.place, problem, hint);
        None
    }

    /// The rows of a table.
    fn expect_table(
        &mut self,
        at: &ValueAt<'_>,
        columns: &'static [Parameter],
        (min, max): (usize, usize),
    ) -> Option<Setting> {
        let count = at.value.as_array().map(Vec::len);
        if !count.is_some_and(|count| (min..=max).contains(&count)) {
            let found = count.map_or_else(|| value_text(at.value), |count| format!("{count} rows"));
            self.error(&at.place, format!("found {found}, allowed is a list of {min} to {max} rows"), "");
            return None;
        }
        let columns: Vec<&'static Parameter> = columns.iter().collect();
        Some(Setting::Table(
            at.items().map(|row| super::read_parameters(self, Some(&row), &columns, |_| None)).collect(),
        ))
    }
}

/// An integer, in any notation.
pub(super) fn as_integer(value: &Value) -> Option<i64> {
    let whole = |x: f64| x.fract() == 0.0 && x.abs() <= limits::SEED as f64;
    value.as_i64().or_else(|| value.as_f64().filter(|&x| whole(x)).map(|x| x as i64))
}

fn is_in_range(value: &Value, min: f64, max: f64) -> bool {
    value.as_f64().is_some_and(|x| (min..=max).contains(&x))
}

/// Advice on a value that is not a number, or is too small or too large.
fn number_hint(value: &Value, min: f64, max: f64) -> String {
    match value {
        Value::String(text) if text.trim().parse::<f64>().is_ok() => {
            format!("Write {} without quotes.", shorten(text.trim()))
        }
        Value::Number(_) if value.as_f64().is_some_and(|x| x < min) => {
            format!("The smallest allowed value is {}.", format_number(min))
        }
        Value::Number(_) if value.as_f64().is_some_and(|x| x > max) => {
            format!("The largest allowed value is {}.", format_number(max))
        }
        _ => String::new(),
    }
}
