//! Policies for malleable jobs: which jobs grow when nodes are free, and which shrink when nodes are needed. They work
//! cluster by cluster. Each job decides how many nodes it accepts or releases; the policy learns this from the answers.

mod egs;
mod equipartition;
mod folding;
mod fpsma;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, Policies, catalog_text};
use ganttlet_core::time::Time;

/// A malleable job that runs in the current cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningJob {
    /// Number of nodes, including those being added.
    pub size: u32,
    /// Minimum number of nodes.
    pub min: u32,
    /// Maximum number of nodes.
    pub max: u32,
    /// Start time.
    pub start: Time,
}

impl RunningJob {
    /// Number of nodes that it may still accept.
    fn growth_room(&self) -> u32 {
        self.max.saturating_sub(self.size)
    }

    /// Number of nodes that it can release.
    fn releasable_nodes(&self) -> u32 {
        self.size.saturating_sub(self.min)
    }
}

/// The negotiation of a policy with jobs. `job` is the index in the list that the policy received.
pub trait JobNegotiation {
    /// Offers nodes to a job, which may decline; returns the number that it accepts.
    fn offer(&mut self, job: usize, nodes: u32) -> u32;
    /// Asks a job for nodes; returns the number that it will release, which may be more than requested.
    fn request(&mut self, job: usize, nodes: u32) -> u32;
}

/// A policy that makes jobs grow and shrink. Jobs are in the order of their starts, oldest first.
pub trait MalleabilityPolicy {
    /// Hands out up to `nodes` free nodes. A policy that equalises sizes may also request nodes here.
    fn grow(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation);
    /// Reclaims `nodes` nodes, or as many as possible.
    fn shrink(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation);
}

/// All malleability policies. A new one is one file and one line here.
pub static MALLEABILITY_POLICIES: Policies<dyn MalleabilityPolicy> = Family {
    id: "malleability-policy",
    name: "malleability policy",
    summary: catalog_text(
        "Running jobs that grow when nodes are free, and that shrink when nodes are needed.",
    ),
    members: &[fpsma::FPSMA, egs::EGS, equipartition::EQUIPARTITION, folding::FOLDING],
};

/// Reclaims `nodes` nodes by asking each job, youngest first, for the number given by `requests` for the jobs and the
/// missing nodes. Jobs that release less than requested are not asked again; the others are.
fn reclaim_nodes(
    running: &[RunningJob],
    mut nodes: u32,
    jobs: &mut dyn JobNegotiation,
    requests: fn(&[RunningJob], u32) -> Vec<u32>,
) {
    let mut now = running.to_vec();
    while nodes > 0 {
        let requests = requests(&now, nodes);
        if requests.iter().all(|&request| request == 0) {
            break;
        }
        for (job, request) in requests.into_iter().enumerate().rev().filter(|&(_, request)| request > 0) {
            let given = jobs.request(job, request);
            nodes = nodes.saturating_sub(given);
            now[job].size = now[job].size.saturating_sub(given);
            if given < request {
                now[job].min = now[job].size;
            }
        }
    }
}
