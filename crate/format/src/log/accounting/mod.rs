//! Accounting logs of batch systems: what their formats have in common.
//!
//! Such a log is no table of jobs. Steps, retries, events and licences stand between the jobs, a record can have several
//! lines and a line several jobs, and users and queues are words. A format turns lines into [`Record`]s
//! ([`RecordFormat`]); this module gives them to the shared reader of logs as rows, and reports what is the same in all.

mod peak;
pub(crate) mod time;

use super::{
    Cancelled, Choices, Dialect, FormatTexts, Header, IdField, IdIndex, JobRow, LogLine, Members,
    Preparation, Processors, Window, jobs_text,
};
use crate::finding_list::{FindingList, group_digits};
use crate::number::MAX_TIME_S;
use crate::{Home, Reader, Reading};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Parameters, Settings, Variants};
use ganttlet_core::time::Span;
use ganttlet_work::{Job, UNKNOWN};
use peak::PeakUsage;
use std::collections::{BTreeMap, VecDeque};

/// The options of reading an accounting log.
#[derive(Clone, Parameters)]
pub(crate) struct AccountingOptions {
    /// Cores that give the job size: those allocated, or those requested.
    #[parameter(name = "Job size", default = "allocated")]
    processors: JobSize,
    #[parameter(all)]
    window: Window,
    #[parameter(all)]
    members: Members,
    #[parameter(all)]
    preparation: Preparation,
    /// Treatment of jobs that were cancelled before they started. Excluded where a log is opened by itself, as in published
    /// studies of logs.
    #[parameter(name = "Jobs cancelled in the queue", default = "leave-queue")]
    cancelled: NeverStarted,
    /// Raises shorter runtimes and estimates to this value; 0 leaves them unchanged.
    #[parameter(name = "Minimum runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    min_run_s: Span,
    /// Field that determines the home cluster of a job. Values with the name of a cluster refer to that cluster; otherwise
    /// clusters are ordered by name.
    #[parameter(name = "Home cluster", default = "none")]
    home: HomeField,
}

/// Cores that give the job size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum JobSize {
    /// Allocated cores; if unknown, requested cores
    #[word("allocated")]
    Allocated,
    /// Requested cores; if unknown, allocated cores
    #[word("requested")]
    Requested,
}

/// Treatment of jobs that were cancelled before they started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum NeverStarted {
    /// They leave the queue at the time of the log; metrics exclude them. Under batch queues only; other systems keep them
    #[word("leave-queue")]
    LeaveQueue,
    /// Excluded
    #[word("leave-out")]
    LeaveOut,
    /// Kept: they wait for their processors like others and end at once when they start
    #[word("keep")]
    Keep,
}

/// Field that determines the home cluster of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum HomeField {
    /// No home cluster
    #[word("none")]
    None,
    /// Queue or partition
    #[word("queue")]
    Queue,
}

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// It ran.
    Ran {
        /// Its start, seconds since 1970, if the log has it.
        start: Option<f64>,
        /// Its runtime, seconds; negative if unknown.
        run: f64,
        /// True if the log says that it failed.
        failed: bool,
        /// True if its user or an operator ended it.
        cancelled: bool,
    },
    /// It was cancelled before its start, at this time if that is known, seconds since 1970.
    NeverStarted { end: Option<f64> },
}

/// A job of an accounting log.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The line where it ends.
    pub(crate) line: u32,
    /// Its id, without what is the same for all jobs.
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
    /// It says something that is not used: [`FormatTexts::ignored`].
    pub(crate) ignored: bool,
    /// Its number if its id is none, in files without lines.
    pub(crate) place: Option<u32>,
}

/// The places of the names of a job in [`RecordLog`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Names {
    pub(crate) user: u32,
    pub(crate) group: u32,
    pub(crate) application: u32,
    pub(crate) queue: u32,
}

/// A record that is none.
#[derive(Clone, Debug)]
pub(crate) struct BadRecord {
    pub(crate) line: u32,
    /// What is wrong with it.
    pub(crate) what: String,
}

impl Record {
    /// The cores that were in use if it ran, else those that it waited for.
    fn cores(&self) -> f64 {
        if self.allocated > 0.0 { self.allocated } else { self.requested }
    }

    /// The row of the job.
    pub(super) fn row(&self) -> JobRow<'_> {
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

/// Most cores of a job; more are an error of the log.
const MAX_CORES: f64 = u32::MAX as f64 - 1.0;

/// Most kinds of records that are counted one by one.
const MAX_KINDS: usize = 64;

/// What a format finds in the lines of a log.
#[derive(Default)]
pub(crate) struct RecordLog {
    records: VecDeque<Result<Record, BadRecord>>,
    users: IdIndex,
    groups: IdIndex,
    applications: IdIndex,
    queues: IdIndex,
    /// Records that are no jobs, by kind.
    others: BTreeMap<String, u32>,
    /// Requested times that are no times.
    limits: FindingList,
    early: FindingList,
    usage: PeakUsage,
    /// The first submission and the last end, seconds since 1970.
    first: Option<f64>,
    last: Option<f64>,
    jobs: u32,
    /// The size of the machine and its source, if the file names it.
    pub(crate) machine: Option<(u32, &'static str)>,
    /// Jobs that cannot be read, of which the format has diagnostics.
    pub(crate) skipped: u32,
    /// The last line was a heading, which is neither a record nor a part of one.
    pub(crate) heading: bool,
    /// Why reading further makes no sense.
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
            // The simulation begins at the submission, even where the log has an earlier start.
            self.usage.add(start.max(record.submit), run, record.cores());
        }
        self.records.push_back(Ok(record));
    }

