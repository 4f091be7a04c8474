//! What is before a job that comes to a cluster, if all is served first come, first served: kept from one job to the next, as
//! many come between two changes of the cluster.

use crate::policy::local::{LocalManager, Waiting};
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a cluster would be after all that waits there has started.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// The state of the cluster from which this was worked out; none if it has to be worked out anew.
    changes: Option<u64>,
    /// When a running job ends first: from then on it has ended or outlived what was foreseen.
    until: Time,
    /// Some job could start at once, at this time: later it would start later.
    at_once: Option<Time>,
    /// So many of the queue are taken in.
    taken: usize,
    /// When the last of them starts, the nodes that are free then, and what ends when, with its nodes.
    time: Time,
    free: u32,
    ends: BinaryHeap<Reverse<(Time, u32)>>,
}

impl Ahead {
    /// True if what is kept still holds but for jobs that have come to the end of the queue.
    pub(super) fn holds(&self, manager: &LocalManager, now: Time) -> bool {
        self.changes == Some(manager.changes())
            && now < self.until
            && self.at_once.is_none_or(|time| time == now)
    }

    /// Begins anew with what runs: ends and nodes.
    pub(super) fn begin(
        &mut self,
        running: impl Iterator<Item = (Time, u32)>,
        manager: &LocalManager,
        now: Time,
    ) {
        let mut ends = std::mem::take(&mut self.ends).into_vec();
        ends.clear();
        ends.extend(running.map(Reverse));
        let until = ends.iter().map(|&Reverse((end, _))| end).min().unwrap_or(Time::MAX);
        *self = Self {
            changes: Some(manager.changes()),
            until,
            at_once: None,
            taken: 0,
            time: now,
            free: manager.free(),
            ends: ends.into(),
        };
    }

    /// Takes in the rest of the queue, each job with how long it runs.
    pub(super) fn append(&mut self, manager: &LocalManager, now: Time, run: impl Fn(&Waiting) -> Span) {
        self.time = self.time.max(now);
        for waiting in manager.queue().range(self.taken..) {
            while self.free < waiting.nodes {
                let Some(Reverse((end, given_back))) = self.ends.pop() else { break };
                self.time = self.time.max(end);
                self.free += given_back;
            }
            self.free = self.free.saturating_sub(waiting.nodes);
            self.ends.push(Reverse((self.time + run(waiting), waiting.nodes)));
            if self.time == now {
                self.at_once = Some(now);
            }
        }
        self.taken = manager.queue().len();
    }

    /// When a job of so many nodes could start after all of them; never if there are not so many.
    pub(super) fn start(&mut self, nodes: u32, now: Time) -> Time {
        let (mut free, mut time) = (self.free, self.time.max(now));
        let mut popped = Vec::new();
        while free < nodes {
            let Some(next) = self.ends.pop() else {
                time = Time::MAX;
                break;
            };
            time = time.max(next.0.0);
            free += next.0.1;
            popped.push(next);
        }
        self.ends.extend(popped);
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::local::LOCAL_POLICIES;
    use ganttlet_core::entry::Settings;
    use ganttlet_core::rng::Streams;

    /// What is kept says the same as what is worked out anew, whatever comes, starts and ends, under each policy.
    #[test]
    fn what_is_kept_is_what_would_be_found_anew() {
        let mut stream = Streams::new(3).get("ahead");
        for id in ["fcfs", "easy", "conservative", "sjf", "ljf", "easy-node-exact"] {
            let mut policy = (LOCAL_POLICIES.known(id).make)(&Settings::default());
            let mut manager = LocalManager::new(8);
            let (mut kept, mut now, mut started, mut kept_often) =
                (Ahead::default(), Time::ZERO, Vec::new(), 0);
            for job in 0..2_000 {
                // Many come at one time; some end early.
                if stream.chance(0.4) {
                    now += Span::from_seconds(f64::from(stream.below(6)));
                    let ended = |&(end, _): &(Time, u32)| end <= now;
                    let mut over: Vec<(Time, u32)> =
                        manager.running().map(|(end, job, _)| (end, job)).collect();
                    let early = over.first().copied().filter(|_| stream.chance(0.2));
                    over.retain(ended);
                    for (end, job) in early.into_iter().chain(over) {
                        manager.release(end, job, now);
                    }
                    manager.pass(&mut *policy, now, &mut started);
                }
                let ends = |manager: &LocalManager| {
                    manager.running().map(|(end, _, held)| (end, held.len())).collect::<Vec<_>>()
                };
                let nodes = 1 + stream.below(8);
                if kept.holds(&manager, now) {
                    kept_often += 1;
                } else {
                    kept.begin(ends(&manager).into_iter(), &manager, now);
                }
                kept.append(&manager, now, |waiting| waiting.estimate);
                let mut anew = Ahead::default();
                anew.begin(ends(&manager).into_iter(), &manager, now);
                anew.append(&manager, now, |waiting| waiting.estimate);
                assert_eq!(kept.start(nodes, now), anew.start(nodes, now), "{id} {job}");
                assert_eq!(kept.start(nodes, now), anew.start(nodes, now), "asked again: {id} {job}");
                if stream.chance(0.3) {
                    let estimate = Span::from_seconds(f64::from(1 + stream.below(20)));
                    manager.enqueue((job, nodes), estimate, now, &*policy);
                }
                if stream.chance(0.5) {
                    manager.pass(&mut *policy, now, &mut started);
                }
            }
            assert!(kept_often > 200, "{id}: {kept_often}");
        }
    }
}
