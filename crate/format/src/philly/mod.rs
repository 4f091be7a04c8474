//! The job log of Microsoft's Philly cluster (`cluster_job_log`): a JSON list of jobs, each with its attempts to run.

#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, count_text, quote_bytes};
use super::json::parse_json;
use super::log::accounting::time::parse_time;
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::{FileField, Format, FormatReader, fields, unknown_files, whole_file};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Job;
use serde_json::Value;

/// Maximum number of bytes of a file, because all of them are in memory at once.
const LIMIT: u64 = 256 << 20;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("philly", "Philly job log (cluster_job_log)")
        .summary(
            "Jobs that train neural networks on a cluster of GPUs: each GPU is a processor. The attempts of a job to run \
             become one run.",
        )
        .source(
            "Jeon et al., Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN Training Workloads, USENIX ATC 2019; \
             philly-traces",
        )
        .parameters(AccountingOptions::LIST),
    Some("job logs of the Philly cluster (JSON)"),
    LIMIT,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 7] = fields([
    ("jobid", "Name of the job."),
    ("submitted_time", "Submit time, local time without a zone, read as UTC."),
    (
        "attempts",
        "The first one is the recorded start. The runtime is the sum of all attempts; pauses between them are omitted.",
    ),
    ("attempts/0/detail", "Number of GPUs: the job size."),
    ("status", "Pass, Failed or Killed. Jobs without an attempt never started."),
    ("user", "User."),
    ("vc", "Virtual cluster: the queue."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let key = |name| unknown_files::has_key(head, name);
        head.trim_ascii_start().starts_with(b"[") && key("attempts") && key("submitted_time") && key("vc")
    },
    |name, settings| {
        whole_file::new_reader::<AccountingOptions>(name, settings, (LIMIT, "log"), |file| {
            let jobs: Vec<Value> = parse_json(file.bytes, "list of jobs").map_err(|problem| vec![problem])?;
            let log = JobLog { jobs, ..JobLog::default() };
            accounting::reader_with_options(file.choices.clone(), log).finish()
        })
    },
);

/// The jobs of a log, and its findings.
#[derive(Default)]
struct JobLog {
    jobs: Vec<Value>,
    invalid: FindingList,
    repeated: u32,
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A point in time; `None` if it is missing, an error if it is invalid.
fn time(object: &Value, key: &str) -> Result<Option<f64>, String> {
    match text(object, key) {
        "" | "None" => Ok(None),
        said => {
            let time = parse_time(said.as_bytes());
            time.map(Some)
                .ok_or_else(|| format!("{key} is `{}`, not a point in time", quote_bytes(said.as_bytes())))
        }
    }
}

impl JobLog {
    /// The record of a job, `None` if it has not ended, or its error.
    fn record(&mut self, place: u32, job: &Value, log: &mut RecordLog) -> Result<Option<Record>, String> {
        let submit = time(job, "submitted_time")?.ok_or("it has no submitted_time")?;
        let attempts = job.get("attempts").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let (mut start, mut run, mut open) = (None, 0.0, false);
        for attempt in attempts {
            let (begin, end) = (time(attempt, "start_time")?, time(attempt, "end_time")?);
            start = start.or(begin);
            match begin.zip(end) {
                Some((begin, end)) => run += (end - begin).max(0.0),
                None => open |= begin.is_some(),
            }
        }
        self.repeated += u32::from(attempts.len() > 1);
        let status = text(job, "status");
        let outcome = match start {
            Some(_) if open && run <= 0.0 => return Ok(None),
            Some(_) => Outcome::Ran { start, run, failed: status == "Failed", cancelled: status == "Killed" },
            None if matches!(status, "Pass" | "Failed" | "Killed") => Outcome::NeverStarted { end: None },
            None => return Ok(None),
        };
        let first = attempts.first().and_then(|attempt| attempt.get("detail")).and_then(Value::as_array);
        let gpus = first.into_iter().flatten().filter_map(|host| host.get("gpus").and_then(Value::as_array));
        let gpus = gpus.map(Vec::len).sum::<usize>() as f64;
        // A job that never started has no size.
        let size = if start.is_none() { 1.0 } else { gpus };
        Ok(Some(Record {
            line: 0,
            id: text(job, "jobid").into(),
            submit,
            outcome,
            allocated: size,
            requested: 0.0,
            estimate: 0.0,
            names: log.names(text(job, "user").as_bytes(), b"", b"", text(job, "vc").as_bytes()),
            ignored: false,
            place: Some(place),
        }))
    }
}

impl RecordFormat for JobLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "philly",
            name: "the form of the Philly log",
            columns: 0,
            line: "A log is a JSON list of jobs with submitted_time and attempts.",
            ignored: "",
            fields: &FieldNames {
                number: "jobid",
                submit: "submitted_time",
                wait: "from submitted_time to the first start_time",
                run: "the attempts",
                processors: "the GPUs in detail",
                allocated: "the GPUs in detail",
                requested: "none",
                estimate: "none",
                unstarted: "no attempt",
                needs: "A job needs submitted_time, and an attempt with start_time, end_time and GPUs in detail.",
            },
        }
    }

    fn add_line(&mut self, _: u32, _: &[u8], _: &mut RecordLog) {}

    fn end_of_file(&mut self, log: &mut RecordLog) {
        for (job, place) in std::mem::take(&mut self.jobs).iter().zip(1..) {
            match self.record(place, job, log) {
                Ok(Some(record)) => log.push(record),
                Ok(None) => log.count_other("unfinished job"),
                Err(why) => {
                    let id = quote_bytes(text(job, "jobid").as_bytes());
                    self.invalid.add_with_text(0, || format!("job {place} {id}: {why}"));
                    log.skipped = log.skipped.saturating_add(1);
                }
            }
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        self.invalid
            .report(&mut found, |n| Diagnostic::warning(format!("{} skipped: invalid values", jobs_text(n))));
        let mut note = |message: String| found.push(Diagnostic::note(message));
        if self.repeated > 0 {
            let jobs = count_text(self.repeated, "job has", "jobs have");
            note(format!(
                "{jobs} several attempts: their lengths are added, and pauses between them are omitted"
            ));
        }
        note("times have no zone and are read as UTC; each GPU is a processor".to_owned());
        found
    }
}
