//! Selects clusters near each other.

use super::{BestClusters, CodeModel, Places, ResourceSelection, all_available};
use crate::system::delegated::protocol::ClusterInfos;
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::order;
use ganttlet_core::time::Span;

/// All clusters within a latency of one of them.
pub(super) const BALL: PolicyEntry<dyn ResourceSelection> = PolicyEntry {
    entry: Entry::new("ball", "Nearby clusters")
        .summary(
            "Uses all available hosts of the clusters within some latency of a centre cluster; selects the \
             centre and latency with the shortest runtime. Optimal where latencies depend only on city and \
             country.",
        )
        .source(
            "our interpretation of the function that Klein and Pérez 2010 adopt from elsewhere (section 6, \
             annex A.3)",
        )
        .when_to_use(
            "Suited to grids where latency grows with distance; it needs few evaluations. On arbitrary \
             networks it can miss the best set of clusters.",
        )
        .pseudocode(concat!(
            "for each cluster z with available hosts, as centre\n",
            "  for each distinct latency d from z, shortest first\n",
            "    S ← clusters with available hosts within latency d of z\n",
            "    if S was not evaluated before then\n",
            "      runtime(S) ← work / total speed of the available hosts of S\n",
            "        + waiting messages × largest latency between clusters of S\n",
            "select the S with the shortest runtime; ties: first evaluated",
        )),
    make: |_| Box::new(Ball),
};

struct Ball;

impl ResourceSelection for Ball {
    fn select_clusters(
        &self,
        available: &[u32],
        infos: &ClusterInfos,
        code: &CodeModel<'_>,
    ) -> (Places, Span) {
        let all = all_available(available);
        let mut best = BestClusters { available, infos, code: *code, found: None };
        let mut tried: Vec<Places> = Vec::new();
        let there = |place: &usize| available[*place] > 0;
        for center in (0..available.len()).filter(there) {
            let mut near: Vec<(Span, usize)> = (0..available.len())
                .filter(there)
                .map(|to| (infos.latency_between(center, to), to))
                .collect();
            order::sort_by_key(&mut near, |&(latency, _)| latency.0);
            let mut clusters: Places = 0;
            for (i, &(latency, to)) in near.iter().enumerate() {
                clusters |= 1 << to;
                let last = near.get(i + 1).is_none_or(|&(next, _)| next > latency);
                if last && !tried.contains(&clusters) {
                    tried.push(clusters);
                    best.consider(clusters);
                }
            }
            debug_assert!(clusters == all, "the largest latency reaches all");
        }
        best.result()
    }
}
