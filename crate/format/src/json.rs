//! Reads JSON into typed values: lists with limits, numbers that may be strings, and errors with line and column.
//!
//! Unknown keys are skipped without a copy, so that only the file and the used values are in memory.

use super::finding_list::group_digits;
use super::json_place::{ErrorPlace, describe_json_end};
use super::number::parse_number;
use ganttlet_core::diagnostic::Diagnostic;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Parses the JSON of a file that should contain a `what`; an error has line and column.
pub(super) fn parse_json<T: DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T, Diagnostic> {
    serde_json::from_slice(bytes).map_err(|error| describe_error(bytes, &error, what))
}

/// An error in the JSON of a file that should hold a `what`, with its place.
pub(super) fn describe_error(bytes: &[u8], error: &serde_json::Error, what: &str) -> Diagnostic {
    if error.is_eof() {
        let (line, end) = describe_json_end(bytes);
        let problem = Diagnostic::error(format!("the JSON {end}"));
        return problem.line(line).hint("The file seems to be truncated: download it again.");
    }
    let ErrorPlace { line, column, inside } = ErrorPlace::of_error(bytes, error);
    let said = error.to_string();
    // The place is separated from the message; texts of the file in it may have any length.
    let said = said.rsplit_once(" at line ").map_or(&*said, |(said, _)| said);
    let said: String = said.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let message = if error.is_data() {
        format!("the JSON is no {what}: {said} (column {column})")
    } else {
        format!("the JSON is broken in column {column}: {said}{inside}")
    };
    Diagnostic::error(message).line(line)
}

/// A number, a text with a number, or `None` (also for `null`).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Number(pub(super) Option<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberVisitor;
        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
                Ok(Number(Some(value)))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number(Some(value as f64)))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number(Some(value as f64)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                match parse_number(text.trim().as_bytes()) {
                    None if !text.trim().is_empty() => {
                        Err(E::invalid_type(serde::de::Unexpected::Str(text), &self))
                    }
                    value => Ok(Number(value)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Number, E> {
                Ok(Number(None))
            }
        }
        deserializer.deserialize_any(NumberVisitor)
    }
}

/// A text; a number as its digits; empty for `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl Visitor<'_> for TextVisitor {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Text, E> {
                Ok(Text(text))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_unit<E: Error>(self) -> Result<Text, E> {
                Ok(Text::default())
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}

/// A list of at most `MOST` values; empty for `null`.
#[derive(Clone, Debug)]
pub(super) struct List<T, const MOST: usize>(pub(super) Vec<T>);

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T, const MOST: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for ListVisitor<T, MOST> {
            type Value = List<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<List<T, MOST>, A::Error> {
                let mut list = vec![];
                while let Some(value) = values.next_element()? {
                    if list.len() == MOST {
                        let most = group_digits(MOST as u64);
                        return Err(A::Error::custom(format!("a list has more than {most} entries")));
                    }
                    list.push(value);
                }
                Ok(List(list))
            }

            fn visit_unit<E: Error>(self) -> Result<List<T, MOST>, E> {
                Ok(List(vec![]))
            }
        }
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<Option<f64>>, String> {
        let list: Result<List<Number, 4>, Diagnostic> = parse_json(text.as_bytes(), "list of numbers");
        list.map(|list| list.0.iter().map(|number| number.0).collect()).map_err(|problem| problem.to_string())
    }

    #[test]
    fn numbers_may_be_texts() {
        assert_eq!(numbers("[1, 2.5, \"3\", null]"), Ok(vec![Some(1.0), Some(2.5), Some(3.0), None]));
        assert_eq!(numbers("null"), Ok(vec![]));
        assert_eq!(
            numbers("[1,\n true]"),
            Err("error: line 2: the JSON is no list of numbers: invalid type: boolean `true`, expected a number (column 5)".to_owned())
        );
        let texts: List<Text, 4> = parse_json(b"[\"a\", 7, null, -1.5]", "list").expect("texts");
        assert_eq!(texts.0.iter().map(|text| text.0.as_str()).collect::<Vec<_>>(), ["a", "7", "", "-1.5"]);
    }

    #[test]
    fn errors_have_their_place() {
        let long = numbers("[1, 1, 1, 1, 1]").expect_err("too many");
        assert_eq!(
            long,
            "error: line 1: the JSON is no list of numbers: a list has more than 4 entries (column 15)"
        );
        let cut = numbers("[1,\n2").expect_err("cut off");
        assert_eq!(
            cut,
            "error: line 2: the JSON ends in column 1, inside the list that begins in line 1, column 1\n  \
             The file seems to be truncated: download it again."
        );
        let broken = numbers("[1,\n\n}").expect_err("broken");
        assert_eq!(
            broken,
            "error: line 3: the JSON is broken in column 1: expected value, inside the list that begins in line 1, column 1"
        );
        let deep = numbers(&"[".repeat(1_000_000)).expect_err("deep");
        assert!(deep.contains("invalid type: sequence") || deep.contains("recursion"), "{deep}");
    }
}
