//! The common part of the readers of accounting logs of batch systems.
//!
//! Such a log is not a table of jobs. Steps, retries, events and licences are mixed with the jobs, a record can have
//! several lines and a line several jobs, and users and queues are words. A format converts lines to [`Record`]s
//! ([`RecordFormat`]); this module passes them to the shared reader of logs as rows, and reports the findings that are
//! common to all formats.

mod options;
mod records;
pub(crate) mod time;

pub(crate) use options::AccountingOptions;
pub(crate) use records::{BadRecord, Names, Outcome, Record, RecordLog};

use super::peak::PEAK_USAGE;
use super::{Cancelled, Choices, Dialect, FormatTexts, Header, IdField, LogLine, Processors, jobs_text};
use crate::finding_list::group_digits;
use crate::{Home, Reader, Reading};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Parameters as _, Settings};
use ganttlet_work::{Job, UNKNOWN};
use options::{HomeField, JobSize, NeverStarted};

/// The differences between formats of accounting logs.
pub(crate) trait RecordFormat {
    /// Its texts.
    fn texts(&self) -> &'static FormatTexts;

    /// Adds a blank line.
    fn add_blank(&mut self, _log: &mut RecordLog) {}

    /// Adds a line that is not blank.
    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog);

    /// The number of rows of a file without lines, to reserve memory.
    fn expected_rows(&self) -> usize {
        0
    }

    /// Adds the next rows of a file without lines, and returns their number; 0 at its end.
    fn read_rows(&mut self, _log: &mut RecordLog) -> u32 {
        0
    }

    /// Called at the end of the file: open records become jobs or are counted.
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

/// Reads a file as a whole: its format returns the jobs at the end.
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

/// A reader for one accounting log of this format, with options that are already read.
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

    fn expected_rows(&self) -> usize {
        self.format.expected_rows()
    }

    fn read_rows(&mut self) -> u32 {
        if self.log.stop.is_some() {
            return 0;
        }
        self.log.usage.expect_runs(self.format.expected_rows());
        self.format.read_rows(&mut self.log)
    }

    fn end_of_file(&mut self) -> Result<(), Diagnostic> {
        if self.log.stop.is_none() {
            self.format.end_of_file(&mut self.log);
        }
        self.log.usage.complete();
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
        self.log.machine.or_else(|| peak.map(|peak| (peak, PEAK_USAGE)))
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
        // Such large times are seconds since 1970.
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
