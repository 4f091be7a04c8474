//! Jobs stay where their users are.

use super::RoutingPolicy;
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule = Rule {
    id: "route",
    sentence: "Job {job} went to {cluster}: its home, or where it has none or is too large for it, the least loaded.",
};

/// The home cluster, else the least loaded.
pub(super) const HOME: RoutingPolicy = RoutingPolicy {
    entry: Entry {
        id: "home",
        name: "Home cluster",
        summary: "Each job runs on the cluster it was submitted to. A job with no home, or too large for it, goes to the \
                  least loaded cluster that can hold it.",
        source: "Sonmez 2010, section 1.1: clusters without a grid scheduler",
        parameters: &[],
    },
    rule: &RULE,
    score: |job, index, sites| {
        if job.home == Some(index) { f64::INFINITY } else { -sites[index].backlog_s }
    },
};
