//! Mostly one cluster: co-allocation only if nearly all of the job fits into one cluster.

use super::{Component, GridView, PlacementPolicy, PlacementQuery, flexible_cluster_minimization::fewest};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const MOSTLY_ONE_CLUSTER: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("mostly-one-cluster", "Mostly one cluster")
        .summary(
            "As Flexible Cluster Minimization, but splits a job only if a large part of it fits on one \
             cluster; otherwise the job waits.",
        )
        .source("Jones et al., as described in Sonmez 2010, section 2.8")
        .parameters(MostlyOneCluster::LIST)
        .when_to_use(
            "Choose it to allow co-allocation only if few processes are remote. Jobs may wait although \
             enough nodes are idle.",
        )
        .pseudocode(concat!(
            "largest ← min(nodes(job), most idle nodes of any cluster)\n",
            "if largest ≥ largest_part_min × nodes(job) then\n",
            "  place the job by Flexible Cluster Minimization\n",
            "else\n",
            "  the job waits",
        )),
    make: |settings| Box::new(MostlyOneCluster::read(settings)),
};

#[derive(Parameters)]
struct MostlyOneCluster {
    /// Share of the job, 0 to 1, that must fit on one cluster.
    #[parameter(name = "Minimum largest part", min = 0, max = 1, default = 0.85)]
    largest_part_min: f64,
}

impl PlacementPolicy for MostlyOneCluster {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        let largest = view.idle.iter().copied().max().unwrap_or(0).min(ask.nodes);
        // A share like 0.85 is not exact in binary: a component of exactly that share is large enough.
        let enough = self.largest_part_min * f64::from(ask.nodes) - 1e-6;
        f64::from(largest) >= enough && fewest(view, ask.nodes, usize::MAX, into)
    }
}

static RULE: Rule = Rule::new(
    "mostly-one-cluster",
    "Job {job} is placed on as few clusters as possible, most of it on {cluster}. The score is the number of \
     idle nodes.",
);
