//! List scheduling on identical machines: how long a batch takes with so many workers, and how many are worth having.
//!
//! Graham's rule: whoever is free first takes the next task of the list. With one list for all sizes, the time of a
//! batch and the efficiency of its workers can be worked out for every number of workers without simulating anything
//! (Heymann 2001, sections 3.2 and 4.1).

/// How long a batch takes on `workers` identical machines that take its tasks, `times` in the order of the list, one
/// after the other; 0 for no tasks. The unit is that of the times, none of which is negative; no workers count as one.
pub fn makespan(times: &[i64], workers: u32) -> i64 {
    let workers = (workers.max(1) as usize).min(times.len());
    let mut free = std::collections::BinaryHeap::with_capacity(workers);
    let mut last = 0;
    for (place, &time) in times.iter().enumerate() {
        let start = if place < workers { 0 } else { free.pop().map_or(0, |std::cmp::Reverse(end)| end) };
        let end: i64 = time.saturating_add(start);
        free.push(std::cmp::Reverse(end));
        last = last.max(end);
    }
    last
}

/// What so many workers make of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How many workers.
    pub workers: u32,
    /// How long the batch takes, in the unit of its times.
    pub makespan: i64,
    /// The share of their time in which the workers work.
    pub efficiency: f64,
    /// Time by efficiency, less is better.
    pub ratio: f64,
}

/// Time and efficiency of a batch with 1, 2, .. workers, up to one for each task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOff {
    /// A point for each number of workers, from 1 on.
    pub points: Vec<Point>,
}

/// Time and efficiency of a batch for every number of workers worth thinking of.
pub fn trade_off(times: &[i64]) -> TradeOff {
    let work = times.iter().sum::<i64>() as f64;
    let point = |workers: u32| {
        let makespan = makespan(times, workers);
        let efficiency = if makespan > 0 { work / (f64::from(workers) * makespan as f64) } else { 1.0 };
        Point { workers, makespan, efficiency, ratio: makespan as f64 / efficiency }
    };
    TradeOff { points: (1..=times.len() as u32).map(point).collect() }
}

impl TradeOff {
    /// The number of workers with the best ratio.
    pub fn perfect_number(&self) -> u32 {
        let best = self.points.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
        best.map_or(0, |point| point.workers)
    }

    /// The numbers of workers around the perfect one whose ratios are at most a tenth above its.
    pub fn ideal_interval(&self) -> (u32, u32) {
        let perfect = self.perfect_number();
        if perfect == 0 {
            return (0, 0);
        }
        let limit = 1.1 * self.points[perfect as usize - 1].ratio;
        let good = |workers: u32| self.points.get(workers as usize - 1).is_some_and(|point| point.ratio <= limit);
        let first = (1..=perfect).rev().take_while(|&workers| good(workers)).last().unwrap_or(perfect);
        let last = (perfect..).take_while(|&workers| good(workers)).last().unwrap_or(perfect);
        (first, last)
    }
}
