//! The records of an accounting log: jobs, and the counts of other records.

use crate::finding_list::FindingList;
use crate::log::peak::{MAX_CORES, PeakUsage};
use crate::log::{IdIndex, JobRow};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_work::UNKNOWN;
use std::collections::{BTreeMap, VecDeque};

/// The outcome of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// It ran.
    Ran {
        /// Its start, seconds since 1970, if the log has it.
        start: Option<f64>,
        /// Its runtime, seconds; negative if unknown.
        run: f64,
        /// True if it failed according to the log.
        failed: bool,
        /// True if its user or an operator ended it.
        cancelled: bool,
    },
    /// It was cancelled before its start, at this time if known, seconds since 1970.
    NeverStarted { end: Option<f64> },
}

/// A job of an accounting log.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The line where it ends.
    pub(crate) line: u32,
    /// Its id, without the part that is equal for all jobs.
    pub(crate) id: Vec<u8>,
    /// Its submission, seconds since 1970; negative if unknown.
    pub(crate) submit: f64,
    pub(crate) outcome: Outcome,
    /// Cores; 0 or less if unknown.
    pub(crate) allocated: f64,
    pub(crate) requested: f64,
    /// Requested time, seconds; 0 or less if there is none.
    pub(crate) estimate: f64,
    pub(crate) names: Names,
    /// True if it contains unused information: [`FormatTexts::ignored`].
    pub(crate) ignored: bool,
    /// Its number if its id is not a number, in files without lines.
    pub(crate) place: Option<u32>,
}

/// The indices of the names of a job in [`RecordLog`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Names {
    pub(crate) user: u32,
    pub(crate) group: u32,
    pub(crate) application: u32,
    pub(crate) queue: u32,
}

/// An invalid record.
#[derive(Clone, Debug)]
pub(crate) struct BadRecord {
    pub(crate) line: u32,
    /// The error.
    pub(crate) what: String,
}

impl Record {
    /// The cores in use if it ran, otherwise the requested cores.
    fn cores(&self) -> f64 {
        if self.allocated > 0.0 { self.allocated } else { self.requested }
    }

    /// The row of the job.
    pub(in crate::log) fn row(&self) -> JobRow<'_> {
        let wait_until = |end: Option<f64>| end.map_or(-1.0, |end| (end - self.submit).max(0.0));
        let (wait, run, status, started) = match self.outcome {
            Outcome::Ran { start, run, failed, cancelled } => {
                (wait_until(start), run, if cancelled { 5.0 } else { f64::from(!failed) }, true)
            }
            Outcome::NeverStarted { end } => (wait_until(end), 0.0, 5.0, false),
        };
        JobRow {
            number: &self.id,
            submit: self.submit,
            wait,
            run,
            allocated: Ok(self.allocated.min(MAX_CORES)),
            requested: Ok(self.requested.min(MAX_CORES)),
            estimate: self.estimate,
            status,
            user: self.names.user,
            group: self.names.group,
            application: self.names.application,
            home: self.names.queue,
            queue: self.names.queue,
            partition: UNKNOWN,
            batch: UNKNOWN,
            unlimited: None,
            strange: None,
            ignored: self.ignored,
            wide: false,
            started: Some(started),
            place: self.place,
        }
    }
}

/// Maximum number of kinds of records that are counted separately.
const MAX_KINDS: usize = 64;

/// The findings of a format in the lines of a log.
#[derive(Default)]
pub(crate) struct RecordLog {
    pub(super) records: VecDeque<Result<Record, BadRecord>>,
    pub(super) users: IdIndex,
    pub(super) groups: IdIndex,
    pub(super) applications: IdIndex,
    pub(super) queues: IdIndex,
    /// Number of records that are not jobs, by kind.
    pub(super) others: BTreeMap<String, u32>,
    /// Requested times that are not times.
    pub(super) limits: FindingList,
    pub(super) early: FindingList,
    pub(super) usage: PeakUsage,
    /// The first submission and the last end, seconds since 1970.
    pub(super) first: Option<f64>,
    pub(super) last: Option<f64>,
    pub(super) jobs: u32,
    /// The size of the machine and its source, if the file names it.
    pub(crate) machine: Option<(u32, &'static str)>,
    /// Number of unreadable jobs that the format reports.
    pub(crate) skipped: u32,
    /// True if the last line was a heading, which is not part of a record.
    pub(crate) heading: bool,
    /// The error that stops the reading.
    pub(crate) stop: Option<Diagnostic>,
}

impl RecordLog {
    /// Adds a job.
    pub(crate) fn push(&mut self, record: Record) {
        self.jobs = self.jobs.saturating_add(1);
        if record.submit >= 0.0 {
            self.first = Some(self.first.map_or(record.submit, |first| first.min(record.submit)));
        }
        let end = match record.outcome {
            Outcome::Ran { start, run, .. } => start.map(|start| start + run.max(0.0)),
            Outcome::NeverStarted { end } => end,
        };
        self.last = end.map_or(self.last, |end| Some(self.last.map_or(end, |last| last.max(end))));
        if let Outcome::Ran { start: Some(start), run, .. } = record.outcome {
            if record.submit > start {
                self.early.add(record.line);
            }
            // The simulation begins at the submission, even if the log has an earlier start.
            self.usage.add(start.max(record.submit), run, record.cores());
        }
        self.records.push_back(Ok(record));
    }

    /// Adds a record with an invalid value.
    pub(crate) fn push_bad(&mut self, line: u32, what: String) {
        self.records.push_back(Err(BadRecord { line, what }));
    }

    /// Counts a record that is not a job: `job step`.
    pub(crate) fn count_other(&mut self, kind: &str) {
        if let Some(count) = self.others.get_mut(kind) {
            *count = count.saturating_add(1);
        } else {
            let kind = if self.others.len() < MAX_KINDS { kind } else { "other record" };
            let count = self.others.entry(kind.to_owned()).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// Adds a requested time that is not a time.
    pub(crate) fn add_no_limit(&mut self, line: u32, text: &[u8]) {
        self.limits.add_with_text(line, || format!("`{}`", crate::finding_list::quote_bytes(text)));
    }

    /// The indices of the names of a job; unknown ones are empty.
    pub(crate) fn names(&mut self, user: &[u8], group: &[u8], application: &[u8], queue: &[u8]) -> Names {
        Names {
            user: self.users.index_of(known_word(user)),
            group: self.groups.index_of(known_word(group)),
            application: self.applications.index_of(known_word(application)),
            queue: self.queues.index_of(known_word(queue)),
        }
    }
}

/// A word; empty for the words of batch systems for "none".
fn known_word(word: &[u8]) -> &[u8] {
    let word = word.trim_ascii();
    if matches!(word, b"(null)" | b"N/A" | b"NONE" | b"None" | b"Unknown" | b"unknown") { b"" } else { word }
}

#[cfg(test)]
impl RecordLog {
    /// The records so far.
    pub(crate) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records).into_iter().map(|record| record.expect("a record")).collect()
    }
}
