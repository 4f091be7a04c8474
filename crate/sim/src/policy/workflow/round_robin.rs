//! Sends tasks to the clusters in turn.

use super::{PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new("place", "Task {job} was sent to {cluster}: the next cluster in turn.");

/// The next cluster in turn; each workflow begins with the first.
pub(super) const ROUND_ROBIN: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("round-robin", "Round Robin")
        .summary(
            "Sends the tasks of a workflow to the clusters in turn; skips a cluster that is too small for a \
             task. Ignores loads, files and speeds.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .when_to_use(
            "A baseline that spreads tasks evenly without any information. Files move often, and slow or \
             busy clusters get as many tasks as others.",
        )
        .pseudocode(concat!(
            "next ← first cluster, when the workflow starts\n",
            "for each ready task t in order\n",
            "  c ← first cluster from next on, in cyclic order, with nodes(c) ≥ nodes(t)\n",
            "  send t to c\n",
            "  next ← cluster after c",
        )),
    make: |_| Box::new(RoundRobin { first: 0 }),
};

/// The policy and the next cluster.
struct RoundRobin {
    first: usize,
}

impl TaskPlacement for RoundRobin {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        let (first, count) = (self.first, question.sites.len());
        scores.clear();
        // Number of turns before a cluster is next.
        let turns = |cluster: usize| ((cluster + count - first % count) % count) as f64;
        let fits = |cluster: usize| question.sites[cluster].nodes >= question.nodes;
        scores.extend((0..count).map(|c| if fits(c) { turns(c) } else { f64::NAN }));
        let next = (0..count).map(|turn| (first + turn) % count).find(|&cluster| fits(cluster));
        self.first = next.map_or(0, |cluster| cluster + 1);
        next
    }
}
