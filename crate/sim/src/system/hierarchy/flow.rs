//! The path of tasks through queues: arrival (figure 1), enforcement of limits (figure 2), moves.

use super::reasons::{self, Reason};
use super::stay_state::StayState;
use super::task::{NONE, Stage};
use super::{Event, Hierarchy, class};
use crate::system::Context;
use crate::system::hierarchy::policy::limits::{self, Finding, Verdict};
use crate::system::hierarchy::policy::migration::Target;
use crate::system::hierarchy::policy::{MoveCause, Queue as Facts, Work};
use crate::tables::stays::{MoveRow, QueueRow, StayRow, TaskRow};
use ganttlet_core::record::Status;
use ganttlet_core::rule::Decision;
use ganttlet_core::time::{Span, Time};

/// The end of a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Terminated,
    Rejected,
    Removed,
}

impl Ending {
    const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Terminated => "terminated",
            Self::Rejected => "rejected",
            Self::Removed => "removed",
        }
    }
}

impl Hierarchy {
    /// The known remaining work of a task.
    pub(super) fn remaining_work(&self, task: u32, now: Time) -> Option<Work> {
        let by_bound = self.options.known_after_start == super::options::Known::Bound;
        self.tasks[task as usize].remaining_work(now, self.options.progress_counts, by_bound)
    }

    /// Updates the contribution of a task to the pending jobs of its queue.
    pub(super) fn update_queue_work(&mut self, task: u32) {
        let task = &mut self.tasks[task as usize];
        let wants = task.startable_jobs();
        let queue = &mut self.queues[task.queue];
        queue.pending = queue.pending + wants - task.counted;
        task.counted = wants;
    }

    /// The queues as seen by policies.
    fn queue_facts(&self) -> Vec<&Facts> {
        self.queues.iter().map(|queue| &queue.facts).collect()
    }

    /// Submits a task.
    pub(super) fn submit_task(&mut self, task: u32, cx: &mut Context<Event>) {
        let item = &self.tasks[task as usize].item;
        let said = (item.queue as usize).checked_sub(1).filter(|&queue| queue < self.queues.len());
        let size = Work::from(item.kflop);
        let queue = said.unwrap_or_else(|| self.policies.entry.entry_queue(&self.queue_facts(), size));
        if let Some(after) = item.removed {
            cx.schedule(cx.now() + after, class::SUBMIT, Event::Withdrawn(task));
        }
        self.process_new_task(task, queue, cx);
    }

    /// The user withdraws a task, unless its last job has ended: completed work is lost.
    pub(super) fn cancel_by_user(&mut self, at: u32, cx: &mut Context<Event>) {
        if matches!(self.tasks[at as usize].stage, Stage::Closing | Stage::Over) {
            return;
        }
        self.remove_from_queue(at, cx);
        if let Some(place) = self.moving.iter().position(|&(_, other)| other == at) {
            let (comes, _) = self.moving.swap_remove(place);
            let task = &mut self.tasks[at as usize];
            task.stay.moved = self.options.migration_s - (comes - cx.now());
            (task.arrived, task.started) = (cx.now(), None);
        }
        cx.record.mark(cx.now(), self.tasks[at as usize].subject, &reasons::REMOVED, 0);
        self.end_task(at, Ending::Removed, Ending::Removed.word(), cx);
    }

    /// `ProcessNewTask` (figure 1): a task arrives at a queue.
    pub(super) fn process_new_task(&mut self, at: u32, queue: usize, cx: &mut Context<Event>) {
        let now = cx.now();
        let task = &mut self.tasks[at as usize];
        (task.queue, task.arrived, task.started, task.stage) = (queue, now, None, Stage::Checked);
        let cluster = if self.options.scheme.is_flat() {
            0
        } else {
            self.queues[queue].grids.first().copied().unwrap_or(0)
        };
        cx.record.queue(task.subject, now, cluster);
        cx.record.mark(now, task.subject, &reasons::COMES, queue as i64 + 1);
        self.queues[queue].order.push(at);
        self.plan_tick(queue, cx);
        let counted =
            if self.options.fresh_q { self.enforce_limits(queue, cx) } else { self.queues[queue].work };
        if self.return_if_better(at, cx) {
            return;
        }
        let arrives = self.policies.limits.check_arrival(&self.queues[queue].facts, counted);
        let arrives = arrives.filter(|_| !self.is_estimated_first(at, queue));
        if arrives.is_some_and(|finding| self.move_out(at, finding, cx)) {
            return;
        }
        self.estimate_or_admit(at, cx);
    }

