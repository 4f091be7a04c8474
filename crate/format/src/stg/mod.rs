//! Task graphs of the Standard Task Graph Set (STG), in all of its forms.
//!
//! The first line has the number of tasks, in the prototype form also the number of processors. Each further line is a
//! task: its number, its processing time, the number of its predecessors, and these. In the form with communication the
//! predecessors follow on separate lines, each with its cost. Files count dummy tasks in the first line or not, so the
//! number of lines decides. Entry and exit dummies only mark the ends of a graph, and are removed by default.

#[cfg(test)]
mod tests;

use super::finding_list::{count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::workflow::{self, Draft, FileUse, FormatTexts, TaskError, finish_draft};
use super::{FileField, Format, FormatReader, Reading, fields, unpack};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;
use std::collections::HashSet;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("stg", "Standard Task Graph (STG)")
        .summary(
            "Task graph of the Standard Task Graph Set: processing times and predecessors, in the form with \
             communication also the cost of each dependency. Also read: the prototype form with a number of \
             processors.",
        )
        .source(
            "Tobita, Kasahara, A standard task graph set for fair evaluation of multiprocessor scheduling \
             algorithms, Journal of Scheduling 5(5), 2002",
        )
        .parameters(Choices::LIST),
    Some("task graphs of the Standard Task Graph Set (STG)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("first line", "Number of tasks, with or without dummies; in the prototype form also processors."),
    ("1 task", "Number of the task."),
    ("2 processing time", "Runtime of the task in units of `unit_s`."),
    ("3 predecessors", "Number of predecessors."),
    (
        "4, 5, ..",
        "Numbers of the predecessors; in the form with communication on separate lines, each with its \
         cost.",
    ),
    ("#", "Comment."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(is_stg, |name, settings| {
    let graph = Graph { name: name.to_owned(), choices: Choices::read(settings), ..Graph::default() };
    Box::new(LineFileReader::new(graph))
});

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "stg",
    name: "STG",
    endings: &[".gz", ".stg"],
    task: ["task", "tasks"],
    reference: ["predecessors", "A predecessor must be the number of a task of this file."],
    data_edges: "",
    has_files: false,
};

/// What can be set.
#[derive(Default, Parameters)]
struct Choices {
    /// Submit time of the workflow.
    #[parameter(name = "Submit time", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    submit_s: f64,
    /// Seconds per unit of processing time; the graphs have no unit.
    #[parameter(name = "Unit of time", unit = "s", min = 0, max = 1e6, default = 1)]
    unit_s: f64,
    /// Size of the file that a dependency of communication cost 1 transfers. The default takes one second on a link of 1
    /// Gbit/s.
    #[parameter(name = "Unit of communication", unit = "MB", min = 0, max = 1e9, default = 125)]
    cost_mb: f64,
    /// Keeps the entry and the exit dummy: the first and the last task, if their processing time is 0 and they have no
    /// predecessors or no successors.
    #[parameter(name = "Keep dummy tasks", default = false)]
    dummies: bool,
}

/// Reading stops after this many errors.
const MAX_ERRORS: usize = 20;

/// A line of a task.
struct Row {
    task: u64,
    time: f64,
    line: u32,
    /// Number of its predecessors.
    predecessors: usize,
}

/// A partly read graph.
#[derive(Default)]
struct Graph {
    name: String,
    choices: Choices,
    /// Tasks and processors of the first line.
    header: Option<(f64, Option<f64>)>,
    rows: Vec<Row>,
    /// Predecessors with their costs, task by task.
    predecessors: Vec<(u64, Option<f64>)>,
    /// Number of remaining lines with predecessors.
    pending: usize,
    problems: Vec<Diagnostic>,
}

/// The fields of a line; empty for a comment or a blank line.
fn split_fields(line: &[u8]) -> Vec<&[u8]> {
    let line = line.trim_ascii();
    if line.starts_with(b"#") {
        return vec![];
    }
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).collect()
}

fn parse_whole(field: &[u8]) -> Option<u64> {
    parse_number(field)
        .filter(|value| (0.0..=9e15).contains(value) && value.fract() == 0.0)
        .map(|value| value as u64)
}

fn wrong(what: &str, field: &[u8]) -> String {
    format!("{what} is `{}`, not a number", quote_bytes(field))
}

/// A predecessor and its communication cost.
fn costed_predecessor(task: &[u8], cost: &[u8]) -> Result<(u64, Option<f64>), String> {
    let known = parse_number(cost).filter(|cost| (0.0..=1e12).contains(cost));
    let cost = known.ok_or_else(|| wrong("the communication cost", cost))?;
    Ok((parse_whole(task).ok_or_else(|| wrong("the predecessor", task))?, Some(cost)))
}

/// True if a file begins like a graph: a line of one or two numbers, then a task.
fn is_stg(head: &[u8]) -> bool {
    let mut lines = unpack::complete_lines(head).map(split_fields).filter(|fields| !fields.is_empty());
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let whole = |fields: &[&[u8]]| fields.iter().all(|field| parse_whole(field).is_some());
    let task = second.len() >= 3
        && parse_number(second[1]).is_some()
        && whole(&second[2..])
        && parse_whole(second[2]).is_some_and(|count| {
            let listed = second.len() as u64 - 3;
            listed == 0 || listed == count || listed == count.saturating_mul(2)
        });
    first.len() <= 2 && whole(&first) && parse_whole(second[0]).is_some() && task
}

impl LineReader for Graph {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        if self.problems.len() >= MAX_ERRORS {
            return;
        }
        let fields = match text {
            Some(text) => split_fields(text),
            None => return self.add_error(line, "longer than 64 KiB"),
        };
        if fields.is_empty() {
            return;
        }
        if self.header.is_none() {
            let [tasks, rest @ ..] = &fields[..] else { return };
            self.header = Some((
                parse_number(tasks).unwrap_or(-1.0),
                rest.first().map(|field| parse_number(field).unwrap_or(-1.0)),
            ));
            if rest.len() > 1 || self.header.is_some_and(|(tasks, _)| tasks < 0.0) {
                self.add_error(line, "not a number of tasks, alone or with a number of processors");
            }
            return;
        }
        if let Err(why) = self.add_row(line, &fields) {
            self.add_error(line, &why);
        }
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        if self.pending > 0 && self.problems.is_empty() {
            let message = "the file ends before all predecessors of its last task";
            self.problems.push(Diagnostic::error(message).hint("Download it again."));
        }
        if self.rows.is_empty() && self.problems.is_empty() {
            self.problems.push(Diagnostic::error("there is no task in the file"));
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let name = std::mem::take(&mut self.name);
        let choices = workflow::Choices {
            submit_s: self.choices.submit_s,
            default_run_s: 0.0,
            default_size_mb: 0.0,
            run_factor: self.choices.unit_s,
            size_factor: 1.0,
        };
        finish_draft(&name, self.draft()?, &TEXTS, &choices, None)
    }
}

impl Graph {
    fn add_error(&mut self, line: u32, why: &str) {
        self.problems.push(Diagnostic::error(why).line(line));
    }

    fn add_row(&mut self, line: u32, fields: &[&[u8]]) -> Result<(), String> {
        if self.pending > 0 {
            let [task, cost] = fields else {
                return Err("a line of a predecessor has its number and its communication cost".to_owned());
            };
            let predecessor = costed_predecessor(task, cost)?;
            self.pending -= 1;
            self.predecessors.push(predecessor);
            return Ok(());
        }
        let [task, time, count, rest @ ..] = fields else {
            return Err(
                "a line of a task has its number, processing time and number of predecessors".to_owned()
            );
        };
        let task = parse_whole(task).ok_or_else(|| wrong("the number of the task", task))?;
        let time = parse_number(time).ok_or_else(|| wrong("the processing time", time))?;
        let count = parse_whole(count).ok_or_else(|| wrong("the number of predecessors", count))?;
        if rest.is_empty() && count > 0 {
            // The predecessors follow on separate lines, so the number alone reserves no memory.
            self.pending = count as usize;
        } else if count > 0 && rest.len() as u64 == count.saturating_mul(2) {
            // Predecessors with their communication costs in the line of the task.
            for pair in rest.chunks_exact(2) {
                self.predecessors.push(costed_predecessor(pair[0], pair[1])?);
            }
            self.rows.push(Row { task, time, line, predecessors: count as usize });
            return Ok(());
        } else if rest.len() as u64 != count {
            let found = group_digits(rest.len() as u64);
            return Err(format!("the task has {count} predecessors, but the line lists {found}"));
        }
        for field in rest {
            let task = parse_whole(field).ok_or_else(|| wrong("a predecessor", field))?;
            self.predecessors.push((task, None));
        }
        self.rows.push(Row { task, time, line, predecessors: count as usize });
        Ok(())
    }

    /// The numbers of the dummy tasks.
    fn find_dummies(&self) -> Vec<u64> {
        let least = self.rows.iter().min_by_key(|row| row.task);
        let most = self.rows.iter().max_by_key(|row| row.task);
        let waited: HashSet<u64> = self.predecessors.iter().map(|&(task, _)| task).collect();
        let free = |row: &Row| row.time.abs() <= 0.0;
        let entry = least.filter(|row| free(row) && row.predecessors == 0);
        let exit = most.filter(|row| free(row) && !waited.contains(&row.task));
        let mut dummies: Vec<u64> = entry.into_iter().chain(exit).map(|row| row.task).collect();
        dummies.dedup();
        // A graph with only dummies is kept.
        dummies.retain(|_| self.rows.len() > 2);
        dummies
    }

    fn draft(self) -> Result<Draft, Vec<Diagnostic>> {
        let mut draft = Draft::default();
        let dummies = if self.choices.dummies { vec![] } else { self.find_dummies() };
        let (mut rest, mut costs) = (&self.predecessors[..], false);
        // Files of dependencies: the uses of a task must be consecutive.
        let mut written: Vec<FileUse> = vec![];
        for row in &self.rows {
            let (predecessors, others) = rest.split_at(row.predecessors.min(rest.len()));
            rest = others;
            if dummies.contains(&row.task) {
                continue;
            }
            let task = match draft.add_task(&row.task.to_string(), "tasks", row.line) {
                Ok(task) => task,
                Err(TaskError::Twice(first)) => {
                    let message =
                        format!("two tasks have the number {}; the first is in line {first}", row.task);
                    return Err(vec![Diagnostic::error(message).line(row.line)]);
                }
                Err(TaskError::Limit(problem)) => return Err(vec![problem]),
            };
            let time = draft.check_value("processing time", Some(row.time), MAX_TIME_S);
            draft.tasks[task as usize].run_s = Some(time.unwrap_or(0.0));
            let child = draft.tasks[task as usize].id;
            for &(predecessor, cost) in predecessors.iter().filter(|(task, _)| !dummies.contains(task)) {
                if predecessor == row.task {
                    let message = format!("the task {predecessor} is its own predecessor");
                    return Err(vec![Diagnostic::error(message).line(row.line)]);
                }
                let parent = draft.id_index(&predecessor.to_string(), row.line);
                draft.add_edge(child, parent, row.line).map_err(|problem| vec![problem])?;
                if let Some(cost) = cost.filter(|&cost| cost > 0.0) {
                    costs = true;
                    let file = draft.files.index_of(&format!("{predecessor} to {}", row.task));
                    let size = Some((cost * self.choices.cost_mb * 1e6).min(workflow::MAX_SIZE));
                    // The number of the id is a placeholder for the index of the writer until all tasks are known.
                    written.push(FileUse { task: parent, file, reads: false, writes: true, size });
                    let read = FileUse { task, file, reads: true, writes: false, size };
                    draft.add_use(read, row.line).map_err(|problem| vec![problem])?;
                }
            }
        }
        for mut one in written {
            // An unknown predecessor is reported later.
            let Some((task, line)) = draft.ids[one.task as usize].task else { continue };
            one.task = task;
            draft.add_use(one, line).map_err(|problem| vec![problem])?;
        }
        draft.uses.sort_by_key(|one| one.task);
        self.add_facts(&mut draft, dummies.len(), costs);
        Ok(draft)
    }

    fn add_facts(&self, draft: &mut Draft, dummies: usize, costs: bool) {
        if dummies > 0 {
            draft.facts.push(Fact::new("Dummy tasks removed", dummies.to_string()));
        }
        let (declared, processors) = self.header.unwrap_or_default();
        let rows = self.rows.len() as f64;
        // Some files count their dummies, others do not.
        if declared > rows || declared < rows - 2.0 {
            let tasks = count_text(self.rows.len() as u32, "task", "tasks");
            let message = format!("the file declares {declared} tasks, but contains {tasks}");
            draft.diagnostics.push(Diagnostic::warning(message).line(1));
        }
        if let Some(processors) = processors.filter(|&n| (1.0..=1e6).contains(&n) && n.fract() == 0.0) {
            draft.processors = Some((processors as u32, "the first line of the graph"));
        }
        if costs {
            let message = format!("communication costs become files of {} MB per unit", self.choices.cost_mb);
            draft.diagnostics.push(Diagnostic::note(message).place("cost_mb"));
        }
    }
}
