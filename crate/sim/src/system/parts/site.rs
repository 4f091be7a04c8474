//! A cluster under its local manager, as part of the systems that place work on clusters.

use crate::policy::local::LocalManager;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Phase, Recorder};
use ganttlet_core::rule::{Candidate, Decision, Rule, SubjectId};
use ganttlet_core::time::Time;

/// A cluster under its local manager.
#[derive(Clone, Debug)]
pub(in crate::system) struct Site {
    /// Its running and waiting jobs.
    pub(in crate::system) manager: LocalManager,
    /// Its first row in the trace.
    pub(in crate::system) first_row: u32,
    /// Speed of its nodes.
    pub(in crate::system) speed: f64,
    /// True if something changed since the last scheduling pass.
    pub(in crate::system) touched: bool,
}

impl Site {
    /// The clusters of a platform, all idle.
    pub(in crate::system) fn all(platform: &Platform) -> Vec<Self> {
        let clusters = platform.clusters.iter().enumerate();
        let site = |(index, cluster): (usize, &ganttlet_core::platform::Cluster)| Self {
            manager: LocalManager::new(cluster.nodes),
            first_row: platform.first_row(index),
            speed: cluster.speed,
            touched: false,
        };
        clusters.map(site).collect()
    }

    /// Records that a subject uses, from `now` on, the nodes that `holder` has here until `until`.
    #[inline]
    pub(in crate::system) fn occupy(
        &self,
        record: &mut Recorder,
        now: Time,
        subject: SubjectId,
        (until, holder): (Time, u32),
        phase: Phase,
    ) {
        let Some(nodes) = self.manager.nodes_of(until, holder) else { return };
        for &(first, count) in nodes.ranges() {
            record.occupy(subject, now, (self.first_row + first, count), phase);
        }
    }
}

/// Records that a subject was sent to a cluster: the rule, and the scores of all clusters.
pub(in crate::system) fn sent(
    record: &mut Recorder,
    now: Time,
    (subject, cluster): (SubjectId, usize),
    rule: &Rule,
    scores: &[f64],
) {
    if record.wants_reasons() {
        let candidate = |(cluster, &score): (u16, &f64)| Candidate::with_score(cluster, score);
        let candidates: Vec<Candidate> = (0..).zip(scores).map(candidate).collect();
        record.decide_among(Decision::new(now, subject, rule).with_cluster(cluster), &candidates);
    }
}
