//! Sends each task to the cluster that its files reach first.

use super::{ClusterView, Information, Load, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

static RULE: Rule = Rule::new(
    "place",
    "Task {job} was sent to {cluster}. Its files arrive there first, among clusters with enough idle nodes \
     (or all, if there is none).",
);

/// The cluster with idle nodes that the files reach first.
pub(super) const FILE_AWARE: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("file-aware", "All-Clusters File-Aware")
        .summary(
            "Sends each task to the cluster that its files reach first, among those with enough idle nodes; \
             if there is none, among all. Ties go to the least loaded cluster.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .parameters(Load::LIST)
        .when_to_use(
            "Suited to communication-intensive workflows without known runtimes. It ignores speeds, and the \
             length of queues except in ties.",
        )
        .pseudocode(concat!(
            "for each ready task t in order\n",
            "  C ← clusters with idle nodes ≥ nodes(t)\n",
            "  if C is empty then\n",
            "    C ← clusters with nodes(c) ≥ nodes(t)\n",
            "  send t to the cluster of C that its files reach first\n",
            "  ties: lowest load, then first cluster",
        )),
    make: |settings| Box::new(FileAware(Load::read(settings))),
};

pub(super) struct FileAware(pub(super) Load);

impl TaskPlacement for FileAware {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn required_information(&self) -> Information {
        Information::Files
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        let any_idle = question.sites.iter().any(|site| site.unclaimed_nodes() >= question.nodes);
        let need = |site: &ClusterView| if any_idle { site.unclaimed_nodes() } else { site.nodes };
        question.cluster_with_least(scores, |site| {
            (need(site) >= question.nodes).then(|| (site.delay.seconds(), self.0.of(site)))
        })
    }
}
