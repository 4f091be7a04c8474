//! Workers and their tasks: start, end, suspension, loss.

use super::machine::{Holder, Task};
use super::master::NONE;
use super::reasons::{self, Way};
use super::{Event, Pool, Victim, class};
use crate::record::{Phase, Status};
use crate::system::Context;
use crate::system::rounds::RoundTask;
use crate::time::Span;

/// An application of which a task is lost more often than this in one batch has failed.
const MOST_LOSSES: u32 = 1000;

impl Pool {
    /// Idle workers get the next tasks of their applications.
    pub(super) fn hand_out(&mut self, cx: &mut Context<Event>) {
        for application in 0..self.masters.len() {
            if !self.masters[application].working() {
                continue;
            }
            self.draw_losses(application, cx);
            while self.masters[application].resting() > 0 {
                let master = &mut self.masters[application];
                let next = master.take().map(|place| {
                    let task = master.tasks[place as usize];
                    match task.losses {
                        _ if task.live() > 0 => (place, true, Way::Second),
                        0 => (place, false, Way::First),
                        losses => (place, false, Way::Again(losses)),
                    }
                });
                let eager = || {
                    let oldest = self.options.eager.then(|| master.oldest_alone(&self.machines)).flatten();
                    oldest.map(|place| (place, true, Way::Eager))
                };
                let Some((place, copy, way)) = next.or_else(eager) else { break };
                self.start_task(application, (place, copy, way), cx);
            }
        }
    }

    /// The next idle worker starts a task.
    fn start_task(
        &mut self,
        application: usize,
        (place, copy, way): (u32, bool, Way),
        cx: &mut Context<Event>,
    ) {
        let now = cx.now();
        let master = &mut self.masters[application];
        let idle = master.resting() as u32;
        let Some(row) = master.call() else { return };
        let machine = &mut self.machines[row as usize];
        let left = master.batch_tasks()[place as usize].run.at_speed(machine.speed).max(Span(1));
        let end = cx.schedule(now + left, class::END, Event::End { machine: row });
        let subject = master.subject_of(place);
        machine.task = Some(Task {
            place,
            started: now,
            resumed: now,
            left,
            suspended: Span::ZERO,
            copy,
            end: Some(end),
        });
        let task = &mut master.tasks[place as usize];
        if task.live() == 0 {
            cx.record.place(subject, now, machine.pool);
            cx.record.start(subject, now);
        }
        let slot = usize::from(task.runs[0] != NONE);
        task.runs[slot] = row;
        let (rank, tasks) = (task.rank, master.tasks.len());
        machine.show(now, &mut cx.record);
        cx.record.occupy(subject, now, (row, 1), if copy { Phase::COPIES } else { Phase::WORKS });
        if copy {
            cx.record.mark(now, subject, &reasons::COPY, 1);
        }
        reasons::starts(&mut cx.record, now, (subject, way), (rank, tasks), (idle, row));
    }

    /// A task ends on its machine.
    pub(super) fn end_task(&mut self, row: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let machine = &mut self.machines[row as usize];
        let Some(application) = machine.worker_of() else { return };
        let Some(run) = machine.task.take() else { return };
        let (alpha, cost) = (machine.alpha, machine.features.cost);
        let master = &mut self.masters[application];
        master.rest(machine, self.options.worker_order);
        self.touched.push(row);
        if run.place == NONE {
            // A copy that went on after its task was done.
            cx.record.leave(self.late[row as usize], now, row, false);
            return;
        }
        let subject = master.subject_of(run.place);
        let task = &mut master.tasks[run.place as usize];
        task.done = true;
        task.took = now - run.started;
        task.normalised = Span::from_seconds(task.took.seconds() * alpha);
        let other = task.runs.into_iter().find(|&other| other != row && other != NONE);
        task.runs = [NONE; 2];
        master.left -= 1;
        let known = if self.options.normalise { task.normalised } else { task.took };
        let number = master.application.batches[master.batch][run.place as usize].task;
        let task = *task;
        master.history.observe(number, known);
        let worked = task.took - run.suspended;
        if let Some(round) = master.round() {
            round.work += worked;
            round.work_cost += worked.seconds() * cost;
            let entry = RoundTask { subject, took: task.took, normalised: task.normalised };
            cx.record.set_row(self.round_tasks, round.tasks.0 + task.rank, &entry);
        }
        cx.record.start(subject, run.started);
        cx.record.leave(subject, now, row, false);
        if let Some(other) = other {
            self.come_too_late(other, cx);
        }
        cx.record.finish(subject, now, Status::Done);
        if let Some(other) = other.filter(|_| !self.options.cancel_copies) {
            // The bar of what goes on, now of no use.
            let suspended = self.machines[other as usize].suspended.is_some();
            let phase = if suspended { Phase::SUSPENDED } else { Phase::LOST };
            cx.record.occupy(subject, now, (other, 1), phase);
            self.late[other as usize] = subject;
        }
        self.ended += 1;
        if self.masters[application].left == 0 {
            self.end_batch(application, cx);
        }
    }

    /// The other copy of a task was done first: this one is stopped, or goes on for nothing.
    fn come_too_late(&mut self, row: u32, cx: &mut Context<Event>) {
        let machine = &mut self.machines[row as usize];
        let (Some(application), Some(run)) = (machine.worker_of(), machine.task.as_mut()) else { return };
        let master = &mut self.masters[application];
        cx.record.leave(master.subject_of(run.place), cx.now(), row, true);
        if self.options.cancel_copies {
            if let Some(end) = run.end {
                cx.cancel(end);
            }
            machine.task = None;
            if machine.suspended.is_none() {
                master.rest(machine, self.options.worker_order);
            }
        } else {
            run.place = NONE;
        }
        self.touched.push(row);
    }

