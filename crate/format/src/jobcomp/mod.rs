//! The job completion log of Slurm (plugin jobcomp/filetxt): one line of `Key=value` for each job that ended.
//!
//! Values are not quoted and may contain blanks and `=`, so a line is split where a known key follows a blank. A
//! comma-separated table with these keys as columns is read too.

#[cfg(test)]
mod tests;

use super::finding_list::quote_bytes;
use super::log::accounting::time::parse_time;
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::sacct::{cores_of_tres, parse_count, parse_limit, split_quoted};
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("jobcomp", "Slurm job completion log")
        .summary(
            "Text log of Slurm's plugin jobcomp/filetxt, one line per job that ended. Each line is a rigid job, its cores \
             are nodes.",
        )
        .source("Slurm Workload Manager, slurm.conf, JobCompType=jobcomp/filetxt")
        .parameters(AccountingOptions::LIST),
    Some("job completion logs of Slurm"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 11] = fields([
    ("JobId", "Number of the job."),
    ("SubmitTime", "Submit time, local and read as UTC; if missing, the start time is used."),
    ("StartTime, EndTime", "Times, or Unknown."),
    ("JobState", "COMPLETED, FAILED, TIMEOUT, CANCELLED and others."),
    ("TimeLimit", "User estimate, minutes; UNLIMITED and Partition_Limit for none."),
    ("ProcCnt, Procs", "Allocated cores."),
    ("Tres", "Requested cores: the number behind `cpu=`."),
    ("NodeCnt", "0: the job never started."),
    ("UserId, Account, GroupId", "User, and group of the job: its account, else the group of its user."),
    ("Partition, Name", "Home cluster if `home = queue`; application."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        unpack::complete_lines(head).next().is_some_and(|first| {
            table_columns(first).is_some() || first.starts_with(b"JobId=") && Fields::split(first).count() > 5
        })
    },
    |_, settings| accounting::new_reader(settings, CompletionLog::default()),
)
.after_comments();

/// The keys of a line.
const KEYS: [&str; 34] = [
    "JobId",
    "UserId",
    "GroupId",
    "Name",
    "JobState",
    "Partition",
    "TimeLimit",
    "StartTime",
    "EndTime",
    "NodeList",
    "NodeCnt",
    "ProcCnt",
    "Procs",
    "WorkDir",
    "ReservationName",
    "Tres",
    "Account",
    "QOS",
    "WcKey",
    "Cluster",
    "SubmitTime",
    "EligibleTime",
    "DerivedExitCode",
    "ExitCode",
    "Gres",
    "Geometry",
    "Connection",
    "Reboot",
    "Rotate",
    "MaxProcs",
    "BlockID",
    "Licenses",
    "StartTimeStr",
    "JobName",
];

/// The values of the keys of a line.
struct Fields<'a>([&'a [u8]; KEYS.len()]);

impl<'a> Fields<'a> {
    fn split(line: &'a [u8]) -> Self {
        let mut values = [&line[..0]; KEYS.len()];
        let mut open: Option<(usize, usize)> = None;
        for at in (0..line.len()).filter(|&at| at == 0 || line[at - 1] == b' ') {
            let rest = &line[at..];
            let is = |key: &str| rest.starts_with(key.as_bytes()) && rest.get(key.len()) == Some(&b'=');
            let Some(key) = KEYS.iter().position(|key| is(key)) else { continue };
            if let Some((before, start)) = open {
                values[before] = line[start..at].trim_ascii();
            }
            open = Some((key, at + KEYS[key].len() + 1));
        }
        if let Some((last, start)) = open {
            values[last] = line[start..].trim_ascii();
        }
        Self(values)
    }

    /// The number of keys with a value.
    fn count(&self) -> usize {
        self.0.iter().filter(|value| !value.is_empty()).count()
    }

    fn value(&self, key: &str) -> &'a [u8] {
        let place = KEYS.iter().position(|known| *known == key);
        place.map_or(&[], |place| self.0[place])
    }
}

/// The keys of the columns in a header line of such a log.
fn table_columns(line: &[u8]) -> Option<Vec<Option<usize>>> {
    let names: Vec<Option<usize>> = split_quoted(line, b',')
        .iter()
        .map(|name| KEYS.iter().position(|key| key.as_bytes() == name.trim_ascii()))
        .collect();
    let has = |key: &str| names.iter().flatten().any(|&place| KEYS[place] == key);
    ["JobId", "JobState", "StartTime", "EndTime"].into_iter().all(has).then_some(names)
}

