//! The user log of `HTCondor`: records of events, which end with a line of three dots.

use super::{Attempts, End};
use crate::finding_list::{FindingList, count_text, quote_bytes};
use crate::log::accounting::time::{days_from_date, digits, parse_time, seconds_of_day};
use crate::log::accounting::{self, AccountingOptions, RecordFormat, RecordLog};
use crate::log::{FieldNames, FormatTexts};
use crate::number::parse_number;
use crate::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Job>(
    Entry::new("condor-user-log", "HTCondor user log")
        .summary(
            "Events of jobs as HTCondor writes them for their user. Each run is a job with its recorded start, on one \
             processor or those that the events name; an evicted job waits and runs again as another one.",
        )
        .source("HTCondor manual: Job Event Log Codes")
        .parameters(AccountingOptions::LIST),
    Some("user logs of HTCondor"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 5] = fields([
    ("000 submitted, 001 executing", "Submit time and start."),
    ("004 evicted, 007 shadow exception", "End of a run; the job waits again."),
    ("005 terminated, 009 aborted", "End; a return value other than 0 or a signal marks failed jobs."),
    ("Cpus", "Allocated processors, in the resources of the events 001, 004 and 005; 1 if they are missing."),
    ("others", "Counted only. Local times are read as UTC; without a year they begin in 1970."),
]);

/// Recognition and reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Job>(
    |head| unpack::complete_lines(head).next().is_some_and(|line| Event::parse(line).is_some()),
    |_, settings| accounting::new_reader(settings, UserLog::default()),
)
.after_comments();

/// The first line of a record.
struct Event<'a> {
    code: u32,
    id: &'a [u8],
    /// Seconds since 1970, or since the beginning of a year.
    time: f64,
    has_year: bool,
}

impl<'a> Event<'a> {
    /// Parses `005 (3457.000.000) 09/03 13:42:53 Job terminated.`
    fn parse(line: &'a [u8]) -> Option<Self> {
        let code = digits(line.get(..3)?, 3)? as u32;
        let rest = line.get(3..)?.strip_prefix(b" (")?;
        let close = rest.iter().position(|&byte| byte == b')')?;
        let (id, rest) = (&rest[..close], rest.get(close + 2..)?);
        if let Some(time) = rest.get(..19).and_then(parse_time).filter(|_| rest.get(4) == Some(&b'-')) {
            return Some(Self { code, id, time, has_year: true });
        }
        let (day, time) = (rest.get(..5)?, rest.get(6..14)?);
        // A leap year, which has all days.
        let days = days_from_date(1972, digits(day.get(..2)?, 2)?, digits(day.get(3..)?, 2)?)?;
        let in_year = days - days_from_date(1972, 1, 1)?;
        let time = in_year as f64 * 86_400.0 + seconds_of_day(time)?;
        (day[2] == b'/').then_some(Self { code, id, time, has_year: false })
    }
}

/// The last event, until its record ends.
struct Pending {
    line: u32,
    code: u32,
    id: Vec<u8>,
    time: f64,
    failed: bool,
    cores: Option<f64>,
}

/// The processors in `Cpus = 4` of an event 001, or the allocated ones in `Cpus : 3.9 4 4` of the end of a run.
fn cores_of_line(text: &[u8]) -> Option<f64> {
    let rest = text.strip_prefix(b"Cpus")?.trim_ascii_start();
    let values = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="))?;
    let last = values.split(u8::is_ascii_whitespace).rfind(|value| !value.is_empty())?;
    parse_number(last).filter(|cores| (1.0..=1e6).contains(cores)).map(f64::floor)
}

/// The events so far.
#[derive(Default)]
struct UserLog {
    attempts: Attempts,
    pending: Option<Pending>,
    /// Number of years since the first record, and the last time within its year.
    years: u32,
    latest: f64,
    no_year: bool,
    sized: bool,
    new_years: FindingList,
}

/// Maximum decrease from one time to the next that does not mean a new year, seconds.
const HALF_YEAR_S: f64 = 180.0 * 86_400.0;
/// Seconds of a year of 366 days.
const YEAR_S: f64 = 366.0 * 86_400.0;

impl UserLog {
    fn end_record(&mut self, log: &mut RecordLog) {
        let Some(Pending { line, code, id, time, failed, cores }) = self.pending.take() else { return };
        if let Some(cores) = cores {
            self.sized = true;
            self.attempts.set_cores(&id, cores);
        }
        let end = |end, again| (end, again);
        match code {
            0 => {
                // Jobs of a cluster share one description.
                let cluster = id.split(|&byte| byte == b'.').next().unwrap_or_default().to_vec();
                let names = log.names(b"", b"", &cluster, b"");
                self.attempts.submit(line, &id, time, names, log);
            }
            1 => self.attempts.start(&id, time, log),
            4 | 7 => self.attempts.end(line, &id, time, end(End::Failed, true), log),
            5 => {
                let how = if failed { End::Failed } else { End::Completed };
                self.attempts.end(line, &id, time, end(how, false), log);
            }
            9 => self.attempts.end(line, &id, time, end(End::Cancelled, false), log),
            _ => log.count_other("other event"),
        }
    }
}

impl RecordFormat for UserLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "condor-user-log",
            name: "the user log of HTCondor",
            columns: 0,
            line: "A record begins with `NNN (cluster.process.part) MM/DD HH:MM:SS` and ends with a line of three dots.",
            ignored: "",
            fields: &FieldNames {
                number: "the id in parentheses",
                submit: "the time of event 000",
                wait: "the time from event 000 to 001",
                run: "the time from event 001 to the end",
                processors: "Cpus",
                allocated: "Cpus",
                requested: "none",
                estimate: "none",
                unstarted: "event 009 without 001",
                needs: "A job needs the events 000, 001 and one of 004, 005, 007 and 009.",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.trim_ascii() == b"..." {
            log.heading = true;
            return self.end_record(log);
        }
        let Some(Event { code, id, time, has_year }) = Event::parse(line) else {
            match &mut self.pending {
                Some(pending) => {
                    let text = line.trim_ascii();
                    let zero = text.starts_with(b"(1) Normal termination (return value 0)");
                    pending.failed |=
                        text.starts_with(b"(0) Abnormal") || text.starts_with(b"(1) Normal") && !zero;
                    if matches!(pending.code, 1 | 4 | 5) {
                        pending.cores = cores_of_line(text).or(pending.cores);
                    }
                    log.heading = true;
                }
                None => log.push_bad(number, format!("`{}` is no event", quote_bytes(line))),
            }
            return;
        };
        self.end_record(log);
        let mut time = time;
        if !has_year {
            self.no_year = true;
            if time < self.latest - HALF_YEAR_S {
                self.years += 1;
                self.new_years.add(number);
            }
            self.latest = time;
            time += f64::from(self.years) * YEAR_S;
        }
        self.pending =
            Some(Pending { line: number, code, id: id.to_vec(), time, failed: false, cores: None });
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        self.end_record(log);
        self.attempts.finish(log);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = vec![Diagnostic::note(if self.sized {
            "the log has no dependencies: each job is submitted at its recorded time, and has 1 processor without `Cpus`"
        } else {
            "the log has neither dependencies nor sizes: each job has 1 processor and is submitted at its recorded time"
        })];
        if self.no_year {
            all.push(Diagnostic::note("times have no year: they count from the beginning of the first one"));
        }
        self.new_years.report(&mut all, |n| {
            Diagnostic::note(format!("{} where the month falls", count_text(n, "new year", "new years")))
        });
        all
    }
}
