//! A log as a whole: lines in, jobs and a report out.

use super::choices::{Cancelled, Choices, MOST_JOBS, Processors};
use super::facts;
use super::findings::{Findings, Skip};
use super::header::Header;
use super::{Dialect, Line, Row, Words, is_unknown};
use crate::found::{counted, grouped, shown};
use crate::lines::{ByLines, Taker};
use crate::number::number;
use crate::{Origin, Reader, Reading, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};
use std::collections::HashSet;

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
    parts: Vec<Part>,
    found: Findings,
    /// The latest submission so far.
    latest: Time,
}

/// A partial execution of a job.
struct Part {
    /// How many jobs there are before it.
    before: usize,
    line: u32,
    /// The number of the job, as it stands there.
    id: Box<[u8]>,
    /// The job that it would be, or why it can be none.
    job: Result<Job, Option<Skip>>,
}

/// Why a row gives no job, if it gives none.
fn skip_of(row: &Row<'_>, processors: f64) -> Option<Skip> {
    match row {
        // Only -1 is how logs say that it is unknown.
        _ if row.submit < 0.0 && row.submit > -1.5 && row.submit < -0.5 => Some(Skip::NoSubmission),
        _ if row.submit < 0.0 => Some(Skip::Before),
        _ if row.run < 0.0 => Some(Skip::NoRun),
        _ if processors <= 0.0 => Some(Skip::NoProcessors),
        _ => None,
    }
}

/// The number of a job, if the log says one that is small enough.
fn number_of(row: &Row<'_>) -> Option<u32> {
    let said =
        number(row.number).filter(|&said| said >= 0.0 && said <= f64::from(u32::MAX) && said.fract() == 0.0);
    said.map(|said| said as u32)
}

/// What tells a job from others in the log.
fn id_of(job: &Job) -> String {
    if job.name.is_empty() { job.number.to_string() } else { job.name.to_string() }
}

/// The longest name of a job, in bytes.
const LONGEST_NAME: usize = 256;

/// The job of a line: its number is that of the line if it has none.
fn job_of(line: u32, row: &Row<'_>, processors: f64) -> Job {
    let known = number_of(row);
    let named =
        known.is_none() && !is_unknown(row.number) && number(row.number).is_none_or(|said| said > 0.0);
    let name = || String::from_utf8_lossy(&row.number[..row.number.len().min(LONGEST_NAME)]);
    let visible = |name: &str| name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    Job {
        number: known.unwrap_or(line),
        submit: Time::from_seconds(row.submit),
        run: Span::from_seconds(row.run.max(0.0)),
        estimate: (row.estimate > 0.0).then(|| Span::from_seconds(row.estimate)),
        nodes: processors as u32,
        user: row.user,
        group: row.group,
        application: row.application,
        home: row.home,
        batch: row.batch,
        failed: (0.0..1.0).contains(&row.status),
        leaves: Time::MAX,
        name: if named { visible(&name()).into() } else { Box::default() },
    }
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

/// A reader for one log of this dialect.
pub(crate) fn reader(choices: Choices, dialect: Box<dyn Dialect>) -> Box<dyn Reader> {
    let log = Log {
        header: Header::default(),
        jobs: vec![],
        parts: vec![],
        found: Findings::default(),
        latest: Time(i64::MIN),
    };
    Box::new(ByLines::new(Taking { choices, dialect, log }))
}

impl Taker for Taking {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.log.take(line, text, &mut *self.dialect, &self.choices);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, mut dialect, mut log } = self;
        let words = dialect.words();
        log.join_parts();
        let mut diagnostics = log.found.tell(words, &choices);
        if let Some(problem) = log.unusable(words) {
            // What is wrong comes first, then the lines that show it.
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        // Those too that are left out say what is which cluster.
        let homes = dialect.settle(&log.header, &mut log.jobs);
        let before = log.jobs.len();
        log.select(&choices);
        let left_out = before - log.jobs.len();
        if log.jobs.is_empty() {
            let problem = Diagnostic::error(format!(
                "none of the {} is in the selected window",
                counted(before as u32, "job", "jobs")
            ));
            return Err(vec![
                problem.place("from_s").hint("Widen the window: `from_s` 0 and `to_s` 0 select everything."),
            ]);
        }
        diagnostics.extend(dialect.tell());
        let lengthened = log.lengthen(choices.min_run_s, &mut diagnostics);
        let shifted = log.shift(choices.shift_to_zero, &mut diagnostics);
        let Log { header, jobs, found, .. } = log;
        let mut report = facts::report(words.id, &header, &jobs, &found, &mut diagnostics);
        report.facts.extend(dialect.facts());
        report.sites = dialect.sites();
        report.facts.extend(facts::of_the_choice(homes.as_deref(), shifted, left_out));
        report.read = jobs.len() as u32;
        report.skipped = found.unreadable().saturating_add(found.never_ran());
        let repaired = found.renumbered.count.saturating_add(found.unsorted.count);
        report.repaired = repaired.saturating_add(lengthened);
        report.diagnostics = diagnostics;
        report.cancelled = found.unstarted.count;
        let origin = Origin { homes: homes.unwrap_or_default(), header: header.kept(shifted) };
        Ok(Reading { work: Work::of(jobs), report, origin })
    }
}

