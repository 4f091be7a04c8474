//! Fills one cluster after the other, the fastest first.

use super::{ClusterView, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "place",
    "Task {job} was sent to {cluster}: the fastest cluster with enough idle nodes, or the cluster of the \
     previous task if there is none.",
);

/// The fastest cluster with idle nodes, else the one used last.
pub(super) const CLUSTER_MINIMIZATION: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("cluster-minimization", "Cluster Minimization")
        .summary(
            "Fills the clusters one by one, fastest first, to use few of them. Sends each task to the \
             fastest cluster with enough idle nodes; if there is none, to the cluster of the previous task.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .when_to_use(
            "Suited to platforms where one cluster is clearly faster, and to few transfers between \
             clusters. When all clusters are busy, tasks queue up on one of them.",
        )
        .pseudocode(concat!(
            "for each ready task t in order\n",
            "  C ← clusters with idle nodes ≥ nodes(t)\n",
            "  if C is not empty then\n",
            "    c ← fastest cluster of C; ties: first cluster\n",
            "  else if the cluster of the previous task is large enough for t then\n",
            "    c ← cluster of the previous task\n",
            "  else\n",
            "    c ← fastest cluster with nodes(c) ≥ nodes(t)\n",
            "  send t to c",
        )),
    make: |_| Box::new(ClusterMinimization { last: None }),
};

/// The policy and the cluster of the previous task.
struct ClusterMinimization {
    last: Option<usize>,
}

impl TaskPlacement for ClusterMinimization {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        let fits = |site: &ClusterView| site.nodes >= question.nodes;
        let fastest = |need: fn(&ClusterView) -> u32, scores: &mut Vec<f64>| {
            question.cluster_with_least(scores, |site| {
                (need(site) >= question.nodes).then_some((-site.speed, 0.0))
            })
        };
        let idle = fastest(ClusterView::unclaimed_nodes, scores);
        let again = || self.last.filter(|&last| fits(&question.sites[last]));
        self.last = idle.or_else(again).or_else(|| fastest(|site| site.nodes, scores));
        // The scores that readers compare are the numbers of idle nodes.
        scores.clear();
        scores.extend(question.sites.iter().map(|site| f64::from(site.unclaimed_nodes())));
        self.last
    }
}
