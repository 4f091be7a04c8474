//! Estimating, splitting and running tasks.

use super::flow::Ending;
use super::options::Executes;
use super::task::{Job, NONE, RunningJob, Stage};
use super::{ESTIMATION, Event, Hierarchy, JOB, class, reasons};
use crate::system::Context;
use crate::system::hierarchy::policy::Work;
use crate::tables::stays::BoundRow;
use ganttlet_core::record::{Phase, Status, Subject};
use ganttlet_core::time::{Span, Time};

impl Hierarchy {
    /// Estimates a task whose size is not known well enough; otherwise admits it or moves it on.
    pub(super) fn estimate_or_admit(&mut self, at: u32, cx: &mut Context<Event>) {
        let queue = &self.queues[self.tasks[at as usize].queue];
        let size = self.remaining_work(at, cx.now());
        let small = size.is_some_and(|size| size <= queue.facts.max_task_work());
        let takes =
            if self.options.scheme.uses_estimates() && !small { self.estimation_time(at) } else { None };
        match takes {
            None => self.after_estimation(at, cx),
            Some(_) if queue.on_cpu => {
                self.tasks[at as usize].stage = Stage::Waits;
                self.update_queue_work(at);
            }
            Some(Span::ZERO) => {
                self.record_size_bound(at, (cx.now(), Span::ZERO), cx);
                self.after_estimation(at, cx);
            }
            Some(takes) => {
                let since = cx.now();
                let end = cx.schedule(since + takes, class::END, Event::Estimated(at));
                self.tasks[at as usize].stage = Stage::Estimating { since, takes, beside: Some(end) };
            }
        }
    }

    /// The duration of the estimation of a task in its queue, rounded up to microseconds; none without estimation.
    fn estimation_time(&self, at: u32) -> Option<Span> {
        let task = &self.tasks[at as usize];
        let queue = &self.queues[task.queue];
        let most = queue.alpha * queue.facts.t_e.seconds();
        let cpus = f64::from(queue.estimator_cpus);
        let seconds = self.policies.estimator.estimation_seconds(
            &task.hidden,
            self.earlier_estimation_s(at),
            cpus,
            most,
        )?;
        Some(Span(libm::ceil(seconds * 1e6 - 1e-6) as i64))
    }

    /// The part of earlier estimations of a task that counts in the next one, in seconds of one CPU.
    fn earlier_estimation_s(&self, at: u32) -> f64 {
        if self.options.estimates_accumulate { self.tasks[at as usize].spent_s } else { 0.0 }
    }

    /// Records the bound found by an estimation with this start and duration.
    fn record_size_bound(&mut self, at: u32, (since, takes): (Time, Span), cx: &mut Context<Event>) {
        let before = self.earlier_estimation_s(at);
        let task = &mut self.tasks[at as usize];
        let queue = &self.queues[task.queue];
        let spent = takes.seconds() * f64::from(queue.estimator_cpus);
        task.spent_s = before + spent;
        let after = |spent| {
            let bound = self.policies.estimator.upper_bound(&task.hidden, spent);
            task.bound.map_or(bound, |old| old.min(bound))
        };
        let (first, bound) = (after(before), after(task.spent_s));
        task.bound = Some(bound);
        let row = BoundRow {
            time: cx.now(),
            task: task.subject,
            queue: queue.text,
            since,
            first: queue.facts.seconds_of(first),
            bound: queue.facts.seconds_of(bound),
            truth: queue.facts.seconds_of(task.hidden.kflop.into()),
            limit: queue.facts.seconds_of(queue.facts.max_task_work()),
        };
        cx.record.add_row(&row);
    }

