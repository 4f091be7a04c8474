//! Periodic activities: scans of the placement queue, polls of the information service, rounds of the malleability
//! manager.

use super::{Event, Koala};
use crate::system::parts::Periodic;
use crate::system::{Context, class};
use ganttlet_core::time::Span;

/// The timers of periodic activities.
pub(super) struct Looks {
    pub scan: Periodic,
    pub poll: Periodic,
    pub round: Periodic,
}

impl Koala {
    /// Schedules the next periodic activities for which something may have changed.
    pub(super) fn plan_looks(&mut self, cx: &mut Context<Event>) {
        if !self.changed {
            return;
        }
        let runners = &self.runners;
        self.elastic.retain(|&runner| runners[runner as usize].size_limits().is_some());
        let waits = !self.queue.is_empty() || !self.grid.requests.is_empty();
        let requests = self.queue.iter().map(|waiting| &waiting.pending).chain(&self.grid.requests);
        let elastic = !self.elastic.is_empty() || requests.into_iter().any(|pending| pending.elastic);
        let options = &self.grid.options;
        let looks = &mut self.looks;
        for (period, wanted, look, event) in [
            (options.scan_period_s, waits, &mut looks.scan, Event::Scan),
            (options.information_period_s, waits || self.jobs.more(), &mut looks.poll, Event::Poll),
            (options.round_s, elastic, &mut looks.round, Event::Round),
        ] {
            if period > Span::ZERO
                && wanted
                && let Some(time) = look.plan(cx.now(), period)
            {
                cx.schedule(time, class::LOOK, event);
            }
        }
    }
}