    /// True if a task must be estimated before it is sent to the lowest level, and is about to be sent there.
    fn is_estimated_first(&self, task: u32, queue: usize) -> bool {
        let unknown = self.remaining_work(task, self.tasks[task as usize].arrived).is_none();
        let lower = self.queues[queue].facts.lower;
        let last = lower.is_some_and(|lower| self.queues[lower].facts.lower.is_none());
        self.options.estimate_before_last && self.options.scheme.uses_estimates() && unknown && last
    }

    /// The remaining checks after an estimation, or if none was needed.
    pub(super) fn after_estimation(&mut self, task: u32, cx: &mut Context<Event>) {
        let queue = self.tasks[task as usize].queue;
        let size = self.remaining_work(task, cx.now());
        let finding = size.and_then(|size| self.policies.limits.check_size(&self.queues[queue].facts, size));
        if finding.is_none_or(|finding| !self.move_out(task, finding, cx)) {
            self.admit(task, cx);
        }
    }

    /// Admits a task, which waits for machines from now on.
    fn admit(&mut self, at: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        self.split_task(at);
        let queue = &self.queues[self.tasks[at as usize].queue];
        let before = queue.order.iter().take_while(|&&other| other != at);
        let behind = before.into_iter().any(|&other| self.tasks[other as usize].counted > 0);
        let task = &mut self.tasks[at as usize];
        task.stage = Stage::Queued;
        (task.stay.submitted, task.stay.behind) = (Some(now), behind);
        task.stay.jobs = if task.serial { 1 } else { task.left };
        self.update_queue_work(at);
    }

    /// The information about a task in its queue for policies.
    fn task_view(&self, at: u32, now: Time) -> limits::Task {
        let task = &self.tasks[at as usize];
        limits::Task {
            remaining: self.remaining_work(at, now),
            estimating: task.is_estimated_now(),
            in_queue: now - task.arrived,
            executing: task.started.map_or(Span::ZERO, |started| now - started),
            alone: self.queues[task.queue].order.len() == 1,
        }
    }

    /// `EnforceQueueLimits` (figure 2): a pass over a queue; returns the work in it.
    pub(super) fn enforce_limits(&mut self, queue: usize, cx: &mut Context<Event>) -> Work {
        let mut sum = 0;
        for task in self.queues[queue].order.clone() {
            if matches!(self.tasks[task as usize].stage, Stage::Checked | Stage::Closing) {
                continue;
            }
            let view = self.task_view(task, cx.now());
            sum += match self.policies.limits.check_task(&self.queues[queue].facts, &view, sum) {
                Verdict::Stays(counts) => counts,
                Verdict::Leaves(finding) if self.move_out(task, finding, cx) => 0,
                Verdict::Leaves(_) => view.remaining.unwrap_or(0),
            };
        }
        self.queues[queue].work = sum;
        sum
    }

    /// Schedules the next pass over a queue.
    fn plan_tick(&mut self, at: usize, cx: &mut Context<Event>) {
        let queue = &mut self.queues[at];
        if let Some(time) = queue.tick.plan(cx.now(), queue.check) {
            queue.due = Some(time);
            cx.schedule(time, class::ENFORCE, Event::Enforce);
        }
    }

    /// Enforces the limits of the first queue that is due.
    pub(super) fn enforce_next_due(&mut self, cx: &mut Context<Event>) {
        let now = cx.now();
        let Some(at) = self.queues.iter().position(|queue| queue.due == Some(now)) else { return };
        let queue = &mut self.queues[at];
        queue.due = None;
        queue.tick.looks(now);
        if queue.order.is_empty() {
            return;
        }
        self.enforce_limits(at, cx);
        self.record_queue(at, cx);
        self.plan_tick(at, cx);
    }

    /// Adds a row about a queue to the table, unless the last one is recent.
    pub(super) fn record_queue(&mut self, at: usize, cx: &mut Context<Event>) {
        let now = cx.now();
        let tasks = self.queues[at].order.len();
        let news =
            |(time, last): (Time, usize)| now - time >= self.options.row_s && (now > time || last != tasks);
        if !self.queues[at].row.is_none_or(news) {
            return;
        }
        let available = self.available_machines(at);
        let queue = &mut self.queues[at];
        queue.row = Some((now, tasks));
        let (limit, hour) = (queue.facts.max_queue_work(), 3_600.0);
        let row = QueueRow {
            time: now,
            queue: queue.text,
            fill: if limit > 0 { queue.work as f64 / limit as f64 } else { 0.0 },
            work: queue.facts.seconds_of(queue.work) / hour,
            limit: queue.facts.seconds_of(limit) / hour,
            tasks: tasks as u32,
            pending: queue.pending,
            claims: queue.claims,
            available,
        };
        cx.record.add_row(&row);
    }