impl Log {
    fn take(&mut self, line: u32, text: Option<&[u8]>, dialect: &mut dyn Dialect, choices: &Choices) {
        match text.map(|text| dialect.parse(text)) {
            None => self.found.too_long.at(line),
            Some(Line::Blank) => return,
            Some(Line::Comment(comment)) => return self.header.read(comment),
            Some(Line::Names) if self.found.data == 0 => return self.found.names.at(line),
            Some(Line::Row(row)) => self.row(line, &row, choices),
            Some(Line::Names) => self.found.bad.saying(line, || "words instead of numbers".to_owned()),
            Some(Line::Columns(columns)) => {
                self.found.columns.saying(line, || counted(columns as u32, "column", "columns"));
            }
            Some(Line::Bad(bad)) => self.found.wrong(line, &bad),
        }
        self.found.data = self.found.data.saturating_add(1);
    }

    fn row(&mut self, line: u32, row: &Row<'_>, choices: &Choices) {
        let found = &mut self.found;
        if (5.0..6.0).contains(&row.status) {
            found.cancelled += 1;
        }
        let (first, second) = if choices.processors == Processors::Allocated {
            (row.allocated, row.requested)
        } else {
            (row.requested, row.allocated)
        };
        let processors = match (first, second) {
            (Ok(first), _) if first > 0.0 => first,
            (Ok(_), Ok(second)) => second,
            (Err(bad), _) | (_, Err(bad)) => return found.wrong(line, &bad),
        };
        if row.is_part() {
            let skip = skip_of(row, processors);
            let job = if skip.is_none() { Ok(job_of(line, row, processors)) } else { Err(skip) };
            return self.parts.push(Part { before: self.jobs.len(), line, id: row.number.into(), job });
        }
        let unstarted = row.submit >= 0.0 && row.was_cancelled();
        let leaves = choices.cancelled == Cancelled::LeaveQueue && unstarted;
        if unstarted && choices.cancelled == Cancelled::LeaveOut {
            return found.unstarted.at(line);
        }
        if leaves && row.wait < 0.0 {
            return found.unknown_leave.at(line);
        }
        if let Some(skip) = skip_of(row, processors).filter(|&skip| !(leaves && skip == Skip::NoRun)) {
            return found.skipped(line, skip);
        }
        if unstarted {
            found.unstarted.at(line);
        }
        if self.jobs.len() == MOST_JOBS {
            found.too_many = true;
            return;
        }
        let mut job = job_of(line, row, processors);
        if leaves {
            job.run = Span::ZERO;
            job.leaves = job.submit + Span::from_seconds(row.wait);
        }
        if !job.name.is_empty() {
            found.named.saying(line, || format!("`{}`", shown(row.number)));
        } else if number_of(row).is_none() {
            found.renumbered.at(line);
        }
        if row.differs() {
            found.differs.at(line);
        }
        if row.ignored {
            found.ignored.at(line);
        }
        if row.wide {
            found.wide.at(line);
        }
        if let Some(bad) = row.unlimited {
            found.no_limit(line, &bad);
        }
        if let Some(bad) = row.strange.or(second.err()) {
            found.strange.saying(line, || bad.to_string());
        }
        if job.submit < self.latest {
            found.unsorted.at(line);
        } else {
            self.latest = job.submit;
        }
        self.jobs.push(job);
    }

