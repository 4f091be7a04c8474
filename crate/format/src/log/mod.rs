//! The common part of the readers of logs with one job per line.
//!
//! Logs are long and rarely clean, so they are read in one pass over the bytes, line by line, and an invalid line is
//! skipped. A format defines the fields of a line and the meaning of ids ([`Dialect`]); windows, sizes, order, homes
//! and the report are common to all formats.

pub(crate) mod accounting;
mod choices;
mod facts;
mod findings;
mod header;
mod ids;
#[cfg(test)]
mod machine_tests;
mod peak;
mod preparation;
mod reader;

pub(crate) use accounting::{BadRecord, Record};
pub(crate) use choices::{Cancelled, Choices, Members, Preparation, Processors, Window};
pub(crate) use findings::jobs_text;
pub use header::date_text;
pub(crate) use header::{Header, Named};
pub(crate) use ids::{IdIndex, NumericIds, is_unknown, replace_homes, replace_places};
pub(crate) use peak::PEAK_USAGE;
pub(crate) use reader::{is_log, new_reader};

use crate::finding_list::quote_bytes;
use crate::number::{MAX_TIME_S, parse_number};
use crate::{Home, Sites};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_work::Job;
use memchr::memchr2_iter;
use std::fmt;

/// Texts on a format: its name, and the form of its lines.
pub(crate) struct FormatTexts {
    /// Its id in the catalog.
    pub(crate) id: &'static str,
    /// `the Standard Workload Format`
    pub(crate) name: &'static str,
    /// Number of fields of a line.
    pub(crate) columns: usize,
    /// A sentence on the form of a line.
    pub(crate) line: &'static str,
    /// The jobs with unused information: `with a think time (field 18)`.
    pub(crate) ignored: &'static str,
    /// The names of its fields in messages.
    pub(crate) fields: &'static FieldNames,
}

/// The names of the fields of a format in messages.
pub(crate) struct FieldNames {
    pub(crate) number: &'static str,
    pub(crate) submit: &'static str,
    pub(crate) wait: &'static str,
    pub(crate) run: &'static str,
    /// All fields for the size of a job.
    pub(crate) processors: &'static str,
    pub(crate) allocated: &'static str,
    pub(crate) requested: &'static str,
    pub(crate) estimate: &'static str,
    /// The form of a job that was cancelled in the queue.
    pub(crate) unstarted: &'static str,
    /// A sentence on the required fields of a job.
    pub(crate) needs: &'static str,
}

/// The field names in the two formats with numbered fields.
pub(crate) const NUMBERED_FIELDS: FieldNames = FieldNames {
    number: "field 1",
    submit: "field 2",
    wait: "field 3",
    run: "field 4",
    processors: "fields 5 and 8",
    allocated: "field 5",
    requested: "field 8",
    estimate: "field 9",
    unstarted: "status 5 or 0, no runtime",
    needs: "A job needs a runtime (field 4) and processors (field 5 or 8).",
};

/// The differences between log formats.
pub(crate) trait Dialect {
    /// Its texts.
    fn texts(&self) -> &'static FormatTexts;

