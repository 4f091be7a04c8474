//! One host: who has it, what runs on it, and its own bar.

use ganttlet_core::event::Handle;
use ganttlet_core::platform::Machine;
use ganttlet_core::record::{Phase, Recorder};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};

/// Who has a host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::system) enum Holder {
    /// Nobody, or its owner.
    Nobody,
    /// It is being set up for this holder.
    Coming(u32, Handle),
    /// This holder.
    Held(u32),
    /// Nobody until this holder, who lost it, gives it back.
    Lost(u32),
}

/// A task on a host.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) struct Task {
    /// Which, as its system counts.
    pub(in crate::system) number: u32,
    /// Whose bar it is.
    pub(in crate::system) subject: SubjectId,
    /// What the bar says while it makes progress.
    pub(in crate::system) phase: Phase,
    /// When it started here.
    pub(in crate::system) started: Time,
    /// How long it has been suspended.
    pub(in crate::system) suspended: Span,
    /// When it last began to make progress, and what was left to do then, in the time of this host.
    pub(super) resumed: Time,
    pub(super) left: Span,
    /// Its end, unless it is suspended.
    pub(super) end: Option<Handle>,
}

/// A host.
pub(in crate::system) struct Host {
    /// Its row in the picture, which is its place in the list.
    pub(in crate::system) row: u32,
    /// Its cluster.
    pub(in crate::system) cluster: usize,
    /// What it is like.
    pub(in crate::system) machine: Machine,
    /// How fast it is.
    pub(in crate::system) speed: f64,
    /// Who has it.
    pub(in crate::system) holder: Holder,
    /// When its holder got it.
    pub(in crate::system) since: Time,
    /// What runs on it.
    pub(in crate::system) task: Option<Task>,
    /// Who sees it in the trace.
    pub(super) subject: SubjectId,
    /// Absences that last, hours in which it may not be used among them.
    pub(super) away: u32,
    /// True outside the hours in which it may be used.
    pub(super) closed: bool,
    /// When it was suspended, and the end of that; none if it is not suspended.
    pub(super) suspended: Option<(Time, Option<Handle>)>,
    /// What its own bar says.
    pub(super) bar: Option<Phase>,
}

impl Host {
    /// Its holder, once it is set up.
    pub(in crate::system) fn held_by(&self) -> Option<usize> {
        match self.holder {
            Holder::Held(holder) => Some(holder as usize),
            _ => None,
        }
    }

    /// True if it can be claimed.
    pub(in crate::system) fn free(&self) -> bool {
        self.holder == Holder::Nobody && self.away == 0
    }

    /// True if it is held and its owner is there.
    pub(in crate::system) fn suspended(&self) -> bool {
        self.suspended.is_some()
    }

    /// True if a task makes progress on it.
    pub(in crate::system) fn works(&self) -> bool {
        self.task.is_some() && !self.suspended()
    }

    /// Makes its own bar say how it is, if no task says so.
    pub(super) fn show(&mut self, now: Time, record: &mut Recorder) {
        let phase = match self.holder {
            _ if self.task.is_some() => None,
            Holder::Held(_) if self.suspended() => Some(Phase::SUSPENDED),
            Holder::Held(_) => Some(Phase::WAITS),
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

    /// Begins the bar of its task.
    pub(super) fn show_task(&self, now: Time, record: &mut Recorder) {
        if let Some(task) = self.task {
            let phase = if self.suspended() { Phase::SUSPENDED } else { task.phase };
            record.occupy(task.subject, now, (self.row, 1), phase);
        }
    }
}
