//! How many nodes will be free when, by estimates and promises.
//!
//! Under long queues a profile has thousands of steps, and each is looked at for thousands of jobs. So they stand in
//! blocks that know the fewest and the most nodes free in them: a search passes a block, and a change that covers it
//! raises it, in one step.

use crate::time::{Span, Time};

/// Steps in a block, at most.
const ROOM: usize = 32;

/// Free nodes over time as steps: from the time of a step to that of the next.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// In the order of time; none is empty.
    blocks: Vec<Block>,
}

/// A time at which a job can start, and where it lies: valid until the profile changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// When.
    pub start: Time,
    block: usize,
    step: usize,
}

/// Steps that follow each other.
#[derive(Clone, Debug)]
struct Block {
    count: usize,
    times: [Time; ROOM],
    /// Free nodes from each time on, but for what is `raised`.
    free: [i32; ROOM],
    /// What changed in the whole block.
    raised: i32,
    /// The fewest and the most nodes free.
    least: i32,
    most: i32,
}

impl Profile {
    /// All `nodes` free from `now` on.
    pub(super) fn new(now: Time, nodes: u32) -> Self {
        let all = nodes as i32;
        let (times, free) = ([now; ROOM], [all; ROOM]);
        Self { blocks: vec![Block { count: 1, times, free, raised: 0, least: all, most: all }] }
    }

    /// Forgets what was before `now`.
    pub(super) fn forget_before(&mut self, now: Time) {
        let (past, step) = self.place(now);
        self.blocks.drain(..past);
        let first = &mut self.blocks[0];
        if step > 0 {
            first.remove(0..step);
            first.survey();
        }
        first.times[0] = first.times[0].max(now);
    }

    /// The first time from `from` on, but before `own`, at which a job that holds `nodes` for `span` from `own` on could
    /// start instead. What it holds itself does not stand in its way: any start before `own` ends before it would.
    /// A job without a reservation has [`Time::MAX`] for its own.
    pub(super) fn earlier(&self, from: Time, nodes: u32, span: Span, own: Time) -> Option<Found> {
        if from >= own {
            return None;
        }
        let nodes = nodes as i32;
        let (first, mut step) = self.place(from);
        let mut begin: Option<Found> = None;
        for (at, block) in self.blocks.iter().enumerate().skip(first) {
            loop {
                let Some(Found { start, .. }) = begin else {
                    let Some(found) = block.enough(step, nodes) else { break };
                    let start = block.times[found].max(from);
                    if start >= own {
                        return None;
                    }
                    begin = Some(Found { start, block: at, step: found });
                    step = found + 1;
                    continue;
                };
                let end = own.min(start + span);
                if step < block.count && block.times[step] >= end {
                    return begin;
                }
                let Some(found) = block.too_few(step, nodes) else { break };
                if block.times[found] >= end {
                    return begin;
                }
                begin = None;
                step = found + 1;
            }
            if begin.is_none() && block.times[block.count - 1] >= own {
                return None;
            }
            step = 0;
        }
        begin
    }

    /// `nodes` fewer are free from `from` to `until`.
    pub(super) fn take(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(self.place(from), from, until, -(nodes as i32));
    }

    /// `nodes` fewer are free for `span` from where they were found.
    pub(super) fn take_found(&mut self, found: Found, span: Span, nodes: u32) {
        self.change((found.block, found.step), found.start, found.start + span, -(nodes as i32));
    }

    /// What holds `nodes` for `span` from `own` on, moves to where it was found.
    pub(super) fn advance(&mut self, found: Found, own: Time, span: Span, nodes: u32) {
        let (Found { start, .. }, end) = (found, own + span);
        let leaves = (start + span).min(end);
        self.change((found.block, found.step), start, own.min(leaves), -(nodes as i32));
        self.give_back(own.max(leaves), end, nodes);
    }

    /// The fewest nodes free from where some were found until `until`.
    pub(super) fn least(&self, found: Found, until: Time) -> u32 {
        let (mut least, mut step) = (i32::MAX, found.step);
        for block in &self.blocks[found.block..] {
            let last = step + block.times()[step..].partition_point(|&time| time < until);
            let inner = block.free[step..last].iter().fold(i32::MAX, |least, &free| least.min(free));
            least = if (step, last) == (0, block.count) {
                least.min(block.least)
            } else {
                least.min(inner.saturating_add(block.raised))
            };
            if last < block.count {
                break;
            }
            step = 0;
        }
        least as u32
    }

    /// `nodes` more are free from `from` to `until`.
    pub(super) fn give_back(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(self.place(from), from, until, nodes as i32);
    }

