//! History files of `HTCondor`: the `ClassAd` of each job, one `Attribute = expression` per line.
//!
//! An attribute may occur twice, with its value at submission and a later value: the last one is used. Expressions are
//! not evaluated.

#[cfg(test)]
mod tests;

use super::finding_list::FindingList;
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::number::parse_number;
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("condor", "HTCondor history")
        .summary(
            "ClassAds of jobs as in HTCondor's history files or the output of condor_history -long. Each job that left the \
             queue is a rigid job, its cores are nodes.",
        )
        .source("HTCondor Manual, job ClassAd attributes")
        .parameters(AccountingOptions::LIST),
    Some("job histories of HTCondor"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
pub(super) const FIELD_DOCS: [FileField; 10] = fields([
    ("ClusterId, ProcId", "Id of the job."),
    ("QDate", "Submit time, seconds since 1970."),
    ("JobCurrentStartDate, JobStartDate", "Start of the last run, else of the first."),
    ("CompletionDate", "End of a completed job; 0 if it did not complete."),
    ("EnteredCurrentStatus", "End of a removed job."),
    ("JobStatus", "3 removed, 4 completed; others are counted only."),
    ("RequestCpus", "Cores; 1 if it is missing or an expression."),
    ("ExitCode, ExitStatus", "Not 0: the job failed."),
    ("Owner, AccountingGroup, Cmd", "User, group and application."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let lines = || unpack::complete_lines(head).filter(|line| !line.starts_with(b"***")).take(500);
        let has = |name: &[u8]| lines().any(|line| attribute(line).is_some_and(|(key, _)| key == name));
        has(b"ClusterId") && has(b"QDate") && lines().all(|line| attribute(line).is_some())
    },
    |_, settings| accounting::new_reader(settings, HistoryLog::default()),
)
.after_comments();

/// The name and the expression of a line.
fn attribute(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let sign = line.iter().position(|&byte| byte == b'=')?;
    let name = line[..sign].trim_ascii();
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.".contains(byte);
    (!name.is_empty() && name.iter().all(word)).then(|| (name, line[sign + 1..].trim_ascii()))
}

/// The attributes of a job that are used, as text.
#[derive(Default)]
struct ClassAd {
    values: [Option<Vec<u8>>; NAMES.len()],
    line: u32,
    /// Its number in a file without lines.
    place: Option<u32>,
}

/// Names of the attributes that are used.
pub(super) const NAMES: [&str; 15] = [
    "ClusterId",
    "ProcId",
    "QDate",
    "JobCurrentStartDate",
    "JobStartDate",
    "CompletionDate",
    "EnteredCurrentStatus",
    "JobStatus",
    "RequestCpus",
    "ExitCode",
    "ExitStatus",
    "Owner",
    "AccountingGroup",
    "Cmd",
    "NumJobStarts",
];

/// Maximum length of an expression that is kept, in bytes.
const MAX_VALUE: usize = 1_024;

impl ClassAd {
    fn text(&self, name: &str) -> &[u8] {
        let place = NAMES.iter().position(|known| *known == name);
        let text = place.and_then(|place| self.values[place].as_deref()).unwrap_or_default();
        text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(text)
    }

    /// A time or number above 0.
    fn number(&self, name: &str) -> Option<f64> {
        parse_number(self.text(name)).filter(|&number| number > 0.0 && number <= 1e10)
    }
}

/// A partly read history.
#[derive(Default)]
pub(super) struct HistoryLog {
    job: ClassAd,
    open: bool,
    restarted: FindingList,
    expressions: FindingList,
}

impl HistoryLog {
    /// Adds the job at this place of a file without lines; `text` gives the value of an attribute.
    pub(super) fn add_job(&mut self, place: u32, text: impl Fn(&str) -> String, log: &mut RecordLog) {
        self.job.values = NAMES.map(|name| Some(text(name).into_bytes()));
        self.job.place = Some(place);
        self.open = true;
        self.end_job(log);
    }

    /// Ends the `ClassAd` of a job.
    fn end_job(&mut self, log: &mut RecordLog) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        let ad = std::mem::take(&mut self.job);
        let line = ad.line;
        if ad.text("ClusterId").is_empty() {
            let place = ad.place.map_or_else(String::new, |place| format!("job {place}: "));
            return log.push_bad(line, format!("{place}a ClassAd without ClusterId"));
        }
        let status = ad.text("JobStatus");
        let removed = status == b"3";
        if !removed && status != b"4" {
            return log.count_other("unfinished job");
        }
        let start = ad.number("JobCurrentStartDate").or_else(|| ad.number("JobStartDate"));
        let end = ad.number("CompletionDate").or_else(|| ad.number("EnteredCurrentStatus"));
        let outcome = match start {
            Some(start) => {
                let run = end.filter(|&end| end >= start).map_or(-1.0, |end| end - start);
                let code = [ad.text("ExitCode"), ad.text("ExitStatus")];
                let failed = !removed
                    && code.into_iter().find(|code| !code.is_empty()).is_some_and(|code| code != b"0");
                Outcome::Ran { start: Some(start), run, failed, cancelled: removed }
            }
            None => Outcome::NeverStarted { end },
        };
        if ad.number("NumJobStarts").is_some_and(|starts| starts > 1.0) {
            self.restarted.add(line);
        }
        let cores = ad.number("RequestCpus");
        if cores.is_none() && !ad.text("RequestCpus").is_empty() {
            self.expressions.add(line);
        }
        let mut id = ad.text("ClusterId").to_vec();
        if !matches!(ad.text("ProcId"), b"" | b"0") {
            id.push(b'.');
            id.extend_from_slice(ad.text("ProcId"));
        }
        let record = Record {
            line,
            id,
            submit: ad.number("QDate").unwrap_or(-1.0),
            outcome,
            allocated: cores.unwrap_or(1.0).floor(),
            requested: 0.0,
            estimate: 0.0,
            names: log.names(ad.text("Owner"), ad.text("AccountingGroup"), ad.text("Cmd"), b""),
            ignored: false,
            place: ad.place,
        };
        log.push(record);
    }
}

/// The attributes of a job in both forms of the history.
pub(crate) const HISTORY_FIELDS: FieldNames = FieldNames {
    number: "ClusterId",
    submit: "QDate",
    wait: "EnteredCurrentStatus minus QDate",
    run: "CompletionDate minus JobCurrentStartDate",
    processors: "RequestCpus",
    allocated: "RequestCpus",
    requested: "RequestCpus",
    estimate: "none",
    unstarted: "no JobStartDate",
    needs: "A job needs ClusterId, QDate, JobStatus 3 or 4, JobStartDate and CompletionDate.",
};

impl RecordFormat for HistoryLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "condor",
            name: "the form of HTCondor's history",
            columns: 0,
            line: "A line has the form Attribute = expression; a blank line or one that begins with *** ends a job.",
            ignored: "",
            fields: &HISTORY_FIELDS,
        }
    }

    fn add_blank(&mut self, log: &mut RecordLog) {
        self.end_job(log);
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.starts_with(b"***") {
            return self.end_job(log);
        }
        let Some((name, value)) = attribute(line) else {
            return log.push_bad(number, "no attribute".to_owned());
        };
        self.open = true;
        self.job.line = number;
        if let Some(place) = NAMES.iter().position(|known| known.as_bytes() == name) {
            self.job.values[place] = (value.len() <= MAX_VALUE).then(|| value.to_vec());
        }
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        self.end_job(log);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        let jobs = jobs_text;
        self.restarted.report(&mut found, |n| {
            Diagnostic::note(format!("{} with several starts: the last run is used", jobs(n)))
        });
        self.expressions.report(&mut found, |n| {
            Diagnostic::note(format!("{} with an expression for RequestCpus: 1 core is used", jobs(n)))
        });
        found
    }
}
