//! List scheduling on identical machines: the makespan of a batch by number of workers, and the useful number of
//! workers.
//!
//! Graham's rule: the first free worker takes the next task of the list. With one list for all sizes, the time of a
//! batch and the efficiency of its workers follow for every number of workers without simulation (Heymann 2001,
//! sections 3.2 and 4.1).

mod queue;
#[cfg(test)]
mod tests;

use queue::MachineQueue;

/// Upper limit of the ratios in the ideal interval, relative to the best ratio (Heymann 2001, section 4.1).
pub const IDEAL_FACTOR: f64 = 1.1;

/// Makespan of a batch on `workers` identical machines that take its tasks in the order of the list; 0 for no tasks.
/// The unit is that of `times`, none of which is negative; no workers count as one.
pub fn list_makespan(times: &[i64], workers: u32) -> i64 {
    let workers = (workers.max(1) as usize).min(times.len());
    let (first, rest) = times.split_at(workers);
    let mut free = MachineQueue::default();
    for &time in first {
        free.push(time);
    }
    last_completion(&mut free, rest, first.iter().copied().max().unwrap_or(0))
}

/// The makespan of a batch on 1, 2, .. machines, up to one for each task; see [`list_makespan`].
pub fn makespans_by_workers(times: &[i64]) -> Vec<i64> {
    let longest = times.iter().copied().max().unwrap_or(0);
    let mut makespans = Vec::with_capacity(times.len());
    let mut first = MachineQueue::default();
    let mut free = MachineQueue::default();
    let mut last = 0;
    for (place, &time) in times.iter().enumerate() {
        first.push(time);
        last = last.max(time);
        free.copy_from(&first);
        let makespan = last_completion(&mut free, &times[place + 1..], last);
        makespans.push(makespan);
        // With one more machine no task of the same list starts later: for every k, the k-th machine becomes free no
        // later, task after task. The makespan therefore remains that of the longest task.
        if makespan == longest {
            break;
        }
    }
    makespans.resize(times.len(), longest);
    makespans
}

/// End of the last task if the machines, free at these times, take the rest of the list; `last` is the end of the tasks
/// placed so far.
fn last_completion(free: &mut MachineQueue, rest: &[i64], mut last: i64) -> i64 {
    for &time in rest {
        last = last.max(free.delay_first(time));
    }
    last
}

/// The maximum speed-up: total task time over the longest task time; 1 if no task takes time (Heymann 2001, section
/// 4.2.3).
pub fn achievable_speedup(times: &[i64]) -> f64 {
    match times.iter().max() {
        Some(&longest) if longest > 0 => total_time(times) / longest as f64,
        _ => 1.0,
    }
}

fn total_time(times: &[i64]) -> f64 {
    times.iter().map(|&time| i128::from(time)).sum::<i128>() as f64
}

/// Time and efficiency of a batch with one number of workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TradeOffPoint {
    /// Number of workers.
    pub workers: u32,
    /// The makespan, in the unit of the task times.
    pub makespan: i64,
    /// The share of worker time spent on tasks; 1 if the batch takes no time.
    pub efficiency: f64,
    /// The execution-efficiency ratio: time divided by efficiency; smaller is better.
    pub ratio: f64,
}

/// Time and efficiency of a batch with 1, 2, .. workers, up to one for each task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOff {
    /// A point for each number of workers, from 1 on.
    pub points: Vec<TradeOffPoint>,
}

/// Time and efficiency of a batch, `times` in the order of its list, for every useful number of workers.
pub fn batch_trade_off(times: &[i64]) -> TradeOff {
    TradeOff::from_makespans(total_time(times), &makespans_by_workers(times))
}

/// Ratios within this relative difference are equal: rounding to whole microseconds causes such differences.
const EQUAL: f64 = 1e-9;

impl TradeOff {
    /// Time and efficiency from the makespans with 1, 2, .. workers; `work` is the time on one worker. Several
    /// successive batches may be added up, provided that each begins with all workers.
    pub fn from_makespans(work: f64, makespans: &[i64]) -> Self {
        let point = |(workers, &makespan): (u32, &i64)| {
            let time = makespan as f64;
            let efficiency = if makespan > 0 { work / (f64::from(workers) * time) } else { 1.0 };
            let ratio = if makespan > 0 { time / efficiency } else { 0.0 };
            TradeOffPoint { workers, makespan, efficiency, ratio }
        };
        Self { points: (1..).zip(makespans).map(point).collect() }
    }

    /// The perfect number: the smallest number of workers with the minimum ratio; 0 if there are no points (Heymann
    /// 2001, section 4.1).
    pub fn perfect_number(&self) -> u32 {
        let mut best: Option<&TradeOffPoint> = None;
        for point in &self.points {
            if best.is_none_or(|best| point.ratio < best.ratio * (1.0 - EQUAL)) {
                best = Some(point);
            }
        }
        best.map_or(0, |point| point.workers)
    }

    /// The ideal interval: the smallest and largest number of workers around the perfect number with ratios up to
    /// [`IDEAL_FACTOR`] times the minimum. Numbers beyond a gap do not belong to it.
    pub fn ideal_interval(&self) -> (u32, u32) {
        let perfect = self.perfect_number();
        let (before, from) = self.points.split_at((perfect as usize).saturating_sub(1));
        let Some(best) = from.first() else { return (0, 0) };
        let ideal = |point: &&TradeOffPoint| point.ratio <= IDEAL_FACTOR * best.ratio * (1.0 + EQUAL);
        let fewer = before.iter().rev().take_while(ideal).count() as u32;
        let more = from.iter().take_while(ideal).count() as u32;
        (perfect - fewer, perfect + more - 1)
    }
}
