//! Workers and their tasks: start, end, suspension, loss.

use super::master::NONE;
use super::reasons::{self, StartCause};
use super::{Event, Pool, Victim};
use crate::system::Context;
use crate::system::parts::hosts::Holder;
use crate::tables::rounds::RoundTask;
use ganttlet_core::record::{Phase, Status};
use ganttlet_core::time::Span;

/// An application fails if one of its tasks is lost more often than this in one batch.
const MOST_LOSSES: u32 = 1000;

impl Pool {
    /// Assigns the next tasks of their applications to idle workers.
    pub(super) fn hand_out(&mut self, cx: &mut Context<Event>) {
        for application in 0..self.masters.len() {
            if !self.masters[application].is_working() {
                continue;
            }
            self.draw_losses(application, cx);
            while self.masters[application].idle_count() > 0 {
                let master = &mut self.masters[application];
                let next = master.take_next().map(|place| {
                    let task = master.tasks[place as usize];
                    match task.losses {
                        _ if task.running_copies() > 0 => (place, true, StartCause::Second),
                        0 => (place, false, StartCause::First),
                        losses => (place, false, StartCause::Again(losses)),
                    }
                });
                let eager = || {
                    let oldest = self.options.eager.then(|| master.oldest_alone(&self.hosts)).flatten();
                    oldest.map(|place| (place, true, StartCause::Eager))
                };
                let Some((place, copy, way)) = next.or_else(eager) else { break };
                self.start_task(application, (place, copy, way), cx);
            }
        }
    }

    /// Starts a task on the next idle worker.
    fn start_task(
        &mut self,
        application: usize,
        (place, copy, way): (u32, bool, StartCause),
        cx: &mut Context<Event>,
    ) {
        let now = cx.now();
        let master = &mut self.masters[application];
        let idle = master.idle_count() as u32;
        let Some(row) = master.take_idle() else { return };
        let host = &self.hosts[row];
        let batch_task = &master.batch_tasks()[place as usize];
        let length = batch_task.run.scaled_to_speed(host.speed).max(Span(1));
        let expected = master.application.expected.get(batch_task.task as usize);
        let expected = expected.map(|expected| expected.scaled_to_speed(host.speed));
        let subject = master.subject_of(place);
        let task = &mut master.tasks[place as usize];
        if task.running_copies() == 0 {
            cx.record.place(subject, now, host.cluster);
            cx.record.start(subject, now);
            if let Some(expected) = expected {
                cx.record.estimate(subject, expected);
            }
        }
        let slot = usize::from(task.runs[0] != NONE);
        task.runs[slot] = row;
        let (rank, tasks) = (task.rank, master.tasks.len());
        let phase = if copy { Phase::COPIES } else { Phase::WORKS };
        self.hosts.run(row, place, length, (subject, phase), cx);
        if copy {
            cx.record.mark(now, subject, &reasons::COPY, 1);
        }
        reasons::record_start(&mut cx.record, now, (subject, way), (rank, tasks), (idle, row));
    }

    /// Ends a task on its machine.
    pub(super) fn end_task(&mut self, row: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let Some(application) = self.hosts[row].held_by() else { return };
        let Some(run) = self.hosts.stop(row, false, cx) else { return };
        let (worker, master) = (&self.workers[row as usize], &mut self.masters[application]);
        master.add_idle(worker, self.options.worker_order);
        if run.number == NONE {
            // A replica that continued after the completion of its task.
            return;
        }
        let subject = run.subject;
        let task = &mut master.tasks[run.number as usize];
        task.done = true;
        task.took = now - run.started;
        task.normalised = Span::from_seconds(task.took.seconds() * worker.alpha);
        let other = task.runs.into_iter().find(|&other| other != row && other != NONE);
        task.runs = [NONE; 2];
        master.left -= 1;
        let known = if self.options.normalise { task.normalised } else { task.took };
        let number = master.application.batches[master.batch][run.number as usize].task;
        let task = *task;
        master.history.observe(number, known);
        let worked = task.took - run.suspended;
        if let Some(round) = master.round() {
            round.work += worked;
            round.work_cost += worked.seconds() * worker.cost;
            let entry = RoundTask { subject, took: task.took, normalised: task.normalised };
            cx.record.set_row(round.tasks.0 + task.rank, &entry);
        }
        cx.record.start(subject, run.started);
        if let Some(other) = other {
            self.cancel_replica(other, cx);
        }
        cx.record.finish(subject, now, Status::Done);
        if let Some(other) = other.filter(|_| !self.options.cancel_copies) {
            self.hosts.show_wasted(other, cx);
        }
        self.ended += 1;
        if self.masters[application].left == 0 {
            self.end_batch(application, cx);
        }
    }

