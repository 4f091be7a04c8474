//! Flexible Cluster Minimization: as few clusters as possible, to reduce messages between clusters.

use super::{Component, GridView, PlacementPolicy, PlacementQuery};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const FLEXIBLE_CLUSTER_MINIMIZATION: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("flexible-cluster-minimization", "Flexible Cluster Minimization")
        .summary(
            "Gives a flexible job all idle nodes of the cluster with the most idle nodes, then of the next, \
             until it has enough. This uses as few clusters as possible. Components of fixed size are placed \
             by Worst Fit.",
        )
        .source("Sonmez 2010, section 2.3.2; the limit: section 2.5.3")
        .parameters(FewestClusters::LIST)
        .when_to_use(
            "Suited to flexible, communication-intensive jobs: few clusters mean few messages between \
             clusters. It ignores the speed of the links.",
        )
        .pseudocode(concat!(
            "if nodes(job) > idle nodes of all clusters then the job waits\n",
            "need ← nodes(job)\n",
            "for each cluster c with idle nodes, most idle nodes first\n",
            "  ties: first cluster\n",
            "  if most_clusters > 0 clusters are used already then the job waits\n",
            "  take min(need, idle(c)) nodes of c\n",
            "  need ← need − nodes taken\n",
            "  if need = 0 then place the job; stop",
        )),
    make: |settings| Box::new(FewestClusters::read(settings)),
};

#[derive(Parameters)]
struct FewestClusters {
    /// Maximum number of clusters per job; a job that needs more has to wait. 0 for no limit.
    #[parameter(name = "Maximum clusters", unit = "clusters", min = 0, max = 1000, default = 0)]
    most_clusters: u32,
}

impl PlacementPolicy for FewestClusters {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        let most = if self.most_clusters == 0 { usize::MAX } else { self.most_clusters as usize };
        fewest(view, ask.nodes, most, into)
    }
}

static RULE: Rule = Rule::new(
    "fewest-clusters",
    "Job {job} is placed on as few clusters as possible, first on {cluster}, which has the most idle nodes. \
     The score is the number of idle nodes.",
);

/// Splits a job over the minimum number of clusters, at most `most`: all idle nodes of each, the cluster with the most
/// first.
pub(super) fn fewest(view: &GridView, nodes: u32, most: usize, into: &mut Vec<Component>) -> bool {
    view.has_idle_nodes(nodes)
        && view.fill_clusters(nodes, most, |cluster| Some((-i64::from(view.idle[cluster]), 0)), into)
}
