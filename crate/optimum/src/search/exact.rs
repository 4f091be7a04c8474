//! The exact search for the best schedule of a problem.

use super::progress::{Progress, SearchState, Status};
use crate::bound::Bound;
use crate::numbers::InvalidInstance;
use crate::search_problem::SearchProblem;

/// A problem with an exact search.
pub trait ExactProblem: SearchProblem + Sized {
    /// The explorer of the partial schedules of the problem.
    type Explorer: Explorer<Problem = Self, Solution = Self::Solution>;

    /// The schedule from which the search begins, with its value.
    fn first_schedule(
        &self,
        known: impl IntoIterator<Item = Self::Solution>,
    ) -> Result<(i64, Self::Solution), InvalidInstance> {
        let (cost, solution) = self.best_known(known).ok_or(InvalidInstance::Predecessor)?;
        Ok((cost.0, solution))
    }
}

/// Visits partial schedules, one after the other.
pub trait Explorer: Sized {
    /// The problem.
    type Problem;
    /// A complete schedule.
    type Solution;

    /// An explorer that has visited nothing. Fails if the problem is too large.
    fn new(problem: Self::Problem, root: i64) -> Result<Self, InvalidInstance>;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// Visits the next node; returns a better schedule with its value.
    fn visit_next(&mut self, state: &mut SearchState) -> Option<(i64, Self::Solution)>;

    /// True if no better schedule than one of this value is left.
    fn is_exhausted(&self, best: i64) -> bool;

    /// A lower bound of `best` and of all schedules not visited yet.
    fn lower(&self, best: i64) -> i64;

    /// An estimate of the completed share of the search, in millionths.
    fn millionths(&self, state: &SearchState) -> u64;

    /// Frees the memory of a search that is complete.
    fn release_memory(&mut self);
}

/// An exact search, which can be continued in slices.
pub struct ExactSearch<P: ExactProblem> {
    explorer: P::Explorer,
    best_solution: P::Solution,
    state: SearchState,
}

impl<P: ExactProblem> ExactSearch<P> {
    /// A search that visits at most `limit` nodes, from the best of the known schedules and those of simple rules.
    pub fn new(
        problem: P,
        limit: u64,
        known: impl IntoIterator<Item = P::Solution>,
    ) -> Result<Self, InvalidInstance> {
        let (from, best_solution) = problem.first_schedule(known)?;
        Ok(Self { best_solution, ..Self::repeat(problem, limit, from)? })
    }

    /// Repeats a search from a known value: it visits the same nodes. There is a schedule if it finds a better value.
    pub fn repeat(problem: P, limit: u64, from: i64) -> Result<Self, InvalidInstance> {
        let (root, _) = Bound::best_value(&problem.bounds());
        let explorer = P::Explorer::new(problem, root)?;
        Ok(Self {
            explorer,
            best_solution: P::Solution::default(),
            state: SearchState::new(root, from, limit),
        })
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        self.explorer.problem()
    }

    /// The best schedule.
    pub fn solution(&self) -> &P::Solution {
        &self.best_solution
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.state.best
    }

    /// The hash of all visited nodes in their order.
    pub fn trail(&self) -> u64 {
        self.state.trail.0
    }

    /// Whether the best value is known to be the optimum.
    pub fn status(&self) -> Status {
        if self.state.best <= self.lower() { Status::Proven } else { Status::BestKnown }
    }

    /// A lower bound of all schedules.
    pub fn lower(&self) -> i64 {
        let SearchState { root, best, nodes, .. } = self.state;
        if nodes == 0 { root.min(best) } else { self.explorer.lower(best).max(root) }
    }

    /// True if no node is left.
    fn is_complete(&self) -> bool {
        let best = self.state.best;
        best <= self.state.root || self.explorer.is_exhausted(best)
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        let SearchState { best, nodes, limit, counters, .. } = self.state;
        let is_proven = self.status() == Status::Proven;
        Progress {
            done: self.is_complete() || nodes >= limit,
            nodes,
            millionths: if is_proven { 1_000_000 } else { self.explorer.millionths(&self.state) },
            lower: self.lower(),
            value: best,
            counters,
        }
    }

    /// Visits at most `budget` nodes.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let end = self.state.nodes.saturating_add(budget).min(self.state.limit);
        while self.state.nodes < end && !self.is_complete() {
            if let Some((value, solution)) = self.explorer.visit_next(&mut self.state) {
                self.state.best = value;
                self.best_solution = solution;
            }
        }
        let progress = self.progress();
        if progress.done {
            self.explorer.release_memory();
        }
        progress
    }
}
