//! A log as a whole: lines in, jobs and a report out.

use super::choices::{Choices, Home, MOST_JOBS, Processors};
use super::facts;
use super::findings::Findings;
use super::header::Header;
use super::line::{self, Line, Row};
use crate::found::{counted, grouped};
use crate::{Reader, Reading, unpack};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::{Parameters, Settings};
use ganttlet_engine::order;
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::{Job, UNKNOWN, Work};

/// The longest line; what is longer is no line of a log.
const LONGEST_LINE: usize = 64 * 1024;

/// Reads a log that comes in pieces.
pub struct SwfReader {
    choices: Choices,
    /// The beginning of a line whose end has not come yet.
    rest: Vec<u8>,
    /// The line at `rest` is too long and goes on.
    too_long: bool,
    /// The first piece has come.
    begun: bool,
    /// The last line ended with a carriage return: a line feed right behind it belongs to the same end.
    returned: bool,
    line: u32,
    header: Header,
    jobs: Vec<Job>,
    found: Findings,
    /// The latest submission so far.
    latest: Time,
}

/// True if a file that begins like this is such a log.
pub(super) fn recognises(head: &[u8]) -> bool {
    let (mut comments, mut rows, mut others) = (0, 0, 0);
    for text in unpack::lines(head).take(2_000) {
        match line::parse(text) {
            Line::Blank => {}
            Line::Comment(_) => comments += u32::from(text[0] == b';'),
            Line::Row(_) => rows += 1,
            Line::Names if rows == 0 => comments += 1,
            _ => others += 1,
        }
        if rows + others == 50 {
            break;
        }
    }
    if rows + others == 0 { comments > 0 } else { rows >= others }
}

impl SwfReader {
    /// A reader for one log; settings that are missing have their defaults.
    pub fn new(settings: &Settings) -> Self {
        Self {
            choices: Choices::read(settings),
            rest: vec![],
            too_long: false,
            begun: false,
            returned: false,
            line: 0,
            header: Header::default(),
            jobs: vec![],
            found: Findings::default(),
            latest: Time(i64::MIN),
        }
    }

