//! Workflow traces of OpenDC: a comma-separated table with seven columns of the Grid Workloads Format, including the
//! dependencies of tasks.
//!
//! A line is a task: its workflow, its number, submit time, runtime, processors, and the numbers of its predecessors.
//! An invalid task is skipped; a workflow with a cycle is skipped as a whole.

pub(crate) mod build;
pub(super) mod jobs;
pub(crate) mod task_lines;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::{FileField, Format, FormatReader, Reader, Reading, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("opendc", "OpenDC workflow trace")
        .summary(
            "Many workflows in one comma-separated table (WorkflowID, JobID, SubmitTime, RunTime, NProcs, \
             ReqNProcs, Dependencies). Tasks exchange no files.",
        )
        .source(
            "Mastenbroek et al., OpenDC 2.0: Convenient Modeling and Simulation of Emerging Technologies in Cloud \
             Datacenters, CCGrid 2021",
        )
        .parameters(Choices::LIST),
    Some("workflow traces of OpenDC (CSV)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS)
.with_alternative("opendc-jobs");

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 7] = fields([
    ("WorkflowID", "Number of the workflow that the task belongs to."),
    ("JobID", "Number of the task."),
    ("SubmitTime", "Seconds. A workflow arrives at the earliest submit time of its tasks."),
    ("RunTime", "Runtime of the task, seconds."),
    ("NProcs", "Nodes of the task if ReqNProcs is unknown."),
    ("ReqNProcs", "Nodes of the task; if unknown, NProcs."),
    ("Dependencies", "Numbers of the parent tasks, separated by blanks; may be empty."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(
    |head| unpack::complete_lines(head).next().and_then(find_columns).is_some(),
    |_, settings| {
        new_reader(Choices::read(settings), |table, choices, diagnostics| {
            let TraceTable { rows, bad, .. } = table;
            build::build_workflows(FORMAT.entry.id, rows, bad.count, choices, diagnostics)
        })
    },
)
.after_comments();

/// Maximum number of tasks of a trace.
pub(crate) const MAX_TASKS: usize = 2_000_000;

/// What can be set.
#[derive(Parameters)]
pub(crate) struct Choices {
    /// Shifts all submit times so that the first workflow arrives at time 0.
    #[parameter(name = "Shift to time 0", default = true)]
    shift_to_zero: bool,
    /// Number of workflows kept, earliest submitted first; 0 for all.
    #[parameter(name = "Maximum number of workflows", unit = "workflows", min = 0, max = MAX_TASKS as i64, default = 0)]
    first_workflows: u32,
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0, max = 1e6, default = 1)]
    run_factor: f64,
}

/// The indices of the columns, in the order of [`NAMES`].
type Columns = [usize; 7];

/// The required columns of a trace.
const NAMES: [&str; 7] =
    ["WorkflowID", "JobID", "SubmitTime", "RunTime", "NProcs", "ReqNProcs", "Dependencies"];

/// The indices of the columns if a line names them all.
fn find_columns(line: &[u8]) -> Option<Columns> {
    let mut places = [0; 7];
    for (place, name) in places.iter_mut().zip(NAMES) {
        *place = split_cells(line).position(|cell| cell.eq_ignore_ascii_case(name.as_bytes()))?;
    }
    Some(places)
}

fn split_cells(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii)
}

/// A task of a trace of workflows.
pub(crate) struct Row {
    /// Its line, or 0 in files without lines.
    pub(crate) line: u32,
    pub(crate) workflow: u64,
    pub(crate) task: u64,
    /// The submit time, seconds.
    pub(crate) submit: f64,
    pub(crate) run: f64,
    pub(crate) nodes: u32,
    pub(crate) parents: Vec<u64>,
}

/// A partly read trace.
#[derive(Default)]
struct TraceTable {
    columns: Option<Columns>,
    rows: Vec<Row>,
    /// Number of lines with data.
    data: u32,
    bad: FindingList,
    /// The error that stops the reading.
    stop: Option<Diagnostic>,
}

impl TraceTable {
    fn add_line(&mut self, line: u32, text: Option<&[u8]>) {
        let blank = text.is_some_and(|text| text.trim_ascii().is_empty() || text.starts_with(b"#"));
        if self.stop.is_some() || blank {
            return;
        }
        let Some(places) = self.columns else {
            self.columns = text.and_then(find_columns);
            if self.columns.is_none() {
                let wanted = NAMES.join(", ");
                let problem =
                    Diagnostic::error("the first line does not contain the column names of a trace");
                self.stop = Some(problem.line(line).hint(format!("Required columns: {wanted}.")));
            }
            return;
        };
        self.data = self.data.saturating_add(1);
        if self.rows.len() == MAX_TASKS {
            let most = group_digits(MAX_TASKS as u64);
            let problem =
                Diagnostic::error(format!("the trace has more than {most} tasks, which is the limit"));
            self.stop = Some(problem.line(line).hint("Use a part of the file."));
            return;
        }
        match text
            .ok_or_else(|| "longer than 64 KiB".to_owned())
            .and_then(|text| parse_row(line, text, &places))
        {
            Ok(row) => self.rows.push(row),
            Err(why) => self.bad.add_with_text(line, || why),
        }
    }

