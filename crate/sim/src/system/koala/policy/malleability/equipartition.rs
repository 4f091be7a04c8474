//! Equipartition: equal sizes of all running jobs, within their limits.

use super::{JobNegotiation, MalleabilityPolicy, RunningJob, reclaim_nodes};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const EQUIPARTITION: PolicyEntry<dyn MalleabilityPolicy> = PolicyEntry {
    entry: Entry::new("equipartition", "Equipartition")
        .summary(
            "Shares all nodes of running malleable jobs and all free nodes equally among these jobs: jobs \
             above their share shrink so that others can grow. Takes needed nodes from the largest jobs.",
        )
        .source(
            "McCann, Vaswani, Zahorjan 1993, A dynamic processor allocation policy for \
             multiprogrammed shared-memory multiprocessors; Sonmez 2010, section 3.2.4",
        )
        .when_to_use(
            "Suited to equal treatment of running jobs, whose sizes converge. A single arrival or end can \
             resize many jobs, and each change costs adaptation time.",
        )
        .pseudocode(concat!(
            "to grow with n free nodes:\n",
            "  share(j) ← (n + Σ sizes) / number of jobs, within the limits of j,\n",
            "    equal for all jobs that no limit binds; remainder: current holder,\n",
            "    then oldest\n",
            "  for each job j above its share, youngest first\n",
            "    request size(j) − share(j) nodes from j\n",
            "  for each job j below its share, oldest first\n",
            "    offer min(share(j) − size(j), n) nodes to j\n",
            "    n ← n − nodes accepted\n",
            "to shrink by n nodes:\n",
            "  reduce all jobs above a common level to it, not below their minimum,\n",
            "    with the level that gives back n nodes",
        )),
    make: |_| Box::new(Equipartition),
};

struct Equipartition;

impl MalleabilityPolicy for Equipartition {
    /// Nodes that jobs release here become free only after their adaptation; the next round hands them out.
    fn grow(&mut self, running: &[RunningJob], mut nodes: u32, jobs: &mut dyn JobNegotiation) {
        let shares = shares(running, nodes);
        for (job, share) in shares.iter().enumerate().rev() {
            let above = running[job].size.saturating_sub(*share);
            if above > 0 {
                jobs.request(job, above);
            }
        }
        for (job, share) in shares.iter().enumerate() {
            let below = share.saturating_sub(running[job].size).min(nodes);
            if below > 0 {
                nodes -= jobs.offer(job, below).min(below);
            }
        }
    }

    fn shrink(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation) {
        reclaim_nodes(running, nodes, jobs, requests);
    }
}

/// Equal shares, within the limits of each job, of all held nodes plus `nodes`.
///
/// An indivisible node remains with a job that already has it, or else is given to the oldest.
fn shares(running: &[RunningJob], nodes: u32) -> Vec<u32> {
    let all: u32 = running.iter().map(|job| job.size).sum::<u32>() + nodes;
    let at = |level: u32| running.iter().map(move |job| level.clamp(job.min, job.max.max(job.min)));
    let level = highest(|level| at(level).sum::<u32>() <= all, running.iter().map(|job| job.max).max());
    let mut shares: Vec<u32> = at(level).collect();
    let mut over = all.saturating_sub(shares.iter().sum());
    for holds in [true, false] {
        for (share, job) in shares.iter_mut().zip(running) {
            let equal = *share == level && level < job.max;
            if over > 0 && equal && (job.size > level) == holds {
                *share += 1;
                over -= 1;
            }
        }
    }
    shares
}

/// The nodes that jobs above a level release so that `nodes` come together; the youngest release the remainder.
fn requests(running: &[RunningJob], nodes: u32) -> Vec<u32> {
    let down_to = |level: u32| running.iter().map(move |job| job.size.saturating_sub(level.max(job.min)));
    let level =
        highest(|level| down_to(level).sum::<u32>() >= nodes, running.iter().map(|job| job.size).max());
    let mut requests: Vec<u32> = down_to(level).collect();
    let mut over = requests.iter().sum::<u32>().saturating_sub(nodes);
    for (request, job) in requests.iter_mut().zip(running) {
        if over > 0 && *request > 0 && level >= job.min {
            *request -= 1;
            over -= 1;
        }
    }
    requests
}

/// The highest level up to `top` for which a monotone condition is true; 0 if there is none.
fn highest(holds: impl Fn(u32) -> bool, top: Option<u32>) -> u32 {
    let (mut low, mut high) = (0, top.unwrap_or(0));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
