//! A queue: what is fixed about it, who is in it, and what it holds.

use crate::system::hierarchy::policy::Queue as Facts;
use crate::system::parts::{Periodic, Usage};
use ganttlet_core::record::Text;
use ganttlet_core::time::{Span, Time};

/// A queue.
pub(super) struct Queue {
    /// What people call it.
    pub(super) name: String,
    /// The same in tables.
    pub(super) text: Text,
    /// What policies see of it.
    pub(super) facts: Facts,
    /// Its grids, in the order in which they are asked.
    pub(super) grids: Vec<usize>,
    /// The most machines it holds.
    pub(super) cpus: u32,
    /// Share of operations that are computation.
    pub(super) beta: f64,
    /// The most time for an estimation, as a share of the most execution time.
    pub(super) alpha: f64,
    /// How long a job should take.
    pub(super) job_length: Span,
    /// Maximum number of jobs per task.
    pub(super) max_jobs: u32,
    /// Number of CPUs on which a task is estimated.
    pub(super) estimator_cpus: u32,
    /// True if tasks are estimated on its machines.
    pub(super) on_cpu: bool,
    /// How often its limits are enforced.
    pub(super) check: Span,
    /// Lower is better.
    pub(super) priority: u32,
    /// Its tasks, in their order.
    pub(super) order: Vec<u32>,
    /// Jobs that could start, and tasks that wait for a machine to be estimated on.
    pub(super) pending: u32,
    /// Machines without a job: those that are on their way, and those that are there and have not been handed out.
    pub(super) coming: u32,
    /// Machines it holds, those that are on their way among them.
    pub(super) claims: u32,
    /// What it has used.
    pub(super) usage: Usage,
    /// When its limits are enforced.
    pub(super) tick: Periodic,
    /// The next time of that.
    pub(super) due: Option<Time>,
    /// How much work there was when it was counted last, in `KFlop`.
    pub(super) work: i128,
    /// Machines it could have, averaged over samples; none before the first one.
    pub(super) average: Option<f64>,
    /// The last row about it in the table of queues: when, and how many tasks.
    pub(super) row: Option<(Time, usize)>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            name: String::new(),
            text: Text::default(),
            facts: Facts::default(),
            grids: Vec::new(),
            cpus: 1,
            beta: 1.0,
            alpha: 0.0,
            job_length: Span(1),
            max_jobs: 1,
            estimator_cpus: 1,
            on_cpu: false,
            check: Span(1),
            priority: 0,
            order: Vec::new(),
            pending: 0,
            coming: 0,
            claims: 0,
            usage: Usage::new(),
            tick: Periodic::AFTER_START,
            due: None,
            work: 0,
            average: None,
            row: None,
        }
    }
}

impl Queue {
    /// True if it may ask for one more machine.
    pub(super) fn may_request_one(&self) -> bool {
        self.may_request_beyond(0)
    }

    /// True if it may ask for more machines than so many.
    pub(super) fn may_request_beyond(&self, machines: u32) -> bool {
        self.pending > self.coming + machines && self.claims + machines < self.cpus
    }
}
