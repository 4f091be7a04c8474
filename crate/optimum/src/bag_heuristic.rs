//! A good schedule of a bag by simple rules, the start of the searches.

use crate::bag::Bag;

/// The longest task first, to the processor on which it ends first; then moves and swaps.
pub(crate) fn initial_places(bag: &Bag) -> Vec<usize> {
    let mut loads = vec![0_i64; bag.processors()];
    let mut places = vec![0; bag.len()];
    for &task in &bag.by_run {
        let end = |&processor: &usize| (loads[processor] + bag.durations[task][processor], processor);
        let Some(processor) = (0..bag.processors()).min_by_key(end) else { continue };
        loads[processor] += bag.durations[task][processor];
        places[task] = processor;
    }
    improve(bag, &mut places);
    places
}

/// Moves and swaps tasks of a processor with the largest load while that reduces its load.
pub(crate) fn improve(bag: &Bag, places: &mut [usize]) {
    while improve_once(bag, places) {}
}

/// Makes one move or swap; false if none reduces the load of a processor with the largest load.
fn improve_once(bag: &Bag, places: &mut [usize]) -> bool {
    let loads = bag.loads(places);
    let Some(full) =
        (0..loads.len()).max_by_key(|&processor| (loads[processor], std::cmp::Reverse(processor)))
    else {
        return false;
    };
    let run = |task: usize, processor: usize| bag.durations[task][processor];
    for task in (0..places.len()).filter(|&task| places[task] == full) {
        for other in (0..loads.len()).filter(|&other| other != full) {
            if loads[other] + run(task, other) < loads[full] {
                places[task] = other;
                return true;
            }
        }
    }
    for task in (0..places.len()).filter(|&task| places[task] == full) {
        for second in (0..places.len()).filter(|&second| places[second] != full) {
            let other = places[second];
            let here = loads[full] - run(task, full) + run(second, full);
            let there = loads[other] - run(second, other) + run(task, other);
            if here < loads[full] && there < loads[full] {
                places[task] = other;
                places[second] = full;
                return true;
            }
        }
    }
    false
}
