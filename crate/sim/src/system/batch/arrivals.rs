//! Arrivals: jobs are submitted, sent to clusters or held at the grid, and cancelled by their users.

use super::policy::routing::{self, Arrival};
use super::{Batch, Event, GRID, reasons};
use crate::policy::local::Waiting;
use crate::system::Context;
use crate::system::parts::{Site, sent};
use crate::system::player::{Asked, JOB_PICKED, Question};
use ganttlet_core::record::Status;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, UNKNOWN};

impl Batch {
    pub(super) fn submit(&mut self, cx: &mut Context<Event>) {
        let id = self.jobs.take(self.class(&Event::Submit), Event::Submit, cx) as SubjectId;
        let &Job { nodes, leaves, .. } = &self.jobs.list()[id as usize];
        if self.seen.iter().all(|site| site.nodes < nodes) {
            self.ended += 1;
            cx.record.reject(id);
            reasons::record_too_large(&mut cx.record, (id, nodes), cx.now);
        } else if self.routing.keeps_jobs_at_grid() {
            cx.record.queue(id, cx.now, GRID);
            self.kept.push_back(id);
            self.changed = true;
            self.came(id, GRID, cx);
        } else if let Some(cluster) = self.route(id, cx) {
            cx.record.queue(id, cx.now, cluster);
            self.send(id, cluster, cx);
            self.came(id, cluster, cx);
        }
        if leaves != Time::MAX {
            self.schedule(leaves, Event::Leave { job: id }, cx);
        }
    }

    /// Cancels a job that may still wait: it leaves its queue, with a runtime of zero on no nodes.
    pub(super) fn leave(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        if let Some(place) = self.kept.iter().position(|&kept| kept == id) {
            self.kept.remove(place);
        } else {
            let waits = |site: &mut Site| site.manager.withdraw(id, cx.now());
            let Some(cluster) = self.sites.iter_mut().position(waits) else { return };
            self.sites[cluster].touched = true;
            self.seen[cluster].asked -= self.jobs.list()[id as usize].nodes;
        }
        self.changed = true;
        self.arrived.retain(|&(arrived, _)| arrived != id);
        cx.record.start(id, cx.now);
        cx.record.finish(id, cx.now, Status::Killed);
        self.ended += 1;
    }

    /// Records the arrival of a job that may have to wait.
    pub(super) fn came(&mut self, id: SubjectId, cluster: usize, cx: &Context<Event>) {
        if cx.record.wants_reasons() {
            self.arrived.push((id, cluster));
        }
    }

    /// Sends a job to a cluster.
    pub(super) fn send(&mut self, id: SubjectId, cluster: usize, cx: &mut Context<Event>) {
        if self.sites.len() > 1 || self.routing.keeps_jobs_at_grid() {
            let rule = if self.picked { &JOB_PICKED } else { self.routing.rule() };
            sent(&mut cx.record, cx.now, (id, cluster), rule, &self.scores);
        }
        let job = &self.jobs.list()[id as usize];
        let (_, estimate, _) = self.options.times(job);
        let site = &mut self.sites[cluster];
        self.forecast.note_arrival(id, job, estimate, (cluster as u32, site), cx);
        self.seen[cluster].asked += job.nodes;
        cx.record.estimate(id, estimate.scaled_to_speed(site.speed));
        if let Some(failures) = &mut self.failures {
            failures.note_arrival(id, cx.now, site.manager.arrival_count());
        }
        let speed = site.speed;
        let waiting = self.waiting(id, speed);
        let site = &mut self.sites[cluster];
        site.manager.enqueue(waiting, cx.now, &*self.local[cluster]);
        site.touched = true;
    }

    /// A job as queued at its cluster, on nodes of this speed.
    pub(super) fn waiting(&self, id: SubjectId, speed: f64) -> Waiting {
        let job = &self.jobs.list()[id as usize];
        let (_, estimate, _) = self.options.times(job);
        // At least one unit of time: a reservation of zero length could not be kept.
        let estimate = estimate.scaled_to_speed(speed).max(Span(1));
        let recorded_start = job.recorded_start.unwrap_or(Time::MAX);
        Waiting { recorded_start, ..Waiting::new(id, job.nodes, estimate) }
    }

    /// Sends the jobs held at the grid for which a cluster has room, in the order of their arrival; those without room
    /// are skipped.
    pub(super) fn send_kept(&mut self, cx: &mut Context<Event>) {
        let mut next = 0;
        while self.changed && next < self.kept.len() {
            let most = self.seen.iter().map(routing::SiteView::unclaimed_nodes).max().unwrap_or(0);
            let fits = |&id: &SubjectId| self.jobs.list()[id as usize].nodes <= most;
            let Some(ahead) = self.kept.range(next..).position(fits).filter(|_| most > 0) else { break };
            next += ahead;
            let id = self.kept[next];
            let Some(cluster) = self.route(id, cx) else {
                next += 1;
                continue;
            };
            self.kept.remove(next);
            cx.record.place(id, cx.now, cluster);
            self.send(id, cluster, cx);
        }
        self.changed = false;
    }

    /// The cluster for a job that fits on at least one cluster; none if the job is held at the grid.
    pub(super) fn route(&mut self, id: SubjectId, cx: &mut Context<Event>) -> Option<usize> {
        let now = cx.now();
        if self.sites.len() == 1 && !self.routing.keeps_jobs_at_grid() {
            return Some(0);
        }
        for (seen, Site { manager, .. }) in self.seen.iter_mut().zip(&self.sites) {
            seen.free = manager.free_count();
            seen.queued = manager.queue().len() as u32;
            seen.backlog_s = match seen.up_nodes() {
                0 => f64::INFINITY,
                nodes => manager.remaining_work(now) as f64 / (f64::from(nodes) * 1e6),
            };
        }
        let of = &self.jobs.list()[id as usize];
        let home = if of.home == UNKNOWN { None } else { Some(of.home as usize % self.sites.len()) };
        let job = Arrival { nodes: of.nodes, home, count: id };
        if self.routing.needs_predictions() || cx.player.is_about_to_stop(0) {
            let (_, estimate, _) = self.options.times(of);
            let all = self.seen.iter_mut().zip(&self.sites).zip(0..);
            for ((seen, site), cluster) in all.filter(|((seen, _), _)| seen.nodes >= job.nodes) {
                let (wait, run) = self.forecast.wait_and_run_time(of, estimate, (cluster, site), now);
                seen.foreseen_s = (wait.seconds(), run.seconds());
            }
        }
        let policy = self.routing.route(&job, &self.seen, &mut self.scores);
        let (sites, may_wait) = (&self.seen, self.routing.keeps_jobs_at_grid());
        let refusal = |cluster: usize| {
            let (needs, has) = (job.nodes, sites[cluster].nodes);
            (has < needs)
                .then(|| format!("the job needs {needs} nodes, and cluster {} has {has}", cluster + 1))
        };
        let question = Question {
            decider: 0,
            now,
            asked: Asked::Cluster,
            candidates: sites.len(),
            policy,
            may_wait,
            refusal: &refusal,
            subjects: &|| vec![id],
            expected: &|cluster| {
                let (wait_s, run_s) = sites[cluster].foreseen_s;
                let start = now + Span::from_seconds(wait_s);
                wait_s.is_finite().then(|| (start, start + Span::from_seconds(run_s)))
            },
        };
        let decided = cx.player.decide(&question).picked();
        self.picked = decided != policy;
        decided
    }
}
