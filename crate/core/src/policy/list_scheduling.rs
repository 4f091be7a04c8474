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
