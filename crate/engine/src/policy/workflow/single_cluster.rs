//! A whole workflow on one cluster.

use super::{Dynamic, Knows, LOAD, Way, WorkflowPolicy};
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule = Rule {
    id: "place",
    sentence: "Task {job} went to {cluster}, like its whole workflow: that cluster had the least load when the workflow \
               began.",
};

/// All tasks to the cluster that was the least loaded.
pub(super) const SINGLE_CLUSTER: WorkflowPolicy = WorkflowPolicy {
    entry: Entry {
        id: "single-cluster",
        name: "Single Cluster",
        summary: "All tasks of a workflow go to the cluster that has the least load when it begins, among those large \
                  enough for its widest task: no file ever moves.",
        source: "Sonmez 2010, section 6.1.3",
        parameters: &[LOAD],
    },
    way: Way::Dynamic(Dynamic {
        rule: &RULE,
        knows: Knows::Loads,
        ranked: false,
        pick: |question, memory, scores| {
            if memory.last.is_none() {
                let enough = |nodes: u32| nodes >= question.widest;
                memory.last =
                    question.least(scores, |site| enough(site.nodes).then(|| (question.load(site), 0.0)));
            } else {
                scores.clear();
            }
            memory.last
        },
    }),
};
