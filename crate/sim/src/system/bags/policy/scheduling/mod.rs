//! Task scheduling: where the next tasks run, and in which order (Sonmez 2010, section 5.1.4).
//!
//! A policy gives each cluster a score for a task. The best score wins; ties go to the fastest cluster, then to the
//! first. Some policies order the tasks that have the turn; some replicate running tasks when no other task is left.

mod any_processor;
mod earliest_end;
mod fastest_first;
mod largest_first;
mod max_min;
mod measured;
mod multiple_queues;
mod shortest_first;

use ganttlet_core::entry::{Family, Policies, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The information about a task available to a policy.
#[derive(Clone, Copy, Debug)]
pub struct TaskInfo {
    /// Runtime on a processor of speed 1, as known to the scheduler.
    pub estimate: Span,
    /// The index of its user in the order of the first submissions.
    pub user: u32,
}

/// The information about a cluster available to a policy.
#[derive(Clone, Copy, Debug)]
pub struct ClusterView {
    /// Speed of its processors.
    pub speed: f64,
    /// Idle processors, as known to the scheduler.
    pub idle: u32,
    /// Expected time at which a processor becomes free for one more task, given the running and waiting tasks. Only for
    /// policies that use queues.
    pub free: Time,
}

/// A completed task.
#[derive(Clone, Copy, Debug)]
pub struct CompletedTask {
    /// Its user.
    pub user: u32,
    /// The index of its cluster among those of the scheduler.
    pub cluster: usize,
    /// Runtime on a processor of speed 1.
    pub reference: Span,
    /// Actual runtime.
    pub took: Span,
}

/// A task-scheduling policy with its state.
pub trait Scheduling {
    /// The order of the tasks that have the turn: lowest key first, ties in their order.
    fn task_order_key(&self, _estimate: Span) -> i64 {
        0
    }

    /// The score of a cluster for a task.
    fn cluster_score(&self, _task: Span, _place: usize, seen: &ClusterView, now: Time) -> f64;

    /// The number displayed for a candidate cluster: the score, or the estimated completion time for policies that know
    /// it but choose by another criterion.
    fn displayed_score(&self, task: Span, place: usize, seen: &ClusterView, now: Time) -> f64 {
        self.cluster_score(task, place, seen, now)
    }

    /// True if the highest score is best; otherwise the lowest.
    fn prefers_highest(&self) -> bool {
        false
    }

    /// Records that a task or a replica with this expected runtime at speed 1 was sent to a cluster.
    fn note_sent(&mut self, _place: usize, _task: Span) {}

    /// Expected runtime of a task on a processor of speed 1, given the completed tasks.
    fn expected_run_time(&self, task: &TaskInfo) -> Span {
        task.estimate
    }

    /// True if tasks are sent to the queues of clusters even if no processor is idle.
    fn sends_to_queues(&self) -> bool {
        false
    }

    /// Maximum number of replicas of a task.
    fn max_replicas(&self) -> u32 {
        0
    }

    /// Records a completed task.
    fn note_completed(&mut self, _done: &CompletedTask) {}

    /// Why a task is sent to a cluster.
    fn rule(&self) -> &'static Rule;
}

/// Values in the sentences of this family: work on a processor of speed 1, idle processors of the cluster, expected end there, speed.
const VALUES: [&str; 4] = ["work", "idle", "end", "speed"];

/// All task-scheduling policies. A new one is one file and one line here.
pub static SCHEDULINGS: Policies<dyn Scheduling> = Family {
    id: "task-scheduling-policy",
    name: "task-scheduling policy",
    summary: catalog_text(
        "Processors on which the selected tasks run, the order of the tasks, and their replication.",
    ),
    members: &[
        earliest_end::EARLIEST_END,
        earliest_end::EARLIEST_END_FORESEEN,
        largest_first::LARGEST_FIRST,
        measured::LARGEST_FIRST_MEASURED,
        fastest_first::FASTEST_FIRST,
        shortest_first::SHORTEST_FIRST,
        any_processor::ANY_PROCESSOR,
        any_processor::ANY_PROCESSOR_COPIES,
        max_min::MAX_MIN,
        multiple_queues::MULTIPLE_QUEUES,
    ],
};

/// When a task that starts now would end on processors of this speed, in seconds.
fn end_if_started_now(task: Span, speed: f64, now: Time) -> f64 {
    (now + task.scaled_to_speed(speed)).seconds()
}

/// The last cluster used, for policies that use the clusters in turn.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterCycle {
    next: usize,
}

impl ClusterCycle {
    /// Number of clusters whose turn comes before this one, of at most a thousand.
    fn distance(self, place: usize) -> f64 {
        const ALL: usize = ganttlet_core::entry::limits::CLUSTERS;
        ((place + ALL - self.next) % ALL) as f64
    }

    fn note_sent(&mut self, place: usize) {
        self.next = place + 1;
    }
}
