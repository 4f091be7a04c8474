//! Local search, then the exact search, for any problem, in slices.

use crate::bound::Bound;
use crate::certificate::{Certificate, FORMAT, LocalRecord, RULES, SearchRecord};
use crate::clusters::ClusterInstance;
use crate::local::{BagLocalSearch, ClusterLocalSearch, OrderLocalSearch, default_evaluations};
use crate::placement::{Placement, decode};
use crate::problem::Problem;
use crate::schedule::Objective;
use crate::search::{
    BagSearch, ClusterSearch, Counters, DEFAULT_NODES, OrderSearch, Progress, Status, VERSION,
};

/// The limits of an optimisation, and its seed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of nodes of the exact search at most; 0 for none.
    pub nodes: u64,
    /// Number of evaluations of the local search at most. Default: by the number of jobs.
    pub evaluations: Option<u64>,
    /// Seed of the local search.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: DEFAULT_NODES, evaluations: None, seed: 1 }
    }
}

enum State {
    OrderLocal(Box<OrderLocalSearch>),
    Order(Box<OrderSearch>, u64, i64),
    BagLocal(Box<BagLocalSearch>),
    Bag(Box<BagSearch>, u64, i64),
    ClustersLocal(Box<ClusterLocalSearch>),
    Clusters(Box<ClusterSearch>, u64, i64),
    /// There is nothing to search.
    BoundsOnly,
}

