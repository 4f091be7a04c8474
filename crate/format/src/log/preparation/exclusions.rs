//! The reasons for which jobs are excluded, with the number of jobs of each.

use crate::finding_list::group_digits;
use crate::log::jobs_text;
use ganttlet_core::diagnostic::{Diagnostic, Fact};

/// The reason why a job is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exclusion {
    Status,
    User,
    Queue,
    Partition,
    Size,
    Runtime,
    Window,
}

/// All reasons, in the order in which they are examined, with their names.
pub(super) const EXCLUSIONS: [(Exclusion, &str); 7] = [
    (Exclusion::Status, "status"),
    (Exclusion::User, "user"),
    (Exclusion::Queue, "queue"),
    (Exclusion::Partition, "partition"),
    (Exclusion::Size, "job size"),
    (Exclusion::Runtime, "runtime"),
    (Exclusion::Window, "window"),
];

impl Exclusion {
    /// A parameter that decides on this exclusion.
    pub(super) const fn parameter(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::User => "users",
            Self::Queue => "queues",
            Self::Partition => "partitions",
            Self::Size => "size_from",
            Self::Runtime => "run_from_s",
            Self::Window => "from_s",
        }
    }
}

/// The number of excluded jobs by reason.
#[derive(Debug, Default)]
pub(crate) struct ExcludedJobs([u32; EXCLUSIONS.len()]);

impl ExcludedJobs {
    /// Counts excluded jobs.
    pub(crate) fn add(&mut self, reason: Exclusion, count: usize) {
        let sum = &mut self.0[reason as usize];
        *sum = sum.saturating_add(count as u32);
    }

    /// The number of excluded jobs.
    pub(crate) fn total(&self) -> u32 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// True if the window is the only reason.
    pub(crate) fn only_window(&self) -> bool {
        self.total() == self.0[Exclusion::Window as usize]
    }

    /// `7 by status, 3 by window`
    pub(crate) fn reasons(&self) -> String {
        let counted = EXCLUSIONS.iter().zip(&self.0).filter(|&(_, &count)| count > 0);
        let texts = counted.map(|(&(_, name), &count)| format!("{} by {name}", group_digits(count.into())));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// The error about a file without remaining jobs.
    pub(crate) fn nothing_left(&self) -> Diagnostic {
        let all = jobs_text(self.total());
        if self.only_window() {
            return Diagnostic::error(format!("none of the {all} is in the selected window"))
                .place("from_s")
                .hint("Widen the window: `from_s` 0 and `to_s` 0 select everything.");
        }
        let (reason, _) = EXCLUSIONS[self.0.iter().position(|&count| count > 0).unwrap_or(0)];
        Diagnostic::error(format!("none of the {all} is kept: left out are {}", self.reasons()))
            .place(reason.parameter())
            .hint("Widen the filters of the import settings.")
    }

    /// The fact on excluded jobs, if there are any.
    pub(crate) fn fact(&self) -> Option<Fact> {
        let jobs = jobs_text(self.total());
        let value = if self.only_window() { jobs } else { format!("{jobs} ({})", self.reasons()) };
        (self.total() > 0).then(|| Fact::new("Left out by the options", value))
    }
}
