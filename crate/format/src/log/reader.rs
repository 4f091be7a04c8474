//! Reads a log: from lines to jobs and a report.

use super::choices::{Cancelled, Choices, MAX_JOBS, Processors};
use super::facts;
use super::findings::{LineFindings, SkipReason};
use super::header::Header;
use super::preparation::{ExcludedJobs, Exclusion, JobTraits};
use super::{Dialect, FormatTexts, JobRow, LogLine, is_unknown};
use crate::finding_list::{count_text, group_digits, quote_bytes};
use crate::lines::{LineFileReader, LineReader};
use crate::number::parse_number;
use crate::{Origin, Reader, Reading, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};
use std::collections::HashSet;

/// Converts the lines of a log to jobs.
struct LogReader<'a> {
    choices: Choices,
    dialect: Box<dyn Dialect + 'a>,
    log: LogContents,
}

/// The contents of the lines so far.
struct LogContents {
    header: Header,
    jobs: Vec<Job>,
    /// The traits of each job for filters; empty if all are kept.
    traits: Vec<JobTraits>,
    parts: Vec<PartialExecution>,
    found: LineFindings,
    /// The latest submission so far.
    latest: Time,
}

/// A partial execution of a job.
struct PartialExecution {
    /// The number of jobs before it.
    before: usize,
    line: u32,
    /// The number of the job, as in the file.
    id: Box<[u8]>,
    /// The job that it would become, or the reason why it cannot become one.
    job: Result<Job, Option<SkipReason>>,
    /// Its traits for filters, if not all jobs are kept.
    traits: Option<JobTraits>,
}

/// The reason why a row gives no job, if any.
fn skip_reason(row: &JobRow<'_>, processors: f64) -> Option<SkipReason> {
    match row {
        // Logs write only -1 for an unknown time.
        _ if row.submit < 0.0 && row.submit > -1.5 && row.submit < -0.5 => Some(SkipReason::NoSubmission),
        _ if row.submit < 0.0 => Some(SkipReason::Before),
        _ if row.run < 0.0 => Some(SkipReason::NoRun),
        _ if processors <= 0.0 => Some(SkipReason::NoProcessors),
        _ => None,
    }
}

/// The number of a job, if the log has a sufficiently small one.
fn job_number(row: &JobRow<'_>) -> Option<u32> {
    let said = parse_number(row.number)
        .filter(|&said| said >= 0.0 && said <= f64::from(u32::MAX) && said.fract() == 0.0);
    said.map(|said| said as u32)
}

/// The id of a job in the log.
fn job_id(job: &Job) -> String {
    if job.name.is_empty() { job.number.to_string() } else { job.name.to_string() }
}

/// Maximum length of a name of a job, in bytes.
const MAX_NAME: usize = 256;

/// The job of a line, numbered as in the log if known, otherwise by the line.
fn job_from_row(line: u32, known: Option<u32>, row: &JobRow<'_>, processors: f64) -> Job {
    let named =
        known.is_none() && !is_unknown(row.number) && parse_number(row.number).is_none_or(|said| said > 0.0);
    let name = || String::from_utf8_lossy(&row.number[..row.number.len().min(MAX_NAME)]);
    let visible = |name: &str| name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    Job {
        number: known.or(row.place).unwrap_or(line),
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
        recorded_start: (row.submit >= 0.0 && row.wait >= 0.0)
            .then(|| Time::from_seconds(row.submit) + Span::from_seconds(row.wait)),
        name: if named { visible(&name()).into() } else { Box::default() },
    }
}

/// True if a file begins like a log of this format; without jobs, comments of such logs suffice.
pub(crate) fn is_log(head: &[u8], dialect: &mut dyn Dialect, sign: Option<u8>) -> bool {
    let (mut comments, mut rows, mut named, mut others) = (0, 0, 0, 0);
    for text in unpack::complete_lines(head).take(2_000) {
        match dialect.parse_line(0, text) {
            LogLine::Blank => {}
            LogLine::Comment(_) => comments += u32::from(sign == Some(text[0])),
            LogLine::Row(_) => rows += 1,
            // A header is a single line without values; other named lines are another format.
            LogLine::Names if rows + named == 0 && !text.contains(&b'=') => {
                named += 1;
                comments += u32::from(sign.is_some());
            }
            LogLine::Names | LogLine::Columns(_) | LogLine::Bad(_) | LogLine::Records => others += 1,
        }
        if rows + others == 50 {
            break;
        }
    }
    if rows + others == 0 { comments > 0 } else { rows >= others }
}