    /// `place` is where `from` lies.
    fn change(&mut self, place: (usize, usize), from: Time, until: Time, by: i32) {
        if from >= until {
            return;
        }
        let mut first = self.split(place, from);
        let (mut block, mut step) = first;
        loop {
            let count = self.blocks[block].count;
            if self.blocks.get(block + 1).is_some_and(|next| next.times[0] <= until) {
                self.blocks[block].raise(step, count, by);
                (block, step) = (block + 1, 0);
                continue;
            }
            let last = step + self.blocks[block].times()[step..].partition_point(|&time| time < until);
            if self.blocks[block].times().get(last) == Some(&until) {
                self.blocks[block].raise(step, last, by);
                self.join(block, last);
                break;
            }
            if count < ROOM {
                self.blocks[block].insert(last, until);
                self.blocks[block].raise(step, last, by);
                break;
            }
            let here = first == (block, step);
            (block, step) = self.halve((block, step));
            if here {
                first = (block, step);
            }
        }
        self.join(first.0, first.1);
    }

    /// The block and the step in it that `time` falls into; the first if it is before all.
    fn place(&self, time: Time) -> (usize, usize) {
        if self.blocks[0].times().get(1).is_some_and(|&second| time < second) {
            return (0, 0);
        }
        let block = self.blocks.partition_point(|block| block.times[0] <= time).saturating_sub(1);
        (block, self.blocks[block].times().partition_point(|&step| step <= time).saturating_sub(1))
    }

    /// Makes a step begin at `time`, which lies at this place, and gives its place.
    fn split(&mut self, (mut at, mut step): (usize, usize), time: Time) -> (usize, usize) {
        if self.blocks[at].times[step] == time {
            return (at, step);
        }
        if self.blocks[at].count == ROOM {
            (at, step) = self.halve((at, step));
        }
        if self.blocks[at].times[step] < time {
            step += 1;
        }
        self.blocks[at].insert(step, time);
        (at, step)
    }

    /// Makes two blocks of one; gives the place anew.
    fn halve(&mut self, (at, step): (usize, usize)) -> (usize, usize) {
        let mut right = self.blocks[at].clone();
        right.remove(0..ROOM / 2);
        right.survey();
        self.blocks[at].count = ROOM / 2;
        self.blocks[at].survey();
        self.blocks.insert(at + 1, right);
        if step < ROOM / 2 { (at, step) } else { (at + 1, step - ROOM / 2) }
    }

    /// Removes a step if it changes nothing.
    fn join(&mut self, at: usize, step: usize) {
        let before = match (at, step) {
            (0, 0) => return,
            (_, 0) => self.blocks[at - 1].free_at(self.blocks[at - 1].count - 1),
            _ => self.blocks[at].free_at(step - 1),
        };
        let block = &mut self.blocks[at];
        if block.free_at(step) != before {
            return;
        }
        block.remove(step..step + 1);
        if block.count == 0 {
            self.blocks.remove(at);
            return;
        }
        if step == 0 {
            block.survey();
        }
        let count = block.count;
        if self.blocks.get(at + 1).is_some_and(|next| count + next.count <= ROOM / 2) {
            let next = self.blocks.remove(at + 1);
            self.blocks[at].append(&next);
        }
    }
}

impl Block {
    fn times(&self) -> &[Time] {
        &self.times[..self.count]
    }

    fn free_at(&self, step: usize) -> i32 {
        self.free[step] + self.raised
    }

    /// The first step from `step` on with so many nodes free.
    #[inline]
    fn enough(&self, step: usize, nodes: i32) -> Option<usize> {
        if self.most < nodes {
            return None;
        }
        let free = &self.free[..self.count];
        (step..free.len()).find(|&step| free[step] + self.raised >= nodes)
    }

    /// The first step from `step` on with fewer nodes free.
    #[inline]
    fn too_few(&self, step: usize, nodes: i32) -> Option<usize> {
        if self.least >= nodes {
            return None;
        }
        let free = &self.free[..self.count];
        (step..free.len()).find(|&step| free[step] + self.raised < nodes)
    }

    /// Changes the steps from `first` to before `last`.
    fn raise(&mut self, first: usize, last: usize, by: i32) {
        if first == 0 && last == self.count {
            self.raised += by;
            self.least += by;
            self.most += by;
        } else if first < last {
            self.free[first..last].iter_mut().for_each(|free| *free += by);
            self.survey();
        }
    }

    /// Sees anew what the fewest and the most free nodes are.
    fn survey(&mut self) {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for free in &self.free[..self.count] {
            least = least.min(*free);
            most = most.max(*free);
        }
        (self.least, self.most) = (least + self.raised, most + self.raised);
    }

    /// A step at `time` that changes nothing yet. The block has room.
    fn insert(&mut self, step: usize, time: Time) {
        self.times.copy_within(step..self.count, step + 1);
        self.free.copy_within(step..self.count, step + 1);
        self.times[step] = time;
        self.free[step] = self.free[step.saturating_sub(1)];
        self.count += 1;
    }