    /// Adds a record with an invalid value.
    pub(crate) fn push_bad(&mut self, line: u32, what: String) {
        self.records.push_back(Err(BadRecord { line, what }));
    }

    /// Counts a record that is no job: `job step`.
    pub(crate) fn count_other(&mut self, kind: &str) {
        if let Some(count) = self.others.get_mut(kind) {
            *count = count.saturating_add(1);
        } else {
            let kind = if self.others.len() < MAX_KINDS { kind } else { "other record" };
            let count = self.others.entry(kind.to_owned()).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// Adds a requested time that is no time.
    pub(crate) fn add_no_limit(&mut self, line: u32, text: &[u8]) {
        self.limits.add_with_text(line, || format!("`{}`", crate::finding_list::quote_bytes(text)));
    }

    /// The places of the names of a job; those that are unknown are empty.
    pub(crate) fn names(&mut self, user: &[u8], group: &[u8], application: &[u8], queue: &[u8]) -> Names {
        Names {
            user: self.users.index_of(known_word(user)),
            group: self.groups.index_of(known_word(group)),
            application: self.applications.index_of(known_word(application)),
            queue: self.queues.index_of(known_word(queue)),
        }
    }
}

/// A word, empty where a batch system writes that there is none.
fn known_word(word: &[u8]) -> &[u8] {
    let word = word.trim_ascii();
    if matches!(word, b"(null)" | b"N/A" | b"NONE" | b"None" | b"Unknown" | b"unknown") { b"" } else { word }
}

/// The differences between formats of accounting logs.
pub(crate) trait RecordFormat {
    /// Its texts.
    fn texts(&self) -> &'static FormatTexts;

    /// Takes a blank line.
    fn add_blank(&mut self, _log: &mut RecordLog) {}

    /// Takes a line that is not blank.
    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog);

    /// Takes the next rows of a file that has no lines, and returns their number; 0 at its end.
    fn read_rows(&mut self, _log: &mut RecordLog) -> u32 {
        0
    }

    /// All lines were taken: records that have not ended become jobs, or are counted.
    fn end_of_file(&mut self, _log: &mut RecordLog) {}

    /// Diagnostics that only this format has.
    fn diagnostics(&self) -> Vec<Diagnostic> {
        vec![]
    }

    /// A sentence on a file without records.
    fn no_jobs(&self) -> String {
        "the log contains no jobs".to_owned()
    }
}

/// The jobs of a file that is read as a whole: its format gives them at the end.
pub(crate) fn read_all(
    choices: Choices,
    format: impl RecordFormat + 'static,
) -> Result<Reading, Vec<Diagnostic>> {
    let home = HomeField::None;
    super::new_reader(choices, Box::new(AccountingDialect { format, home, log: RecordLog::default() }))
        .finish()
}

/// A reader for one accounting log of this format.
pub(crate) fn new_reader(settings: &Settings, format: impl RecordFormat + 'static) -> Box<dyn Reader> {
    reader_with_options(AccountingOptions::read(settings), format)
}

/// A reader for one accounting log of this format, with options that were read with those of the format.
pub(crate) fn reader_with_options<'a>(
    options: AccountingOptions,
    format: impl RecordFormat + 'a,
) -> Box<dyn Reader + 'a> {
    let AccountingOptions { processors, window, members, preparation, cancelled, min_run_s, home } = options;
    let choices = Choices {
        processors: match processors {
            JobSize::Allocated => Processors::Allocated,
            JobSize::Requested => Processors::Requested,
        },
        window,
        members,
        partitions: String::new(),
        preparation,
        cancelled: match cancelled {
            NeverStarted::LeaveQueue => Cancelled::LeaveQueue,
            NeverStarted::LeaveOut => Cancelled::LeaveOut,
            NeverStarted::Keep => Cancelled::Keep,
        },
        min_run_s,
    };
    super::new_reader(choices, Box::new(AccountingDialect { format, home, log: RecordLog::default() }))
}

/// A format of accounting logs as a dialect of logs.
struct AccountingDialect<T> {
    format: T,
    home: HomeField,
    log: RecordLog,
}

