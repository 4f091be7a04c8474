//! What is occupied on a cluster when (COP): what views are made of, and what the resource manager plans by.
//!
//! It has few steps (five, in the mean), and is looked at ten times as often as it is made. So its steps simply stand one
//! behind the other in two lists.
//!
//! Neighbouring steps never have the same number of free hosts, so equal functions have equal steps. With `m` of them all
//! that is asked and all changes are O(m).

use crate::time::{Span, Time};

/// Free hosts over time as steps: from the time of a step to that of the next.
#[derive(Clone, Debug)]
pub struct Occupation {
    /// When each step begins; at last the end of time.
    times: Vec<Time>,
    /// Free hosts in each step; a sum may lack some.
    free: Vec<u32>,
}

impl Occupation {
    /// All `hosts` free from `now` on.
    pub fn new(now: Time, hosts: u32) -> Self {
        Self { times: vec![now, Time::MAX], free: vec![hosts] }
    }

    /// Becomes what another one says from `now` on, with `hosts` fewer free from `from`, which is no earlier, to `until`; in
    /// the memory that it has.
    pub fn become_taken(&mut self, other: &Self, now: Time, (from, until): (Time, Time), hosts: u32) {
        let now = other.times[0].max(now);
        let first = other.find(now);
        let begin = if from == now { first } else { other.first_at(first + 1, from) };
        let end = other.first_at(begin.max(first + 1), until);
        let Self { times, free } = self;
        times.clear();
        free.clear();
        times.extend_from_slice(&other.times[first..begin]);
        free.extend_from_slice(&other.free[first..begin]);
        times.iter_mut().take(1).for_each(|origin| *origin = now);
        let add = |(times, free): (&mut Vec<Time>, &mut Vec<u32>), time: Time, hosts: u32| {
            if free.last() != Some(&hosts) {
                times.push(time);
                free.push(hosts);
            }
        };
        // Nothing is, when time ends.
        if from < until {
            let before = if other.times[begin] > from { begin - 1 } else { begin };
            add((times, free), from, other.free[before] - hosts);
            times.extend_from_slice(&other.times[before + 1..end]);
            free.extend(other.free[before + 1..end].iter().map(|free| free - hosts));
            if until < other.times[end] {
                add((times, free), until, other.free[end - 1]);
            }
        }
        // Here what was taken may end where as much is taken from then on.
        let mut rest = end;
        if end < other.count() {
            add((times, free), other.times[end], other.free[end]);
            rest += 1;
        }
        times.extend_from_slice(&other.times[rest..]);
        free.extend_from_slice(&other.free[rest..]);
    }

    /// How many steps it has; the last one has no end.
    #[inline]
    pub fn count(&self) -> usize {
        self.free.len()
    }

    /// When a step begins; [`Time::MAX`] behind the last.
    #[inline]
    pub fn begin(&self, step: usize) -> Time {
        self.times[step]
    }

    /// Hosts that are free in a step.
    #[inline]
    pub fn free(&self, step: usize) -> u32 {
        self.free[step]
    }

    /// The step that holds a time; the first if it is before all.
    #[inline]
    pub fn find(&self, time: Time) -> usize {
        // Most are looked at from their beginning on.
        if time < self.times[1] { 0 } else { self.first_at(1, Time(time.0.saturating_add(1))) - 1 }
    }

    /// The first step from this one on that begins at a time or later.
    #[inline]
    pub fn first_at(&self, mut step: usize, time: Time) -> usize {
        while self.times[step] < time {
            step += 1;
        }
        step
    }

    /// The first step from this one on that begins at a time or later, and the fewest hosts that are free before it, which are
    /// no more than `most`.
    #[inline]
    pub fn pass_until(&self, step: usize, until: Time, mut most: u32) -> (usize, u32) {
        let mut passed = 0;
        for (begin, free) in self.steps(step) {
            if begin >= until {
                break;
            }
            (passed, most) = (passed + 1, most.min(free));
        }
        (step + passed, most)
    }

    /// How many steps meet the time from `from` to `until`; none if that is no time.
    #[inline]
    pub fn between(&self, from: Time, until: Time) -> usize {
        if from >= until {
            return 0;
        }
        let first = self.find(from);
        self.first_at(first + 1, until) - first
    }

    /// How many there are from a time on.
    #[inline]
    pub fn ahead(&self, from: Time) -> usize {
        self.count() - self.find(from)
    }

    /// Hosts that are free at a time; before its beginning as at it.
    pub fn free_at(&self, time: Time) -> u32 {
        self.free(self.find(time))
    }