    /// Number of machines available to a queue: the free ones of its grids and those it holds, up to N.
    pub(super) fn available_machines(&mut self, queue: usize) -> u32 {
        let grids = self.queues[queue].grids.clone();
        let free: u32 = grids.into_iter().map(|grid| self.free_machines(grid)).sum();
        self.queues[queue].cpus.min(free + self.queues[queue].claims)
    }

    /// Moves a task out of its queue for this reason; false if it remains nevertheless.
    fn move_out(&mut self, at: u32, finding: Finding, cx: &mut Context<Event>) -> bool {
        let now = cx.now();
        let (from, size) = (self.tasks[at as usize].queue, self.remaining_work(at, now));
        let size = size.or(self.tasks[at as usize].bound);
        match self.policies.migration.target(&self.queue_facts(), from, size, finding.why) {
            Target::Stay => return false,
            Target::Queue(to) => {
                let because = reasons::move_reason((&finding, &self.queues[from].facts), to);
                if self.options.scheme == super::options::Scheme::Mq && self.options.demotion_keeps_jobs {
                    self.demote_task(at, to, because, cx);
                } else {
                    self.send_task(at, to, (finding.why, because), cx);
                }
            }
            Target::Out => {
                let because = reasons::rejection_reason((&finding, &self.queues[from].facts));
                self.remove_from_queue(at, cx);
                self.record_move(at, None, (finding.why, because), cx);
                let comes = matches!(finding.why, MoveCause::Overload | MoveCause::Mismatch);
                self.end_task(
                    at,
                    if comes { Ending::Rejected } else { Ending::Terminated },
                    finding.why.word(),
                    cx,
                );
            }
        }
        true
    }

    /// Sends a task to another queue: running jobs are lost.
    pub(super) fn send_task(
        &mut self,
        at: u32,
        to: usize,
        why: (MoveCause, Reason),
        cx: &mut Context<Event>,
    ) {
        self.remove_from_queue(at, cx);
        self.record_move(at, Some(to), why, cx);
        self.close_stay(at, why.0.word(), cx);
        let now = cx.now();
        let task = &mut self.tasks[at as usize];
        let from = std::mem::replace(&mut task.queue, to);
        self.queues[from].order.retain(|&other| other != at);
        task.stage = Stage::Moving;
        task.serial = false;
        task.stay = StayState { moved: self.options.migration_s, ..StayState::default() };
        cx.record.stop(task.subject, now);
        let comes = now + self.options.migration_s;
        self.moving.push((comes, at));
        cx.schedule(comes, class::ARRIVE, Event::Arrive);
    }

    /// The first of the moving tasks that is due arrives.
    pub(super) fn deliver_next(&mut self, cx: &mut Context<Event>) {
        let due = self.moving.iter().filter(|&&(time, _)| time <= cx.now());
        let Some(task) = due.map(|&(_, task)| task).min() else { return };
        self.moving.retain(|&(_, other)| other != task);
        self.process_new_task(task, self.tasks[task as usize].queue, cx);
    }

    /// Demotes a task to a lower queue of the same grid: its jobs continue on their machines.
    fn demote_task(&mut self, at: u32, to: usize, because: Reason, cx: &mut Context<Event>) {
        let now = cx.now();
        self.record_move(at, Some(to), (MoveCause::Overdue, because), cx);
        self.close_stay(at, MoveCause::Overdue.word(), cx);
        let from = self.tasks[at as usize].queue;
        let task = &mut self.tasks[at as usize];
        self.queues[from].pending -= task.counted;
        self.queues[to].pending += task.counted;
        (task.queue, task.arrived) = (to, now);
        task.started = (!task.running.is_empty()).then_some(now);
        task.cut_for = Some(to);
        let jobs = task.left;
        task.stay = StayState { submitted: Some(now), jobs, ..StayState::default() };
        let rows: Vec<u32> = task.running.iter().map(|running| running.row).collect();
        for row in rows {
            self.transfer_claim(row, from, to, now);
        }
        self.queues[from].order.retain(|&other| other != at);
        self.queues[to].order.push(at);
        self.plan_tick(to, cx);
    }

