//! Exact search for a bag of tasks: by task, and if that is not complete, by packing.

use super::bag_packing::{PackingSearch, Step};
use super::bag_tasks::TaskBranching;
use super::exact::{ExactProblem, Explorer};
use super::progress::SearchState;
use super::tree::Tree;
use crate::bag::Bag;
use crate::bag_heuristic::{improve, initial_places};
use crate::numbers::InvalidInstance;

impl ExactProblem for Bag {
    type Explorer = BagExplorer;

    /// The places of the simple rule, or better known ones after moves and swaps.
    fn first_schedule(
        &self,
        known: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<(i64, Vec<usize>), InvalidInstance> {
        let improved = known.into_iter().filter(|places| self.are_places(places)).map(|mut places| {
            improve(self, &mut places);
            places
        });
        let all = std::iter::once(initial_places(self)).chain(improved);
        let all = all.map(|places| (self.makespan(&places), places));
        let best = all.reduce(|best, other| if other.0 < best.0 { other } else { best });
        best.ok_or(InvalidInstance::Nodes)
    }
}

/// Visits the places of tasks: half of the nodes by task, the others by packing.
pub struct BagExplorer {
    tasks: Tree<TaskBranching>,
    /// All smaller ends are refuted.
    refuted_below: i64,
    packing: Option<PackingSearch>,
    /// Number of assumed ends that were refuted in sequence.
    refuted_ends: u32,
    /// True if a packing was found.
    has_packing: bool,
}

impl Explorer for BagExplorer {
    type Problem = Bag;
    type Solution = Vec<usize>;

    fn new(bag: Bag, root: i64) -> Result<Self, InvalidInstance> {
        Ok(Self {
            tasks: Tree::new(bag, root)?,
            refuted_below: root,
            packing: None,
            refuted_ends: 0,
            has_packing: false,
        })
    }

    fn problem(&self) -> &Bag {
        self.tasks.problem()
    }

    fn visit_next(&mut self, state: &mut SearchState) -> Option<(i64, Vec<usize>)> {
        if state.nodes < state.limit / 2 { self.visit_task(state) } else { self.visit_packing(state) }
    }

    fn is_exhausted(&self, best: i64) -> bool {
        self.refuted_below >= best
    }

    fn lower(&self, best: i64) -> i64 {
        self.refuted_below.min(best).max(self.tasks.lower(best))
    }

    /// The tree of the second search is not known in advance: the share is that of the node limit.
    fn millionths(&self, state: &SearchState) -> u64 {
        (u128::from(state.nodes) * 1_000_000 / u128::from(state.limit.max(1))) as u64
    }

    fn release_memory(&mut self) {
        self.tasks.release_memory();
        self.packing = None;
    }
}

impl BagExplorer {
    /// Visits a node of the search by task.
    fn visit_task(&mut self, state: &mut SearchState) -> Option<(i64, Vec<usize>)> {
        let before = state.nodes;
        let found = self.tasks.visit_next(state);
        // The end of the tree counts as a node.
        state.nodes = before + 1;
        if self.tasks.is_visited() {
            self.refuted_below = found.as_ref().map_or(state.best, |(value, _)| *value);
        }
        found
    }

    /// Visits a node of the search by packing, which tests one end after the other.
    fn visit_packing(&mut self, state: &mut SearchState) -> Option<(i64, Vec<usize>)> {
        let bag = &self.tasks.branching.bag;
        state.nodes += 1;
        let packing = match &mut self.packing {
            Some(packing) => packing,
            empty => {
                let room = state.best - 1 - self.refuted_below;
                let step = if self.has_packing {
                    room / 2
                } else {
                    room.min((1_i64 << self.refuted_ends.min(40)) - 1)
                };
                empty.insert(PackingSearch::new(bag, self.refuted_below + step))
            }
        };
        match packing.visit_next(bag, state) {
            Step::Open => None,
            Step::Refuted => {
                self.refuted_below = packing.end() + 1;
                self.refuted_ends += 1;
                self.packing = None;
                None
            }
            Step::Found(places) => {
                self.has_packing = true;
                self.packing = None;
                Some((bag.makespan(&places), places))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::Bound;
    use crate::bounds;
    use ganttlet_core::rng::Streams;

    /// The second search alone also finds all optima.
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
            let (root, _) = Bound::best_value(&bounds::bag_makespan(&bag));
            let mut state = SearchState::new(root, worst + 1, 1_000_000);
            let mut explorer = BagExplorer::new(bag, root).expect("small");
            while !explorer.is_exhausted(state.best) {
                if let Some((value, places)) = explorer.visit_packing(&mut state) {
                    assert_eq!(explorer.problem().makespan(&places), value);
                    state.best = value;
                }
            }
            assert_eq!(state.best, optimum, "{:?}", explorer.problem());
        }
    }
}
