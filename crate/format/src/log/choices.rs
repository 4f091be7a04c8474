//! What can be set where a log of any format is read.

use crate::number::LATEST_S;
use ganttlet_engine::entry::{Parameters, Variants};
use ganttlet_engine::time::Span;

/// The most jobs of one log. The longest public logs have 6 million.
pub(crate) const MOST_JOBS: usize = 10_000_000;

/// What can be set.
#[derive(Parameters)]
pub(crate) struct Choices {
    /// Which of the two numbers of processors in the log is the size of a job.
    #[parameter(name = "Processors of a job", default = "requested")]
    pub(crate) processors: Processors,
    /// Moves all submissions so that the first job arrives at time 0. Waits stay as they are.
    #[parameter(name = "Start at zero", default = true)]
    pub(crate) shift_to_zero: bool,
    /// Leaves out jobs submitted earlier than this long after the first job of the log.
    #[parameter(name = "From", unit = "s", min = 0, max = LATEST_S, default = 0)]
    pub(crate) from_s: Span,
    /// Leaves out jobs submitted this long after the first job of the log, or later; 0 for no limit.
    #[parameter(name = "To", unit = "s", min = 0, max = LATEST_S, default = 0)]
    pub(crate) to_s: Span,
    /// Takes this many jobs, the earliest submitted, of those that are left; 0 for all.
    #[parameter(name = "First jobs", unit = "jobs", min = 0, max = MOST_JOBS as i64, default = 0)]
    pub(crate) first_jobs: u32,
    /// What happens with jobs that were cancelled before they began: those without a run time whose status (field 11) is 5,
    /// cancelled, or 0, failed. They are left out where a log is opened by itself, as studies of these logs do.
    #[parameter(name = "Jobs cancelled in the queue", default = "keep")]
    pub(crate) cancelled: Cancelled,
    /// Jobs that ran shorter run this long, and no estimate is shorter; 0 leaves all as they are. With 1, as logs are
    /// often cleaned, no job is without length.
    #[parameter(name = "Shortest run", unit = "s", min = 0, max = LATEST_S, default = 0)]
    pub(crate) min_run_s: Span,
}

/// What happens with jobs that were cancelled before they began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Cancelled {
    /// They wait for their processors as others do, and end as soon as they start; those without any run time are left out
    #[word("keep")]
    Keep,
    /// They are left out
    #[word("leave-out")]
    LeaveOut,
    /// They wait in the queue until their wait in the log (field 3) is over, then leave it; measures do not count them. Under
    /// batch queues only; others keep them
    #[word("leave-queue")]
    LeaveQueue,
}

/// Which number of processors is the size of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Processors {
    /// What was requested (field 8); if unknown, what was allocated
    #[word("requested")]
    Requested,
    /// What was allocated (field 5); if unknown, what was requested
    #[word("allocated")]
    Allocated,
}
