//! Random changes of schedules.

use super::RandomNumbers;
use crate::bag::Bag;
use crate::placement::Placement;
use crate::schedule;
use crate::search_problem::{ClusterProblem, Cost, OrderProblem, SearchProblem};

/// Number of random changes at a restart.
const RESTART_CHANGES: usize = 10;
/// Number of jobs above which entries of a list are moved by at most [`SHORT_MOVE`].
const LONG_LIST: usize = 100;
/// Maximum distance by which an entry of a long list is moved.
const SHORT_MOVE: usize = 50;

/// A problem whose schedules can be changed at random.
pub trait Moves: SearchProblem {
    /// True if there is more than one schedule.
    fn has_alternatives(&self) -> bool;

    /// Changes a schedule.
    fn change(&self, solution: &mut Self::Solution, random: &mut RandomNumbers);

    /// Changes a schedule several times, for a restart.
    fn change_often(&self, solution: &mut Self::Solution, random: &mut RandomNumbers) {
        for _ in 0..RESTART_CHANGES {
            self.change(solution, random);
        }
    }

    /// A schedule of this cost in a normal form that is never worse.
    fn compact(&self, solution: &Self::Solution, cost: Cost) -> (Cost, Self::Solution) {
        (cost, solution.clone())
    }
}

impl Moves for OrderProblem {
    fn has_alternatives(&self) -> bool {
        self.instance.len() > 1
    }

    fn change(&self, order: &mut Vec<usize>, random: &mut RandomNumbers) {
        change_list(order, random);
    }

    fn change_often(&self, order: &mut Vec<usize>, random: &mut RandomNumbers) {
        for _ in 0..RESTART_CHANGES {
            let mut changed = order.clone();
            change_list(&mut changed, random);
            if schedule::is_valid_order(&self.instance, &changed) {
                *order = changed;
            }
        }
    }

    /// The order of starts: with this order no job starts later.
    fn compact(&self, order: &Vec<usize>, _: Cost) -> (Cost, Vec<usize>) {
        let instance = &self.instance;
        let starts = schedule::decode_serial(instance, order);
        let starts = schedule::decode_fcfs(instance, &schedule::start_order(instance, &starts));
        (self.cost_of_starts(&starts), schedule::start_order(instance, &starts))
    }
}

impl Moves for ClusterProblem {
    fn has_alternatives(&self) -> bool {
        !self.instance.jobs().is_empty()
    }

    /// Moves a job to a random cluster (20 %), or changes the order.
    fn change(&self, placement: &mut Placement, random: &mut RandomNumbers) {
        if random.percent(20) {
            let job = random.below(placement.clusters.len());
            placement.clusters[job] = random.below(self.instance.clusters().len());
        } else {
            change_list(&mut placement.order, random);
        }
    }
}

impl Moves for Bag {
    fn has_alternatives(&self) -> bool {
        self.len() > 1 && self.processors() > 1
    }

    /// Moves a task away from one of the processors that end last, or swaps it with another task.
    fn change(&self, places: &mut Vec<usize>, random: &mut RandomNumbers) {
        let loads = self.loads(places);
        let most = loads.iter().copied().max().unwrap_or(0);
        let on_full: Vec<usize> = (0..places.len()).filter(|&task| loads[places[task]] == most).collect();
        let task = on_full[random.below(on_full.len())];
        let full = places[task];
        let elsewhere: Vec<usize> = (0..places.len()).filter(|&other| places[other] != full).collect();
        if elsewhere.is_empty() || random.percent(50) {
            let step = 1 + random.below(self.processors() - 1);
            places[task] = (full + step) % self.processors();
        } else {
            places.swap(task, elsewhere[random.below(elsewhere.len())]);
        }
    }
}

/// Moves an entry of a list (70 %), or swaps two.
fn change_list(list: &mut Vec<usize>, random: &mut RandomNumbers) {
    let count = list.len();
    if count < 2 {
        return;
    }
    let from = random.below(count);
    let to = if count > LONG_LIST {
        let low = from.saturating_sub(SHORT_MOVE);
        low + random.below((from + SHORT_MOVE).min(count - 1) - low + 1)
    } else {
        random.below(count)
    };
    if random.percent(70) {
        let job = list.remove(from);
        list.insert(to, job);
    } else {
        list.swap(from, to);
    }
}
