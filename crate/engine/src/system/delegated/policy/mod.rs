//! What decides where resources are chosen by applications (Klein and Pérez 2010): how a launcher chooses hosts, of one
//! cluster or of several, how long a code takes on them, and in which order the resource manager serves requests.
//!
//! What a launcher decides with is all that these types hold: the view it was sent, what it was told of clusters, and its
//! own application. There is no way from here to a platform or to another application.

pub mod complex;
pub mod resource;
pub mod rule;
pub mod selection;

use super::protocol::{Infos, Request, View};
use crate::platform::Step;
use crate::time::{Span, Time};

/// What a launcher knows when it chooses.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What it was sent last.
    pub view: &'a View,
    /// What it was told of the clusters.
    pub infos: &'a Infos,
    /// The time.
    pub now: Time,
}

/// The changes of a view from now on, which is the first of each cluster: by time, then by cluster.
struct Changes<'a> {
    seen: Seen<'a>,
    /// For each cluster the next one: when, and the step it begins.
    next: Vec<(Time, Step)>,
    /// For each cluster the step that the latest one began.
    here: Vec<Step>,
}

impl<'a> Changes<'a> {
    fn new(seen: Seen<'a>) -> Self {
        let here: Vec<Step> = seen.view.iter().map(|profile| profile.find(seen.now)).collect();
        Self { seen, next: here.iter().map(|&at| (seen.now, at)).collect(), here }
    }

    /// The time and the cluster of the next one; none if there is none any more.
    fn first(&self) -> Option<(Time, usize)> {
        let mut first = None;
        let mut earliest = Time::MAX;
        for (place, &(time, _)) in self.next.iter().enumerate() {
            if time < earliest {
                (earliest, first) = (time, Some((time, place)));
            }
        }
        first
    }

    /// The step that begins with the next change of a cluster.
    fn at(&self, place: usize) -> Step {
        self.next[place].1
    }

    /// The step of a cluster that holds the time of the changes that are being looked at.
    fn holding(&self, place: usize, time: Time) -> Step {
        let (next, at) = self.next[place];
        if next <= time { at } else { self.here[place] }
    }

    /// The next change of a cluster has been looked at.
    fn pass(&mut self, place: usize) {
        let profile = &self.seen.view[place];
        let (time, at) = &mut self.next[place];
        self.here[place] = *at;
        match profile.next(*at) {
            Some(next) => (*time, *at) = (profile.begin(next), next),
            None => *time = Time::MAX,
        }
    }
}

/// A possible choice: hosts that are free from a time on for as long as they are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// From when on.
    pub start: Time,
    /// When the application would end.
    pub end: Time,
    /// The place of the cluster, or that of the first.
    pub place: u16,
    /// Hosts in all.
    pub hosts: u32,
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
pub fn duration(microseconds: f64) -> Span {
    Span((libm::ceil(microseconds - 0.001) as i64).max(1))
}
