//! Placement of grid jobs on clusters: co-allocation. A policy sees the information of the information service and
//! returns components, or reports that the job has to wait. All or nothing: no node is claimed unless the whole job can
//! be placed.
//!
//! A grid scheduler asks for every queued job whenever something changes, so a policy reuses the lists it needs.

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
    /// Number of available nodes of each cluster.
    pub idle: &'a [u32],
    /// The speed of each cluster's nodes.
    pub speed: &'a [f64],
    /// The network between the clusters.
    pub network: &'a Network,
}

/// A job to be placed.
#[derive(Clone, Copy, Debug)]
pub struct PlacementQuery<'a> {
    /// Index of the job.
    pub job: u32,
    /// The request.
    pub request: &'a Request,
    /// Its total number of nodes.
    pub nodes: u32,
    /// Its input files.
    pub inputs: &'a [InputFile],
}

/// A part of a job in one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The cluster.
    pub cluster: u16,
    /// Number of nodes there.
    pub nodes: u32,
}

/// A policy that places jobs. It selects clusters with room: it writes components and returns true, or returns false.
pub trait PlacementPolicy {
    /// The reason for a placement, and the meaning of the scores.
    fn rule(&self) -> &Rule;

    /// The cluster for a component of `nodes` nodes, given the placed components; Worst Fit unless a policy overrides
    /// it.
    fn choose_cluster(
        &mut self,
        _: &PlacementQuery,
        view: &GridView,
        nodes: u32,
        placed: &[Component],
    ) -> Option<usize> {
        worst_fit::most_left(view, placed).filter(|&(_, left)| left >= nodes).map(|(cluster, _)| cluster)
    }

    /// Serves non-fixed requests: selects clusters for components of these sizes, the largest first.
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

    /// Serves flexible requests: splits a job into components; by default a single one.
    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        self.place_components(ask, view, &[ask.nodes], into)
    }

    /// Its expression, if it is a custom policy.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// The score of a cluster, as displayed in the inspector: idle nodes, unless a policy uses another criterion.
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
    /// Places a job: writes its components and returns true, or returns false and writes nothing. Components in one
    /// cluster are merged, and none is empty. A request of no nodes is never placed.
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
    /// The clusters with this many idle nodes beyond those already taken.
    fn clusters_with_room(&self, nodes: u32, taken: &[Component]) -> impl Iterator<Item = usize> {
        (0..self.idle.len()).filter(move |&cluster| self.unclaimed_nodes(taken, cluster) >= nodes)
    }

    /// The idle nodes of a cluster beyond those already taken.
    fn unclaimed_nodes(&self, taken: &[Component], cluster: usize) -> u32 {
        let of = taken.iter().filter(|part| usize::from(part.cluster) == cluster);
        self.idle[cluster] - of.map(|part| part.nodes).sum::<u32>()
    }

    /// True if all clusters together have this many idle nodes.
    fn has_idle_nodes(&self, nodes: u32) -> bool {
        self.idle.iter().map(|&idle| u64::from(idle)).sum::<u64>() >= u64::from(nodes)
    }

    /// Takes all idle nodes of one cluster after the other, smallest key first (ties go to the first), until there are
    /// enough; false if `most` clusters are not enough. Clusters without a key are excluded.
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

/// Merges components in the same cluster, in the order of their first occurrence, and drops empty ones.
fn merge_components(components: &mut Vec<Component>) {
    let mut kept = 0;
    for i in 0..components.len() {
        let part = components[i];
        if let Some(other) = components[..kept].iter_mut().find(|other| other.cluster == part.cluster) {
            // A number beyond the maximum is not available either.
            other.nodes = other.nodes.saturating_add(part.nodes);
        } else if part.nodes > 0 {
            components[kept] = part;
            kept += 1;
        }
    }
    components.truncate(kept);
}
