//! Periodic activities: scans of a queue, polls of an information service, rounds of a manager, negotiation cycles. An
//! activity finds nothing new in an unchanged state, so a system schedules one only after a change: a job that runs for
//! years costs no more than one that runs for minutes.

use ganttlet_core::time::{Span, Time};

/// A periodic activity: whether the next one is scheduled, and the time of the last one.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::system) struct Periodic {
    planned: bool,
    last: Option<Time>,
}

impl Periodic {
    /// As if one had taken place at the start of the run.
    pub(in crate::system) const AFTER_START: Self = Self { planned: false, last: Some(Time::ZERO) };

    /// The time of the next one, unless it is scheduled already: a multiple of the period, also now if it has not taken
    /// place at this time.
    pub(in crate::system) fn plan(&mut self, now: Time, period: Span) -> Option<Time> {
        if std::mem::replace(&mut self.planned, true) {
            return None;
        }
        let due = now.0 % period.0 == 0 && self.last != Some(now);
        Some(if due { now } else { multiple_after(now, period) })
    }

    /// The scheduled time has come; the activity need not take place.
    pub(in crate::system) fn comes(&mut self) {
        self.planned = false;
    }

    /// Records that it takes place.
    pub(in crate::system) fn looks(&mut self, now: Time) {
        *self = Self { planned: false, last: Some(now) };
    }
}

/// The first multiple of a period after `now`.
pub(in crate::system) fn multiple_after(now: Time, period: Span) -> Time {
    Time((now.0 / period.0 + 1).saturating_mul(period.0))
}
