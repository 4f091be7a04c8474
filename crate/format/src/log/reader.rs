//! A log as a whole: lines in, jobs and a report out.

use super::choices::{Choices, MOST_JOBS, Processors};
use super::facts;
use super::findings::Findings;
use super::header::Header;
use super::{Dialect, Line, Row, Words};
use crate::found::{counted, grouped};
use crate::lines::{ByLines, Taker};
use crate::{Reader, Reading, unpack};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::order;
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::{Job, UNKNOWN, Work};

/// Makes jobs of the lines of a log.
struct Taking {
    choices: Choices,
    dialect: Box<dyn Dialect>,
    log: Log,
}

/// What was in the lines so far.
struct Log {
    header: Header,
    jobs: Vec<Job>,
    found: Findings,
    /// The latest submission so far.
    latest: Time,
}

/// True if a file that begins like this is a log of this format; without a single job it is one if it has comments with
/// this sign, or names of columns. Without a sign it needs a job.
pub(crate) fn recognises(head: &[u8], dialect: &mut dyn Dialect, sign: Option<u8>) -> bool {
    let (mut comments, mut rows, mut others) = (0, 0, 0);
    for text in unpack::lines(head).take(2_000) {
        match dialect.parse(text) {
            Line::Blank => {}
            Line::Comment(_) => comments += u32::from(sign == Some(text[0])),
            Line::Row(_) => rows += 1,
            Line::Names if rows == 0 => comments += u32::from(sign.is_some()),
            _ => others += 1,
        }
        if rows + others == 50 {
            break;
        }
    }
    if rows + others == 0 { comments > 0 } else { rows >= others }
}

/// Numbers the homes from 0 in the order of their ids; gives these ids.
pub(crate) fn clusters(jobs: &mut [Job]) -> Vec<u32> {
    let mut ids: Vec<u32> = jobs.iter().map(|job| job.home).filter(|&id| id != UNKNOWN).collect();
    ids.sort_unstable();
    ids.dedup();
    for job in jobs {
        job.home = ids.binary_search(&job.home).map_or(UNKNOWN, |place| place as u32);
    }
    ids
}

/// A reader for one log of this dialect.
pub(crate) fn reader(choices: Choices, dialect: Box<dyn Dialect>) -> Box<dyn Reader> {
    let log =
        Log { header: Header::default(), jobs: vec![], found: Findings::default(), latest: Time(i64::MIN) };
    Box::new(ByLines::new(Taking { choices, dialect, log }))
}

impl Taker for Taking {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.log.take(line, text, &mut *self.dialect, self.choices.processors);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, mut dialect, mut log } = self;
        let words = dialect.words();
        let mut diagnostics = log.found.tell(words, choices.processors == Processors::Allocated);
        if let Some(problem) = log.unusable(words) {
            // What is wrong comes first, then the lines that show it.
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        let before = log.jobs.len();
        log.select(&choices);
        let left_out = before - log.jobs.len();
        if log.jobs.is_empty() {
            let problem = Diagnostic::error(format!(
                "none of the {} is in the time that was asked for",
                counted(before as u32, "job", "jobs")
            ));
            return Err(vec![
                problem.place("from_s").hint("Widen the time: `from_s` 0 and `to_s` 0 take all."),
            ]);
        }
        diagnostics.extend(dialect.tell());
        let lengthened = log.lengthen(choices.min_run_s, &mut diagnostics);
        let clusters = dialect.settle(&log.header, &mut log.jobs);
        let shifted = log.shift(choices.shift_to_zero, &mut diagnostics);
        let Log { header, jobs, found, .. } = log;
        let mut report = facts::report(words.id, &header, &jobs, &found, &mut diagnostics);
        report.facts.extend(dialect.facts());
        report.sites = dialect.sites();
        report.facts.extend(facts::of_the_choice(clusters.as_deref(), shifted, left_out));
        report.read = jobs.len() as u32;
        report.skipped = found.unreadable().saturating_add(found.never_ran());
        let repaired = found.renumbered.count.saturating_add(found.unsorted.count);
        report.repaired = repaired.saturating_add(lengthened);
        report.diagnostics = diagnostics;
        Ok(Reading { work: Work::of(jobs), report })
    }
}

impl Log {
    fn take(&mut self, line: u32, text: Option<&[u8]>, dialect: &mut dyn Dialect, processors: Processors) {
        match text.map(|text| dialect.parse(text)) {
            None => self.found.too_long.at(line),
            Some(Line::Blank) => return,
            Some(Line::Comment(comment)) => return self.header.read(comment),
            Some(Line::Names) if self.found.data == 0 => return self.found.names.at(line),
            Some(Line::Row(row)) => self.row(line, &row, processors),
            Some(Line::Names) => self.found.bad.saying(line, || "words instead of numbers".to_owned()),
            Some(Line::Columns(columns)) => {
                self.found.columns.saying(line, || counted(columns as u32, "column", "columns"));
            }
            Some(Line::Bad(bad)) => self.found.bad.saying(line, || bad.to_string()),
        }
        self.found.data = self.found.data.saturating_add(1);
    }

    fn row(&mut self, line: u32, row: &Row, processors: Processors) {
        let found = &mut self.found;
        if row.status >= 5.0 && row.status < 6.0 {
            found.cancelled += 1;
        }
        let (first, second) = if processors == Processors::Allocated {
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
        if row.differs() {
            found.differs.at(line);
        }
        if row.ignored {
            found.ignored.at(line);
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
            application: id(row.application),
            home: id(row.home),
            batch: id(row.batch),
        });
    }

    /// Why nothing can be done with this log, if so.
    fn unusable(&self, words: &Words) -> Option<Diagnostic> {
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
            let message = format!("{bad} of {all} lines are not those of a log in {}", words.name);
            return Some(Diagnostic::error(message).hint(words.line));
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
    fn select(&mut self, choices: &Choices) {
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
    fn lengthen(&mut self, least: Span, diagnostics: &mut Vec<Diagnostic>) -> u32 {
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

    /// Moves the first submission to 0; gives by how much.
    fn shift(&mut self, wanted: bool, diagnostics: &mut Vec<Diagnostic>) -> Span {
        let by = self.jobs[0].submit - Time::ZERO;
        if !wanted || by == Span::ZERO {
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
