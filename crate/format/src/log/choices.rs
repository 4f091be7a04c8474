//! The reading options of logs in all formats.

use crate::number::MAX_TIME_S;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;

/// Maximum number of jobs of a log. The longest public logs have 6 million.
pub(crate) const MAX_JOBS: usize = 10_000_000;

/// What can be set.
#[derive(Parameters)]
pub(crate) struct Choices {
    /// Field of the log that gives the job size: requested or allocated processors.
    #[parameter(name = "Job size", default = "requested")]
    pub(crate) processors: Processors,
    #[parameter(all)]
    pub(crate) window: Window,
    #[parameter(all)]
    pub(crate) members: Members,
    /// Partitions whose jobs are kept, separated by commas; with `not` in front, all but these. Empty for all.
    #[parameter(name = "Partitions", max_length = MAX_LIST, default = "")]
    pub(crate) partitions: String,
    #[parameter(all)]
    pub(crate) preparation: Preparation,
    /// Treatment of jobs that were cancelled before they started: jobs without a runtime and with status (field 11) 5,
    /// cancelled, or 0, failed. Excluded where a log is opened by itself, as in published studies of these logs.
    #[parameter(name = "Jobs cancelled in the queue", default = "keep")]
    pub(crate) cancelled: Cancelled,
    /// Raises shorter runtimes and estimates to this value; 0 leaves them unchanged. A value of 1, a common cleaning step
    /// for logs, leaves no zero-length jobs.
    #[parameter(name = "Minimum runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) min_run_s: Span,
}

/// Which jobs are kept, and when the first of them arrives.
#[derive(Clone, Parameters)]
pub(crate) struct Window {
    /// Shifts all submit times so that the first job arrives at time 0. Wait times do not change.
    #[parameter(name = "Shift to time 0", default = true)]
    pub(crate) shift_to_zero: bool,
    /// Excludes jobs submitted earlier than this, measured from the first job of the log.
    #[parameter(name = "Window start", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) from_s: Span,
    /// Excludes jobs submitted at or after this time, measured from the first job of the log; 0 for no limit.
    #[parameter(name = "Window end", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) to_s: Span,
    /// Number of jobs kept from the window, earliest submitted first; 0 for all.
    #[parameter(name = "Maximum number of jobs", unit = "jobs", min = 0, max = MAX_JOBS as i64, default = 0)]
    pub(crate) first_jobs: u32,
}

/// Which jobs are kept, by fields of the log other than size and time.
#[derive(Clone, Default, Parameters)]
pub(crate) struct Members {
    /// Jobs kept by their final status in the log. The parameter `cancelled` also applies.
    #[parameter(name = "Status", default = "all")]
    pub(crate) status: StatusFilter,
    /// Users whose jobs are kept, as the log names them, separated by commas: `ann, bob`. With `not` in front, all but
    /// these: `not root`. Empty for all.
    #[parameter(name = "Users", max_length = MAX_LIST, default = "")]
    pub(crate) users: String,
    /// Queues whose jobs are kept, as the log names them, separated by commas; with `not` in front, all but these. Empty
    /// for all.
    #[parameter(name = "Queues", max_length = MAX_LIST, default = "")]
    pub(crate) queues: String,
}

/// Maximum number of characters of a list of names.
const MAX_LIST: usize = 1_000;