    /// Partial executions of jobs that have a line of their own are left out; what is left of the others are jobs at their
    /// places.
    fn join_parts(&mut self) {
        if self.parts.is_empty() {
            return;
        }
        let whole: HashSet<String> = self.jobs.iter().map(id_of).collect();
        let jobs = std::mem::take(&mut self.jobs);
        let mut parts = std::mem::take(&mut self.parts).into_iter().peekable();
        for (place, job) in jobs.into_iter().map(Some).chain([None]).enumerate() {
            while let Some(Part { line, id, job, .. }) = parts.next_if(|part| part.before == place) {
                let known = job.as_ref().map_or_else(|_| String::from_utf8_lossy(&id).into_owned(), id_of);
                match job {
                    _ if whole.contains(&known) => self.found.parts.at(line),
                    Ok(job) => {
                        self.found.lone_parts.at(line);
                        self.jobs.push(job);
                    }
                    Err(skip) => skip.into_iter().for_each(|skip| self.found.skipped(line, skip)),
                }
            }
            self.jobs.extend(job);
        }
    }

    /// Why nothing can be done with this log, if so.
    fn unusable(&self, words: &Words) -> Option<Diagnostic> {
        let found = &self.found;
        if found.too_many {
            let most = grouped(MOST_JOBS as u64);
            return Some(
                Diagnostic::error(format!("the log has more than {most} jobs, which is the limit"))
                    .hint("Use a part of the file."),
            );
        }
        if u64::from(found.unreadable()) * 2 > u64::from(found.data) {
            let (bad, all) = (grouped(u64::from(found.unreadable())), grouped(u64::from(found.data)));
            let message = format!("{bad} of {all} lines are not valid lines of a log in {}", words.name);
            let hint = format!("{} {}", found.hint, words.line);
            return Some(Diagnostic::error(message).hint(hint.trim_start()));
        }
        if self.jobs.is_empty() {
            let message = match found.data {
                0 => "the log contains only comments and no jobs".to_owned(),
                n => format!("none of the {} of the log has run", counted(n, "job", "jobs")),
            };
            return Some(
                Diagnostic::error(message)
                    .hint("A job needs a runtime (field 4) and processors (field 5 or 8)."),
            );
        }
        None
    }

    /// Sorts, and leaves out what was not asked for.
    fn select(&mut self, choices: &Choices) {
        if !self.jobs.is_sorted_by_key(|job| job.submit) {
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
        for job in self.jobs.iter_mut().filter(|job| job.leaves == Time::MAX) {
            lengthened += u32::from(job.run < least);
            job.run = job.run.max(least);
            job.estimate = job.estimate.map(|estimate| estimate.max(least));
        }
        if lengthened > 0 {
            let jobs = counted(lengthened, "job", "jobs");
            let message = format!("{jobs} with a runtime below {least}: {least} is used");
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
            job.leaves = if job.leaves == Time::MAX { Time::MAX } else { Time(job.leaves.0 - by.0) };
        }
        diagnostics.push(
            Diagnostic::note(format!(
                "all submit times were shifted by {by}, so that the first job arrives at time 0"
            ))
            .hint("Set `shift_to_zero` to false to keep the times of the log."),
        );
        by
    }
}