/// A reader for one log of this dialect.
pub(crate) fn new_reader<'a>(choices: Choices, dialect: Box<dyn Dialect + 'a>) -> Box<dyn Reader + 'a> {
    let log = LogContents {
        header: Header::default(),
        jobs: vec![],
        traits: vec![],
        parts: vec![],
        found: LineFindings::default(),
        latest: Time(i64::MIN),
    };
    Box::new(LineFileReader::new(LogReader { choices, dialect, log }))
}

impl LineReader for LogReader<'_> {
    fn expect_lines(&mut self, lines: usize) {
        // Reserved in advance, because a growing list of millions of jobs is copied several times.
        self.log.jobs.reserve_exact(lines.min(MAX_JOBS));
    }

    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.log.add_line(line, text, &mut *self.dialect, &self.choices);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, mut dialect, mut log } = self;
        let words = dialect.texts();
        log.jobs.reserve_exact(dialect.expected_rows().min(MAX_JOBS));
        loop {
            let rows = dialect.read_rows();
            log.add_records(&mut *dialect, &choices);
            if rows == 0 {
                break;
            }
            log.found.data = log.found.data.saturating_add(rows);
        }
        dialect.end_of_file().map_err(|problem| vec![problem])?;
        log.add_records(&mut *dialect, &choices);
        log.join_parts();
        let mut diagnostics = log.found.diagnostics(words, &choices);
        if let Some(problem) = log.fatal_error(words, dialect.no_jobs()) {
            // The problem first, then the lines that show it.
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        let code = |field, name: &str| dialect.id_code(field, name, &log.header);
        let mut unknown = vec![];
        let reasons = choices.trait_exclusions(&log.jobs, &log.traits, &code, &mut unknown);
        // Jobs that are left out also determine the clusters.
        let homes = dialect.assign_ids(&log.header, &mut log.jobs);
        // A part of a log has the machine of the whole log.
        let machine = facts::machine_size(&log.header, &log.jobs, &*dialect);
        let excluded = log.select_jobs(&choices, &reasons);
        if log.jobs.is_empty() {
            unknown.insert(0, excluded.nothing_left());
            return Err(unknown);
        }
        diagnostics.extend(unknown);
        diagnostics.extend(dialect.diagnostics());
        let scaled = choices.preparation.scale_load(&mut log.jobs, machine.0, &mut diagnostics);
        let lengthened = log.lengthen_runs(choices.min_run_s, &mut diagnostics);
        let shifted = choices.window.shift_jobs(&mut log.jobs, &mut diagnostics);
        let LogContents { mut header, jobs, found, .. } = log;
        let mut report = facts::log_report(&header, &jobs, machine, &found, &*dialect, &mut diagnostics);
        report.facts.extend(dialect.facts());
        if choices.preparation.moves_submissions() {
            // Only the first submission would have its true date.
            header.unix_start = None;
        } else if dialect.since_1970() {
            header.unix_start = Some(0);
        }
        report.sites = dialect.sites();
        report.facts.extend(facts::selection_facts(homes.as_deref(), shifted, &excluded));
        report.facts.extend(scaled);
        report.read = jobs.len() as u32;
        report.skipped = found
            .unreadable_count()
            .saturating_add(found.never_ran_count())
            .saturating_add(dialect.skipped());
        let repaired = found.renumbered.count.saturating_add(found.unsorted.count);
        report.repaired = repaired.saturating_add(lengthened);
        report.diagnostics = diagnostics;
        report.cancelled = found.unstarted.count;
        report.recorded = jobs.iter().filter(|job| job.recorded_start.is_some()).count() as u32;
        let header = header.lines_for_copy(shifted);
        let origin = Origin { homes: homes.unwrap_or_default(), header, ..Origin::default() };
        Ok(Reading { work: Work::new(jobs), report, origin })
    }
}

