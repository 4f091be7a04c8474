//! Branch and bound over the processors of tasks, longest task first.

use super::progress::{Counters, Trail};
use super::visited::SetHasher;
use crate::bag::Bag;
use crate::numbers::ceil_div;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Number of stored states at most.
const LIMIT: usize = 1 << 20;

/// The processors that are still to be tried for a task.
#[derive(Default)]
struct Frame {
    children: Vec<usize>,
    next: usize,
    low: i64,
}

/// The search by task.
pub(super) struct TaskSearch {
    loads: Vec<i64>,
    /// The processor of each placed task, in the order of the search.
    path: Vec<usize>,
    frames: Vec<Frame>,
    depth: usize,
    /// The least weighted work of the tasks from each position on.
    rest: Vec<i128>,
    pool: i128,
    visited: HashSet<Box<[i64]>, BuildHasherDefault<SetHasher>>,
    begun: bool,
}

impl TaskSearch {
    pub(super) fn new(bag: &Bag) -> Self {
        let mut rest = vec![0; bag.len() + 1];
        for (at, &task) in bag.by_run.iter().enumerate().rev() {
            rest[at] = rest[at + 1] + bag.works[task];
        }
        Self {
            loads: vec![0; bag.processors()],
            path: Vec::new(),
            frames: (0..=bag.len()).map(|_| Frame::default()).collect(),
            depth: 0,
            rest,
            pool: bag.weights.iter().map(|&weight| i128::from(weight)).sum(),
            visited: HashSet::default(),
            begun: false,
        }
    }

    /// True if nothing is left to visit.
    pub(super) fn is_exhausted(&self) -> bool {
        self.begun && self.depth == 0
    }

    /// A bound of all nodes that are still to be visited; `best` if there are none.
    pub(super) fn lower(&self, best: i64) -> i64 {
        let open = self.frames[..self.depth].iter().filter(|frame| frame.next < frame.children.len());
        open.map(|frame| frame.low).fold(best, i64::min)
    }

    /// Visits one node. Returns places that are better than `best`, if the node is complete.
    pub(super) fn visit_next(
        &mut self,
        bag: &Bag,
        best: i64,
        trail: &mut Trail,
        counters: &mut Counters,
    ) -> Option<Vec<usize>> {
        if !self.begun {
            self.begun = true;
            return self.visit(bag, best, trail, counters);
        }
        while self.depth > 0 {
            let frame = &mut self.frames[self.depth - 1];
            let Some(&processor) = frame.children.get(frame.next) else {
                self.depth -= 1;
                self.undo(bag);
                continue;
            };
            frame.next += 1;
            let task = bag.by_run[self.path.len()];
            self.loads[processor] += bag.durations[task][processor];
            self.path.push(processor);
            let depth = self.depth;
            let found = self.visit(bag, best, trail, counters);
            if self.depth == depth {
                self.undo(bag);
            }
            return found;
        }
        None
    }

    fn undo(&mut self, bag: &Bag) {
        if let Some(processor) = self.path.pop() {
            let task = bag.by_run[self.path.len()];
            self.loads[processor] -= bag.durations[task][processor];
        }
    }

    fn visit(
        &mut self,
        bag: &Bag,
        best: i64,
        trail: &mut Trail,
        counters: &mut Counters,
    ) -> Option<Vec<usize>> {
        let position = self.path.len();
        trail.add((position as u64) << 32 | self.path.last().map_or(0, |&last| last as u64 + 1));
        let fullest = self.loads.iter().copied().max().unwrap_or(0);
        let Some(&task) = bag.by_run.get(position) else {
            counters.explored += 1;
            if fullest >= best {
                return None;
            }
            let mut places = vec![0; bag.len()];
            for (&task, &processor) in bag.by_run.iter().zip(&self.path) {
                places[task] = processor;
            }
            return Some(places);
        };
        let used = self.loads.iter().zip(&bag.weights);
        let used: i128 = used.map(|(&load, &weight)| i128::from(load) * i128::from(weight)).sum();
        let work = used + self.rest[position];
        if fullest >= best || work > self.pool * i128::from(best - 1) {
            counters.cut_by_bound += 1;
            return None;
        }
        if self.is_visited(bag, position) {
            counters.cut_by_dominance += 1;
            return None;
        }
        let end = |processor: usize| self.loads[processor] + bag.durations[task][processor];
        let is_first = |processor: usize| {
            (0..processor).all(|other| {
                bag.kinds[other] != bag.kinds[processor] || self.loads[other] != self.loads[processor]
            })
        };
        let mut children: Vec<usize> =
            (0..bag.processors()).filter(|&processor| end(processor) < best && is_first(processor)).collect();
        children.sort_by_key(|&processor| (end(processor), processor));
        if children.is_empty() {
            counters.cut_by_bound += 1;
            return None;
        }
        counters.explored += 1;
        let low = (ceil_div(work, self.pool) as i64).max(fullest);
        self.frames[self.depth] = Frame { children, next: 0, low };
        self.depth += 1;
        None
    }

    /// True if the same loads were visited at this position; else they are stored, if there is room.
    fn is_visited(&mut self, bag: &Bag, position: usize) -> bool {
        let mut kinds: Vec<(usize, i64)> =
            bag.kinds.iter().copied().zip(self.loads.iter().copied()).collect();
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
