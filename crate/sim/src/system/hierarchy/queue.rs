//! A queue: its configuration, its tasks, and its machines.

use crate::system::hierarchy::policy::Queue as Facts;
use crate::system::parts::{Periodic, Usage};
use ganttlet_core::record::Text;
use ganttlet_core::time::{Span, Time};

/// A queue.
pub(super) struct Queue {
    /// Its name.
    pub(super) name: String,
    /// The same in tables.
    pub(super) text: Text,
    /// Its properties as seen by policies.
    pub(super) facts: Facts,
    /// Its grids, in the order of requests.
    pub(super) grids: Vec<usize>,
    /// Maximum number of machines.
    pub(super) cpus: u32,
    /// Share of operations that are computation.
    pub(super) beta: f64,
    /// Maximum estimation time, as a share of the maximum execution time.
    pub(super) alpha: f64,
    /// Preferred duration of a job.
    pub(super) job_length: Span,
    /// Maximum number of jobs per task.
    pub(super) max_jobs: u32,
    /// Number of CPUs on which a task is estimated.
    pub(super) estimator_cpus: u32,
    /// True if tasks are estimated on its machines.
    pub(super) on_cpu: bool,
    /// Period of the enforcement of its limits.
    pub(super) check: Span,
    /// Its priority: lower is better.
    pub(super) priority: u32,
    /// Its tasks, in their order.
    pub(super) order: Vec<u32>,
    /// Number of startable jobs, plus tasks that wait for a machine for their estimation.
    pub(super) pending: u32,
    /// Number of machines without a job: those in preparation, and those that are ready and unassigned.
    pub(super) coming: u32,
    /// Number of machines held, including those in preparation.
    pub(super) claims: u32,
    /// Its usage of machines.
    pub(super) usage: Usage,
    /// The timer for the enforcement of its limits.
    pub(super) tick: Periodic,
    /// The next time of enforcement.
    pub(super) due: Option<Time>,
    /// Total work at the last count, in `KFlop`.
    pub(super) work: i128,
    /// Available machines, averaged over samples; none before the first sample.
    pub(super) average: Option<f64>,
    /// The last row about it in the table of queues: its time, and the number of tasks.
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
    /// True if it may request one more machine.
    pub(super) fn may_request_one(&self) -> bool {
        self.may_request_beyond(0)
    }

    /// True if it may request more than this many machines.
    pub(super) fn may_request_beyond(&self, machines: u32) -> bool {
        self.pending > self.coming + machines && self.claims + machines < self.cpus
    }
}
