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

/// What each number of workers gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOff {
    /// From one worker to one for each task.
    pub points: Vec<Point>,
}

/// What a number of workers gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How many.
    pub workers: u32,
    /// How long the batch takes.
    pub makespan: i64,
    /// The busy share of their time, 0 to 1.
    pub efficiency: f64,
    /// Time by efficiency.
    pub ratio: f64,
}

/// For times in the order of the list.
pub fn trade_off(times: &[i64]) -> TradeOff {
    let sum = times.iter().sum::<i64>() as f64;
    let point = |workers: u32| {
        let makespan = makespan(times, workers);
        let efficiency = sum / (f64::from(workers) * makespan as f64);
        Point { workers, makespan, efficiency, ratio: makespan as f64 / efficiency }
    };
    TradeOff { points: (1..=times.len() as u32).map(point).collect() }
}

impl TradeOff {
    /// Where the ratio is least.
    pub fn perfect_number(&self) -> u32 {
        self.points.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio)).map_or(0, |point| point.workers)
    }

    /// The numbers around it of a ratio at most a tenth larger.
    pub fn ideal_interval(&self) -> (u32, u32) {
        let best = self.perfect_number();
        let Some(at) = (best as usize).checked_sub(1) else { return (0, 0) };
        let near = |point: &&Point| point.ratio <= 1.1 * self.points[at].ratio;
        let below = self.points[..at].iter().rev().take_while(near).count() as u32;
        (best - below, best + self.points[at + 1..].iter().take_while(near).count() as u32)
    }
}