    fn remove(&mut self, steps: std::ops::Range<usize>) {
        self.times.copy_within(steps.end..self.count, steps.start);
        self.free.copy_within(steps.end..self.count, steps.start);
        self.count -= steps.len();
    }

    /// Takes over the steps of the next block, which fit.
    fn append(&mut self, next: &Self) {
        for step in 0..next.count {
            self.times[self.count] = next.times[step];
            self.free[self.count] = next.free_at(step) - self.raised;
            self.count += 1;
        }
        self.least = self.least.min(next.least);
        self.most = self.most.max(next.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn at(t: i64) -> Time {
        Time(t)
    }

    fn steps(profile: &Profile) -> Vec<(Time, u32)> {
        let of = |block: &Block| {
            (0..block.count).map(|i| (block.times[i], block.free_at(i) as u32)).collect::<Vec<_>>()
        };
        profile.blocks.iter().flat_map(of).collect()
    }

    #[test]
    fn holes_are_found_and_closed() {
        let mut profile = Profile::new(at(0), 4);
        profile.take(at(0), at(10), 3);
        profile.take(at(20), at(30), 4);
        assert_eq!(steps(&profile), [(at(0), 1), (at(10), 4), (at(20), 0), (at(30), 4)]);
        let earlier =
            |now, nodes, span, own| profile.earlier(at(now), nodes, Span(span), own).map(|found| found.start);
        let earliest = |now, nodes, span| earlier(now, nodes, span, Time::MAX);
        assert_eq!(earliest(0, 1, 20), Some(at(0)));
        assert_eq!(earliest(0, 1, 21), Some(at(30)));
        assert_eq!(earliest(0, 2, 10), Some(at(10)));
        assert_eq!(earliest(12, 2, 8), Some(at(12)));
        assert_eq!(earliest(12, 2, 9), Some(at(30)));
        assert_eq!(earliest(0, 5, 1), None);
        // Whoever holds 20-30 could move to 12, its own nodes not counted, but not to 5 with four nodes.
        assert_eq!(earlier(5, 4, 10, at(20)), Some(at(10)));
        assert_eq!(earlier(12, 1, 10, at(20)), Some(at(12)));
        assert_eq!(earlier(0, 4, 10, at(10)), None);
        profile.give_back(at(20), at(30), 4);
        assert_eq!(steps(&profile), [(at(0), 1), (at(10), 4)]);
        profile.forget_before(at(11));
        assert_eq!(steps(&profile), [(at(11), 4)]);
    }

    const NODES: u32 = 9;
    const END: i64 = 600;

    /// Free nodes at every moment, one after the other: what a profile stands for.
    fn first_start(free: &[u32], from: i64, nodes: u32, span: i64, own: i64) -> Option<Time> {
        let fits = |time: i64| time >= END || free[time as usize] >= nodes;
        (from..own.min(END + 1)).find(|&start| (start..own.min(start + span)).all(fits)).map(Time)
    }

    /// From, length, nodes, and whether they are taken (given back if not).
    fn change() -> impl Strategy<Value = (i64, i64, u32, bool)> {
        (0..END - 1, 1..40_i64, 1..=NODES, proptest::bool::weighted(0.7))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn blocks_hold_what_every_moment_says(changes in proptest::collection::vec(change(), 0..500)) {
            let mut profile = Profile::new(at(0), NODES);
            let mut free = vec![NODES; END as usize];
            for (from, length, nodes, takes) in changes {
                let until = END.min(from + length);
                let span = &mut free[from as usize..until as usize];
                if takes && span.iter().all(|&free| free >= nodes) {
                    for free in span {
                        *free -= nodes;
                    }
                    profile.take(at(from), at(until), nodes);
                } else if !takes && span.iter().all(|&free| free + nodes <= NODES) {
                    for free in span {
                        *free += nodes;
                    }
                    profile.give_back(at(from), at(until), nodes);
                } else {
                    for own in [i64::MAX, until] {
                        prop_assert_eq!(
                            profile.earlier(at(from), nodes, Span(length), at(own)).map(|found| found.start),
                            first_start(&free, from, nodes, length, own)
                        );
                    }
                }
            }
            let now = END / 3;
            profile.forget_before(at(now));
            let mut expected = vec![(at(now), free[now as usize])];
            for time in now + 1..=END {
                let there = free.get(time as usize).copied().unwrap_or(NODES);
                if there != expected[expected.len() - 1].1 {
                    expected.push((at(time), there));
                }
            }
            prop_assert_eq!(steps(&profile), expected);
            for block in &profile.blocks {
                let mut surveyed = block.clone();
                surveyed.survey();
                prop_assert_eq!((surveyed.least, surveyed.most), (block.least, block.most));
            }
        }
    }
}
