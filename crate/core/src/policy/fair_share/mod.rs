//! Who gets the idle nodes among those who scavenge them: policies that share them between the users of a grid.

mod per_site;

use crate::entry::Entry;

/// What each runner holds, and what was taken from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Nodes by runner and cluster: `held[runner][cluster]`.
    pub held: Vec<Vec<u32>>,
    /// Nodes that other work took from a runner and that it gets back when that work is done.
    pub owed: Vec<Vec<u32>>,
    /// Nodes that a runner could still use; it is offered no more.
    pub wanted: Vec<u32>,
    /// For each cluster the runner that is served next where all have the same.
    pub turn: Vec<u32>,
}

/// Nodes that change hands: from or to a runner, in a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The runner.
    pub runner: usize,
    /// The cluster.
    pub cluster: usize,
    /// How many nodes.
    pub nodes: u32,
}

/// A policy that shares idle nodes. It changes the holdings itself and says what it changed, so that its answers and the
/// state it decides on never differ.
pub struct FairSharePolicy {
    /// What the catalog says.
    pub entry: Entry,
    /// Hands out idle nodes, `idle[cluster]` of each cluster, and leaves there what nobody wants.
    pub distribute: fn(&mut Holdings, idle: &mut [u32]) -> Vec<Share>,
    /// Takes `nodes` nodes in a cluster for other work, or as many as are held there.
    pub reclaim: fn(&mut Holdings, cluster: usize, nodes: u32) -> Vec<Share>,
    /// Takes from the others what belongs to a runner that has just come (the last of the holdings); it is handed out
    /// by `distribute` when it is free.
    pub join: fn(&mut Holdings, newcomer: usize) -> Vec<Share>,
}

/// All fair-share policies. A new one is one file and one line here.
pub const FAIR_SHARE_POLICIES: &[FairSharePolicy] = &[per_site::EQUIPARTITION_PER_SITE];

/// The fair-share policy of this name.
pub fn find(id: &str) -> Option<&'static FairSharePolicy> {
    FAIR_SHARE_POLICIES.iter().find(|policy| policy.entry.id == id)
}

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
}
