//! Benchmarks of `Snakemake`: the runtimes of jobs of a pipeline, as a table or as JSON lines.
//!
//! A benchmark file has one job, with a row for each repeat. Concatenated files, with their header lines, are several
//! jobs. Benchmarks have neither submit times nor dependencies.

#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::log::Preparation;
use super::number::{MAX_TIME_S, parse_number};
use super::sacct::split_quoted;
use super::{FileField, Format, FormatReader, Origin, Reading, Report, fields, unknown_files, unpack};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("snakemake", "Snakemake benchmark (TSV, JSON lines)")
        .summary(
            "Jobs of a Snakemake pipeline with their measured runtimes. A benchmark has no submit times and no dependencies: \
             all jobs are submitted at time 0 (our assumption).",
        )
        .source("Mölder et al., Sustainable data analysis with Snakemake, F1000Research 10, 2021")
        .parameters(Choices::LIST),
    Some("benchmarks of Snakemake (TSV, JSON lines)"),
    64 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 7] = fields([
    ("s", "Runtime in seconds; of repeats the mean. Rows with `NA` or `-` are left out."),
    ("h:m:s", "The runtime as text. Used only without `s`."),
    ("jobid", "Number of the job. Rows with the same job, rule and wildcards are repeats."),
    ("rule_name, rule", "Application of the job."),
    ("wildcards", "Distinguishes jobs; not used otherwise."),
    ("threads, mean_load", "Nodes of the job: `threads`; if missing, `mean_load` / 100, rounded up; else 1."),
    ("max_rss, max_vms, max_uss, max_pss, io_in, io_out, cpu_time, ..", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let first = unpack::complete_lines(head).find(|line| !line.starts_with(b"#"));
        first.is_some_and(|line| is_record(line) || Columns::find(line).is_some())
    },
    |_, settings| Box::new(LineFileReader::new(Benchmark::new(Choices::read(settings)))),
);

/// True for a line with a benchmark in JSON.
fn is_record(line: &[u8]) -> bool {
    unknown_files::is_benchmark_json(line)
}

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Makes one job of the repeats of a benchmark, with their mean runtime; if off, each repeat is a job.
    #[parameter(name = "Join repeats", default = true)]
    repeats: bool,
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0, max = 1e6, default = 1)]
    run_factor: f64,
    #[parameter(all)]
    preparation: Preparation,
}

/// Maximum number of rows of a benchmark.
const MAX_ROWS: u32 = 1_000_000;

/// The used values of a row.
const NAMES: [&str; 8] = ["s", "h:m:s", "jobid", "rule_name", "rule", "wildcards", "threads", "mean_load"];

/// The values of a row by [`NAMES`]; empty for unknown ones.
type Cells<'a> = [&'a [u8]; NAMES.len()];

/// The places of the columns.
#[derive(Clone)]
struct Columns {
    separator: u8,
    places: [Option<usize>; NAMES.len()],
}

impl Columns {
    /// The columns that a line names.
    fn find(line: &[u8]) -> Option<Self> {
        let separator = *[b'\t', b',', b';'].iter().find(|&sign| line.contains(sign))?;
        let names: Vec<&[u8]> = split_quoted(line, separator).into_iter().map(<[u8]>::trim_ascii).collect();
        let places = NAMES.map(|name| names.iter().position(|cell| *cell == name.as_bytes()));
        let known = |name: &[u8]| names.contains(&name);
        (known(b"h:m:s") && (known(b"s") || known(b"max_rss"))).then_some(Self { separator, places })
    }

    fn cells<'a>(&self, line: &'a [u8]) -> Cells<'a> {
        let all = match self.separator {
            b'\t' => line.split(|&byte| byte == b'\t').collect(),
            separator => split_quoted(line, separator),
        };
        self.places
            .map(|place| place.and_then(|place| all.get(place)).map_or(&b""[..], |cell| cell.trim_ascii()))
    }
}

