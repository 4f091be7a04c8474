//! Policies for applications that select their own resources (Klein and Pérez 2010): host selection in one cluster or
//! in several, runtimes of codes that span clusters, and the order of requests at the resource manager.
//!
//! These types hold everything that a launcher may use: the view it received, the published information on clusters,
//! and its application. They give no access to a platform or to other applications.

pub mod complex;
pub mod resource;
pub mod rule;
pub mod selection;

use super::protocol::{ClusterInfos, Request, View};
use ganttlet_core::platform::Step;
use ganttlet_core::time::{Span, Time};

/// The information available to a launcher for its choice.
#[derive(Clone, Copy, Debug)]
pub struct LauncherView<'a> {
    /// The view it received last.
    pub view: &'a View,
    /// Published information on the clusters.
    pub infos: &'a ClusterInfos,
    /// The current time.
    pub now: Time,
}

/// The changes of a view from the current time, which is the first change of each cluster: by time, then by cluster.
#[derive(Debug, Default)]
struct ViewChanges {
    /// The time of the next change of each cluster; [`Time::MAX`] if there is none.
    next: Vec<Time>,
    /// The step that begins with the next change of each cluster, or the last step of all.
    at: Vec<Step>,
    /// The step that began with the latest change of each cluster.
    here: Vec<Step>,
}

impl ViewChanges {
    /// Starts again at the current time.
    fn restart(&mut self, seen: LauncherView<'_>) {
        self.at.clear();
        self.at.extend(seen.view.iter().map(|profile| profile.step_at(seen.now)));
        self.here.clone_from(&self.at);
        self.next.clear();
        self.next.resize(seen.view.len(), seen.now);
    }

    /// The time of the next change of any cluster; [`Time::MAX`] if there is none.
    fn next_time(&self) -> Time {
        self.next.iter().fold(Time::MAX, |first, &time| first.min(time))
    }

    /// The first cluster from index `from` on whose next change is at this time.
    fn next_cluster_at(&self, time: Time, from: usize) -> Option<usize> {
        (from..self.next.len()).find(|&place| self.next[place] == time)
    }

    /// The step of a cluster at the time of the current changes.
    fn step_at(&self, place: usize, time: Time) -> Step {
        if self.next[place] <= time { self.at[place] } else { self.here[place] }
    }

    /// Advances to the next change of a cluster; returns the step that it begins, which lasts until the following
    /// change.
    fn advance_cluster(&mut self, seen: LauncherView<'_>, place: usize) -> Step {
        let (profile, here) = (&seen.view[place], self.at[place]);
        self.here[place] = here;
        match profile.next_step(here) {
            Some(next) => (self.next[place], self.at[place]) = (profile.step_start(next), next),
            None => self.next[place] = Time::MAX,
        }
        here
    }
}

/// Hosts of a cluster that are free for the required duration: a possible choice, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Start time.
    pub start: Time,
    /// End time of the application.
    pub end: Time,
    /// The index of the cluster.
    pub place: u16,
    /// Number of hosts.
    pub hosts: u32,
    /// True if it forms one choice with the previous candidate.
    pub also: bool,
}

/// The choice of a launcher.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The request; none if no hosts are sufficient.
    pub request: Option<Request>,
    /// Number of profile steps examined: basic operations (section 6, metrics).
    pub operations: u64,
    /// The candidates, in the order of the search; only if requested.
    pub candidates: Vec<Candidate>,
}

/// A duration in whole microseconds, at least one: rounded up, apart from floating-point errors in the last digits.
pub fn round_up_to_micros(microseconds: f64) -> Span {
    Span((libm::ceil(microseconds - 0.001) as i64).max(1))
}
