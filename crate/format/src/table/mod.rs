//! Tables of jobs in any form: a mapping assigns a meaning to each column.
//!
//! Sites, universities and simulators write tables of jobs with various columns, units and separators. The parameter
//! `columns` gives the meaning and unit of each used column. Without it, the mapping is guessed from the names and the
//! values of the first rows, and the report describes it ([`guess`]). Text becomes rows in [`text`], rows become jobs
//! in [`mapping`].

mod cells;
mod guess;
mod mapping;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "parquet")]
pub(crate) mod typed;
#[cfg(all(test, feature = "parquet"))]
mod typed_tests;

use super::finding_list::count_text;
use super::log::accounting::{self, AccountingOptions, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts};
use super::{FileField, Format, FormatReader, Reading, fields, parquet, unpack};
use cells::Notation;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Settings, Value, Variants};
use ganttlet_work::Job;
use guess::{EXAMINED_ROWS, TableGuess, is_left_out};
use mapping::{ColumnChoice, Mapping, ValueRules};
use serde::Serialize;
use text::{RowSplitter, Separator};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("table", "Table of jobs (CSV, TSV, Parquet)")
        .summary(
            "Any table with one job per row, in Parquet or separated by commas, semicolons, tabs, bars or blanks. The \
             columns parameter says what each column means and in which unit; without it, this is guessed and reported.",
        )
        .source("RFC 4180 for quotation marks; our own design of the mapping")
        .parameters(Choices::LIST),
    Some("tables of jobs (CSV, TSV, Parquet)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The definition and use of each meaning.
const FIELD_DOCS: [FileField; 13] = fields([
    ("id", "Number or name of the job; without it, the line."),
    ("submit", "Submit time; if missing, start minus wait."),
    ("start, wait", "Recorded start; if missing, the job has none."),
    (
        "run",
        "Runtime; if missing, end minus start, or node time divided by nodes, or processor time by processors.",
    ),
    ("end", "End time, used for the runtime if there is no other."),
    ("limit", "User estimate."),
    ("processors, requested-processors", "Nodes of the job; parts are rounded up."),
    ("nodes, processors-per-node", "Their product, if there are no processors."),
    ("node-time, processor-time", "Runtime times nodes or processors, such as node-hours."),
    ("user, group, queue, application", "Words or numbers."),
    (
        "status",
        "FAILED, TIMEOUT and similar words, or an exit code, mark failed jobs; CANCELLED without a run never started; \
         RUNNING and WAITING rows are counted only.",
    ),
    ("copies", "Number of equal jobs that the row becomes."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        guess_of_head(head, Separator::Detect, Header::Detect)
            .is_some_and(|guess| guess.missing().is_empty() && !guess.rows.is_empty())
    },
    |_, settings| {
        let Choices { table, accounting } = Choices::read(settings);
        accounting::reader_with_options(accounting, JobTable::new(table))
    },
);

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    table: TableChoices,
    #[parameter(all)]
    accounting: AccountingOptions,
}

/// What can be set of the table itself.
#[derive(Parameters)]
struct TableChoices {
    /// Meaning and unit of each column that is used. Without rows, they are guessed from names and values, and reported.
    #[parameter(name = "Columns", min = 0, max = 64, default = [])]
    columns: Vec<ColumnChoice>,
    /// Sign between cells.
    #[parameter(name = "Separator", default = "detect")]
    separator: Separator,
    /// Whether the first line names the columns.
    #[parameter(name = "Header", default = "detect")]
    header: Header,
    /// Numbers have a decimal comma, and perhaps points between thousands.
    #[parameter(name = "Decimal comma", default = false)]
    decimal_comma: bool,
    /// Runtime of jobs that ran until their time limit, such as −1; empty for none.
    #[parameter(name = "Runtime that means the limit", max_length = 20, default = "")]
    at_limit: String,
    /// Processors of each node where no column says it; 0 for unknown.
    #[parameter(name = "Processors per node", min = 0, max = 1_000_000, default = 0)]
    processors_per_node: u32,
    /// Minutes that local times of the table are ahead of UTC. Times with a zone and Unix times do not change.
    #[parameter(name = "Time zone", unit = "min", min = -840, max = 840, default = 0)]
    utc_offset_min: i64,
}

impl TableChoices {
    /// The chosen mapping, otherwise the guessed one.
    fn mapping(&self, guess: &TableGuess) -> Result<Mapping, Diagnostic> {
        let notation =
            Notation { decimal_comma: self.decimal_comma, utc_offset_s: self.utc_offset_min as f64 * 60.0 };
        let at_limit = self.at_limit.trim().as_bytes().to_vec();
        let mut rules = ValueRules { notation, at_limit, processors_per_node: self.processors_per_node };
        if !self.columns.is_empty() {
            return Mapping::new(&self.columns, &guess.names, guess.count, rules);
        }
        rules.notation.decimal_comma |= guess.decimal_comma;
        if rules.at_limit.is_empty() {
            rules.at_limit = guess.at_limit.into();
        }
        Mapping::new(&guess.columns, &guess.names, guess.count, rules)
    }
}

/// Whether the first line names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Header {
    /// Names if no cell of the first line is a number
    #[word("detect")]
    Detect,
    /// The first line names the columns
    #[word("yes")]
    Yes,
    /// The first line is a job; columns have numbers
    #[word("no")]
    No,
}

