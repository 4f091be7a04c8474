//! Output to the terminal and to files.

use crate::{error_without_place, output_paths};
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

/// The exit status after a closed pipe, as in shells: 128 plus the number of the signal.
const BROKEN_PIPE_STATUS: i32 = 141;

/// Maximum number of printed diagnostics of one kind; the others are counted.
const MAX_REPEATED: usize = 3;

/// True for characters that terminals interpret, and for those that change the text direction or break lines.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name on one line: control characters are written as `\u{1b}`.
pub(crate) fn escape_control(text: &str) -> String {
    escape_except(text, |_| false)
}

/// Text with lines: control characters other than line feeds are escaped.
fn escape_control_in_lines(text: &str) -> String {
    escape_except(text, |c| c == '\n')
}

/// Escapes control characters, except the kept ones.
fn escape_except(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) && !is_kept(c) {
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
        // Outside strings, JSON has no control characters but line feeds.
        if is_control(c) && c != '\n' {
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    print_raw(&text)
}

/// Prints text on the standard output, with control characters escaped.
pub(crate) fn print_text(text: &str) -> Result<(), Vec<Diagnostic>> {
    print_raw(&escape_control_in_lines(text))
}

/// Prints on the standard output. Exits quietly if the reader has closed it (`ganttlet catalog | head`).
fn print_raw(text: &str) -> Result<(), Vec<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(BROKEN_PIPE_STATUS),
        Err(error) => Err(error_without_place(format!("cannot write to the standard output: {error}"))),
    }
}

/// Prints diagnostics on the standard error; of many of one kind, only the first ones and the number of the others.
pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic]) {
    let mut kinds: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    for diagnostic in diagnostics {
        kinds.entry(diagnostic_kind(diagnostic)).or_default().1 += 1;
    }
    for diagnostic in diagnostics {
        let (told, all) = kinds.entry(diagnostic_kind(diagnostic)).or_default();
        *told += 1;
        // A single remaining one is printed instead of counted.
        if *told <= MAX_REPEATED || *all == MAX_REPEATED + 1 {
            let Diagnostic { severity, file, line, place, message, hint } = diagnostic;
            let [file, place, message, hint] = [file, place, message, hint].map(|text| escape_control(text));
            print_error_line(
                &Diagnostic { severity: *severity, file, line: *line, place, message, hint }.to_string(),
            );
        }
        if *told == MAX_REPEATED && *all > MAX_REPEATED + 1 {
            print_error_line(&format!("  and {} more of this kind", *all - MAX_REPEATED));
        }
    }
}

/// The common part of diagnostics of one kind: everything but numbers and quotations.
fn diagnostic_kind(diagnostic: &Diagnostic) -> (u8, &str, String, String) {
    let without = |text: &str| {
        let unquoted = text.split('"').step_by(2).collect::<Vec<_>>().join("\"");
        unquoted.replace(|c: char| c.is_ascii_digit(), "")
    };
    let Diagnostic { severity, file, place, message, .. } = diagnostic;
    (*severity as u8, file, without(place), without(message))
}

/// Prints a line on the standard error.
pub(crate) fn print_error_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", escape_control_in_lines(line));
}

/// The results of one variant.
pub(crate) struct Outcome {
    /// Its name within the comparison.
    pub(crate) name: String,
    /// The kind of its work.
    pub(crate) work: &'static Kind,
    /// Its report.
    pub(crate) report: Report,
    /// Number of events that the engine processed.
    pub(crate) events: u64,
    /// Number of jobs or tasks.
    pub(crate) subjects: u32,
    /// Number of subjects that had not ended.
    pub(crate) open: usize,
    /// Number of rejected subjects that were reported before the run.
    pub(crate) told: u32,
}

/// The metrics of a run as JSON.
fn metric_values(report: &Report) -> Value {
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
pub(crate) fn run_document(outcomes: &[Outcome], scenario: &Value, diagnostics: &[Diagnostic]) -> Value {
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
            "metrics": metric_values(&outcome.report),
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

/// A table as text: a row for each metric, a column for each variant.
pub(crate) fn metric_table(outcomes: &[Outcome]) -> String {
    let mut lines: Vec<Vec<String>> = vec![
        std::iter::once(String::new()).chain(outcomes.iter().map(|outcome| outcome.name.clone())).collect(),
    ];
    let rows = outcomes.first().map_or(0, |outcome| outcome.report.rows.len());
    for index in 0..rows {
        let row = &outcomes[0].report.rows[index];
        let unit = if row.unit.is_empty() { String::new() } else { format!(" [{}]", row.unit) };
        let mean = if row.statistics.is_some() { ", mean" } else { "" };
        let mut line = vec![format!("{}{mean}{unit}", row.name)];
        line.extend(outcomes.iter().map(|outcome| number_text(outcome.report.rows[index].value)));
        lines.push(line);
    }
    let digests = outcomes
        .iter()
        .map(|outcome| outcome.report.digest.as_ref().map_or_else(String::new, ToString::to_string));
    lines.push(std::iter::once("Digest".to_owned()).chain(digests).collect());
    align_columns(&lines)
}

/// Rows in columns: the first left-aligned, the others right-aligned.
pub(crate) fn align_columns(lines: &[Vec<String>]) -> String {
    let lines: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| escape_control(cell)).collect()).collect();
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

/// A value with a readable number of digits.
fn number_text(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.abs() >= 1000.0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 10.0 => format!("{value:.2}"),
        Some(value) => format!("{value:.4}"),
    }
}

/// Writes a file; the error names it. Text for the standard output is appended.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    if output_paths::is_standard_output(path) {
        return print_file(text);
    }
    write_bytes(path, text.as_bytes())
}

/// Prints the text of a file on the standard output, unchanged unless it is a terminal.
pub(crate) fn print_file(text: &str) -> Result<(), Vec<Diagnostic>> {
    let lines = |text: &str| escape_except(text, |c| matches!(c, '\n' | '\r' | '\t'));
    print_raw(&if std::io::stdout().is_terminal() { lines(text) } else { text.to_owned() })
}

/// Writes a file of any bytes; the error names it.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Vec<Diagnostic>> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(path);
    file.and_then(|mut file| file.write_all(bytes))
        .map_err(|error| error_without_place(format!("cannot write {}: {error}", path.display())))
}
