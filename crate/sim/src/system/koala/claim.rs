//! Nodes that the grid holds.

use ganttlet_core::time::Time;

/// Nodes of one cluster that the grid holds for someone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cluster.
    pub cluster: u16,
    /// How many nodes.
    pub nodes: u32,
    /// Expected release time; with the holder the key of the claim.
    pub until: Time,
    /// Who holds them, unique among all claims and local jobs of the cluster.
    pub holder: u32,
}
