//! Sends long tasks to recently fast clusters, short tasks to slow ones, and replicates slow tasks.

use super::measured::MeasuredSpeeds;
use super::{ClusterView, CompletedTask, Scheduling, VALUES};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const MULTIPLE_QUEUES: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("multiple-queues", "Multiple queues with duplication (MQD)")
        .summary(
            "Assigns tasks in queue order, long ones to fast processors. Compares the position of the task \
             among the runtimes so far with that of each idle processor among the measured speeds, and uses \
             the closest. When no task is waiting, replicates each running task once.",
        )
        .source(
            "Sonmez 2010, table 5.1 only names it (multiple queues with duplication, Lee and Zomaya 2006); \
             comparing positions is our interpretation",
        )
        .when_to_use(
            "Suited to tasks of very different length on processors of unknown, different speeds. It needs \
             some completed tasks before positions are meaningful.",
        )
        .pseudocode(concat!(
            "while some processor is idle and a selected task waits\n",
            "  t ← next selected task in the order of the queue\n",
            "  x ← share of the tasks sent so far that are shorter than t\n",
            "    (tasks within the same power of two: half of them)\n",
            "  for each cluster c with idle processors\n",
            "    y(c) ← (speed(c) − slowest) / (fastest − slowest), as measured\n",
            "  send t to the cluster with the smallest |y(c) − x|\n",
            "  ties: fastest cluster, then first cluster\n",
            "if no task is waiting then\n",
            "  replicate each running task once, in the order of their starts",
        )),
    make: |_| Box::new(MultipleQueues { measured: MeasuredSpeeds::default(), sent: [0; 64] }),
};

static RULE: Rule = Rule::with_values(
    "multiple-queues",
    &VALUES,
    "Task {job} is next in order and goes to {cluster}: among clusters with idle processors, its measured \
     speed best matches a task of {work:duration}.",
)
.scored("mismatch of speed and length", false);

struct MultipleQueues {
    measured: MeasuredSpeeds,
    /// Number of tasks sent, by binary order of magnitude.
    sent: [u32; 64],
}

fn magnitude(task: Span) -> usize {
    task.0.max(1).ilog2() as usize
}

impl MultipleQueues {
    /// The share of previous tasks that are shorter; tasks of about the same length count half.
    fn percentile_of(&self, task: Span) -> f64 {
        let at = magnitude(task);
        let sum = |counts: &[u32]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
        let all = sum(&self.sent);
        if all > 0.0 { (sum(&self.sent[..at]) + f64::from(self.sent[at]) / 2.0) / all } else { 0.5 }
    }
}

impl Scheduling for MultipleQueues {
    fn cluster_score(&self, task: Span, place: usize, seen: &ClusterView, _: Time) -> f64 {
        let (least, most) = self.measured.speed_range().unwrap_or((seen.speed, seen.speed));
        let speed = self.measured.speed(place, seen).clamp(least, most);
        let fast = if most > least { (speed - least) / (most - least) } else { 0.5 };
        (fast - self.percentile_of(task)).abs()
    }

    fn note_sent(&mut self, _: usize, task: Span) {
        self.sent[magnitude(task)] += 1;
    }

    fn max_replicas(&self) -> u32 {
        1
    }

    fn note_completed(&mut self, done: &CompletedTask) {
        self.measured.learn(done);
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
