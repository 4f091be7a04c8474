//! A task in the system: where it is, what is known of it, and the jobs into which it is cut.

use super::stay_state::StayState;
use crate::system::hierarchy::policy::Work;
use crate::system::hierarchy::policy::estimator::Hidden;
use ganttlet_core::event::Handle;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::divisible::Divisible;

/// Nobody: no task, no job, no subject.
pub(super) const NONE: u32 = u32::MAX;

/// How far a task has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// It has not come, or is being looked at.
    Checked,
    /// It waits for a machine to be estimated on.
    Waits,
    /// It is being estimated since then, for so long: on a machine, or beside the pool, where this event ends it.
    Estimating { since: Time, takes: Span, beside: Option<Handle> },
    /// It has been let in.
    Queued,
    /// Its last job has ended.
    Closing,
    /// It is on its way to another queue.
    Moving,
    /// It is over.
    Over,
}

/// A job of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// In `KFlop`.
    pub(super) work: u64,
    /// Its subject, once it has started.
    pub(super) subject: SubjectId,
    /// True when it has ended.
    pub(super) done: bool,
}

/// A job on a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningJob {
    /// The machine.
    pub(super) row: u32,
    /// The job; the first one represents all in a serial queue.
    pub(super) job: u32,
    /// When it started, later by the time for which it was suspended.
    pub(super) started: Time,
    /// Its runtime.
    length: Span,
    /// Its work by its length: whole `KFlop` a microsecond, and what is left over.
    rate: (u64, u64),
    /// Since when it is suspended.
    pub(super) paused: Option<Time>,
}

impl RunningJob {
    /// A job that starts now.
    pub(super) fn new(row: u32, (job, work): (u32, u64), started: Time, length: Span) -> Self {
        let by = length.0.max(1) as u64;
        Self { row, job, started, length, rate: (work / by, work % by), paused: None }
    }

    /// What it has done of its work so far, in `KFlop`, rounded down.
    fn work_done(&self, now: Time) -> u64 {
        let length = self.length.0.max(1) as u64;
        // What it has used is no more than its length, and not negative.
        let elapsed = (self.cpu_time(now).0 as u64).min(length);
        let (whole, rest) = self.rate;
        // This is asked of all that runs, time and again: whole numbers of 64 bits do unless a job takes longer than an hour.
        let more = match rest.checked_mul(elapsed) {
            Some(product) => product / length,
            None => (u128::from(rest) * u128::from(elapsed) / u128::from(length)) as u64,
        };
        whole * elapsed + more
    }

    /// CPU time that it has used.
    pub(super) fn cpu_time(&self, now: Time) -> Span {
        self.paused.unwrap_or(now) - self.started
    }
}

/// A task.
pub(super) struct Task {
    /// As it was submitted.
    pub(super) item: Divisible,
    pub(super) subject: SubjectId,
    pub(super) group: u32,
    pub(super) hidden: Hidden,
    pub(super) stage: Stage,
    /// Its queue, or the one it is on its way to.
    pub(super) queue: usize,
    /// When it came to its queue.
    pub(super) arrived: Time,
    /// When its first job started there.
    pub(super) started: Option<Time>,
    /// The upper bound of its work that was found.
    pub(super) bound: Option<Work>,
    /// Seconds of one CPU that were spent on that.
    pub(super) spent_s: f64,
    /// True once it was let in somewhere: how much is left is known since.
    pub(super) known: bool,
    /// Its jobs; none before it is cut.
    pub(super) jobs: Vec<Job>,
    /// True if its jobs were cut for this queue.
    pub(super) cut_for: Option<usize>,
    /// How often it was cut.
    pub(super) cuts: u32,
    /// The first job that has never started, and those that came back, the lowest last.
    pub(super) next: u32,
    pub(super) back: Vec<u32>,
    /// True where it is one job.
    pub(super) serial: bool,
    pub(super) running: Vec<RunningJob>,
    /// The most of its jobs that ran at once.
    pub(super) widest: u32,
    /// Work of the jobs that have not ended, in `KFlop`, and how many they are.
    pub(super) unfinished: u64,
    pub(super) left: u32,
    /// What it counts for among the pending jobs of its queue.
    pub(super) counted: u32,
    /// The machine that is kept for it after its estimation.
    pub(super) kept: u32,
    /// What its former queue had promised when it gave it away, in seconds, and that queue; and whether it came back.
    pub(super) promised: Option<(f64, usize)>,
    pub(super) returned: bool,
    /// What is noted of its stay in its queue.
    pub(super) stay: StayState,
    pub(super) moves: u32,
    /// CPU time used by its jobs in all.
    pub(super) used: Span,
}