    /// Records a move and its reason.
    fn record_move(
        &mut self,
        at: u32,
        to: Option<usize>,
        (why, because): (MoveCause, Reason),
        cx: &mut Context<Event>,
    ) {
        self.tasks[at as usize].moves += 1;
        let task = &self.tasks[at as usize];
        let out = cx.record.intern_text("out");
        let row = MoveRow {
            time: cx.now(),
            task: task.subject,
            from: self.queues[task.queue].text,
            to: to.map_or(out, |to| self.queues[to].text),
            why: cx.record.intern_text(why.word()),
        };
        let (rule, values) = because;
        cx.record.decide(Decision::new(row.time, row.task, rule).with_values(values));
        let place = cx.record.add_row(&row);
        cx.record.explain_row::<MoveRow>(place, because);
    }

    /// Ends the stay of a task in its queue.
    fn close_stay(&mut self, at: u32, why: &str, cx: &mut Context<Event>) {
        let now = cx.now();
        let task = &self.tasks[at as usize];
        let (stay, queue) = (&task.stay, &self.queues[task.queue]);
        let begun = task.started.unwrap_or(now);
        let submitted = stay.submitted.unwrap_or(begun);
        let ended = if why == Ending::Done.word() { stay.last_end } else { now };
        let (mut allocation, mut queueing) = (begun - submitted, submitted - task.arrived - stay.estimation);
        if stay.behind {
            queueing += std::mem::take(&mut allocation);
        }
        let all = queue.facts.work_capacity(Span(1_000_000)).max(1);
        let row = StayRow {
            task: task.subject,
            queue: queue.text,
            level: queue.facts.level,
            came: task.arrived,
            left: now,
            why: cx.record.intern_text(why),
            moved: stay.moved,
            estimation: stay.estimation,
            allocation,
            queueing,
            execution: task.started.map_or(Span::ZERO, |started| ended - started),
            detection: now - ended,
            jobs: stay.jobs,
            starts: stay.starts,
            evicted: stay.evicted,
            used: stay.used,
            lost: stay.lost,
            allocated: stay.mean_running_jobs(),
            serial: Some(task.serial),
            tail: (ended - stay.last_start).max(Span::ZERO),
            dedicated: Span((Work::from(task.item.kflop) * 1_000_000 / all) as i64),
        };
        cx.record.add_row(&row);
    }

    /// Ends a task.
    pub(super) fn end_task(&mut self, at: u32, ending: Ending, why: &str, cx: &mut Context<Event>) {
        let now = cx.now();
        self.close_stay(at, why, cx);
        let task = &mut self.tasks[at as usize];
        task.stage = Stage::Over;
        let queue = task.queue;
        self.queues[queue].order.retain(|&other| other != at);
        if task.widest > 0 {
            // The duration on as many machines as it had, like its runtime.
            let reference = f64::from(self.options.reference_kflops) * f64::from(task.widest);
            cx.record.estimate(task.subject, Span::from_seconds(task.item.kflop as f64 / reference));
        }
        match ending {
            Ending::Done => cx.record.finish(task.subject, now, Status::Done),
            Ending::Terminated | Ending::Removed => cx.record.finish(task.subject, now, Status::Killed),
            Ending::Rejected => cx.record.reject(task.subject),
        }
        for job in task.jobs.drain(..).filter(|job| job.subject != NONE && !job.done) {
            cx.record.finish(job.subject, now, Status::Killed);
        }
        let task = &self.tasks[at as usize];
        let (best, expected) = self.best_level(Work::from(task.item.kflop));
        let row = TaskRow {
            task: task.subject,
            submit: task.item.submit,
            end: now,
            status: cx.record.intern_text(ending.word()),
            queue: self.queues[queue].text,
            level: self.queues[queue].facts.level,
            best,
            expected,
            work: Span::from_seconds(task.item.kflop as f64 / f64::from(self.options.reference_kflops)),
            moves: task.moves,
            used: task.used,
        };
        cx.record.add_row(&row);
        cx.record.set_type(task.subject, &self.queues[queue].name);
        self.open -= 1;
    }

    /// The first level for a task of this size, and its duration there with all machines in use at once.
    fn best_level(&self, work: Work) -> (u32, Span) {
        let mut at = 0;
        while let Some(lower) =
            self.queues[at].facts.lower.filter(|_| work > self.queues[at].facts.max_task_work())
        {
            at = lower;
        }
        let queue = &self.queues[at];
        let micros = |speed: Work| Span((work * 1_000_000 / speed.max(1)) as i64);
        let all = micros(queue.facts.work_capacity(Span(1_000_000)));
        let expected = match (self.options.plain_expected, queue.facts.serial) {
            (true, _) => all,
            (false, true) => micros(queue.facts.kflops.into()),
            (false, false) => all.max(queue.job_length),
        };
        (queue.facts.level, expected)
    }
}
