//! Cluster Minimization: components of given sizes on as few clusters as possible.

use super::worst_fit::most_left;
use super::{Component, PlacementPolicy};
use crate::entry::Entry;
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const CLUSTER_MINIMIZATION: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "cluster-minimization",
        name: "Cluster Minimization",
        summary: "Each component, the largest first, goes to the first cluster that has another one of its job and room, \
                  else to the cluster with most idle nodes; a flexible job stays in one piece. Not from the thesis but \
                  from KOALA's other papers, in our reading.",
        source: "not in Sonmez 2010; Sonmez, Mohamed and Epema 2006 (e-Science)",
        parameters: &[],
    },
    rule: &Rule {
        id: "cluster-minimization",
        sentence: "Job {job} is placed with its components together where they fit, on {cluster} with most idle nodes \
                   first; the score is the number of idle nodes.",
    },
    components: Some(|_, view, sizes, into| {
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
    }),
    split: None,
    score: |_, view, cluster| f64::from(view.idle[cluster]),
};
