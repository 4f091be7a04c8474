//! What it costs to put a unit of a higher-order component into a cluster: cost functions (Dumitrescu et al. 2006,
//! section 4), and the mapping that follows from one, unit by unit.
//!
//! A function sees samples of the links and the units that are placed already, never the truth. It answers with terms, so
//! that a decision can be shown as a table; lower is better.

mod application;
mod by_pattern;
mod close_to_files;
mod link_count;
mod predicted;
mod rated;
#[cfg(test)]
mod tests;

use crate::system::parts::links::LinkState;
use ganttlet_core::entry::{Family, Parameters, Policies, Settings, Variants, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_work::hoc::{Pattern, UnitGraph};

/// A component that is to be placed.
#[derive(Clone, Copy, Debug)]
pub struct CostQuery<'a> {
    /// Who sends to whom.
    pub graph: &'a UnitGraph,
    /// Megabits a second that each of its links needs.
    pub demand: f64,
    /// The pattern of all components of the workflow; none if they differ.
    pub pattern: Option<Pattern>,
    /// The cluster that has the code and the input files.
    pub home: Option<u16>,
}

/// A unit that could be placed on a cluster.
#[derive(Clone, Copy, Debug)]
pub struct UnitChoice<'a> {
    /// The component of the unit.
    pub query: &'a CostQuery<'a>,
    /// The links at the last sample.
    pub links: &'a LinkState,
    /// The number of the unit.
    pub unit: u32,
    /// The cluster.
    pub cluster: usize,
    /// The clusters of all units before it, in the order of their numbers.
    pub place: &'a [u16],
}

impl UnitChoice<'_> {
    /// The clusters of the peers of the unit that are placed already, and how many are not.
    fn placed_peers(&self) -> (impl Iterator<Item = usize>, u32) {
        let peers = &self.query.graph.peers[self.unit as usize];
        let known = peers.partition_point(|&peer| (peer as usize) < self.place.len());
        let there = peers[..known].iter().map(|&peer| usize::from(self.place[peer as usize]));
        (there, (peers.len() - known) as u32)
    }

    /// A number of the link from the cluster to another or to itself.
    fn of(&self, matrix: &[f64], other: usize) -> f64 {
        self.links.of(matrix, self.cluster, other)
    }

    /// The mean of a number over the links from the cluster to others.
    fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.links.mean(self.cluster, value)
    }
}

/// What a unit would cost in a cluster, by terms: (here + there + open) / divisor - less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostTerms {
    /// Peers that are placed in the same cluster, elsewhere, and not yet.
    pub peers: [u32; 3],
    /// What the links to the peers in the same cluster cost.
    pub here: f64,
    /// What those to peers elsewhere cost.
    pub there: f64,
    /// What those to peers cost that are not placed yet.
    pub open: f64,
    /// What all is divided by.
    pub divisor: f64,
    /// What is taken off.
    pub less: f64,
}

impl Default for CostTerms {
    fn default() -> Self {
        Self { peers: [0; 3], here: 0.0, there: 0.0, open: 0.0, divisor: 1.0, less: 0.0 }
    }
}

impl CostTerms {
    /// The cost.
    pub fn cost(&self) -> f64 {
        (self.here + self.there + self.open) / self.divisor - self.less
    }
}

/// A cost function. It returns the same cost for the same choice.
pub trait CostFunction {
    /// Why a unit goes where it costs least.
    fn rule(&self) -> &'static Rule {
        &CHEAPEST
    }

    /// True if clusters that are used already come first where costs are equal, and components of a workflow are weighed;
    /// false if files count and not links.
    fn counts_links(&self) -> bool {
        true
    }

    /// The cost of a unit on a cluster.
    fn terms(&self, at: &UnitChoice) -> CostTerms;
}

/// All cost functions. A new one is one file and one line here.
pub static COST_FUNCTIONS: Policies<dyn CostFunction> = Family {
    id: "cost-function",
    name: "cost function",
    summary: catalog_text("Cost of placing a unit of a higher-order component on a cluster."),
    members: &[
        by_pattern::BY_PATTERN,
        close_to_files::CLOSE_TO_FILES,
        link_count::LINK_COUNT,
        rated::BANDWIDTH,
        rated::LATENCY,
        rated::NETWORK_LOAD,
        application::APPLICATION,
        predicted::PREDICTED,
    ],
};

/// The functions that weigh links: the cost of each is recorded beside the decision.
const WEIGHED: [&str; 6] = ["link-count", "bandwidth", "latency", "network-load", "application", "predicted"];

/// A cost function and what people call it.
pub type NamedCostFunction = (&'static str, Box<dyn CostFunction>);

/// The functions that weigh links, with these settings.
pub fn link_cost_functions(settings: &Settings) -> Vec<NamedCostFunction> {
    let one = |id: &str| {
        let known = COST_FUNCTIONS.get(id);
        (known.entry.name, (known.make)(settings))
    };
    WEIGHED.into_iter().map(one).collect()
}

static CHEAPEST: Rule = Rule::with_values(
    "cheapest-links",
    &["unit"],
    "Unit {unit} of workflow {job} is placed on {cluster}, where its links have the lowest cost. The score \
     is the cost.",
);

/// What a peer counts that is not placed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Unplaced {
    /// Mean cost of a link to another cluster.
    #[word("remote-mean")]
    RemoteMean,
    /// Zero.
    #[word("ignore")]
    Ignore,
}

