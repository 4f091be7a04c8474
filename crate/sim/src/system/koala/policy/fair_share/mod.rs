//! Policies that share idle nodes between the scavenging applications of the users of a grid.

mod all;
mod per_site;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, Policies, catalog_text};

/// What each runner holds, and what was taken from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Nodes by runner and cluster: `held[runner][cluster]`.
    pub held: Vec<Vec<u32>>,
    /// Nodes in a cluster that a runner comes first for when they are idle: other work took them from it, or other
    /// runners gave them up for it.
    pub owed: Vec<Vec<u32>>,
    /// Nodes that a runner could still use; it is offered no more.
    pub wanted: Vec<u32>,
    /// For each cluster the runner that is next where several have the same claim.
    pub turn: Vec<u32>,
}

/// Nodes that change hands: from or to a runner, in a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTransfer {
    /// The runner.
    pub runner: usize,
    /// The cluster.
    pub cluster: usize,
    /// How many nodes.
    pub nodes: u32,
}

/// A policy that shares idle nodes. It changes the holdings itself and adds what it changed to a list, so that its answers
/// and the state it decides on never differ. A runner occurs once a cluster in an answer.
pub trait FairSharePolicy {
    /// Hands out idle nodes, `idle[cluster]` of each cluster, and leaves there what nobody wants.
    fn distribute(&mut self, holdings: &mut Holdings, idle: &mut [u32], into: &mut Vec<NodeTransfer>);
    /// Takes `nodes` nodes in a cluster for other work, or as many as are held there.
    fn reclaim(&mut self, holdings: &mut Holdings, cluster: usize, nodes: u32, into: &mut Vec<NodeTransfer>);
    /// Takes from the others what belongs to a runner that has just come, as far as it wants it; `distribute` hands it
    /// out when it is free.
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
    /// Of `runners` runners that hold nothing on `clusters` clusters.
    pub fn new(runners: usize, clusters: usize) -> Self {
        let none = vec![vec![0; clusters]; runners];
        Self { owed: none.clone(), held: none, wanted: vec![0; runners], turn: vec![0; clusters] }
    }

    /// Nodes of a runner on all clusters.
    pub fn total(&self, runner: usize) -> u32 {
        self.held[runner].iter().sum()
    }

    /// How many runners there are: those that hold or want something, and a newcomer.
    fn active_runners(&self, newcomer: usize) -> u32 {
        let takes_part = |&runner: &usize| {
            runner == newcomer || self.wanted[runner] > 0 || self.held[runner].iter().any(|&nodes| nodes > 0)
        };
        (0..self.held.len()).filter(takes_part).count() as u32
    }

    /// The runner with the smallest key among those that have one; of several the next in turn in this cluster.
    fn next_runner(&self, cluster: usize, key: &dyn Fn(usize) -> Option<u32>) -> Option<usize> {
        let runners = self.held.len();
        let keyed = (0..runners).map(|place| (self.turn[cluster] as usize + place) % runners);
        let keyed = keyed.filter_map(|runner| Some((key(runner)?, runner)));
        keyed.min_by_key(|&(key, _)| key).map(|(_, runner)| runner)
    }

    /// Gives an idle node of a cluster to a runner, and the turn to the one after it.
    fn give(&mut self, runner: usize, cluster: usize) {
        self.held[runner][cluster] += 1;
        self.wanted[runner] -= 1;
        self.pass_on(runner, cluster);
    }

    /// Takes a node of a cluster from a runner, and gives the turn to the one after it.
    fn take(&mut self, runner: usize, cluster: usize) {
        self.held[runner][cluster] -= 1;
        self.wanted[runner] += 1;
        self.pass_on(runner, cluster);
    }

    fn pass_on(&mut self, runner: usize, cluster: usize) {
        self.turn[cluster] = ((runner + 1) % self.held.len()) as u32;
    }
}

/// Nodes that change hands, by cluster and runner: a list that a policy keeps.
#[derive(Default)]
struct MovedNodes {
    runners: usize,
    nodes: Vec<u32>,
}

impl MovedNodes {
    /// Nothing has moved between so many runners on so many clusters.
    fn clear(&mut self, runners: usize, clusters: usize) {
        self.runners = runners;
        self.nodes.clear();
        self.nodes.resize(runners * clusters, 0);
    }

    /// What each runner got or lost in a cluster.
    fn of(&mut self, cluster: usize) -> &mut [u32] {
        &mut self.nodes[cluster * self.runners..][..self.runners]
    }

    /// Adds all that moved to an answer, cluster by cluster; `first` is the first of them.
    fn append_transfers(&self, first: usize, into: &mut Vec<NodeTransfer>) {
        for (place, &nodes) in self.nodes.iter().enumerate().filter(|(_, nodes)| **nodes > 0) {
            let (cluster, runner) = (first + place / self.runners, place % self.runners);
            into.push(NodeTransfer { runner, cluster, nodes });
        }
    }
}
