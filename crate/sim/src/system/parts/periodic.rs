//! Looks that come from time to time: scans of a queue, polls of an information service, rounds of a manager, matches of
//! a negotiator. Who looks again at what has not changed finds nothing new, so a system plans a look only when something
//! has happened: a job that runs for years costs no more than one that runs for minutes.

use ganttlet_core::time::{Span, Time};

/// A look that comes from time to time: whether the next one is on its way, and when the last one was.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::system) struct Periodic {
    planned: bool,
    last: Option<Time>,
}

impl Periodic {
    /// As if there had been one when the run began.
    pub(in crate::system) const AFTER_START: Self = Self { planned: false, last: Some(Time::ZERO) };

    /// Plans the next one, unless it is on its way: its time is a multiple of the period, also now, if it has not been yet.
    pub(in crate::system) fn plan(&mut self, now: Time, period: Span) -> Option<Time> {
        if std::mem::replace(&mut self.planned, true) {
            return None;
        }
        let due = now.0 % period.0 == 0 && self.last != Some(now);
        Some(if due { now } else { multiple_after(now, period) })
    }

    /// The time of the one that was planned has come; it need not take place.
    pub(in crate::system) fn comes(&mut self) {
        self.planned = false;
    }

    /// It takes place.
    pub(in crate::system) fn looks(&mut self, now: Time) {
        *self = Self { planned: false, last: Some(now) };
    }
}

/// The first multiple of a period after `now`.
pub(in crate::system) fn multiple_after(now: Time, period: Span) -> Time {
    Time((now.0 / period.0 + 1).saturating_mul(period.0))
}
