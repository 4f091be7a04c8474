//! The wait that follows from what users say.

use super::{BoundPolicy, Way};
use crate::entry::{Entry, Maker};

/// The policy in the catalog.
pub(super) const BY_ESTIMATES: Maker<dyn BoundPolicy> = Maker {
    entry: Entry::new("bound-by-estimates", "By estimates")
        .summary(
            "What a job would wait if it and all before it ran as long as their users said, first come, first served. As nobody \
             runs longer, it is never exceeded where queues are served in that order.",
        )
        .source("Sonmez 2010, section 7.3.2; estimates after Mu'alem, Feitelson 2001"),
    make: |_| Box::new(ByEstimates),
};

struct ByEstimates;

impl BoundPolicy for ByEstimates {
    fn way(&self) -> Way {
        Way::Estimates
    }
}
