//! What is noted of the stay of a task in a queue while it lasts.

use ganttlet_core::time::{Span, Time};

/// What is noted of a stay while it lasts.
#[derive(Clone, Debug, Default)]
pub(super) struct StayState {
    /// Time on the way to this queue.
    pub(super) moved: Span,
    /// Time of estimation.
    pub(super) estimation: Span,
    /// When the task was let in, and whether an earlier one had pending jobs then.
    pub(super) submitted: Option<Time>,
    pub(super) behind: bool,
    /// When the last job ended so far, and when the last one started.
    pub(super) last_end: Time,
    pub(super) last_start: Time,
    /// Starts of jobs, and those of them that lost their machine.
    pub(super) starts: u32,
    pub(super) evicted: u32,
    /// CPU time used, and the part of it that was lost.
    pub(super) used: Span,
    pub(super) lost: Span,
    /// Running jobs at each start and end so far, and as it was at the last start of a last pending job: sum and number.
    pub(super) samples: (u64, u64),
    pub(super) sampled: (u64, u64),
    /// Jobs there were to run when it was let in.
    pub(super) jobs: u32,
}

impl StayState {
    /// A job has started or ended: so many run now; `last` if no other job is pending.
    pub(super) fn sample_running(&mut self, running: usize, last: bool) {
        self.samples = (self.samples.0 + running as u64, self.samples.1 + 1);
        if last {
            self.sampled = self.samples;
        }
    }

    /// How many jobs ran at a time, from the first start to the start of the last job.
    pub(super) fn mean_running_jobs(&self) -> f64 {
        if self.sampled.1 == 0 { 0.0 } else { self.sampled.0 as f64 / self.sampled.1 as f64 }
    }
}
