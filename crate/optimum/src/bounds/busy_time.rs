//! Bounds of weighted sums of flow times from mean busy times (Goemans and others).

use crate::bound::{Bound, Witness};
use crate::instance::{Instance, Job};
use crate::numbers::Fraction;
use crate::width::{Counts, WidthMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The total flow time from mean busy times.
pub fn mean_busy_times(instance: &Instance) -> Bound {
    let maps = [Counts::identity(instance.nodes(), &widths(instance))];
    total_flow("busy", instance, &maps)
}

/// As [`mean_busy_times`], with all width maps.
pub fn mean_busy_times_by_width(instance: &Instance) -> Bound {
    let maps = Counts::of_all_maps(instance.nodes(), &widths(instance));
    total_flow("busy-widths", instance, &maps)
}

/// The total slowdown of the jobs that have a runtime, in thousandths, rounded down.
pub fn slowdown(instance: &Instance) -> Bound {
    let jobs: Vec<Job> = instance.jobs().iter().copied().filter(|job| job.run > 0).collect();
    let divisors: Vec<i64> = jobs.iter().map(|job| job.run).collect();
    slowdown_sum("slowdown", instance.nodes(), &jobs, &divisors)
}

/// The total bounded slowdown in thousandths, rounded down.
pub fn bounded_slowdown(instance: &Instance, threshold: i64) -> Bound {
    let divisors: Vec<i64> = instance.jobs().iter().map(|job| job.run.max(threshold).max(1)).collect();
    slowdown_sum("bounded-slowdown", instance.nodes(), instance.jobs(), &divisors)
}

/// The bound of the sum of slowdowns with these divisors.
fn slowdown_sum(id: &'static str, nodes: i64, jobs: &[Job], divisors: &[i64]) -> Bound {
    let widths: Vec<i64> = jobs.iter().map(|job| job.nodes).collect();
    let maps = Counts::of_all_maps(nodes, &widths);
    let (sum, width) = best_sum(jobs, divisors, &maps);
    // No slowdown is below 1.
    let count = 1000 * jobs.len() as i128;
    let value = sum.thousandths();
    if value > count {
        Bound::new(id, value, Witness::Order { width })
    } else {
        Bound::new(id, count, Witness::All)
    }
}

/// The bound of the total flow time, by the best of several width maps.
fn total_flow(id: &'static str, instance: &Instance, maps: &[Counts]) -> Bound {
    let (sum, width) = best_sum(instance.jobs(), &vec![1; instance.len()], maps);
    Bound::new(id, sum.ceil(), Witness::Order { width })
}

/// The number of nodes of each job.
fn widths(instance: &Instance) -> Vec<i64> {
    instance.jobs().iter().map(|job| job.nodes).collect()
}

/// The largest weighted sum over several width maps, with the map.
fn best_sum(jobs: &[Job], divisors: &[i64], maps: &[Counts]) -> (Fraction, WidthMap) {
    let mut best = (Fraction::default(), WidthMap::Identity);
    for counts in maps {
        let sum = weighted_flow(jobs, divisors, counts);
        if sum > best.0 {
            best = (sum, counts.map);
        }
    }
    best
}

/// The sum of flow times, each over its divisor: mean busy time + run / 2 - submission.
fn weighted_flow(jobs: &[Job], divisors: &[i64], counts: &Counts) -> Fraction {
    let capacity = i128::from(counts.capacity);
    let mut sum = Fraction::default();
    let mut pieces = Vec::with_capacity(jobs.len());
    for (id, (job, &count)) in jobs.iter().zip(&counts.of).enumerate() {
        let work = i128::from(count) * i128::from(job.run);
        if work == 0 {
            sum.add_ratio(job.run.into(), divisors[id].into());
        } else {
            let release = capacity * i128::from(job.submit);
            pieces.push(Piece { release, work, key: work * i128::from(divisors[id]), id });
        }
    }
    for (id, work, moment) in moments(pieces) {
        // The moment is the sum of h (2 t + h); divided by 2 x capacity x work it is the mean busy time.
        let job = &jobs[id];
        let flow = moment + capacity * work * i128::from(job.run - 2 * job.submit);
        sum.add_ratio(flow, 2 * capacity * work * i128::from(divisors[id]));
    }
    sum
}

/// Work on one machine.
pub(super) struct Piece {
    /// Release, in units of the machine.
    pub(super) release: i128,
    /// Amount of work, above 0.
    pub(super) work: i128,
    /// Priority: smallest first.
    pub(super) key: i128,
    /// The job.
    pub(super) id: usize,
}

/// For each piece its id, its work, and the sum of h (2 t + h) over the intervals [t, t + h) in which it runs, if the
/// available piece with the smallest key always runs.
pub(super) fn moments(mut pieces: Vec<Piece>) -> Vec<(usize, i128, i128)> {
    pieces.sort_by_key(|piece| (piece.release, piece.id));
    let mut left: Vec<i128> = pieces.iter().map(|piece| piece.work).collect();
    let mut moments = vec![0_i128; pieces.len()];
    let (mut waiting, mut now, mut next) = (BinaryHeap::new(), 0, 0);
    loop {
        if waiting.is_empty() {
            let Some(piece) = pieces.get(next) else { break };
            now = now.max(piece.release);
        }
        while let Some(piece) = pieces.get(next).filter(|piece| piece.release <= now) {
            waiting.push(Reverse((piece.key, next)));
            next += 1;
        }
        let Some(&Reverse((_, at))) = waiting.peek() else { continue };
        let step = pieces.get(next).map_or(left[at], |piece| left[at].min(piece.release - now));
        moments[at] += step * (2 * now + step);
        now += step;
        left[at] -= step;
        if left[at] == 0 {
            waiting.pop();
        }
    }
    pieces.iter().zip(moments).map(|(piece, moment)| (piece.id, piece.work, moment)).collect()
}
