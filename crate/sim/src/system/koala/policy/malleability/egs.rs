//! Equi-Grow & Shrink: free or needed nodes are divided equally among the jobs that can still change.

use super::{JobNegotiation, MalleabilityPolicy, RunningJob, reclaim_nodes};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const EGS: PolicyEntry<dyn MalleabilityPolicy> = PolicyEntry {
    entry: Entry::new("egs", "Equi-Grow & Shrink (EGS)")
        .summary(
            "Offers free nodes in equal numbers to all jobs that can grow; the oldest jobs get the \
             remainder. Takes needed nodes in equal numbers, the remainder from the youngest jobs. Equalises \
             the changes, not the sizes.",
        )
        .source("Sonmez 2010, section 3.2.4")
        .when_to_use(
            "A simple way to share changes fairly: all jobs grow and shrink by equal numbers. Differences \
             in size between old and young jobs remain.",
        )
        .pseudocode(concat!(
            "to grow with n free nodes:\n",
            "  J ← jobs below their maximum, oldest first\n",
            "  offer ⌊n / |J|⌋ nodes to each job of J,\n",
            "    and one more to each of the first n mod |J| jobs\n",
            "to shrink by n nodes:\n",
            "  while n > 0 and some jobs are above their minimum\n",
            "    J ← jobs above their minimum, youngest first\n",
            "    request ⌊n / |J|⌋ nodes from each job of J, not below its minimum,\n",
            "      and one more from each of the first n mod |J| jobs\n",
            "    n ← n − nodes given back",
        )),
    make: |_| Box::new(Egs),
};

struct Egs;

impl MalleabilityPolicy for Egs {
    /// Nodes that a job declines stay free until the next round.
    fn grow(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation) {
        let able: Vec<usize> = (0..running.len()).filter(|&job| running[job].growth_room() > 0).collect();
        let count = able.len().max(1) as u32;
        for (place, job) in (0..).zip(able) {
            let offer = nodes / count + u32::from(place < nodes % count);
            if offer > 0 {
                jobs.offer(job, offer);
            }
        }
    }

    fn shrink(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation) {
        reclaim_nodes(running, nodes, jobs, requests);
    }
}

/// Requests equal parts of `nodes` from all jobs, and from the others the nodes that a job at its minimum cannot
/// release.
fn requests(running: &[RunningJob], mut nodes: u32) -> Vec<u32> {
    let mut requests = vec![0; running.len()];
    while nodes > 0 {
        let spare = |job: usize, requests: &[u32]| running[job].releasable_nodes() - requests[job];
        let able: Vec<usize> = (0..running.len()).rev().filter(|&job| spare(job, &requests) > 0).collect();
        if able.is_empty() {
            break;
        }
        let (base, over) = (nodes / able.len() as u32, nodes % able.len() as u32);
        for (place, job) in (0..).zip(able) {
            let part = (base + u32::from(place < over)).min(spare(job, &requests));
            requests[job] += part;
            nodes -= part;
        }
    }
    requests
}
