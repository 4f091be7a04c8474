//! Results of tasks in multilevel queues, by the queue that served them.

use super::metrics::{completed_tasks, overheads_by_cause};
use crate::metric::Scope;
use ganttlet_core::record::{Text, Trace};
use ganttlet_core::time::{Span, Time};

/// Sums over the tasks that completed in a queue, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueueSums {
    /// Number of tasks.
    pub served: u32,
    /// Their work, in seconds on a machine of speed 1.
    pub work_s: f64,
    /// From their submission to their end.
    pub turnaround_s: f64,
    /// Their overhead by cause: [`OVERHEADS`].
    pub overhead_s: [f64; 6],
}

/// The sums of each queue over the tasks completed by a given time; and for each task the expected time on the best
/// level for it, and the level that served it.
pub fn sums_by_queue(trace: &Trace, queues: &[Text], until: Time) -> (Vec<QueueSums>, Vec<(Span, u32)>) {
    let mut sums = vec![QueueSums::default(); queues.len()];
    let mut expected = Vec::new();
    for served in completed_tasks(trace, &Scope { until, ..Scope::ALL }) {
        let task = served.task;
        expected.push((task.expected, task.level));
        let Some(at) = queues.iter().position(|&queue| queue == task.queue) else { continue };
        let sum = &mut sums[at];
        sum.served += 1;
        sum.work_s += task.work.seconds();
        sum.turnaround_s += (task.end - task.submit).seconds();
        for (sum, part) in sum.overhead_s.iter_mut().zip(overheads_by_cause(&served)) {
            *sum += part;
        }
    }
    (sums, expected)
}
