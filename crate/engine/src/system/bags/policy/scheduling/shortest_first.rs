//! The shortest task to any processor.

use super::{Cycle, Scheduling, Seen};
use crate::entry::{Entry, Maker};
use crate::rule::Rule;
use crate::time::{Span, Time};

/// The policy in the catalog.
pub(super) const SHORTEST_FIRST: Maker<dyn Scheduling> = Maker {
    entry: Entry::new("shortest-first", "Shortest first, then a copy (STFR)")
        .summary(
            "While a processor is idle, the task that runs shortest gets one, clusters one after the other; nobody has to \
             know how fast they are. When no task waits, one copy is made of each that runs.",
        )
        .source("Sonmez 2010, section 5.1.4 (STFR: tasks are known)"),
    make: |_| Box::new(ShortestFirst(Cycle::default())),
};

static RULE: Rule = Rule::new(
    "shortest-first",
    "Task {job} is the shortest, {0d} at speed 1, and it is the turn of {cluster}, where {1|1 processor is|# processors are} idle.",
)
.scored("turns away", false);

struct ShortestFirst(Cycle);

impl Scheduling for ShortestFirst {
    fn key(&self, estimate: Span) -> i64 {
        estimate.0
    }

    fn score(&self, _: Span, place: usize, _: &Seen, _: Time) -> f64 {
        self.0.distance(place)
    }

    fn sent(&mut self, place: usize, _: Span) {
        self.0.sent(place);
    }

    fn copies(&self) -> u32 {
        1
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