    /// The reason why this trace is unusable, if any.
    fn fatal_error(&mut self) -> Option<Diagnostic> {
        if let Some(problem) = self.stop.take() {
            return Some(problem);
        }
        if self.data == 0 {
            return Some(Diagnostic::error("the trace contains no task"));
        }
        (self.bad.count * 2 > self.data).then(|| {
            let (bad, all) = (group_digits(self.bad.count.into()), group_digits(self.data.into()));
            let hint =
                "Times are seconds, processors whole numbers, dependencies numbers of tasks between blanks.";
            Diagnostic::error(format!("{bad} of {all} lines are invalid")).hint(hint)
        })
    }
}

/// The contents of a line, or its error.
fn parse_row(line: u32, text: &[u8], places: &Columns) -> Result<Row, String> {
    let all: Vec<&[u8]> = split_cells(text).collect();
    // The last fields are optional: most tasks have no parents.
    let cell = |column: usize| all.get(places[column]).copied().unwrap_or_default();
    let wrong =
        |column: usize, why: &str| format!("{} is `{}`, {why}", NAMES[column], quote_bytes(cell(column)));
    let any = |column: usize| parse_number(cell(column)).ok_or_else(|| wrong(column, "not a number"));
    let id = |column: usize| {
        let id: Option<u64> = std::str::from_utf8(cell(column)).ok().and_then(|text| text.parse().ok());
        id.ok_or_else(|| wrong(column, "not a whole number from 0"))
    };
    let seconds = |column: usize| match any(column)? {
        value if value < 0.0 => Err(wrong(column, "negative")),
        value if value > MAX_TIME_S => Err(wrong(column, "longer than 300 years")),
        value => Ok(value),
    };
    let processors = |column: usize| match any(column)? {
        value if value.fract() > 0.0 => Err(wrong(column, "not a whole number")),
        value if value >= f64::from(u32::MAX) => Err(wrong(column, "too large a number")),
        value => Ok(value),
    };
    let (allocated, requested) = (processors(4)?, processors(5)?);
    let nodes = if requested > 0.0 { requested } else { allocated };
    if nodes < 1.0 {
        return Err("the number of processors is unknown".to_owned());
    }
    let parents = cell(6).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty() && *word != b"-1");
    let parents: Option<Vec<u64>> =
        parents.map(|word| std::str::from_utf8(word).ok().and_then(|text| text.parse().ok())).collect();
    Ok(Row {
        line,
        workflow: id(0)?,
        task: id(1)?,
        submit: seconds(2)?,
        run: seconds(3)?,
        nodes: nodes as u32,
        parents: parents.ok_or_else(|| wrong(6, "not a list of numbers"))?,
    })
}

/// Converts the lines of a trace to work.
struct TraceReader<F> {
    choices: Choices,
    table: TraceTable,
    build: F,
}

/// A reader with these options; `build` converts a trace to work, or returns its errors.
fn new_reader<F>(choices: Choices, build: F) -> Box<dyn Reader>
where
    F: FnOnce(TraceTable, &Choices, Vec<Diagnostic>) -> Result<Reading, Vec<Diagnostic>> + 'static,
{
    Box::new(LineFileReader::new(TraceReader { choices, table: TraceTable::default(), build }))
}

impl<F> LineReader for TraceReader<F>
where
    F: FnOnce(TraceTable, &Choices, Vec<Diagnostic>) -> Result<Reading, Vec<Diagnostic>>,
{
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.table.add_line(line, text);
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        let mut diagnostics = vec![];
        self.table.bad.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "line", "lines")))
        });
        if let Some(problem) = self.table.fatal_error() {
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        (self.build)(self.table, &self.choices, diagnostics)
    }
}
