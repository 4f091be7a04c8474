//! Tables of measured task times: the times of a master-worker application, by task and batch.
//!
//! Such tables have two forms, with any separator of spreadsheets: a line for every task (`iteration,task,seconds`), or
//! a line for every batch with a column for every task. Tables are small and made by hand, so an invalid cell is an
//! error with its line and column instead of being skipped.

mod build;
mod cells;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::finding_list::{FindingList, count_text, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::{FileField, Format, FormatReader, Reading, fields, unpack};
use cells::{find_separator, split_cells};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::MasterWorker;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<MasterWorker>(
    Entry::new("task-times", "Task times (CSV)")
        .summary(
            "Measured task times of an iterative master-worker application. Long layout: one line per task \
             with the columns iteration, task, seconds and optionally key. Wide layout: one line per \
             iteration and one column per task; an empty cell means that the task does not occur.",
        )
        .source("Ganttlet")
        .parameters(Choices::LIST),
    Some("task times (CSV with the columns iteration, task, seconds)"),
    1 << 26,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 5] = fields([
    ("iteration", "Long layout: number of the iteration."),
    ("task", "Long layout: number of the task within its iteration."),
    ("seconds", "Long layout: runtime of the task, seconds times the parameter `factor`."),
    ("key", "Long layout, optional: known size of the task, for orders that use it."),
    (
        "task 1, task 2, ..",
        "Wide layout: runtime of each task; one line per iteration, an empty cell where the task \
         does not occur.",
    ),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<MasterWorker>(is_task_times, |name, settings| {
    let (choices, table) = (Choices::read(settings), TimesTable::default());
    Box::new(LineFileReader::new(TimesReader { name: name.to_owned(), choices, table }))
});

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Runtime that the application expects of each task before any measurement.
    #[parameter(name = "Expected task times", default = "first")]
    expected: Expected,
    /// Factor applied to all times of the table: 0.001 for milliseconds, 60 for minutes.
    #[parameter(name = "Time factor", min = 1e-9, max = 1e6, default = 1)]
    factor: f64,
    /// Time the master computes alone after each batch.
    #[parameter(name = "Sequential time", unit = "s", min = 0, max = 1e8, default = 0)]
    sequential_s: Span,
}

/// What is expected of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Expected {
    /// Runtime at its first occurrence
    #[word("first")]
    First,
    /// Mean runtime over all its occurrences
    #[word("mean")]
    Mean,
}

/// Maximum number of times of a table.
const MAX_TIMES: usize = 1_000_000;

/// Maximum number of tasks of a batch.
const MAX_TASKS: usize = 10_000;

/// Largest number of an iteration or task.
const MAX_NUMBER: f64 = 1e9;

/// One time of the table.
struct Cell {
    iteration: u32,
    task: u32,
    seconds: f64,
    key: Option<f64>,
    line: u32,
}

/// The meanings of the columns.
#[derive(Clone, Copy)]
enum Layout {
    /// A line for every task: the columns of iteration, task and seconds, and of the key if there is one.
    Long([usize; 3], Option<usize>),
    /// A line for every iteration: the column that only numbers the lines, if there is one.
    Wide(Option<usize>),
}

/// A partly read table.
#[derive(Default)]
struct TimesTable {
    /// The separator and the layout of the columns, after the first line.
    form: Option<(u8, Layout)>,
    cells: Vec<Cell>,
    /// Number of lines with data.
    rows: u32,
    bad: FindingList,
    /// The error that stops the reading.
    stop: Option<Diagnostic>,
}

/// The layout of a table with this first line, or its error; `true` if the line only names columns.
fn detect_layout(names: &[Vec<u8>]) -> Result<(Layout, bool), Diagnostic> {
    let place = |word: &str| names.iter().position(|name| name.eq_ignore_ascii_case(word.as_bytes()));
    if let (Some(iteration), Some(task)) = (place("iteration"), place("task")) {
        let seconds = place("seconds").ok_or_else(|| {
            Diagnostic::error("the table has the columns `iteration` and `task`, but no column `seconds`")
                .hint("Name the column with the times `seconds`.")
        })?;
        return Ok((Layout::Long([iteration, task, seconds], place("key")), true));
    }
    let data = names.iter().all(|name| name.is_empty() || parse_number(&decimal_point(name)).is_some());
    Ok((Layout::Wide(if data { None } else { place("iteration") }), !data))
}

/// The number with a decimal point in place of a comma.
fn decimal_point(text: &[u8]) -> Vec<u8> {
    text.iter().map(|&byte| if byte == b',' { b'.' } else { byte }).collect()
}

/// True if a file begins with the column names of such a table.
fn is_task_times(head: &[u8]) -> bool {
    let Some(first) = unpack::complete_lines(head).find(|line| !line.is_empty() && !line.starts_with(b"#"))
    else {
        return false;
    };
    let Some(names) = split_cells(first, find_separator(first)) else { return false };
    let numbered = |name: &[u8]| {
        let word = name.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"task"));
        word && name[4..].trim_ascii().iter().all(u8::is_ascii_digit)
    };
    // A table of jobs may have a column with the number of iterations.
    if names.iter().any(|name| name.len() > 5 && name[..6].eq_ignore_ascii_case(b"submit")) {
        return false;
    }
    match detect_layout(&names) {
        Ok((Layout::Long(..), _)) => true,
        Ok((Layout::Wide(Some(_)), true)) => names.len() > 1,
        Ok((Layout::Wide(None), true)) => names.iter().all(|name| numbered(name)),
        _ => false,
    }
}