    /// Starts the estimation of a task on a machine of its queue.
    pub(super) fn estimate_on(&mut self, row: u32, at: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let takes = self.estimation_time(at).unwrap_or_default();
        let task = &mut self.tasks[at as usize];
        task.stage = Stage::Estimating { since: now, takes, beside: None };
        task.kept = row;
        let (number, user, group) = (task.item.number, task.item.user, task.group);
        let subject = Subject { number, user, group, submit: now, nodes: 1, estimate: takes };
        let subject = cx.record.add_kind(subject, ESTIMATION);
        cx.record.queue(subject, now, self.hosts[row].cluster);
        cx.record.start(subject, now);
        self.hosts.run(row, at, takes, (subject, Phase::PREPARES), cx);
        self.update_queue_work(at);
    }

    /// Ends an estimation outside the pool.
    pub(super) fn end_estimation(&mut self, at: u32, cx: &mut Context<Event>) {
        let Stage::Estimating { since, takes, .. } = self.tasks[at as usize].stage else { return };
        let task = &mut self.tasks[at as usize];
        task.stage = Stage::Checked;
        task.stay.estimation += cx.now() - since;
        self.record_size_bound(at, (since, takes), cx);
        self.after_estimation(at, cx);
    }

    /// Ends the estimation or the job on a machine.
    pub(super) fn end_on_machine(&mut self, row: u32, cx: &mut Context<Event>) {
        let at = self.cpus[row as usize];
        if at == NONE {
            return;
        }
        let now = cx.now();
        let Some(stopped) = self.hosts.stop(row, false, cx) else { return };
        cx.record.finish(stopped.subject, now, Status::Done);
        self.note_idle(row);
        if matches!(self.tasks[at as usize].stage, Stage::Estimating { .. }) {
            self.end_estimation(at, cx);
            // The machine is reserved for the task unless the task has left.
            let task = &mut self.tasks[at as usize];
            task.kept = if task.stage == Stage::Queued { row } else { NONE };
            return;
        }
        self.end_job(row, at, cx);
        if !self.options.reuse_claims || self.yields_machine(row, now) {
            self.release_machine(row, cx);
        }
    }

    fn end_job(&mut self, row: u32, at: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let Some(running) = self.stop_running(row, at, now) else { return };
        let task = &mut self.tasks[at as usize];
        task.stay.last_end = now;
        let last = task.finish_job(running.job);
        task.stay.sample_running(task.running.len(), false);
        self.update_queue_work(at);
        if !last {
            return;
        }
        if self.options.detect_s == Span::ZERO {
            self.end_task(at, Ending::Done, "done", cx);
        } else {
            self.tasks[at as usize].stage = Stage::Closing;
            self.update_queue_work(at);
            cx.schedule(now + self.options.detect_s, class::END, Event::Detected(at));
        }
    }

    /// Removes a job from its machine and adds its CPU time to the task; returns the job.
    fn stop_running(&mut self, row: u32, at: u32, now: Time) -> Option<RunningJob> {
        let task = &mut self.tasks[at as usize];
        let place = task.running.iter().position(|running| running.row == row)?;
        let running = task.running.swap_remove(place);
        task.stay.used += running.cpu_time(now);
        task.used += running.cpu_time(now);
        Some(running)
    }

    /// Suspends a machine during the presence of its owner: its job makes no progress.
    pub(super) fn suspend_machine(&mut self, row: u32, cx: &mut Context<Event>) {
        self.hosts.suspend(row, cx);
        if let Some(running) = self.running_on(row) {
            running.paused = Some(cx.now());
        }
    }

    /// Resumes a machine after the departure of its owner.
    pub(super) fn resume_machine(&mut self, row: u32, cx: &mut Context<Event>) {
        self.hosts.resume(row, cx);
        if let Some(running) = self.running_on(row) {
            let since = running.paused.take().unwrap_or(cx.now());
            running.started += cx.now() - since;
        }
    }

    /// The job on a machine; none during an estimation.
    fn running_on(&mut self, row: u32) -> Option<&mut RunningJob> {
        let task = self.tasks.get_mut(self.cpus[row as usize] as usize)?;
        task.running.iter_mut().find(|running| running.row == row)
    }

