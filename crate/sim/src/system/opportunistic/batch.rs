//! Transitions between batches: queries of policies and their consequences.

use super::master::Stage;
use super::options::{Losses, OBSERVED, Victims};
use super::{Event, Pool, Victim, class, reasons};
use crate::system::Context;
use crate::system::opportunistic::policy::loss::BatchOutlook;
use crate::system::opportunistic::policy::ordering::BatchView;
use crate::system::opportunistic::policy::sizing::{BatchResult, WorkerCount};
use crate::system::parts::hosts::{Holder, Host};
use crate::system::player::{Asked, Player, Question};
use crate::tables::rounds::{Round, RoundTask};
use ganttlet_core::order;
use ganttlet_core::record::Status;
use ganttlet_core::rule::{Rule, SubjectId};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Item;

impl Pool {
    /// Submits the next application.
    pub(super) fn submit(&mut self, cx: &mut Context<Event>) {
        let at = self.submissions.take(class::COME, Event::Submit, cx);
        let master = &mut self.masters[at];
        if master.suitable.is_empty() {
            reasons::record_never(&mut cx.record, cx.now, master.subject);
            cx.record.reject(master.subject);
            self.drop_tasks(at, cx);
            self.open -= 1;
            return;
        }
        cx.record.queue(master.subject, cx.now(), master.home);
        let tasks = master.batch_tasks().len() as u32;
        let step = master.policies.sizing.first_workers(tasks);
        master.stage = Stage::Due;
        self.resize(at, step, cx);
    }

    /// Drops the tasks of an application that have not ended.
    fn drop_tasks(&mut self, application: usize, cx: &mut Context<Event>) {
        let master = &self.masters[application];
        let all = master.first_task + master.application.tasks() as u32;
        for task in master.batch_first..all {
            let place = (task - master.batch_first) as usize;
            if !master.tasks.get(place).is_some_and(|task| task.done) {
                cx.record.vacate(task, cx.now());
                cx.record.reject(task);
                self.ended += 1;
            }
        }
    }

    /// Changes the number of workers of an application from its next batch on.
    fn resize(&mut self, application: usize, step: WorkerCount, cx: &mut Context<Event>) {
        let master = &mut self.masters[application];
        master.target = step.workers;
        if let Some(round) = master.round() {
            round.next = Some(step.workers);
            cx.record.explain_row::<Round>(master.row, (step.rule, step.values));
        }
        reasons::record_policy_decision(&mut cx.record, cx.now, master.subject, (step.rule, step.values));
    }

    /// Begins the batches that are due; ends applications without one.
    pub(super) fn begin_batches(&mut self, cx: &mut Context<Event>) {
        for application in 0..self.masters.len() {
            while self.masters[application].stage == Stage::Due && !cx.player.is_stopped() {
                // A batch without tasks ends immediately.
                if self.masters[application].batch_tasks().is_empty() {
                    self.after_batch(application, cx);
                } else {
                    self.begin_batch(application, cx);
                }
            }
        }
    }

    /// Begins a batch: returns lost machines, calls the policies, and lists the tasks.
    fn begin_batch(&mut self, application: usize, cx: &mut Context<Event>) {
        let now = cx.now();
        let (copies, extra, guard) = self.plan_against_losses(application);
        let master = &mut self.masters[application];
        if master.round().is_none() {
            cx.record.place(master.subject, now, master.home);
            cx.record.start(master.subject, now);
        }
        master.update_sums(now);
        master.write_round(&mut cx.record);
        let tasks = BatchView {
            batch: &master.application.batches[master.batch],
            expected: &master.application.expected,
            keys: &master.application.keys,
            history: &master.history,
        };
        let order = master.policies.ordering.order(&tasks, &mut self.chance[application].order);
        let subject_of = |place| master.subject_of(place);
        let order = played_order(order, (application, now), subject_of, &mut cx.player);
        if cx.player.is_stopped() {
            return;
        }
        let mut last = 0;
        for &place in &order {
            let subject = master.subject_of(place);
            let task = RoundTask { subject, took: Span::ZERO, normalised: Span::ZERO };
            last = cx.record.add_row(&task);
        }
        let wanted = master.target.saturating_add(extra);
        if wanted != master.wanted {
            cx.record.mark(now, master.subject, &reasons::WORKERS, i64::from(wanted));
        }
        master.wanted = wanted;
        master.losses.push(0);
        let tasks = order.len() as u32;
        let round = Round {
            application: master.subject,
            number: master.batch as u32 + 1,
            group: master.first_group + master.batch as u32,
            start: now,
            end: Time::MAX,
            tasks: (last + 1 - tasks, tasks),
            copies: copies.min(tasks),
            wanted,
            extra,
            held: master.worker_count(),
            most_held: master.worker_count(),
            ..Round::default()
        };
        master.begin_round(round, &mut cx.record);
        for place in 0..order.len() as u32 {
            cx.record.queue(master.subject_of(place), now, master.home);
        }
        let subject = master.subject;
        master.begin_list(order, copies);
        reasons::record_policy_decision(&mut cx.record, now, subject, guard);
        self.return_lost(application, cx);
        self.release(application, cx);
        let master = &mut self.masters[application];
        let held = master.worker_count();
        if let Some(round) = master.round() {
            (round.held, round.most_held) = (held, held);
        }
        self.stale = true;
    }

