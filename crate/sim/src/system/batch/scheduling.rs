//! Scheduling passes: the local policies start jobs on the clusters where something changed.

use super::{Batch, Event, reasons};
use crate::policy::local::Started;
use crate::system::Context;
use ganttlet_core::record::Phase;
use ganttlet_core::time::Time;

impl Batch {
    /// Releases the nodes of jobs whose estimates expire now, before their end events.
    pub(super) fn release_overdue(&mut self, cx: &mut Context<Event>) {
        for cluster in 0..self.sites.len() {
            while let Some((estimated_end, job)) = self.sites[cluster].manager.overdue_job(cx.now()) {
                self.finish(job, cluster, estimated_end, cx);
            }
        }
    }

    /// Runs the local policies on the clusters where something changed.
    pub(super) fn look(&mut self, cx: &mut Context<Event>) {
        self.send_kept(cx);
        if let Some(fork) = &mut self.fork {
            fork.begin_pass(cx.now(), &mut self.local, &mut self.sites);
        }
        for cluster in 0..self.sites.len() {
            if !std::mem::take(&mut self.sites[cluster].touched) {
                continue;
            }
            let again = self.run_pass(cluster, cx);
            if let Some(time) = again {
                self.schedule(time, Event::Look { cluster: cluster as u32 }, cx);
            }
            for index in 0..self.started.len() {
                self.begin(self.started[index], cluster, cx);
            }
            if cx.record.wants_reasons() {
                let queue = (&self.sites[cluster].manager, self.local[cluster].reservations());
                self.before[cluster].tell(&mut cx.record, cx.now, queue, self.started.len());
            }
            self.started.clear();
        }
        if self.sites.iter().any(|site| site.manager.is_stopped()) {
            cx.stop();
        }
        if self.routing.keeps_jobs_at_grid() {
            let jobs = self.arrived.drain(..).map(|(id, _)| (id, self.jobs.list()[id as usize].nodes));
            reasons::record_kept_at_grid(&mut cx.record, cx.now, jobs, &self.seen);
        } else if !self.arrived.is_empty() {
            reasons::record_waiting(
                &mut cx.record,
                cx.now,
                &self.arrived,
                &self.sites,
                self.local[0].reservations(),
            );
            self.arrived.clear();
        }
    }

    /// Runs a pass of the policy of a cluster, without the jobs that the fork holds back.
    pub(super) fn run_pass(&mut self, cluster: usize, cx: &mut Context<Event>) -> Option<Time> {
        let (manager, policy) = (&mut self.sites[cluster].manager, &mut *self.local[cluster]);
        let Some(fork) = self.fork.as_mut().filter(|fork| fork.holds_jobs(cx.now())) else {
            return manager.run_pass(policy, cx.now(), &mut self.started);
        };
        let again = manager.run_pass_without(fork.hold(), policy, cx.now(), &mut self.started);
        fork.note_held(manager.queue(), &mut cx.record, cx.now);
        again
    }

    pub(super) fn begin(&mut self, started: Started, cluster: usize, cx: &mut Context<Event>) {
        let Started { job, estimated_end, .. } = started;
        reasons::record_start(&mut cx.record, cx.now, &started, &*self.local[cluster], cluster);
        cx.record.start(job, cx.now);
        let again = self.failures.as_ref().is_some_and(|failures| failures.has_restarted(job));
        if again {
            self.forecast.note_restart(job, cx.now);
        } else {
            self.forecast.note_start(job, &self.jobs.list()[job as usize], cluster as u32, cx.now);
        }
        let site = &self.sites[cluster];
        site.occupy(&mut cx.record, cx.now, job, (estimated_end, job), Phase::WORKS);
        let of = &self.jobs.list()[job as usize];
        if self.repeats_log && !again && of.recorded_start.is_some_and(|start| start < cx.now()) {
            self.late += 1;
        }
        let (run, _, _) = self.options.times(of);
        let end = cx.now() + run.scaled_to_speed(site.speed);
        let end = self.schedule(end, Event::Finish { job, cluster: cluster as u16, estimated_end }, cx);
        if let Some(failures) = &mut self.failures {
            failures.note_start(job, end);
        }
        if !self.arrived.is_empty() {
            self.arrived.retain(|&(id, _)| id != job);
        }
    }
}
