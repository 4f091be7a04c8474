//! Expected releases of nodes if all earlier jobs are served first come, first served, without backfilling.

use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// The availability of the nodes of a cluster after the included jobs.
#[derive(Clone, Debug, Default)]
pub(in crate::system) struct Lookahead {
    /// Release times, ascending, with the number of nodes released then. There are at most as many entries as nodes.
    free: VecDeque<(Time, u32)>,
    /// No later job starts before this time.
    no_start_before: Time,
}

impl Lookahead {
    /// Starts again from these numbers of nodes that become free at these times.
    pub(in crate::system) fn rebuild(&mut self, ends: impl Iterator<Item = (Time, u32)>) {
        let mut free = Vec::from(std::mem::take(&mut self.free));
        free.clear();
        free.extend(ends.filter(|&(_, nodes)| nodes > 0));
        free.sort_unstable();
        free.dedup_by(|(time, nodes), (kept, sum)| {
            let same = time == kept;
            *sum += if same { *nodes } else { 0 };
            same
        });
        (self.free, self.no_start_before) = (free.into(), Time::ZERO);
    }

    /// Start of a job of this size after all others; [`Time::MAX`] if the cluster has fewer nodes.
    pub(in crate::system) fn earliest_start(&self, nodes: u32, now: Time) -> Time {
        let mut sum = 0;
        let enough = self.free.iter().find(|&&(_, count)| {
            sum += count;
            sum >= nodes
        });
        enough.map_or(Time::MAX, |&(time, _)| time.max(self.no_start_before).max(now))
    }

    /// Includes one more job, which uses the nodes released first from `start` on.
    pub(in crate::system) fn append(&mut self, nodes: u32, start: Time, run: Span) {
        let mut left = nodes;
        while left > 0
            && let Some((_, count)) = self.free.front_mut()
        {
            if *count > left {
                *count -= left;
                break;
            }
            left -= *count;
            self.free.pop_front();
        }
        let end = start + run;
        let place = self.free.partition_point(|&(other, _)| other < end);
        match self.free.get_mut(place) {
            Some((other, count)) if *other == end => *count += nodes,
            _ => self.free.insert(place, (end, nodes)),
        }
    }

    /// Later jobs do not start before this time, at which a queued job starts.
    pub(in crate::system) fn keep_order(&mut self, start: Time) {
        self.no_start_before = self.no_start_before.max(start);
    }

    /// Includes one more queued job; returns its start.
    pub(in crate::system) fn enqueue(&mut self, nodes: u32, run: Span, now: Time) -> Time {
        let start = self.earliest_start(nodes, now);
        self.append(nodes, start, run);
        self.keep_order(start);
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four nodes, two of them free at 5: a job of three waits for them, and a smaller one does not overtake it.
    #[test]
    fn queued_jobs_start_in_their_order() {
        let mut lookahead = Lookahead::default();
        lookahead.rebuild([(Time(5), 1), (Time::ZERO, 2), (Time(5), 1), (Time(9), 0)].into_iter());
        assert_eq!(lookahead.free, [(Time::ZERO, 2), (Time(5), 2)]);
        assert_eq!(lookahead.earliest_start(5, Time(1)), Time::MAX);
        assert_eq!(lookahead.enqueue(3, Span(10), Time(1)), Time(5));
        assert_eq!(lookahead.free, [(Time(5), 1), (Time(15), 3)]);
        assert_eq!(lookahead.enqueue(1, Span(1), Time(2)), Time(5));
        assert_eq!(lookahead.enqueue(4, Span(1), Time(3)), Time(15));
    }
}
