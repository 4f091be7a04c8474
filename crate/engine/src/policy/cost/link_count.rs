//! The number of links, those between clusters three times.

use super::{Asked, CostFunction, Known, Open, Terms};
use crate::entry::{Entry, Maker, Parameters};

/// The function in the catalog.
pub(super) const LINK_COUNT: Maker<dyn CostFunction> = Maker {
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
        .parameters(Open::LIST),
    make: |settings| Box::new(LinkCount { open: Open::read(settings) }),
};

/// What a link to another cluster costs.
const REMOTE: f64 = 3.0;

struct LinkCount {
    open: Open,
}

impl CostFunction for LinkCount {
    fn terms(&self, asked: &Asked, known: &Known, unit: u32, cluster: usize, place: &[u16]) -> Terms {
        let link = |other: usize| if other == cluster { 1.0 } else { REMOTE };
        self.open.sum((asked, known), (unit, cluster), place, &link, &|links| links)
    }
}