impl TimesTable {
    fn add_line(&mut self, line: u32, text: Option<&[u8]>) {
        if self.stop.is_some() {
            return;
        }
        let Some(text) = text else {
            self.bad.add_with_text(line, || "longer than 64 KiB".to_owned());
            return;
        };
        if text.trim_ascii().is_empty() || text.trim_ascii_start().starts_with(b"#") {
            return;
        }
        let separator = self.form.map_or_else(|| find_separator(text), |(separator, _)| separator);
        let Some(cells) = split_cells(text, separator) else {
            self.bad.add_with_text(line, || "a quotation mark is not closed".to_owned());
            return;
        };
        let layout = if let Some((_, layout)) = self.form {
            layout
        } else {
            match detect_layout(&cells) {
                Err(problem) => {
                    self.stop = Some(problem.line(line));
                    return;
                }
                Ok((layout, names)) => {
                    self.form = Some((separator, layout));
                    if names {
                        return;
                    }
                    layout
                }
            }
        };
        self.rows = self.rows.saturating_add(1);
        match layout {
            Layout::Long(places, key) => self.add_long_row(line, separator, &cells, places, key),
            Layout::Wide(label) => self.add_wide_row(line, separator, &cells, label),
        }
        if self.cells.len() > MAX_TIMES {
            let most = count_text(MAX_TIMES as u32, "time", "times");
            self.stop = Some(Diagnostic::error(format!("the table has more than {most}")).line(line));
        }
    }

    fn add_long_row(
        &mut self,
        line: u32,
        separator: u8,
        cells: &[Vec<u8>],
        places: [usize; 3],
        key: Option<usize>,
    ) {
        let cell = |place: usize| cells.get(place).map_or(&b""[..], |cell| cell);
        let values = [(0, "iteration"), (1, "task"), (2, "seconds")].map(|(which, name)| {
            let least = 0.0;
            let most = if which == 2 { MAX_TIME_S } else { MAX_NUMBER };
            parse_cell(cell(places[which]), separator, least, most, which < 2).map_err(|why| {
                format!(
                    "column {}, `{name}`, is `{}`, {why}",
                    places[which] + 1,
                    quote_bytes(cell(places[which]))
                )
            })
        });
        let key_text = key.map_or(&b""[..], cell);
        let key_value = if key_text.is_empty() {
            Ok(None)
        } else {
            parse_cell(key_text, separator, -1e300, 1e300, false).map(Some).map_err(|why| {
                format!("column {}, `key`, is `{}`, {why}", key.unwrap_or(0) + 1, quote_bytes(key_text))
            })
        };
        match (values, key_value) {
            ([Ok(iteration), Ok(task), Ok(seconds)], Ok(key)) => {
                self.cells.push(Cell { iteration: iteration as u32, task: task as u32, seconds, key, line });
            }
            ([Err(why), ..] | [_, Err(why), _] | [.., Err(why)], _) | (_, Err(why)) => {
                self.bad.add_with_text(line, || why);
            }
        }
    }

    fn add_wide_row(&mut self, line: u32, separator: u8, cells: &[Vec<u8>], label: Option<usize>) {
        let iteration = self.rows;
        for (cell, column) in cells.iter().zip(0..) {
            if Some(column) == label || cell.is_empty() {
                continue;
            }
            match parse_cell(cell, separator, 0.0, MAX_TIME_S, false) {
                Ok(seconds) => {
                    let task = column as u32;
                    self.cells.push(Cell { iteration, task, seconds, key: None, line });
                }
                Err(why) => {
                    self.bad.add_with_text(line, || {
                        format!("column {} is `{}`, {why}", column + 1, quote_bytes(cell))
                    });
                }
            }
        }
    }
}

/// The number in a cell. If commas are not separators, they are decimal points.
fn parse_cell(text: &[u8], separator: u8, least: f64, most: f64, whole: bool) -> Result<f64, &'static str> {
    let found = if separator == b',' { parse_number(text) } else { parse_number(&decimal_point(text)) };
    match found {
        None => Err("not a number"),
        Some(value) if value < least => Err("negative"),
        Some(value) if value > most => Err("too large a number"),
        Some(value) if whole && value.fract() > 0.0 => Err("not a whole number"),
        Some(value) => Ok(value),
    }
}

/// Converts the lines of a table to an application.
struct TimesReader {
    name: String,
    choices: Choices,
    table: TimesTable,
}

impl LineReader for TimesReader {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.table.add_line(line, text);
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        let mut problems: Vec<Diagnostic> = self.table.stop.take().into_iter().collect();
        self.table.bad.report(&mut problems, |n| {
            Diagnostic::error(format!("{} with invalid values", count_text(n, "place", "places"))).hint(
                "A time is a number of seconds; leave the cell empty if the task is not in this iteration.",
            )
        });
        if !problems.is_empty() {
            return Err(problems);
        }
        build::build_application(&self.name, &self.choices, self.table.cells)
    }
}
