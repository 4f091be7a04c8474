//! Sends the shortest task to any processor.

use super::{ClusterCycle, ClusterView, Scheduling, VALUES};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const SHORTEST_FIRST: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("shortest-first", "Shortest task first, one replica (STFR)")
        .summary(
            "Assigns the shortest task to an idle processor, taking clusters in turn. Needs no processor \
             speeds. When no task is waiting, replicates each running task once.",
        )
        .source("Sonmez 2010, section 5.1.4 (STFR: tasks are known)")
        .when_to_use(
            "Suited to short response times of small bags if runtimes are known but speeds are not. Long \
             tasks come last, and replicas use additional CPU time.",
        )
        .pseudocode(concat!(
            "while some processor is idle\n",
            "  if a selected task waits then\n",
            "    t ← selected task with the shortest runtime; ties: oldest task\n",
            "  else if no task is waiting then\n",
            "    t ← replica of the running task without replica that started first\n",
            "  else stop\n",
            "  c ← next cluster with idle processors, in cyclic order after the last\n",
            "  send t to c",
        )),
    make: |_| Box::new(ShortestFirst(ClusterCycle::default())),
};

static RULE: Rule = Rule::with_values(
    "shortest-first",
    &VALUES,
    "Task {job} is the shortest, {work:duration} at speed 1, and goes to {cluster}, the next cluster in \
     round-robin order; {idle|1 processor is|# processors are} idle there.",
)
.scored("round-robin distance", false);

struct ShortestFirst(ClusterCycle);

impl Scheduling for ShortestFirst {
    fn task_order_key(&self, estimate: Span) -> i64 {
        estimate.0
    }

    fn cluster_score(&self, _: Span, place: usize, _: &ClusterView, _: Time) -> f64 {
        self.0.distance(place)
    }

    fn note_sent(&mut self, place: usize, _: Span) {
        self.0.note_sent(place);
    }

    fn max_replicas(&self) -> u32 {
        1
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
