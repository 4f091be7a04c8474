//! Branch and bound over the processors of tasks, longest task first.

use super::progress::SearchState;
use super::tree::{Branching, Expansion};
use super::visited::SetHasher;
use crate::bag::{Bag, MOST_TASKS};
use crate::numbers::{InvalidInstance, ceil_div};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Maximum number of stored states.
const LIMIT: usize = 1 << 20;

/// Branches by the processor of the next task.
pub(super) struct TaskBranching {
    pub(super) bag: Bag,
    /// The minimum weighted work of the tasks from each position on.
    rest: Vec<i128>,
    /// The weights of all processors.
    pool: i128,
    visited: HashSet<Box<[i64]>, BuildHasherDefault<SetHasher>>,
}

impl TaskBranching {
    /// True if the same loads were visited at this position; otherwise they are stored, if there is room.
    fn is_visited(&mut self, loads: &[i64], position: usize) -> bool {
        let mut kinds: Vec<(usize, i64)> =
            self.bag.kinds.iter().copied().zip(loads.iter().copied()).collect();
        kinds.sort_unstable();
        // The kinds are the same in all states.
        let mut key = Vec::with_capacity(kinds.len() + 1);
        key.push(position as i64);
        key.extend(kinds.into_iter().map(|(_, load)| load));
        let key = key.into_boxed_slice();
        if self.visited.contains(&key) {
            return true;
        }
        if self.visited.len() < LIMIT {
            self.visited.insert(key);
        }
        false
    }
}

/// The largest load of a processor.
fn largest_load(loads: &[i64]) -> i64 {
    loads.iter().copied().max().unwrap_or(0)
}

impl Branching for TaskBranching {
    type Problem = Bag;
    /// The load of each processor.
    type Node = Vec<i64>;
    /// The processor of the next task.
    type Choice = usize;
    type Solution = Vec<usize>;

    fn new(bag: Bag) -> Result<Self, InvalidInstance> {
        if bag.len() > MOST_TASKS {
            return Err(InvalidInstance::Overflow);
        }
        let mut rest = vec![0; bag.len() + 1];
        for (at, &task) in bag.by_run.iter().enumerate().rev() {
            rest[at] = rest[at + 1] + bag.works[task];
        }
        let pool = bag.weights.iter().map(|&weight| i128::from(weight)).sum();
        Ok(Self { rest, pool, visited: HashSet::default(), bag })
    }

    fn problem(&self) -> &Bag {
        &self.bag
    }

    fn forget_visited(&mut self) {
        self.visited = HashSet::default();
    }

    fn root(&self) -> Vec<i64> {
        vec![0; self.bag.processors()]
    }

    fn depth(&self) -> usize {
        self.bag.len()
    }

    fn extend(&mut self, parent: &Vec<i64>, path: &[usize], processor: usize, child: &mut Vec<i64>) {
        child.clone_from(parent);
        child[processor] += self.bag.durations[self.bag.by_run[path.len()]][processor];
    }

    fn record_visit(&self, _: &Vec<i64>, path: &[usize], state: &mut SearchState) {
        state.trail.add((path.len() as u64) << 32 | path.last().map_or(0, |&last| last as u64 + 1));
    }

    fn complete(&self, loads: &Vec<i64>, path: &[usize], best: i64) -> Option<(i64, Vec<usize>)> {
        let value = largest_load(loads);
        if value >= best {
            return None;
        }
        let mut places = vec![0; self.bag.len()];
        for (&task, &processor) in self.bag.by_run.iter().zip(path) {
            places[task] = processor;
        }
        Some((value, places))
    }

    fn expand(
        &mut self,
        loads: &Vec<i64>,
        path: &[usize],
        state: &SearchState,
        children: &mut Vec<usize>,
    ) -> Expansion {
        let (position, best) = (path.len(), state.best);
        let largest = largest_load(loads);
        let used = loads.iter().zip(&self.bag.weights);
        let used: i128 = used.map(|(&load, &weight)| i128::from(load) * i128::from(weight)).sum();
        let work = used + self.rest[position];
        if largest >= best || work > self.pool * i128::from(best - 1) {
            return Expansion::CutByBound;
        }
        if self.is_visited(loads, position) {
            return Expansion::CutByDominance;
        }
        let bag = &self.bag;
        let task = bag.by_run[position];
        let end = |processor: usize| loads[processor] + bag.durations[task][processor];
        let is_first = |processor: usize| {
            (0..processor)
                .all(|other| bag.kinds[other] != bag.kinds[processor] || loads[other] != loads[processor])
        };
        children
            .extend((0..bag.processors()).filter(|&processor| end(processor) < best && is_first(processor)));
        children.sort_by_key(|&processor| (end(processor), processor));
        if children.is_empty() {
            return Expansion::CutByBound;
        }
        Expansion::Children((ceil_div(work, self.pool) as i64).max(largest))
    }
}
