//! What is printed and written.

use crate::{failure, outputs};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_sim::metric::Row;
use ganttlet_sim::report::Report;
use ganttlet_work::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{ErrorKind, IsTerminal as _, Write as _};
use std::path::Path;

/// The exit status of a program whose reader went away, as shells know it: 128 and the number of the signal.
const NOBODY_READS: i32 = 141;

/// How many mistakes of one kind are told before the others are counted.
const TOLD: usize = 3;

/// True of characters that terminals obey instead of showing them, and of those that turn text around or break lines.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name as it is shown on one line: what a terminal would obey is written as `\u{1b}`.
pub(crate) fn visible(text: &str) -> String {
    escaped(text, |_| false)
}

/// The same of text that has lines.
fn visible_lines(text: &str) -> String {
    escaped(text, |c| c == '\n')
}

fn escaped(text: &str, obeyed: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_obeyed(c) && !obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Prints a document on the standard output.
pub(crate) fn print_json(document: &Value) -> Result<(), Vec<Diagnostic>> {
    let mut text = String::new();
    for c in format!("{document:#}\n").chars() {
        // Outside of texts JSON has none but line feeds.
        if is_obeyed(c) && c != '\n' {
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    print_as_it_is(&text)
}

/// Prints text for people on the standard output.
pub(crate) fn print(text: &str) -> Result<(), Vec<Diagnostic>> {
    print_as_it_is(&visible_lines(text))
}

/// Prints on the standard output. When nobody reads it any more (`ganttlet catalog | head`) there is nothing left to do.
fn print_as_it_is(text: &str) -> Result<(), Vec<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(NOBODY_READS),
        Err(error) => Err(failure(format!("cannot write to the standard output: {error}"))),
    }
}

/// Diagnostics, on the standard error; if nobody reads that, they are lost. Of many of one kind the first are told, and how many
/// more there are.
pub(crate) fn tell(diagnostics: &[Diagnostic]) {
    let mut kinds: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    for diagnostic in diagnostics {
        kinds.entry(kind_of(diagnostic)).or_default().1 += 1;
    }
    for diagnostic in diagnostics {
        let (told, all) = kinds.entry(kind_of(diagnostic)).or_default();
        *told += 1;
        // One that is left is told as shortly as counted.
        if *told <= TOLD || *all == TOLD + 1 {
            let Diagnostic { severity, file, line, place, message, hint } = diagnostic;
            let [file, place, message, hint] = [file, place, message, hint].map(|text| visible(text));
            tell_line(
                &Diagnostic { severity: *severity, file, line: *line, place, message, hint }.to_string(),
            );
        }
        if *told == TOLD && *all > TOLD + 1 {
            tell_line(&format!("  and {} more of this kind", *all - TOLD));
        }
    }
}

/// What mistakes of one kind have in common: all but numbers and what is quoted.
fn kind_of(diagnostic: &Diagnostic) -> (u8, &str, String, String) {
    let without = |text: &str| {
        let unquoted = text.split('"').step_by(2).collect::<Vec<_>>().join("\"");
        unquoted.replace(|c: char| c.is_ascii_digit(), "")
    };
    let Diagnostic { severity, file, place, message, .. } = diagnostic;
    (*severity as u8, file, without(place), without(message))
}

/// A line on the standard error; if nobody reads that, it is lost.
pub(crate) fn tell_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible_lines(line));
}

/// The outcome of one variant.
pub(crate) struct Outcome {
    /// What it is called among the others.
    pub(crate) name: String,
    /// The work it did.
    pub(crate) work: &'static Kind,
    /// What came of it.
    pub(crate) report: Report,
    /// Events the engine handled.
    pub(crate) events: u64,
    /// Jobs or tasks.
    pub(crate) subjects: u32,
    /// How many of them had not ended.
    pub(crate) open: usize,
    /// How many were rejected, of which that was told before the run.
    pub(crate) told: u32,
}

fn metrics(report: &Report) -> Value {
    let value = |row: &Row| {
        let mut value = json!({ "name": row.name, "unit": row.unit, "value": row.value });
        if let Some(statistics) = &row.statistics {
            value["statistics"] = json!(statistics);
        }
        (row.id.to_owned(), value)
    };
    Value::Object(report.rows.iter().map(value).collect())
}

/// Everything as one JSON document: the first variant at the top, the compared ones in a list.
pub(crate) fn document(outcomes: &[Outcome], scenario: &Value, diagnostics: &[Diagnostic]) -> Value {
    let one = |outcome: &Outcome| {
        json!({
            "variant": outcome.name,
            "complete": outcome.report.complete,
            "rejected": outcome.report.rejected,
            "digest": outcome.report.digest.as_ref().map(|digest| &digest.whole),
            "parts": outcome.report.digest.as_ref().map(|digest| &digest.parts),
            "subjects": outcome.subjects,
            "events": outcome.events,
            "last_end_s": outcome.report.last_end_s,
            "metrics": metrics(&outcome.report),
        })
    };
    let mut document = outcomes.first().map_or_else(|| json!({}), one);
    if outcomes.len() > 1 {
        document["compare"] = outcomes[1..].iter().map(one).collect();
    }
    document["percentiles"] = json!("nearest rank");
    document["engine"] = json!(ganttlet_document::catalog::ENGINE);
    document["diagnostics"] = json!(diagnostics);
    document["scenario"] = scenario.clone();
    document
}

/// A table for people: a measure a line, a variant a column.
pub(crate) fn table(outcomes: &[Outcome]) -> String {
    let mut lines: Vec<Vec<String>> = vec![
        std::iter::once(String::new()).chain(outcomes.iter().map(|outcome| outcome.name.clone())).collect(),
    ];
    let rows = outcomes.first().map_or(0, |outcome| outcome.report.rows.len());
    for index in 0..rows {
        let row = &outcomes[0].report.rows[index];
        let unit = if row.unit.is_empty() { String::new() } else { format!(" [{}]", row.unit) };
        let mean = if row.statistics.is_some() { ", mean" } else { "" };
        let mut line = vec![format!("{}{mean}{unit}", row.name)];
        line.extend(outcomes.iter().map(|outcome| number(outcome.report.rows[index].value)));
        lines.push(line);
    }
    let digests = outcomes
        .iter()
        .map(|outcome| outcome.report.digest.as_ref().map_or_else(String::new, ToString::to_string));
    lines.push(std::iter::once("Digest".to_owned()).chain(digests).collect());
    aligned(&lines)
}

/// Lines of as many words each, in columns: the first to the left, the others to the right.
pub(crate) fn aligned(lines: &[Vec<String>]) -> String {
    let lines: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| visible(cell)).collect()).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        for (column, cell) in line.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.chars().count());
            let parts = if column == 0 { [cell.as_str(), &space, ""] } else { ["  ", &space, cell] };
            text.extend(parts);
        }
        text.push('\n');
    }
    text
}

/// A value with as many digits as people read.
fn number(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.abs() >= 1000.0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 10.0 => format!("{value:.2}"),
        Some(value) => format!("{value:.4}"),
    }
}

/// Writes a file; the error names it. What goes to the standard output is printed, behind what else was.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    if outputs::is_standard_output(path) {
        let table = |text: &str| escaped(text, |c| matches!(c, '\n' | '\r'));
        return print_as_it_is(&if std::io::stdout().is_terminal() { table(text) } else { text.to_owned() });
    }
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| failure(format!("cannot write {}: {error}", path.display())))
}
