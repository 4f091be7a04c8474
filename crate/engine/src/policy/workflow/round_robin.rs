//! Each cluster in turn.

use super::{Dynamic, Knows, Way, WorkflowPolicy};
use crate::entry::Entry;
use crate::rule::Rule;

const RULE: Rule = Rule { id: "place", sentence: "Task {job} went to {cluster}: the next in turn." };

/// The next cluster in turn; each workflow begins with the first.
pub(super) const ROUND_ROBIN: WorkflowPolicy = WorkflowPolicy {
    entry: Entry {
        id: "round-robin",
        name: "Round Robin",
        summary: "The tasks of a workflow go to the clusters in turn. Knows nothing of loads, files or speeds; a cluster \
                  too small for a task is passed over.",
        source: "Sonmez 2010, section 6.1.3",
        parameters: &[],
    },
    way: Way::Dynamic(Dynamic {
        rule: &RULE,
        knows: Knows::Loads,
        ranked: false,
        pick: |question, memory, scores| {
            let count = question.sites.len();
            let first = memory.last.map_or(0, |last| last + 1);
            scores.clear();
            // Turns to wait.
            let turns = |cluster: usize| ((cluster + count - first % count) % count) as f64;
            let fits = |cluster: usize| question.sites[cluster].nodes >= question.nodes;
            scores.extend((0..count).map(|c| if fits(c) { turns(c) } else { f64::NAN }));
            memory.last = (0..count).map(|turn| (first + turn) % count).find(|&cluster| fits(cluster));
            memory.last
        },
    }),
};
