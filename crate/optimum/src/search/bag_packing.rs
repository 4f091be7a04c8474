//! Search for a packing of all tasks on processors that end by an assumed time.

use super::progress::SearchState;
use super::visited::SetHasher;
use crate::bag::Bag;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Maximum number of stored states.
const LIMIT: usize = 1 << 20;

/// A processor that is being filled: the tasks before `position` in the list are decided.
#[derive(Clone, Copy)]
struct Fill {
    /// The index of the processor in the sequence.
    processor: usize,
    position: usize,
    load: i64,
    /// The tasks that are not placed, by position.
    left: u64,
    waste: i128,
    /// Number of placed tasks.
    placed: usize,
}

/// The result of a step of the search.
pub(super) enum Step {
    /// Not complete.
    Open,
    /// There is no packing.
    Refuted,
    /// The processor of each task.
    Found(Vec<usize>),
}

/// The search for one assumed end.
pub(super) struct PackingSearch {
    end: i64,
    slack: i128,
    /// The processors, fastest first.
    sequence: Vec<usize>,
    stack: Vec<(Fill, Option<(usize, usize)>)>,
    /// Position and processor of each placed task.
    placed: Vec<(usize, usize)>,
    visited: HashSet<(u64, u64), BuildHasherDefault<SetHasher>>,
}

impl PackingSearch {
    pub(super) fn new(bag: &Bag, end: i64) -> Self {
        let mut sequence: Vec<usize> = (0..bag.processors()).collect();
        sequence.sort_by_key(|&processor| (std::cmp::Reverse(bag.weights[processor]), processor));
        let pool: i128 = bag.weights.iter().map(|&weight| i128::from(weight)).sum();
        let work: i128 = bag.works.iter().sum();
        let left = if bag.len() == 64 { u64::MAX } else { (1 << bag.len()) - 1 };
        let root = Fill { processor: 0, position: 0, load: 0, left, waste: 0, placed: 0 };
        Self {
            end,
            slack: pool * i128::from(end) - work,
            sequence,
            stack: vec![(root, None)],
            placed: Vec::new(),
            visited: HashSet::default(),
        }
    }

    /// The assumed end.
    pub(super) fn end(&self) -> i64 {
        self.end
    }

    /// Visits one node.
    pub(super) fn visit_next(&mut self, bag: &Bag, state: &mut SearchState) -> Step {
        let Some((mut fill, placement)) = self.stack.pop() else { return Step::Refuted };
        state.trail.add(fill.left ^ (fill.processor as u64) << 58 ^ (fill.position as u64) << 52);
        self.placed.truncate(fill.placed - usize::from(placement.is_some()));
        self.placed.extend(placement);
        if fill.left == 0 {
            state.counters.explored += 1;
            let mut places = vec![0; bag.len()];
            for &(position, processor) in &self.placed {
                places[bag.by_run[position]] = processor;
            }
            return Step::Found(places);
        }
        loop {
            let Some(&processor) = self.sequence.get(fill.processor) else {
                state.counters.cut_by_bound += 1;
                break;
            };
            let weight = i128::from(bag.weights[processor]);
            let run = |position: usize| bag.durations[bag.by_run[position]][processor];
            let is_left = |position: usize| fill.left >> position & 1 == 1;
            let fits = |&position: &usize| is_left(position) && fill.load + run(position) <= self.end;
            let room = self.end - fill.load;
            let mut useful = (fill.position..bag.len()).filter(fits);
            let next = useful.next();
            let fillable = next.map_or(0, &run) + useful.map(&run).fold(0_i64, i64::saturating_add);
            if fill.waste + weight * i128::from((room - fillable).max(0)) > self.slack {
                state.counters.cut_by_bound += 1;
                break;
            }
            let Some(position) = next else {
                // This processor is full; the remaining tasks are for the others.
                fill.waste += weight * i128::from(room);
                fill = Fill { processor: fill.processor + 1, position: 0, load: 0, ..fill };
                if !self.visit_set(&fill) {
                    state.counters.cut_by_dominance += 1;
                    break;
                }
                continue;
            };
            state.counters.explored += 1;
            let task = bag.by_run[position];
            if !self.must_take(bag, &fill, position) {
                let alike =
                    (position..bag.len()).take_while(|&other| bag.runs[bag.by_run[other]] == bag.runs[task]);
                self.stack.push((Fill { position: position + alike.count(), ..fill }, None));
            }
            let more = weight * i128::from(run(position)) - bag.works[task];
            if fill.waste + more <= self.slack {
                let taken = Fill {
                    position: position + 1,
                    load: fill.load + run(position),
                    left: fill.left & !(1 << position),
                    waste: fill.waste + more,
                    placed: fill.placed + 1,
                    ..fill
                };
                self.stack.push((taken, Some((position, processor))));
            }
            break;
        }
        if self.stack.is_empty() { Step::Refuted } else { Step::Open }
    }

    /// The longest remaining task is on one of the remaining processors; if they are identical, on the first.
    fn must_take(&self, bag: &Bag, fill: &Fill, position: usize) -> bool {
        let left = &self.sequence[fill.processor..];
        fill.load == 0
            && fill.left.trailing_zeros() as usize == position
            && left.iter().all(|&other| bag.kinds[other] == bag.kinds[left[0]])
    }

    /// False if the same tasks were left for the same processors before.
    fn visit_set(&mut self, fill: &Fill) -> bool {
        let key = (fill.processor as u64, fill.left);
        if self.visited.contains(&key) {
            return false;
        }
        if self.visited.len() < LIMIT {
            self.visited.insert(key);
        }
        true
    }
}