    /// Parses a line (without its end), whose number is used by formats with records of several lines.
    fn parse_line<'a>(&mut self, number: u32, line: &'a [u8]) -> LogLine<'a>;

    /// The next job of the lines so far, in formats with records of several lines ([`LogLine::Records`]).
    fn next_record(&mut self) -> Option<Result<Record, BadRecord>> {
        None
    }

    /// The number of rows for which memory is reserved: a growing list of millions of jobs would be in memory twice.
    fn expected_rows(&self) -> usize {
        0
    }

    /// Reads the next records of a file with rows in place of lines, and returns the number of rows; 0 at its end.
    fn read_rows(&mut self) -> u32 {
        0
    }

    /// Called after all lines: the remaining data becomes records. An error if the file cannot be a log.
    fn end_of_file(&mut self) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// The reason why a log has no jobs, if this format has a more specific one.
    fn no_jobs(&self) -> Option<Diagnostic> {
        None
    }

    /// The size of a machine for jobs up to this one, and its source, if this format has one besides the header.
    fn machine(&self, _largest: u32) -> Option<(u32, &'static str)> {
        None
    }

    /// Number of jobs that this format skipped and reports.
    fn skipped(&self) -> u32 {
        0
    }

    /// True if submit times are seconds since 1970 by the definition of the format.
    fn since_1970(&self) -> bool {
        false
    }

    /// Assigns numbers to users, groups and homes after all jobs are read, including those left out later; returns the
    /// clusters of the homes.
    fn assign_ids(&mut self, header: &Header, jobs: &mut [Job]) -> Option<Vec<Home>>;

    /// The id of the user, queue or partition of this name in the jobs before [`Dialect::assign_ids`].
    fn id_code(&self, field: IdField, name: &str, header: &Header) -> Option<u32>;

    /// Facts that only this format has.
    fn facts(&self) -> Vec<Fact> {
        vec![]
    }

    /// The clusters of the jobs, and the setting that makes them homes.
    fn sites(&self) -> Option<Sites> {
        None
    }

    /// Diagnostics that only this format has.
    fn diagnostics(&self) -> Vec<Diagnostic> {
        vec![]
    }
}

/// A field with a name that several jobs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdField {
    User,
    Queue,
    Partition,
}

/// The contents of a line.
#[derive(Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a line is passed on at once and never stored")]
pub(crate) enum LogLine<'a> {
    /// A blank line.
    Blank,
    /// The text after the comment sign.
    Comment(&'a [u8]),
    /// A job.
    Row(JobRow<'a>),
    /// A line with this number of columns, which is not a job.
    Columns(usize),
    /// A line with the names of the columns.
    Names,
    /// A line with an invalid field.
    Bad(BadField<'a>),
    /// A part of a record, or several records: [`Dialect::next_record`].
    Records,
}

/// An invalid field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BadField<'a> {
    /// Its number, from 1.
    pub(crate) field: usize,
    /// The text of the field.
    pub(crate) text: &'a [u8],
    /// The error.
    pub(crate) why: &'static str,
}

impl BadField<'_> {
    /// The advice on the error.
    pub(crate) fn hint(&self) -> &'static str {
        let Self { field, text, .. } = *self;
        let signs = |sign| text.split(|&byte| byte == sign).count() - 1;
        let digits = text.iter().any(u8::is_ascii_digit);
        match field {
            2 | 3 | 4 | 9 if digits && (signs(b'T') > 0 || signs(b'-') > 1 || signs(b'/') > 1) => {
                "Write times as seconds from the start of the log, or from 1970."
            }
            2 | 3 | 4 | 9 if digits && signs(b':') > 0 => {
                "Write times as seconds: 1:00:00 is 3600, and 1-00:00:00 is 86400."
            }
            2 | 3 | 4 | 9 if parse_number(text).is_some_and(|time| time > MAX_TIME_S) => {
                "Times are in seconds: divide milliseconds by 1000, microseconds by 1000000."
            }
            _ if digits && signs(b',') > 0 => "Write decimals with a point and without thousands separators.",
            5 | 8 if parse_number(text).is_some() => "Write processors as whole numbers, -1 for unknown.",
            _ => "Write -1 where a value is unknown.",
        }
    }
}

/// `field 4, the runtime, is `x`, not a number`
impl fmt::Display for BadField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, text, why } = *self;
        write!(f, "field {field}, the {}, is `{}`, {why}", field_name(field), quote_bytes(text))
    }
}

/// The names of the used fields: up to 16 they are common to all formats.
const fn field_name(field: usize) -> &'static str {
    match field {
        1 => "job number",
        2 => "submit time",
        3 => "wait time",
        4 => "runtime",
        5 => "allocated processors",
        8 => "requested processors",
        9 => "requested time",
        11 => "status",
        12 => "user",
        13 => "group",
        14 => "application",
        15 => "queue",
        16 => "partition",
        17 => "site of submission",
        18 => "site of the run",
        20 => "bag of tasks",
        _ => "field",
    }
}

