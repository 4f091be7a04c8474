//! No bound.

use super::{BoundMethod, BoundPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const NO_BOUND: PolicyEntry<dyn BoundPolicy> = PolicyEntry {
    entry: Entry::new("no-bound", "No bound")
        .lacks(&["quotes"])
        .summary("Quotes no bound on wait times.")
        .source("Common practice")
        .when_to_use("Choose it unless bounds on wait times are the subject of the study."),
    make: |_| Box::new(NoBound),
};

struct NoBound;

impl BoundPolicy for NoBound {
    fn method(&self) -> BoundMethod {
        BoundMethod::None
    }
}
