//! Accounting files of Grid Engine (SGE, UGE, Open Grid Scheduler): fields separated by colons, one line per run.

#[cfg(test)]
mod tests;

use super::finding_list::quote_bytes;
use super::log::accounting::time::parse_duration;
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::number::parse_number;
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("sge", "Grid Engine accounting file")
        .summary(
            "Accounting files of Sun, Univa and Open Grid Engine. Each line of a job is a rigid job, its slots are nodes; \
             tasks of parallel jobs are counted only.",
        )
        .source("Grid Engine, manual page accounting(5)")
        .parameters(AccountingOptions::LIST),
    Some("accounting files of Grid Engine"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 13] = fields([
    ("1 queue", "Home cluster if `home = queue`."),
    ("3 group, 32 project", "Group of the job: its project, else the group of its user."),
    ("4 owner", "Name of the user."),
    ("5 job name", "Application, for predictors and colours."),
    ("6 job number", "Number of the job; a restarted job has a line for each run."),
    ("9 submission time", "Seconds since 1970; above 10^11 milliseconds, as Univa Grid Engine writes them."),
    ("10 start time, 11 end time", "As field 9; a start of 0 means that the job never started."),
    ("12 failed, 13 exit status", "Not 0: the job failed."),
    ("35 slots", "Job size."),
    ("36 task number", "Number of the task of an array, 0 for none."),
    ("40 category", "User estimate: the seconds behind `h_rt=`, else `s_rt=`."),
    ("42 task of a parallel job", "Not NONE: the line is no job."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let lines = || unpack::complete_lines(head).filter(|line| !line.starts_with(b"#")).take(50);
        let fits = lines().filter(|line| split(line).is_some()).count();
        fits > 0 && fits * 10 >= lines().count() * 9
    },
    |_, settings| accounting::new_reader(settings, GridEngineLog::default()),
);

/// Minimum number of fields of a line; later versions have up to 74.
const FEWEST: usize = 36;

/// The fields of a line, if it is one of such a file.
fn split(line: &[u8]) -> Option<Vec<&[u8]>> {
    let fields: Vec<&[u8]> = line.split(|&byte| byte == b':').take(100).collect();
    let numbers = [6, 9, 10, 11, 12, 13, 35].iter();
    let valid =
        fields.len() >= FEWEST && numbers.clone().all(|&field| parse_number(fields[field - 1]).is_some());
    valid.then_some(fields)
}

/// A partly read log.
#[derive(Default)]
struct GridEngineLog {
    milliseconds: u32,
}

/// The requested time in a category, `-l h_rt=36000,mem_free=1G -pe mpi 4`.
fn requested_time(category: &[u8]) -> Option<&[u8]> {
    let find =
        |key: &[u8]| category.split(|byte| b" ,".contains(byte)).find_map(|part| part.strip_prefix(key));
    find(b"h_rt=").or_else(|| find(b"s_rt="))
}

impl RecordFormat for GridEngineLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "sge",
            name: "the form of Grid Engine's accounting file",
            columns: 0,
            line: "A line has 43 or more fields separated by colons.",
            ignored: "",
            fields: &FieldNames {
                number: "field 6",
                submit: "field 9",
                wait: "field 11 minus field 9",
                run: "field 11 minus field 10",
                processors: "field 35",
                allocated: "field 35",
                requested: "field 35",
                estimate: "h_rt in field 40",
                unstarted: "start time 0",
                needs: "A job needs a start time (field 10), an end time (field 11) and slots (field 35).",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.starts_with(b"#") {
            log.heading = true;
            return;
        }
        let Some(fields) = split(line) else {
            return log.push_bad(number, format!("`{}`", quote_bytes(line)));
        };
        let field = |field: usize| fields.get(field - 1).copied().unwrap_or_default();
        let count = |place: usize| parse_number(field(place)).unwrap_or(0.0);
        let scale = if [9, 10, 11].into_iter().any(|place| count(place) > 1e11) { 1e3 } else { 1.0 };
        let [submit, start, end] = [9, 10, 11].map(|place| count(place) / scale);
        if [submit, start, end].iter().any(|time| !(0.0..=1e10).contains(time)) {
            return log.push_bad(number, "a time is negative or longer than 300 years".to_owned());
        }
        if !matches!(field(42), b"" | b"NONE") {
            return log.count_other("task of a parallel job");
        }
        self.milliseconds += u32::from(scale > 1.0);
        let outcome = if start > 0.0 {
            let run = if end >= start { end - start } else { -1.0 };
            let failed = count(12) > 0.0 || count(13) > 0.0;
            Outcome::Ran { start: Some(start), run, failed, cancelled: false }
        } else {
            Outcome::NeverStarted { end: Some(end).filter(|&end| end > 0.0) }
        };
        let limit = requested_time(field(40));
        let estimate = limit
            .map_or(Some(0.0), |text| if text == b"INFINITY" { Some(0.0) } else { parse_duration(text) });
        let estimate = estimate.unwrap_or_else(|| {
            log.add_no_limit(number, limit.unwrap_or_default());
            0.0
        });
        let mut id = field(6).to_vec();
        if count(36) > 0.0 {
            id.push(b'.');
            id.extend_from_slice(field(36));
        }
        let group = if matches!(field(32), b"" | b"NONE") { field(3) } else { field(32) };
        let record = Record {
            line: number,
            id,
            submit: if submit > 0.0 { submit } else { -1.0 },
            outcome,
            allocated: count(35),
            requested: 0.0,
            estimate,
            names: log.names(field(4), group, field(5), field(1)),
            ignored: false,
            place: None,
        };
        log.push(record);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        if self.milliseconds == 0 {
            return vec![];
        }
        let jobs = jobs_text(self.milliseconds);
        vec![Diagnostic::note(format!("{jobs} with times above 10^11: they are read as milliseconds"))]
    }
}
