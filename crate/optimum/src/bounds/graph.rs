//! Bounds of the last end of tasks with predecessors: paths and levels.

use crate::bound::{Bound, Witness};
use crate::instance::Instance;
use crate::numbers::ceil_div;
use crate::width::{Counts, WidthMap};

/// The longest path of tasks.
pub fn critical_path(instance: &Instance) -> Bound {
    let length = |id: usize| instance.heads()[id] + instance.jobs()[id].run + instance.tails()[id];
    let mut best = Bound::new("critical-path", 0, Witness::Path { tasks: Vec::new() });
    let Some(middle) = (0..instance.len()).max_by_key(|&id| (length(id), std::cmp::Reverse(id))) else {
        return best;
    };
    best.value = length(middle).into();
    let mut tasks = vec![middle];
    let (jobs, heads, tails) = (instance.jobs(), instance.heads(), instance.tails());
    let before = |id: usize| {
        let mut list = instance.predecessors(id).iter().copied();
        list.find(|&other| heads[other] + jobs[other].run == heads[id])
    };
    let after = |id: usize| {
        let mut list = instance.successors(id).iter().copied();
        list.find(|&other| jobs[other].run + tails[other] == tails[id])
    };
    while let Some(other) = before(tasks[0]) {
        tasks.insert(0, other);
    }
    let mut last = middle;
    while let Some(other) = after(last) {
        tasks.push(other);
        last = other;
    }
    best.witness = Witness::Path { tasks };
    best
}

/// The work of tasks that all have a long path before and behind them.
pub fn level(instance: &Instance) -> Bound {
    let widths: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    let mut best = Bound { id: "level", ..critical_path(instance) };
    let mut tails = instance.tails().to_vec();
    tails.sort_unstable();
    tails.dedup();
    let heads = instance.heads();
    let mut by_head: Vec<usize> = (0..instance.len()).collect();
    by_head.sort_by_key(|&id| std::cmp::Reverse((heads[id], id)));
    for counts in Counts::of_all_maps(instance.nodes(), &widths) {
        for &tail in &tails {
            let mut work = 0_i128;
            for &id in by_head.iter().filter(|&&id| instance.tails()[id] >= tail) {
                work += i128::from(counts.of[id]) * i128::from(instance.jobs()[id].run);
                if work == 0 {
                    continue;
                }
                let head = heads[id];
                let value = i128::from(head) + ceil_div(work, counts.capacity.into()) + i128::from(tail);
                if value > best.value {
                    best.value = value;
                    best.witness = Witness::Level { head, tail, width: counts.map };
                }
            }
        }
    }
    best
}

/// The total work over all nodes, from the first possible start on.
pub fn area(instance: &Instance) -> Bound {
    let bound = super::makespan::area(instance);
    Bound { witness: Witness::Work { from: instance.first_submit(), width: WidthMap::Identity }, ..bound }
}
