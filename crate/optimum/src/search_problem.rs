//! The problems of the searches: jobs on one cluster, jobs on several clusters, and bags of tasks.

use crate::bag::Bag;
use crate::bag_heuristic::initial_places;
use crate::bound::Bound;
use crate::bounds;
use crate::clusters::ClusterInstance;
use crate::instance::Instance;
use crate::placement::{self, Placement, initial_placements};
use crate::schedule::{self, Objective};

/// The value of a schedule, and a second number for comparisons of schedules with the same value.
pub type Cost = (i64, i64);

/// A problem for both the local and the exact search.
pub trait SearchProblem {
    /// A schedule: an order of jobs, an order with clusters, or the processor of each task.
    type Solution: Clone + Default;

    /// The lower bounds of the objective.
    fn bounds(&self) -> Vec<Bound>;

    /// The cost of a schedule; `None` if it is not feasible.
    fn cost(&self, solution: &Self::Solution) -> Option<Cost>;

    /// The best of the schedules of simple rules and of the known ones; the first among ties. `None` if none is
    /// feasible.
    fn best_known(&self, known: impl IntoIterator<Item = Self::Solution>) -> Option<(Cost, Self::Solution)>;

    /// The order in which jobs start, and their clusters; `None` if the schedule is not feasible.
    fn placement(&self, solution: &Self::Solution) -> Option<Placement>;
}

/// Jobs, or tasks with predecessors, on one cluster. A solution is an order of starts.
#[derive(Clone, Debug)]
pub struct OrderProblem {
    /// The jobs and nodes.
    pub instance: Instance,
    /// The objective, to be minimised.
    pub objective: Objective,
}

impl OrderProblem {
    /// The cost of a schedule with these starts.
    pub(crate) fn cost_of_starts(&self, starts: &[i64]) -> Cost {
        let Self { instance, objective } = self;
        (objective.value(instance, starts), objective.second_value(instance, starts))
    }
}

impl SearchProblem for OrderProblem {
    type Solution = Vec<usize>;

    fn bounds(&self) -> Vec<Bound> {
        order_bounds(&self.instance, self.objective)
    }

    fn cost(&self, order: &Vec<usize>) -> Option<Cost> {
        let valid = schedule::is_valid_order(&self.instance, order);
        valid.then(|| self.cost_of_starts(&schedule::decode_serial(&self.instance, order)))
    }

    fn best_known(&self, known: impl IntoIterator<Item = Vec<usize>>) -> Option<(Cost, Vec<usize>)> {
        let instance = &self.instance;
        let known = known.into_iter().filter(|order| schedule::is_valid_order(instance, order));
        let mut best: Option<(Cost, Vec<usize>)> = None;
        for order in schedule::initial_orders(instance).into_iter().chain(known) {
            let starts = schedule::decode_fcfs(instance, &order);
            let cost = self.cost_of_starts(&starts);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, schedule::start_order(instance, &starts)));
            }
        }
        best
    }

    fn placement(&self, order: &Vec<usize>) -> Option<Placement> {
        Some(Placement { order: order.clone(), clusters: vec![0; self.instance.len()] })
    }
}

/// Jobs, or tasks with predecessors, on several clusters without transfers.
#[derive(Clone, Debug)]
pub struct ClusterProblem {
    /// The jobs and clusters.
    pub instance: ClusterInstance,
    /// The objective, to be minimised.
    pub objective: Objective,
}

impl SearchProblem for ClusterProblem {
    type Solution = Placement;

    fn bounds(&self) -> Vec<Bound> {
        placement::root_bounds(&self.instance, self.objective)
    }

    fn cost(&self, solution: &Placement) -> Option<Cost> {
        let starts = placement::decode(&self.instance, solution)?;
        let value = |objective| placement::value(&self.instance, solution, &starts, objective);
        let second = match self.objective {
            Objective::Makespan => starts.iter().sum(),
            Objective::TotalFlow => value(Objective::Makespan),
        };
        Some((value(self.objective), second))
    }

    fn best_known(&self, known: impl IntoIterator<Item = Placement>) -> Option<(Cost, Placement)> {
        let mut best: Option<(Cost, Placement)> = None;
        for placement in initial_placements(&self.instance).into_iter().chain(known) {
            let Some(cost) = self.cost(&placement) else { continue };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, placement));
            }
        }
        best
    }

    fn placement(&self, solution: &Placement) -> Option<Placement> {
        let starts = placement::decode(&self.instance, solution)?;
        let mut order = solution.order.clone();
        // A stable sort by start keeps predecessors first.
        order.sort_by_key(|&id| starts[id]);
        Some(Placement { order, clusters: solution.clusters.clone() })
    }
}

/// A solution is the processor of each task.
impl SearchProblem for Bag {
    type Solution = Vec<usize>;

    fn bounds(&self) -> Vec<Bound> {
        bounds::bag_makespan(self)
    }

    /// The last end, and the number of processors that are busy until then.
    fn cost(&self, places: &Vec<usize>) -> Option<Cost> {
        self.are_places(places).then(|| {
            let loads = self.loads(places);
            let last = loads.iter().copied().max().unwrap_or(0);
            (last, loads.into_iter().filter(|&load| load == last).count() as i64)
        })
    }

    fn best_known(&self, known: impl IntoIterator<Item = Vec<usize>>) -> Option<(Cost, Vec<usize>)> {
        let all = std::iter::once(initial_places(self)).chain(known);
        let all = all.filter_map(|places| Some((self.cost(&places)?, places)));
        all.reduce(|best, other| if other.0 < best.0 { other } else { best })
    }

    fn placement(&self, places: &Vec<usize>) -> Option<Placement> {
        Some(Placement { order: self.start_order(places), clusters: places.clone() })
    }
}

/// The lower bounds of an objective for jobs on one cluster.
pub fn order_bounds(instance: &Instance, objective: Objective) -> Vec<Bound> {
    match objective {
        Objective::TotalFlow if instance.has_dependencies() => Vec::new(),
        Objective::TotalFlow => bounds::rigid_flow(instance),
        Objective::Makespan if instance.has_dependencies() => bounds::graph_makespan(instance),
        Objective::Makespan => bounds::rigid_makespan(instance),
    }
}
