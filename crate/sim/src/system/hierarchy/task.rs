//! A task in the system: its location, the knowledge about its size, and its jobs.

use super::stay_state::StayState;
use crate::system::hierarchy::policy::Work;
use crate::system::hierarchy::policy::estimator::Hidden;
use ganttlet_core::event::Handle;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::divisible::Divisible;

/// No task, job or subject.
pub(super) const NONE: u32 = u32::MAX;

/// The stage of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// Not submitted yet, or being checked.
    Checked,
    /// Waiting for a machine for its estimation.
    Waits,
    /// In estimation, with its start and duration: on a machine, or outside the pool, where this event ends it.
    Estimating { since: Time, takes: Span, beside: Option<Handle> },
    /// Admitted.
    Queued,
    /// Its last job has ended.
    Closing,
    /// Moving to another queue.
    Moving,
    /// Ended.
    Over,
}

/// A job of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Its work, in `KFlop`.
    pub(super) work: u64,
    /// Its subject, once it has started.
    pub(super) subject: SubjectId,
    /// True once it has ended.
    pub(super) done: bool,
}

/// A job on a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningJob {
    /// The machine.
    pub(super) row: u32,
    /// The job; the first one represents all in a serial queue.
    pub(super) job: u32,
    /// Its start, shifted by the time of suspensions.
    pub(super) started: Time,
    /// Its runtime.
    length: Span,
    /// Its work divided by its runtime: whole `KFlop` per microsecond, and the remainder.
    rate: (u64, u64),
    /// Start of the current suspension.
    pub(super) paused: Option<Time>,
}

impl RunningJob {
    /// A job that starts now.
    pub(super) fn new(row: u32, (job, work): (u32, u64), started: Time, length: Span) -> Self {
        let by = length.0.max(1) as u64;
        Self { row, job, started, length, rate: (work / by, work % by), paused: None }
    }

    /// The work done so far, in `KFlop`, rounded down.
    fn work_done(&self, now: Time) -> u64 {
        let length = self.length.0.max(1) as u64;
        // The time used is at most the runtime, and not negative.
        let elapsed = (self.cpu_time(now).0 as u64).min(length);
        let (whole, rest) = self.rate;
        // This is evaluated often for all running jobs: 64-bit integers suffice unless a job takes longer than an hour.
        let more = match rest.checked_mul(elapsed) {
            Some(product) => product / length,
            None => (u128::from(rest) * u128::from(elapsed) / u128::from(length)) as u64,
        };
        whole * elapsed + more
    }

    /// CPU time used so far.
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
    /// Its queue, or the destination of its move.
    pub(super) queue: usize,
    /// When it arrived at its queue.
    pub(super) arrived: Time,
    /// When its first job started there.
    pub(super) started: Option<Time>,
    /// The estimated upper bound of its work.
    pub(super) bound: Option<Work>,
    /// Seconds of one CPU spent on the estimate.
    pub(super) spent_s: f64,
    /// True once it was admitted to some queue: its remaining work is known since.
    pub(super) known: bool,
    /// Its jobs; none before splitting.
    pub(super) jobs: Vec<Job>,
    /// The queue for which its jobs were split.
    pub(super) cut_for: Option<usize>,
    /// Number of splits.
    pub(super) cuts: u32,
    /// The first job that has never started, and the returned jobs, the lowest last.
    pub(super) next: u32,
    pub(super) back: Vec<u32>,
    /// True where it runs as a single job.
    pub(super) serial: bool,
    pub(super) running: Vec<RunningJob>,
    /// Maximum number of its jobs running at once.
    pub(super) widest: u32,
    /// Work of the jobs that have not ended, in `KFlop`, and their number.
    pub(super) unfinished: u64,
    pub(super) left: u32,
    /// Its contribution to the pending jobs of its queue.
    pub(super) counted: u32,
    /// The machine reserved for it after its estimation.
    pub(super) kept: u32,
    /// The expected completion at its former queue when that gave it away, in seconds, and that queue; and whether it
    /// was returned.
    pub(super) promised: Option<(f64, usize)>,
    pub(super) returned: bool,
    /// Statistics of its stay in its queue.
    pub(super) stay: StayState,
    pub(super) moves: u32,
    /// Total CPU time used by its jobs.
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

    /// Number of jobs that could start now, or whether it waits for a machine for its estimation.
    pub(super) fn startable_jobs(&self) -> u32 {
        match self.stage {
            Stage::Waits => 1,
            Stage::Queued => self.pending_jobs(),
            _ => 0,
        }
    }

    /// Number of jobs that neither run nor have ended.
    pub(super) fn pending_jobs(&self) -> u32 {
        if self.serial {
            return u32::from(self.running.is_empty() && self.left > 0);
        }
        (self.jobs.len() as u32).saturating_sub(self.next) + self.back.len() as u32
    }

    /// True while it is being estimated, or waits for a machine for its estimation.
    pub(super) fn is_estimated_now(&self) -> bool {
        matches!(self.stage, Stage::Waits | Stage::Estimating { .. })
    }

    /// Takes the first pending job; returns the job and its work.
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

    /// Returns a job that has lost its machine to the pending ones.
    pub(super) fn return_job(&mut self, job: u32) {
        if !self.serial {
            let place = self.back.partition_point(|&other| other > job);
            self.back.insert(place, job);
        }
    }

    /// Ends a job; true if it was the last one.
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

    /// Its known remaining work: the bound before its admission, the actual work afterwards.
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

    /// Its name.
    pub(super) fn name(&self) -> String {
        if self.item.name.is_empty() { format!("Task {}", self.item.number) } else { self.item.name.clone() }
    }
}
