//! Local search over the orders of the jobs of one cluster.

use super::LocalProgress;
use super::acceptance::{Acceptance, RESTART_MOVES, change_list};
use crate::bound::Bound;
use crate::instance::Instance;
use crate::schedule::{self, Objective};
use crate::search::order::root_bounds;

/// A local search, which can be continued in slices.
pub struct OrderLocalSearch {
    instance: Instance,
    objective: Objective,
    lower: i64,
    lower_by: &'static str,
    list: Vec<usize>,
    best: (i64, i64),
    best_order: Vec<usize>,
    acceptance: Acceptance<(i64, i64)>,
    evaluations: u64,
    limit: u64,
}

impl OrderLocalSearch {
    /// A search of at most `limit` evaluations, from the best of the initial orders and of `known` ones.
    pub fn new(
        instance: Instance,
        objective: Objective,
        seed: u64,
        limit: u64,
        known: impl IntoIterator<Item = Vec<usize>>,
    ) -> Self {
        let bounds = root_bounds(&instance, objective);
        let lower = Bound::best(&bounds);
        let (lower, lower_by) = lower.map_or((0, "none"), |best| (best.value as i64, best.id));
        let known = known.into_iter().filter(|order| schedule::is_valid_order(&instance, order));
        let orders = schedule::initial_orders(&instance).into_iter().chain(known);
        let (first, second, order) =
            schedule::best_order(&instance, objective, orders).unwrap_or((0, 0, Vec::new()));
        Self {
            lower,
            lower_by,
            list: order.clone(),
            best: (first, second),
            best_order: order,
            acceptance: Acceptance::new(seed, (first, second)),
            evaluations: 0,
            limit,
            instance,
            objective,
        }
    }

    /// The order of the best schedule.
    pub fn order(&self) -> &[usize] {
        &self.best_order
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best.0
    }

    /// The bound of the value, and its id.
    pub fn lower(&self) -> (i64, &'static str) {
        (self.lower, self.lower_by)
    }

    /// How far the search is.
    pub fn progress(&self) -> LocalProgress {
        let done = self.best.0 <= self.lower || self.evaluations >= self.limit || self.instance.len() < 2;
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

    fn evaluate_next(&mut self) {
        self.evaluations += 1;
        let mut candidate = self.list.clone();
        if self.acceptance.is_due() {
            candidate.clone_from(&self.best_order);
            self.acceptance.restart(self.best);
            for _ in 0..RESTART_MOVES {
                let mut changed = candidate.clone();
                change_list(&mut self.acceptance, &mut changed);
                if schedule::is_valid_order(&self.instance, &changed) {
                    candidate = changed;
                }
            }
        } else {
            change_list(&mut self.acceptance, &mut candidate);
        }
        if !schedule::is_valid_order(&self.instance, &candidate) {
            self.acceptance.note(false);
            return;
        }
        let starts = schedule::decode_serial(&self.instance, &candidate);
        let values = |starts: &[i64]| {
            (
                self.objective.value(&self.instance, starts),
                self.objective.second_value(&self.instance, starts),
            )
        };
        let value = values(&starts);
        let is_better = value < self.best;
        if is_better {
            // As an order of starts, the schedule is never worse.
            let order = schedule::start_order(&self.instance, &starts);
            let starts = schedule::decode_fcfs(&self.instance, &order);
            self.best = values(&starts);
            self.best_order = schedule::start_order(&self.instance, &starts);
        }
        self.acceptance.note(is_better);
        if self.acceptance.accepts(value) {
            self.list = candidate;
        }
    }
}