    /// Takes the next piece of the log (not gzipped), of any size.
    pub fn push(&mut self, mut bytes: &[u8]) {
        if !self.begun && !bytes.is_empty() {
            self.begun = true;
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        // A line ends as any program writes it: LF, CR LF, or CR alone.
        while let Some(end) = bytes.iter().position(|&b| b == b'\n' || b == b'\r') {
            let second_half = self.returned && end == 0 && bytes[0] == b'\n';
            self.returned = bytes[end] == b'\r';
            if second_half {
                bytes = &bytes[1..];
                continue;
            }
            if self.rest.is_empty() && !self.too_long {
                self.take(&bytes[..end]);
            } else {
                self.keep(&bytes[..end]);
                self.take_rest();
            }
            bytes = &bytes[end + 1..];
        }
        self.returned &= bytes.is_empty();
        self.keep(bytes);
    }

    /// All pieces are there: the jobs, or why there are none.
    pub fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        if !self.rest.is_empty() || self.too_long {
            self.take_rest();
        }
        let mut diagnostics = self.found.tell(self.choices.processors == Processors::Allocated);
        if let Some(problem) = self.unusable() {
            // What is wrong comes first, then the lines that show it.
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        let before = self.jobs.len();
        self.select();
        let left_out = before - self.jobs.len();
        if self.jobs.is_empty() {
            let problem = Diagnostic::error(format!(
                "none of the {} is in the time that was asked for",
                counted(before as u32, "job", "jobs")
            ));
            return Err(vec![
                problem.place("from_s").hint("Widen the time: `from_s` 0 and `to_s` 0 take all."),
            ]);
        }
        let lengthened = self.lengthen(&mut diagnostics);
        let homes = self.settle();
        let shifted = self.shift(&mut diagnostics);
        let found = self.found;
        let mut report = facts::report(&self.header, &self.jobs, &found, &mut diagnostics);
        report.facts.extend(facts::of_the_choice(&self.header, self.choices.home, &homes, shifted, left_out));
        report.read = self.jobs.len() as u32;
        report.skipped = found.unreadable().saturating_add(found.never_ran());
        let repaired = found.renumbered.count.saturating_add(found.unsorted.count);
        report.repaired = repaired.saturating_add(lengthened);
        report.diagnostics = diagnostics;
        Ok(Reading { work: Work::of(self.jobs), report })
    }

    /// Keeps the beginning of a line, if it is not too long.
    fn keep(&mut self, bytes: &[u8]) {
        if self.rest.len() + bytes.len() > LONGEST_LINE {
            self.too_long = true;
            self.rest.clear();
        }
        if !self.too_long {
            self.rest.extend_from_slice(bytes);
        }
    }

    fn take_rest(&mut self) {
        let mut rest = std::mem::take(&mut self.rest);
        if self.too_long {
            self.too_long = false;
            self.line = self.line.saturating_add(1);
            self.found.data = self.found.data.saturating_add(1);
            self.found.too_long.at(self.line);
        } else {
            self.take(&rest);
        }
        rest.clear();
        self.rest = rest;
    }

    fn take(&mut self, text: &[u8]) {
        self.line = self.line.saturating_add(1);
        let line = self.line;
        // The same limit as for a line in pieces: how the log is cut must not matter.
        if text.len() > LONGEST_LINE {
            self.found.data = self.found.data.saturating_add(1);
            return self.found.too_long.at(line);
        }
        match line::parse(text) {
            Line::Row(row) => {
                self.found.data = self.found.data.saturating_add(1);
                self.row(row);
                return;
            }
            Line::Blank => return,
            Line::Comment(comment) => return self.header.read(comment),
            Line::Names if self.found.data == 0 => return self.found.names.at(line),
            Line::Names => self.found.bad.saying(line, || "words instead of numbers".to_owned()),
            Line::Columns(columns) => {
                self.found.columns.saying(line, || counted(columns as u32, "column", "columns"));
            }
            Line::Bad(bad) => self.found.bad.saying(line, || bad.to_string()),
        }
        self.found.data = self.found.data.saturating_add(1);
    }

    fn row(&mut self, row: Row) {
        let (line, found) = (self.line, &mut self.found);
        if row.status >= 5.0 && row.status < 6.0 {
            found.cancelled += 1;
        }
        let (first, second) = if self.choices.processors == Processors::Allocated {
            (row.allocated, row.requested)
        } else {
            (row.requested, row.allocated)
        };
        let processors = if first > 0.0 { first } else { second };
        if row.submit < 0.0 {
            return found.no_submission.at(line);
        }
        if row.run < 0.0 {
            return found.no_run.at(line);
        }
        if processors <= 0.0 {
            return found.no_processors.at(line);
        }
        if self.jobs.len() == MOST_JOBS {
            found.too_many = true;
            return;
        }
        let number = if row.number >= 0.0 && row.number <= f64::from(u32::MAX) && row.number.fract() == 0.0 {
            row.number as u32
        } else {
            found.renumbered.at(line);
            line
        };
        if row.differs {
            found.differs.at(line);
        }
        if row.follows {
            found.follows.at(line);
        }
        if row.wide {
            found.wide.at(line);
        }
        let submit = Time::from_seconds(row.submit);
        if submit < self.latest {
            found.unsorted.at(line);
        } else {
            self.latest = submit;
        }
        let id = |x: f64| if x < 0.0 { UNKNOWN } else { x as u32 };
        self.jobs.push(Job {
            number,
            submit,
            run: Span::from_seconds(row.run),
            estimate: (row.estimate > 0.0).then(|| Span::from_seconds(row.estimate)),
            nodes: processors as u32,
            user: id(row.user),
            group: id(row.group),
            home: match self.choices.home {
                Home::None => UNKNOWN,
                Home::Partition => id(row.partition),
                Home::Queue => id(row.queue),
            },
        });
    }

    /// Why nothing can be done with this log, if so.
    fn unusable(&self) -> Option<Diagnostic> {
        let found = &self.found;
        if found.too_many {
            let most = grouped(MOST_JOBS as u64);
            return Some(
                Diagnostic::error(format!("the log has more than {most} jobs, the most that are read"))
                    .hint("Cut out the part you need."),
            );
        }
        if u64::from(found.unreadable()) * 2 > u64::from(found.data) {
            let (bad, all) = (grouped(u64::from(found.unreadable())), grouped(u64::from(found.data)));
            let message =
                format!("{bad} of {all} lines are not those of a log in the Standard Workload Format");
            return Some(Diagnostic::error(message).hint(
                "A line has 18 numbers separated by blanks, -1 for unknown; comments begin with a semicolon.",
            ));
        }
        if self.jobs.is_empty() {
            let message = match found.data {
                0 => "there is no job in the log, only comments".to_owned(),
                n => format!("none of the {} of the log ran", counted(n, "job", "jobs")),
            };
            return Some(
                Diagnostic::error(message).hint("A job needs a run time (field 4) and processors (5 or 8)."),
            );
        }
        None
    }

    /// Sorts, and leaves out what was not asked for.
    fn select(&mut self) {
        let choices = &self.choices;
        if self.found.unsorted.count > 0 {
            // Stable: jobs of the same instant stay in the order of the file.
            order::sort(&mut self.jobs, |job| job.submit.0);
        }
        let start = self.jobs[0].submit;
        if choices.from_s > Span::ZERO || choices.to_s > Span::ZERO {
            let end = if choices.to_s > Span::ZERO { start + choices.to_s } else { Time::MAX };
            self.jobs.retain(|job| job.submit >= start + choices.from_s && job.submit < end);
        }
        if choices.first_jobs > 0 {
            self.jobs.truncate(choices.first_jobs as usize);
        }
    }

    /// Makes runs as long as the shortest that was asked for; gives how many.
    fn lengthen(&mut self, diagnostics: &mut Vec<Diagnostic>) -> u32 {
        let least = self.choices.min_run_s;
        let mut lengthened = 0;
        for job in &mut self.jobs {
            lengthened += u32::from(job.run < least);
            job.run = job.run.max(least);
            job.estimate = job.estimate.map(|estimate| estimate.max(least));
        }
        if lengthened > 0 {
            let jobs = counted(lengthened, "job", "jobs");
            let message = format!("{jobs} that ran shorter than {least}: {least} is taken");
            diagnostics.push(Diagnostic::note(message).place("min_run_s"));
        }
        lengthened
    }

    /// Numbers the homes from 0 in the order of their ids; gives these ids.
    fn settle(&mut self) -> Vec<u32> {
        let mut ids: Vec<u32> = self.jobs.iter().map(|job| job.home).filter(|&id| id != UNKNOWN).collect();
        ids.sort_unstable();
        ids.dedup();
        for job in &mut self.jobs {
            job.home = ids.binary_search(&job.home).map_or(UNKNOWN, |place| place as u32);
        }
        ids
    }

    /// Moves the first submission to 0; gives by how much.
    fn shift(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Span {
        let by = self.jobs[0].submit - Time::ZERO;
        if !self.choices.shift_to_zero || by == Span::ZERO {
            return Span::ZERO;
        }
        for job in &mut self.jobs {
            job.submit = Time(job.submit.0 - by.0);
        }
        diagnostics.push(
            Diagnostic::note(format!(
                "all submissions were moved by {by}, so that the first job arrives at 0"
            ))
            .hint("`shift_to_zero` false keeps the times of the log."),
        );
        by
    }
}

impl Reader for SwfReader {
    fn push(&mut self, bytes: &[u8]) {
        Self::push(self, bytes);
    }

    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        Self::finish(*self)
    }
}
