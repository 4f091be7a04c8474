//! What decides where resources are chosen by applications (Klein and Pérez 2010): how a launcher chooses hosts, of one
//! cluster or of several, how long a code takes on them, and in which order the resource manager serves requests.
//!
//! What a launcher decides with is all that these types hold: the view it was sent, what it was told of clusters, and its
//! own application. There is no way from here to a platform or to another application.

pub mod complex;
pub mod resource;
pub mod rule;
pub mod selection;

use super::protocol::{ClusterInfos, Request, View};
use ganttlet_core::platform::Step;
use ganttlet_core::time::{Span, Time};

/// The information that a launcher has when it chooses.
#[derive(Clone, Copy, Debug)]
pub struct LauncherView<'a> {
    /// What it was sent last.
    pub view: &'a View,
    /// Published information on the clusters.
    pub infos: &'a ClusterInfos,
    /// The time.
    pub now: Time,
}

/// The changes of a view from now on, which is the first of each cluster: by time, then by cluster.
#[derive(Debug, Default)]
struct ViewChanges {
    /// For each cluster when the next one is; [`Time::MAX`] if there is none any more.
    next: Vec<Time>,
    /// For each cluster the step that the next one begins, or the last step of all.
    at: Vec<Step>,
    /// For each cluster the step that the latest one began.
    here: Vec<Step>,
}

impl ViewChanges {
    /// Begins anew.
    fn restart(&mut self, seen: LauncherView<'_>) {
        self.at.clear();
        self.at.extend(seen.view.iter().map(|profile| profile.step_at(seen.now)));
        self.here.clone_from(&self.at);
        self.next.clear();
        self.next.resize(seen.view.len(), seen.now);
    }

    /// When the next one is, of whichever cluster; [`Time::MAX`] if there is none any more.
    fn next_time(&self) -> Time {
        self.next.iter().fold(Time::MAX, |first, &time| first.min(time))
    }

    /// The cluster after this place, or at it, whose next change is at a time.
    fn next_cluster_at(&self, time: Time, from: usize) -> Option<usize> {
        (from..self.next.len()).find(|&place| self.next[place] == time)
    }

    /// The step of a cluster that holds the time of the changes that are being looked at.
    fn step_at(&self, place: usize, time: Time) -> Step {
        if self.next[place] <= time { self.at[place] } else { self.here[place] }
    }

    /// The next change of a cluster is looked at: the step that it begins, which holds all times until the one after it.
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

/// Hosts of a cluster that are free from a time on for as long as they are needed: a possible choice, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// From when on.
    pub start: Time,
    /// When the application would end.
    pub end: Time,
    /// The place of the cluster.
    pub place: u16,
    /// Hosts of it.
    pub hosts: u32,
    /// True if they are taken together with those of the one before.
    pub also: bool,
}

/// What a launcher came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// What to ask for; nothing if no hosts will do.
    pub request: Option<Request>,
    /// Steps of profiles that it looked at: basic operations (section 6, metrics).
    pub operations: u64,
    /// What was possible, in the order in which it was found; kept only if asked for.
    pub candidates: Vec<Candidate>,
}

/// A duration in whole microseconds, never nothing: rounded up, but for what is an error of the last digits.
pub fn round_up_to_micros(microseconds: f64) -> Span {
    Span((libm::ceil(microseconds - 0.001) as i64).max(1))
}
