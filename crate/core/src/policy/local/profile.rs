//! How many nodes will be free when, by estimates and promises.

use crate::time::{Span, Time};

/// Free nodes over time as steps: from the time of a step to that of the next.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    steps: Vec<(Time, u32)>,
}

impl Profile {
    /// All `nodes` free from `now` on.
    pub(super) fn new(now: Time, nodes: u32) -> Self {
        Self { steps: vec![(now, nodes)] }
    }

    /// Forgets what was before `now`.
    pub(super) fn forget_before(&mut self, now: Time) {
        let past = self.steps.partition_point(|&(time, _)| time <= now).saturating_sub(1);
        self.steps.drain(..past);
        if let Some(first) = self.steps.first_mut() {
            first.0 = first.0.max(now);
        }
    }

    /// The first time, not before `now`, from which `nodes` are free for `span`.
    pub(super) fn earliest(&self, now: Time, nodes: u32, span: Span) -> Time {
        let mut start = None;
        for (i, &(time, free)) in self.steps.iter().enumerate() {
            let until = self.steps.get(i + 1).map_or(Time::MAX, |&(next, _)| next);
            if until <= now {
                continue;
            }
            if free < nodes {
                start = None;
                continue;
            }
            let begin = *start.get_or_insert(time.max(now));
            if until >= begin + span {
                return begin;
            }
        }
        start.unwrap_or(Time::MAX)
    }

    /// The first time from `now` on, but before `own`, at which a job that holds `nodes` for `span` from `own` on could
    /// start instead. What it holds itself does not stand in its way: any start before `own` ends before it would.
    pub(super) fn earlier(&self, now: Time, nodes: u32, span: Span, own: Time) -> Option<Time> {
        let mut start = None;
        for (i, &(time, free)) in self.steps.iter().enumerate() {
            if time >= own {
                break;
            }
            let until = self.steps.get(i + 1).map_or(own, |&(next, _)| next.min(own));
            if until <= now {
                continue;
            }
            if free < nodes {
                start = None;
                continue;
            }
            let begin = *start.get_or_insert(time.max(now));
            if until >= (begin + span).min(own) {
                return Some(begin);
            }
        }
        None
    }

    /// `nodes` fewer are free from `from` to `until`. The caller has seen that they are free.
    pub(super) fn take(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(from, until, |free| *free -= nodes);
    }

    /// `nodes` more are free from `from` to `until`.
    pub(super) fn give_back(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(from, until, |free| *free += nodes);
    }

    #[inline]
    fn change(&mut self, from: Time, until: Time, change: impl Fn(&mut u32)) {
        if from >= until {
            return;
        }
        let first = self.split(from);
        let last = self.split(until);
        for (_, free) in &mut self.steps[first..last] {
            change(free);
        }
        self.join(last);
        self.join(first);
    }

    /// Makes a step begin at `time`, and gives its place.
    #[inline]
    fn split(&mut self, time: Time) -> usize {
        let place = self.steps.partition_point(|&(step, _)| step < time);
        if self.steps.get(place).is_none_or(|&(step, _)| step != time) {
            let free = self.steps[place.saturating_sub(1)].1;
            self.steps.insert(place, (time, free));
        }
        place
    }

    /// Removes the step at `place` if it changes nothing.
    #[inline]
    fn join(&mut self, place: usize) {
        if place > 0 && place < self.steps.len() && self.steps[place - 1].1 == self.steps[place].1 {
            self.steps.remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(t: i64) -> Time {
        Time(t)
    }

    #[test]
    fn holes_are_found_and_closed() {
        let mut profile = Profile::new(at(0), 4);
        profile.take(at(0), at(10), 3);
        profile.take(at(20), at(30), 4);
        assert_eq!(profile.steps, [(at(0), 1), (at(10), 4), (at(20), 0), (at(30), 4)]);
        assert_eq!(profile.earliest(at(0), 1, Span(20)), at(0));
        assert_eq!(profile.earliest(at(0), 1, Span(21)), at(30));
        assert_eq!(profile.earliest(at(0), 2, Span(10)), at(10));
        assert_eq!(profile.earliest(at(12), 2, Span(8)), at(12));
        assert_eq!(profile.earliest(at(12), 2, Span(9)), at(30));
        // Whoever holds 20-30 could move to 12, its own nodes not counted, but not to 5 with four nodes.
        assert_eq!(profile.earlier(at(5), 4, Span(10), at(20)), Some(at(10)));
        assert_eq!(profile.earlier(at(12), 1, Span(10), at(20)), Some(at(12)));
        assert_eq!(profile.earlier(at(0), 4, Span(10), at(10)), None);
        profile.give_back(at(20), at(30), 4);
        assert_eq!(profile.steps, [(at(0), 1), (at(10), 4)]);
        profile.forget_before(at(11));
        assert_eq!(profile.steps, [(at(11), 4)]);
    }
}
