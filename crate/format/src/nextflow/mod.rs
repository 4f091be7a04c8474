//! Execution traces of `Nextflow`: a table of the tasks of a pipeline, separated by tabs by default.
//!
//! A trace has no dependencies, but `Nextflow` submits a task as soon as its inputs are available. So its tasks become
//! jobs with the recorded submit times. Local times have no zone and are read as UTC. Older traces name columns twice,
//! with texts first and exact numbers later: the later columns are read.

#[cfg(test)]
mod tests;
mod time;

use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::log::Preparation;
use super::number::{MAX_TIME_S, parse_number};
use super::sacct::split_quoted;
use super::{FileField, Format, FormatReader, Origin, Reading, Report, fields, unpack};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};
use std::collections::{BTreeMap, HashMap};
use time::{parse_duration, parse_instant};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("nextflow", "Nextflow trace (TSV)")
        .summary(
            "Tasks of a Nextflow run as jobs with their recorded submit times and runtimes. The trace has no \
             dependencies; the recorded submit times reflect them.",
        )
        .source("Di Tommaso et al., Nextflow enables reproducible computational workflows, Nature Biotechnology 35, 2017")
        .parameters(Choices::LIST),
    Some("execution traces of Nextflow (TSV)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 8] = fields([
    ("task_id", "Number of the job."),
    ("name, process", "Application of the job: the process, or the name up to the tag in parentheses."),
    (
        "status",
        "FAILED and ABORTED attempts are marked as failed; CACHED tasks did not run and are left out.",
    ),
    ("submit", "Submit time: local time, read as UTC, or Unix milliseconds."),
    ("realtime", "Runtime: text (`1m 20s`) or milliseconds; if missing, `duration`."),
    ("duration", "Time from submission to completion, with queue and staging. Used only without `realtime`."),
    ("cpus, %cpu", "Nodes of the job: `cpus`; if missing, `%cpu` / 100, rounded up; else 1."),
    ("hash, native_id, exit, memory, peak_rss, rchar, ..", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| unpack::complete_lines(head).next().is_some_and(|line| Columns::find(line).is_some()),
    |_, settings| Box::new(LineFileReader::new(Trace::new(Choices::read(settings)))),
)
.after_comments();

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Keeps failed and aborted attempts as jobs; they used resources, too.
    #[parameter(name = "Keep failed attempts", default = true)]
    failed: bool,
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0, max = 1e6, default = 1)]
    run_factor: f64,
    #[parameter(all)]
    preparation: Preparation,
}

/// Maximum number of tasks of a trace.
const MAX_TASKS: usize = 2_000_000;

/// Names of columns that few other tables have.
const TRACE_NAMES: [&str; 12] = [
    "task_id",
    "hash",
    "native_id",
    "process",
    "realtime",
    "%cpu",
    "peak_rss",
    "peak_vmem",
    "rchar",
    "wchar",
    "workdir",
    "error_action",
];

/// The places of the columns.
#[derive(Clone, Copy)]
struct Columns {
    separator: u8,
    task: Option<usize>,
    name: Option<usize>,
    process: Option<usize>,
    status: Option<usize>,
    submit: usize,
    realtime: Option<usize>,
    duration: Option<usize>,
    cpus: Option<usize>,
    cpu_share: Option<usize>,
}

impl Columns {
    /// The columns that a line names; of repeated names the last, which has exact numbers.
    fn find(line: &[u8]) -> Option<Self> {
        // Separator and columns are configurable.
        let separator = *[b'\t', b',', b';'].iter().find(|&sign| line.contains(sign))?;
        let names: Vec<&[u8]> = split_quoted(line, separator).into_iter().map(<[u8]>::trim_ascii).collect();
        let place = |name: &str| names.iter().rposition(|cell| cell.eq_ignore_ascii_case(name.as_bytes()));
        let columns = Self {
            separator,
            task: place("task_id"),
            name: place("name"),
            process: place("process"),
            status: place("status"),
            submit: place("submit")?,
            realtime: place("realtime"),
            duration: place("duration"),
            cpus: place("cpus"),
            cpu_share: place("%cpu"),
        };
        let known = TRACE_NAMES.iter().filter(|name| place(name).is_some()).count();
        let is_trace = known > 1 || separator == b'\t' && columns.task.is_some();
        (is_trace && (columns.realtime.is_some() || columns.duration.is_some())).then_some(columns)
    }
}

