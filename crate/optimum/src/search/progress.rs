//! The state of an exact search: visited nodes, best value, and progress.

use serde::{Deserialize, Serialize};

/// Whether a value is known to be the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// No schedule is better.
    Proven,
    /// The search is not complete.
    BestKnown,
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// True if the search is complete, or the limit is reached.
    pub done: bool,
    /// Number of partial schedules visited.
    pub nodes: u64,
    /// Completed share of the tree, between 0 and 1000000; an estimate, as the tree is unbalanced.
    pub millionths: u64,
    /// Proven lower bound.
    pub lower: i64,
    /// Value of the best schedule.
    pub value: i64,
    /// Counts of the visited nodes by outcome.
    pub counters: Counters,
}

/// Counts of the visited nodes by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Nodes with children, and complete schedules.
    pub explored: u64,
    /// Nodes cut because their bound is not below the best value.
    pub cut_by_bound: u64,
    /// Nodes cut because a node with the same jobs was at least as good.
    pub cut_by_dominance: u64,
}

/// The state shared by the visits of all nodes.
pub struct SearchState {
    /// The bound at the root.
    pub(super) root: i64,
    /// The value of the best schedule.
    pub(super) best: i64,
    pub(super) nodes: u64,
    pub(super) limit: u64,
    pub(super) trail: Trail,
    pub(super) counters: Counters,
}

impl SearchState {
    pub(super) fn new(root: i64, best: i64, limit: u64) -> Self {
        Self { root, best, nodes: 0, limit, trail: Trail::default(), counters: Counters::default() }
    }
}

/// A hash of the visited nodes in their order, for certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trail(pub(super) u64);

impl Default for Trail {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Trail {
    /// Adds a visited node.
    pub(super) fn add(&mut self, node: u64) {
        let mut value = (self.0 ^ node).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value ^= value >> 29;
        self.0 = value.wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(23);
    }
}
