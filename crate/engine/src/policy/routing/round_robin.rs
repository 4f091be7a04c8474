//! Each cluster in turn.

use super::RoutingPolicy;
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule =
    Rule { id: "route", sentence: "Job {job} went to {cluster}: the next in turn that can hold it." };

/// The next cluster in turn that is large enough.
pub(super) const ROUND_ROBIN: RoutingPolicy = RoutingPolicy {
    entry: Entry {
        id: "round-robin",
        name: "Round robin",
        summary: "Jobs go to the clusters in turn; a cluster that is too small for a job is passed over.",
        source: "Sonmez 2010, section 6.1.3 (Round Robin)",
        parameters: &[],
    },
    rule: &RULE,
    score: |job, index, sites| {
        let turn = job.count as usize % sites.len();
        -(((index + sites.len() - turn) % sites.len()) as f64)
    },
};
