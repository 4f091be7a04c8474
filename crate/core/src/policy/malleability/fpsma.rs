//! Favour Previously Started Malleable Applications: the oldest grows first, the youngest shrinks first.

use super::{Jobs, MalleabilityPolicy, Running};
use crate::entry::{Entry, Family};

/// The policy in the catalog.
pub(super) const FPSMA: MalleabilityPolicy = MalleabilityPolicy {
    entry: Entry {
        id: "fpsma",
        name: "Favour previously started (FPSMA)",
        family: Family::MalleabilityPolicy,
        summary: "Free nodes are offered to the oldest job first, all that are left to each; nodes that are needed are \
                  taken from the youngest first.",
        source: "Sonmez 2010, section 3.3.3",
        parameters: &[],
    },
    grow,
    shrink,
};

fn grow(running: &[Running], mut nodes: u32, jobs: &mut dyn Jobs) {
    for job in 0..running.len() {
        if nodes == 0 {
            break;
        }
        nodes -= jobs.offer(job, nodes).min(nodes);
    }
}

fn shrink(running: &[Running], mut nodes: u32, jobs: &mut dyn Jobs) {
    for job in (0..running.len()).rev() {
        if nodes == 0 {
            break;
        }
        nodes = nodes.saturating_sub(jobs.request(job, nodes));
    }
}
