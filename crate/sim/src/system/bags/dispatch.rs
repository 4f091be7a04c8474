//! Dispatch of tasks: the schedulers' information about clusters, and the passes in which they send tasks and replicas.

use super::cluster::{Cluster, Queued, lasts};
use super::policy::scheduling::{ClusterView, TaskInfo};
use super::tables::SentRow;
use super::{Architecture, Bags, Context, Event, Stage, class, reasons};
use crate::system::player::{Asked, Question, TASK_PICKED};
use ganttlet_core::rule::{Decision, Rule};
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;

impl Bags {
    /// Updates the central scheduler's view of idle processors.
    pub(super) fn observe_idle(&mut self) {
        let manager = &mut self.managers[0];
        for (seen, cluster) in manager.seen.iter_mut().zip(&self.clusters) {
            seen.idle = cluster.nodes.count();
        }
        manager.touched = true;
    }

    /// Schedules the next poll of the clusters, unless nothing can have changed by then.
    pub(super) fn plan_observation(&mut self, cx: &mut Context<Event>) {
        if !self.observes_periodically() {
            return;
        }
        let same = |(seen, cluster): (&ClusterView, &Cluster)| seen.idle == cluster.nodes.total();
        let idle = self.managers[0].seen.iter().zip(&self.clusters).all(same);
        if (!idle || self.managers[0].waiting > 0)
            && let Some(time) = self.looks.plan(cx.now(), self.options.monitor_period_s)
        {
            cx.schedule(time, class::LOOK, Event::Look);
        }
    }

    /// True if the central scheduler polls the clusters.
    fn observes_periodically(&self) -> bool {
        self.options.architecture == Architecture::Central && self.options.monitor_period_s > Span::ZERO
    }

    /// Runs a pass of each scheduler for which something has changed; false if there was none.
    pub(super) fn run_passes(&mut self, cx: &mut Context<Event>) -> bool {
        let mut any = false;
        for manager in 0..self.managers.len() {
            if std::mem::take(&mut self.managers[manager].touched) {
                self.run_pass(manager, cx);
                any = true;
            }
        }
        any
    }

    /// Runs a pass of a scheduler: it gives turns and sends tasks as long as possible.
    fn run_pass(&mut self, manager: usize, cx: &mut Context<Event>) {
        let mut seen = false;
        loop {
            self.give_turn(manager, cx);
            let Some((task, copy)) = self.next_to_send(manager) else { return };
            // A scheduler without anything to send needs no information.
            if !std::mem::replace(&mut seen, true) {
                self.update_views(manager, cx.now());
            }
            let expected = self.expected_run_time(manager, task);
            let Some(place) = self.managers[manager].choose(expected, cx.now()) else { return };
            if !cx.player.is_active() {
                self.send_task((manager, place), (task, copy), expected, None, cx);
                continue;
            }
            let Some(task) = self.pick_task(manager, (task, copy), cx) else { return };
            let expected = self.expected_run_time(manager, task);
            let Some(policy) = self.managers[manager].choose(expected, cx.now()) else { return };
            let Some(place) = self.pick_cluster(manager, (task, policy), cx) else { return };
            let rule = (place != policy).then_some(&TASK_PICKED);
            self.send_task((manager, place), (task, copy), expected, rule, cx);
        }
    }

    fn expected_run_time(&self, manager: usize, task: u32) -> Span {
        let (user, estimate) = (self.user_of(task), self.tasks[task as usize].estimate);
        self.managers[manager].scheduling.expected_run_time(&TaskInfo { estimate, user })
    }

    /// The task to send next by choice, among those that have the turn; none if the scheduler waits. `task` is the
    /// choice of the policy, to be replicated if no task has the turn.
    fn pick_task(
        &mut self,
        manager: usize,
        (task, copy): (u32, bool),
        cx: &mut Context<Event>,
    ) -> Option<u32> {
        let eligible = &mut self.managers[manager].eligible;
        let count = if copy { 1 } else { eligible.len() };
        let in_order = || {
            let sorted = eligible.clone().into_sorted_vec();
            if copy { vec![task] } else { sorted.into_iter().rev().map(|Reverse((_, task))| task).collect() }
        };
        let question = Question {
            decider: manager,
            now: cx.now(),
            asked: Asked::Task,
            candidates: count,
            policy: Some(0),
            may_wait: true,
            refusal: &|_| None,
            subjects: &in_order,
            expected: &|_| None,
        };
        let place = cx.player.decide(&question).picked()?;
        if place == 0 {
            return Some(task);
        }
        // Sorted backwards, the last task first. The picked task becomes the first.
        let mut all = std::mem::take(eligible).into_sorted_vec();
        let Reverse((_, picked)) = all.remove(count - 1 - place);
        all.push(Reverse((i64::MIN, picked)));
        *eligible = all.into();
        Some(picked)
    }