/// A search for the best schedule of a problem.
pub struct Optimizer {
    problem: Problem,
    objective: Objective,
    limits: Limits,
    bound: (i64, &'static str),
    state: State,
}

impl Optimizer {
    /// A search that begins from simple rules and from `known` schedules. `None` if the objective has no bounds.
    pub fn new(
        problem: Problem,
        objective: Objective,
        limits: Limits,
        known: Vec<Placement>,
    ) -> Option<Self> {
        if !problem.has_objective(objective) {
            return None;
        }
        let bounds = problem.bounds(objective);
        let bound = Bound::best(&bounds)
            .map_or((0, "none"), |best| (i64::try_from(best.value).unwrap_or(i64::MAX), best.id));
        let evaluations = limits.evaluations.unwrap_or_else(|| default_evaluations(problem.jobs()));
        let seed = limits.seed;
        let state = match &problem {
            _ if !problem.has_local_search() => State::BoundsOnly,
            Problem::Single(instance) => {
                let known = known.into_iter().map(|placement| placement.order);
                let search = OrderLocalSearch::new(instance.clone(), objective, seed, evaluations, known);
                State::OrderLocal(Box::new(search))
            }
            Problem::Several(instance) => {
                let search = ClusterLocalSearch::new(instance.clone(), objective, seed, evaluations, known);
                State::ClustersLocal(Box::new(search))
            }
            Problem::Bag(bag) => {
                let known = known.into_iter().map(|placement| placement.clusters);
                State::BagLocal(Box::new(BagLocalSearch::new(bag.clone(), seed, evaluations, known)))
            }
            Problem::Placed(..) => State::BoundsOnly,
        };
        Some(Self { problem, objective, limits, bound, state })
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Visits so many nodes, or evaluates so many schedules, at most.
    pub fn advance(&mut self, budget: u64) -> Progress {
        match &mut self.state {
            State::OrderLocal(search) => {
                if search.advance(budget).done {
                    self.begin_exact_search();
                }
            }
            State::BagLocal(search) => {
                if search.advance(budget).done {
                    self.begin_exact_search();
                }
            }
            State::Order(search, ..) => _ = search.advance(budget),
            State::Bag(search, ..) => _ = search.advance(budget),
            State::Clusters(search, ..) => _ = search.advance(budget),
            State::ClustersLocal(search) => {
                if search.advance(budget).done {
                    self.begin_exact_search();
                }
            }
            State::BoundsOnly => {}
        }
        self.progress()
    }

    /// The exact search begins if there is one, and the local search has left a gap.
    fn begin_exact_search(&mut self) {
        if self.limits.nodes == 0 || !self.problem.has_exact_search() {
            return;
        }
        let nodes = self.limits.nodes;
        let next = match (&self.state, &self.problem) {
            (State::OrderLocal(local), Problem::Single(instance)) if local.value() > self.bound.0 => {
                let known = [local.order().to_vec()];
                let search = OrderSearch::new(instance.clone(), self.objective, nodes, known);
                search.ok().map(|search| {
                    let from = search.value();
                    State::Order(Box::new(search), local.progress().evaluations, from)
                })
            }
            (State::BagLocal(local), Problem::Bag(bag)) if local.value() > self.bound.0 => {
                let search = BagSearch::new(bag.clone(), nodes, [local.places().to_vec()]);
                search.ok().map(|search| {
                    let from = search.value();
                    State::Bag(Box::new(search), local.progress().evaluations, from)
                })
            }
            (State::ClustersLocal(local), Problem::Several(instance)) if local.value() > self.bound.0 => {
                let known = local.placement().clone();
                let search = ClusterSearch::new(instance.clone(), self.objective, nodes, known);
                search.ok().map(|search| {
                    let from = search.value();
                    State::Clusters(Box::new(search), local.progress().evaluations, from)
                })
            }
            _ => None,
        };
        if let Some(next) = next {
            self.state = next;
        }
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        let limit = self.limits.evaluations.unwrap_or_else(|| default_evaluations(self.problem.jobs()));
        let local = |done: bool, evaluations: u64, value: i64| Progress {
            done,
            nodes: 0,
            millionths: if done { 1_000_000 } else { evaluations.saturating_mul(1_000_000) / limit.max(1) },
            lower: self.bound.0.min(value),
            value,
            counters: Counters::default(),
        };
        match &self.state {
            State::OrderLocal(search) => {
                let progress = search.progress();
                local(progress.done, progress.evaluations, progress.value)
            }
            State::BagLocal(search) => {
                let progress = search.progress();
                local(progress.done, progress.evaluations, progress.value)
            }
            State::ClustersLocal(search) => {
                let progress = search.progress();
                local(progress.done, progress.evaluations, progress.value)
            }
            State::Order(search, ..) => search.progress(),
            State::Clusters(search, ..) => search.progress(),
            State::Bag(search, ..) => search.progress(),
            State::BoundsOnly => local(true, 0, i64::MAX),
        }
    }

    /// The best schedule and what is proven of it, at any moment; `None` if there are bounds only.
    pub fn certificate(&self) -> Option<Certificate> {
        let progress = self.progress();
        let (order, place, evaluations) = match (&self.state, &self.problem) {
            (State::OrderLocal(search), _) => {
                (search.order().to_vec(), vec![0; self.problem.jobs()], search.progress().evaluations)
            }
            (State::Order(search, evaluations, _), _) => {
                (search.order().to_vec(), vec![0; self.problem.jobs()], *evaluations)
            }
            (State::BagLocal(search), Problem::Bag(bag)) => {
                let places = search.places().to_vec();
                (bag.start_order(&places), places, search.progress().evaluations)
            }
            (State::Bag(search, evaluations, _), Problem::Bag(bag)) => {
                let places = search.places().to_vec();
                (bag.start_order(&places), places, *evaluations)
            }
            (State::ClustersLocal(search), Problem::Several(instance)) => {
                let (order, places) = by_starts(instance, search.placement())?;
                (order, places, search.progress().evaluations)
            }
            (State::Clusters(search, evaluations, _), Problem::Several(instance)) => {
                let (order, places) = by_starts(instance, search.placement())?;
                (order, places, *evaluations)
            }
            _ => return None,
        };
        let record = |search_nodes: u64, trail: u64, from: i64| SearchRecord {
            version: VERSION,
            from,
            nodes: search_nodes,
            limit: self.limits.nodes,
            rules: RULES.map(str::to_owned).to_vec(),
            trail: format!("{trail:016x}"),
        };
        let search = match &self.state {
            State::Order(search, _, from) => Some(record(progress.nodes, search.trail(), *from)),
            State::Clusters(search, _, from) => Some(record(progress.nodes, search.trail(), *from)),
            State::Bag(search, _, from) => Some(record(progress.nodes, search.trail(), *from)),
            _ => None,
        };
        let is_proven = progress.value <= progress.lower;
        let by = if progress.lower == self.bound.0 { self.bound.1 } else { "search" };
        Some(Certificate {
            format: FORMAT.to_owned(),
            scenario: self.problem.digest(),
            family: self.problem.kind(),
            objective: self.objective,
            status: if is_proven { Status::Proven } else { Status::BestKnown },
            value: progress.value,
            lower: progress.lower,
            by: by.to_owned(),
            order,
            place,
            digest: None,
            search,
            local: (evaluations > 0).then_some(LocalRecord { seed: self.limits.seed, evaluations }),
        })
    }

    /// True while the local search runs.
    pub fn is_local(&self) -> bool {
        matches!(self.state, State::OrderLocal(_) | State::BagLocal(_) | State::ClustersLocal(_))
    }
}

/// The order of starts, and the clusters.
fn by_starts(instance: &ClusterInstance, placement: &Placement) -> Option<(Vec<usize>, Vec<usize>)> {
    let starts = decode(instance, placement)?;
    let mut order = placement.order.clone();
    // A stable sort by start keeps predecessors first.
    order.sort_by_key(|&id| starts[id]);
    Some((order, placement.clusters.clone()))
}
