//! Findings in the lines of a log, and their diagnostics.

use super::choices::{Cancelled, Choices, Processors};
use super::{BadField, FieldNames, FormatTexts};
use crate::finding_list::{FindingList, count_text, quote_bytes};
use ganttlet_core::diagnostic::Diagnostic;

/// `1 job`, `12,000 jobs`.
pub(crate) fn jobs_text(count: u32) -> String {
    count_text(count, "job", "jobs")
}

/// The reason why a line gives no job.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SkipReason {
    NoSubmission,
    Before,
    NoRun,
    NoProcessors,
}

/// The findings in the lines of a log.
#[derive(Default)]
pub(super) struct LineFindings {
    /// Lines that are neither blank nor comments.
    pub(super) data: u32,
    pub(super) columns: FindingList,
    pub(super) bad: FindingList,
    pub(super) too_long: FindingList,
    pub(super) names: FindingList,
    pub(super) no_submission: FindingList,
    pub(super) no_run: FindingList,
    pub(super) no_processors: FindingList,
    pub(super) before: FindingList,
    pub(super) renumbered: FindingList,
    pub(super) named: FindingList,
    pub(super) unlimited: FindingList,
    pub(super) strange: FindingList,
    /// Partial executions of jobs with a line for the whole job, and of other jobs.
    pub(super) parts: FindingList,
    pub(super) lone_parts: FindingList,
    /// Jobs that were cancelled before they began, and those of them without a known time.
    pub(super) unstarted: FindingList,
    pub(super) unknown_leave: FindingList,
    /// The advice on the first invalid field, and on the first requested time that is not a limit.
    pub(super) hint: &'static str,
    pub(super) limit_hint: &'static str,
    pub(super) unsorted: FindingList,
    pub(super) differs: FindingList,
    pub(super) ignored: FindingList,
    pub(super) wide: FindingList,
    pub(super) cancelled: u32,
    pub(super) too_many: bool,
}

impl LineFindings {
    /// The number of lines that are not lines of such a log.
    pub(super) fn unreadable_count(&self) -> u32 {
        self.columns.count.saturating_add(self.bad.count).saturating_add(self.too_long.count)
    }

    /// Adds a line with an invalid field.
    pub(super) fn add_bad_field(&mut self, line: u32, bad: &BadField<'_>) {
        if self.bad.count == 0 {
            self.hint = bad.hint();
        }
        self.bad.add_with_text(line, || bad.to_string());
    }

    /// Adds a requested time that is not a limit.
    pub(super) fn add_no_limit(&mut self, line: u32, bad: &BadField<'_>) {
        if self.unlimited.count == 0 && bad.text.contains(&b':') {
            self.limit_hint = bad.hint();
        }
        self.unlimited.add_with_text(line, || format!("`{}`", quote_bytes(bad.text)));
    }

    /// Adds a line that gives no job.
    pub(super) fn add_skipped(&mut self, line: u32, skip: SkipReason) {
        let found = match skip {
            SkipReason::NoSubmission => &mut self.no_submission,
            SkipReason::Before => &mut self.before,
            SkipReason::NoRun => &mut self.no_run,
            SkipReason::NoProcessors => &mut self.no_processors,
        };
        found.add(line);
    }

    /// The number of jobs without a run.
    pub(super) fn never_ran_count(&self) -> u32 {
        [&self.no_submission, &self.before, &self.no_run, &self.no_processors]
            .iter()
            .fold(0, |sum, found| found.count.saturating_add(sum))
    }

