//! Local search, then the exact search, for any problem, in slices.

use crate::bound::Bound;
use crate::certificate::{Certificate, FORMAT, LocalRecord, RULES, SearchRecord};
use crate::local::{LocalSearch, Moves, default_evaluations};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::schedule::Objective;
use crate::search::{Counters, DEFAULT_NODES, ExactProblem, ExactSearch, Progress, Status, VERSION};
use crate::search_problem::{ClusterProblem, OrderProblem};

/// The limits of an optimisation, and its seed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of nodes of the exact search; 0 for none.
    pub nodes: u64,
    /// Maximum number of evaluations of the local search. The default depends on the number of jobs.
    pub evaluations: Option<u64>,
    /// Seed of the local search.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: DEFAULT_NODES, evaluations: None, seed: 1 }
    }
}

/// A search for the best schedule of a problem.
pub struct Optimizer {
    problem: Problem,
    objective: Objective,
    limits: Limits,
    /// The best lower bound: its value and its id.
    bound: (i64, &'static str),
    /// `None` if only bounds are computed.
    search: Option<Box<dyn StagedSearch>>,
}

impl Optimizer {
    /// A search that begins with simple rules and with `known` schedules. `None` if the objective has no bounds.
    pub fn new(
        problem: Problem,
        objective: Objective,
        limits: Limits,
        known: Vec<Placement>,
    ) -> Option<Self> {
        if !problem.has_objective(objective) {
            return None;
        }
        let bound = Bound::best_value(&problem.bounds(objective));
        let evaluations = limits.evaluations.unwrap_or_else(|| default_evaluations(problem.jobs()));
        let exact_nodes = if problem.has_exact_search() { limits.nodes } else { 0 };
        let plan = SearchPlan { seed: limits.seed, evaluations, exact_nodes, bound: bound.0 };
        let search = match &problem {
            _ if !problem.has_local_search() => None,
            Problem::Single(instance) => {
                let known = known.into_iter().map(|placement| placement.order);
                Some(plan.begin(OrderProblem { instance: instance.clone(), objective }, known))
            }
            Problem::Several(instance) => {
                Some(plan.begin(ClusterProblem { instance: instance.clone(), objective }, known))
            }
            Problem::Bag(bag) => {
                let known = known.into_iter().map(|placement| placement.clusters);
                Some(plan.begin(bag.clone(), known))
            }
            Problem::Placed(..) => None,
        };
        Some(Self { problem, objective, limits, bound, search })
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Visits at most `budget` nodes, or evaluates at most `budget` schedules.
    pub fn advance(&mut self, budget: u64) -> Progress {
        if let Some(search) = &mut self.search {
            search.advance(budget);
        }
        self.progress()
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        let bounds_only = || Progress {
            done: true,
            nodes: 0,
            millionths: 1_000_000,
            lower: self.bound.0,
            value: i64::MAX,
            counters: Counters::default(),
        };
        self.search.as_ref().map_or_else(bounds_only, |search| search.progress())
    }

    /// The best schedule with its proven bound, at any time; `None` if only bounds are computed.
    pub fn certificate(&self) -> Option<Certificate> {
        let (search, progress) = (self.search.as_ref()?, self.progress());
        let Placement { order, clusters: place } = search.best_placement()?;
        let record = |exact: ExactStage| SearchRecord {
            version: VERSION,
            from: exact.from,
            nodes: progress.nodes,
            limit: self.limits.nodes,
            rules: RULES.map(str::to_owned).to_vec(),
            trail: format!("{:016x}", exact.trail),
        };
        let is_proven = progress.value <= progress.lower;
        let by = if progress.lower == self.bound.0 { self.bound.1 } else { "search" };
        let evaluations = search.evaluations();
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
            search: search.exact_stage().map(record),
            local: (evaluations > 0).then_some(LocalRecord { seed: self.limits.seed, evaluations }),
        })
    }
}

/// The parameters of both searches of a problem.
#[derive(Clone, Copy)]
struct SearchPlan {
    seed: u64,
    /// Maximum number of evaluations of the local search.
    evaluations: u64,
    /// Maximum number of nodes of the exact search; 0 for no exact search.
    exact_nodes: u64,
    /// The best lower bound.
    bound: i64,
}

impl SearchPlan {
    /// Begins the local search of a problem.
    fn begin<P>(self, problem: P, known: impl IntoIterator<Item = P::Solution>) -> Box<dyn StagedSearch>
    where
        P: Moves + ExactProblem + Clone + 'static,
        P::Solution: 'static,
    {
        let search = LocalSearch::new(problem, self.seed, self.evaluations, known);
        Box::new(Stages { plan: self, stage: Stage::Local(search) })
    }
}

/// The start of an exact search, and the nodes it has visited.
struct ExactStage {
    from: i64,
    trail: u64,
}

/// A local search, then an exact search, of a problem of any kind.
trait StagedSearch {
    /// Continues the search of the current stage.
    fn advance(&mut self, budget: u64);

    fn progress(&self) -> Progress;

    /// The best schedule: the order of starts, and the clusters.
    fn best_placement(&self) -> Option<Placement>;

    /// Number of evaluations of the local search.
    fn evaluations(&self) -> u64;

    /// The exact search, if it has begun.
    fn exact_stage(&self) -> Option<ExactStage>;
}

/// The stage of a search.
enum Stage<P: Moves + ExactProblem> {
    Local(LocalSearch<P>),
    Exact { search: Box<ExactSearch<P>>, evaluations: u64, from: i64 },
}

/// Both stages of the search of one kind of problem.
struct Stages<P: Moves + ExactProblem> {
    plan: SearchPlan,
    stage: Stage<P>,
}

impl<P: Moves + ExactProblem + Clone> StagedSearch for Stages<P> {
    /// The exact search begins if it is enabled and the local search has left a gap.
    fn advance(&mut self, budget: u64) {
        let local = match &mut self.stage {
            Stage::Local(local) => local,
            Stage::Exact { search, .. } => {
                search.advance(budget);
                return;
            }
        };
        let progress = local.advance(budget);
        if !progress.done || self.plan.exact_nodes == 0 || progress.value <= self.plan.bound {
            return;
        }
        let known = [local.solution().clone()];
        if let Ok(search) = ExactSearch::new(local.problem().clone(), self.plan.exact_nodes, known) {
            let from = search.value();
            let evaluations = progress.evaluations;
            self.stage = Stage::Exact { search: Box::new(search), evaluations, from };
        }
    }

    fn progress(&self) -> Progress {
        let local = match &self.stage {
            Stage::Local(search) => search.progress(),
            Stage::Exact { search, .. } => return search.progress(),
        };
        let share = local.evaluations.saturating_mul(1_000_000) / self.plan.evaluations.max(1);
        Progress {
            done: local.done,
            nodes: 0,
            millionths: if local.done { 1_000_000 } else { share },
            lower: self.plan.bound.min(local.value),
            value: local.value,
            counters: Counters::default(),
        }
    }

    fn best_placement(&self) -> Option<Placement> {
        match &self.stage {
            Stage::Local(search) => search.problem().placement(search.solution()),
            Stage::Exact { search, .. } => search.problem().placement(search.solution()),
        }
    }

    fn evaluations(&self) -> u64 {
        match &self.stage {
            Stage::Local(search) => search.progress().evaluations,
            Stage::Exact { evaluations, .. } => *evaluations,
        }
    }

    fn exact_stage(&self) -> Option<ExactStage> {
        match &self.stage {
            Stage::Local(_) => None,
            Stage::Exact { search, from, .. } => Some(ExactStage { from: *from, trail: search.trail() }),
        }
    }
}
