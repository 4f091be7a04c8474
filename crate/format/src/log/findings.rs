//! What was found in the lines of a log, and how it is told.

use super::choices::{Cancelled, Choices, Processors};
use super::{Bad, Words};
use crate::found::{Found, counted, shown};
use ganttlet_core::diagnostic::Diagnostic;

/// Why a line gives no job.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Skip {
    NoSubmission,
    Before,
    NoRun,
    NoProcessors,
}

/// What was found in the lines.
#[derive(Default)]
pub(super) struct Findings {
    /// Lines that are neither blank nor comments.
    pub(super) data: u32,
    pub(super) columns: Found,
    pub(super) bad: Found,
    pub(super) too_long: Found,
    pub(super) names: Found,
    pub(super) no_submission: Found,
    pub(super) no_run: Found,
    pub(super) no_processors: Found,
    pub(super) before: Found,
    pub(super) renumbered: Found,
    pub(super) named: Found,
    pub(super) unlimited: Found,
    pub(super) strange: Found,
    /// Parts of the executions of jobs that have a line of their own, and of others.
    pub(super) parts: Found,
    pub(super) lone_parts: Found,
    /// Jobs that were cancelled before they began, and those of them of which it is not known when.
    pub(super) unstarted: Found,
    pub(super) unknown_leave: Found,
    /// What to do about the first bad field, and about the first requested time that is no limit.
    pub(super) hint: &'static str,
    pub(super) limit_hint: &'static str,
    pub(super) unsorted: Found,
    pub(super) differs: Found,
    pub(super) ignored: Found,
    pub(super) wide: Found,
    pub(super) cancelled: u32,
    pub(super) too_many: bool,
}

impl Findings {
    /// Lines that are no lines of such a log.
    pub(super) fn unreadable(&self) -> u32 {
        self.columns.count.saturating_add(self.bad.count).saturating_add(self.too_long.count)
    }

    /// A line with a field that makes no sense.
    pub(super) fn wrong(&mut self, line: u32, bad: &Bad<'_>) {
        if self.bad.count == 0 {
            self.hint = bad.hint();
        }
        self.bad.saying(line, || bad.to_string());
    }

    /// A requested time that is no limit.
    pub(super) fn no_limit(&mut self, line: u32, bad: &Bad<'_>) {
        if self.unlimited.count == 0 && bad.text.contains(&b':') {
            self.limit_hint = bad.hint();
        }
        self.unlimited.saying(line, || format!("`{}`", shown(bad.text)));
    }

    /// A line that gives no job.
    pub(super) fn skipped(&mut self, line: u32, skip: Skip) {
        let found = match skip {
            Skip::NoSubmission => &mut self.no_submission,
            Skip::Before => &mut self.before,
            Skip::NoRun => &mut self.no_run,
            Skip::NoProcessors => &mut self.no_processors,
        };
        found.at(line);
    }

    /// Jobs without a run.
    pub(super) fn never_ran(&self) -> u32 {
        [&self.no_submission, &self.before, &self.no_run, &self.no_processors]
            .iter()
            .fold(0, |sum, found| found.count.saturating_add(sum))
    }