    /// The findings as diagnostics.
    pub(super) fn diagnostics(&self, words: &FormatTexts, choices: &Choices) -> Vec<Diagnostic> {
        let mut diagnostics = vec![];
        let names = words.fields;
        let lines = |n| count_text(n, "line", "lines");
        let jobs = |n| count_text(n, "job", "jobs");
        self.columns.report(&mut diagnostics, |n| {
            let columns = words.columns;
            Diagnostic::warning(format!("{} skipped: a line must have {columns} columns", lines(n)))
        });
        self.bad.report(&mut diagnostics, |n| {
            let message = format!("{} skipped: a field has an invalid value", lines(n));
            Diagnostic::warning(message).hint(self.hint)
        });
        self.too_long.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: longer than 64 KiB", lines(n)))
        });
        self.no_submission.report(&mut diagnostics, |n| {
            let submit = names.submit;
            Diagnostic::warning(format!("{} skipped: the submit time ({submit}) is unknown", jobs(n)))
        });
        self.before.report(&mut diagnostics, |n| {
            let message =
                format!("{} skipped: submitted before the start of the log ({})", jobs(n), names.submit);
            Diagnostic::warning(message)
        });
        self.no_run.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: the runtime ({}) is unknown", jobs(n), names.run))
        });
        self.no_processors.report(&mut diagnostics, |n| {
            let message =
                format!("{} skipped: the number of processors ({}) is unknown", jobs(n), names.processors);
            Diagnostic::warning(message)
        });
        self.report_skipped_jobs(&mut diagnostics, choices.cancelled, names);
        self.renumbered.report(&mut diagnostics, |n| {
            let message = format!("{} without a number ({}): the line number is used", jobs(n), names.number);
            Diagnostic::note(message)
        });
        self.named.report(&mut diagnostics, |n| {
            let message = format!(
                "{} with a word or a long number as id ({}): it is used as name, the line number as job number",
                jobs(n),
                names.number
            );
            Diagnostic::note(message)
        });
        self.unlimited.report(&mut diagnostics, |n| {
            let message = format!(
                "{} with an invalid requested time ({}): treated as unknown",
                jobs(n),
                names.estimate
            );
            Diagnostic::note(message).hint(self.limit_hint)
        });
        self.strange.report(&mut diagnostics, |n| {
            let message = format!("{} with an invalid value in an optional field: ignored", jobs(n));
            Diagnostic::note(message)
        });
        self.unsorted.report(&mut diagnostics, |n| {
            let message = format!("{} not in order of submission: the log was sorted", jobs(n));
            Diagnostic::note(message)
        });
        self.names
            .report(&mut diagnostics, |_| Diagnostic::note("the first line contains column names: skipped"));
        let field =
            if choices.processors == Processors::Allocated { names.allocated } else { names.requested };
        self.differs.report(&mut diagnostics, |n| {
            let message = format!(
                "{} with different numbers of processors requested and allocated: {field} is used",
                jobs(n)
            );
            Diagnostic::note(message).place("processors")
        });
        self.ignored.report(&mut diagnostics, |n| {
            Diagnostic::note(format!("{} {}: ignored", jobs(n), words.ignored))
        });
        self.wide.report(&mut diagnostics, |n| {
            Diagnostic::note(format!(
                "{} with more than {} columns: the additional ones are ignored",
                lines(n),
                words.columns
            ))
        });
        diagnostics
    }

    /// Reports partial executions, and jobs that never started.
    fn report_skipped_jobs(
        &self,
        diagnostics: &mut Vec<Diagnostic>,
        cancelled: Cancelled,
        names: &FieldNames,
    ) {
        self.parts.report(diagnostics, |n| {
            let message = format!(
                "{} left out: partial executions (status 2 to 4) of jobs that also have a line for the whole job",
                count_text(n, "line", "lines")
            );
            Diagnostic::note(message)
        });
        self.lone_parts.report(diagnostics, |n| {
            let lines = count_text(n, "partial execution", "partial executions");
            let whole = "without a line for the whole job";
            Diagnostic::note(format!(
                "{lines} (status 2 to 4) {whole}: treated as {}",
                if n == 1 { "a job" } else { "jobs" }
            ))
        });
        self.unstarted.report(diagnostics, |n| {
            let jobs = count_text(n, "job", "jobs");
            let cancelled_jobs = format!("{jobs} cancelled in the queue ({})", names.unstarted);
            let (message, hint) = match cancelled {
                Cancelled::Keep => (
                    format!("{cancelled_jobs}: kept as jobs with zero runtime that wait for their processors"),
                    "Set `cancelled` to leave-out to omit them, or to leave-queue to remove them from the queue after their logged wait time.",
                ),
                Cancelled::LeaveOut => (
                    format!("{cancelled_jobs}: left out"),
                    "Set `cancelled` to leave-queue to keep them in the queue for their logged wait time, or to keep to run them with zero runtime.",
                ),
                Cancelled::LeaveQueue => (
                    format!(
                        "{cancelled_jobs}: they leave the queue after their logged wait time ({})",
                        names.wait
                    ),
                    "",
                ),
            };
            Diagnostic::note(message).place("cancelled").hint(hint)
        });
        self.unknown_leave.report(diagnostics, |n| {
            let message = format!(
                "{} cancelled in the queue left out: their wait time ({}) is unknown",
                count_text(n, "job", "jobs"),
                names.wait
            );
            Diagnostic::note(message).place("cancelled")
        });
    }
}
