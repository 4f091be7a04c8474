//! Seeded local search for instances that are too large for a proof: late acceptance hill climbing (Burke and Bykov 2017).

mod late_acceptance;
mod moves;

pub use late_acceptance::RandomNumbers;
pub use moves::Moves;

use crate::bound::Bound;
use crate::search_problem::Cost;
use late_acceptance::LateAcceptance;
use serde::Serialize;

/// The progress of a local search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LocalProgress {
    /// True if the number of evaluations is used up, or the value equals the bound.
    pub done: bool,
    /// Number of evaluated schedules.
    pub evaluations: u64,
    /// Value of the best schedule.
    pub value: i64,
}

/// A local search, which can be continued in slices.
pub struct LocalSearch<P: Moves> {
    problem: P,
    lower: i64,
    current: P::Solution,
    best: Cost,
    best_solution: P::Solution,
    acceptance: LateAcceptance,
    evaluations: u64,
    limit: u64,
}

impl<P: Moves> LocalSearch<P> {
    /// A search of at most `limit` evaluations, from the best of the schedules of simple rules and the known ones.
    pub fn new(problem: P, seed: u64, limit: u64, known: impl IntoIterator<Item = P::Solution>) -> Self {
        let (best, solution) = problem.best_known(known).unwrap_or_default();
        Self {
            lower: Bound::best_value(&problem.bounds()).0,
            current: solution.clone(),
            best,
            best_solution: solution,
            acceptance: LateAcceptance::new(seed, best),
            evaluations: 0,
            limit,
            problem,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The best schedule.
    pub fn solution(&self) -> &P::Solution {
        &self.best_solution
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best.0
    }

    /// The progress of the search.
    pub fn progress(&self) -> LocalProgress {
        let done =
            self.best.0 <= self.lower || self.evaluations >= self.limit || !self.problem.has_alternatives();
        LocalProgress { done, evaluations: self.evaluations, value: self.best.0 }
    }

    /// Evaluates at most `budget` schedules.
    pub fn advance(&mut self, budget: u64) -> LocalProgress {
        for _ in 0..budget {
            if self.progress().done {
                break;
            }
            self.evaluate_next();
        }
        self.progress()
    }

    /// Changes the current schedule, and keeps the change if it is accepted.
    fn evaluate_next(&mut self) {
        self.evaluations += 1;
        let mut candidate = self.current.clone();
        if self.acceptance.is_restart_due() {
            candidate.clone_from(&self.best_solution);
            self.acceptance.restart(self.best);
            self.problem.change_often(&mut candidate, &mut self.acceptance.random);
        } else {
            self.problem.change(&mut candidate, &mut self.acceptance.random);
        }
        let Some(cost) = self.problem.cost(&candidate) else {
            self.acceptance.count_evaluation(false);
            return;
        };
        let is_best = cost < self.best;
        if is_best {
            (self.best, self.best_solution) = self.problem.compact(&candidate, cost);
        }
        self.acceptance.count_evaluation(is_best);
        if self.acceptance.accepts(cost) {
            self.current = candidate;
        }
    }
}

/// Number of evaluations by default, for this number of jobs.
pub fn default_evaluations(jobs: usize) -> u64 {
    let square = (jobs as u64).saturating_mul(jobs as u64).max(1);
    (50_000_000 / square).clamp(500, 20_000)
}
