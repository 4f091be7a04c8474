//! Each task where the load is least.

use super::{Dynamic, Knows, LOAD, Way, WorkflowPolicy};
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule = Rule {
    id: "place",
    sentence: "Task {job} went to {cluster}: it has the least load, that is nodes needed over nodes there.",
};

/// Each task to the least loaded cluster.
pub(super) const ALL_CLUSTERS: WorkflowPolicy = WorkflowPolicy {
    entry: Entry {
        id: "all-clusters",
        name: "All-Clusters",
        summary: "Each task goes to the cluster with the least load: the nodes that its running, waiting and coming tasks \
                  need, over the nodes it has.",
        source: "Sonmez 2010, section 6.1.3",
        parameters: &[LOAD],
    },
    way: Way::Dynamic(Dynamic {
        rule: &RULE,
        knows: Knows::Loads,
        ranked: false,
        pick: |question, _, scores| {
            question.least(scores, |site| (site.nodes >= question.nodes).then(|| (question.load(site), 0.0)))
        },
    }),
};
