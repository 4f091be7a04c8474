//! Bounds of the largest wait, flow time and slowdown of rigid jobs, by deadlines.

use crate::bound::{Bound, Witness};
use crate::instance::{Instance, Job};
use crate::width::Counts;

/// The largest flow time of a job.
pub fn largest_flow(instance: &Instance) -> Bound {
    let due = |job: &Job, flow: i128| i128::from(job.submit) + flow;
    Bound::new(
        "largest-flow",
        least_feasible(instance, instance.jobs(), horizon(instance.jobs()), &due),
        Witness::All,
    )
}

/// The largest wait time of a job.
pub fn largest_wait(instance: &Instance) -> Bound {
    let due = |job: &Job, wait: i128| i128::from(job.earliest_end()) + wait;
    Bound::new(
        "largest-wait",
        least_feasible(instance, instance.jobs(), horizon(instance.jobs()), &due),
        Witness::All,
    )
}

/// The largest slowdown of a job that has a runtime: it is above this number of thousandths.
pub fn largest_slowdown(instance: &Instance) -> Bound {
    let jobs: Vec<Job> = instance.jobs().iter().copied().filter(|job| job.run > 0).collect();
    let due = |job: &Job, limit: i128| i128::from(job.submit) + i128::from(job.run) * limit / 1000;
    let least = least_feasible(instance, &jobs, 1000 * (1 + horizon(&jobs)), &due);
    Bound::new("largest-slowdown", (least - 1).max(1000), Witness::All)
}

/// A time by which all jobs can have ended.
fn horizon(jobs: &[Job]) -> i128 {
    let latest = jobs.iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
    latest + jobs.iter().map(|job| i128::from(job.run)).sum::<i128>() + 1
}

/// The smallest limit whose deadlines are not refuted.
fn least_feasible(instance: &Instance, jobs: &[Job], top: i128, due: &dyn Fn(&Job, i128) -> i128) -> i128 {
    let widths: Vec<i64> = jobs.iter().map(|job| job.nodes).collect();
    let maps = Counts::of_all_maps(instance.nodes(), &widths);
    let (mut low, mut high) = (0, top);
    while low < high {
        let middle = low + (high - low) / 2;
        let ends: Vec<i128> = jobs.iter().map(|job| due(job, middle)).collect();
        if fits(jobs, &ends, &maps) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Necessary for a schedule within deadlines: the work of each window is at most its area.
fn fits(jobs: &[Job], due: &[i128], maps: &[Counts]) -> bool {
    if jobs.iter().zip(due).any(|(job, &due)| i128::from(job.earliest_end()) > due) {
        return false;
    }
    let mut by_end: Vec<usize> = (0..jobs.len()).collect();
    by_end.sort_by_key(|&id| (due[id], id));
    let mut submits: Vec<i64> = jobs.iter().map(|job| job.submit).collect();
    submits.sort_unstable();
    submits.dedup();
    for counts in maps {
        for &first in &submits {
            let mut load = 0_i128;
            for &id in by_end.iter().filter(|&&id| jobs[id].submit >= first) {
                load += i128::from(counts.of[id]) * i128::from(jobs[id].run);
                if load > i128::from(counts.capacity) * (due[id] - i128::from(first)) {
                    return false;
                }
            }
        }
    }
    true
}
