//! Exact search for a bag of tasks: by task, and if that does not end, by packing.

use super::bag_packing::{PackingSearch, Step};
use super::bag_tasks::TaskSearch;
use super::progress::{Counters, Progress, Status, Trail};
use crate::bag::Bag;
use crate::bound::Bound;
use crate::bounds;
use crate::numbers::InvalidInstance;

/// Number of tasks that the search can treat at most.
pub const MOST_TASKS: usize = 64;

/// A search, which can be continued in slices.
pub struct BagSearch {
    bag: Bag,
    root: i64,
    root_by: &'static str,
    /// All smaller ends are refuted.
    refuted_below: i64,
    best: i64,
    best_places: Vec<usize>,
    tasks: TaskSearch,
    packing: Option<PackingSearch>,
    /// Number of assumed ends that were refuted in sequence, and whether one was found.
    steps: (u32, bool),
    counters: Counters,
    nodes: u64,
    limit: u64,
    trail: Trail,
}

impl BagSearch {
    /// A search that visits at most `limit` nodes, from the best of the known places and those of the rules.
    pub fn new(
        bag: Bag,
        limit: u64,
        known: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InvalidInstance> {
        let mut best_places = initial_places(&bag);
        let mut best = bag.makespan(&best_places);
        for mut places in known {
            if places.len() == bag.len() && places.iter().all(|&processor| processor < bag.processors()) {
                improve(&bag, &mut places);
                if bag.makespan(&places) < best {
                    best = bag.makespan(&places);
                    best_places = places;
                }
            }
        }
        let search = Self::repeat(bag, limit, best)?;
        Ok(Self { best_places, ..search })
    }

    /// The same search again, from a known value: it visits the same nodes. There are places if it finds a better value.
    pub fn repeat(bag: Bag, limit: u64, from: i64) -> Result<Self, InvalidInstance> {
        if bag.len() > MOST_TASKS {
            return Err(InvalidInstance::Overflow);
        }
        let bounds = bounds::bag_makespan(&bag);
        let root = Bound::best(&bounds);
        let (root, root_by) = root.map_or((0, "none"), |best| (best.value as i64, best.id));
        Ok(Self {
            root,
            root_by,
            refuted_below: root,
            best: from,
            best_places: Vec::new(),
            tasks: TaskSearch::new(&bag),
            packing: None,
            steps: (0, false),
            counters: Counters::default(),
            nodes: 0,
            limit,
            trail: Trail::default(),
            bag,
        })
    }

    /// The tasks and processors.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The processor of each task in the best schedule.
    pub fn places(&self) -> &[usize] {
        &self.best_places
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best
    }

    /// The hash of all visited nodes in their order.
    pub fn trail(&self) -> u64 {
        self.trail.0
    }

    /// The bound at the root: its value and its id.
    pub fn root_bound(&self) -> (i64, &'static str) {
        (self.root, self.root_by)
    }

    /// The id of the bound that proves the value, or `search`.
    pub fn proven_by(&self) -> &'static str {
        if self.best == self.root { self.root_by } else { "search" }
    }

    /// Whether the best value is known to be the optimum.
    pub fn status(&self) -> Status {
        if self.best <= self.lower() { Status::Proven } else { Status::BestKnown }
    }

    /// A value below which no schedule is.
    pub fn lower(&self) -> i64 {
        let known = self.root.max(self.refuted_below).min(self.best);
        if self.nodes == 0 {
            return known;
        }
        known.max(self.tasks.lower(self.best))
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        let proven = self.status() == Status::Proven;
        // The tree of the second search is not known beforehand: the share is that of the node limit.
        let share = (u128::from(self.nodes) * 1_000_000 / u128::from(self.limit.max(1))) as u64;
        Progress {
            done: proven || self.nodes >= self.limit,
            nodes: self.nodes,
            millionths: if proven { 1_000_000 } else { share },
            lower: self.lower(),
            value: self.best,
            counters: self.counters,
        }
    }

