//! The number of links, those between clusters three times.

use super::{Asked, CostFunction, Known, Open, Terms};
use crate::entry::{Entry, Maker, Parameters};

/// The function in the catalog.
pub(super) const LINK_COUNT: Maker<dyn CostFunction> = Maker {
    entry: Entry::new("link-count", "Link count")
        .summary(
            "The sum over the peers of a unit: 1 for a peer in the same cluster, 3 for a peer in another cluster, whatever the \
             links carry. A peer that is not placed yet counts 3, too; with \"ignore\" for these the sum is N + 3M, as printed.",
        )
        .source(
            "Dumitrescu and others 2006, equation 2 (N + 3M); that peers not placed yet count 3 each is our interpretation",
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
