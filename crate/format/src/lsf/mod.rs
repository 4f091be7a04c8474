//! Accounting files of LSF, lsb.acct: one event per line, fields separated by blanks, text in quotation marks.
//!
//! Lists of hosts are preceded by their length and shift the later fields, so fields are read one after the other.

#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, quote_bytes};
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::number::{MAX_TIME_S, parse_number};
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;
use std::collections::BTreeSet;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("lsf", "LSF accounting log (lsb.acct)")
        .summary("Accounting files of IBM Spectrum LSF. Each event JOB_FINISH is a rigid job, its slots are nodes.")
        .source("IBM Spectrum LSF, reference of the file lsb.acct")
        .parameters(AccountingOptions::LIST),
    Some("accounting logs of LSF (lsb.acct)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 13] = fields([
    ("1 event type", "JOB_FINISH; other events are counted only."),
    ("3 event time", "End of the job, seconds since 1970."),
    ("4 job id", "Number of the job; of a task of an array with its index."),
    ("7 processors", "Requested slots."),
    ("8 submit time", "Seconds since 1970."),
    ("11 start time", "Seconds since 1970; 0 if the job never started."),
    ("12 user", "Name of the user."),
    ("13 queue", "Home cluster if `home = queue`."),
    (
        "15 dependency condition",
        "Not used: jobs start independently. A log with such values says so after loading.",
    ),
    ("execution hosts", "Allocated slots: `16*host` is 16; the number of hosts stands before them."),
    ("status", "64 completed, 32 failed."),
    ("job name, project, run limit", "Application, group of the job, and user estimate in seconds."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        unpack::complete_lines(head).find(|line| !line.starts_with(b"#")).is_some_and(|line| {
            let mut tokens = Tokens(line);
            let event = tokens.next().is_some_and(is_event);
            let version = tokens.next().is_some_and(|version| parse_number(version).is_some());
            event && version && tokens.time().is_some()
        })
    },
    |_, settings| accounting::new_reader(settings, LsfLog::default()),
);

/// True for the name of an event, `JOB_FINISH`.
fn is_event(text: &[u8]) -> bool {
    let word = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    text.contains(&b'_') && text.iter().all(word)
}

/// The remaining fields of a line; quotation marks in quoted text stay doubled.
struct Tokens<'a>(&'a [u8]);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trim_ascii_start();
        let first = *text.first()?;
        if first != b'"' {
            let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
            self.0 = &text[end..];
            return Some(&text[..end]);
        }
        let mut at = 1;
        while at < text.len() {
            match (text[at], text.get(at + 1)) {
                (b'"', Some(b'"')) => at += 2,
                (b'"', _) => break,
                _ => at += 1,
            }
        }
        let end = at.min(text.len());
        self.0 = text.get(end + 1..).unwrap_or_default();
        Some(&text[1..end])
    }
}

impl Tokens<'_> {
    fn number(&mut self) -> Option<f64> {
        self.next().and_then(parse_number)
    }

    /// Seconds since 1970, 0 for none.
    fn time(&mut self) -> Option<f64> {
        self.number().filter(|time| (0.0..=MAX_TIME_S).contains(time))
    }

    /// The number of slots in a list of hosts, which is preceded by its length.
    fn host_slots(&mut self) -> Option<f64> {
        let count = self.number().filter(|&count| (0.0..=1e6).contains(&count))?;
        let mut slots = 0.0;
        for _ in 0..count as u32 {
            let host = self.next()?;
            let star = host.iter().position(|&byte| byte == b'*');
            slots +=
                star.and_then(|star| parse_number(&host[..star])).filter(|&slots| slots > 0.0).unwrap_or(1.0);
        }
        Some(slots)
    }

    fn skip_fields(&mut self, count: usize) -> Option<()> {
        (0..count).try_for_each(|_| self.next().map(|_| ()))
    }
}

/// A partly read log.
#[derive(Default)]
struct LsfLog {
    /// Ids and times of the jobs so far.
    known: BTreeSet<(Vec<u8>, [u64; 3])>,
    differs: FindingList,
}

/// A job with the values of its event.
struct Finish<'a> {
    id: Vec<u8>,
    times: [f64; 3],
    requested: f64,
    allocated: f64,
    user: &'a [u8],
    queue: &'a [u8],
    name: &'a [u8],
    project: &'a [u8],
    depends: bool,
    failed: bool,
    limit: f64,
}