impl LogContents {
    fn add_line(&mut self, line: u32, text: Option<&[u8]>, dialect: &mut dyn Dialect, choices: &Choices) {
        match text.map(|text| dialect.parse_line(line, text)) {
            None => self.found.too_long.add(line),
            Some(LogLine::Blank) => return,
            Some(LogLine::Comment(comment)) => return self.header.read_comment(comment),
            Some(LogLine::Names) if self.found.data == 0 => return self.found.names.add(line),
            Some(LogLine::Row(row)) => self.add_row(line, &row, choices),
            Some(LogLine::Names) => {
                self.found.bad.add_with_text(line, || "words instead of numbers".to_owned());
            }
            Some(LogLine::Columns(columns)) => {
                self.found.columns.add_with_text(line, || count_text(columns as u32, "column", "columns"));
            }
            Some(LogLine::Bad(bad)) => self.found.add_bad_field(line, &bad),
            Some(LogLine::Records) => self.add_records(dialect, choices),
        }
        self.found.data = self.found.data.saturating_add(1);
    }

    /// Adds the records that ended with the last line.
    fn add_records(&mut self, dialect: &mut dyn Dialect, choices: &Choices) {
        while let Some(record) = dialect.next_record() {
            match record {
                Ok(record) => self.add_row(record.line, &record.row(), choices),
                Err(bad) => self.found.bad.add_with_text(bad.line, || bad.what),
            }
        }
    }

