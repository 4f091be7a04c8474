//! Statistics of the current stay of a task in a queue.

use ganttlet_core::time::{Span, Time};

/// Statistics of a stay in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct StayState {
    /// Duration of the move to this queue.
    pub(super) moved: Span,
    /// Time of estimation.
    pub(super) estimation: Span,
    /// When the task was admitted, and whether an earlier task had pending jobs then.
    pub(super) submitted: Option<Time>,
    pub(super) behind: bool,
    /// Time of the last end of a job so far, and of the last start.
    pub(super) last_end: Time,
    pub(super) last_start: Time,
    /// Number of starts of jobs, and of those that lost their machine.
    pub(super) starts: u32,
    pub(super) evicted: u32,
    /// CPU time used, and the part of it that was lost.
    pub(super) used: Span,
    pub(super) lost: Span,
    /// Samples of the number of running jobs, at each start and end so far, and the state at the last start of a last
    /// pending job: sum and number.
    pub(super) samples: (u64, u64),
    pub(super) sampled: (u64, u64),
    /// Number of jobs at the admission.
    pub(super) jobs: u32,
}

impl StayState {
    /// Records a start or an end of a job: the number of running jobs now; `last` if no other job is pending.
    pub(super) fn sample_running(&mut self, running: usize, last: bool) {
        self.samples = (self.samples.0 + running as u64, self.samples.1 + 1);
        if last {
            self.sampled = self.samples;
        }
    }

    /// Mean number of running jobs, from the first start to the start of the last job.
    pub(super) fn mean_running_jobs(&self) -> f64 {
        if self.sampled.1 == 0 { 0.0 } else { self.sampled.0 as f64 / self.sampled.1 as f64 }
    }
}
