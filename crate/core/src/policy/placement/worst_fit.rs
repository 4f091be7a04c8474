//! Worst Fit: every component where most nodes are idle, so that room is left everywhere.

use super::{Ask, Component, PlacementPolicy, View};
use crate::entry::{Entry, Family};
use crate::trace::Rule;

/// The policy in the catalog.
pub(super) const WORST_FIT: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "worst-fit",
        name: "Worst Fit",
        family: Family::PlacementPolicy,
        summary: "Each component, the largest first, goes to the cluster with most idle nodes; a flexible job stays in \
                  one piece. It balances the load and may co-allocate even what would fit into one cluster.",
        source: "Sonmez 2010, section 2.2.2",
        parameters: &[],
    },
    rule: &Rule {
        id: "worst-fit",
        sentence: "Job {job} is placed where most nodes are idle, {cluster} first.",
    },
    components: Some(components),
    split: None,
    score: |_, view, cluster| f64::from(view.idle[cluster]),
};

/// Places components, the largest first, on what is left; the first cluster wins a tie.
pub(super) fn components(_: &Ask, view: &View, sizes: &[u32], into: &mut Vec<Component>) -> bool {
    for &nodes in sizes {
        let left = |cluster: usize| {
            let taken = into.iter().filter(|part| usize::from(part.cluster) == cluster);
            view.idle[cluster] - taken.map(|part| part.nodes).sum::<u32>()
        };
        let best = (0..view.idle.len()).max_by_key(|&c| (left(c), std::cmp::Reverse(c)));
        match best.filter(|&c| left(c) >= nodes) {
            Some(cluster) => into.push(Component { cluster: cluster as u16, nodes }),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Settings;
    use crate::platform::Network;
    use crate::time::Span;
    use crate::workload::grid::Request;

    fn placed(idle: &[u32], request: &Request, nodes: u32) -> Option<Vec<(u16, u32)>> {
        let network = Network::uniform(idle.len(), 1.0, Span::ZERO);
        let (speed, mut into) = (vec![1.0; idle.len()], Vec::new());
        let view = View { idle, speed: &speed, network: &network };
        let ask = Ask { settings: &Settings::default(), request, nodes, inputs: &[] };
        let done = WORST_FIT.place(&ask, &view, &mut into);
        done.then(|| into.iter().map(|part| (part.cluster, part.nodes)).collect())
    }

    #[test]
    fn the_worked_examples() {
        let equal = Request::NonFixed(vec![8, 8, 8]);
        assert_eq!(placed(&[16, 16, 16], &equal, 24), Some(vec![(0, 8), (1, 8), (2, 8)]));
        let mixed = Request::NonFixed(vec![8, 16, 8]);
        assert_eq!(placed(&[20, 18, 10], &mixed, 32), Some(vec![(0, 16), (1, 16)]));
        assert_eq!(placed(&[16, 16, 16], &Request::Flexible, 24), None);
        assert_eq!(placed(&[16, 17, 17], &Request::Flexible, 17), Some(vec![(1, 17)]));
    }

    #[test]
    fn a_fixed_request_takes_what_it_says() {
        let request = Request::Fixed(vec![(0, 4), (2, 4), (0, 4)]);
        assert_eq!(placed(&[8, 0, 4], &request, 12), Some(vec![(0, 8), (2, 4)]));
        assert_eq!(placed(&[7, 9, 4], &request, 12), None);
    }

    #[test]
    fn splits_are_tried_in_order() {
        let request = Request::Splits(vec![vec![24], vec![12, 12]]);
        assert_eq!(placed(&[16, 16], &request, 24), Some(vec![(0, 12), (1, 12)]));
    }
}
