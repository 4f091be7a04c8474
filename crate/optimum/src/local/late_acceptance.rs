//! Late acceptance: the acceptance rule, restarts, and random numbers of the local search.

use crate::search_problem::Cost;
use ganttlet_core::rng::{Stream, Streams};

/// Number of earlier costs for the comparison with a new one.
const HISTORY: usize = 50;
/// Number of evaluations without a better schedule until a restart.
const PATIENCE: u64 = 5_000;

/// Random numbers of a search until its next restart.
pub struct RandomNumbers(Stream);

impl RandomNumbers {
    fn new(seed: u64, restart: u64) -> Self {
        Self(Streams::new(seed).get(&format!("optimum/{restart}")))
    }

    /// A random number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0.uniform_below(count as u32) as usize
    }

    /// True with this probability in per cent.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.0.uniform_below(100) < share
    }
}

/// The state of late acceptance: the costs of the latest accepted schedules.
pub(super) struct LateAcceptance {
    seed: u64,
    restarts: u64,
    pub(super) random: RandomNumbers,
    current: Cost,
    history: Vec<Cost>,
    /// Index of the oldest entry of `history`.
    oldest: usize,
    /// Number of evaluations since the latest better schedule.
    idle: u64,
}

impl LateAcceptance {
    pub(super) fn new(seed: u64, cost: Cost) -> Self {
        Self {
            seed,
            restarts: 0,
            random: RandomNumbers::new(seed, 0),
            current: cost,
            history: vec![cost; HISTORY],
            oldest: 0,
            idle: 0,
        }
    }

    /// True if a candidate of this cost replaces the current schedule.
    pub(super) fn accepts(&mut self, cost: Cost) -> bool {
        let accepted = cost <= self.current || cost <= self.history[self.oldest];
        if accepted {
            self.current = cost;
        }
        self.history[self.oldest] = self.current;
        self.oldest = (self.oldest + 1) % HISTORY;
        accepted
    }

    /// Counts an evaluation, which may have found the best schedule of all.
    pub(super) fn count_evaluation(&mut self, is_best: bool) {
        self.idle = if is_best { 0 } else { self.idle + 1 };
    }

    /// True if a restart is due: too many evaluations without a better schedule.
    pub(super) fn is_restart_due(&self) -> bool {
        self.idle >= PATIENCE
    }

    /// Restarts from a schedule of this cost.
    pub(super) fn restart(&mut self, cost: Cost) {
        self.restarts += 1;
        self.random = RandomNumbers::new(self.seed, self.restarts);
        self.current = cost;
        self.history.fill(cost);
        self.idle = 0;
    }
}