    /// What was found in the lines, in words.
    pub(super) fn tell(&self, words: &Words, choices: &Choices) -> Vec<Diagnostic> {
        let mut diagnostics = vec![];
        let lines = |n| counted(n, "line", "lines");
        let jobs = |n| counted(n, "job", "jobs");
        self.columns.tell(&mut diagnostics, |n| {
            let columns = words.columns;
            Diagnostic::warning(format!("{} skipped: a line must have {columns} columns", lines(n)))
        });
        self.bad.tell(&mut diagnostics, |n| {
            let message = format!("{} skipped: a field has an invalid value", lines(n));
            Diagnostic::warning(message).hint(self.hint)
        });
        self.too_long.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: longer than 64 KiB", lines(n)))
        });
        self.no_submission.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: the submit time (field 2) is unknown", jobs(n)))
        });
        self.before.tell(&mut diagnostics, |n| {
            let message = format!("{} skipped: submitted before the start of the log (field 2)", jobs(n));
            Diagnostic::warning(message)
        });
        self.no_run.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: the runtime (field 4) is unknown", jobs(n)))
        });
        self.no_processors.tell(&mut diagnostics, |n| {
            let message =
                format!("{} skipped: the number of processors (fields 5 and 8) is unknown", jobs(n));
            Diagnostic::warning(message)
        });
        self.tell_jobs(&mut diagnostics, choices.cancelled);
        self.renumbered.tell(&mut diagnostics, |n| {
            let message = format!("{} without a number (field 1): the line number is used", jobs(n));
            Diagnostic::note(message)
        });
        self.named.tell(&mut diagnostics, |n| {
            let message = format!(
                "{} with a word or a long number as id (field 1): it is used as name, the line number as job number",
                jobs(n)
            );
            Diagnostic::note(message)
        });
        self.unlimited.tell(&mut diagnostics, |n| {
            let message = format!("{} with an invalid requested time (field 9): treated as unknown", jobs(n));
            Diagnostic::note(message).hint(self.limit_hint)
        });
        self.strange.tell(&mut diagnostics, |n| {
            let message = format!("{} with an invalid value in an optional field: ignored", jobs(n));
            Diagnostic::note(message)
        });
        self.unsorted.tell(&mut diagnostics, |n| {
            let message = format!("{} not in order of submission: the log was sorted", jobs(n));
            Diagnostic::note(message)
        });
        self.names
            .tell(&mut diagnostics, |_| Diagnostic::note("the first line contains column names: skipped"));
        let field = if choices.processors == Processors::Allocated { 5 } else { 8 };
        self.differs.tell(&mut diagnostics, |n| {
            let message = format!(
                "{} with different numbers of processors requested and allocated: field {field} is used",
                jobs(n)
            );
            Diagnostic::note(message).place("processors")
        });
        self.ignored
            .tell(&mut diagnostics, |n| Diagnostic::note(format!("{} {}: ignored", jobs(n), words.ignored)));
        self.wide.tell(&mut diagnostics, |n| {
            Diagnostic::note(format!(
                "{} with more than {} columns: the additional ones are ignored",
                lines(n),
                words.columns
            ))
        });
        diagnostics
    }

    /// What was found of lines that are no jobs of their own, and of jobs that never began.
    fn tell_jobs(&self, diagnostics: &mut Vec<Diagnostic>, cancelled: Cancelled) {
        self.parts.tell(diagnostics, |n| {
            let message = format!(
                "{} left out: partial executions (status 2 to 4) of jobs that also have a line for the whole job",
                counted(n, "line", "lines")
            );
            Diagnostic::note(message)
        });
        self.lone_parts.tell(diagnostics, |n| {
            let lines = counted(n, "partial execution", "partial executions");
            let whole = "without a line for the whole job";
            Diagnostic::note(format!(
                "{lines} (status 2 to 4) {whole}: treated as {}",
                if n == 1 { "a job" } else { "jobs" }
            ))
        });
        self.unstarted.tell(diagnostics, |n| {
            let jobs = counted(n, "job", "jobs");
            let cancelled_jobs = format!("{jobs} cancelled in the queue (status 5 or 0, no runtime)");
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
                    format!("{cancelled_jobs}: they leave the queue after their logged wait time (field 3)"),
                    "",
                ),
            };
            Diagnostic::note(message).place("cancelled").hint(hint)
        });
        self.unknown_leave.tell(diagnostics, |n| {
            let message = format!(
                "{} cancelled in the queue left out: their wait time (field 3) is unknown",
                counted(n, "job", "jobs")
            );
            Diagnostic::note(message).place("cancelled")
        });
    }
}
