//! On which clusters a grid job runs: co-allocation. A policy sees what the information service knows and answers with
//! components, or says that the job has to wait. All or nothing: nothing is taken unless the whole job can be placed.
//!
//! A grid scheduler asks for every job in its queue whenever something changes, so a policy keeps the lists it needs.

mod adaptive_co_allocation;
mod close_to_files;
mod cluster_minimization;
mod communication_aware;
mod flexible_cluster_minimization;
#[cfg(test)]
mod laws;
mod mostly_one_cluster;
#[cfg(test)]
mod tests;
mod worst_fit;
mod written;

use ganttlet_core::entry::{CustomExpression, Family, Policies, catalog_text};
use ganttlet_core::order;
use ganttlet_core::platform::Network;
use ganttlet_core::rule::Rule;
use ganttlet_work::grid::{InputFile, Request};

/// The part of the state of the grid that a placement policy sees.
#[derive(Clone, Copy, Debug)]
pub struct GridView<'a> {
    /// Nodes of each cluster that could be had now.
    pub idle: &'a [u32],
    /// The speed of each cluster's nodes.
    pub speed: &'a [f64],
    /// The network between the clusters.
    pub network: &'a Network,
}

/// What a job asks a placement policy for.
#[derive(Clone, Copy, Debug)]
pub struct PlacementQuery<'a> {
    /// Which job.
    pub job: u32,
    /// The request.
    pub request: &'a Request,
    /// All nodes of it.
    pub nodes: u32,
    /// What it reads.
    pub inputs: &'a [InputFile],
}

/// A part of a job in one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The cluster.
    pub cluster: u16,
    /// How many nodes there.
    pub nodes: u32,
}

/// A policy that places jobs. It chooses clusters with room: it writes components and returns true, or returns false.
pub trait PlacementPolicy {
    /// Why a job was placed where it was; what its scores are.
    fn rule(&self) -> &Rule;

    /// The cluster for a component of `nodes` nodes beside those that are placed already; by Worst Fit, where a policy has no
    /// other rule.
    fn choose_cluster(
        &mut self,
        _: &PlacementQuery,
        view: &GridView,
        nodes: u32,
        placed: &[Component],
    ) -> Option<usize> {
        worst_fit::most_left(view, placed).filter(|&(_, left)| left >= nodes).map(|(cluster, _)| cluster)
    }

    /// Serves non-fixed requests: chooses clusters for components of these sizes, the largest first.
    fn place_components(
        &mut self,
        ask: &PlacementQuery,
        view: &GridView,
        sizes: &[u32],
        into: &mut Vec<Component>,
    ) -> bool {
        if !sizes.is_sorted_by(|before, after| before >= after) {
            let mut sorted = sizes.to_vec();
            order::sort_by_key(&mut sorted, |&size| -i64::from(size));
            return self.place_components(ask, view, &sorted, into);
        }
        for &nodes in sizes {
            let Some(cluster) = self.choose_cluster(ask, view, nodes, into) else { return false };
            into.push(Component { cluster: cluster as u16, nodes });
        }
        true
    }

    /// Serves flexible requests: splits all nodes of a job into components; by default into one.
    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        self.place_components(ask, view, &[ask.nodes], into)
    }

    /// The expression that it goes by, if it is a custom one.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// What speaks for a cluster, as the inspector shows it: idle nodes, where a policy looks at nothing else.
    fn cluster_score(&mut self, _: &PlacementQuery, view: &GridView, cluster: usize) -> f64 {
        f64::from(view.idle[cluster])
    }
}

/// All placement policies. A new one is one file and one line here.
pub static PLACEMENT_POLICIES: Policies<dyn PlacementPolicy> = Family {
    id: "placement-policy",
    name: "placement policy",
    summary: catalog_text("Clusters on which a grid job runs, and its number of nodes on each."),
    members: &[
        worst_fit::WORST_FIT,
        flexible_cluster_minimization::FLEXIBLE_CLUSTER_MINIMIZATION,
        communication_aware::COMMUNICATION_AWARE,
        adaptive_co_allocation::ADAPTIVE_CO_ALLOCATION,
        mostly_one_cluster::MOSTLY_ONE_CLUSTER,
        close_to_files::CLOSE_TO_FILES,
        cluster_minimization::CLUSTER_MINIMIZATION,
        written::WRITTEN,
    ],
};

