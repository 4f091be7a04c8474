//! Prepares the jobs of a log for a simulation: filters, with the number of excluded jobs by reason, and a change of the
//! offered load.

mod exclusions;
mod load;
#[cfg(test)]
mod tests;

pub(crate) use exclusions::{ExcludedJobs, Exclusion};

use super::choices::{Choices, LoadScaling, Preparation, StatusFilter};
use super::{IdField, JobRow};
use crate::finding_list::count_text;
use exclusions::EXCLUSIONS;
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::time::Span;
use ganttlet_work::{Job, UNKNOWN};
use load::{scale_gaps, scale_runtimes, scale_sizes};

/// The final status of a job in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinalStatus {
    Completed,
    Failed,
    Cancelled,
    Unknown,
}

impl FinalStatus {
    /// The status for a number as in field 11 of the Standard Workload Format.
    pub(crate) fn from_number(status: f64) -> Self {
        match status.floor() as i64 {
            0 => Self::Failed,
            1 => Self::Completed,
            5 => Self::Cancelled,
            _ => Self::Unknown,
        }
    }
}

/// Properties of a job, besides its user, by which jobs are filtered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobTraits {
    pub(crate) status: FinalStatus,
    /// The ids of its queue and its partition.
    pub(crate) queue: u32,
    pub(crate) partition: u32,
}

impl JobTraits {
    /// The traits of a row; a job that was cancelled in the queue may have another status in its row.
    pub(crate) fn new(row: &JobRow<'_>, unstarted: bool) -> Self {
        let status = if unstarted { FinalStatus::Cancelled } else { FinalStatus::from_number(row.status) };
        Self { status, queue: row.queue, partition: row.partition }
    }
}

impl Choices {
    /// True if jobs are filtered by queue or partition.
    pub(crate) fn keeps_by_queue(&self) -> bool {
        !self.members.queues.is_empty() || !self.partitions.is_empty()
    }

    /// True if jobs are filtered by their traits or users.
    pub(crate) fn keeps_by_traits(&self) -> bool {
        self.members.status != StatusFilter::All || !self.members.users.is_empty() || self.keeps_by_queue()
    }

    /// The exclusion of each job by its traits or user, if any; empty if all are kept. Names without jobs become
    /// diagnostics.
    pub(crate) fn trait_exclusions(
        &self,
        jobs: &[Job],
        traits: &[JobTraits],
        id_code: &dyn Fn(IdField, &str) -> Option<u32>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Option<Exclusion>> {
        if !self.keeps_by_traits() {
            return vec![];
        }
        let lists = [
            (Exclusion::User, IdField::User, &self.members.users),
            (Exclusion::Queue, IdField::Queue, &self.members.queues),
            (Exclusion::Partition, IdField::Partition, &self.partitions),
        ];
        let mut filters: Vec<(Exclusion, IdField, NameFilter)> = lists
            .into_iter()
            .filter(|(.., list)| !list.trim().is_empty())
            .map(|(reason, field, list)| (reason, field, NameFilter::new(list, |name| id_code(field, name))))
            .collect();
        let reason = |(job, traits): (&Job, &JobTraits)| {
            // All filters examine all jobs, so that a name is known even if another filter excludes its jobs.
            let mut found = (!self.members.status.keeps(traits.status)).then_some(Exclusion::Status);
            for (reason, field, filter) in &mut filters {
                let code = match field {
                    IdField::User => job.user,
                    IdField::Queue => traits.queue,
                    IdField::Partition => traits.partition,
                };
                let keeps = filter.keeps(code);
                found = found.or((!keeps).then_some(*reason));
            }
            found
        };
        let reasons = jobs.iter().zip(traits).map(reason).collect();
        for (reason, _, filter) in &filters {
            let name = EXCLUSIONS[*reason as usize].1;
            for unknown in filter.unknown_names() {
                let message = format!("no job of the log has the {name} `{unknown}`");
                diagnostics.push(Diagnostic::warning(message).place(reason.parameter()));
            }
        }
        reasons
    }
}

/// A list of names of users, queues or partitions whose jobs are kept, or whose jobs are excluded.
struct NameFilter {
    excludes: bool,
    /// Each name with its id, and whether a job has it.
    names: Vec<(String, Option<u32>, bool)>,
}

impl NameFilter {
    fn new(list: &str, code: impl Fn(&str) -> Option<u32>) -> Self {
        let rest = list.trim().strip_prefix("not ");
        let names = rest.unwrap_or(list).split(',').map(str::trim).filter(|name| !name.is_empty());
        let names = names.map(|name| (name.chars().take(MAX_NAME).collect(), code(name), false)).collect();
        Self { excludes: rest.is_some(), names }
    }