/// Seconds of `1:02:03`, or of `1 day, 1:02:03`.
fn parse_clock(text: &[u8]) -> Option<f64> {
    let (days, clock) = match text.windows(2).position(|two| two == b", ") {
        Some(at) => {
            let days = text[..at].split(|&byte| byte == b' ').next().and_then(parse_number)?;
            (days, &text[at + 2..])
        }
        None => (0.0, text),
    };
    let parts: Vec<f64> = clock.split(|&byte| byte == b':').map(parse_number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = parts[..] else { return None };
    Some(days * 86_400.0 + hours * 3_600.0 + minutes * 60.0 + seconds)
}

/// The key of a job, common to its repeats: file, number, rule and wildcards.
type JobKey = (u32, Vec<u8>, Vec<u8>, Vec<u8>);

/// The rows of a job.
struct Repeats {
    number: u32,
    nodes: u32,
    rule: Vec<u8>,
    runs: Vec<f64>,
}

/// A partly read benchmark.
struct Benchmark {
    choices: Choices,
    columns: Option<Columns>,
    /// Number of header lines so far.
    files: u32,
    jobs: Vec<Repeats>,
    places: HashMap<JobKey, usize>,
    rows: u32,
    sum: f64,
    bad: FindingList,
    unmeasured: FindingList,
    guessed_nodes: u32,
    stop: Option<Diagnostic>,
}

impl Benchmark {
    fn new(choices: Choices) -> Self {
        Self {
            choices,
            columns: None,
            files: 0,
            jobs: vec![],
            places: HashMap::new(),
            rows: 0,
            sum: 0.0,
            bad: FindingList::default(),
            unmeasured: FindingList::default(),
            guessed_nodes: 0,
            stop: None,
        }
    }

    /// Adds a row, or returns its error.
    fn add_row(&mut self, line: u32, cells: &Cells<'_>) -> Result<(), String> {
        // Cells without a measurement.
        let known = |cell: &&[u8]| !cell.is_empty() && *cell != b"-" && !cell.eq_ignore_ascii_case(b"na");
        let [seconds, clock, id, rule_name, rule, wildcards, threads, load] =
            cells.map(|cell| Some(cell).filter(known));
        let wrong = |name: &str, cell: &[u8], why: &str| format!("{name} is `{}`, {why}", quote_bytes(cell));
        let valid = |seconds: &f64| (0.0..=MAX_TIME_S).contains(seconds);
        let run = match (seconds, clock) {
            (Some(cell), _) => parse_number(cell)
                .filter(valid)
                .ok_or_else(|| wrong("s", cell, "not a runtime in seconds"))?,
            (None, Some(cell)) => {
                parse_clock(cell).filter(valid).ok_or_else(|| wrong("h:m:s", cell, "not a runtime"))?
            }
            (None, None) => {
                self.unmeasured.add(line);
                return Ok(());
            }
        };
        let whole = |nodes: f64| (1.0..f64::from(u32::MAX)).contains(&nodes).then_some(nodes as u32);
        let threads = match threads {
            Some(cell) => Some(
                parse_number(cell)
                    .filter(|threads| threads.fract() == 0.0)
                    .and_then(whole)
                    .ok_or_else(|| wrong("threads", cell, "not a number of threads"))?,
            ),
            None => None,
        };
        let by_load = || load.and_then(parse_number).and_then(|load| whole((load / 100.0).ceil()));
        let nodes = threads.or_else(|| {
            let nodes = by_load();
            self.guessed_nodes += u32::from(nodes.is_some());
            nodes
        });
        self.rows += 1;
        self.sum += run;
        let rule = rule_name.or(rule).unwrap_or_default();
        let number = id.and_then(parse_number).filter(|number| (0.0..4e9).contains(number));
        let key = |cell: Option<&[u8]>| cell.unwrap_or_default().to_vec();
        let key = (self.files, key(id), rule.to_vec(), key(wildcards));
        let next = self.jobs.len();
        let place = if self.choices.repeats { *self.places.entry(key).or_insert(next) } else { next };
        if place == next {
            let number = number.map_or(next as u32 + 1, |number| number as u32);
            self.jobs.push(Repeats { number, nodes: 1, rule: rule.to_vec(), runs: vec![] });
        }
        let job = &mut self.jobs[place];
        job.nodes = job.nodes.max(nodes.unwrap_or(1));
        job.runs.push(run);
        Ok(())
    }

    /// Adds a line with a benchmark in JSON.
    fn add_record(&mut self, line: u32, text: &[u8]) -> Result<(), String> {
        let record: Value = serde_json::from_slice(text).map_err(|error| format!("not JSON: {error}"))?;
        let cells = NAMES.map(|name| match record.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        });
        let cells: Vec<&[u8]> = cells.iter().map(|cell| cell.trim().as_bytes()).collect();
        cells.first_chunk().map_or(Ok(()), |cells| self.add_row(line, cells))
    }

    fn add_line(&mut self, line: u32, text: &[u8]) -> Result<(), String> {
        if text.starts_with(b"{") {
            return self.add_record(line, text);
        }
        if let Some(columns) = Columns::find(text) {
            self.columns = Some(columns);
            self.files += 1;
            return Ok(());
        }
        let Some(columns) = self.columns.clone() else {
            let message = "the first line is neither a benchmark in JSON nor the names of the columns";
            let hint = "Required columns: s and h:m:s.";
            self.stop = Some(Diagnostic::error(message).line(line).hint(hint));
            return Ok(());
        };
        self.add_row(line, &columns.cells(text))
    }

    fn report_findings(&self, diagnostics: &mut Vec<Diagnostic>) {
        self.bad.report(diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "line", "lines")))
        });
        self.unmeasured.report(diagnostics, |n| {
            Diagnostic::note(format!("{} left out: no runtime was measured", count_text(n, "row", "rows")))
        });
        if self.guessed_nodes > 0 {
            let rows = count_text(self.guessed_nodes, "row", "rows");
            let message =
                format!("the nodes of {rows} are `mean_load` / 100, rounded up: `threads` is unknown");
            diagnostics.push(Diagnostic::note(message));
        }
        let joined = self.jobs.iter().filter(|job| job.runs.len() > 1).count();
        if joined > 0 {
            let jobs = count_text(joined as u32, "job has", "jobs have");
            let message = format!("{jobs} several repeats: the runtime is their mean");
            diagnostics.push(Diagnostic::note(message).place("repeats"));
        }
        diagnostics.push(Diagnostic::note(
            "a benchmark has no submit times and no dependencies: all jobs are submitted at time 0",
        ));
    }
}

