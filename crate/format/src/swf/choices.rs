//! What can be set where a log is read.

use super::line;
use ganttlet_engine::entry::{Parameters, Variants};
use ganttlet_engine::time::Span;

/// The most jobs of one log. The longest public logs have 6 million.
pub(super) const MOST_JOBS: usize = 10_000_000;

/// What can be set.
#[derive(Parameters)]
pub(super) struct Choices {
    /// Which of the two numbers of processors in the log is the size of a job.
    #[parameter(name = "Processors of a job", default = "requested")]
    pub(super) processors: Processors,
    /// Moves all submissions so that the first job arrives at time 0. Waits stay as they are.
    #[parameter(name = "Start at zero", default = true)]
    pub(super) shift_to_zero: bool,
    /// Leaves out jobs submitted earlier than this long after the first job of the log.
    #[parameter(name = "From", unit = "s", min = 0, max = line::LATEST_S, default = 0)]
    pub(super) from_s: Span,
    /// Leaves out jobs submitted this long after the first job of the log, or later; 0 for no limit.
    #[parameter(name = "To", unit = "s", min = 0, max = line::LATEST_S, default = 0)]
    pub(super) to_s: Span,
    /// Takes this many jobs, the earliest submitted, of those that are left; 0 for all.
    #[parameter(name = "First jobs", unit = "jobs", min = 0, max = MOST_JOBS as i64, default = 0)]
    pub(super) first_jobs: u32,
    /// Jobs that ran shorter run this long, and no estimate is shorter; 0 leaves all as they are. With 1, as logs are
    /// often cleaned, no job is without length.
    #[parameter(name = "Shortest run", unit = "s", min = 0, max = line::LATEST_S, default = 0)]
    pub(super) min_run_s: Span,
    /// What decides to which cluster a job belongs: the lowest id becomes the first cluster.
    #[parameter(name = "Home of a job", default = "none")]
    pub(super) home: Home,
}

/// Which number of processors is the size of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Processors {
    /// What was requested (field 8); if unknown, what was allocated
    #[word("requested")]
    Requested,
    /// What was allocated (field 5); if unknown, what was requested
    #[word("allocated")]
    Allocated,
}

/// What decides to which cluster a job belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Home {
    /// Jobs belong to no cluster
    #[word("none")]
    None,
    /// The partition (field 16): in logs of grids, the site
    #[word("partition")]
    Partition,
    /// The queue (field 15)
    #[word("queue")]
    Queue,
}
