//! Sends the largest task to the fastest processor.

use super::{ClusterView, Scheduling, VALUES, end_if_started_now};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const LARGEST_FIRST: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("largest-on-fastest", "Fastest processor, largest task (FPLT)")
        .summary(
            "Assigns the task with the longest runtime to the fastest idle processor, while any is idle.",
        )
        .source("Sonmez 2010, section 5.1.4 (FPLT: tasks and processors are known)")
        .when_to_use(
            "Suited to known runtimes and speeds: long tasks avoid slow processors. Short tasks wait while \
             long ones are dispatched.",
        )
        .pseudocode(concat!(
            "while a selected task waits and some processor is idle\n",
            "  t ← selected task with the longest runtime; ties: oldest task\n",
            "  c ← fastest cluster with idle processors; ties: first cluster\n",
            "  send t to c",
        )),
    make: |_| Box::new(LargestFirst),
};

static RULE: Rule = Rule::with_values(
    "largest-on-fastest",
    &VALUES,
    "Task {job} is the largest, {work:duration} at speed 1, and goes to {cluster}, which has the fastest \
     idle processor, of speed {speed:number}.",
)
.scored("estimated completion", true);

struct LargestFirst;

impl Scheduling for LargestFirst {
    fn task_order_key(&self, estimate: Span) -> i64 {
        -estimate.0
    }

    fn cluster_score(&self, _: Span, _: usize, seen: &ClusterView, _: Time) -> f64 {
        seen.speed
    }

    fn displayed_score(&self, task: Span, _: usize, seen: &ClusterView, now: Time) -> f64 {
        end_if_started_now(task, seen.speed, now)
    }

    fn prefers_highest(&self) -> bool {
        true
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
