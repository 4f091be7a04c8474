//! Close-to-Files: prefers clusters that have the input files, or receive them first.

use super::{Component, GridView, PlacementPolicy, PlacementQuery};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::order;
use ganttlet_core::rule::Rule;
use ganttlet_work::grid::InputFile;
use std::cmp::Reverse;

pub(super) const CLOSE_TO_FILES: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("close-to-files", "Close-to-Files")
        .summary(
            "Places each component, largest first, on the cluster with enough idle nodes to which its input \
             files move fastest, each from its nearest copy. Ties go to the cluster with the most idle \
             nodes. Does not split flexible jobs. Not part of the thesis; our interpretation of other KOALA \
             papers.",
        )
        .source("not in Sonmez 2010, which only cites it; Mohamed and Epema 2004 (Cluster)")
        .when_to_use(
            "Suited to jobs with large input files that have copies on some clusters. It ignores speeds and \
             balances the load only in ties.",
        )
        .pseudocode(concat!(
            "for each component k of the job, largest first\n",
            "  C ← clusters with idle nodes left ≥ nodes(k)\n",
            "  if C is empty then place nothing: the job waits\n",
            "  transfer(c) ← Σ over input files f of size(f) / bandwidth to c\n",
            "    from the copy with the fastest link; 0 for a copy on c\n",
            "  place k on the cluster of C with the shortest transfer\n",
            "  ties: most idle nodes left, then first cluster",
        )),
    make: |_| Box::new(CloseToFiles),
};

struct CloseToFiles;

impl PlacementPolicy for CloseToFiles {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(
        &mut self,
        ask: &PlacementQuery,
        view: &GridView,
        nodes: u32,
        placed: &[Component],
    ) -> Option<usize> {
        view.clusters_with_room(nodes, placed).min_by_key(|&cluster| {
            (order::float_key(transfer_s(ask, view, cluster)), Reverse(view.unclaimed_nodes(placed, cluster)))
        })
    }

    fn cluster_score(&mut self, ask: &PlacementQuery, view: &GridView, cluster: usize) -> f64 {
        transfer_s(ask, view, cluster)
    }
}

static RULE: Rule = Rule::new(
    "close-to-files",
    "Job {job} is placed where its input files arrive first, {cluster} first. The score is the transfer time \
     in seconds.",
);

/// The time in seconds to move all input files to a cluster, one after the other.
pub(super) fn transfer_s(ask: &PlacementQuery, view: &GridView, to: usize) -> f64 {
    let seconds = |file: &InputFile| {
        let copies = file.sites.iter().map(|&site| usize::from(site)).filter(|&site| site < view.idle.len());
        let from = |site| if site == to { 0.0 } else { file.bytes / view.network.bandwidth(site, to) };
        copies.map(from).min_by(f64::total_cmp).unwrap_or(0.0)
    };
    ask.inputs.iter().map(seconds).sum()
}
