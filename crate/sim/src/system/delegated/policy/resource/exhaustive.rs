//! Tries every set of clusters.

use super::{BestClusters, CodeModel, Places, ResourceSelection, all_available};
use crate::system::delegated::protocol::ClusterInfos;
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::time::Span;

/// All subsets of the clusters.
pub(super) const EXHAUSTIVE: PolicyEntry<dyn ResourceSelection> = PolicyEntry {
    entry: Entry::new("exhaustive", "All sets of clusters")
        .summary(
            "Uses all available hosts of the set of clusters with the shortest runtime; reference for the \
             others. With more than 16 clusters, searches only the first 16 that have available hosts.",
        )
        .source("for comparison")
        .when_to_use(
            "The optimal reference for the other functions, with up to 16 clusters. The number of sets \
             doubles with each cluster, so it is slow.",
        )
        .pseudocode(concat!(
            "for each non-empty set S of the first 16 clusters with available hosts\n",
            "  runtime(S) ← work / total speed of the available hosts of S\n",
            "    + waiting messages × largest latency between clusters of S\n",
            "select the S with the shortest runtime; ties: first evaluated",
        )),
    make: |_| Box::new(Exhaustive),
};

/// Maximum number of clusters for an exhaustive search.
const MOST: u32 = 16;

struct Exhaustive;

impl ResourceSelection for Exhaustive {
    fn select_clusters(
        &self,
        available: &[u32],
        infos: &ClusterInfos,
        code: &CodeModel<'_>,
    ) -> (Places, Span) {
        let mut all = all_available(available);
        let mut bits = Vec::new();
        while all != 0 && bits.len() < MOST as usize {
            bits.push(all & all.wrapping_neg());
            all &= all - 1;
        }
        let mut best = BestClusters { available, infos, code: *code, found: None };
        for choice in 1_u32..1 << bits.len() {
            let chosen = bits.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
            best.consider(chosen.fold(0, |all, (_, bit)| all | bit));
        }
        best.result()
    }
}
