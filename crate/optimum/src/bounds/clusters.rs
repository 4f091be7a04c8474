//! Bounds for jobs on several clusters, with integer weights for the speeds.

use super::busy_time::{Piece, moments};
use super::flow::srpt_ends;
use crate::bound::{Bound, Witness};
use crate::clusters::ClusterInstance;
use crate::numbers::{Fraction, ceil_div};
use crate::width::WidthMap;
use std::collections::BTreeSet;

/// No job ends before its submission plus its shortest runtime.
pub fn longest(instance: &ClusterInstance) -> Bound {
    let mut best = Bound::new("longest", 0, Witness::All);
    for (job, item) in instance.jobs().iter().enumerate() {
        let value = i128::from(item.submit + instance.least_duration(job));
        if value > best.value {
            best.value = value;
            best.witness = Witness::Job { job };
        }
    }
    best
}

/// The work of all jobs of at least a width, submitted at a time or later, on the clusters that are large enough.
pub fn area_clusters(instance: &ClusterInstance) -> Bound {
    let jobs = instance.jobs();
    let mut best = Bound { id: "area-clusters", ..longest(instance) };
    for nodes in distinct_widths(instance) {
        let capacity: i128 = instance
            .clusters()
            .iter()
            .filter(|cluster| cluster.nodes >= nodes)
            .map(|cluster| i128::from(cluster.nodes) * i128::from(cluster.weight))
            .sum();
        let mut wide: Vec<usize> = (0..jobs.len()).filter(|&id| jobs[id].nodes >= nodes).collect();
        wide.sort_by_key(|&id| std::cmp::Reverse((jobs[id].submit, id)));
        let mut work = 0;
        for id in wide {
            work += i128::from(jobs[id].nodes) * instance.least_weighted(id);
            let value = i128::from(jobs[id].submit) + ceil_div(work, capacity);
            if value > best.value {
                best.value = value;
                best.witness = Witness::Wide { from: jobs[id].submit, nodes };
            }
        }
    }
    best
}

/// The total flow time from the k-th ends on the pool of all nodes, for shares of different numbers of nodes.
pub fn ordered_ends(instance: &ClusterInstance) -> Bound {
    let jobs = instance.jobs();
    let mut ends: Vec<i128> =
        (0..jobs.len()).map(|id| i128::from(jobs[id].submit + instance.least_duration(id))).collect();
    ends.sort_unstable();
    for share in shares(instance) {
        let (capacity, work) = pooled_work(instance, share);
        let work =
            jobs.iter().zip(work).map(|(job, work)| (capacity * i128::from(job.submit), work)).collect();
        for (end, squashed) in ends.iter_mut().zip(srpt_ends(work)) {
            *end = (*end).max(ceil_div(squashed, capacity));
        }
    }
    let flow = ends.iter().sum::<i128>() - jobs.iter().map(|job| i128::from(job.submit)).sum::<i128>();
    let times = ends.into_iter().map(|end| i64::try_from(end).unwrap_or(i64::MAX)).collect();
    Bound::new("sorted", flow, Witness::Completions { times })
}

/// The total flow time from mean busy times on the pool of all nodes.
pub fn mean_busy_times(instance: &ClusterInstance) -> Bound {
    let jobs = instance.jobs();
    let mut best = Bound::new("busy", 0, Witness::All);
    for share in shares(instance) {
        let (capacity, work) = pooled_work(instance, share);
        let mut sum = Fraction::default();
        let mut pieces = Vec::new();
        for (id, work) in work.into_iter().enumerate() {
            if work == 0 {
                sum.add_ratio(instance.least_duration(id).into(), 1);
            } else {
                let release = capacity * i128::from(jobs[id].submit);
                pieces.push(Piece { release, work, key: work, id });
            }
        }
        for (id, work, moment) in moments(pieces) {
            let rest = i128::from(instance.least_duration(id) - 2 * jobs[id].submit);
            sum.add_ratio(moment + capacity * work * rest, 2 * capacity * work);
        }
        if sum.ceil() > best.value {
            let width = if share == 1 { WidthMap::Identity } else { WidthMap::Share { share } };
            best = Bound::new("busy", sum.ceil(), Witness::Order { width });
        }
    }
    best
}

/// The distinct numbers of nodes of jobs.
fn distinct_widths(instance: &ClusterInstance) -> BTreeSet<i64> {
    instance.jobs().iter().map(|job| job.nodes).collect()
}

/// The sizes of shares that are tried: 1, and the widths of jobs.
fn shares(instance: &ClusterInstance) -> BTreeSet<i64> {
    let mut shares = distinct_widths(instance);
    shares.insert(1);
    shares
}

/// The capacity of the pool in units of this number of nodes, and the work of each job.
fn pooled_work(instance: &ClusterInstance, share: i64) -> (i128, Vec<i128>) {
    let clusters = instance.clusters().iter();
    let capacity =
        clusters.map(|cluster| i128::from(cluster.nodes / share) * i128::from(cluster.weight)).sum();
    let jobs = instance.jobs().iter().enumerate();
    let work = jobs.map(|(id, job)| i128::from(job.nodes / share) * instance.least_weighted(id)).collect();
    (capacity, work)
}

/// The total flow time if each job ran alone on its fastest cluster.
pub fn shortest_flows(instance: &ClusterInstance) -> Bound {
    let sum = (0..instance.jobs().len()).map(|id| i128::from(instance.least_duration(id))).sum();
    Bound::new("alone", sum, Witness::All)
}