    /// The cluster chosen for a task; none if the run ends.
    fn pick_cluster(
        &self,
        manager: usize,
        (task, policy): (u32, usize),
        cx: &mut Context<Event>,
    ) -> Option<usize> {
        let at = &self.managers[manager];
        let (queues, now, expected) =
            (at.scheduling.sends_to_queues(), cx.now(), self.expected_run_time(manager, task));
        let refusal = |place: usize| {
            (!queues && at.seen[place].idle == 0)
                .then(|| format!("no processor of cluster {} is idle", place + 1))
        };
        let question = Question {
            decider: manager,
            now,
            asked: Asked::Cluster,
            candidates: at.seen.len(),
            policy: Some(policy),
            may_wait: false,
            refusal: &refusal,
            subjects: &|| vec![task],
            expected: &|place| {
                let seen = &at.seen[place];
                let start = if queues { seen.free.max(now) } else { now };
                Some((start, start + lasts(expected, seen.speed)))
            },
        };
        cx.player.decide(&question).picked()
    }

    /// The next task to send, or to replicate; none if there is neither.
    fn next_to_send(&mut self, manager: usize) -> Option<(u32, bool)> {
        let at = &self.managers[manager];
        match at.eligible.peek() {
            Some(&Reverse((_, task))) => Some((task, false)),
            None if at.lanes.is_empty() => self.next_replica(manager).map(|task| (task, true)),
            None => None,
        }
    }

    /// Updates the information that a scheduler has on its clusters when it makes a pass.
    fn update_views(&mut self, manager: usize, now: Time) {
        let (live, at) = (!self.observes_periodically(), &mut self.managers[manager]);
        let queues = at.scheduling.sends_to_queues();
        for (seen, cluster) in at.seen.iter_mut().zip(&mut self.clusters[at.first..]) {
            if live {
                seen.idle = cluster.nodes.count().saturating_sub(cluster.queue.len() as u32);
            }
            if queues {
                cluster.foresee(now, &self.runs);
                seen.free = cluster.next_free(now);
            }
        }
    }

    /// The task to replicate: among the running tasks of this scheduler with the fewest replicas, the one that started
    /// first. Completed tasks are dropped.
    fn next_replica(&mut self, manager: usize) -> Option<u32> {
        let tasks = &self.tasks;
        self.managers[manager].started.iter_mut().find_map(|started| {
            while let Some(&task) = started.front() {
                if tasks[task as usize].stage == Stage::Runs {
                    return Some(task);
                }
                started.pop_front();
            }
            None
        })
    }

    /// Sends a task, or a replica of it, to a cluster.
    fn send_task(
        &mut self,
        (manager, place): (usize, usize),
        (task, copy): (u32, bool),
        expected: Span,
        rule: Option<&'static Rule>,
        cx: &mut Context<Event>,
    ) {
        let at = &mut self.managers[manager];
        let index = at.first + place;
        let (cluster, known) = (&mut self.clusters[index], &mut self.tasks[task as usize]);
        if cx.record.wants_reasons() {
            let seen = &at.seen[place];
            let end = seen.free.max(cx.now) + lasts(expected, seen.speed);
            let decision = if copy {
                let values = [i64::from(known.copies) + 1, i64::from(at.scheduling.max_replicas())];
                Decision::new(cx.now, task, &reasons::COPIES).with_values(values)
            } else {
                let told = expected.seconds().to_bits() as i64;
                let values = [told, i64::from(seen.idle), end.0, seen.speed.to_bits() as i64];
                Decision::new(cx.now, task, rule.unwrap_or(at.scheduling.rule())).with_values(values)
            };
            cx.record.decide_among(decision.with_cluster(index), &at.candidates(expected, place, cx.now));
        }
        if copy {
            let copies = usize::from(known.copies);
            at.started[copies].pop_front();
            known.copies += 1;
            if let Some(next) = at.started.get_mut(copies + 1) {
                next.push_back(task);
            }
        } else {
            at.eligible.pop();
            known.stage = Stage::Sent;
        }
        at.scheduling.note_sent(place, expected);
        at.seen[place].idle = at.seen[place].idle.saturating_sub(1);
        let here = lasts(expected, cluster.speed);
        if at.scheduling.sends_to_queues() {
            cluster.join(cx.now, here);
            at.seen[place].free = cluster.next_free(cx.now);
        }
        if cx.record.keeps_all() && !copy && cluster.queue.len() as u32 >= cluster.nodes.count() {
            let row = SentRow { time: cx.now, task, cluster: index as u32 };
            cx.record.add_row(&row);
        }
        cluster.queue.push_back(Queued { task, copy, expected: here, sent: self.sent });
        self.sent += 1;
        cluster.touched = true;
    }
}
