//! Looks that come from time to time: scans of the placement queue, polls of the information service, rounds of the
//! malleability manager. Who looks again at what has not changed finds nothing new, so a look is planned only when
//! something has happened: a job that runs for years costs no more than one that runs for minutes.

use super::{Event, Koala};
use crate::system::{Context, class};
use crate::time::{Span, Time};

/// A look that comes from time to time: whether the next one is on its way, and when the last one was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    planned: bool,
    last: Time,
}

impl Look {
    /// None yet, nor planned.
    pub(super) const NONE: Self = Self { planned: false, last: Time::ZERO };

    /// It takes place.
    pub(super) fn now(&mut self, now: Time) {
        *self = Self { planned: false, last: now };
    }

    /// The time of the next one, which is a multiple of the period: also now, if it has not been yet.
    fn next(self, now: Time, period: Span) -> Time {
        let whole = now.0 / period.0;
        let due = whole * period.0 == now.0 && self.last != now;
        Time(if due { now.0 } else { (whole + 1).saturating_mul(period.0) })
    }
}

/// The looks that come from time to time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    pub scan: Look,
    pub poll: Look,
    pub round: Look,
}

impl Koala {
    /// Plans the next look of those that look from time to time, if there is anything new to see.
    pub(super) fn plan_looks(&mut self, cx: &mut Context<Event>) {
        if !self.changed {
            return;
        }
        let runners = &self.runners;
        self.elastic.retain(|&runner| runners[runner as usize].elastic().is_some());
        let waits = !self.queue.is_empty() || !self.grid.wishes.is_empty();
        let wishes = self.queue.iter().map(|waiting| &waiting.wish).chain(&self.grid.wishes);
        let elastic = !self.elastic.is_empty() || wishes.into_iter().any(|wish| wish.elastic);
        let options = &self.grid.options;
        let looks = &mut self.looks;
        for (period, wanted, look, event) in [
            (options.scan_period, waits, &mut looks.scan, Event::Scan),
            (
                options.information_period,
                waits || self.next_job < self.jobs.len(),
                &mut looks.poll,
                Event::Poll,
            ),
            (options.round, elastic, &mut looks.round, Event::Round),
        ] {
            if period > Span::ZERO && wanted && !look.planned {
                look.planned = true;
                cx.schedule(look.next(cx.now(), period), class::LOOK, event);
            }
        }
    }
}
