//! Bounds of the total flow time (response time) of rigid jobs from earliest completion times.

use crate::bound::{Bound, Witness};
use crate::instance::{Instance, Job};
use crate::numbers::ceil_div;
use crate::width::Counts;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The total flow time if each job ran alone on the cluster.
pub fn shortest_flows(instance: &Instance) -> Bound {
    let sum = instance.jobs().iter().map(|job| i128::from(job.run)).sum();
    Bound::new("alone", sum, Witness::All)
}

/// The shortest remaining work first, on one machine as fast as the whole cluster.
pub fn area_srpt(instance: &Instance) -> Bound {
    total_flow_bound("area-srpt", instance, squashed_ends(instance.jobs(), &identity(instance)))
}

/// As [`area_srpt`], and the k-th end is not before the k-th smallest earliest end.
pub fn ordered_ends(instance: &Instance) -> Bound {
    let squashed = squashed_ends(instance.jobs(), &identity(instance));
    let ends = squashed.into_iter().zip(earliest_ends(instance)).map(|(a, b)| a.max(b)).collect();
    total_flow_bound("sorted", instance, ends)
}

/// The k-th end is not before the earliest time by which k jobs can have ended, with all width maps.
pub fn completion_counts(instance: &Instance) -> Bound {
    let maps = Counts::of_all_maps(instance.nodes(), &widths(instance));
    let jobs = instance.jobs();
    let mut known = vec![earliest_ends(instance)];
    known.extend(maps.iter().map(|counts| squashed_ends(jobs, counts)));
    let top = jobs.iter().map(|job| i128::from(job.submit)).max().unwrap_or(0)
        + jobs.iter().map(|job| i128::from(job.run)).sum::<i128>();
    let mut backwards: Vec<usize> = (0..jobs.len()).collect();
    backwards.sort_by_key(|&id| Reverse((jobs[id].submit, jobs[id].nodes, jobs[id].run)));
    let (mut ends, mut low) = (Vec::with_capacity(jobs.len()), 0);
    for k in 0..jobs.len() {
        low = known.iter().map(|ends| ends[k]).fold(low, i128::max);
        let mut high = top;
        while low < high {
            let middle = low + (high - low) / 2;
            if maps.iter().all(|counts| ended_by(jobs, &backwards, counts, middle) > k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        ends.push(low);
    }
    total_flow_bound("counted", instance, ends)
}

/// The largest number of jobs that can have ended by `time` (Moore and Hodgson, backwards in time).
fn ended_by(jobs: &[Job], backwards: &[usize], counts: &Counts, time: i128) -> usize {
    let (mut kept, mut load) = (BinaryHeap::new(), 0_i128);
    for &id in backwards.iter().filter(|&&id| i128::from(jobs[id].earliest_end()) <= time) {
        let work = i128::from(counts.of[id]) * i128::from(jobs[id].run);
        kept.push(work);
        load += work;
        if load > i128::from(counts.capacity) * (time - i128::from(jobs[id].submit)) {
            load -= kept.pop().unwrap_or(0);
        }
    }
    kept.len()
}

/// The bound of the total flow time from a bound for each completion.
fn total_flow_bound(id: &'static str, instance: &Instance, ends: Vec<i128>) -> Bound {
    let sum = ends.iter().sum::<i128>() - instance.submit_sum();
    let times = ends.into_iter().map(|end| i64::try_from(end).unwrap_or(i64::MAX)).collect();
    Bound::new(id, sum, Witness::Completions { times })
}

/// The number of nodes of each job.
fn widths(instance: &Instance) -> Vec<i64> {
    instance.jobs().iter().map(|job| job.nodes).collect()
}

/// The counts of nodes without a width map.
fn identity(instance: &Instance) -> Counts {
    Counts::identity(instance.nodes(), &widths(instance))
}

/// The earliest ends of the jobs, ascending.
fn earliest_ends(instance: &Instance) -> Vec<i128> {
    let mut ends: Vec<i128> = instance.jobs().iter().map(|job| job.earliest_end().into()).collect();
    ends.sort_unstable();
    ends
}

/// The ascending ends of the jobs as work on one machine, rounded up to integer times.
fn squashed_ends(jobs: &[Job], counts: &Counts) -> Vec<i128> {
    let capacity = i128::from(counts.capacity);
    let work = jobs.iter().zip(&counts.of);
    let work = work
        .map(|(job, &f)| (capacity * i128::from(job.submit), i128::from(f) * i128::from(job.run)))
        .collect();
    srpt_ends(work).into_iter().map(|end| ceil_div(end, capacity)).collect()
}

/// The ascending ends of pairs of release and work on one machine of speed 1, the shortest remaining work first.
pub(crate) fn srpt_ends(mut work: Vec<(i128, i128)>) -> Vec<i128> {
    work.sort_unstable();
    let (mut ends, mut waiting, mut now) = (Vec::with_capacity(work.len()), BinaryHeap::new(), 0);
    let mut coming = work.into_iter().peekable();
    loop {
        if waiting.is_empty() {
            let Some(&(release, _)) = coming.peek() else { return ends };
            now = now.max(release);
        }
        while let Some((_, amount)) = coming.next_if(|&(release, _)| release <= now) {
            waiting.push(Reverse(amount));
        }
        let Some(Reverse(amount)) = waiting.pop() else { continue };
        match coming.peek() {
            Some(&(release, _)) if now + amount > release => {
                waiting.push(Reverse(amount - (release - now)));
                now = release;
            }
            _ => {
                now += amount;
                ends.push(now);
            }
        }
    }
}
