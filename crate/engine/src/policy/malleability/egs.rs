//! Equi-Grow & Shrink: what is free, or needed, is divided equally among the jobs that can still change.

use super::{Jobs, MalleabilityPolicy, Running, take_back};
use crate::entry::Entry;

/// The policy in the catalog.
pub(super) const EGS: MalleabilityPolicy = MalleabilityPolicy {
    entry: Entry {
        id: "egs",
        name: "Equi-Grow & Shrink (EGS)",
        summary: "Free nodes are offered in equal numbers to all jobs that can grow, the oldest getting the remainder; \
                  nodes that are needed are taken in equal numbers, the remainder from the youngest. Only the change \
                  is equal, sizes need not become so.",
        source: "Sonmez 2010, section 3.2.4",
        parameters: &[],
    },
    grow,
    shrink: |running, nodes, jobs| take_back(running, nodes, jobs, wishes),
};

/// What a job declines stays free until the next round.
fn grow(running: &[Running], nodes: u32, jobs: &mut dyn Jobs) {
    let able: Vec<usize> = (0..running.len()).filter(|&job| running[job].room() > 0).collect();
    let count = able.len().max(1) as u32;
    for (place, job) in (0..).zip(able) {
        let offer = nodes / count + u32::from(place < nodes % count);
        if offer > 0 {
            jobs.offer(job, offer);
        }
    }
}

/// Equal parts, and what a job at its minimum cannot give in equal parts from the others.
fn wishes(running: &[Running], mut nodes: u32) -> Vec<u32> {
    let mut wishes = vec![0; running.len()];
    while nodes > 0 {
        let spare = |job: usize, wishes: &[u32]| running[job].spare() - wishes[job];
        let able: Vec<usize> = (0..running.len()).rev().filter(|&job| spare(job, &wishes) > 0).collect();
        if able.is_empty() {
            break;
        }
        let (base, over) = (nodes / able.len() as u32, nodes % able.len() as u32);
        for (place, job) in (0..).zip(able) {
            let part = (base + u32::from(place < over)).min(spare(job, &wishes));
            wishes[job] += part;
            nodes -= part;
        }
    }
    wishes
}
