//! Who grows when nodes are free, and who shrinks when they are needed: policies for malleable jobs. They work cluster by
//! cluster. What a job accepts or gives back is its own affair; the policy learns it from the answers.

mod egs;
mod equipartition;
mod folding;
mod fpsma;
#[cfg(test)]
mod tests;

use ganttlet_core::entry::{Family, Policies, catalog_text};
use ganttlet_core::time::Time;

/// A malleable job that runs in the cluster at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningJob {
    /// The nodes it holds, those under way to it among them.
    pub size: u32,
    /// It cannot be made smaller.
    pub min: u32,
    /// It accepts no more.
    pub max: u32,
    /// When it started.
    pub start: Time,
}

impl RunningJob {
    /// How many nodes it may still accept.
    fn growth_room(&self) -> u32 {
        self.max.saturating_sub(self.size)
    }

    /// How many nodes it can give back.
    fn releasable_nodes(&self) -> u32 {
        self.size.saturating_sub(self.min)
    }
}

/// The jobs, as a policy speaks to them. `job` is the place in the list the policy was given.
pub trait JobNegotiation {
    /// Offers nodes to a job, which may decline; returns the number that it accepts.
    fn offer(&mut self, job: usize, nodes: u32) -> u32;
    /// Asks a job for nodes; returns the number that it will release, which may be more than requested.
    fn request(&mut self, job: usize, nodes: u32) -> u32;
}

/// A policy that makes jobs grow and shrink. Jobs come in the order of their starts, the oldest first.
pub trait MalleabilityPolicy {
    /// Hands out up to `nodes` free nodes. A policy that equalises may also ask for nodes back here.
    fn grow(&mut self, running: &[RunningJob], nodes: u32, jobs: &mut dyn JobNegotiation);
    /// Gets `nodes` nodes back, or as many as can be had.
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

/// Gets `nodes` nodes back by asking each job, the youngest first, for what `requests` says of the jobs and the nodes that
/// are still missing. Jobs that give less than they were asked for are left alone, and the others asked again.
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
