//! Reads the task table of a trace.

use super::FORMAT;
use crate::Reading;
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::number::MAX_TIME_S;
use crate::opendc::{Choices, MAX_TASKS, Row, build::build_workflows};
use crate::parquet::{Cell, Cells, ParquetFile, has_all};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Settings};
use std::collections::HashMap;

const WORKFLOW: &[&str] = &["workflow_id", "workflowId"];
const SUBMIT: &[&str] = &["ts_submit", "submitTime"];
const NODES: &[&str] = &["resource_amount_requested", "resourceAmountRequested"];

/// Maximum number of dependencies of a trace.
const MAX_EDGES: usize = 10_000_000;

/// True for a file with the columns of tasks.
pub(crate) fn is_task_table(file: &ParquetFile) -> bool {
    has_all(file, &["id", "workflow_id|workflowId", "ts_submit|submitTime", "runtime", "parents|children"])
}

/// The rows read so far.
#[derive(Default)]
struct TaskTable {
    rows: Vec<Row>,
    /// Dependencies from lists of children: workflow, parent, child.
    children: Vec<(u64, u64, u64)>,
    edges: usize,
    /// Number of rows, including those without a task.
    all: u32,
    bad: FindingList,
    /// Number of tasks of unknown runtime, and of unknown size.
    no_run: u32,
    no_nodes: u32,
    /// Number of sizes with a fraction.
    rounded: u32,
    /// Number of ids in lists that are not integers, or are floating-point numbers too large to be exact.
    inexact: u32,
}

/// The workflows of the table.
pub(crate) fn read_tasks(file: &ParquetFile, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let (choices, columns) = (
        Choices::read(settings),
        [
            file.column(&["id"]),
            file.column(WORKFLOW),
            file.column(SUBMIT),
            file.column(&["runtime"]),
            file.column(NODES),
            file.column(&["parents"]),
            file.column(&["children"]),
        ],
    );
    if file.rows() > MAX_TASKS as u64 {
        let (rows, most) = (group_digits(file.rows()), group_digits(MAX_TASKS as u64));
        let message = format!("the trace has {rows} tasks; at most {most} are read");
        return Err(vec![Diagnostic::error(message).hint("Use one of its parts.")]);
    }
    let submit_unit = columns[2].map_or(1e3, |column| file.units_per_second(column, 1e3));
    let mut table = TaskTable::default();
    let read = file.for_each_batch(columns, |rows, cells| {
        (0..rows).try_for_each(|row| table.add_row(row, cells, submit_unit))
    });
    read.map_err(|problem| vec![problem])?;
    if table.all == 0 {
        return Err(vec![Diagnostic::error("the table has no row: the trace contains no task")]);
    }
    if table.rows.is_empty() {
        let mut diagnostics =
            vec![Diagnostic::error("no row of the table is a task with ids and a submit time")];
        table.report_bad(&mut diagnostics);
        return Err(diagnostics);
    }
    let mut diagnostics = vec![];
    table.add_children();
    table.report(&mut diagnostics);
    build_workflows(FORMAT.entry.id, table.rows, table.bad.count, &choices, diagnostics)
}

impl TaskTable {
    fn add_row(&mut self, row: usize, cells: &[Cells; 7], submit_unit: f64) -> Result<(), Diagnostic> {
        let [ids, workflows, submits, runs, sizes, parents, children] = cells;
        self.all = self.all.saturating_add(1);
        let number = self.all;
        let id = |cells: &Cells, name: &str| {
            let id = cells.row(row).first().and_then(exact_id);
            id.ok_or_else(|| format!("row {number}: {name} is not a whole number from 0"))
        };
        let submit = |cells: &Cells| {
            let seconds = cells.number(row).map(|time| time / submit_unit);
            let known = seconds.filter(|seconds| (0.0..=MAX_TIME_S).contains(seconds));
            known.ok_or_else(|| format!("row {number}: the submit time is unknown"))
        };
        let both = id(ids, "id").and_then(|task| Ok((task, id(workflows, "workflow_id")?, submit(submits)?)));
        let (task, workflow, submit) = match both {
            Ok(all) => all,
            Err(why) => {
                self.bad.add_with_text(0, || why);
                return Ok(());
            }
        };
        let run = runs.number(row).map(|run| run / 1e3).filter(|run| (0.0..=MAX_TIME_S).contains(run));
        self.no_run += u32::from(run.is_none());
        let size = sizes.number(row).filter(|size| *size > 0.0 && *size < f64::from(u32::MAX));
        self.no_nodes += u32::from(size.is_none());
        self.rounded += u32::from(size.is_some_and(|size| size.fract() > 0.0));
        self.edges += parents.row(row).len() + children.row(row).len();
        // Both lists may contain each dependency.
        if self.edges > 2 * MAX_EDGES {
            let most = group_digits(MAX_EDGES as u64);
            let message = format!("there are more than {most} dependencies, which is the limit");
            return Err(Diagnostic::error(message));
        }
        let mut inexact = 0;
        let mut known = |cell: &Cell| {
            let id = exact_id(cell);
            inexact += u32::from(id.is_none());
            id
        };
        let ids: Vec<u64> = parents.row(row).iter().filter_map(&mut known).collect();
        self.children
            .extend(children.row(row).iter().filter_map(&mut known).map(|child| (workflow, task, child)));
        self.inexact += inexact;
        self.rows.push(Row {
            line: 0,
            workflow,
            task,
            submit,
            run: run.unwrap_or(0.0),
            nodes: size.map_or(1, |size| size.ceil() as u32),
            parents: ids,
        });
        Ok(())
    }

    /// Adds the dependencies that are only in lists of children.
    fn add_children(&mut self) {
        let places: HashMap<(u64, u64), usize> =
            self.rows.iter().zip(0..).map(|(row, place)| ((row.workflow, row.task), place)).collect();
        for (workflow, parent, child) in std::mem::take(&mut self.children) {
            if let Some(&place) = places.get(&(workflow, child)) {
                self.rows[place].parents.push(parent);
            }
        }
        for row in &mut self.rows {
            row.parents.sort_unstable();
            row.parents.dedup();
        }
    }

    fn report_bad(&self, diagnostics: &mut Vec<Diagnostic>) {
        self.bad.report(diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "row", "rows")))
        });
    }

    fn report(&self, diagnostics: &mut Vec<Diagnostic>) {
        self.report_bad(diagnostics);
        let tasks = |n| count_text(n, "task", "tasks");
        if self.inexact > 0 {
            let count = count_text(self.inexact, "dependency", "dependencies");
            let message = format!("{count} left out: the id is not an exact whole number");
            diagnostics.push(Diagnostic::warning(message));
        }
        if self.no_run > 0 {
            let message = format!("{} with an unknown runtime: 0 s is used", tasks(self.no_run));
            diagnostics.push(Diagnostic::warning(message));
        }
        if self.no_nodes > 0 {
            let message =
                format!("{} with an unknown number of processors: 1 is assumed", tasks(self.no_nodes));
            diagnostics.push(Diagnostic::note(message));
        }
        if self.rounded > 0 {
            let message = format!("{} with a part of a processor: rounded up", tasks(self.rounded));
            diagnostics.push(Diagnostic::note(message));
        }
        diagnostics.push(Diagnostic::note(
            "times are read as milliseconds; the sizes of files and the machines of the trace are not in this table",
        ));
    }
}

/// An id: an integer of at least 0.
fn exact_id(cell: &Cell) -> Option<u64> {
    cell.whole().and_then(|id| u64::try_from(id).ok())
}