/// The used fields of a job; negative numbers for unknown ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JobRow<'a> {
    /// As in the file.
    pub(crate) number: &'a [u8],
    pub(crate) submit: f64,
    pub(crate) wait: f64,
    pub(crate) run: f64,
    /// One of the two may be an invalid number of processors.
    pub(crate) allocated: Result<f64, BadField<'a>>,
    pub(crate) requested: Result<f64, BadField<'a>>,
    pub(crate) estimate: f64,
    pub(crate) status: f64,
    /// The id of its user.
    pub(crate) user: u32,
    pub(crate) group: u32,
    pub(crate) application: u32,
    /// The id of its cluster.
    pub(crate) home: u32,
    /// The ids of its queue and its partition, if jobs are filtered by them.
    pub(crate) queue: u32,
    pub(crate) partition: u32,
    /// The batch that it was submitted in.
    pub(crate) batch: u32,
    /// A requested time that is not a limit.
    pub(crate) unlimited: Option<BadField<'a>>,
    /// The first invalid field that the job does not require.
    pub(crate) strange: Option<BadField<'a>>,
    /// True if it contains unused information: [`FormatTexts::ignored`].
    pub(crate) ignored: bool,
    /// True if it has more columns than the format.
    pub(crate) wide: bool,
    /// True if it started, false if it never did; `None` if this follows only from status and runtime.
    pub(crate) started: Option<bool>,
    /// Its number if neither its id nor its line gives one.
    pub(crate) place: Option<u32>,
}

impl JobRow<'_> {
    /// True if both numbers of processors are known and differ.
    fn has_two_sizes(&self) -> bool {
        let [allocated, requested] = [self.allocated, self.requested].map(|count| count.unwrap_or(-1.0));
        allocated > 0.0 && requested > 0.0 && (allocated - requested).abs() > 0.0
    }

    /// True if it is a partial execution of a job with a line for the whole job.
    fn is_partial(&self) -> bool {
        (2.0..5.0).contains(&self.status)
    }

    /// True if it was cancelled, or failed, before its start.
    fn was_cancelled(&self) -> bool {
        if let Some(started) = self.started {
            return !started;
        }
        let status = self.status.trunc();
        self.run <= 0.0 && ((5.0..6.0).contains(&status) || (0.0..1.0).contains(&status))
    }
}

/// The fields of a line, as text.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a, 'b>(pub(crate) &'b [&'a [u8]]);