    /// Drops the job or estimation on a machine, which is lost with the machine or because the task leaves.
    pub(super) fn lose_job(&mut self, row: u32, with_machine: bool, cx: &mut Context<Event>) {
        let at = self.cpus[row as usize];
        if at == NONE {
            return;
        }
        let now = cx.now();
        let Some(stopped) = self.hosts.stop(row, true, cx) else { return };
        self.note_idle(row);
        let task = &mut self.tasks[at as usize];
        if let Stage::Estimating { since, .. } = task.stage {
            cx.record.finish(stopped.subject, now, Status::Killed);
            task.stay.estimation += now - since;
            (task.stage, task.kept) = (Stage::Waits, NONE);
            self.update_queue_work(at);
            return;
        }
        // The single job of a serial queue may be a different one after splitting.
        if task.serial {
            cx.record.finish(stopped.subject, now, Status::Killed);
        } else {
            cx.record.stop(stopped.subject, now);
        }
        let Some(running) = self.stop_running(row, at, now) else { return };
        let task = &mut self.tasks[at as usize];
        task.return_job(running.job);
        task.stay.lost += running.cpu_time(now);
        task.stay.evicted += u32::from(with_machine);
        task.stay.sample_running(task.running.len(), false);
        let kind = if with_machine { &reasons::EVICTED } else { &reasons::DROPPED };
        cx.record.mark(now, stopped.subject, kind, i64::from(running.job));
        self.update_queue_work(at);
    }

    /// Ends all activity of a task in its queue.
    pub(super) fn remove_from_queue(&mut self, at: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        if let Stage::Estimating { since, beside, .. } = self.tasks[at as usize].stage {
            match beside {
                Some(end) => {
                    cx.cancel(end);
                    self.tasks[at as usize].stay.estimation += now - since;
                }
                None => self.lose_job(self.tasks[at as usize].kept, false, cx),
            }
        }
        let mut rows: Vec<u32> = self.tasks[at as usize].running.iter().map(|running| running.row).collect();
        ganttlet_core::order::sort_by_key(&mut rows, |&row| row.into());
        for row in rows {
            self.lose_job(row, false, cx);
        }
        let task = &mut self.tasks[at as usize];
        (task.stage, task.kept) = (Stage::Checked, NONE);
        self.update_queue_work(at);
    }

    /// Splits an admitted task for its queue, if necessary.
    pub(super) fn split_task(&mut self, at: u32) {
        let place = self.tasks[at as usize].queue;
        let queue = &self.queues[place];
        let task = &mut self.tasks[at as usize];
        let given = !task.item.jobs.is_empty();
        if !std::mem::replace(&mut task.known, true) && self.options.work == Executes::Bound && !given {
            let bound = task.bound.unwrap_or(task.hidden.kflop.into());
            (task.unfinished, task.hidden.kflop) = (bound as u64, bound as u64);
        }
        task.serial = queue.facts.serial;
        if task.serial {
            task.left = task.left.max(1);
            return;
        }
        let again = self.options.resplit && task.cut_for.is_some_and(|cut_for| cut_for != place);
        let first = task.jobs.is_empty();
        if given || !(first || again) {
            return;
        }
        task.cut_for = Some(place);
        task.cuts += 1;
        let per_job = Work::from(queue.job_length.0) * Work::from(queue.facts.kflops) / 1_000_000;
        let count = self.policies.splitting.job_count(task.unfinished.into(), per_job, queue.max_jobs);
        let purpose = format!("hierarchy/cut-{at}-{}", task.cuts);
        let shares = random_job_sizes(
            task.unfinished,
            count,
            self.policies.splitting.size_variation(),
            self.streams.get(&purpose),
        );
        let old = std::mem::replace(
            &mut task.jobs,
            shares.into_iter().map(|work| Job { work, subject: NONE, done: false }).collect(),
        );
        // Jobs that started and were lost never end.
        self.replaced
            .extend(old.iter().filter(|job| job.subject != NONE && !job.done).map(|job| job.subject));
        (task.next, task.left) = (0, task.jobs.len() as u32);
        task.back.clear();
    }

