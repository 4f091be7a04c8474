//! The wait that follows from what users say.

use super::{BoundPolicy, Way};
use crate::entry::{Entry, Maker};

/// The policy in the catalog.
pub(super) const BY_ESTIMATES: Maker<dyn BoundPolicy> = Maker {
    entry: Entry::new("bound-by-estimates", "Bound by estimates")
        .summary(
            "Quotes the wait of a job under FCFS if it and all earlier jobs run for their user estimates. As \
             no job exceeds its estimate, the bound is never exceeded where queues are FCFS.",
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
