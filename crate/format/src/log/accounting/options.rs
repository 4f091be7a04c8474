//! The parameters of accounting logs.

use crate::log::{Members, Preparation, Window};
use crate::number::MAX_TIME_S;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// The options of reading an accounting log.
#[derive(Clone, Parameters)]
pub(crate) struct AccountingOptions {
    /// Cores that give the job size: those allocated, or those requested.
    #[parameter(name = "Job size", default = "allocated")]
    pub(super) processors: JobSize,
    #[parameter(all)]
    pub(super) window: Window,
    #[parameter(all)]
    pub(super) members: Members,
    #[parameter(all)]
    pub(super) preparation: Preparation,
    /// Treatment of jobs that were cancelled before they started. Excluded where a log is opened by itself, as in published
    /// studies of logs.
    #[parameter(name = "Jobs cancelled in the queue", default = "leave-queue")]
    pub(super) cancelled: NeverStarted,
    /// Raises shorter runtimes and estimates to this value; 0 leaves them unchanged.
    #[parameter(name = "Minimum runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(super) min_run_s: Span,
    /// Field that determines the home cluster of a job. Values with the name of a cluster refer to that cluster; otherwise
    /// clusters are ordered by name.
    #[parameter(name = "Home cluster", default = "none")]
    pub(super) home: HomeField,
}

/// Cores that give the job size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum JobSize {
    /// Allocated cores; if unknown, requested cores
    #[word("allocated")]
    Allocated,
    /// Requested cores; if unknown, allocated cores
    #[word("requested")]
    Requested,
}

/// Treatment of jobs that were cancelled before they started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum NeverStarted {
    /// They leave the queue at the time of the log; metrics exclude them. Under batch queues only; other systems keep them
    #[word("leave-queue")]
    LeaveQueue,
    /// Excluded
    #[word("leave-out")]
    LeaveOut,
    /// Kept: they wait for their processors like others and end at once when they start
    #[word("keep")]
    Keep,
}

/// Field that determines the home cluster of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum HomeField {
    /// No home cluster
    #[word("none")]
    None,
    /// Queue or partition
    #[word("queue")]
    Queue,
}
