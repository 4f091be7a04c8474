//! Local search over orders of jobs and their clusters.

use super::LocalProgress;
use super::acceptance::{Acceptance, RESTART_MOVES, change_list};
use crate::bound::Bound;
use crate::clusters::ClusterInstance;
use crate::placement::root_bounds;
pub use crate::placement::{Placement, decode, value};
use crate::schedule::{Objective, Running};

/// A local search, which can be continued in slices.
pub struct ClusterLocalSearch {
    instance: ClusterInstance,
    objective: Objective,
    lower: i64,
    lower_by: &'static str,
    current: Placement,
    best: i64,
    best_placement: Placement,
    acceptance: Acceptance<(i64, i64)>,
    best_pair: (i64, i64),
    evaluations: u64,
    limit: u64,
}

impl ClusterLocalSearch {
    /// A search of at most `limit` evaluations, from the best of the initial and the known placements.
    pub fn new(
        instance: ClusterInstance,
        objective: Objective,
        seed: u64,
        limit: u64,
        known: impl IntoIterator<Item = Placement>,
    ) -> Self {
        let bounds = root_bounds(&instance, objective);
        let lower = Bound::best(&bounds);
        let (lower, lower_by) = lower.map_or((0, "none"), |best| (best.value as i64, best.id));
        let mut best: Option<((i64, i64), Placement)> = None;
        for placement in initial_placements(&instance).into_iter().chain(known) {
            let Some(pair) = evaluate(&instance, &placement, objective) else { continue };
            if best.as_ref().is_none_or(|(least, _)| pair < *least) {
                best = Some((pair, placement));
            }
        }
        let (pair, placement) = best.unwrap_or_default();
        Self {
            instance,
            objective,
            lower,
            lower_by,
            current: placement.clone(),
            best: pair.0,
            best_placement: placement,
            acceptance: Acceptance::new(seed, pair),
            best_pair: pair,
            evaluations: 0,
            limit,
        }
    }

    /// The best order and clusters.
    pub fn placement(&self) -> &Placement {
        &self.best_placement
    }

    /// The value of the best schedule.
    pub fn value(&self) -> i64 {
        self.best
    }

    /// The bound of the value, and its id.
    pub fn lower(&self) -> (i64, &'static str) {
        (self.lower, self.lower_by)
    }

    /// How far the search is.
    pub fn progress(&self) -> LocalProgress {
        let done =
            self.best <= self.lower || self.evaluations >= self.limit || self.instance.jobs().is_empty();
        LocalProgress { done, evaluations: self.evaluations, value: self.best }
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
            candidate.clone_from(&self.best_placement);
            self.acceptance.restart(self.best_pair);
            moves = RESTART_MOVES;
        }
        for _ in 0..moves {
            if self.acceptance.percent(20) {
                let job = self.acceptance.below(candidate.clusters.len());
                candidate.clusters[job] = self.acceptance.below(self.instance.clusters().len());
            } else {
                change_list(&mut self.acceptance, &mut candidate.order);
            }
        }
        let Some(pair) = evaluate(&self.instance, &candidate, self.objective) else {
            self.acceptance.note(false);
            return;
        };
        let is_better = pair < self.best_pair;
        if is_better {
            self.best_pair = pair;
            self.best = pair.0;
            self.best_placement.clone_from(&candidate);
        }
        self.acceptance.note(is_better);
        if self.acceptance.accepts(pair) {
            self.current = candidate;
        }
    }
}

fn evaluate(instance: &ClusterInstance, placement: &Placement, objective: Objective) -> Option<(i64, i64)> {
    let starts = decode(instance, placement)?;
    let second = match objective {
        Objective::Makespan => starts.iter().sum(),
        Objective::TotalFlow => value(instance, placement, &starts, Objective::Makespan),
    };
    Some((value(instance, placement, &starts, objective), second))
}

/// Jobs by simple keys, each to the cluster on which it ends first.
fn initial_placements(instance: &ClusterInstance) -> Vec<Placement> {
    let jobs = instance.jobs();
    let mut tails = vec![0_i64; jobs.len()];
    for &task in instance.order.iter().rev() {
        tails[task] += instance.least_duration(task);
        for &before in instance.predecessors(task) {
            tails[before] = tails[before].max(tails[task]);
        }
    }
    let work = |id: usize| i128::from(jobs[id].nodes) * i128::from(instance.least_duration(id));
    let keys: [&dyn Fn(usize) -> (i128, i128); 5] = [
        &|id| (jobs[id].submit.into(), 0),
        &|id| ((-tails[id]).into(), 0),
        &|id| (work(id), 0),
        &|id| (-work(id), 0),
        &|id| (-i128::from(jobs[id].nodes), -i128::from(instance.least_duration(id))),
    ];
    keys.iter().map(|key| earliest_end_placement(instance, key)).collect()
}

fn earliest_end_placement(instance: &ClusterInstance, key: &dyn Fn(usize) -> (i128, i128)) -> Placement {
    let count = instance.jobs().len();
    let mut placement = Placement { order: Vec::with_capacity(count), clusters: vec![0; count] };
    let mut ends = vec![i64::MAX; count];
    let mut running = vec![Running::default(); instance.clusters().len()];
    let mut last = vec![0; instance.clusters().len()];
    let mut left: Vec<usize> = (0..count).collect();
    left.sort_by_key(|&id| (key(id), id));
    while let Some(place) =
        left.iter().position(|&id| instance.predecessors(id).iter().all(|&before| ends[before] != i64::MAX))
    {
        let id = left.remove(place);
        let job = &instance.jobs()[id];
        let before = instance.predecessors(id).iter().map(|&before| ends[before]);
        let ready = before.fold(job.submit, i64::max);
        let fit = |at: usize| {
            let run = instance.duration(id, at)?;
            let start = running[at].first_fit(instance.clusters()[at].nodes, job.nodes, ready.max(last[at]));
            Some((start + run, at, start))
        };
        let Some((end, at, start)) = (0..last.len()).filter_map(fit).min() else { break };
        running[at].start(start, end, job.nodes);
        last[at] = start;
        ends[id] = end;
        placement.order.push(id);
        placement.clusters[id] = at;
    }
    placement
}
