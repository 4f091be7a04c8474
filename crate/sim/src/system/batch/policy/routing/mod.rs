//! Routing policies: they select the cluster of an arriving job.

mod earliest_completion;
mod fastest_processor_first;
mod fastest_with_room;
mod fewest_asked;
mod home;
mod least_loaded;
mod round_robin;
mod written;

use ganttlet_core::entry::{CustomExpression, Family, Policies, catalog_text};
use ganttlet_core::rule::Rule;

/// The information about a cluster available to a routing policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteView {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of nodes that are down.
    pub down: u32,
    /// Number of free nodes.
    pub free: u32,
    /// Number of queued jobs.
    pub queued: u32,
    /// Speed of its nodes.
    pub speed: f64,
    /// Seconds that its queue and running jobs would keep all its nodes busy, by the estimates.
    pub backlog_s: f64,
    /// Nodes allocated to running jobs and requested by waiting jobs.
    pub asked: u32,
    /// Predicted wait time and runtime of the job there, in seconds, if all jobs run as long as predicted, first come,
    /// first served; NaN unless the policy [uses predictions](RoutingPolicy::needs_predictions).
    pub foreseen_s: (f64, f64),
}

impl SiteView {
    /// Number of nodes without demand.
    pub fn unclaimed_nodes(&self) -> u32 {
        self.up_nodes().saturating_sub(self.asked)
    }

    /// Number of nodes that are not down.
    pub fn up_nodes(&self) -> u32 {
        self.nodes - self.down
    }
}

/// The job to be sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Number of nodes it needs.
    pub nodes: u32,
    /// Its home cluster, if known.
    pub home: Option<usize>,
    /// Number of jobs sent before it.
    pub count: u32,
}

/// A policy that sends jobs to clusters: one instance per grid.
pub trait RoutingPolicy {
    /// The reason for the cluster of a job: `{cluster}`, and the meaning of the scores.
    fn rule(&self) -> &Rule;

    /// True if it uses predicted completion times.
    fn needs_predictions(&self) -> bool {
        false
    }

    /// True if jobs are held at the grid, not at a cluster, until a cluster has room for them: after each end, all held
    /// jobs are tried in the order of their arrival.
    fn keeps_jobs_at_grid(&self) -> bool {
        false
    }

    /// Its expression, if it is a custom policy.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// The score of a cluster for a job: the highest wins, then the first; NaN for not now. Not called for a cluster
    /// that is too small.
    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64;
}

/// All routing policies. A new one is one file and one line here.
pub static ROUTING_POLICIES: Policies<dyn RoutingPolicy> = Family {
    id: "routing-policy",
    name: "routing policy",
    summary: catalog_text("Cluster to which a job is sent at submission."),
    members: &[
        home::HOME,
        round_robin::ROUND_ROBIN,
        least_loaded::LEAST_LOADED,
        fewest_asked::FEWEST_ASKED,
        fastest_with_room::FASTEST_WITH_ROOM,
        fastest_processor_first::FASTEST_PROCESSOR_FIRST,
        earliest_completion::EARLIEST_COMPLETION,
        written::WRITTEN,
    ],
};

impl dyn RoutingPolicy {
    /// The cluster for a job; none if it is too large for all clusters or held at the grid. `scores` receives a score
    /// per cluster, NaN for excluded ones.
    pub fn route(&mut self, job: &Arrival, sites: &[SiteView], scores: &mut Vec<f64>) -> Option<usize> {
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
    use ganttlet_core::entry::Settings;

    /// Three clusters: large and busy, small and fast, medium and idle.
    fn example_sites() -> Vec<SiteView> {
        vec![
            example_site((64, 0, 96), 3, 1.0, 500.0, (400.0, 100.0)),
            example_site((8, 4, 4), 0, 2.0, 50.0, (10.0, 50.0)),
            example_site((32, 32, 0), 0, 1.0, 0.0, (0.0, 100.0)),
        ]
    }

    fn example_site(
        (nodes, free, asked): (u32, u32, u32),
        queued: u32,
        speed: f64,
        backlog_s: f64,
        foreseen_s: (f64, f64),
    ) -> SiteView {
        SiteView { nodes, down: 0, free, queued, speed, backlog_s, asked, foreseen_s }
    }

    fn routes(id: &str, jobs: &[(u32, Option<usize>)]) -> Vec<Option<usize>> {
        let mut policy = (ROUTING_POLICIES.get(id).make)(&Settings::default());
        let route = |(count, &(nodes, home)): (u32, &(u32, Option<usize>))| {
            policy.route(&Arrival { nodes, home, count }, &example_sites(), &mut Vec::new())
        };
        (0..).zip(jobs).map(route).collect()
    }

    #[test]
    fn each_policy_routes_as_specified() {
        let jobs = [(4, Some(0)), (4, Some(1)), (16, Some(1)), (4, None), (100, Some(0))];
        assert_eq!(routes("home", &jobs), [Some(0), Some(1), Some(2), Some(2), None]);
        assert_eq!(routes("round-robin", &jobs), [Some(0), Some(1), Some(2), Some(0), None]);
        assert_eq!(routes("least-loaded", &jobs), [Some(2), Some(2), Some(2), Some(2), None]);
        assert_eq!(routes("fewest-asked", &jobs), [Some(2), Some(2), Some(2), Some(2), None]);
        assert_eq!(routes("earliest-completion", &jobs), [Some(1), Some(1), Some(2), Some(1), None]);
        assert_eq!(routes("fastest-with-room", &jobs), [Some(1), Some(1), Some(2), Some(1), None]);
        assert_eq!(routes("fastest-processor-first", &jobs), [Some(1), Some(1), Some(2), Some(1), None]);
        // Only the large one has enough nodes, and they are allocated.
        assert_eq!(routes("fastest-processor-first", &[(40, None)]), [None]);
    }
}