impl LineReader for Benchmark {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        let text = text.map(<[u8]>::trim_ascii_end);
        if self.stop.is_some() || text.is_some_and(|text| text.is_empty() || text.starts_with(b"#")) {
            return;
        }
        if self.rows == MAX_ROWS {
            let message = format!(
                "the benchmark has more than {} rows, which is the limit",
                group_digits(MAX_ROWS.into())
            );
            self.stop = Some(Diagnostic::error(message).line(line));
            return;
        }
        let row = text.ok_or_else(|| "longer than 64 KiB".to_owned());
        if let Err(why) = row.and_then(|text| self.add_line(line, text)) {
            self.bad.add_with_text(line, || why);
        }
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        let mut diagnostics = vec![];
        self.report_findings(&mut diagnostics);
        let problem = self.stop.take();
        if problem.is_some() || self.jobs.is_empty() {
            let problem =
                problem.unwrap_or_else(|| Diagnostic::error("the benchmark contains no measured runtime"));
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        // Rules sorted by name, so that numbers do not depend on the order of rows.
        let mut rules: BTreeMap<&[u8], u32> = self.jobs.iter().map(|job| (&job.rule[..], 0)).collect();
        for (number, place) in rules.values_mut().zip(0..) {
            *number = place;
        }
        let job = |job: &Repeats| Job {
            number: job.number,
            submit: Time::ZERO,
            run: Span::from_seconds(
                job.runs.iter().sum::<f64>() / job.runs.len() as f64 * self.choices.run_factor,
            ),
            nodes: job.nodes,
            application: rules.get(&job.rule[..]).copied().unwrap_or(0),
            batch: 0,
            ..Job::default()
        };
        let mut jobs: Vec<Job> = self.jobs.iter().map(job).collect();
        let prepared = self.choices.preparation.prepare(&mut jobs, None, &mut diagnostics)?;
        let largest = jobs.iter().map(|job| job.nodes).max();
        let mut facts = vec![
            Fact::new("Jobs", group_digits(jobs.len() as u64)),
            Fact::new("Rows", group_digits(self.rows.into())),
            Fact::new("Rules", group_digits(rules.len() as u64)),
            Fact::new("Sum of measured runtimes", Span::from_seconds(self.sum.min(1e12)).to_string()),
        ];
        facts.extend(prepared);
        let report = Report {
            format: FORMAT.entry.id,
            read: jobs.len() as u32,
            skipped: self.bad.count.saturating_add(self.unmeasured.count),
            facts,
            processors: largest.filter(|&largest| largest > 1),
            processors_from: if largest > Some(1) { "the largest job of the benchmark" } else { "" },
            diagnostics,
            ..Report::default()
        };
        Ok(Reading { work: Work::new(jobs), report, origin: Origin::default() })
    }
}
