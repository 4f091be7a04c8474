//! What came of tasks that go down through queues, by the queue that served them.

use super::metrics::{completed_tasks, overheads_by_cause};
use crate::metric::Scope;
use ganttlet_core::record::{Text, Trace};
use ganttlet_core::time::{Span, Time};

/// The tasks that ended by themselves in a queue: sums over them, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueueSums {
    /// How many.
    pub served: u32,
    /// Their work, in seconds on a machine of speed 1.
    pub work_s: f64,
    /// From their submission to their end.
    pub turnaround_s: f64,
    /// What their overhead went to: [`OVERHEADS`].
    pub overhead_s: [f64; 6],
}

/// The sums of each of the queues over the tasks that were done by a time; and of each task how long it was expected to take
/// on the best level for it, and the level that served it.
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