    /// Starts the next job of a task on a machine.
    pub(super) fn start_job(&mut self, row: u32, at: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let task = &mut self.tasks[at as usize];
        let (job, work) = task.take_job();
        task.kept = NONE;
        let speed = self.speeds[row as usize];
        let length = Span(((Work::from(work) * 1_000_000 + speed - 1) / speed) as i64);
        let known = if task.serial {
            None
        } else {
            Some(task.jobs[job as usize].subject).filter(|&known| known != NONE)
        };
        let submit = task.stay.submitted.unwrap_or(now);
        let subject = known.unwrap_or_else(|| {
            let (user, group) = (task.item.user, task.group);
            let subject = Subject { number: job, user, group, submit, nodes: 1, estimate: length };
            cx.record.add_kind(subject, JOB)
        });
        let queue = &self.queues[task.queue];
        if known.is_none() {
            cx.record.queue(subject, submit, self.hosts[row].cluster);
            cx.record.set_type(subject, &queue.name);
        }
        if let Some(job) = task.jobs.get_mut(job as usize).filter(|_| !task.serial) {
            job.subject = subject;
        }
        cx.record.start(subject, now);
        if task.started.is_none() {
            task.started = Some(now);
            cx.record.start(task.subject, now);
        }
        task.running.push(RunningJob::new(row, (job, work), now, length));
        task.widest = task.widest.max(task.running.len() as u32);
        task.stay.starts += 1;
        task.stay.last_start = now;
        let last = task.pending_jobs() == 0;
        task.stay.sample_running(task.running.len(), last);
        reasons::record_start(&mut cx.record, now, task.subject, (job, row), (work, &queue.facts));
        self.hosts.run(row, at, length, (subject, Phase::WORKS), cx);
        self.update_queue_work(at);
    }
}

/// Splits work into `count` pieces of about equal size: proportional to lognormal draws, in whole `KFlop`, none empty.
fn random_job_sizes(work: u64, count: u32, spread: f64, mut chance: ganttlet_core::rng::Stream) -> Vec<u64> {
    let sigma = libm::sqrt(libm::log(1.0 + spread * spread));
    let draws: Vec<f64> =
        (0..count).map(|_| if spread > 0.0 { chance.lognormal(0.0, sigma) } else { 1.0 }).collect();
    let sum: f64 = draws.iter().sum();
    let mut left = work;
    let share = |(draw, others): (&f64, u64)| {
        let most = left.saturating_sub(others).max(1);
        let share = match others {
            0 => most,
            _ => (libm::floor(work as f64 * (draw / sum)) as u64).clamp(1, most),
        };
        left = left.saturating_sub(share);
        share
    };
    draws.iter().zip((0..u64::from(count)).rev()).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::random_job_sizes;
    use ganttlet_core::rng::Streams;

    #[test]
    fn job_sizes_are_nearly_equal_and_add_up() {
        for (work, count) in [(1_000_000, 7), (10, 10), (3, 1), (12, 9)] {
            let pieces = random_job_sizes(work, count, 0.3, Streams::new(1).get("cut"));
            assert_eq!((pieces.len() as u32, pieces.iter().sum::<u64>()), (count, work));
            assert!(pieces.iter().all(|&piece| piece >= 1), "{pieces:?}");
        }
        assert_eq!(random_job_sizes(100, 4, 0.0, Streams::new(1).get("cut")), [25; 4]);
        let many = random_job_sizes(1_000_000_000, 10_000, 0.3, Streams::new(1).get("cut"));
        let squares: f64 = many.iter().map(|&piece| libm::pow(piece as f64 / 1e5 - 1.0, 2.0)).sum();
        assert!(((squares / 1e4).sqrt() - 0.3).abs() < 0.02);
    }
}