    /// Another copy of a task completed first: this one is stopped, or continues without benefit.
    fn cancel_replica(&mut self, row: u32, cx: &mut Context<Event>) {
        let Some(application) = self.hosts[row].held_by() else { return };
        if !self.options.cancel_copies {
            self.hosts.waste(row, NONE, cx);
        } else if self.hosts.stop(row, true, cx).is_some() && !self.hosts[row].suspended() {
            self.masters[application].add_idle(&self.workers[row as usize], self.options.worker_order);
        }
    }

    /// Suspends a worker, as the owner of its machine is back.
    pub(super) fn suspend(&mut self, row: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let host = &self.hosts[row];
        let Some(application) = host.held_by().filter(|_| !host.suspended()) else { return };
        let master = &mut self.masters[application];
        master.update_sums(now);
        master.set_suspended(&self.workers[row as usize], true);
        if let Some(round) = master.round() {
            round.suspensions += 1;
        }
        if let Some(losses) = master.losses.last_mut() {
            *losses += 1;
        }
        self.hosts.suspend(row, cx);
        match self.hosts[row].task {
            None => master.remove_idle(row),
            Some(run) => cx.record.mark(now, run.subject, &reasons::SUSPEND, 1),
        }
    }

    /// Resumes a suspended worker.
    pub(super) fn resume(&mut self, row: u32, cx: &mut Context<Event>) {
        let (now, host) = (cx.now(), &self.hosts[row]);
        let Some(application) = host.held_by().filter(|_| host.suspended()) else { return };
        let (worker, master) = (&self.workers[row as usize], &mut self.masters[application]);
        master.update_sums(now);
        master.set_suspended(worker, false);
        self.hosts.resume(row, cx);
        match self.hosts[row].task {
            None => master.add_idle(worker, self.options.worker_order),
            Some(run) => cx.record.mark(now, run.subject, &reasons::RESUME, 1),
        }
    }

    /// Removes a worker from an application; `preempted` if for another user.
    pub(super) fn reclaim(&mut self, row: u32, preempted: bool, cx: &mut Context<Event>) {
        let Some(application) = self.hosts[row].held_by() else { return };
        self.drop_task(row, cx);
        self.detach_worker(row, cx);
        let master = &mut self.masters[application];
        if let Some(losses) = master.losses.last_mut() {
            *losses += 1;
        }
        master.steady &= !master.is_working();
        if let Some(round) = master.round() {
            round.losses += 1;
        }
        reasons::record_loss(&mut cx.record, cx.now, master.subject, (row, master.worker_count()), preempted);
        let worst = master.tasks.iter().map(|task| task.losses).max().unwrap_or(0);
        if worst > MOST_LOSSES {
            self.fail(application, worst, cx);
        }
    }

    /// Removes a worker for the rest of the batch, as drawn.
    pub(super) fn lose_worker(
        &mut self,
        victim: Victim,
        application: u32,
        batch: u32,
        cx: &mut Context<Event>,
    ) {
        let at = application as usize;
        let master = &self.masters[at];
        if !master.is_working() || master.worker_count() + master.coming < 2 || master.batch as u32 != batch {
            return;
        }
        let Some(row) = self.choose_victim(at, victim) else { return };
        if self.hosts[row].held_by() != Some(at) {
            return;
        }
        self.reclaim(row, false, cx);
        if self.hosts[row].holder == Holder::Nobody && self.masters[at].is_active() {
            self.hosts.withhold(row, application);
            self.masters[at].lost.push(row);
        }
    }

    /// Drops the task on a machine, which is lost.
    pub(super) fn drop_task(&mut self, row: u32, cx: &mut Context<Event>) {
        let Some(application) = self.hosts[row].held_by() else { return };
        let Some(run) = self.hosts.stop(row, true, cx).filter(|run| run.number != NONE) else { return };
        cx.record.mark(cx.now(), run.subject, &reasons::LOST, 1);
        let master = &mut self.masters[application];
        let task = &mut master.tasks[run.number as usize];
        task.losses += 1;
        for slot in &mut task.runs {
            if *slot == row {
                *slot = NONE;
            }
        }
        if task.running_copies() > 0 {
            return;
        }
        cx.record.stop(run.subject, cx.now());
        if task.waiting == 0 {
            master.requeue(run.number, false);
        }
    }
}