impl Task {
    pub(super) fn new(item: Divisible, hidden: Hidden) -> Self {
        let jobs: Vec<Job> = item.jobs.iter().map(|&work| Job { work, subject: NONE, done: false }).collect();
        Self {
            unfinished: item.kflop,
            left: jobs.len() as u32,
            jobs,
            item,
            subject: NONE,
            group: NONE,
            hidden,
            stage: Stage::Checked,
            queue: 0,
            arrived: Time::ZERO,
            started: None,
            bound: None,
            spent_s: 0.0,
            known: false,
            cut_for: None,
            cuts: 0,
            next: 0,
            back: Vec::new(),
            serial: false,
            running: Vec::new(),
            widest: 0,
            counted: 0,
            kept: NONE,
            promised: None,
            returned: false,
            stay: StayState::default(),
            moves: 0,
            used: Span::ZERO,
        }
    }

    /// How many jobs could start now, or whether it waits for a machine to be estimated on.
    pub(super) fn startable_jobs(&self) -> u32 {
        match self.stage {
            Stage::Waits => 1,
            Stage::Queued => self.pending_jobs(),
            _ => 0,
        }
    }

    /// Jobs that neither run nor have ended.
    pub(super) fn pending_jobs(&self) -> u32 {
        if self.serial {
            return u32::from(self.running.is_empty() && self.left > 0);
        }
        (self.jobs.len() as u32).saturating_sub(self.next) + self.back.len() as u32
    }

    /// True while it is being estimated, or waits for a machine for that.
    pub(super) fn is_estimated_now(&self) -> bool {
        matches!(self.stage, Stage::Waits | Stage::Estimating { .. })
    }

    /// Takes the first of these, and its work.
    pub(super) fn take_job(&mut self) -> (u32, u64) {
        if self.serial {
            return (0, self.unfinished);
        }
        let job = self.back.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        (job, self.jobs[job as usize].work)
    }

    /// A job that was taken has lost its machine.
    pub(super) fn return_job(&mut self, job: u32) {
        if !self.serial {
            let place = self.back.partition_point(|&other| other > job);
            self.back.insert(place, job);
        }
    }

    /// A job has ended; true if it was the last one.
    pub(super) fn finish_job(&mut self, job: u32) -> bool {
        if self.serial {
            self.left = 0;
            self.unfinished = 0;
            self.jobs.iter_mut().for_each(|job| job.done = true);
        } else {
            let job = &mut self.jobs[job as usize];
            job.done = true;
            self.unfinished -= job.work;
            self.left -= 1;
        }
        self.left == 0
    }

    /// What is left of it, as far as that is known: the bound before it was let in, the truth afterwards.
    pub(super) fn remaining_work(&self, now: Time, progress: bool, by_bound: bool) -> Option<Work> {
        if !self.known {
            return self.bound;
        }
        let done: u64 =
            if progress { self.running.iter().map(|running| running.work_done(now)).sum() } else { 0 };
        let left = Work::from(self.unfinished) - Work::from(done);
        match self.bound.filter(|_| by_bound) {
            Some(bound) => Some(left * bound / Work::from(self.hidden.kflop.max(1))),
            None => Some(left),
        }
    }

    /// What people call it.
    pub(super) fn name(&self) -> String {
        if self.item.name.is_empty() { format!("Task {}", self.item.number) } else { self.item.name.clone() }
    }
}
