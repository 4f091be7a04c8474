//! Who grows when nodes are free, and who shrinks when they are needed: policies for malleable jobs. They work cluster by
//! cluster. What a job accepts or gives back is its own affair; the policy learns it from the answers.

mod fpsma;

use crate::entry::Entry;
use crate::time::Time;

/// A malleable job that runs in the cluster at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// The nodes it holds, those under way to it among them.
    pub size: u32,
    /// It cannot be made smaller.
    pub min: u32,
    /// It accepts no more.
    pub max: u32,
    /// When it started.
    pub start: Time,
}

/// The jobs, as a policy speaks to them. `job` is the place in the list the policy was given.
pub trait Jobs {
    /// Offers nodes to a job, which may decline; says how many it accepts.
    fn offer(&mut self, job: usize, nodes: u32) -> u32;
    /// Asks a job for nodes; says how many it will give back, which may be more than was asked for.
    fn request(&mut self, job: usize, nodes: u32) -> u32;
}

/// A policy that makes jobs grow and shrink. Jobs come in the order of their starts, the oldest first.
pub struct MalleabilityPolicy {
    /// What the catalog says.
    pub entry: Entry,
    /// Hands out up to `nodes` free nodes. A policy that equalises may also ask for nodes back here.
    pub grow: fn(running: &[Running], nodes: u32, jobs: &mut dyn Jobs),
    /// Gets `nodes` nodes back, or as many as can be had.
    pub shrink: fn(running: &[Running], nodes: u32, jobs: &mut dyn Jobs),
}

/// All malleability policies. A new one is one file and one line here.
pub const MALLEABILITY_POLICIES: &[MalleabilityPolicy] = &[fpsma::FPSMA];

/// The malleability policy of this name.
pub fn find(id: &str) -> Option<&'static MalleabilityPolicy> {
    MALLEABILITY_POLICIES.iter().find(|policy| policy.entry.id == id)
}