    /// The plan of the loss policy for the next batch: replicas, extra machines, and the reason.
    fn plan_against_losses(&mut self, application: usize) -> (u32, u32, (&'static Rule, [i64; 4])) {
        let master = &mut self.masters[application];
        let expected = |task: u32| {
            let known = master.history.mean_run_time(task).map(Span::from_seconds);
            let said = master.application.expected.get(task as usize).copied();
            known.or(said).unwrap_or_default()
        };
        let mut times: Vec<Span> = master.batch_tasks().iter().map(|task| expected(task.task)).collect();
        order::sort_by_key(&mut times, |&time| -time.0);
        let outlook = BatchOutlook { workers: master.target, expected: &times, losses: &master.losses };
        let plan = master.policies.loss.plan_batch(&outlook);
        (plan.copies, plan.extra, (plan.rule, plan.values))
    }

    /// Makes the machines available again that were lost for the last batch, unless their owners use them.
    fn return_lost(&mut self, application: usize, cx: &mut Context<Event>) {
        for row in std::mem::take(&mut self.masters[application].lost) {
            self.hosts.release(row, cx);
            if self.hosts[row].free() && self.masters[application].outstanding_requests() > 0 {
                self.add_worker(row, application, cx);
            }
        }
    }

    /// Releases surplus machines: first those in preparation, then the slowest workers.
    fn release(&mut self, application: usize, cx: &mut Context<Event>) {
        let master = &mut self.masters[application];
        let keep = if master.is_active() { master.wanted } else { 0 };
        if master.worker_count() + master.coming <= keep {
            return;
        }
        let of = |host: &&Host| match host.holder {
            Holder::Coming(by, _) | Holder::Held(by) => by as usize == application,
            Holder::Nobody | Holder::Lost(_) => false,
        };
        let mut rows: Vec<u32> = self.hosts.list().iter().filter(of).map(|host| host.row).collect();
        // The last of the list is released first: machines in preparation before all others, then the slowest, then the
        // latest to join.
        order::sort_by_key(&mut rows, |&row| i64::from(self.workers[row as usize].joined));
        order::sort_by_key(&mut rows, |&row| match self.hosts[row].holder {
            Holder::Held(_) => order::float_key(-self.workers[row as usize].alpha),
            _ => i64::MAX,
        });
        for row in rows.into_iter().skip(keep as usize).rev() {
            if let Holder::Coming(..) = self.hosts[row].holder {
                self.hosts.release(row, cx);
                self.masters[application].coming -= 1;
                self.stale = true;
            } else {
                self.drop_task(row, cx);
                self.detach_worker(row, cx);
            }
        }
    }

    /// Ends a batch after the completion of all its tasks.
    pub(super) fn end_batch(&mut self, application: usize, cx: &mut Context<Event>) {
        let now = cx.now();
        let master = &mut self.masters[application];
        master.stage = Stage::Alone;
        master.clear_list();
        master.history.end_batch();
        master.update_sums(now);
        let stable = master.steady && master.worker_count() >= master.target;
        let round = master.round().expect("a batch that ends has begun");
        (round.end, round.stable, round.next) = (now, Some(stable), Some(0));
        let (up, work, length) = (round.up - round.suspended, round.work, now - round.start);
        let next_tasks = master.application.batches.get(master.batch + 1).map_or(0, Vec::len) as u32;
        if next_tasks > 0 {
            let took: Vec<Span> = master.tasks.iter().map(|task| task.took).collect();
            let normalised: Vec<Span> = master.tasks.iter().map(|task| task.normalised).collect();
            let mean = |task: u32| master.history.mean_run_time(task).unwrap_or(0.0);
            let means: Vec<f64> = master.batch_tasks().iter().map(|task| mean(task.task)).collect();
            let seen = BatchResult {
                iteration: master.batch as u32 + 1,
                took: &took,
                normalised: &normalised,
                means: &means,
                workers: (master.target, master.worker_count().min(master.target)),
                stable,
                length,
                efficiency: if up > Span::ZERO { work.seconds() / up.seconds() } else { 1.0 },
                next_tasks,
            };
            let step = master.policies.sizing.next_workers(&seen);
            self.resize(application, step, cx);
        }
        self.after_batch(application, cx);
    }

    /// The master computes alone; then the next batch begins, or the application ends.
    fn after_batch(&mut self, application: usize, cx: &mut Context<Event>) {
        let master = &mut self.masters[application];
        if master.batch >= master.application.batches.len() {
            self.finish(application, Status::Done, cx);
            return;
        }
        master.batch_first += master.batch_tasks().len() as u32;
        master.batch += 1;
        let alone = master.application.sequential;
        if alone > Span::ZERO {
            let event = Event::Next { application: application as u32 };
            cx.schedule(cx.now() + alone, class::COME, event);
            master.stage = Stage::Alone;
        } else {
            master.stage = Stage::Due;
        }
    }

    /// Ends an application and frees its machines.
    fn finish(&mut self, application: usize, status: Status, cx: &mut Context<Event>) {
        let master = &mut self.masters[application];
        if !master.is_active() {
            return;
        }
        master.stage = Stage::Off;
        cx.record.finish(master.subject, cx.now(), status);
        for row in std::mem::take(&mut master.lost) {
            self.hosts.release(row, cx);
        }
        self.release(application, cx);
        self.open -= 1;
        self.stale = true;
    }

    /// Ends an application as failed, because one of its tasks was lost too often.
    pub(super) fn fail(&mut self, application: usize, losses: u32, cx: &mut Context<Event>) {
        reasons::record_failure(&mut cx.record, cx.now, self.masters[application].subject, losses);
        self.masters[application].stage = Stage::Alone;
        self.masters[application].clear_list();
        self.finish(application, Status::Killed, cx);
        self.drop_tasks(application, cx);
    }

    /// Draws the machines that the batch loses and the times of the losses, as soon as it has workers.
    pub(super) fn draw_losses(&mut self, application: usize, cx: &mut Context<Event>) {
        let master = &mut self.masters[application];
        if self.options.losses == Losses::None || master.drawn || master.worker_count() == 0 {
            return;
        }
        master.drawn = true;
        let stream = &mut self.chance[application].losses;
        // The same number of draws for every batch, regardless of the outcome.
        let draw = stream.uniform();
        let count = match self.options.losses {
            Losses::None => 0,
            Losses::One => usize::from(draw < self.options.loss_probability),
            Losses::Observed => {
                usize::from(draw >= OBSERVED[0]) + usize::from(draw >= OBSERVED[0] + OBSERVED[1])
            }
        };
        let draws: [(f64, f64); 2] = std::array::from_fn(|_| (stream.uniform(), stream.uniform()));
        let mut workers = self.workers_of(application, |_| true);
        let master = &self.masters[application];
        let longest = master.batch_tasks().iter().map(|task| task.run).max().unwrap_or_default();
        let longest = longest.scaled_to_speed(self.options.master_speed);
        for (which, when) in draws.into_iter().take(count) {
            if workers.is_empty() {
                break;
            }
            let row = workers.remove(index_of_draw(which, workers.len()));
            let victim = match self.options.loss_victims {
                Victims::Any => Victim::Machine(row),
                Victims::Busy => Victim::Busy(which),
            };
            let batch = master.batch as u32;
            let event = Event::Lose { victim, application: application as u32, batch };
            cx.schedule(cx.now() + Span::from_seconds(longest.seconds() * when), class::LOSE, event);
        }
    }

    /// The machine to lose now: a working one if there is any.
    pub(super) fn choose_victim(&self, application: usize, victim: Victim) -> Option<u32> {
        let which = match victim {
            Victim::Machine(row) => return Some(row),
            Victim::Busy(which) => which,
        };
        let mut workers = self.workers_of(application, Host::works);
        if workers.is_empty() {
            workers = self.workers_of(application, |_| true);
        }
        (!workers.is_empty()).then(|| workers[index_of_draw(which, workers.len())])
    }

    /// The workers of an application that meet a condition, in the order in which they joined.
    fn workers_of(&self, application: usize, holds: fn(&Host) -> bool) -> Vec<u32> {
        let of = |host: &&Host| host.held_by() == Some(application) && holds(host);
        let mut rows: Vec<u32> = self.hosts.list().iter().filter(of).map(|host| host.row).collect();
        order::sort_by_key(&mut rows, |&row| i64::from(self.workers[row as usize].joined));
        rows
    }
}

/// The index among `among` that corresponds to a draw from 0 to 1.
fn index_of_draw(draw: f64, among: usize) -> usize {
    ((draw * among as f64) as usize).min(among - 1)
}

/// The order of a batch by choices: each choice picks a remaining task, in the order of the batch.
fn played_order(
    policy: Vec<u32>,
    (application, now): (usize, Time),
    subject_of: impl Fn(u32) -> SubjectId,
    player: &mut Player,
) -> Vec<u32> {
    if !player.is_active() {
        return policy;
    }
    let mut left: Vec<u32> = (0..policy.len() as u32).collect();
    let mut order = Vec::with_capacity(policy.len());
    // The remaining tasks, in the order of the policy.
    let mut by_policy = policy.into_iter();
    let mut first = by_policy.next();
    while let Some(place) = first {
        let Ok(index) = left.binary_search(&place) else {
            first = by_policy.next();
            continue;
        };
        let question = Question {
            decider: application,
            now,
            asked: Asked::Task,
            candidates: left.len(),
            policy: Some(index),
            may_wait: false,
            refusal: &|_| None,
            subjects: &|| left.iter().map(|&place| subject_of(place)).collect(),
            expected: &|_| None,
        };
        let Some(picked) = player.decide(&question).picked() else { break };
        order.push(left.remove(picked));
    }
    order
}
