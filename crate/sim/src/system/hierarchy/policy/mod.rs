//! The policies of a hierarchy of grids (Silberstein et al. 2006): limits of queues, migration, size estimation,
//! splitting, entry and load sharing. All are pure and use only information that a scheduler may have.

pub mod entry;
pub mod estimator;
pub mod limits;
pub mod migration;
pub mod sharing;
pub mod splitting;

use ganttlet_core::time::Span;

/// Work, in `KFlop`; also sums, and the rest of a limit, which may be negative.
pub type Work = i128;

/// The constant properties of a queue.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    /// Its level; the first is the top.
    pub level: u32,
    /// Maximum time of a task in it, from its arrival to its end.
    pub t_q: Span,
    /// Maximum execution time of a task in it, from its first job to its end.
    pub t_e: Span,
    /// Total speed of its CPUs, in millionths of a `KFlop` per second: N x P x beta.
    pub rate: Work,
    /// Speed of a single CPU, in `KFlop` per second.
    pub kflops: u32,
    /// True if a task uses one CPU.
    pub serial: bool,
    /// The lower queue, to which tasks are demoted.
    pub lower: Option<usize>,
    /// Queues of its level with which it shares load.
    pub partners: Vec<usize>,
    /// The rules that apply to it.
    pub rules: Rules,
}

/// The rules that apply to a queue.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// A task is not accepted while there is too much work.
    pub overload: bool,
    /// A task that is too large moves on before its start.
    pub mismatch: bool,
    /// An overdue task moves on.
    pub overdue: bool,
    /// A task that will not end in time moves on.
    pub task_potential: bool,
    /// A task behind too much work moves on.
    pub queue_potential: bool,
}

const MILLION: Work = 1_000_000;

impl Queue {
    /// The work of its CPUs in this time (equation 1), rounded down; negative for an expired time.
    pub fn work_capacity(&self, time: Span) -> Work {
        (Work::from(time.0) * self.rate).div_euclid(MILLION * MILLION)
    }

    /// Maximum work of a task.
    pub fn max_task_work(&self) -> Work {
        self.work_capacity(self.t_e)
    }

    /// Maximum total work.
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
    /// There was too much work at its arrival.
    Overload,
    /// The task is too large.
    Mismatch,
    /// The task is overdue.
    Overdue,
    /// It will not end in time.
    TaskPotential,
    /// Work ahead of it would delay it too much.
    QueuePotential,
    /// Another queue of the level is faster.
    Share,
    /// That other queue is no longer faster at the arrival of the task.
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
