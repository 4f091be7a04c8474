//! Policies that share idle nodes between the scavenging applications of the users of a grid.

mod all;
mod per_site;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, Policies, catalog_text};

/// The nodes held by each runner, and the nodes reclaimed from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Nodes by runner and cluster: `held[runner][cluster]`.
    pub held: Vec<Vec<u32>>,
    /// Idle nodes of a cluster for which a runner has precedence: other work reclaimed them from it, or other runners
    /// released them for it.
    pub owed: Vec<Vec<u32>>,
    /// Number of further nodes that a runner can use; it is offered no more.
    pub wanted: Vec<u32>,
    /// For each cluster the runner that is next among ties.
    pub turn: Vec<u32>,
}

/// A transfer of nodes from or to a runner, in a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTransfer {
    /// The runner.
    pub runner: usize,
    /// The cluster.
    pub cluster: usize,
    /// Number of nodes.
    pub nodes: u32,
}

/// A policy that shares idle nodes. It updates the holdings and appends its changes to a list, so that its answers and
/// its state always agree. A runner occurs once per cluster in an answer.
pub trait FairSharePolicy {
    /// Distributes the idle nodes of each cluster, `idle[cluster]`, and leaves the nodes there that no runner wants.
    fn distribute(&mut self, holdings: &mut Holdings, idle: &mut [u32], into: &mut Vec<NodeTransfer>);
    /// Reclaims `nodes` nodes in a cluster for other work, or all that are held there if they are fewer.
    fn reclaim(&mut self, holdings: &mut Holdings, cluster: usize, nodes: u32, into: &mut Vec<NodeTransfer>);
    /// Reclaims the part of a new runner from the others, up to its demand; `distribute` hands the nodes out once they
    /// are free.
    fn admit_runner(&mut self, holdings: &mut Holdings, newcomer: usize, into: &mut Vec<NodeTransfer>);
}

/// All fair-share policies. A new one is one file and one line here.
pub static FAIR_SHARE_POLICIES: Policies<dyn FairSharePolicy> = Family {
    id: "fair-share-policy",
    name: "fair-share policy",
    summary: catalog_text(
        "Shares of scavenging applications in the idle nodes, and the applications that give nodes back.",
    ),
    members: &[per_site::EQUIPARTITION_PER_SITE, all::EQUIPARTITION_ALL],
};

impl Holdings {
    /// The holdings of `runners` runners without nodes on `clusters` clusters.
    pub fn new(runners: usize, clusters: usize) -> Self {
        let none = vec![vec![0; clusters]; runners];
        Self { owed: none.clone(), held: none, wanted: vec![0; runners], turn: vec![0; clusters] }
    }

    /// Nodes of a runner on all clusters.
    pub fn total(&self, runner: usize) -> u32 {
        self.held[runner].iter().sum()
    }

    /// Number of active runners: those that hold or want nodes, and a newcomer.
    fn active_runners(&self, newcomer: usize) -> u32 {
        let takes_part = |&runner: &usize| {
            runner == newcomer || self.wanted[runner] > 0 || self.held[runner].iter().any(|&nodes| nodes > 0)
        };
        (0..self.held.len()).filter(takes_part).count() as u32
    }

    /// The runner with the smallest key among those that have one; ties go to the next in turn in this cluster.
    fn next_runner(&self, cluster: usize, key: &dyn Fn(usize) -> Option<u32>) -> Option<usize> {
        let runners = self.held.len();
        let keyed = (0..runners).map(|place| (self.turn[cluster] as usize + place) % runners);
        let keyed = keyed.filter_map(|runner| Some((key(runner)?, runner)));
        keyed.min_by_key(|&(key, _)| key).map(|(_, runner)| runner)
    }

    /// Gives an idle node of a cluster to a runner, and advances the turn to the next runner.
    fn give(&mut self, runner: usize, cluster: usize) {
        self.held[runner][cluster] += 1;
        self.wanted[runner] -= 1;
        self.pass_on(runner, cluster);
    }

    /// Takes a node of a cluster from a runner, and advances the turn to the next runner.
    fn take(&mut self, runner: usize, cluster: usize) {
        self.held[runner][cluster] -= 1;
        self.wanted[runner] += 1;
        self.pass_on(runner, cluster);
    }

    fn pass_on(&mut self, runner: usize, cluster: usize) {
        self.turn[cluster] = ((runner + 1) % self.held.len()) as u32;
    }
}

/// Transferred nodes by cluster and runner: a list that a policy reuses.
#[derive(Default)]
struct MovedNodes {
    runners: usize,
    nodes: Vec<u32>,
}

impl MovedNodes {
    /// Resets the list for these numbers of runners and clusters.
    fn clear(&mut self, runners: usize, clusters: usize) {
        self.runners = runners;
        self.nodes.clear();
        self.nodes.resize(runners * clusters, 0);
    }

    /// The transfers of each runner in a cluster.
    fn of(&mut self, cluster: usize) -> &mut [u32] {
        &mut self.nodes[cluster * self.runners..][..self.runners]
    }

    /// Appends all transfers to an answer, cluster by cluster, beginning with cluster `first`.
    fn append_transfers(&self, first: usize, into: &mut Vec<NodeTransfer>) {
        for (place, &nodes) in self.nodes.iter().enumerate().filter(|(_, nodes)| **nodes > 0) {
            let (cluster, runner) = (first + place / self.runners, place % self.runners);
            into.push(NodeTransfer { runner, cluster, nodes });
        }
    }
}