/// A partly read log.
#[derive(Default)]
struct CompletionLog {
    /// The keys of the columns of a table.
    columns: Option<Vec<Option<usize>>>,
    /// True after the first line that is not blank.
    begun: bool,
    without_submit: u32,
}

/// `user01` of `user01(1001)`.
fn name_of(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'(').next().unwrap_or_default()
}

impl CompletionLog {
    fn add_job(&mut self, line: u32, fields: &Fields<'_>, log: &mut RecordLog) {
        let mut times = [None; 3];
        for (time, key) in times.iter_mut().zip(["SubmitTime", "StartTime", "EndTime"]) {
            let text = fields.value(key);
            if !matches!(text, b"" | b"Unknown" | b"None" | b"NONE") {
                *time = parse_time(text);
                if time.is_none() {
                    return log.push_bad(line, format!("{key} is `{}`, not a time", quote_bytes(text)));
                }
            }
        }
        let [submit, start, end] = times;
        if submit.is_none() {
            self.without_submit = self.without_submit.saturating_add(1);
        }
        let state = fields.value("JobState");
        let cancelled = state.starts_with(b"CANCELLED");
        let run = start.zip(end).map_or(-1.0, |(start, end)| if end >= start { end - start } else { -1.0 });
        let no_nodes = fields.value("NodeCnt") == b"0" || fields.value("NodeList") == b"(null)";
        let outcome = if start.is_none() || run <= 0.0 && (no_nodes || cancelled) {
            Outcome::NeverStarted { end: end.or(start) }
        } else {
            Outcome::Ran { start, run, failed: !cancelled && state != b"COMPLETED", cancelled }
        };
        let limit = fields.value("TimeLimit");
        let estimate = parse_limit(limit, true).unwrap_or_else(|| {
            log.add_no_limit(line, limit);
            0.0
        });
        let count = |key| parse_count(fields.value(key)).unwrap_or(0.0);
        let account = fields.value("Account");
        let group = if account.is_empty() { name_of(fields.value("GroupId")) } else { account };
        let record = Record {
            line,
            id: fields.value("JobId").to_vec(),
            submit: submit.or(start).unwrap_or(-1.0),
            outcome,
            allocated: count("ProcCnt").max(count("Procs")),
            requested: cores_of_tres(fields.value("Tres")).unwrap_or(0.0),
            estimate,
            names: log.names(
                name_of(fields.value("UserId")),
                group,
                fields.value("Name"),
                fields.value("Partition"),
            ),
            ignored: false,
            place: None,
        };
        log.push(record);
    }
}

impl RecordFormat for CompletionLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "jobcomp",
            name: "the form of Slurm's jobcomp/filetxt",
            columns: 0,
            line: "A line begins with JobId= and holds the time, state and size of a job as Key=value.",
            ignored: "",
            fields: &FieldNames {
                number: "JobId",
                submit: "SubmitTime",
                wait: "EndTime minus SubmitTime",
                run: "EndTime minus StartTime",
                processors: "ProcCnt and Tres",
                allocated: "ProcCnt",
                requested: "Tres",
                estimate: "TimeLimit",
                unstarted: "no start, or no nodes",
                needs: "A job needs StartTime, EndTime and ProcCnt.",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        let first = !std::mem::replace(&mut self.begun, true);
        if let Some(columns) = table_columns(line).filter(|_| first) {
            self.columns = Some(columns);
            log.heading = true;
            return;
        }
        let fields = match &self.columns {
            None => Fields::split(line),
            Some(columns) => {
                let mut values = [&line[..0]; KEYS.len()];
                for (cell, key) in split_quoted(line, b',').into_iter().zip(columns) {
                    if let Some(key) = key {
                        values[*key] = cell.trim_ascii();
                    }
                }
                Fields(values)
            }
        };
        if fields.count() < 5 {
            return log.push_bad(number, format!("`{}`", quote_bytes(line)));
        }
        self.add_job(number, &fields, log);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![Diagnostic::note("times have no time zone in this log: they are read as UTC")];
        if self.without_submit > 0 {
            let jobs = jobs_text(self.without_submit);
            found.push(Diagnostic::note(format!(
                "{jobs} without SubmitTime, as in old versions of Slurm: the start is used as submit time, the wait time is unknown"
            )));
        }
        found
    }
}
