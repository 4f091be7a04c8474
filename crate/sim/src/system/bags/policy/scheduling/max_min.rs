//! Max-min: the task with the latest minimum completion time first, to the cluster where it ends first.

use super::{ClusterView, Scheduling, VALUES, earliest_end};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const MAX_MIN: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("longest-earliest-end", "Max-min")
        .summary(
            "As ECT, but dispatches the longest selected task first, that is, the one with the latest \
             earliest completion time.",
        )
        .source(
            "Sonmez 2010, table 5.1 names it; Maheswaran et al. 1999, Dynamic mapping of a class of \
             independent tasks onto heterogeneous computing systems",
        )
        .when_to_use(
            "Suited to bags with a few long tasks: these are sent first, and short ones fill the gaps. \
             Short tasks wait behind long ones.",
        )
        .pseudocode(concat!(
            "while some selected task is not sent\n",
            "  t ← longest selected task; ties: oldest task\n",
            "  send t to the queue of the cluster with the earliest completion of t\n",
            "  ties: fastest cluster, then first cluster",
        )),
    make: |_| Box::new(MaxMin),
};

static RULE: Rule = Rule::with_values(
    "longest-earliest-end",
    &VALUES,
    "Task {job} is the longest, {work:duration} at speed 1, and is sent to {cluster}: earliest estimated \
     completion time, {end:time}.",
)
.scored("estimated completion", true);

struct MaxMin;

impl Scheduling for MaxMin {
    /// A longer task ends later on each cluster, so its minimum completion time is also later.
    fn task_order_key(&self, estimate: Span) -> i64 {
        -estimate.0
    }

    fn cluster_score(&self, task: Span, _: usize, seen: &ClusterView, _: Time) -> f64 {
        earliest_end::expected_end(task, seen)
    }

    fn sends_to_queues(&self) -> bool {
        true
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
