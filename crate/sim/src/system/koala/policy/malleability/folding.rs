//! Folding: a job grows by doubling and shrinks by halving, so that every process keeps its share of the work.

use super::{JobNegotiation, MalleabilityPolicy, RunningJob, reclaim_nodes};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const FOLDING: PolicyEntry<dyn MalleabilityPolicy> = PolicyEntry {
    entry: Entry::new("folding", "Folding")
        .summary(
            "Doubles the smallest job as long as free nodes suffice; halves the largest job until enough \
             nodes are free.",
        )
        .source(
            "McCann, Zahorjan 1994, Processor allocation policies for message-passing parallel \
             computers; Sonmez 2010, section 3.5",
        )
        .when_to_use(
            "Suited to applications that run well only if the number of nodes divides the number of \
             processes. Its steps are coarse, so nodes can remain idle.",
        )
        .pseudocode(concat!(
            "to grow with n free nodes:\n",
            "  while some job has size ≤ n and 2 × size ≤ maximum\n",
            "    j ← smallest such job; ties: oldest\n",
            "    n ← n − size(j); size(j) ← 2 × size(j)\n",
            "  offer each job the nodes by which its size has increased\n",
            "to shrink by n nodes:\n",
            "  while n > 0 and some job is above its minimum\n",
            "    j ← largest such job; ties: youngest\n",
            "    part ← min(⌈size(j) / 2⌉, size(j) − minimum(j))\n",
            "    request part nodes from j\n",
            "    n ← n − part; size(j) ← size(j) − part",
        )),
    make: |_| Box::new(Folding),
};

struct Folding;

impl MalleabilityPolicy for Folding {
    fn grow(&mut self, running: &[RunningJob], mut nodes: u32, jobs: &mut dyn JobNegotiation) {
        let mut sizes: Vec<u32> = running.iter().map(|job| job.size).collect();
        let fits = |job: &usize, sizes: &[u32], nodes: u32| {
            let size = sizes[*job];
            size > 0 && size <= nodes && size <= running[*job].max.saturating_sub(size)
        };
        let next = |sizes: &[u32], nodes: u32| {
            (0..sizes.len()).filter(|job| fits(job, sizes, nodes)).min_by_key(|&job| (sizes[job], job))
        };
        while let Some(job) = next(&sizes, nodes) {
            nodes -= sizes[job];
            sizes[job] *= 2;
        }
        for (job, (after, before)) in sizes.iter().zip(running).enumerate() {
            if *after > before.size {
                jobs.offer(job, after - before.size);
            }
        }
    }

    fn shrink(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation) {
        reclaim_nodes(running, nodes, jobs, requests);
    }
}

/// Repeatedly halves the largest job, the youngest among ties; a job near its minimum releases what it can.
fn requests(running: &[RunningJob], mut nodes: u32) -> Vec<u32> {
    let mut requests = vec![0; running.len()];
    let next = |requests: &[u32]| {
        let spare = |&job: &usize| running[job].releasable_nodes() > requests[job];
        (0..running.len()).filter(spare).max_by_key(|&job| (running[job].size - requests[job], job))
    };
    while nodes > 0
        && let Some(job) = next(&requests)
    {
        let size = running[job].size - requests[job];
        let part = size.div_ceil(2).min(running[job].releasable_nodes() - requests[job]);
        requests[job] += part;
        nodes = nodes.saturating_sub(part);
    }
    requests
}
