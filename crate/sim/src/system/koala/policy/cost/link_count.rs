//! The number of links; a link between clusters counts three times.

use super::{CostFunction, CostTerms, LinkSum, UnitChoice};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};

pub(super) const LINK_COUNT: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("link-count", "Link count")
        .summary(
            "Charges 1 for each link within a cluster and 3 for each link to another cluster, regardless of \
             the data it carries. A link to a peer that is not placed yet also costs 3; with \"ignore\" for \
             these, the sum is N + 3M, as printed.",
        )
        .source(
            "Dumitrescu et al. 2006, equation 2 (N + 3M); the cost of 3 for unplaced peers is our \
             interpretation",
        )
        .parameters(LinkSum::LIST)
        .when_to_use(
            "Choose it if the network is unknown: it only avoids links between clusters. It treats fast and \
             slow links alike.",
        )
        .pseudocode(concat!(
            "cost(c) ← 0\n",
            "for each peer p of the unit\n",
            "  if p is placed on c then\n",
            "    cost(c) ← cost(c) + 1\n",
            "  else if p is placed or unplaced = remote-mean then\n",
            "    cost(c) ← cost(c) + 3\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| Box::new(LinkCount { open: LinkSum::read(settings) }),
};

/// The cost of a link to another cluster.
const REMOTE: f64 = 3.0;

struct LinkCount {
    open: LinkSum,
}

impl CostFunction for LinkCount {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        let link = |other: usize| if other == at.cluster { 1.0 } else { REMOTE };
        self.open.sum(at, &link, &|links| links)
    }
}