impl dyn PlacementPolicy {
    /// Places a job: writes its components (several in one cluster are one, none is empty) and says true, or says false
    /// and writes nothing. A request of no nodes is never placed.
    pub fn place(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        into.clear();
        let placed = match ask.request {
            Request::Fixed(parts) => place_fixed(parts, view, into),
            Request::NonFixed(sizes) => self.place_components(ask, view, sizes, into),
            Request::Flexible => self.split_job(ask, view, into),
            Request::Splits(splits) => splits.iter().any(|sizes| {
                into.clear();
                self.place_components(ask, view, sizes, into)
            }),
        };
        if placed {
            merge_components(into);
        } else {
            into.clear();
        }
        !into.is_empty()
    }
}

impl GridView<'_> {
    /// The clusters with so many idle nodes beyond those that are taken already.
    fn clusters_with_room(&self, nodes: u32, taken: &[Component]) -> impl Iterator<Item = usize> {
        (0..self.idle.len()).filter(move |&cluster| self.unclaimed_nodes(taken, cluster) >= nodes)
    }

    /// The nodes that are idle in a cluster beyond those that are taken already.
    fn unclaimed_nodes(&self, taken: &[Component], cluster: usize) -> u32 {
        let of = taken.iter().filter(|part| usize::from(part.cluster) == cluster);
        self.idle[cluster] - of.map(|part| part.nodes).sum::<u32>()
    }

    /// True if that many nodes are idle in all clusters together.
    fn has_idle_nodes(&self, nodes: u32) -> bool {
        self.idle.iter().map(|&idle| u64::from(idle)).sum::<u64>() >= u64::from(nodes)
    }

    /// Takes all idle nodes of one cluster after the other, the one with the smallest key first (of equal ones the first),
    /// until there are as many as needed; false if `most` clusters are not enough. Clusters without a key stay out.
    fn fill_clusters(
        &self,
        nodes: u32,
        most: usize,
        key: impl Fn(usize) -> Option<(i64, i64)>,
        into: &mut Vec<Component>,
    ) -> bool {
        let (mut need, mut last) = (nodes, None);
        for _ in 0..most.min(self.idle.len()) {
            let with_room = (0..self.idle.len()).filter(|&cluster| self.idle[cluster] > 0);
            let keyed = with_room.filter_map(|cluster| Some((key(cluster)?, cluster)));
            let Some(next) = keyed.filter(|&next| Some(next) > last).min() else { break };
            let cluster = next.1;
            last = Some(next);
            let taken = need.min(self.idle[cluster]);
            into.push(Component { cluster: cluster as u16, nodes: taken });
            need -= taken;
            if need == 0 {
                return true;
            }
        }
        false
    }
}

/// Places a job as its request specifies, if there is room.
fn place_fixed(parts: &[(u16, u32)], view: &GridView, into: &mut Vec<Component>) -> bool {
    into.extend(parts.iter().map(|&(cluster, nodes)| Component { cluster, nodes }));
    merge_components(into);
    into.iter().all(|part| view.idle.get(usize::from(part.cluster)).is_some_and(|&idle| idle >= part.nodes))
}

/// Makes components in the same cluster one, in the order of their first, and drops empty ones.
fn merge_components(components: &mut Vec<Component>) {
    let mut kept = 0;
    for i in 0..components.len() {
        let part = components[i];
        if let Some(other) = components[..kept].iter_mut().find(|other| other.cluster == part.cluster) {
            // More than there can be is not there either.
            other.nodes = other.nodes.saturating_add(part.nodes);
        } else if part.nodes > 0 {
            components[kept] = part;
            kept += 1;
        }
    }
    components.truncate(kept);
}
