//! Sends each task to the least loaded cluster.

use super::{Load, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "place",
    "Task {job} was sent to {cluster}: lowest load, that is, nodes needed divided by nodes of the cluster.",
);

/// Each task to the least loaded cluster.
pub(super) const ALL_CLUSTERS: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("all-clusters", "All-Clusters")
        .summary(
            "Sends each task to the cluster with the lowest load: nodes needed by its running, waiting and \
             incoming tasks, divided by its number of nodes.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .parameters(Load::LIST)
        .when_to_use(
            "Suited to compute-intensive workflows on clusters of similar speed; it needs no runtimes. It \
             ignores files, so communication-intensive workflows transfer much data.",
        )
        .pseudocode(concat!(
            "for each ready task t in order\n",
            "  for each cluster c with nodes(c) ≥ nodes(t)\n",
            "    demand ← nodes of its running, waiting and incoming tasks\n",
            "    L(c) ← demand / nodes(c), rounded down if load = whole\n",
            "  send t to the cluster with the lowest L; ties: first cluster",
        )),
    make: |settings| Box::new(AllClusters(Load::read(settings))),
};

struct AllClusters(Load);

impl TaskPlacement for AllClusters {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        question
            .cluster_with_least(scores, |site| (site.nodes >= question.nodes).then(|| (self.0.of(site), 0.0)))
    }
}
