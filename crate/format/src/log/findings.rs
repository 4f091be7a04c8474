//! What was found in the lines of a log, and how it is told.

use super::Words;
use crate::found::{Found, counted};
use ganttlet_engine::diagnostic::Diagnostic;

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
    pub(super) renumbered: Found,
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

    /// Jobs without a run.
    pub(super) fn never_ran(&self) -> u32 {
        self.no_submission.count.saturating_add(self.no_run.count).saturating_add(self.no_processors.count)
    }

    /// What was found in the lines, in words.
    pub(super) fn tell(&self, words: &Words, allocated: bool) -> Vec<Diagnostic> {
        let mut diagnostics = vec![];
        let lines = |n| counted(n, "line", "lines");
        let jobs = |n| counted(n, "job", "jobs");
        self.columns.tell(&mut diagnostics, |n| {
            let columns = words.columns;
            Diagnostic::warning(format!("{} skipped for the number of columns, which is {columns}", lines(n)))
        });
        self.bad.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped for a field that makes no sense", lines(n)))
        });
        self.too_long.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped for being longer than 64 KiB", lines(n)))
        });
        self.no_submission.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: the submit time (field 2) is unknown", jobs(n)))
        });
        self.no_run.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: the run time (field 4) is unknown", jobs(n)))
        });
        self.no_processors.tell(&mut diagnostics, |n| {
            let message =
                format!("{} skipped: the number of processors (fields 5 and 8) is unknown", jobs(n));
            Diagnostic::warning(message)
        });
        self.renumbered.tell(&mut diagnostics, |n| {
            let message = format!("{} got the line as number: the number (field 1) is none", jobs(n));
            Diagnostic::note(message)
        });
        self.unsorted.tell(&mut diagnostics, |n| {
            let message = format!("{} submitted earlier than a job before: the log was sorted", jobs(n));
            Diagnostic::note(message)
        });
        self.names.tell(&mut diagnostics, |_| Diagnostic::note("the first line names the columns: skipped"));
        let field = if allocated { 5 } else { 8 };
        self.differs.tell(&mut diagnostics, |n| {
            let message = format!(
                "{} with different processors requested and allocated: field {field} is taken",
                jobs(n)
            );
            Diagnostic::note(message).place("processors")
        });
        self.ignored
            .tell(&mut diagnostics, |n| Diagnostic::note(format!("{} {}: ignored", jobs(n), words.ignored)));
        self.wide.tell(&mut diagnostics, |n| {
            Diagnostic::note(format!(
                "{} with more than {} columns: the others ignored",
                lines(n),
                words.columns
            ))
        });
        diagnostics
    }
}
