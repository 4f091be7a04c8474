//! The table `batch_task` of the Alibaba cluster trace of 2018: tasks of jobs, with the dependencies in the names.
//!
//! `M3_1_2` is task 3 of its job, after the tasks 1 and 2; the letter is its kind. Other names have no dependencies.

#[cfg(test)]
mod tests;

use super::finding_list::{count_text, quote_bytes};
use super::number::{MAX_TIME_S, parse_number};
use super::opendc::task_lines::{TaskLines, new_reader};
use super::opendc::{Choices, Row};
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Workflow;
use std::collections::HashMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("alibaba-2018", "Alibaba cluster trace 2018 (batch_task)")
        .summary(
            "Jobs of the batch system as workflows: the names of tasks hold their dependencies. Tasks exchange no files. \
             The format `table` reads the same file as independent jobs.",
        )
        .source(
            "Guo et al., Who Limits the Resource Efficiency of My Datacenter: An Analysis of Alibaba Datacenter Traces, \
             IWQoS 2019; trace_2018 of the Alibaba Cluster Trace Program",
        )
        .parameters(Choices::LIST),
    Some("batch tasks of the Alibaba cluster trace of 2018 (CSV)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS)
.with_alternative("table");

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 7] = fields([
    (
        "1 task_name",
        "`M3_1_2`: task 3, after the tasks 1 and 2 of the same job. Other names have no dependencies.",
    ),
    ("2 instance_num", "Instances run at the same time (our assumption): factor of the size."),
    ("3 job_name", "Tasks with the same name are a workflow."),
    ("5 status", "Tasks that are not `Terminated` or `Failed` are omitted."),
    (
        "6 start_time, 7 end_time",
        "Seconds. Their difference is the runtime. A workflow arrives at the earliest start of its tasks.",
    ),
    ("8 plan_cpu", "Processors of an instance, in hundredths; parts are rounded up."),
    ("4 task_type, 9 plan_mem", "Not used."),
]);

/// Recognition and reading of such files: those without a dependency are tables of jobs.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(
    |head| {
        let mut tasks = BatchTasks::default();
        let mut rows = 0;
        let mut dependent = false;
        for (line, number) in unpack::complete_lines(head).zip(1..).take(200) {
            match tasks.parse(number, line) {
                Ok(row) => {
                    rows += u32::from(row.is_some());
                    dependent |= row.is_some_and(|row| !row.parents.is_empty());
                }
                Err(_) => return false,
            }
        }
        dependent && rows > 0
    },
    |_, settings| new_reader(Choices::read(settings), BatchTasks::default()),
)
.after_comments();

/// The used columns, with their names in simulators, in the order of [`Columns`].
const NAMES: [(&str, &str); 7] = [
    ("task_name", "task_id"),
    ("instance_num", "instances_num"),
    ("job_name", "job_id"),
    ("status", "status"),
    ("start_time", "start_time"),
    ("end_time", "end_time"),
    ("plan_cpu", "cpu"),
];

/// The indices of the columns.
type Columns = [usize; 7];

/// The indices in the trace, which has no header, and the number of its columns.
const PUBLISHED: (Columns, usize) = ([0, 1, 2, 4, 5, 6, 7], 9);

/// First number for tasks without a number in their names.
const UNNUMBERED: u64 = 1_000_000;

/// The tasks so far.
#[derive(Default)]
struct BatchTasks {
    columns: Option<(Columns, usize)>,
    /// Number of processors per unit of the column `plan_cpu`.
    share: f64,
    workflows: HashMap<Vec<u8>, u64>,
    unended: u32,
    unsized_tasks: u32,
    copied: u32,
    unnumbered: u32,
}

fn split_cells(line: &[u8]) -> Vec<&[u8]> {
    line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect()
}

/// The columns named in a header, and the number of processors per unit of the last column.
fn find_columns(cells: &[&[u8]]) -> Option<(Columns, f64)> {
    let mut places = [0; 7];
    for (place, (published, other)) in places.iter_mut().zip(NAMES) {
        let is = |cell: &&[u8]| {
            cell.eq_ignore_ascii_case(published.as_bytes()) || cell.eq_ignore_ascii_case(other.as_bytes())
        };
        *place = cells.iter().position(is)?;
    }
    Some((places, if cells[places[6]].starts_with(b"plan") { 0.01 } else { 1.0 }))
}

