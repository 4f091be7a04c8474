//! The queue ahead of an arriving job under first come, first served. The state is reused for subsequent jobs, as many
//! arrive between two changes of the cluster.

use crate::policy::local::{LocalManager, Waiting};
use crate::system::parts::Lookahead;
use ganttlet_core::time::{Span, Time};

/// The expected state of a cluster after all of its waiting jobs have started.
#[derive(Clone, Debug, Default)]
pub(super) struct FcfsForecast {
    /// The change count of the cluster at the time of computation; none if it has to be recomputed.
    changes: Option<u64>,
    /// The first end of a running job: from then on, it has ended or exceeded its predicted runtime.
    until: Time,
    /// The time of computation, if some job could start immediately: later it would start later.
    at_once: Option<Time>,
    /// Number of queued jobs included.
    taken: usize,
    lookahead: Lookahead,
}

impl FcfsForecast {
    /// True if the stored state is still valid: since then, jobs were only added at the end of the queue.
    pub(super) fn holds(&self, manager: &LocalManager, now: Time) -> bool {
        self.changes == Some(manager.change_count())
            && now < self.until
            && self.at_once.is_none_or(|time| time == now)
    }

    /// Starts again from the running jobs: ends and nodes.
    pub(super) fn begin(&mut self, running: impl Iterator<Item = (Time, u32)>, manager: &LocalManager) {
        (self.changes, self.until, self.at_once, self.taken) =
            (Some(manager.change_count()), Time::MAX, None, 0);
        let until = &mut self.until;
        let running = running.inspect(|&(end, _)| *until = (*until).min(end));
        self.lookahead.rebuild(running.chain([(Time::ZERO, manager.free_count())]));
    }

    /// Adds the rest of the queue, each job with its runtime. Jobs for which too many nodes are down are left out, as
    /// their start times are unknown.
    pub(super) fn append(&mut self, manager: &LocalManager, now: Time, run: impl Fn(&Waiting) -> Span) {
        let fits = |waiting: &&Waiting| waiting.nodes <= manager.up_count();
        for waiting in manager.queue().range(self.taken..).filter(fits) {
            if self.lookahead.enqueue(waiting.nodes, run(waiting), now) == now {
                self.at_once = Some(now);
            }
        }
        self.taken = manager.queue().len();
    }

    /// The start of a job of this many nodes after all of them; never if the cluster is too small.
    pub(super) fn start(&self, nodes: u32, now: Time) -> Time {
        self.lookahead.earliest_start(nodes, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::local::LOCAL_POLICIES;
    use ganttlet_core::entry::Settings;
    use ganttlet_core::rng::Streams;

    /// The stored state equals one computed from scratch, after any arrivals, starts and ends, under each policy.
    #[test]
    fn the_stored_queue_state_equals_a_recomputed_one() {
        let mut stream = Streams::new(3).get("ahead");
        for id in ["fcfs", "easy", "conservative", "sjf", "ljf", "easy-node-exact", "as-recorded"] {
            let mut policy = (LOCAL_POLICIES.get(id).make)(&Settings::default());
            let mut manager = LocalManager::new(8);
            let (mut kept, mut now, mut started, mut kept_often) =
                (FcfsForecast::default(), Time::ZERO, Vec::new(), 0);
            for job in 0..2_000 {
                // Many jobs arrive at the same time; some end early.
                if stream.bernoulli(0.4) {
                    now += Span::from_seconds(f64::from(stream.uniform_below(6)));
                    let ended = |&(end, _): &(Time, u32)| end <= now;
                    let mut over: Vec<(Time, u32)> =
                        manager.running().map(|(end, job, _)| (end, job)).collect();
                    let early = over.first().copied().filter(|_| stream.bernoulli(0.2));
                    over.retain(ended);
                    for (end, job) in early.into_iter().chain(over) {
                        manager.release_job(end, job, now);
                    }
                    manager.run_pass(&mut *policy, now, &mut started);
                }
                let ends = |manager: &LocalManager| {
                    manager.running().map(|(end, _, held)| (end, held.len())).collect::<Vec<_>>()
                };
                let nodes = 1 + stream.uniform_below(8);
                if kept.holds(&manager, now) {
                    kept_often += 1;
                } else {
                    kept.begin(ends(&manager).into_iter(), &manager);
                }
                kept.append(&manager, now, |waiting| waiting.estimate);
                let mut anew = FcfsForecast::default();
                anew.begin(ends(&manager).into_iter(), &manager);
                anew.append(&manager, now, |waiting| waiting.estimate);
                assert_eq!(kept.start(nodes, now), anew.start(nodes, now), "{id} {job}");
                if stream.bernoulli(0.3) {
                    let estimate = Span::from_seconds(f64::from(1 + stream.uniform_below(20)));
                    manager.enqueue(Waiting::new(job, nodes, estimate), now, &*policy);
                }
                if stream.bernoulli(0.5) {
                    manager.run_pass(&mut *policy, now, &mut started);
                }
            }
            assert!(kept_often > 200, "{id}: {kept_often}");
        }
    }
}