impl Header {
    fn known(self) -> Option<bool> {
        match self {
            Self::Detect => None,
            Self::Yes => Some(true),
            Self::No => Some(false),
        }
    }
}

/// Bytes of the first rows that are kept for a guess.
const MAX_EXAMINED_BYTES: usize = unpack::HEAD_BYTES;

/// The columns of a file, from its beginning; `None` if it is not text.
fn guess_of_head(head: &[u8], separator: Separator, header: Header) -> Option<TableGuess> {
    let begins = head.trim_ascii_start().first()?;
    if b"{[<".contains(begins) || head.contains(&0) {
        return None;
    }
    let lines: Vec<&[u8]> = whole_lines(head)
        .split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.trim_ascii().is_empty())
        .take(EXAMINED_ROWS)
        .collect();
    (!lines.is_empty()).then(|| TableGuess::of(&lines, separator, header.known()))
}

/// The beginning of a file without a truncated last line. Blanks are kept because cells may be empty.
fn whole_lines(head: &[u8]) -> &[u8] {
    // A byte order mark may have been removed.
    if head.len() + 3 < unpack::HEAD_BYTES {
        return head;
    }
    head.iter().rposition(|&byte| byte == b'\n').map_or(head, |end| &head[..end])
}

/// Reads the first rows of a file, packed or not, as a table with these settings.
pub fn read_first_rows(name: &str, bytes: &[u8], settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let head = unpack::text_head(bytes).map_err(|problem| vec![problem.file(name)])?;
    #[cfg(feature = "parquet")]
    if parquet::is_parquet(&head) {
        let in_file = |problem: Diagnostic| problem.file(name);
        return typed::read_first_rows(bytes, settings)
            .map_err(|problems| problems.into_iter().map(in_file).collect());
    }
    super::read(name, whole_lines(&head), Some(FORMAT.entry.id), settings)
}

/// A guess of the columns of a table, for correction by the user.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnGuess {
    /// Parameters of the format `table` that correspond to the guess; the others have their defaults.
    pub settings: Settings,
    /// All columns in the order of the table.
    pub columns: Vec<FoundColumn>,
    /// Doubts, one sentence each.
    pub doubts: Vec<String>,
    /// The required meanings that no column has.
    pub missing: Vec<&'static str>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundColumn {
    /// Its name in the parameter `columns`.
    pub reference: String,
    /// Its name in the header; empty without one.
    pub name: String,
    /// Its first values.
    pub samples: Vec<String>,
}

/// Maximum number of sample values of a column, and of characters of each.
const SAMPLES: (usize, usize) = (5, 40);

/// A guess of the columns from the first rows of a file, packed or not, with the separator and header of these
/// settings; `None` if it is not text with lines.
pub fn guess_columns(bytes: &[u8], settings: &Settings) -> Option<ColumnGuess> {
    let head = unpack::text_head(bytes).ok()?;
    if parquet::is_parquet(&head) {
        #[cfg(feature = "parquet")]
        return typed::guess_columns(bytes);
        #[cfg(not(feature = "parquet"))]
        return None;
    }
    let TableChoices { separator, header, .. } = TableChoices::read(settings);
    let guess = guess_of_head(&head, separator, header)?;
    let layout = settings_of(&guess)
        .with("separator", Value::Choice(guess.separator.word()))
        .with("header", Value::Choice(if guess.header { "yes" } else { "no" }))
        .with("decimal_comma", Value::Bool(guess.decimal_comma));
    Some(column_guess(&guess, layout))
}

fn column_guess(guess: &TableGuess, settings: Settings) -> ColumnGuess {
    let column = |place: usize| FoundColumn {
        reference: guess.reference(place),
        name: guess.names.get(place).cloned().unwrap_or_default(),
        samples: guess
            .rows
            .iter()
            .take(SAMPLES.0)
            .map(|row| row.get(place).map_or_else(String::new, |cell| quoted(cell)))
            .collect(),
    };
    ColumnGuess {
        settings,
        columns: (0..guess.count.min(text::MAX_CELLS)).map(column).collect(),
        missing: guess.missing(),
        doubts: guess.doubts.clone(),
    }
}

fn quoted(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).chars().filter(|c| !c.is_control()).take(SAMPLES.1).collect()
}