impl<T: RecordFormat> Dialect for AccountingDialect<T> {
    fn texts(&self) -> &'static FormatTexts {
        self.format.texts()
    }

    fn parse_line<'a>(&mut self, number: u32, line: &'a [u8]) -> LogLine<'a> {
        if line.trim_ascii().is_empty() {
            self.format.add_blank(&mut self.log);
            return LogLine::Blank;
        }
        if self.log.stop.is_none() {
            self.format.add_line(number, line, &mut self.log);
        }
        if std::mem::take(&mut self.log.heading) { LogLine::Blank } else { LogLine::Records }
    }

    fn next_record(&mut self) -> Option<Result<Record, BadRecord>> {
        self.log.records.pop_front()
    }

    fn read_rows(&mut self) -> u32 {
        if self.log.stop.is_some() { 0 } else { self.format.read_rows(&mut self.log) }
    }

    fn end_of_file(&mut self) -> Result<(), Diagnostic> {
        if self.log.stop.is_none() {
            self.format.end_of_file(&mut self.log);
        }
        self.log.stop.take().map_or(Ok(()), Err)
    }

    fn no_jobs(&self) -> Option<Diagnostic> {
        if self.log.jobs > 0 {
            return None;
        }
        let other = self.others_text();
        let message = if other.is_empty() {
            self.format.no_jobs()
        } else {
            format!("the log contains no job that ended or was cancelled, only {other}")
        };
        Some(Diagnostic::error(message).hint(self.format.texts().fields.needs))
    }

    fn machine(&self, largest: u32) -> Option<(u32, &'static str)> {
        let peak = self.log.usage.peak().filter(|&peak| peak >= largest);
        self.log.machine.or_else(|| peak.map(|peak| (peak, "the maximum number of processors busy at once")))
    }

    fn skipped(&self) -> u32 {
        self.log.skipped
    }

    fn since_1970(&self) -> bool {
        self.log.first.is_some_and(|first| first >= 1e8)
    }

    fn assign_ids(&mut self, _: &Header, jobs: &mut [Job]) -> Option<Vec<Home>> {
        let RecordLog { users, groups, applications, queues, .. } = &self.log;
        super::replace_places(jobs, [users, groups, applications]);
        let homes = super::replace_homes(jobs, queues);
        if self.home == HomeField::None {
            for job in jobs {
                job.home = UNKNOWN;
            }
            return None;
        }
        Some(homes)
    }

    fn id_code(&self, field: IdField, name: &str, _: &Header) -> Option<u32> {
        match field {
            IdField::User => self.log.users.find(name),
            IdField::Queue => self.log.queues.find(name),
            IdField::Partition => None,
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let log = &self.log;
        let mut facts = vec![];
        // No log counts the seconds from 1970 by chance.
        if let Some(first) = log.first.filter(|&first| first >= 1e8) {
            facts.push(Fact::new("Log starts", super::date_text(first as i64)));
        }
        if let Some(last) = log.last.filter(|&last| last >= 1e8) {
            facts.push(Fact::new("Log ends", super::date_text(last as i64)));
        }
        let others = self.others_text();
        if !others.is_empty() {
            facts.push(Fact::new("Other records", others));
        }
        if log.queues.count() > 0 {
            facts.push(Fact::new("Queues", super::facts::join_first(log.queues.names())));
        }
        if log.groups.count() > 0 {
            facts.push(Fact::new("Groups", super::facts::join_first(log.groups.names())));
        }
        facts
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = vec![];
        let jobs = jobs_text;
        self.log.limits.report(&mut diagnostics, |n| {
            let name = self.format.texts().fields.estimate;
            Diagnostic::note(format!(
                "{} with an invalid requested time ({name}): treated as unknown",
                jobs(n)
            ))
        });
        self.log.early.report(&mut diagnostics, |n| {
            Diagnostic::note(format!(
                "{} with a start before the submit time, as after a requeue: the wait time is 0",
                jobs(n)
            ))
        });
        diagnostics.extend(self.format.diagnostics());
        diagnostics
    }
}

impl<T> AccountingDialect<T> {
    /// `48 job steps, 2 licence records`, or nothing.
    fn others_text(&self) -> String {
        let one = |(kind, count): (&String, &u32)| {
            let plural = if *count == 1 { "" } else { "s" };
            format!("{} {kind}{plural}", group_digits((*count).into()))
        };
        super::facts::join_first(self.log.others.iter().map(one).collect())
    }
}

#[cfg(test)]
impl RecordLog {
    /// The records so far.
    pub(crate) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records).into_iter().map(|record| record.expect("a record")).collect()
    }
}

/// The records of a text in this format.
#[cfg(test)]
pub(crate) fn records_of(mut format: impl RecordFormat, text: &str) -> Vec<Record> {
    let mut log = RecordLog::default();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        format.add_line(number, line.as_bytes(), &mut log);
    }
    format.end_of_file(&mut log);
    log.take_records()
}

/// Id, submission, wait, run, allocated and requested cores of each record.
#[cfg(test)]
pub(crate) fn rows_of(records: &[Record]) -> Vec<(String, [f64; 5])> {
    let row = |record: &Record| {
        let row = record.row();
        let sizes = [row.allocated, row.requested].map(|count| count.expect("a count"));
        let id = String::from_utf8_lossy(row.number).into_owned();
        (id, [row.submit, row.wait, row.run, sizes[0], sizes[1]])
    };
    records.iter().map(row).collect()
}
