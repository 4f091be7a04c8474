//! Sends any task to any processor, and replicates slow tasks.

use super::{ClusterCycle, ClusterView, Scheduling, VALUES};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const ANY_PROCESSOR: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("any-processor", "Round robin, one replica (RR)")
        .summary(
            "Assigns tasks in queue order to idle processors, taking clusters in turn. Needs no information \
             about either. When no task is waiting, replicates each running task once.",
        )
        .source("Sonmez 2010, section 5.1.4 (RR: nothing is known)")
        .when_to_use(
            "A baseline without any information; replicas guard against slow processors. Replicas that \
             complete second waste CPU time.",
        )
        .pseudocode(concat!(
            "while some processor is idle\n",
            "  if a selected task waits then\n",
            "    t ← next selected task in the order of the queue\n",
            "  else if no task is waiting then\n",
            "    t ← replica of the running task without replica that started first\n",
            "  else stop\n",
            "  c ← next cluster with idle processors, in cyclic order after the last\n",
            "  send t to c",
        )),
    make: |_| Box::new(AnyProcessor { cycle: ClusterCycle::default(), copies: 1 }),
};

/// The policy in the catalog.
pub(super) const ANY_PROCESSOR_COPIES: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("any-processor-copies", "Work queue with replication (WQR)")
        .summary(
            "As RR, but with several replicas of each task; tasks with the fewest replicas are replicated \
             first.",
        )
        .source("Sonmez 2010, section 5.1.4 (WQR-k: nothing is known); WQR4x is interpreted as four replicas")
        .parameters(Copies::LIST)
        .when_to_use(
            "Suited to unknown runtimes and speeds: with several replicas, a slow processor rarely delays a \
             bag. The wasted CPU time grows with the number of replicas.",
        )
        .pseudocode(concat!(
            "while some processor is idle\n",
            "  if a selected task waits then\n",
            "    t ← next selected task in the order of the queue\n",
            "  else if no task is waiting then\n",
            "    t ← replica of the running task with the fewest replicas, below copies\n",
            "    ties: the task that has had this number of replicas longest\n",
            "  else stop\n",
            "  c ← next cluster with idle processors, in cyclic order after the last\n",
            "  send t to c",
        )),
    make: |settings| {
        Box::new(AnyProcessor { cycle: ClusterCycle::default(), copies: Copies::read(settings).copies })
    },
};

static RULE: Rule = Rule::with_values(
    "any-processor",
    &VALUES,
    "Task {job} is next in order and goes to {cluster}, the next cluster in round-robin order; {idle|1 \
     processor is|# processors are} idle there.",
)
.scored("round-robin distance", false);

/// Parameters of replication.
#[derive(Parameters)]
struct Copies {
    /// Maximum number of replicas of a task in addition to the original; 0 for none.
    #[parameter(name = "Replicas", min = 0, max = 8, default = 4)]
    copies: u32,
}

struct AnyProcessor {
    cycle: ClusterCycle,
    copies: u32,
}

impl Scheduling for AnyProcessor {
    fn cluster_score(&self, _: Span, place: usize, _: &ClusterView, _: Time) -> f64 {
        self.cycle.distance(place)
    }

    fn note_sent(&mut self, place: usize, _: Span) {
        self.cycle.note_sent(place);
    }

    fn max_replicas(&self) -> u32 {
        self.copies
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
