//! `jobstate.log` of Pegasus: one state of a job of a workflow per line.

use super::{Attempts, End};
use crate::finding_list::quote_bytes;
use crate::log::accounting::{self, AccountingOptions, RecordFormat, RecordLog};
use crate::log::{FieldNames, FormatTexts};
use crate::number::{MAX_TIME_S, parse_number};
use crate::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Job>(
    Entry::new("pegasus-jobstate", "Pegasus job states (jobstate.log)")
        .summary(
            "States of the jobs of a workflow that Pegasus ran. Each run is a job on one processor with its recorded \
             start; jobs that the planner added, such as staging, are among them.",
        )
        .source("Pegasus documentation: Monitoring, jobstate.log")
        .parameters(AccountingOptions::LIST),
    Some("job states of Pegasus (jobstate.log)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 5] = fields([
    ("1 time", "Unix seconds; lines need not be in order of time."),
    ("2 job", "Name of the job; lines of INTERNAL are those of the monitor and are counted only."),
    (
        "3 state",
        "SUBMIT, EXECUTE and JOB_TERMINATED give the times, JOB_SUCCESS and JOB_FAILURE the outcome; states of scripts \
         are counted only.",
    ),
    ("5 site", "Queue of the job."),
    ("4 HTCondor id, 6 walltime, 7 sequence", "Not used."),
]);

/// Recognition and reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let lines = || unpack::complete_lines(head).take(50);
        lines().next().is_some() && lines().all(|line| State::parse(line).is_ok())
    },
    |_, settings| accounting::new_reader(settings, JobStates::default()),
)
.after_comments();

/// A line.
struct State<'a> {
    time: f64,
    job: &'a [u8],
    state: &'a [u8],
    site: &'a [u8],
}

impl<'a> State<'a> {
    fn parse(line: &'a [u8]) -> Result<Self, String> {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (time, job, state) = (words.next(), words.next(), words.next());
        let (Some(time), Some(job), Some(state)) = (time, job, state) else {
            return Err("fewer than 3 fields".to_owned());
        };
        let seconds = parse_number(time).filter(|time| (1e8..=MAX_TIME_S).contains(time));
        let seconds = seconds
            .ok_or_else(|| format!("field 1 is `{}`, not a time in Unix seconds", quote_bytes(time)))?;
        let known = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
        if job != b"INTERNAL" && !state.iter().all(known) {
            return Err(format!("field 3 is `{}`, not a state", quote_bytes(state)));
        }
        Ok(Self { time: seconds, job, state, site: words.nth(1).unwrap_or_default() })
    }
}

/// The states so far.
#[derive(Default)]
struct JobStates {
    attempts: Attempts,
    /// Ends with a pending outcome: line and time, by job.
    ended: std::collections::BTreeMap<Vec<u8>, (u32, f64)>,
}

impl JobStates {
    fn close(&mut self, job: &[u8], end: End, log: &mut RecordLog) {
        if let Some((line, time)) = self.ended.remove(job) {
            self.attempts.end(line, job, time, (end, false), log);
        }
    }
}

impl RecordFormat for JobStates {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "pegasus-jobstate",
            name: "jobstate.log of Pegasus",
            columns: 0,
            line: "A line has the time in Unix seconds, the job and its state.",
            ignored: "",
            fields: &FieldNames {
                number: "field 2",
                submit: "the time of SUBMIT",
                wait: "the time from SUBMIT to EXECUTE",
                run: "the time from EXECUTE to JOB_TERMINATED",
                processors: "none",
                allocated: "none",
                requested: "none",
                estimate: "none",
                unstarted: "JOB_TERMINATED without EXECUTE",
                needs: "A job needs the states SUBMIT, EXECUTE and JOB_TERMINATED.",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        let State { time, job, state, site } = match State::parse(line) {
            Ok(state) => state,
            Err(what) => return log.push_bad(number, what),
        };
        if job == b"INTERNAL" {
            return log.count_other("monitor line");
        }
        match state {
            b"SUBMIT" => {
                // A job that is submitted again had ended.
                self.close(job, End::Completed, log);
                let names = log.names(b"", b"", job, site);
                self.attempts.submit(number, job, time, names, log);
            }
            b"EXECUTE" => self.attempts.start(job, time, log),
            b"JOB_TERMINATED" => {
                self.ended.insert(job.to_vec(), (number, time));
            }
            b"JOB_SUCCESS" => self.close(job, End::Completed, log),
            b"JOB_FAILURE" => self.close(job, End::Failed, log),
            b"JOB_ABORTED" => {
                self.ended.remove(job);
                self.attempts.end(number, job, time, (End::Cancelled, false), log);
            }
            _ => log.count_other("script or other state"),
        }
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        for (job, (line, time)) in std::mem::take(&mut self.ended) {
            self.attempts.end(line, &job, time, (End::Completed, false), log);
        }
        self.attempts.finish(log);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        vec![Diagnostic::note(
            "the log has neither dependencies nor sizes: each job has 1 processor and is submitted at its recorded time",
        )]
    }
}