/// Which jobs are kept by size and runtime, and the load that they offer.
#[derive(Clone, Parameters)]
pub(crate) struct Preparation {
    /// Excludes jobs of fewer processors; 0 for no limit.
    #[parameter(name = "Smallest job size", unit = "processors", min = 0, max = MAX_SIZE, default = 0)]
    pub(crate) size_from: u32,
    /// Excludes jobs of more processors; 0 for no limit.
    #[parameter(name = "Largest job size", unit = "processors", min = 0, max = MAX_SIZE, default = 0)]
    pub(crate) size_to: u32,
    /// Excludes jobs with a shorter runtime in the log; 0 for no limit.
    #[parameter(name = "Shortest runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) run_from_s: Span,
    /// Excludes jobs with a longer runtime in the log; 0 for no limit.
    #[parameter(name = "Longest runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) run_to_s: Span,
    /// Factor applied to the offered load of the jobs that are kept, in the way of `load_by`; 1 for the load of the log.
    /// With another factor, jobs have no recorded start, as the schedule of the log is that of another load.
    #[parameter(name = "Load factor", min = 0.1, max = 10, default = 1)]
    pub(crate) load_factor: f64,
    /// What the load factor changes. Published comparisons of the ways: Ernemann et al., Scaling of Workload Traces, JSSPP
    /// 2003.
    #[parameter(name = "Load scaled by", default = "gaps")]
    pub(crate) load_by: LoadScaling,
}

/// Largest limit of job sizes.
const MAX_SIZE: i64 = u32::MAX as i64;

/// Jobs kept by their final status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Variants)]
pub(crate) enum StatusFilter {
    /// All jobs
    #[default]
    #[word("all")]
    All,
    /// Completed jobs only: neither failed nor cancelled, and no unknown status
    #[word("completed")]
    Completed,
    /// All but failed jobs
    #[word("without-failed")]
    WithoutFailed,
    /// All but cancelled jobs
    #[word("without-cancelled")]
    WithoutCancelled,
}

/// What the load factor changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum LoadScaling {
    /// Gaps between submissions, divided by the factor: the cycle of day and week changes its length, too
    #[word("gaps")]
    Gaps,
    /// Runtimes and estimates, multiplied by the factor
    #[word("runtimes")]
    Runtimes,
    /// Job sizes, multiplied by the factor and rounded: at least 1, at most the size of the machine
    #[word("sizes")]
    Sizes,
}

impl Window {
    /// Sorts the jobs, and removes those outside the selection. `start` is the submission of the first job of the log,
    /// kept or not: the times of the window refer to it.
    pub(crate) fn select_jobs(&self, jobs: &mut Vec<Job>, start: Time) {
        if !jobs.is_sorted_by_key(|job| job.submit) {
            // Stable: jobs with equal submit times keep the order of the file.
            order::sort_by_key(jobs, |job| job.submit.0);
        }
        if self.from_s > Span::ZERO || self.to_s > Span::ZERO {
            let end = if self.to_s > Span::ZERO { start + self.to_s } else { Time::MAX };
            jobs.retain(|job| job.submit >= start + self.from_s && job.submit < end);
        }
        if self.first_jobs > 0 {
            jobs.truncate(self.first_jobs as usize);
        }
    }

    /// Shifts the first submission to 0 if requested; returns the shift. There must be a job.
    pub(crate) fn shift_jobs(&self, jobs: &mut [Job], diagnostics: &mut Vec<Diagnostic>) -> Span {
        let by = jobs[0].submit - Time::ZERO;
        if !self.shift_to_zero || by == Span::ZERO {
            return Span::ZERO;
        }
        for job in jobs {
            job.submit = Time(job.submit.0 - by.0);
            job.leaves = if job.leaves == Time::MAX { Time::MAX } else { Time(job.leaves.0 - by.0) };
            job.recorded_start = job.recorded_start.map(|start| Time(start.0 - by.0));
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

/// Treatment of jobs that were cancelled before they started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Cancelled {
    /// Kept: they wait for their processors like others and end at once when they start; those without any runtime are excluded
    #[word("keep")]
    Keep,
    /// Excluded
    #[word("leave-out")]
    LeaveOut,
    /// They leave the queue after their wait time in the log (field 3); metrics exclude them. Under batch queues only; other
    /// systems keep them
    #[word("leave-queue")]
    LeaveQueue,
}

/// Which number of processors is the size of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Processors {
    /// Requested processors (field 8); if unknown, allocated processors
    #[word("requested")]
    Requested,
    /// Allocated processors (field 5); if unknown, requested processors
    #[word("allocated")]
    Allocated,
}
