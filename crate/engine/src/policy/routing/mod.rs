//! Which cluster a job is sent to when it arrives: the policies of a grid's front door.

mod fastest_with_room;
mod home;
mod least_loaded;
mod round_robin;
mod written;

use crate::entry::{Family, Policies};
use crate::rule::Rule;

/// What a routing policy sees of a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// All its nodes.
    pub nodes: u32,
    /// Nodes that are free now.
    pub free: u32,
    /// Jobs in its queue.
    pub queued: u32,
    /// Speed of its nodes.
    pub speed: f64,
    /// Seconds that its queue and running jobs would keep all its nodes busy, by the estimates.
    pub backlog_s: f64,
}

/// The job that is to be sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// The nodes it needs.
    pub nodes: u32,
    /// The cluster it belongs to, if known.
    pub home: Option<usize>,
    /// How many jobs were sent before it.
    pub count: u32,
}

/// A policy that sends jobs to clusters: one for each grid.
pub trait RoutingPolicy {
    /// Why a job was sent where it was: `{cluster}`, and what the scores are.
    fn rule(&self) -> &Rule;

    /// How good a cluster is for a job: highest wins, then the first. Never asked for a cluster that is too small.
    fn score(&mut self, job: &Arrival, index: usize, sites: &[Site]) -> f64;
}

/// All routing policies. A new one is one file and one line here.
pub static ROUTING_POLICIES: Policies<dyn RoutingPolicy> = Family {
    id: "routing-policy",
    name: "routing policy",
    summary: "To which cluster a job is sent when it is submitted.",
    members: &[
        home::HOME,
        round_robin::ROUND_ROBIN,
        least_loaded::LEAST_LOADED,
        fastest_with_room::FASTEST_WITH_ROOM,
        written::WRITTEN,
    ],
};

impl dyn RoutingPolicy {
    /// The cluster for a job; none if it is too large for all. `scores` gets a score for each, NaN where too small.
    pub fn route(&mut self, job: &Arrival, sites: &[Site], scores: &mut Vec<f64>) -> Option<usize> {
        scores.clear();
        let mut best: Option<usize> = None;
        for (index, site) in sites.iter().enumerate() {
            let score = if site.nodes >= job.nodes { self.score(job, index, sites) } else { f64::NAN };
            scores.push(score);
            if !score.is_nan() && best.is_none_or(|other| score > scores[other]) {
                best = Some(index);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Settings;

    /// Three clusters: large and busy, small and fast, middle and idle.
    fn sites() -> Vec<Site> {
        vec![
            Site { nodes: 64, free: 0, queued: 3, speed: 1.0, backlog_s: 500.0 },
            Site { nodes: 8, free: 4, queued: 0, speed: 2.0, backlog_s: 50.0 },
            Site { nodes: 32, free: 32, queued: 0, speed: 1.0, backlog_s: 0.0 },
        ]
    }

    fn routes(id: &str, jobs: &[(u32, Option<usize>)]) -> Vec<Option<usize>> {
        let mut policy = (ROUTING_POLICIES.known(id).make)(&Settings::default());
        let route = |(count, &(nodes, home)): (u32, &(u32, Option<usize>))| {
            policy.route(&Arrival { nodes, home, count }, &sites(), &mut Vec::new())
        };
        (0..).zip(jobs).map(route).collect()
    }

    #[test]
    fn each_goes_its_way() {
        let jobs = [(4, Some(0)), (4, Some(1)), (16, Some(1)), (4, None), (100, Some(0))];
        assert_eq!(routes("home", &jobs), [Some(0), Some(1), Some(2), Some(2), None]);
        assert_eq!(routes("round-robin", &jobs), [Some(0), Some(1), Some(2), Some(0), None]);
        assert_eq!(routes("least-loaded", &jobs), [Some(2), Some(2), Some(2), Some(2), None]);
        assert_eq!(routes("fastest-with-room", &jobs), [Some(1), Some(1), Some(2), Some(1), None]);
    }
}
