//! Messages about invalid input, with their places.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::fmt::Write as _;
use ts_rs::TS;

/// The severity of a message.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Useful to know: something was interpreted in one of several possible ways.
    Note,
    /// Something was repaired, clamped or left out; the rest is used.
    Warning,
    /// The input cannot be used.
    Error,
}

/// A sentence about one place in the input: what was found, what is allowed, and a hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The file name, or empty for the scenario itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub file: String,
    /// The line in the file, counted from 1; 0 without a line.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<_>", optional)]
    pub line: u32,
    /// A JSON pointer (`/system/policy`) or the name of a field; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub place: String,
    /// The mistake and what is allowed, as a sentence.
    pub message: String,
    /// How to correct it, as a sentence; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub hint: String,
}

/// One fact about an object, such as a file or a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Fact {
    /// The label (`Computer`).
    pub label: &'static str,
    /// The value (`IBM SP2`).
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(label: &'static str, value: impl Into<String>) -> Self {
        Self { label, value: value.into() }
    }
}

/// True if there is no line.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_zero(line: &u32) -> bool {
    *line == 0
}

impl Diagnostic {
    fn new(severity: Severity, message: impl Into<String>) -> Self {
        let (file, place, hint) = (String::new(), String::new(), String::new());
        Self { severity, file, line: 0, place, message: message.into(), hint }
    }

    /// An error: the input cannot be used.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// A warning: something was repaired or left out.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// A note.
    pub fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    /// Sets the file.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// Sets the line, counted from 1.
    #[must_use]
    pub fn line(mut self, line: u32) -> Self {
        self.line = line;
        self
    }

    /// Sets the place: a JSON pointer or a field.
    #[must_use]
    pub fn place(mut self, place: impl Into<String>) -> Self {
        self.place = place.into();
        self
    }

    /// Sets the hint: how to correct the mistake.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// True if the input cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// `error: log.swf:12: field 4: …`, and the hint on the next line.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Note => "note: ",
            Severity::Warning => "warning: ",
            Severity::Error => "error: ",
        })?;
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if self.line > 0 {
            write!(f, "{}{}:", if self.file.is_empty() { "line " } else { "" }, self.line)?;
        }
        if !self.file.is_empty() || self.line > 0 {
            f.write_str(" ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "\n  {}", self.hint) }
    }
}

/// Maximum number of diagnostics of one document.
const MOST: usize = 100;

/// Collects diagnostics up to a limit, and counts the others.
#[derive(Default)]
pub struct Collector {
    list: Vec<Diagnostic>,
    more: usize,
    errors: bool,
}

impl Collector {
    /// All diagnostics, with a sentence about omitted ones, and whether there was an error.
    pub fn finish(mut self) -> (Vec<Diagnostic>, bool) {
        if self.more > 0 {
            self.list.push(Diagnostic::note(format!("and {} more like these", self.more)));
        }
        (self.list, self.errors)
    }

    /// Adds one.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let room = self.has_room(diagnostic.is_error());
        self.errors |= diagnostic.is_error();
        if room {
            self.list.push(diagnostic);
        } else {
            self.more += 1;
        }
    }

    /// True if there is room for one more. There always is for the first error: it replaces the last warning.
    fn has_room(&mut self, error: bool) -> bool {
        if self.list.len() >= MOST && error && !self.errors {
            self.list.pop();
            self.more += 1;
        }
        self.list.len() < MOST
    }

    /// Adds a diagnostic that is only constructed if there is room for it: suggesting names is slow, and a hostile
    /// document has a million wrong ones.
    pub fn add_if_room(&mut self, error: bool, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.has_room(error) {
            self.add(diagnostic());
        } else {
            self.errors |= error;
            self.more += 1;
        }
    }

    /// True if there was an error.
    pub fn has_error(&self) -> bool {
        self.errors
    }

    /// Adds an error about the value at a place.
    pub fn error(&mut self, place: &str, message: impl Into<String>, hint: impl Into<String>) {
        self.add(Diagnostic::error(message).place(place).hint(hint));
    }
}

/// A list of names in a sentence, cut after twelve.
pub fn list_names<'n>(known: impl IntoIterator<Item = &'n str>) -> String {
    list_names_of(&known.into_iter().collect::<Vec<_>>())
}

/// See [`list_names`]; not generic, to be compiled once.
fn list_names_of(known: &[&str]) -> String {
    let mut text = known[..known.len().min(12)].join(", ");
    if known.len() > 12 {
        let _ = write!(text, " and {} more", known.len() - 12);
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

/// "Did you mean `easy`?", or empty if no known name is similar. Examines the first thousand names only.
pub fn did_you_mean<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest_name(word, known.into_iter().take(1000))
        .map_or_else(String::new, |name| format!("Did you mean `{name}`?"))
}

/// A number for users: no `.0`, no hundreds of zeros.
pub fn format_number(x: f64) -> String {
    if x == 0.0 || (1e-4..1e15).contains(&x.abs()) { format!("{x}") } else { format!("{x:e}") }
}

/// The name in `known` that is most similar to `word`, if one is similar.
pub fn nearest_name<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Compiled once for all types of iterators.
    nearest_name_of(word, &known.into_iter().collect::<Vec<_>>())
}

/// See [`nearest_name`]; not generic, to be compiled once.
fn nearest_name_of<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1) + 1;
    known
        .iter()
        .map(|&name| (edit_distance(word, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Number of edits (insert, delete or replace a character) from `a` to `b`; long words are cut to 64 characters. Only
/// ASCII letters are compared without case: the tables of all others would need 8 KB of the package.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_names_the_place_the_problem_and_the_remedy() {
        let diagnostics = Diagnostic::error("run time is `x`, not a number")
            .file("a.swf")
            .line(3)
            .place("field 4")
            .hint("Fix it.");
        assert_eq!(
            diagnostics.to_string(),
            "error: a.swf:3: field 4: run time is `x`, not a number\n  Fix it."
        );
        assert_eq!(Diagnostic::note("all well").to_string(), "note: all well");
    }

    #[test]
    fn the_nearest_known_name_is_suggested() {
        assert_eq!(nearest_name("esay", ["fcfs", "easy"]), Some("easy"));
        assert_eq!(nearest_name("zzzzzz", ["fcfs", "easy"]), None);
    }
}
