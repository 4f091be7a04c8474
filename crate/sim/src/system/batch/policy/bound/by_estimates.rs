//! A bound that follows from user estimates.

use super::{BoundMethod, BoundPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const BY_ESTIMATES: PolicyEntry<dyn BoundPolicy> = PolicyEntry {
    entry: Entry::new("bound-by-estimates", "Bound by estimates")
        .summary(
            "Quotes the wait of a job under FCFS if it and all earlier jobs run for their user estimates. As \
             no job exceeds its estimate, the bound is never exceeded where queues are FCFS.",
        )
        .source("Sonmez 2010, section 7.3.2; estimates after Mu'alem, Feitelson 2001")
        .when_to_use(
            "Choose it for a guaranteed bound with FCFS queues. Overestimated runtimes make it loose, and \
             under other local policies it can be exceeded.",
        )
        .pseudocode(concat!(
            "time ← now\n",
            "for each waiting job j in the order of the queue, then the new job\n",
            "  while free nodes < nodes(j)\n",
            "    time ← max(time, earliest end of a started job, by its estimate)\n",
            "    add the nodes of that job to the free nodes\n",
            "  start j at time: take nodes(j) free nodes until time + estimate(j)\n",
            "bound ← start of the new job − now",
        )),
    make: |_| Box::new(ByEstimates),
};

struct ByEstimates;

impl BoundPolicy for ByEstimates {
    fn method(&self) -> BoundMethod {
        BoundMethod::Estimates
    }
}