/// The number of a task and those of its parents, if they are in its name.
fn parse_name(name: &[u8]) -> Option<(u64, Vec<u64>)> {
    let letters = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let mut numbers = name[letters..].split(|&byte| byte == b'_').map(|part| {
        let number = std::str::from_utf8(part).ok()?.parse::<u32>().ok()?;
        (u64::from(number) < UNNUMBERED).then_some(u64::from(number))
    });
    let task = numbers.next()??;
    Some((task, numbers.collect::<Option<_>>()?))
}

impl TaskLines for BatchTasks {
    const TEXTS: (&'static str, &'static str) =
        ("alibaba-2018", "A line has 9 fields between commas, from the name of the task to its memory.");

    fn parse(&mut self, line: u32, text: &[u8]) -> Result<Option<Row>, String> {
        let cells = split_cells(text);
        let Some((places, count)) = self.columns else {
            if let Some((places, share)) = find_columns(&cells) {
                (self.columns, self.share) = (Some((places, cells.len())), share);
                return Ok(None);
            }
            (self.columns, self.share) = (Some(PUBLISHED), 0.01);
            return self.parse(line, text);
        };
        if cells.len() != count {
            return Err(format!("{} fields instead of {count}", cells.len()));
        }
        let cell = |column: usize| cells[places[column]];
        let bad = |column: usize, why: &str| {
            let (name, _) = NAMES[column];
            Err(format!("{name} is `{}`, {why}", quote_bytes(cell(column))))
        };
        let number = |column: usize| match parse_number(cell(column)) {
            Some(number) if number <= MAX_TIME_S => Ok(number),
            _ if cell(column).is_empty() => Ok(-1.0),
            _ => bad(column, "not a number").map(|()| 0.0),
        };
        let (start, end, instances, cpu) = (number(4)?, number(5)?, number(1)?, number(6)?);
        match cell(3) {
            b"Terminated" | b"Failed" => {}
            b"Waiting" | b"Running" | b"Ready" | b"Interrupted" | b"Cancelled" => {
                self.unended += 1;
                return Ok(None);
            }
            _ => return bad(3, "not a status of a task").map(|()| None),
        }
        if start <= 0.0 || end < start {
            self.unended += 1;
            return Ok(None);
        }
        let size = (cpu * self.share - 1e-9).ceil();
        self.unsized_tasks += u32::from(size < 1.0);
        self.copied += u32::from(instances > 1.0);
        let nodes = size.max(1.0) * instances.max(1.0).ceil();
        if nodes >= f64::from(u32::MAX) {
            return bad(1, "too large a number").map(|()| None);
        }
        let next = self.workflows.len() as u64 + 1;
        let workflow = *self.workflows.entry(cell(2).to_vec()).or_insert(next);
        let (task, parents) = parse_name(cell(0)).unwrap_or_else(|| {
            self.unnumbered += 1;
            (UNNUMBERED + u64::from(self.unnumbered), vec![])
        });
        Ok(Some(Row { line, workflow, task, submit: start, run: end - start, nodes: nodes as u32, parents }))
    }

    fn finish(self, _: &mut Vec<Row>, diagnostics: &mut Vec<Diagnostic>) {
        let mut note = |message: String| diagnostics.push(Diagnostic::note(message));
        let tasks = |n| count_text(n, "task", "tasks");
        if self.unended > 0 {
            note(format!("{} that did not end: omitted, with the dependencies on them", tasks(self.unended)));
        }
        if self.unsized_tasks > 0 {
            note(format!("{} without a number of processors: 1 is assumed", tasks(self.unsized_tasks)));
        }
        if self.copied > 0 {
            let copied = tasks(self.copied);
            note(format!("{copied} with several instances: they run at the same time (our assumption)"));
        }
        if self.unnumbered > 0 {
            note(format!("{} without a number in the name: no dependencies", tasks(self.unnumbered)));
        }
        note(
            "the trace has no submit times: a workflow arrives when its first task started; the format `table` reads \
             the tasks as independent jobs"
                .to_owned(),
        );
    }
}
