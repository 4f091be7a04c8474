//! The malleability manager: rounds in which running jobs grow and shrink, cluster by cluster.
//!
//! With precedence to running applications (PRA), running jobs grow first, waiting jobs get the remaining nodes, and no
//! job shrinks. With precedence to waiting applications (PWA), running jobs shrink for waiting ones, and grow when no
//! waiting job can be placed (Sonmez 2010, section 3.2.3).

use super::grid::{Grid, RunnerContext};
use super::options::Approach;
use super::runner::{Runner, SizeLimits};
use super::{Event, Koala, reasons};
use crate::system::Context;
use crate::system::koala::policy::malleability::{JobNegotiation, RunningJob};
use ganttlet_core::order;
use ganttlet_core::time::Time;

/// The jobs of one cluster, through which a policy negotiates.
struct ClusterJobs<'a> {
    grid: &'a mut Grid,
    runners: &'a mut [Box<dyn Runner>],
    cx: &'a mut Context<Event>,
    /// The runner of each job in the policy's list.
    list: &'a [u32],
}

impl ClusterJobs<'_> {
    fn with_runner<T>(
        &mut self,
        job: usize,
        speak: impl FnOnce(&mut dyn Runner, &mut RunnerContext) -> T,
    ) -> T {
        let runner = self.list[job];
        let mut handle = RunnerContext { grid: self.grid, cx: self.cx, runner };
        speak(self.runners[runner as usize].as_mut(), &mut handle)
    }
}

impl JobNegotiation for ClusterJobs<'_> {
    fn offer(&mut self, job: usize, nodes: u32) -> u32 {
        self.with_runner(job, |runner, handle| runner.offer(nodes, handle))
    }

    fn request(&mut self, job: usize, nodes: u32) -> u32 {
        self.with_runner(job, |runner, handle| runner.request(nodes, handle))
    }
}

/// The same jobs for a trial: offers are answered but not carried out.
struct TrialJobs<'a> {
    runners: &'a [Box<dyn Runner>],
    list: &'a [u32],
    taken: u32,
}

impl JobNegotiation for TrialJobs<'_> {
    fn offer(&mut self, job: usize, nodes: u32) -> u32 {
        let accepted = self.runners[self.list[job] as usize].acceptable_nodes(nodes);
        self.taken += accepted;
        accepted
    }

    fn request(&mut self, _: usize, _: u32) -> u32 {
        0
    }
}

impl Koala {
    /// Runs one round.
    pub(super) fn malleability_round(&mut self, cx: &mut Context<Event>) {
        self.looks.round.looks(cx.now());
        self.take_turns(cx);
        if self.grid.options.approach == Approach::Waiting {
            self.make_room(cx);
            self.grow_jobs(cx);
        } else {
            self.grow_jobs(cx);
            self.scan(true, cx);
        }
    }

    /// The malleable jobs of a cluster, oldest first.
    fn malleable_jobs_in(&self, cluster: usize) -> (Vec<u32>, Vec<RunningJob>) {
        let answers = |elastic: &SizeLimits| usize::from(elastic.cluster) == cluster && !elastic.changing;
        let mut jobs: Vec<(Time, u32, RunningJob)> = Vec::new();
        for &runner in &self.elastic {
            if let Some(job) = self.runners[runner as usize].size_limits().filter(answers) {
                let SizeLimits { size, min, max, start, .. } = job;
                jobs.push((start, runner, RunningJob { size, min, max, start }));
            }
        }
        order::sort_by_key(&mut jobs, |&(_, runner, _)| runner.into());
        order::sort_by_key(&mut jobs, |&(start, ..)| start.0);
        jobs.into_iter().map(|(_, runner, job)| (runner, job)).unzip()
    }

    /// Offers idle nodes to running jobs, up to the growth limit. A policy that equalises sizes can act even without
    /// idle nodes.
    fn grow_jobs(&mut self, cx: &mut Context<Event>) {
        let limit = self.grid.options.growth_limit_nodes;
        for cluster in 0..self.grid.sites.len() {
            let room = if limit == 0 { u32::MAX } else { limit.saturating_sub(self.grid.used[cluster]) };
            let site = &self.grid.sites[cluster];
            let scavenged = if site.manager.queue().is_empty() { self.grid.scavenged[cluster] } else { 0 };
            let available = (self.grid.idle_nodes(cluster) + scavenged).min(room);
            let (list, running) = self.malleable_jobs_in(cluster);
            let can = running.iter().any(|job| job.size < job.max);
            if !can {
                continue;
            }
            let idle = self.grid.idle_nodes(cluster);
            if available > idle {
                // Scavengers yield to running applications as well, but only the nodes that these will accept.
                let mut rehearsal = TrialJobs { runners: &self.runners, list: &list, taken: 0 };
                self.policies.malleability.grow(&running, available, &mut rehearsal);
                let lacking = rehearsal.taken.saturating_sub(idle);
                if lacking > 0 {
                    self.reclaim(cluster, lacking, cx);
                }
            }
            let Self { grid, runners, policies, .. } = self;
            let mut jobs = ClusterJobs { grid, runners, cx, list: &list };
            policies.malleability.grow(&running, available, &mut jobs);
        }
    }

    /// Places waiting jobs, if necessary on nodes released by running jobs; stops at the first that cannot be placed.
    fn make_room(&mut self, cx: &mut Context<Event>) {
        let mut queue = std::mem::take(&mut self.queue);
        let mut helped = true;
        queue.retain_mut(|waiting| {
            if !helped {
                return true;
            }
            waiting.tries += 1;
            let pending = &waiting.pending;
            let placed = self.try_place(pending, cx) || self.shrink_for(pending, cx);
            if !placed {
                helped = false;
                self.look_at_idle();
                reasons::record_wait(&mut cx.record, cx.now, pending, waiting.tries, &self.idle, false);
            }
            !placed
        });
        self.queue = queue;
    }

    /// Shrinks the jobs of the cluster with the most releasable nodes, if that is enough for a job of one component.
    fn shrink_for(&mut self, pending: &super::grid::PlacementRequest, cx: &mut Context<Event>) -> bool {
        if !pending.in_one_cluster() {
            return false;
        }
        self.look_at_idle();
        let room = |cluster: usize| {
            let (_, running) = self.malleable_jobs_in(cluster);
            self.idle[cluster] + running.iter().map(|job| job.size - job.min).sum::<u32>()
        };
        let rooms: Vec<u32> = (0..self.idle.len()).map(room).collect();
        let best = (0..rooms.len()).max_by_key(|&cluster| (rooms[cluster], std::cmp::Reverse(cluster)));
        let Some(cluster) = best.filter(|&cluster| rooms[cluster] >= pending.nodes) else { return false };
        let needed = pending.nodes.saturating_sub(self.idle[cluster]);
        let (list, running) = self.malleable_jobs_in(cluster);
        let Self { grid, runners, policies, .. } = self;
        let mut jobs = ClusterJobs { grid, runners, cx, list: &list };
        policies.malleability.shrink(&running, needed, &mut jobs);
        reasons::record_shrinking(&mut cx.record, cx.now, pending.subject, cluster, needed);
        self.place_on(pending, cluster, cx)
    }
}
