//! Bounds of the last end of a bag of tasks.

use crate::bag::Bag;
use crate::bound::{Bound, Witness};
use crate::numbers::ceil_div;
use std::cmp::Reverse;

/// The longest task on its best processor.
pub fn longest(bag: &Bag) -> Bound {
    let mut best = Bound::new("longest", 0, Witness::All);
    for (job, row) in bag.durations.iter().enumerate() {
        let value = row.iter().copied().min().unwrap_or(0);
        if i128::from(value) > best.value {
            best = Bound::new("longest", value.into(), Witness::Job { job });
        }
    }
    best
}

/// The total work over all processors.
pub fn area(bag: &Bag) -> Bound {
    let pool: i128 = bag.weights.iter().map(|&weight| i128::from(weight)).sum();
    Bound::new("area", ceil_div(bag.works.iter().sum(), pool), Witness::All)
}

/// The k longest tasks on the k fastest processors.
pub fn fastest_k(bag: &Bag) -> Bound {
    let mut fastest: Vec<i64> = bag.weights.clone();
    fastest.sort_by_key(|&weight| Reverse(weight));
    let (mut work, mut pool) = (0, 0);
    let mut best = Bound::new("fastest-k", 0, Witness::All);
    for ((&task, weight), count) in bag.by_run.iter().zip(fastest).zip(1..) {
        work += bag.works[task];
        pool += i128::from(weight);
        let value = ceil_div(work, pool);
        if value > best.value {
            best = Bound::new("fastest-k", value, Witness::Longest { count });
        }
    }
    best
}

/// The time in which the processors can complete k tasks that are as long as the shortest of the k longest ones.
pub fn count(bag: &Bag) -> Bound {
    let mut best = Bound::new("count", 0, Witness::All);
    for (&task, count) in bag.by_run.iter().zip(1_i64..) {
        let row = &bag.durations[task];
        let (mut low, mut high) = (0, count * row.iter().copied().min().unwrap_or(0));
        while low < high {
            let middle = low + (high - low) / 2;
            let ended: i128 = row.iter().map(|&run| i128::from(middle / run)).sum();
            if ended >= i128::from(count) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if i128::from(low) > best.value {
            best = Bound::new("count", low.into(), Witness::Longest { count: count as usize });
        }
    }
    best
}
