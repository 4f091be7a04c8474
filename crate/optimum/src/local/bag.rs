//! Local search over the processors of the tasks of a bag.

use super::LocalProgress;
use super::acceptance::{Acceptance, RESTART_MOVES};
use crate::bag::Bag;
use crate::bound::Bound;
use crate::bounds;
use crate::search::bag::initial_places;

/// A local search, which can be continued in slices.
pub struct BagLocalSearch {
    bag: Bag,
    lower: i64,
    lower_by: &'static str,
    current: Vec<usize>,
    best: (i64, usize),
    best_places: Vec<usize>,
    acceptance: Acceptance<(i64, usize)>,
    evaluations: u64,
    limit: u64,
}

impl BagLocalSearch {
    /// A search of at most `limit` evaluations, from the best of the initial and the known places.
    pub fn new(bag: Bag, seed: u64, limit: u64, known: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let bounds = bounds::bag_makespan(&bag);
        let lower = Bound::best(&bounds);
        let (lower, lower_by) = lower.map_or((0, "none"), |best| (best.value as i64, best.id));
        let fits = |places: &Vec<usize>| {
            places.len() == bag.len() && places.iter().all(|&processor| processor < bag.processors())
        };
        let mut places = initial_places(&bag);
        for other in known.into_iter().filter(fits) {
            if value(&bag, &other) < value(&bag, &places) {
                places = other;
            }
        }
        let best = value(&bag, &places);
        Self {
            lower,
            lower_by,
            best_places: places.clone(),
            current: places,
            best,
            acceptance: Acceptance::new(seed, best),
            evaluations: 0,
            limit,
            bag,
        }
    }

    /// The processor of each task in the best schedule.
    pub fn places(&self) -> &[usize] {
        &self.best_places
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
        let fixed = self.bag.len() < 2 || self.bag.processors() < 2;
        let done = self.best.0 <= self.lower || self.evaluations >= self.limit || fixed;
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
        let mut candidate = self.current.clone();
        let mut moves = 1;
        if self.acceptance.is_due() {
            candidate.clone_from(&self.best_places);
            self.acceptance.restart(self.best);
            moves = RESTART_MOVES;
        }
        for _ in 0..moves {
            self.change(&mut candidate);
        }
        let found = value(&self.bag, &candidate);
        let is_better = found < self.best;
        if is_better {
            self.best = found;
            self.best_places.clone_from(&candidate);
        }
        self.acceptance.note(is_better);
        if self.acceptance.accepts(found) {
            self.current = candidate;
        }
    }

    /// Moves a task from a fullest processor, or swaps it with another task.
    fn change(&mut self, places: &mut [usize]) {
        let loads = self.bag.loads(places);
        let most = loads.iter().copied().max().unwrap_or(0);
        let on_full: Vec<usize> = (0..places.len()).filter(|&task| loads[places[task]] == most).collect();
        let task = on_full[self.acceptance.below(on_full.len())];
        let full = places[task];
        let elsewhere: Vec<usize> = (0..places.len()).filter(|&other| places[other] != full).collect();
        if elsewhere.is_empty() || self.acceptance.percent(50) {
            let step = 1 + self.acceptance.below(self.bag.processors() - 1);
            places[task] = (full + step) % self.bag.processors();
        } else {
            places.swap(task, elsewhere[self.acceptance.below(elsewhere.len())]);
        }
    }
}

/// The last end, and the number of processors that are busy until then.
fn value(bag: &Bag, places: &[usize]) -> (i64, usize) {
    let loads = bag.loads(places);
    let last = loads.iter().copied().max().unwrap_or(0);
    (last, loads.into_iter().filter(|&load| load == last).count())
}