/// A row of the trace.
struct Row {
    number: u32,
    /// Seconds since 1970.
    submit: f64,
    run: f64,
    nodes: u32,
    application: u32,
    failed: bool,
}

/// A partly read trace.
struct Trace {
    choices: Choices,
    columns: Option<Columns>,
    rows: Vec<Row>,
    applications: BTreeMap<Vec<u8>, u32>,
    bad: FindingList,
    cached: u32,
    left_out: u32,
    no_realtime: FindingList,
    guessed_nodes: u32,
    stop: Option<Diagnostic>,
}

impl Trace {
    fn new(choices: Choices) -> Self {
        Self {
            choices,
            columns: None,
            rows: vec![],
            applications: BTreeMap::new(),
            bad: FindingList::default(),
            cached: 0,
            left_out: 0,
            no_realtime: FindingList::default(),
            guessed_nodes: 0,
            stop: None,
        }
    }

    /// Adds a row, or returns its error.
    fn add_row(&mut self, line: u32, text: &[u8], columns: &Columns) -> Result<(), String> {
        let cells = match columns.separator {
            b'\t' => text.split(|&byte| byte == b'\t').collect(),
            separator => split_quoted(text, separator),
        };
        let cells: Vec<&[u8]> = cells.into_iter().map(<[u8]>::trim_ascii).collect();
        // A hyphen marks an unknown value.
        let cell = |place: Option<usize>| {
            let cell = place.and_then(|place| cells.get(place)).copied();
            cell.filter(|cell| !cell.is_empty() && *cell != b"-")
        };
        let wrong = |name: &str, cell: &[u8], why: &str| format!("{name} is `{}`, {why}", quote_bytes(cell));
        let status = cell(columns.status).unwrap_or(b"COMPLETED");
        if status == b"CACHED" {
            self.cached += 1;
            return Ok(());
        }
        let failed = [&b"FAILED"[..], b"ABORTED"].contains(&status);
        if failed && !self.choices.failed {
            self.left_out += 1;
            return Ok(());
        }
        let submit = cell(Some(columns.submit)).ok_or("submit is unknown")?;
        let submit = parse_instant(submit).ok_or_else(|| wrong("submit", submit, "not a time"))?;
        let time = |name: &str, place| {
            let parsed = |cell| {
                parse_duration(cell)
                    .filter(|seconds| (0.0..=MAX_TIME_S).contains(seconds))
                    .ok_or_else(|| wrong(name, cell, "not a duration"))
            };
            cell(place).map(parsed).transpose()
        };
        let run = match (time("realtime", columns.realtime)?, time("duration", columns.duration)?) {
            (Some(run), _) => run,
            (None, Some(run)) => {
                self.no_realtime.add(line);
                run
            }
            (None, None) => return Err("realtime and duration are unknown".to_owned()),
        };
        let share = |cell: &[u8]| parse_number(cell.strip_suffix(b"%").unwrap_or(cell));
        let whole = |nodes: f64| (1.0..f64::from(u32::MAX)).contains(&nodes).then_some(nodes as u32);
        let cpus = cell(columns.cpus).and_then(parse_number).and_then(whole);
        let nodes = cpus.or_else(|| {
            let nodes =
                cell(columns.cpu_share).and_then(share).and_then(|share| whole((share / 100.0).ceil()));
            self.guessed_nodes += u32::from(nodes.is_some());
            nodes
        });
        let process = cell(columns.process).or_else(|| {
            let name = cell(columns.name)?;
            let tag = name.windows(2).position(|two| two == b" (").unwrap_or(name.len());
            Some(&name[..tag])
        });
        let count = self.applications.len() as u32;
        let application = *self.applications.entry(process.unwrap_or(b"").to_vec()).or_insert(count);
        let number = cell(columns.task).and_then(parse_number);
        let number =
            number.filter(|&number| (0.0..4e9).contains(&number)).map_or(line, |number| number as u32);
        self.rows.push(Row { number, submit, run, nodes: nodes.unwrap_or(1), application, failed });
        Ok(())
    }

