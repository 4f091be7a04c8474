//! Each task where its files are, or come soonest.

use super::{Dynamic, Knows, LOAD, Way, WorkflowPolicy};
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule = Rule {
    id: "place",
    sentence: "Task {job} went to {cluster}: of the clusters with idle nodes (of all, if there is none) its files get there \
               first.",
};

/// The cluster with idle nodes that the files reach first.
pub(super) const FILE_AWARE: WorkflowPolicy = WorkflowPolicy {
    entry: Entry {
        id: "file-aware",
        name: "All-Clusters File-Aware",
        summary: "Each task goes to the cluster its files reach first, among those with enough idle nodes for it; if there \
                  is none, among all. Equal delays: the least loaded.",
        source: "Sonmez 2010, section 6.1.3",
        parameters: &[LOAD],
    },
    way: Way::Dynamic(Dynamic {
        rule: &RULE,
        knows: Knows::Files,
        ranked: false,
        pick: |question, _, scores| {
            let any_idle = question.sites.iter().any(|site| site.idle() >= question.nodes);
            let need = |site: &super::Site| if any_idle { site.idle() } else { site.nodes };
            question.least(scores, |site| {
                (need(site) >= question.nodes).then(|| (site.delay.seconds(), question.load(site)))
            })
        },
    }),
};