    /// True if jobs with this code are kept; an unknown code is in no list.
    fn keeps(&mut self, code: u32) -> bool {
        let named = self.names.iter_mut().find(|(_, known, _)| code != UNKNOWN && *known == Some(code));
        let listed = named.is_some();
        if let Some((.., has_jobs)) = named {
            *has_jobs = true;
        }
        listed != self.excludes
    }

    fn unknown_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(.., has_jobs)| !has_jobs).map(|(name, ..)| name.as_str())
    }
}

/// Maximum number of characters of a name in a message.
const MAX_NAME: usize = 64;

impl StatusFilter {
    /// True if jobs of this status are kept.
    pub(crate) fn keeps(self, status: FinalStatus) -> bool {
        match self {
            Self::All => true,
            Self::Completed => status == FinalStatus::Completed,
            Self::WithoutFailed => status != FinalStatus::Failed,
            Self::WithoutCancelled => status != FinalStatus::Cancelled,
        }
    }
}

impl Preparation {
    /// The reason why this job is excluded by its size or runtime, if any.
    fn excludes(&self, job: &Job) -> Option<Exclusion> {
        let no_limit = Span::ZERO;
        if job.nodes < self.size_from || (self.size_to > 0 && job.nodes > self.size_to) {
            Some(Exclusion::Size)
        } else if job.run < self.run_from_s || (self.run_to_s > no_limit && job.run > self.run_to_s) {
            Some(Exclusion::Runtime)
        } else {
            None
        }
    }

    /// Removes jobs by size and runtime; `other` gives an earlier reason, by the index of the job.
    pub(crate) fn filter_jobs(
        &self,
        jobs: &mut Vec<Job>,
        excluded: &mut ExcludedJobs,
        mut other: impl FnMut(usize) -> Option<Exclusion>,
    ) {
        let mut place = 0;
        jobs.retain(|job| {
            let reason = other(place).or_else(|| self.excludes(job));
            place += 1;
            if let Some(reason) = reason {
                excluded.add(reason, 1);
            }
            reason.is_none()
        });
    }

    /// Filters and scales the jobs of a file without statuses, users and windows, in the order of their submission;
    /// returns facts on the changes. Fails if no job remains. `machine` is the size of the machine, if the file has
    /// one.
    pub(crate) fn prepare(
        &self,
        jobs: &mut Vec<Job>,
        machine: Option<u32>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<Fact>, Vec<Diagnostic>> {
        let mut excluded = ExcludedJobs::default();
        self.filter_jobs(jobs, &mut excluded, |_| None);
        if jobs.is_empty() && excluded.total() > 0 {
            return Err(vec![excluded.nothing_left()]);
        }
        let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
        let scaled = self.scale_load(jobs, machine.unwrap_or(largest), diagnostics);
        Ok(excluded.fact().into_iter().chain(scaled).collect())
    }

    /// Changes the offered load of these jobs, which are in the order of their submission, and describes the change in
    /// a fact and in notes; `None` if the load is unchanged. `processors` is the size of the machine of the log.
    pub(crate) fn scale_load(
        &self,
        jobs: &mut [Job],
        processors: u32,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Fact> {
        let factor = self.load_factor;
        if (factor - 1.0).abs() < 1e-9 || jobs.is_empty() {
            return None;
        }
        let what = match self.load_by {
            LoadScaling::Gaps => scale_gaps(jobs, factor),
            LoadScaling::Runtimes => scale_runtimes(jobs, factor),
            LoadScaling::Sizes => scale_sizes(jobs, factor, processors),
        };
        let note = Diagnostic::note(format!("offered load of the log scaled by {factor}: {what}"));
        diagnostics.push(note.place("load_factor").hint("Set `load_factor` to 1 for the load of the log."));
        let recorded = jobs.iter_mut().filter_map(|job| job.recorded_start.take()).count() as u32;
        if recorded > 0 {
            let starts = count_text(recorded, "recorded start", "recorded starts");
            let message = format!("{starts} left out: the schedule of the log is that of another load");
            diagnostics.push(Diagnostic::note(message).place("load_factor"));
        }
        Some(Fact::new("Load scaled", format!("by {factor}: {what}")))
    }

    /// True if the change of the load moves submit times.
    pub(crate) fn moves_submissions(&self) -> bool {
        self.load_by == LoadScaling::Gaps && (self.load_factor - 1.0).abs() >= 1e-9
    }
}
