//! One host: its holder, its task, and its bar.

use ganttlet_core::event::Handle;
use ganttlet_core::platform::Machine;
use ganttlet_core::record::{Phase, Recorder};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};

/// The holder of a host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::system) enum Holder {
    /// None, or its owner.
    Nobody,
    /// In preparation for this holder.
    Coming(u32, Handle),
    /// This holder.
    Held(u32),
    /// None until this holder, who lost it, releases it.
    Lost(u32),
}

/// A task on a host.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) struct Task {
    /// The number of the task in its system.
    pub(in crate::system) number: u32,
    /// The subject of its bar.
    pub(in crate::system) subject: SubjectId,
    /// The phase of the bar while it makes progress.
    pub(in crate::system) phase: Phase,
    /// When it started here.
    pub(in crate::system) started: Time,
    /// Total time of suspension.
    pub(in crate::system) suspended: Span,
    /// When it last began to make progress, and the remaining work then, in time of this host.
    pub(super) resumed: Time,
    pub(super) left: Span,
    /// Its end, unless it is suspended.
    pub(super) end: Option<Handle>,
}

/// A host.
pub(in crate::system) struct Host {
    /// Its row in the trace, which is its index in the list.
    pub(in crate::system) row: u32,
    /// Its cluster.
    pub(in crate::system) cluster: usize,
    /// Its properties.
    pub(in crate::system) machine: Machine,
    /// Its speed.
    pub(in crate::system) speed: f64,
    /// Its holder.
    pub(in crate::system) holder: Holder,
    /// When its holder got it, after the preparation.
    pub(in crate::system) since: Time,
    /// Its task.
    pub(in crate::system) task: Option<Task>,
    /// Its subject in the trace.
    pub(super) subject: SubjectId,
    /// Number of current absences, including hours in which it may not be used.
    pub(super) away: u32,
    /// True outside the hours in which it may be used.
    pub(super) closed: bool,
    /// When it was suspended, and the end event of the suspension; none if it is not suspended.
    pub(super) suspended: Option<(Time, Option<Handle>)>,
    /// The phase of its bar.
    pub(super) bar: Option<Phase>,
}

impl Host {
    /// Its holder, after its preparation.
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

    /// True if it is held and its owner is present.
    pub(in crate::system) fn suspended(&self) -> bool {
        self.suspended.is_some()
    }

    /// True if a task makes progress on it.
    pub(in crate::system) fn works(&self) -> bool {
        self.task.is_some() && !self.suspended()
    }

    /// Updates the bar of the host, if it has no task that shows its state.
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
