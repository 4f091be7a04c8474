//! What decides in a hierarchy of grids (Silberstein et al. 2006): when a task leaves its queue, where it goes, what
//! is known of its size, how it is cut, and in which queue it begins. All are pure: they see what a scheduler may know.

pub mod entry;
pub mod estimator;
pub mod limits;
pub mod migration;
pub mod sharing;
pub mod splitting;

use ganttlet_core::time::Span;

/// Work, in `KFlop`; sums of it, and what is left of a limit, which may be below zero.
pub type Work = i128;

/// What is fixed about a queue.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    /// Its level; the first is the top.
    pub level: u32,
    /// The most time a task may stay in it, from its arrival to its end.
    pub t_q: Span,
    /// The most time a task may execute in it, from its first job to its end.
    pub t_e: Span,
    /// What its CPUs do in a second, in millionths of a `KFlop`: N x P x beta.
    pub rate: Work,
    /// What a single CPU does in a second, in `KFlop`.
    pub kflops: u32,
    /// True if a task uses one CPU.
    pub serial: bool,
    /// The queue below it, to which tasks move down.
    pub lower: Option<usize>,
    /// Queues of its level with which it shares its load.
    pub partners: Vec<usize>,
    /// Which of the rules hold in it.
    pub rules: Rules,
}

/// Which rules hold in a queue.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// A task does not come in while there is too much.
    pub overload: bool,
    /// A task that is too large moves on before it starts.
    pub mismatch: bool,
    /// A task whose time is over moves on.
    pub overdue: bool,
    /// A task that will not end in time moves on.
    pub task_potential: bool,
    /// A task behind too much work moves on.
    pub queue_potential: bool,
}

const MILLION: Work = 1_000_000;

impl Queue {
    /// What its CPUs do in this time (equation 1), rounded down; below zero for a time that is over.
    pub fn work_capacity(&self, time: Span) -> Work {
        (Work::from(time.0) * self.rate).div_euclid(MILLION * MILLION)
    }

    /// The largest task it is for.
    pub fn max_task_work(&self) -> Work {
        self.work_capacity(self.t_e)
    }

    /// The most work there may be in it.
    pub fn max_queue_work(&self) -> Work {
        self.work_capacity(self.t_q)
    }

    /// Runtime of this work on one of its CPUs, in seconds.
    pub fn seconds_of(&self, work: Work) -> f64 {
        work as f64 / f64::from(self.kflops.max(1))
    }
}

/// Why a task leaves a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCause {
    /// There was too much when it came.
    Overload,
    /// It is too large.
    Mismatch,
    /// Its time is over.
    Overdue,
    /// It will not end in time.
    TaskPotential,
    /// The work before it would delay it too much.
    QueuePotential,
    /// Another queue of the level is faster.
    Share,
    /// That was no longer so when it got there.
    Return,
}

impl MoveCause {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Overload => "overload",
            Self::Mismatch => "mismatch",
            Self::Overdue => "overdue",
            Self::TaskPotential => "task potential overdue",
            Self::QueuePotential => "queue potential overdue",
            Self::Share => "share",
            Self::Return => "return",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits of the deployment (table 2 with equation 1).
    #[test]
    fn limits_are_those_of_the_deployment() {
        let minutes = |minutes: i64| Span(minutes * 60_000_000);
        let queue = |kflops: u32, cpus: u32, t_q, t_e| Queue {
            t_q: minutes(t_q),
            t_e: minutes(t_e),
            rate: Work::from(kflops) * Work::from(cpus) * MILLION,
            kflops,
            ..Queue::default()
        };
        let limits = [
            (queue(817_477, 2, 6, 3), 294_291_720, 588_583_440),
            (queue(775_251, 100, 320, 160), 744_240_960_000, 1_488_481_920_000),
            (queue(649_505, 500, 160, 160), 3_117_624_000_000, 3_117_624_000_000),
            (queue(649_505, 500, 2_880, 2_880), 56_117_232_000_000, 56_117_232_000_000),
        ];
        for (queue, c_e, c_q) in limits {
            assert_eq!((queue.max_task_work(), queue.max_queue_work()), (c_e, c_q));
        }
        let odd = Queue { rate: 1_500_000, ..Queue::default() };
        assert_eq!(
            (odd.work_capacity(Span(1_000_000)), odd.work_capacity(Span(-1_000_000))),
            (1, -2),
            "rounded down, also below zero"
        );
    }
}
