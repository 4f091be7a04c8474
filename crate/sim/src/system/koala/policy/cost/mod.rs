//! Cost functions for placing a unit of a higher-order component in a cluster (Dumitrescu et al. 2006, section 4), and
//! the resulting mapping, unit by unit.
//!
//! A function receives samples of the links and the units placed so far, never the true state. It returns terms, so
//! that a decision can be displayed as a table; lower is better.

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

/// A component to be placed.
#[derive(Clone, Copy, Debug)]
pub struct CostQuery<'a> {
    /// The communication graph of its units.
    pub graph: &'a UnitGraph,
    /// Bandwidth that each of its links needs, in Mb/s.
    pub demand: f64,
    /// The pattern of all components of the workflow; none if they differ.
    pub pattern: Option<Pattern>,
    /// The cluster that has the code and the input files.
    pub home: Option<u16>,
}

/// A candidate cluster for a unit.
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
    /// The clusters of all previous units, in the order of their numbers.
    pub place: &'a [u16],
}

impl UnitChoice<'_> {
    /// The clusters of the placed peers of the unit, and the number of unplaced ones.
    fn placed_peers(&self) -> (impl Iterator<Item = usize>, u32) {
        let peers = &self.query.graph.peers[self.unit as usize];
        let known = peers.partition_point(|&peer| (peer as usize) < self.place.len());
        let there = peers[..known].iter().map(|&peer| usize::from(self.place[peer as usize]));
        (there, (peers.len() - known) as u32)
    }

    /// The value of the link from the cluster to another or to itself.
    fn of(&self, matrix: &[f64], other: usize) -> f64 {
        self.links.of(matrix, self.cluster, other)
    }

    /// The mean value over the links from the cluster to others.
    fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.links.mean(self.cluster, value)
    }
}

/// The cost of a unit in a cluster, by terms: (here + there + open) / divisor - less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostTerms {
    /// Number of peers placed in the same cluster, placed elsewhere, and not placed yet.
    pub peers: [u32; 3],
    /// The cost of the links to peers in the same cluster.
    pub here: f64,
    /// The cost of the links to peers elsewhere.
    pub there: f64,
    /// The cost of the links to peers that are not placed yet.
    pub open: f64,
    /// The divisor of the sum.
    pub divisor: f64,
    /// The amount subtracted.
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
    /// Why a unit is placed at the lowest cost.
    fn rule(&self) -> &'static Rule {
        &CHEAPEST
    }

    /// True if ties go to clusters in use and the components of a workflow are weighted; false if files count instead
    /// of links.
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

/// The functions based on links: the cost of each is recorded beside the decision.
const WEIGHED: [&str; 6] = ["link-count", "bandwidth", "latency", "network-load", "application", "predicted"];

/// A cost function with its name.
pub type NamedCostFunction = (&'static str, Box<dyn CostFunction>);

/// The functions based on links, with these settings.
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

/// The cost of a peer that is not placed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Unplaced {
    /// Mean cost of a link to another cluster.
    #[word("remote-mean")]
    RemoteMean,
    /// Zero.
    #[word("ignore")]
    Ignore,
}

/// The common part of functions that add up links.
#[derive(Clone, Copy, Debug, Parameters)]
struct LinkSum {
    /// Cost of a link to a peer that is not placed yet. This is our assumption; no source publishes it.
    #[parameter(name = "Unplaced units", default = "remote-mean")]
    unplaced: Unplaced,
}

impl LinkSum {
    /// The sum of link costs over the peers of a unit: `value` is the value of the link to a cluster, including the
    /// cluster itself; `cost` maps it to a cost. An unplaced peer has a link of the mean value.
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
    /// The weight of its costs.
    pub weight: f64,
}

/// The cost of a unit in a cluster with room.
#[derive(Clone, Debug)]
pub struct ClusterCost {
    /// The cluster.
    pub cluster: usize,
    /// Number of idle nodes left.
    pub left: u32,
    /// The terms of each component with such a unit, in their order.
    pub terms: Vec<CostTerms>,
    /// The total cost.
    pub cost: f64,
}

/// Maps the units of a workflow to clusters, one after the other, each at the lowest cost; all components use the same
/// nodes. Ties go to a cluster in use, then to the one with the most idle nodes, then to the first. Calls `each` with
/// the candidates for a unit and the selected one. None if there are fewer `idle` nodes than units.
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

/// The cost of a unit in a cluster after the placement of all previous units: the terms of each component, and the
/// total.
pub fn unit_cost(
    parts: &[WeightedComponent],
    known: &LinkState,
    function: &dyn CostFunction,
    (unit, cluster): (u32, usize),
    place: &[u16],
) -> (Vec<CostTerms>, f64) {
    let here = parts.iter().filter(|part| (unit as usize) < part.asked.graph.peers.len());
    // Files are moved once, regardless of the components.
    let here = here.take(if function.counts_links() { usize::MAX } else { 1 });
    let mut cost = 0.0;
    let terms = here.map(|part| {
        let terms = function.terms(&UnitChoice { query: &part.asked, links: known, unit, cluster, place });
        cost += if function.counts_links() { part.weight * terms.cost() } else { terms.cost() };
        terms
    });
    (terms.collect(), cost)
}

/// A cost for comparisons: sums of the same terms in a different order are equal.
fn rounded_cost(cost: f64) -> i128 {
    libm::round(cost * 1e12) as i128
}