    /// Visits at most `budget` nodes.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let end = self.nodes.saturating_add(budget).min(self.limit);
        while self.nodes < end && self.refuted_below < self.best {
            self.nodes += 1;
            if self.nodes <= self.limit / 2 {
                self.visit_task();
            } else {
                self.visit_packing();
            }
        }
        self.progress()
    }

    fn visit_task(&mut self) {
        let better = self.tasks.visit_next(&self.bag, self.best, &mut self.trail, &mut self.counters);
        if let Some(places) = better {
            self.keep(places);
        }
        if self.tasks.is_exhausted() {
            self.refuted_below = self.best;
        }
    }

    fn visit_packing(&mut self) {
        let packing = match &mut self.packing {
            Some(packing) => packing,
            empty => {
                let (refuted, found) = self.steps;
                let room = self.best - 1 - self.refuted_below;
                let step = if found { room / 2 } else { room.min((1_i64 << refuted.min(40)) - 1) };
                empty.insert(PackingSearch::new(&self.bag, self.refuted_below + step))
            }
        };
        match packing.visit_next(&self.bag, &mut self.trail, &mut self.counters) {
            Step::Open => {}
            Step::Refuted => {
                self.refuted_below = packing.end() + 1;
                self.steps.0 += 1;
                self.packing = None;
            }
            Step::Found(places) => {
                self.steps.1 = true;
                self.packing = None;
                self.keep(places);
            }
        }
    }

    fn keep(&mut self, places: Vec<usize>) {
        self.best = self.bag.makespan(&places);
        self.best_places = places;
    }
}

/// The longest task first, to the processor on which it ends first; then moves and swaps.
pub fn initial_places(bag: &Bag) -> Vec<usize> {
    let mut loads = vec![0_i64; bag.processors()];
    let mut places = vec![0; bag.len()];
    for &task in &bag.by_run {
        let end = |&processor: &usize| (loads[processor] + bag.durations[task][processor], processor);
        let Some(processor) = (0..bag.processors()).min_by_key(end) else { continue };
        loads[processor] += bag.durations[task][processor];
        places[task] = processor;
    }
    improve(bag, &mut places);
    places
}

/// Moves and swaps tasks of a fullest processor as long as that makes it emptier.
fn improve(bag: &Bag, places: &mut [usize]) {
    while improve_once(bag, places) {}
}

fn improve_once(bag: &Bag, places: &mut [usize]) -> bool {
    let loads = bag.loads(places);
    let Some(full) =
        (0..loads.len()).max_by_key(|&processor| (loads[processor], std::cmp::Reverse(processor)))
    else {
        return false;
    };
    let run = |task: usize, processor: usize| bag.durations[task][processor];
    for task in (0..places.len()).filter(|&task| places[task] == full) {
        for other in (0..loads.len()).filter(|&other| other != full) {
            if loads[other] + run(task, other) < loads[full] {
                places[task] = other;
                return true;
            }
        }
    }
    for task in (0..places.len()).filter(|&task| places[task] == full) {
        for second in (0..places.len()).filter(|&second| places[second] != full) {
            let other = places[second];
            let here = loads[full] - run(task, full) + run(second, full);
            let there = loads[other] - run(second, other) + run(task, other);
            if here < loads[full] && there < loads[full] {
                places[task] = other;
                places[second] = full;
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::rng::Streams;

    /// The second search alone finds all optima, too.
    #[test]
    fn packing_finds_the_optima_of_all_places() {
        for number in 0..200 {
            let mut stream = Streams::new(3).get(&format!("bag/{number}"));
            let speeds: Vec<f64> =
                (0..3).map(|_| [1.0, 1.0, 2.0, 1.6][stream.uniform_below(4) as usize]).collect();
            let runs: Vec<i64> = (0..7).map(|_| i64::from(stream.uniform_below(30))).collect();
            let bag = Bag::new(runs, &speeds).expect("valid");
            let places =
                |code: usize| -> Vec<usize> { (0..7).map(|task| code / 3_usize.pow(task) % 3).collect() };
            let optimum =
                (0..3_usize.pow(7)).map(|code| bag.makespan(&places(code))).min().expect("a schedule");
            let worst = bag.makespan(&[0; 7]);
            let mut search = BagSearch::repeat(bag, 1_000_000, worst + 1).expect("small");
            while search.refuted_below < search.best {
                search.visit_packing();
            }
            assert_eq!(search.value(), optimum, "{:?}", search.bag());
            assert_eq!(search.bag().makespan(search.places()), optimum);
        }
    }
}