impl<'a> Finish<'a> {
    /// The job of an event; `None` if a field before the results is missing or not a number.
    fn parse(mut tokens: Tokens<'a>) -> Option<Self> {
        tokens.next()?;
        let end = tokens.time()?;
        let number = tokens.number()?;
        tokens.skip_fields(2)?;
        let requested = tokens.number()?;
        let submit = tokens.time()?;
        tokens.skip_fields(2)?;
        let start = tokens.time()?;
        let (user, queue) = (tokens.next()?, tokens.next()?);
        tokens.next()?;
        let depends = !tokens.next()?.is_empty();
        tokens.skip_fields(7)?;
        tokens.host_slots()?;
        let allocated = tokens.host_slots()?;
        let status = tokens.number()?;
        tokens.next()?;
        let name = tokens.next().unwrap_or_default();
        let mut job = Self {
            id: format!("{number}").into_bytes(),
            times: [submit, start, end],
            requested,
            allocated,
            user,
            queue,
            name,
            project: &[],
            depends,
            failed: !(64.0..65.0).contains(&status),
            limit: 0.0,
        };
        // The following fields differ between versions and are optional.
        let _ = job.parse_rest(&mut tokens);
        Some(job)
    }

    /// Project, index in an array and run limit after the 19 numbers of used resources.
    fn parse_rest(&mut self, tokens: &mut Tokens<'a>) -> Option<()> {
        tokens.skip_fields(1 + 19 + 1)?;
        self.project = tokens.next()?;
        tokens.skip_fields(4)?;
        let index = tokens.number()?;
        if index > 0.0 {
            self.id.extend_from_slice(format!("[{index}]").as_bytes());
        }
        tokens.skip_fields(23)?;
        let extensions = tokens.number().filter(|&count| (0.0..=1e4).contains(&count))?;
        tokens.skip_fields(2 * extensions as usize)?;
        let hosts = tokens.number().filter(|&count| (0.0..=1e6).contains(&count))?;
        for _ in 0..hosts as u32 {
            tokens.skip_fields(5)?;
            let extensions = tokens.number().filter(|&count| (0.0..=1e4).contains(&count))?;
            tokens.skip_fields(2 * extensions as usize)?;
        }
        self.limit = tokens.number().filter(|&limit| (1.0..=MAX_TIME_S).contains(&limit))?;
        Some(())
    }
}

impl RecordFormat for LsfLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "lsf",
            name: "the form of lsb.acct",
            columns: 0,
            line: "A line begins with \"JOB_FINISH\", the version and the time of the event; text is in quotation marks.",
            ignored: "with a dependency condition (field 15)",
            fields: &FieldNames {
                number: "field 4",
                submit: "field 8",
                wait: "field 3 minus field 8",
                run: "field 3 minus field 11",
                processors: "execution hosts and field 7",
                allocated: "the list of execution hosts",
                requested: "field 7",
                estimate: "run limit",
                unstarted: "start time 0",
                needs: "A job needs an event JOB_FINISH with a start time (field 11) and an event time (field 3).",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.starts_with(b"#") {
            log.heading = true;
            return;
        }
        let mut tokens = Tokens(line);
        let event = tokens.next().unwrap_or_default();
        if !is_event(event) {
            return log.push_bad(number, format!("`{}`", quote_bytes(line)));
        }
        if event != b"JOB_FINISH" {
            return log.count_other("other event");
        }
        let Some(job) = Finish::parse(tokens) else {
            return log.push_bad(number, "a field of JOB_FINISH is missing or no number".to_owned());
        };
        if !self.known.insert((job.id.clone(), job.times.map(f64::to_bits))) {
            return log.count_other("repeated record");
        }
        let [submit, start, end] = job.times;
        let outcome = if start > 0.0 {
            let run = if end >= start { end - start } else { -1.0 };
            Outcome::Ran { start: Some(start), run, failed: job.failed, cancelled: false }
        } else {
            Outcome::NeverStarted { end: Some(end) }
        };
        let record = Record {
            line: number,
            submit: if submit > 0.0 { submit } else { -1.0 },
            outcome,
            allocated: job.allocated,
            requested: job.requested,
            estimate: job.limit,
            names: log.names(job.user, job.project, job.name, job.queue),
            ignored: job.depends,
            place: None,
            id: job.id,
        };
        if record.allocated > 0.0 && record.requested > record.allocated {
            self.differs.add(number);
        }
        log.push(record);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        self.differs.report(&mut found, |n| {
            let jobs = jobs_text(n);
            Diagnostic::note(format!("{jobs} with fewer slots in the list of execution hosts than requested"))
        });
        found
    }
}
