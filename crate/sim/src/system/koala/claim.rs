//! Nodes allocated to the grid.

use ganttlet_core::time::Time;

/// Nodes of one cluster that are allocated to a holder in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cluster.
    pub cluster: u16,
    /// Number of nodes.
    pub nodes: u32,
    /// Expected release time; with the holder the key of the claim.
    pub until: Time,
    /// The holder, unique among all claims and local jobs of the cluster.
    pub holder: u32,
}