impl<'a> Fields<'a, '_> {
    /// The text of a field, from 1.
    pub(crate) fn text(self, field: usize) -> &'a [u8] {
        self.0[field - 1]
    }

    /// The error about an invalid field, with the reason.
    pub(crate) fn bad_field(self, field: usize, why: &'static str) -> BadField<'a> {
        BadField { field, text: self.text(field), why }
    }

    /// Any number.
    pub(crate) fn number(self, field: usize) -> Result<f64, BadField<'a>> {
        parse_number(self.text(field)).ok_or_else(|| self.bad_field(field, "not a number"))
    }

    /// Seconds.
    pub(crate) fn time(self, field: usize) -> Result<f64, BadField<'a>> {
        let seconds = self.number(field)?;
        if seconds > MAX_TIME_S { Err(self.bad_field(field, "longer than 300 years")) } else { Ok(seconds) }
    }

    /// A count or an ordinal number.
    pub(crate) fn count(self, field: usize) -> Result<f64, BadField<'a>> {
        let count = self.number(field)?;
        if count >= f64::from(u32::MAX) {
            Err(self.bad_field(field, "too large a number"))
        } else if count > 0.0 && count.fract() > 0.0 {
            Err(self.bad_field(field, "not a whole number"))
        } else {
            Ok(count)
        }
    }

    /// The allocated and the requested processors: one of them may be invalid.
    pub(crate) fn processors(self) -> Result<[Result<f64, BadField<'a>>; 2], BadField<'a>> {
        match [self.count(5), self.count(8)] {
            [Err(_), Err(bad)] => Err(bad),
            both => Ok(both),
        }
    }

    /// The requested time, unknown if it is not a limit.
    pub(crate) fn estimate(self) -> (f64, Option<BadField<'a>>) {
        match self.time(9) {
            Ok(seconds) if seconds <= MAX_LIMIT_S => (seconds, None),
            Ok(_) => (-1.0, Some(self.bad_field(9, "longer than 3 years"))),
            Err(_) if is_unknown(self.text(9)) => (-1.0, None),
            Err(bad) => (-1.0, Some(bad)),
        }
    }

    /// The wait, unknown if it is invalid.
    pub(crate) fn wait(self) -> f64 {
        self.time(3).unwrap_or(-1.0)
    }

    /// The status; for a word, whether the job was cancelled, failed or completed.
    pub(crate) fn status(self) -> (f64, Option<BadField<'a>>) {
        let text = self.text(11);
        if let Some(status) = parse_number(text) {
            return (status, None);
        }
        let begins = |word: &[u8]| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word);
        let words: [(&[u8], f64); 3] = [(b"cancel", 5.0), (b"fail", 0.0), (b"complet", 1.0)];
        let known = words.iter().find(|(word, _)| begins(word)).map(|&(_, status)| status);
        let strange = known.is_none() && !is_unknown(text);
        (known.unwrap_or(-1.0), strange.then(|| self.bad_field(11, "not a number")))
    }
}

/// Requested times beyond this mean "no limit" in logs.
const MAX_LIMIT_S: f64 = 3.0 * 365.0 * 86_400.0;

/// Parses a line with this number of columns: a job if it has those of the format, or up to `most` columns; `row`
/// converts the fields.
pub(crate) fn parse_fields<'a>(
    fields: &[&'a [u8]],
    columns: usize,
    most: usize,
    row: impl FnOnce(Fields<'a, '_>, bool) -> Result<JobRow<'a>, BadField<'a>>,
) -> LogLine<'a> {
    if columns == 0 {
        return LogLine::Blank;
    }
    if columns < fields.len() || columns > most {
        return LogLine::Columns(columns);
    }
    row(Fields(fields), columns > fields.len()).map_or_else(
        |bad| {
            let named = |field: &&[u8]| field[0].is_ascii_alphabetic();
            if fields.iter().all(named) { LogLine::Names } else { LogLine::Bad(bad) }
        },
        LogLine::Row,
    )
}

/// A line without a remark after its fields, which begins with this sign anywhere, or with `#` after a blank.
pub(crate) fn strip_remark(line: &[u8], sign: Option<u8>) -> &[u8] {
    let begins = |&at: &usize| line[at] != b'#' || at > 0 && line[at - 1] <= b' ';
    memchr2_iter(sign.unwrap_or(b'#'), b'#', line).find(begins).map_or(line, |end| &line[..end])
}

/// The text of a comment, if the line is one.
pub(crate) fn comment_text(line: &[u8]) -> Option<&[u8]> {
    let start = line.iter().position(|&byte| byte > b' ')?;
    matches!(line[start], b';' | b'#').then(|| &line[start + 1..])
}

/// Fills `fields` with the texts between blanks and tabs; returns the number of columns.
pub(crate) fn split_fields<'a>(line: &'a [u8], fields: &mut [&'a [u8]]) -> usize {
    let (mut columns, mut at) = (0, 0);
    while at < line.len() {
        if line[at] <= b' ' {
            at += 1;
            continue;
        }
        let start = at;
        while at < line.len() && line[at] > b' ' {
            at += 1;
        }
        if columns < fields.len() {
            fields[columns] = &line[start..at];
        }
        columns += 1;
    }
    columns
}