    fn report_findings(&self, diagnostics: &mut Vec<Diagnostic>) {
        self.bad.report(diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "line", "lines")))
        });
        self.no_realtime.report(diagnostics, |n| {
            let tasks = count_text(n, "task has", "tasks have");
            Diagnostic::note(format!("{tasks} no `realtime`: `duration` is used, which includes waiting"))
        });
        if self.guessed_nodes > 0 {
            let tasks = count_text(self.guessed_nodes, "task", "tasks");
            let message = format!("the nodes of {tasks} are `%cpu` / 100, rounded up: `cpus` is unknown");
            diagnostics.push(Diagnostic::note(message));
        }
        if self.cached > 0 {
            let tasks = count_text(self.cached, "cached task", "cached tasks");
            diagnostics.push(Diagnostic::note(format!("{tasks} left out: they did not run")));
        }
        if self.left_out > 0 {
            let attempts = count_text(self.left_out, "failed attempt", "failed attempts");
            diagnostics.push(Diagnostic::note(format!("{attempts} left out")).place("failed"));
        }
        diagnostics.push(Diagnostic::note(
            "a trace has no dependencies: each task is submitted at its recorded time, read as UTC",
        ));
    }
}

impl LineReader for Trace {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        if self.stop.is_some() || text.is_some_and(|text| text.trim_ascii().is_empty()) {
            return;
        }
        let Some(columns) = self.columns else {
            self.columns = text.and_then(Columns::find);
            if self.columns.is_none() {
                let message = "the first line does not name the columns of a trace";
                let hint = "Required columns: task_id, submit, realtime or duration.";
                self.stop = Some(Diagnostic::error(message).line(line).hint(hint));
            }
            return;
        };
        if self.rows.len() == MAX_TASKS {
            let most = group_digits(MAX_TASKS as u64);
            let message = format!("the trace has more than {most} tasks, which is the limit");
            self.stop = Some(Diagnostic::error(message).line(line));
            return;
        }
        let row = text.ok_or_else(|| "longer than 64 KiB".to_owned());
        if let Err(why) = row.and_then(|text| self.add_row(line, text, &columns)) {
            self.bad.add_with_text(line, || why);
        }
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        let mut diagnostics = vec![];
        self.report_findings(&mut diagnostics);
        let first = self.rows.iter().map(|row| row.submit).min_by(f64::total_cmp);
        let problem = self.stop.take();
        let (Some(first), None) = (first, &problem) else {
            let problem = problem.unwrap_or_else(|| Diagnostic::error("the trace contains no task that ran"));
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        };
        // Applications sorted by name, so that numbers do not depend on the order of rows.
        let mut places: HashMap<u32, u32> = HashMap::new();
        for (&number, place) in self.applications.values().zip(0..) {
            places.insert(number, place);
        }
        let job = |row: &Row| Job {
            number: row.number,
            submit: Time::from_seconds(row.submit - first),
            run: Span::from_seconds(row.run * self.choices.run_factor),
            nodes: row.nodes,
            application: places.get(&row.application).copied().unwrap_or(0),
            batch: 0,
            failed: row.failed,
            ..Job::default()
        };
        let mut jobs: Vec<Job> = self.rows.iter().map(job).collect();
        order::sort_by_key(&mut jobs, |job| job.submit.0);
        let prepared = self.choices.preparation.prepare(&mut jobs, None, &mut diagnostics)?;
        let largest = jobs.iter().map(|job| job.nodes).max();
        let work = jobs.iter().fold(0.0, |sum, job| sum + job.run.seconds());
        let last = jobs.last().map_or(Time::ZERO, |job| job.submit);
        let failed = jobs.iter().filter(|job| job.failed).count();
        let mut facts = vec![
            Fact::new("Jobs", group_digits(jobs.len() as u64)),
            Fact::new("Processes", group_digits(self.applications.len() as u64)),
            Fact::new("Failed attempts", group_digits(failed as u64)),
            Fact::new("Submission period", (last - Time::ZERO).to_string()),
            Fact::new("Sum of runtimes", Span::from_seconds(work.min(1e12)).to_string()),
        ];
        facts.extend(prepared);
        let report = Report {
            format: FORMAT.entry.id,
            read: jobs.len() as u32,
            skipped: self.bad.count,
            facts,
            processors: largest.filter(|&largest| largest > 1),
            processors_from: if largest > Some(1) { "the largest job of the trace" } else { "" },
            diagnostics,
            ..Report::default()
        };
        Ok(Reading { work: Work::new(jobs), report, origin: Origin::default() })
    }
}
