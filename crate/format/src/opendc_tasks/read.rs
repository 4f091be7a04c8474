//! Reads the table of tasks.

use super::FORMAT;
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::log::Window;
use crate::number::MAX_TIME_S;
use crate::parquet::{Cell, Cells, ParquetFile, has_all};
use crate::{Fact, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};

/// True for a file with the columns of tasks.
pub(crate) fn is_task_table(file: &ParquetFile) -> bool {
    has_all(file, &["id", "submission_time", "duration", "cpu_count"])
}

/// The rows read so far.
#[derive(Default)]
struct TaskTable {
    jobs: Vec<Job>,
    all: u32,
    bad: FindingList,
    named: FindingList,
    dependent: u32,
    /// Number of time units in a second.
    submit_unit: f64,
}

/// The jobs of the table.
pub(crate) fn read_tasks(file: &ParquetFile, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let columns = [
        file.column(&["id"]),
        file.column(&["submission_time"]),
        file.column(&["duration"]),
        file.column(&["cpu_count"]),
        file.column(&["parents"]),
        file.column(&["children"]),
    ];
    let submit_unit = columns[1].map_or(1e3, |column| file.units_per_second(column, 1e3));
    let mut table = TaskTable { submit_unit, ..TaskTable::default() };
    let read = file.for_each_batch(columns, |rows, cells| {
        (0..rows).for_each(|row| table.add_row(row, cells));
        Ok(())
    });
    read.map_err(|problem| vec![problem])?;
    let mut diagnostics = vec![];
    table.bad.report(&mut diagnostics, |n| {
        Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "row", "rows")))
    });
    if table.jobs.is_empty() {
        let message = if table.all == 0 { "the table has no row" } else { "no row of the table is a job" };
        diagnostics.insert(0, Diagnostic::error(message));
        return Err(diagnostics);
    }
    finish(table, &Window::read(settings), diagnostics)
}

impl TaskTable {
    fn add_row(&mut self, row: usize, cells: &[Cells; 6]) {
        let [ids, submits, durations, counts, parents, children] = cells;
        self.all = self.all.saturating_add(1);
        let number = self.all;
        let seconds = |cells: &Cells, unit: f64| {
            let seconds = cells.number(row).map(|time| time / unit);
            seconds.filter(|seconds| (0.0..=MAX_TIME_S).contains(seconds))
        };
        let times = (seconds(submits, self.submit_unit), seconds(durations, 1e3));
        let nodes = counts.whole(row).and_then(|count| u32::try_from(count).ok()).filter(|&count| count > 0);
        let ((Some(submit), Some(run)), Some(nodes)) = (times, nodes) else {
            let (submit, run) = (times.0.is_some(), times.1.is_some());
            self.bad.add_with_text(0, || {
                let what = if !submit {
                    "submission_time"
                } else if run {
                    "cpu_count"
                } else {
                    "duration"
                };
                format!("row {number}: {what} is unknown or invalid")
            });
            return;
        };
        let id = ids.row(row).first();
        let short = id.and_then(Cell::whole).and_then(|id| u32::try_from(id).ok());
        let name = match (short, id) {
            (None, Some(Cell::Whole(id))) => id.to_string(),
            (None, Some(Cell::Text(text))) => {
                String::from_utf8_lossy(&text.data()[..text.len().min(200)]).into()
            }
            _ => String::new(),
        };
        if !name.is_empty() {
            self.named.add(0);
        }
        self.dependent += u32::from(!parents.row(row).is_empty() || !children.row(row).is_empty());
        self.jobs.push(Job {
            number: short.unwrap_or(number),
            submit: Time::from_seconds(submit),
            run: Span::from_seconds(run),
            nodes,
            name: name.into(),
            ..Job::default()
        });
    }
}

fn finish(
    table: TaskTable,
    window: &Window,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Reading, Vec<Diagnostic>> {
    let TaskTable { mut jobs, bad, named, dependent, .. } = table;
    let unsorted = jobs.windows(2).filter(|pair| pair[1].submit < pair[0].submit).count() as u32;
    let before = jobs.len();
    let start = jobs.iter().map(|job| job.submit).min().unwrap_or(Time::ZERO);
    window.select_jobs(&mut jobs, start);
    if jobs.is_empty() {
        let problem = Diagnostic::error("no job is submitted in the selected window").place("from_s");
        diagnostics.insert(0, problem);
        return Err(diagnostics);
    }
    window.shift_jobs(&mut jobs, &mut diagnostics);
    if unsorted > 0 {
        diagnostics.push(Diagnostic::note("the jobs were not in the order of submission: they were sorted"));
    }
    named.report(&mut diagnostics, |n| {
        let jobs = count_text(n, "job", "jobs");
        Diagnostic::note(format!("{jobs} with a word or a long number as id: the row is the number"))
    });
    if dependent > 0 {
        let message = format!("dependencies of {} are omitted", count_text(dependent, "task", "tasks"));
        diagnostics.push(Diagnostic::note(message));
    }
    diagnostics.push(Diagnostic::note(
        "a job uses all of its processors for its whole duration; changes of the use (fragments), processor speed and \
         memory are ignored",
    ));
    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    let work = jobs.iter().fold(0.0, |sum, job| sum + job.run.seconds() * f64::from(job.nodes));
    let last = jobs.last().map_or(Time::ZERO, |job| job.submit);
    let mut facts = vec![
        Fact::new("Jobs", group_digits(jobs.len() as u64)),
        Fact::new("Largest job", count_text(largest, "processor", "processors")),
        Fact::new("Submission period", (last - jobs[0].submit).to_string()),
        Fact::new("Processor time", Span::from_seconds(work.min(1e12)).to_string()),
    ];
    if before > jobs.len() {
        facts.push(Fact::new(
            "Left out by the options",
            count_text((before - jobs.len()) as u32, "job", "jobs"),
        ));
    }
    let report = Report {
        format: FORMAT.entry.id,
        read: jobs.len() as u32,
        skipped: bad.count,
        facts,
        processors: (largest > 1).then_some(largest),
        processors_from: if largest > 1 { "the largest job of the workload" } else { "" },
        diagnostics,
        ..Report::default()
    };
    Ok(Reading { work: Work::new(jobs), report, origin: Origin::default() })
}
