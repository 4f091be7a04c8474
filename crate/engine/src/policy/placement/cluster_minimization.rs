//! Cluster Minimization: components of given sizes on as few clusters as possible.

use super::{Ask, Component, PlacementPolicy, View, worst_fit::most_left};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const CLUSTER_MINIMIZATION: Maker<dyn PlacementPolicy> = Maker {
    entry: Entry::new("cluster-minimization", "Cluster Minimization")
        .summary(
            "Each component, the largest first, goes to the first cluster that has another one of \
             its job and room, else to the cluster with most idle nodes; a flexible job stays in one \
             piece. Not from the thesis but from KOALA's other papers, in our reading.",
        )
        .source("not in Sonmez 2010; Sonmez, Mohamed and Epema 2006 (e-Science)"),
    make: |_| Box::new(ClusterMinimization),
};

struct ClusterMinimization;

impl PlacementPolicy for ClusterMinimization {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn components(&mut self, _: &Ask, view: &View, sizes: &[u32], into: &mut Vec<Component>) -> bool {
        for &nodes in sizes {
            let used = into.iter().map(|part| usize::from(part.cluster));
            let mut with_room = used.filter(|&cluster| view.left(into, cluster) >= nodes);
            let open = || most_left(view, into).filter(|&(_, left)| left >= nodes).map(|most| most.0);
            match with_room.next().or_else(open) {
                Some(cluster) => into.push(Component { cluster: cluster as u16, nodes }),
                None => return false,
            }
        }
        true
    }
}

static RULE: Rule = Rule::new(
    "cluster-minimization",
    "Job {job} is placed with its components together where they fit, on {cluster} with most idle nodes \
               first; the score is the number of idle nodes.",
);