/// The parameters that correspond to a guess.
fn settings_of(guess: &TableGuess) -> Settings {
    let row = |column: &ColumnChoice| {
        Settings::default()
            .with("column", Value::Text(column.column.as_str().into()))
            .with("meaning", Value::Choice(column.meaning.word()))
            .with("unit", Value::Choice(column.unit.word()))
    };
    Settings::default()
        .with("columns", Value::Table(guess.columns.iter().map(row).collect()))
        .with("at_limit", Value::Text(guess.at_limit.into()))
}

/// The names of the columns that a table lacks, if its names refer to jobs.
pub(super) fn describe_incomplete(head: &[u8]) -> Option<String> {
    let guess = guess_of_head(head, Separator::Detect, Header::Detect)?;
    let missing = guess.missing();
    if guess.header && missing.is_empty() && guess.rows.is_empty() {
        return Some("a table of jobs with a line of names and no rows".to_owned());
    }
    let timed = |column: &ColumnChoice| column.meaning.is_point() || column.meaning.is_length();
    if !guess.header || missing.is_empty() || guess.rows.is_empty() || !guess.columns.iter().any(timed) {
        return None;
    }
    let named: Vec<&str> = guess.names.iter().take(12).map(String::as_str).collect();
    let columns = count_text(guess.count as u32, "column", "columns");
    let what = if guess.separator == Separator::Comma && guess.count > 1 {
        "a comma-separated table"
    } else {
        "a table"
    };
    Some(format!("{what} of {columns} ({}) without {}", named.join(", "), missing.join(" and without ")))
}

/// A partly read table.
struct JobTable {
    choices: TableChoices,
    /// The first lines, kept until they suffice for a guess.
    first: Vec<(u32, Vec<u8>)>,
    first_bytes: usize,
    rows: Option<(RowSplitter, Mapping)>,
    guessed: bool,
    doubts: Vec<String>,
}

impl JobTable {
    fn new(choices: TableChoices) -> Self {
        Self { choices, first: vec![], first_bytes: 0, rows: None, guessed: false, doubts: vec![] }
    }

    /// Determines the columns, and reads the first lines.
    fn begin(&mut self, log: &mut RecordLog) {
        let first = std::mem::take(&mut self.first);
        let lines: Vec<&[u8]> = first.iter().take(EXAMINED_ROWS).map(|(_, line)| line.as_slice()).collect();
        let TableChoices { separator, header, .. } = self.choices;
        let guess = TableGuess::of(&lines, separator, header.known());
        self.guessed = self.choices.columns.is_empty();
        if self.guessed {
            self.doubts.clone_from(&guess.doubts);
        }
        match self.choices.mapping(&guess) {
            Ok(mapping) => self.rows = Some((RowSplitter::new(guess.separator), mapping)),
            Err(problem) => {
                log.stop = Some(problem);
                return;
            }
        }
        for (number, line) in &first[guess.skipped.min(first.len())..] {
            self.add_row_line(*number, line, log);
        }
    }

    fn add_row_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        let Some((splitter, mapping)) = &mut self.rows else { return };
        if is_left_out(line) || log.stop.is_some() {
            return;
        }
        splitter.add_line(number, line, &mut |row| match row {
            Ok(row) => mapping.add_row(row.line, row.cells, log),
            Err((line, why)) => log.push_bad(line, why.to_owned()),
        });
    }
}

/// The texts of reports; `line` is the advice for files with mostly invalid rows.
const fn texts(line: &'static str) -> FormatTexts {
    FormatTexts {
        id: "table",
        name: "this form",
        columns: 0,
        line,
        ignored: "",
        fields: &FieldNames {
            number: "id",
            submit: "submit",
            wait: "start minus submit",
            run: "run",
            processors: "processors",
            allocated: "processors",
            requested: "requested-processors",
            estimate: "limit",
            unstarted: "no start, or cancelled without a run",
            needs: "A job needs a submit time, a runtime (or start and end) and processors.",
        },
    }
}

impl RecordFormat for JobTable {
    fn texts(&self) -> &'static FormatTexts {
        const { &texts("Check the separator, the meaning and the unit of each column.") }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if self.rows.is_some() {
            return self.add_row_line(number, line, log);
        }
        self.first_bytes += line.len();
        self.first.push((number, line.to_vec()));
        if self.first.len() >= EXAMINED_ROWS || self.first_bytes > MAX_EXAMINED_BYTES {
            self.begin(log);
        }
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        if self.rows.is_none() {
            self.begin(log);
        }
        if let Some((splitter, _)) = &mut self.rows {
            splitter.finish(&mut |row| {
                if let Err((line, why)) = row {
                    log.push_bad(line, why.to_owned());
                }
            });
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let Some((_, mapping)) = &self.rows else { return vec![] };
        let mut all: Vec<Diagnostic> =
            self.doubts.iter().map(|doubt| Diagnostic::warning(doubt.clone()).place("columns")).collect();
        all.extend(mapping.diagnostics(self.guessed));
        all
    }

    fn no_jobs(&self) -> String {
        "the table contains no jobs".to_owned()
    }
}