    /// The owner of a worker's machine is back.
    pub(super) fn suspend(&mut self, row: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let machine = &mut self.machines[row as usize];
        let Some(application) = machine.worker_of().filter(|_| machine.suspended.is_none()) else { return };
        let limit = self.options.suspend_limit_s;
        let limit =
            (limit < Span::MAX).then(|| cx.schedule(now + limit, class::COME, Event::Limit { machine: row }));
        machine.suspended = Some((now, limit));
        let master = &mut self.masters[application];
        master.account(now);
        master.suspend(machine, true);
        if let Some(round) = master.round() {
            round.suspensions += 1;
        }
        if let Some(losses) = master.losses.last_mut() {
            *losses += 1;
        }
        match &mut machine.task {
            None => master.unrest(row),
            Some(run) => {
                run.left = run.left - (now - run.resumed);
                if let Some(end) = run.end.take() {
                    cx.cancel(end);
                }
                let subject =
                    if run.place == NONE { self.late[row as usize] } else { master.subject_of(run.place) };
                cx.record.leave(subject, now, row, false);
                cx.record.occupy(subject, now, (row, 1), Phase::SUSPENDED);
                cx.record.mark(now, subject, &reasons::SUSPEND, 1);
            }
        }
        self.touched.push(row);
    }

    /// A suspended worker goes on.
    pub(super) fn resume(&mut self, row: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let machine = &mut self.machines[row as usize];
        let Some(application) = machine.worker_of() else { return };
        let Some((since, limit)) = machine.suspended.take() else { return };
        if let Some(limit) = limit {
            cx.cancel(limit);
        }
        let master = &mut self.masters[application];
        master.account(now);
        master.suspend(machine, false);
        self.touched.push(row);
        let Some(run) = &mut machine.task else {
            master.rest(machine, self.options.worker_order);
            return;
        };
        run.suspended += now - since;
        run.resumed = now;
        run.end = Some(cx.schedule(now + run.left, class::END, Event::End { machine: row }));
        let (subject, phase) = match run.place {
            NONE => (self.late[row as usize], Phase::LOST),
            place => (master.subject_of(place), if run.copy { Phase::COPIES } else { Phase::WORKS }),
        };
        cx.record.leave(subject, now, row, false);
        cx.record.occupy(subject, now, (row, 1), phase);
        cx.record.mark(now, subject, &reasons::RESUME, 1);
    }

    /// A suspended worker is given up, as its owner stays.
    pub(super) fn give_up(&mut self, row: u32, cx: &mut Context<Event>) {
        if let Some((_, limit)) = &mut self.machines[row as usize].suspended {
            *limit = None;
            self.reclaim(row, false, cx);
        }
    }

    /// An application loses a worker; `preempted` if to another user.
    pub(super) fn reclaim(&mut self, row: u32, preempted: bool, cx: &mut Context<Event>) {
        let Some(application) = self.machines[row as usize].worker_of() else { return };
        self.drop_task(row, cx);
        self.part(row, cx);
        let master = &mut self.masters[application];
        if let Some(losses) = master.losses.last_mut() {
            *losses += 1;
        }
        master.steady &= !master.working();
        if let Some(round) = master.round() {
            round.losses += 1;
        }
        reasons::loses(&mut cx.record, cx.now, master.subject, (row, master.held()), preempted);
        let worst = master.tasks.iter().map(|task| task.losses).max().unwrap_or(0);
        if worst > MOST_LOSSES {
            self.fail(application, worst, cx);
        }
    }

    /// An application loses a worker for the rest of its batch, as was drawn.
    pub(super) fn lose(&mut self, victim: Victim, application: u32, batch: u32, cx: &mut Context<Event>) {
        let at = application as usize;
        let master = &self.masters[at];
        if !master.working() || master.held() + master.coming < 2 || master.batch as u32 != batch {
            return;
        }
        let Some(row) = self.victim(at, victim) else { return };
        if self.machines[row as usize].worker_of() != Some(at) {
            return;
        }
        self.reclaim(row, false, cx);
        let machine = &mut self.machines[row as usize];
        if machine.holder == Holder::Nobody && self.masters[at].active() {
            machine.holder = Holder::Lost(application);
            self.masters[at].lost.push(row);
        }
    }

    /// What runs on a machine is lost.
    pub(super) fn drop_task(&mut self, row: u32, cx: &mut Context<Event>) {
        let machine = &mut self.machines[row as usize];
        let Some(application) = machine.worker_of() else { return };
        let Some(run) = machine.task.take() else { return };
        if let Some(end) = run.end {
            cx.cancel(end);
        }
        self.touched.push(row);
        let master = &mut self.masters[application];
        if run.place == NONE {
            cx.record.leave(self.late[row as usize], cx.now(), row, true);
            return;
        }
        let subject = master.subject_of(run.place);
        cx.record.leave(subject, cx.now(), row, true);
        cx.record.mark(cx.now(), subject, &reasons::LOST, 1);
        let task = &mut master.tasks[run.place as usize];
        task.losses += 1;
        for slot in &mut task.runs {
            if *slot == row {
                *slot = NONE;
            }
        }
        if task.live() > 0 {
            return;
        }
        cx.record.stop(subject, cx.now());
        if task.waiting == 0 {
            master.put(run.place, false);
        }
    }
}
