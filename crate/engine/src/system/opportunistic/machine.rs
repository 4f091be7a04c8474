//! The machines of a pool: whose they are at the moment, and what runs on them.

use crate::event::Handle;
use crate::platform::{self, Platform};
use crate::record::{Phase, Recorder};
use crate::rng::Stream;
use crate::rule::SubjectId;
use crate::time::{Span, Time};

/// What an application has of a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Holder {
    /// No application has it.
    Nobody,
    /// It was matched with a request and is being set up for this application.
    Coming(u32, Handle),
    /// It is a worker of this application.
    Worker(u32),
    /// This application lost it for the rest of its batch.
    Lost(u32),
}

/// A run of a task on a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The place of the task in its batch.
    pub place: u32,
    /// When it started here.
    pub started: Time,
    /// When it last began to make progress.
    pub resumed: Time,
    /// What was left to do then, in the time of this machine.
    pub left: Span,
    /// How long it has been suspended.
    pub suspended: Span,
    /// True if it is a second copy.
    pub copy: bool,
    /// Its end, unless it is suspended.
    pub end: Option<Handle>,
}

/// A machine.
pub(super) struct Machine {
    /// Its row in the picture.
    pub row: u32,
    /// Its pool.
    pub pool: usize,
    /// What it is like.
    pub features: platform::Machine,
    /// How fast it is.
    pub speed: f64,
    /// How fast it is beside the master, as a benchmark measured it.
    pub alpha: f64,
    /// Who sees it in the trace.
    pub subject: SubjectId,
    /// Absences that last, and those of them in which it is gone.
    pub away: u32,
    pub gone: u32,
    /// True outside the hours in which it may be used.
    pub closed: bool,
    /// Who has it.
    pub holder: Holder,
    /// When it became a worker.
    pub since: Time,
    /// When it came among the workers of its application: 0 for the first.
    pub joined: u32,
    /// What runs on it.
    pub task: Option<Task>,
    /// When it was suspended, and when it is given up; none if it is not suspended.
    pub suspended: Option<(Time, Option<Handle>)>,
    /// What its own bar says.
    bar: Option<Phase>,
}

impl Machine {
    /// All machines of a platform. The noise of the benchmark is drawn for each of them, whatever it is.
    pub(super) fn all(platform: &Platform, master: f64, noise: f64, mut stream: Stream) -> Vec<Self> {
        let mut machines = Vec::with_capacity(platform.nodes() as usize);
        for (cluster, pool) in platform.clusters.iter().zip(0..) {
            for node in 0..cluster.nodes {
                let speed = cluster.speed_of(node).max(1e-6);
                let error = (1.0 + stream.normal(0.0, noise)).max(0.01);
                machines.push(Self {
                    row: machines.len() as u32,
                    pool,
                    features: cluster.machines.get(node as usize).cloned().unwrap_or_default(),
                    speed,
                    alpha: speed / master * if noise > 0.0 { error } else { 1.0 },
                    subject: 0,
                    away: 0,
                    gone: 0,
                    closed: false,
                    holder: Holder::Nobody,
                    since: Time::ZERO,
                    joined: 0,
                    task: None,
                    suspended: None,
                    bar: None,
                });
            }
        }
        machines
    }

    /// The application it works for.
    pub(super) fn worker_of(&self) -> Option<usize> {
        match self.holder {
            Holder::Worker(application) => Some(application as usize),
            _ => None,
        }
    }

    /// True if a task makes progress on it.
    pub(super) fn works(&self) -> bool {
        self.task.is_some() && self.suspended.is_none()
    }

    /// True if it can be matched with a request.
    pub(super) fn free(&self) -> bool {
        self.holder == Holder::Nobody && self.away == 0
    }

    /// Makes its own bar say how it is, if no task says so.
    pub(super) fn show(&mut self, now: Time, record: &mut Recorder) {
        let phase = match self.holder {
            _ if self.task.is_some() => None,
            Holder::Worker(_) if self.suspended.is_some() => Some(Phase::SUSPENDED),
            Holder::Worker(_) => Some(Phase::WAITS),
            Holder::Lost(_) => Some(Phase::AWAY),
            Holder::Nobody | Holder::Coming(..) => (self.away > 0).then_some(Phase::AWAY),
        };
        if phase == self.bar {
            return;
        }
        if self.bar.is_some() {
            record.leave(self.subject, now, self.row, false);
        }
        if let Some(phase) = phase {
            record.occupy(self.subject, now, (self.row, 1), phase);
        }
        self.bar = phase;
    }
}
