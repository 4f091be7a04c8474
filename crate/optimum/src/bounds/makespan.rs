//! Bounds of the last end of rigid jobs.

use crate::bound::{Bound, Witness};
use crate::instance::{Instance, Job};
use crate::numbers::ceil_div;
use crate::width::{Counts, WidthMap};

/// No job ends before its submission plus its runtime.
pub fn longest(instance: &Instance) -> Bound {
    let mut best = Bound::new("longest", 0, Witness::All);
    for (job, item) in instance.jobs().iter().enumerate() {
        if i128::from(item.earliest_end()) > best.value {
            best.value = item.earliest_end().into();
            best.witness = Witness::Job { job };
        }
    }
    best
}

/// The total work over all nodes, from the first submission on.
pub fn area(instance: &Instance) -> Bound {
    let work: i128 = instance.jobs().iter().map(Job::work).sum();
    let first = i128::from(instance.first_submit());
    Bound::new("area", first + ceil_div(work, instance.nodes().into()), Witness::All)
}

/// The work submitted at a time or later, over all nodes.
pub fn area_after(instance: &Instance) -> Bound {
    let mut jobs: Vec<&Job> = instance.jobs().iter().collect();
    jobs.sort_by_key(|job| std::cmp::Reverse((job.submit, job.nodes, job.run)));
    let mut best = Bound::new("area-after", 0, Witness::All);
    let mut work = 0;
    for job in jobs {
        work += job.work();
        let value = i128::from(job.submit) + ceil_div(work, instance.nodes().into());
        if value > best.value {
            best.value = value;
            best.witness = Witness::Work { from: job.submit, width: WidthMap::Identity };
        }
    }
    best
}

/// The remaining work at a time if every job ran from its submission on.
pub fn preemptive(instance: &Instance) -> Bound {
    let widths: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    let maps = [Counts::identity(instance.nodes(), &widths)];
    longest_or_left("preemptive", instance, &maps)
}

/// As [`preemptive`], with all width maps.
pub fn preemptive_widths(instance: &Instance) -> Bound {
    let widths: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    longest_or_left("preemptive-widths", instance, &Counts::of_all_maps(instance.nodes(), &widths))
}

/// The larger of the longest job and the remaining work at a time, by the best of several width maps.
fn longest_or_left(id: &'static str, instance: &Instance, maps: &[Counts]) -> Bound {
    let mut best = Bound { id, ..longest(instance) };
    // The slope changes where the remaining work of a job ends; the order is the same for all maps.
    let mut changes: Vec<(i64, bool, usize)> = Vec::with_capacity(2 * instance.len());
    for (id, job) in instance.jobs().iter().enumerate() {
        changes.push((job.submit, true, id));
        changes.push((job.earliest_end(), false, id));
    }
    changes.sort_unstable();
    for counts in maps {
        let (value, from) = left_work_bound(instance.jobs(), counts, &changes);
        if value > best.value {
            best.value = value;
            best.witness = Witness::Work { from, width: counts.map };
        }
    }
    best
}

/// The maximum of time plus remaining work over capacity, and that time.
fn left_work_bound(jobs: &[Job], counts: &Counts, changes: &[(i64, bool, usize)]) -> (i128, i64) {
    let capacity = i128::from(counts.capacity);
    let mut left: i128 =
        jobs.iter().zip(&counts.of).map(|(job, &f)| i128::from(f) * i128::from(job.run)).sum();
    let (mut best, mut slope, mut latest) = ((0, 0), 0_i128, 0);
    for &(time, begins, job) in changes {
        left -= slope * i128::from(time - latest);
        latest = time;
        if left > 0 {
            let value = i128::from(time) + ceil_div(left, capacity);
            if value > best.0 {
                best = (value, time);
            }
        }
        let count = i128::from(counts.of[job]);
        slope += if begins { count } else { -count };
    }
    best
}