    fn add_row(&mut self, line: u32, row: &JobRow<'_>, choices: &Choices) {
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
            (Err(bad), _) | (_, Err(bad)) => return found.add_bad_field(line, &bad),
        };
        if row.is_partial() {
            let skip = skip_reason(row, processors);
            let job = || job_from_row(line, job_number(row), row, processors);
            let job = if skip.is_none() { Ok(job()) } else { Err(skip) };
            return self.parts.push(PartialExecution {
                before: self.jobs.len(),
                line,
                id: row.number.into(),
                job,
                traits: choices.keeps_by_traits().then(|| JobTraits::new(row, false)),
            });
        }
        let unstarted = row.submit >= 0.0 && row.was_cancelled();
        let leaves = choices.cancelled == Cancelled::LeaveQueue && unstarted;
        if unstarted && choices.cancelled == Cancelled::LeaveOut {
            return found.unstarted.add(line);
        }
        if leaves && row.wait < 0.0 {
            return found.unknown_leave.add(line);
        }
        if let Some(skip) =
            skip_reason(row, processors).filter(|&skip| !(leaves && skip == SkipReason::NoRun))
        {
            return found.add_skipped(line, skip);
        }
        if unstarted {
            found.unstarted.add(line);
        }
        if self.jobs.len() == MAX_JOBS {
            found.too_many = true;
            return;
        }
        let known = job_number(row);
        let mut job = job_from_row(line, known, row, processors);
        if leaves {
            job.run = Span::ZERO;
            job.leaves = job.submit + Span::from_seconds(row.wait);
        }
        if !job.name.is_empty() {
            found.named.add_with_text(line, || format!("`{}`", quote_bytes(row.number)));
        } else if known.is_none() {
            found.renumbered.add(line);
        }
        if row.has_two_sizes() {
            found.differs.add(line);
        }
        if row.ignored {
            found.ignored.add(line);
        }
        if row.wide {
            found.wide.add(line);
        }
        if let Some(bad) = row.unlimited {
            found.add_no_limit(line, &bad);
        }
        if let Some(bad) = row.strange.or(second.err()) {
            found.strange.add_with_text(line, || bad.to_string());
        }
        if job.submit < self.latest {
            found.unsorted.add(line);
        } else {
            self.latest = job.submit;
        }
        if choices.keeps_by_traits() {
            self.traits.push(JobTraits::new(row, unstarted));
        }
        self.jobs.push(job);
    }

    /// Removes partial executions of jobs with a line for the whole job; other parts become jobs.
    fn join_parts(&mut self) {
        if self.parts.is_empty() {
            return;
        }
        let whole: HashSet<String> = self.jobs.iter().map(job_id).collect();
        let jobs = std::mem::take(&mut self.jobs);
        let mut traits = std::mem::take(&mut self.traits).into_iter();
        let mut parts = std::mem::take(&mut self.parts).into_iter().peekable();
        for (place, job) in jobs.into_iter().map(Some).chain([None]).enumerate() {
            while let Some(PartialExecution { line, id, job, traits: part_traits, .. }) =
                parts.next_if(|part| part.before == place)
            {
                let known = job.as_ref().map_or_else(|_| String::from_utf8_lossy(&id).into_owned(), job_id);
                match job {
                    _ if whole.contains(&known) => self.found.parts.add(line),
                    Ok(job) => {
                        self.found.lone_parts.add(line);
                        self.jobs.push(job);
                        self.traits.extend(part_traits);
                    }
                    Err(skip) => skip.into_iter().for_each(|skip| self.found.add_skipped(line, skip)),
                }
            }
            self.jobs.extend(job);
            self.traits.extend(traits.next());
        }
    }

    /// The reason why this log is unusable, if any.
    fn fatal_error(&self, words: &FormatTexts, no_jobs: Option<Diagnostic>) -> Option<Diagnostic> {
        let found = &self.found;
        if found.too_many {
            let most = group_digits(MAX_JOBS as u64);
            return Some(
                Diagnostic::error(format!("the log has more than {most} jobs, which is the limit"))
                    .hint("Use a part of the file."),
            );
        }
        if u64::from(found.unreadable_count()) * 2 > u64::from(found.data) {
            let (bad, all) =
                (group_digits(u64::from(found.unreadable_count())), group_digits(u64::from(found.data)));
            let message = format!("{bad} of {all} lines are not valid lines of a log in {}", words.name);
            let hint = format!("{} {}", found.hint, words.line);
            return Some(Diagnostic::error(message).hint(hint.trim_start()));
        }
        if self.jobs.is_empty() {
            if no_jobs.is_some() {
                return no_jobs;
            }
            let message = match found.data {
                0 => "the log contains only comments and no jobs".to_owned(),
                n => format!("none of the {} of the log has run", count_text(n, "job", "jobs")),
            };
            return Some(Diagnostic::error(message).hint(words.fields.needs));
        }
        None
    }

    /// Sorts the jobs, and removes those outside the selection or with one of these reasons; returns their number by
    /// reason.
    fn select_jobs(&mut self, choices: &Choices, reasons: &[Option<Exclusion>]) -> ExcludedJobs {
        let mut excluded = ExcludedJobs::default();
        // Times of the window refer to the first job of the log, kept or not.
        let start = self.jobs.iter().map(|job| job.submit).min().unwrap_or(Time::ZERO);
        let reason = |place: usize| reasons.get(place).copied().flatten();
        choices.preparation.filter_jobs(&mut self.jobs, &mut excluded, reason);
        let filtered = self.jobs.len();
        choices.window.select_jobs(&mut self.jobs, start);
        excluded.add(Exclusion::Window, filtered - self.jobs.len());
        excluded
    }

    /// Extends runtimes to the minimum; returns the number of changes.
    fn lengthen_runs(&mut self, least: Span, diagnostics: &mut Vec<Diagnostic>) -> u32 {
        let mut lengthened = 0;
        for job in self.jobs.iter_mut().filter(|job| job.leaves == Time::MAX) {
            lengthened += u32::from(job.run < least);
            job.run = job.run.max(least);
            job.estimate = job.estimate.map(|estimate| estimate.max(least));
        }
        if lengthened > 0 {
            let jobs = count_text(lengthened, "job", "jobs");
            let message = format!("{jobs} with a runtime below {least}: {least} is used");
            diagnostics.push(Diagnostic::note(message).place("min_run_s"));
        }
        lengthened
    }
}
