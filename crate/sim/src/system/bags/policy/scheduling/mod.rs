//! Task scheduling: where the next tasks run, and which of them first (Sonmez 2010, section 5.1.4).
//!
//! A policy gives each cluster a score for a task; the best gets it, of equal ones the fastest, then the first. Some order
//! the tasks that have the turn, some make copies of tasks that run when nothing else is left to do.

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

/// What a policy may know of a task.
#[derive(Clone, Copy, Debug)]
pub struct TaskInfo {
    /// Runtime on a processor of speed 1, as known to the scheduler.
    pub estimate: Span,
    /// The place of its user in the order of the first submissions.
    pub user: u32,
}

/// What a policy sees of a cluster.
#[derive(Clone, Copy, Debug)]
pub struct ClusterView {
    /// How fast its processors are.
    pub speed: f64,
    /// Idle processors, as known to the scheduler.
    pub idle: u32,
    /// When a processor is free for one more task, by what is expected of those that run and wait there. Only for those who
    /// use queues.
    pub free: Time,
}

/// What came of a task.
#[derive(Clone, Copy, Debug)]
pub struct CompletedTask {
    /// Its user.
    pub user: u32,
    /// The place of its cluster among those of the scheduler.
    pub cluster: usize,
    /// How long it would have run on a processor of speed 1.
    pub reference: Span,
    /// How long it ran.
    pub took: Span,
}

/// A task-scheduling policy, with a memory of its own.
pub trait Scheduling {
    /// Which of the tasks that have the turn comes first: that of the lowest key, of equal ones the first.
    fn task_order_key(&self, _estimate: Span) -> i64 {
        0
    }

    /// The score of a cluster for a task.
    fn cluster_score(&self, _task: Span, _place: usize, seen: &ClusterView, now: Time) -> f64;

    /// What is shown of a cluster that could have got a task: the score, or when the task would end there, for those who know
    /// that and choose by something else.
    fn displayed_score(&self, task: Span, place: usize, seen: &ClusterView, now: Time) -> f64 {
        self.cluster_score(task, place, seen, now)
    }

    /// True if the highest score is best, else the lowest.
    fn prefers_highest(&self) -> bool {
        false
    }

    /// A task or a copy, which is expected to run so long at speed 1, is sent to a cluster.
    fn note_sent(&mut self, _place: usize, _task: Span) {}

    /// How long a task is expected to run on a processor of speed 1, as of now.
    fn expected_run_time(&self, task: &TaskInfo) -> Span {
        task.estimate
    }

    /// True if tasks are sent to the queues of clusters, also where no processor is idle.
    fn sends_to_queues(&self) -> bool {
        false
    }

    /// How many copies of a task are made at most.
    fn max_replicas(&self) -> u32 {
        0
    }

    /// A task is done.
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

/// When a task that starts now would end on processors of a speed, in seconds.
fn end_if_started_now(task: Span, speed: f64, now: Time) -> f64 {
    (now + task.scaled_to_speed(speed)).seconds()
}

/// Clusters one after the other: where the last task went.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterCycle {
    next: usize,
}

impl ClusterCycle {
    /// How many clusters come before this one, of at most a thousand.
    fn distance(self, place: usize) -> f64 {
        const ALL: usize = ganttlet_core::entry::limits::CLUSTERS;
        ((place + ALL - self.next) % ALL) as f64
    }

    fn note_sent(&mut self, place: usize) {
        self.next = place + 1;
    }
}