    /// The fewest hosts free from `from` to `until`, and how many steps meet that time; `all` if it is no time.
    pub fn fewest(&self, from: Time, until: Time, all: u32) -> (u32, usize) {
        if from >= until {
            return (all, 0);
        }
        let first = self.find(from);
        let (end, fewest) = self.pass_until(first + 1, until, self.free[first]);
        (fewest, end - first)
    }

    /// The end of the last step between `from` and `until` in which the fewest hosts are free: from then on more are.
    /// `until` if `all` are free throughout; `from` if it is no time.
    pub fn last_fewest(&self, from: Time, until: Time, all: u32) -> Time {
        let (fewest, _) = self.fewest(from, until, all);
        if from >= until || fewest >= all {
            return from.max(until);
        }
        let last = (0..self.first_at(0, until)).rfind(|&step| self.free[step] == fewest);
        last.map_or(until, |step| self.times[step + 1].min(until))
    }

    /// The steps from this one on: when each begins, and how many hosts are free.
    #[inline]
    pub fn steps(&self, step: usize) -> impl Iterator<Item = (Time, u32)> {
        self.times[step..].iter().copied().zip(self.free[step..].iter().copied())
    }

    /// The steps from a time on: when each begins, the first at that time, and how many hosts are free.
    pub fn steps_from(&self, from: Time) -> impl Iterator<Item = (Time, u32)> {
        self.steps(self.find(from)).map(move |(begin, free)| (begin.max(from), free))
    }

    /// True if both say the same of all time from `from` on.
    #[inline]
    pub fn same_from(&self, other: &Self, from: Time) -> bool {
        let (mine, theirs) = (self.find(from), other.find(from));
        self.times[mine].max(from) == other.times[theirs].max(from)
            && self.free[mine..] == other.free[theirs..]
            && self.times[mine + 1..] == other.times[theirs + 1..]
    }

    /// The first time from `from` on from which so many hosts are free for so long; [`Time::MAX`] if there is none.
    pub fn hole(&self, from: Time, hosts: u32, span: Span) -> Time {
        let first = self.find(from);
        let (mut start, ends) = (from.max(self.times[first]), &self.times[first + 1..]);
        for (&free, &end) in self.free[first..].iter().zip(ends) {
            // Whatever is not free ends no later than this step, so that nothing can begin before that.
            start = if free < hosts { end } else { start };
            if start + span <= end {
                return start;
            }
        }
        Time::MAX
    }

    /// `hosts` fewer are free from `from` to `until`.
    pub fn take(&mut self, from: Time, until: Time, hosts: u32) {
        self.change(from, until, |free| free.wrapping_sub(hosts));
    }

    /// `hosts` more are free from `from` to `until`.
    pub fn give_back(&mut self, from: Time, until: Time, hosts: u32) {
        self.change(from, until, |free| free.wrapping_add(hosts));
    }

    fn change(&mut self, from: Time, until: Time, to: impl Fn(u32) -> u32) {
        if from >= until {
            return;
        }
        let first = self.split(0, from);
        let last = if until < Time::MAX { self.split(first, until) } else { self.count() };
        for free in &mut self.free[first..last] {
            *free = to(*free);
        }
        self.join(last);
        self.join(first);
    }

    /// Makes a step begin at a time, no earlier than this one, and gives its place.
    fn split(&mut self, from: usize, time: Time) -> usize {
        let step = self.first_at(from, time);
        if self.times[step] != time {
            self.times.insert(step, time);
            self.free.insert(step, self.free[step.saturating_sub(1)]);
        }
        step
    }

    /// Removes a step if it changes nothing.
    fn join(&mut self, step: usize) {
        if step > 0 && step < self.count() && self.free[step] == self.free[step - 1] {
            self.times.remove(step);
            self.free.remove(step);
        }
    }

    /// What is taken in either of two, taken in one; both are of as many hosts. Where that is more than all, the free ones are
    /// a negative number once read as signed.
    #[must_use]
    pub fn sum(&self, other: &Self, hosts: u32) -> Self {
        let mut sum = self.clone();
        other.taken(hosts).for_each(|(from, until, taken)| sum.take(from, until, taken));
        sum
    }

    /// The same for someone who sees no more than the first `shown` of its hosts: those taken come first.
    #[must_use]
    pub fn limited(&self, hosts: u32, shown: u32) -> Self {
        let mut seen = Self::new(self.times[0], shown);
        self.taken(hosts).for_each(|(from, until, taken)| seen.take(from, until, taken.min(shown)));
        seen
    }

    /// The steps in which some of so many hosts are taken: from when to when, and how many.
    fn taken(&self, hosts: u32) -> impl Iterator<Item = (Time, Time, u32)> {
        let step = move |step| (self.times[step], self.times[step + 1], hosts - self.free[step]);
        (0..self.count()).map(step).filter(|&(.., taken)| taken > 0)
    }
}
