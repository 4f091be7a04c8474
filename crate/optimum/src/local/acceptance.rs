//! Which changes are kept, when the search restarts, and its random numbers.

use ganttlet_core::rng::{Stream, Streams};

/// Number of earlier values with which a new one is compared.
const HISTORY: usize = 50;
/// Number of evaluations without a better schedule until a restart.
const PATIENCE: u64 = 5_000;
/// Number of random moves at a restart.
pub(super) const RESTART_MOVES: usize = 10;

/// Late acceptance.
pub(super) struct Acceptance<V> {
    seed: u64,
    restarts: u64,
    /// The random numbers until the next restart.
    pub(super) stream: Stream,
    current: V,
    history: Vec<V>,
    at: usize,
    /// Number of evaluations since the latest better schedule.
    idle: u64,
}

impl<V: Copy + Ord> Acceptance<V> {
    pub(super) fn new(seed: u64, value: V) -> Self {
        let stream = stream(seed, 0);
        Self { seed, restarts: 0, stream, current: value, history: vec![value; HISTORY], at: 0, idle: 0 }
    }

    /// True if a candidate of this value replaces the current solution.
    pub(super) fn accepts(&mut self, value: V) -> bool {
        let accepted = value <= self.current || value <= self.history[self.at];
        if accepted {
            self.current = value;
        }
        self.history[self.at] = self.current;
        self.at = (self.at + 1) % HISTORY;
        accepted
    }

    /// Notes an evaluation, and whether it is the best of all.
    pub(super) fn note(&mut self, is_better: bool) {
        self.idle = if is_better { 0 } else { self.idle + 1 };
    }

    /// True if it is time to go back to the best solution.
    pub(super) fn is_due(&self) -> bool {
        self.idle >= PATIENCE
    }

    /// Starts anew from a solution of this value.
    pub(super) fn restart(&mut self, value: V) {
        self.restarts += 1;
        self.stream = stream(self.seed, self.restarts);
        self.current = value;
        self.history.fill(value);
        self.idle = 0;
    }

    /// A random number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.stream.uniform_below(count as u32) as usize
    }

    /// True in so many of a hundred cases.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.stream.uniform_below(100) < share
    }
}

fn stream(seed: u64, restart: u64) -> Stream {
    Streams::new(seed).get(&format!("optimum/{restart}"))
}

/// Number of jobs above which moves are short, and how far they are then.
const LONG_LIST: (usize, usize) = (100, 50);

/// Moves one entry of a list (70 %), or swaps two.
pub(super) fn change_list<V: Copy + Ord>(acceptance: &mut Acceptance<V>, list: &mut Vec<usize>) {
    let count = list.len();
    if count < 2 {
        return;
    }
    let from = acceptance.below(count);
    let to = if count > LONG_LIST.0 {
        let low = from.saturating_sub(LONG_LIST.1);
        low + acceptance.below((from + LONG_LIST.1).min(count - 1) - low + 1)
    } else {
        acceptance.below(count)
    };
    if acceptance.percent(70) {
        let job = list.remove(from);
        list.insert(to, job);
    } else {
        list.swap(from, to);
    }
}