/// What functions have in common that add up links.
#[derive(Clone, Copy, Debug, Parameters)]
struct LinkSum {
    /// Cost of a link to a peer that is not placed yet. This is our assumption; no source publishes it.
    #[parameter(name = "Unplaced units", default = "remote-mean")]
    unplaced: Unplaced,
}

impl LinkSum {
    /// The sum of what links cost over the peers of a unit: `value` is a number of the link to a cluster, the unit's own among
    /// them, `cost` what a link of such a number costs. What is open goes over a link of the mean number.
    fn sum(self, at: &UnitChoice, value: &dyn Fn(usize) -> f64, cost: &dyn Fn(f64) -> f64) -> CostTerms {
        let (there, open) = at.placed_peers();
        let mut terms = CostTerms::default();
        for other in there {
            let cost = cost(value(other));
            if other == at.cluster {
                terms.peers[0] += 1;
                terms.here += cost;
            } else {
                terms.peers[1] += 1;
                terms.there += cost;
            }
        }
        terms.peers[2] = open;
        if open > 0 && self.unplaced == Unplaced::RemoteMean {
            terms.open = f64::from(open) * cost(at.mean(value));
        }
        terms
    }
}

/// A component of a workflow, with its weight among the others.
#[derive(Clone, Copy, Debug)]
pub struct WeightedComponent<'a> {
    /// The component.
    pub asked: CostQuery<'a>,
    /// What its costs count.
    pub weight: f64,
}

/// What a unit would cost in a cluster that has room.
#[derive(Clone, Debug)]
pub struct ClusterCost {
    /// The cluster.
    pub cluster: usize,
    /// Nodes left in it.
    pub left: u32,
    /// The terms of each component that has such a unit, in their order.
    pub terms: Vec<CostTerms>,
    /// The cost of all.
    pub cost: f64,
}

/// Puts all units of a workflow into clusters, one after the other, each where it costs least; all its components use the
/// same nodes. Ties go to a cluster that is used already, then to that with most idle nodes, then to the first. `each` is
/// told the offers for a unit, and which was taken. None if there are not as many `idle` nodes as units.
pub fn map_units(
    parts: &[WeightedComponent],
    idle: &[u32],
    known: &LinkState,
    function: &dyn CostFunction,
    mut each: impl FnMut(u32, &[ClusterCost], usize),
) -> Option<Vec<u16>> {
    let units = parts.iter().map(|part| part.asked.graph.peers.len()).max().unwrap_or(0);
    let mut left = idle.to_vec();
    if left.iter().map(|&idle| idle as usize).sum::<usize>() < units {
        return None;
    }
    let mut used = vec![false; left.len()];
    let mut place = Vec::with_capacity(units);
    let mut offers = Vec::new();
    for unit in 0..units as u32 {
        offers.clear();
        offers.extend((0..left.len()).filter(|&cluster| left[cluster] > 0).map(|cluster| {
            let (terms, cost) = unit_cost(parts, known, function, (unit, cluster), &place);
            ClusterCost { cluster, left: left[cluster], terms, cost }
        }));
        let key = |offer: &&ClusterCost| {
            let new = function.counts_links() && !used[offer.cluster];
            (rounded_cost(offer.cost), new, std::cmp::Reverse(offer.left), offer.cluster)
        };
        let cluster = offers.iter().min_by_key(key)?.cluster;
        each(unit, &offers, cluster);
        place.push(cluster as u16);
        left[cluster] -= 1;
        used[cluster] = true;
    }
    Some(place)
}

/// What a unit would cost in a cluster, which all units before it are placed for: the terms of each component, and the cost
/// of all.
pub fn unit_cost(
    parts: &[WeightedComponent],
    known: &LinkState,
    function: &dyn CostFunction,
    (unit, cluster): (u32, usize),
    place: &[u16],
) -> (Vec<CostTerms>, f64) {
    let here = parts.iter().filter(|part| (unit as usize) < part.asked.graph.peers.len());
    // Files are moved once, whatever the components are.
    let here = here.take(if function.counts_links() { usize::MAX } else { 1 });
    let mut cost = 0.0;
    let terms = here.map(|part| {
        let terms = function.terms(&UnitChoice { query: &part.asked, links: known, unit, cluster, place });
        cost += if function.counts_links() { part.weight * terms.cost() } else { terms.cost() };
        terms
    });
    (terms.collect(), cost)
}

/// A cost as it is compared: sums of the same terms in another order are equal.
fn rounded_cost(cost: f64) -> i128 {
    libm::round(cost * 1e12) as i128
}
