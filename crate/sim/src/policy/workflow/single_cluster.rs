//! Sends a whole workflow to one cluster.

use super::{Load, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "place",
    "Task {job} was sent to {cluster} with its whole workflow: this cluster had the lowest load when the \
     workflow started.",
);

/// All tasks to the cluster that was least loaded at first.
pub(super) const SINGLE_CLUSTER: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("single-cluster", "Single Cluster")
        .summary(
            "Sends all tasks of a workflow to the cluster with the lowest load when the workflow starts, \
             among those large enough for its widest task. Files passed between its tasks never leave that \
             cluster.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .parameters(Load::LIST)
        .when_to_use(
            "Suited to workflows with much data between tasks and little parallelism. It cannot use idle \
             nodes of other clusters.",
        )
        .pseudocode(concat!(
            "when the first task of the workflow is ready:\n",
            "  W ← clusters large enough for the widest task of the workflow\n",
            "  home ← cluster of W with the lowest load; ties: first cluster\n",
            "for each ready task t in order\n",
            "  send t to home",
        )),
    make: |settings| Box::new(SingleCluster { load: Load::read(settings), cluster: None }),
};

/// The policy and the cluster of its workflow, once chosen.
struct SingleCluster {
    load: Load,
    cluster: Option<usize>,
}

impl TaskPlacement for SingleCluster {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        scores.clear();
        if self.cluster.is_none() {
            let enough = |nodes: u32| nodes >= question.widest;
            self.cluster = question
                .cluster_with_least(scores, |site| enough(site.nodes).then(|| (self.load.of(site), 0.0)));
        }
        self.cluster
    }
}
