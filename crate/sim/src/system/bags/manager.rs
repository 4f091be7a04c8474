//! A scheduler, for all clusters or for one. It gives turns to waiting tasks and sends tasks that have the turn to
//! clusters.

use super::policy::scheduling::{ClusterView, Scheduling};
use super::policy::selection::Selection;
use super::user_queues::UserQueues;
use ganttlet_core::rule::Candidate;
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A scheduler.
pub(super) struct Manager {
    /// Its first cluster.
    pub(super) first: usize,
    /// Its information about its clusters.
    pub(super) seen: Vec<ClusterView>,
    pub(super) selection: Box<dyn Selection>,
    pub(super) scheduling: Box<dyn Scheduling>,
    /// Tasks without a turn.
    pub(super) lanes: UserQueues,
    /// Tasks that have the turn, by the key of the policy.
    pub(super) eligible: BinaryHeap<Reverse<(i64, u32)>>,
    /// Number of submitted tasks that have not started.
    pub(super) waiting: u32,
    /// Number of unfinished tasks that have had the turn.
    pub(super) unfinished: u32,
    /// Started tasks by number of replicas, in the order of their starts; includes some completed ones.
    pub(super) started: Vec<VecDeque<u32>>,
    /// True if something changed since its last pass.
    pub(super) touched: bool,
}

impl Manager {
    /// A scheduler for clusters of these speeds and numbers of nodes, beginning with cluster `first`.
    pub(super) fn new(
        first: usize,
        clusters: &[ganttlet_core::platform::Cluster],
        selection: Box<dyn Selection>,
        scheduling: Box<dyn Scheduling>,
    ) -> Self {
        let seen = |cluster: &ganttlet_core::platform::Cluster| ClusterView {
            speed: cluster.speed,
            idle: cluster.nodes,
            free: Time::ZERO,
        };
        Self {
            first,
            seen: clusters.iter().map(seen).collect(),
            started: (0..scheduling.max_replicas()).map(|_| VecDeque::new()).collect(),
            selection,
            scheduling,
            lanes: UserQueues::default(),
            eligible: BinaryHeap::new(),
            waiting: 0,
            unfinished: 0,
            touched: false,
        }
    }

    /// The best cluster for a task, as an index among those of the scheduler; none if it cannot be sent now.
    pub(super) fn choose(&self, task: Span, now: Time) -> Option<usize> {
        let (queues, highest) = (self.scheduling.sends_to_queues(), self.scheduling.prefers_highest());
        let mut best: Option<(f64, usize)> = None;
        for (place, seen) in self.seen.iter().enumerate().filter(|(_, seen)| queues || seen.idle > 0) {
            let score = self.scheduling.cluster_score(task, place, seen, now);
            let score = if highest { -score } else { score };
            let better = best.is_none_or(|(other, at)| {
                score < other || (score <= other && seen.speed > self.seen[at].speed)
            });
            if better {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The candidate clusters for a task that is sent to `chosen`, an index among those of the scheduler.
    pub(super) fn candidates(&self, task: Span, chosen: usize, now: Time) -> Vec<Candidate> {
        let queues = self.scheduling.sends_to_queues();
        let candidate = |(place, seen): (usize, &ClusterView)| {
            let possible = queues || seen.idle > 0;
            let score =
                if possible { self.scheduling.displayed_score(task, place, seen, now) } else { f64::NAN };
            let taken = u32::from(place == chosen && seen.idle > 0);
            Candidate { cluster: (self.first + place) as u16, score, idle: seen.idle, taken }
        };
        self.seen.iter().enumerate().map(candidate).collect()
    }
}
