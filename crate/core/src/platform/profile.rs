//! Availability profile: the number of free nodes over time, by estimates and reservations. Conservative backfilling,
//! views of clusters and plans use it.
//!
//! Under long queues a profile has thousands of steps, and thousands of jobs search it. Steps are therefore stored in
//! blocks with bounds of their free nodes: a search skips a block, and a change that covers a block changes it, in
//! one step. Within a block the steps with enough nodes are the bits of a number, so that a search jumps between
//! them.

mod steps;

pub use steps::Step;

use crate::time::{Span, Time};

/// Maximum number of steps in a block: the bits of a `u32`.
const ROOM: usize = 32;

/// Free nodes over time as steps: from the time of a step to that of the next.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Blocks in the order of time; none is empty.
    blocks: Vec<Block>,
    /// The block of the last access: the next one is often near.
    near: usize,
}

/// A possible start time of a job with its location in the profile: valid until the profile changes.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The start time.
    pub start: Time,
    block: usize,
    step: usize,
}

/// Consecutive steps.
#[derive(Clone, Debug)]
struct Block {
    count: usize,
    times: [Time; ROOM],
    /// Free nodes from each time on, without `raised`. Platforms are far smaller than the limit of this type.
    free: [i32; ROOM],
    /// A change that applies to all steps of the block.
    raised: i32,
    /// Bounds of the free nodes of all steps.
    least: i32,
    most: i32,
}

impl Profile {
    /// A profile with all `nodes` free from `now` on.
    pub fn new(now: Time, nodes: u32) -> Self {
        let all = nodes as i32;
        let (times, free) = ([now; ROOM], [all; ROOM]);
        Self { blocks: vec![Block { count: 1, times, free, raised: 0, least: all, most: all }], near: 0 }
    }

    /// Removes everything before `now`.
    pub fn forget_before(&mut self, now: Time) {
        let (past, step) = self.locate(now);
        self.blocks.drain(..past);
        self.blocks[0].drop_steps_before(step, now);
    }

    /// Copies another profile from `now` on, reusing the memory.
    pub fn copy_from(&mut self, other: &Self, now: Time) {
        let (first, step) = other.step_at(now).place();
        self.blocks.clear();
        self.blocks.extend_from_slice(&other.blocks[first..]);
        self.blocks[0].drop_steps_before(step, now);
        self.near = 0;
    }

    /// The first time from `from` on, but before `own`, at which a job that holds `nodes` for `span` from `own` on
    /// could start instead. Its current slot is no obstacle: a job with any start before `own` ends before the end of
    /// that slot. A job without a reservation has [`Time::MAX`] as `own`.
    pub fn find_earlier_start(&mut self, from: Time, nodes: u32, span: Span, own: Time) -> Option<Slot> {
        if from >= own {
            return None;
        }
        let nodes = nodes as i32;
        let (first, step) = self.locate(from);
        let mut looked = u32::MAX << step;
        // The start of the free slot that extends into the block.
        let mut open: Option<Slot> = None;
        for (at, block) in self.blocks.iter_mut().enumerate().skip(first) {
            self.near = at;
            let last = block.times[block.count - 1];
            let is_last = last >= own;
            let (mut fits, mut within) = (block.steps_with_free(nodes) & looked, bits_below(block.count));
            if is_last {
                let until = block.times().partition_point(|&time| time < own);
                (fits, within) = (fits & bits_below(until), bits_below(until + 1));
            }
            looked = u32::MAX;
            let before = fits << 1 | u32::from(open.is_some());
            let (mut starts, mut ends) = (fits & !before, before & !fits & within);
            // Most slots are too short: the loop has no other branch, so that branch prediction works.
            let long_enough = |start: Time, end: Time| end.0 - start.0 >= span.0 || end >= own;
            if let Some(found) = open {
                let end = if ends == 0 { last } else { block.times[lowest_bit(ends)] };
                if long_enough(found.start, end) {
                    return open;
                }
                if ends == 0 {
                    continue;
                }
                ends &= ends - 1;
                open = None;
            }
            while ends != 0 {
                let step = lowest_bit(starts);
                let start = block.times[step].max(from);
                if long_enough(start, block.times[lowest_bit(ends)]) {
                    return Some(Slot { start, block: at, step });
                }
                starts &= starts - 1;
                ends &= ends - 1;
            }
            if is_last {
                return None;
            }
            if starts != 0 {
                let step = lowest_bit(starts);
                open = Some(Slot { start: block.times[step].max(from), block: at, step });
            }
        }
        open
    }

    /// Removes `nodes` free nodes from `from` to `until`.
    pub fn take(&mut self, from: Time, until: Time, nodes: u32) {
        let place = self.locate(from);
        self.add_free(place, from, until, -(nodes as i32));
    }

    /// Removes `nodes` free nodes for `span` from the start of a slot.
    pub fn take_slot(&mut self, found: Slot, span: Span, nodes: u32) {
        self.add_free((found.block, found.step), found.start, found.start + span, -(nodes as i32));
    }

    /// Moves a reservation of `nodes` for `span` from `own` to an earlier slot.
    pub fn move_earlier(&mut self, found: Slot, own: Time, span: Span, nodes: u32) {
        let (Slot { start, .. }, end) = (found, own + span);
        let leaves = (start + span).min(end);
        self.add_free((found.block, found.step), start, own.min(leaves), -(nodes as i32));
        self.give_back(own.max(leaves), end, nodes);
    }

    /// The minimum of free nodes from the start of a slot to `until`.
    pub fn min_free_after(&self, found: Slot, until: Time) -> u32 {
        let (mut least, mut step) = (i32::MAX, found.step);
        for block in &self.blocks[found.block..] {
            let last = step + block.times()[step..].partition_point(|&time| time < until);
            let inner = block.free[step..last].iter().fold(i32::MAX, |least, &free| least.min(free));
            least = least.min(inner.saturating_add(block.raised));
            if last < block.count {
                break;
            }
            step = 0;
        }
        least as u32
    }

    /// Adds `nodes` free nodes from `from` to `until`.
    pub fn give_back(&mut self, from: Time, until: Time, nodes: u32) {
        let place = self.locate(from);
        self.add_free(place, from, until, nodes as i32);
    }

    /// Adds `by` free nodes from `from`, which is at `place`, to `until`.
    fn add_free(&mut self, place: (usize, usize), from: Time, until: Time, by: i32) {
        if from >= until {
            return;
        }
        let mut first = self.split_step(place, from);
        let (mut block, mut step) = first;
        loop {
            let count = self.blocks[block].count;
            if self.blocks.get(block + 1).is_some_and(|next| next.times[0] <= until) {
                self.blocks[block].add_to_steps(step, count, by);
                (block, step) = (block + 1, 0);
                continue;
            }
            let last = step + self.blocks[block].times()[step..].partition_point(|&time| time < until);
            if self.blocks[block].times().get(last) == Some(&until) {
                self.blocks[block].add_to_steps(step, last, by);
                self.merge_equal_step(block, last);
                break;
            }
            if count < ROOM {
                self.blocks[block].insert(last, until);
                self.blocks[block].add_to_steps(step, last, by);
                break;
            }
            let here = first == (block, step);
            (block, step) = self.split_block((block, step));
            if here {
                first = (block, step);
            }
        }
        self.merge_equal_step(first.0, first.1);
    }

    /// The block and the step that contain `time`; the first ones if it is before all.
    fn locate(&mut self, time: Time) -> (usize, usize) {
        if self.blocks[0].times().get(1).is_some_and(|&second| time < second) {
            return (0, 0);
        }
        let begins = |block: usize| self.blocks.get(block).map(|block| block.times[0]);
        let near = begins(self.near).is_some_and(|begin| begin <= time)
            && begins(self.near + 1).is_none_or(|begin| time < begin);
        if !near {
            self.near = self.blocks.partition_point(|block| block.times[0] <= time).saturating_sub(1);
        }
        let block = &self.blocks[self.near];
        (self.near, block.times().partition_point(|&step| step <= time).saturating_sub(1))
    }

    /// Splits the step at this place so that a step begins at `time`; returns its place.
    fn split_step(&mut self, (mut at, mut step): (usize, usize), time: Time) -> (usize, usize) {
        if self.blocks[at].times[step] == time {
            return (at, step);
        }
        if self.blocks[at].count == ROOM {
            (at, step) = self.split_block((at, step));
        }
        if self.blocks[at].times[step] < time {
            step += 1;
        }
        self.blocks[at].insert(step, time);
        (at, step)
    }

    /// Splits a block into two; returns the new place.
    fn split_block(&mut self, (at, step): (usize, usize)) -> (usize, usize) {
        let mut right = self.blocks[at].clone();
        right.remove(0..ROOM / 2);
        right.update_extremes();
        self.blocks[at].count = ROOM / 2;
        self.blocks[at].update_extremes();
        self.blocks.insert(at + 1, right);
        if step < ROOM / 2 { (at, step) } else { (at + 1, step - ROOM / 2) }
    }

    /// Removes a step that has as many free nodes as the previous one.
    fn merge_equal_step(&mut self, at: usize, step: usize) {
        let before = match (at, step) {
            (0, 0) => return,
            (_, 0) => self.blocks[at - 1].free_in_step(self.blocks[at - 1].count - 1),
            _ => self.blocks[at].free_in_step(step - 1),
        };
        let block = &mut self.blocks[at];
        if block.free_in_step(step) != before {
            return;
        }
        block.remove(step..step + 1);
        if block.count == 0 {
            self.blocks.remove(at);
            return;
        }
        let count = block.count;
        if self.blocks.get(at + 1).is_some_and(|next| count + next.count <= ROOM * 7 / 8) {
            let next = self.blocks.remove(at + 1);
            self.blocks[at].append(&next);
        }
    }
}

/// The bits below this one.
#[inline]
fn bits_below(bit: usize) -> u32 {
    ((1_u64 << bit) - 1) as u32
}

/// The index of the lowest bit.
#[inline]
fn lowest_bit(bits: u32) -> usize {
    bits.trailing_zeros() as usize
}

impl Block {
    /// The start times of the steps.
    #[inline]
    fn times(&self) -> &[Time] {
        &self.times[..self.count]
    }

    /// True if a time is in the first step or before it, as far as the block shows.
    #[inline]
    fn is_in_first_step(&self, time: Time) -> bool {
        self.count == 1 || time < self.times[1]
    }

    /// The free nodes of a step.
    #[inline]
    fn free_in_step(&self, step: usize) -> i32 {
        self.free[step] + self.raised
    }

    /// The steps with at least this number of free nodes, as bits.
    #[inline]
    fn steps_with_free(&mut self, nodes: i32) -> u32 {
        if self.most < nodes {
            return 0;
        }
        let all = bits_below(self.count);
        if self.least >= nodes {
            return all;
        }
        let enough = nodes - self.raised;
        let mut bits = 0_u32;
        for (step, &free) in self.free.iter().enumerate() {
            bits |= u32::from(free >= enough) << step;
        }
        bits &= all;
        if bits == 0 {
            self.most = nodes - 1;
        } else if bits == all {
            self.least = nodes;
        }
        bits
    }

    /// Changes the steps from `first` to before `last`.
    #[inline]
    fn add_to_steps(&mut self, first: usize, last: usize, by: i32) {
        if first == 0 && last == self.count {
            self.raised += by;
            self.least += by;
            self.most += by;
            return;
        }
        for free in &mut self.free[first..last] {
            *free += by;
            self.least = self.least.min(*free + self.raised);
            self.most = self.most.max(*free + self.raised);
        }
    }

    /// Updates the smallest and largest number of free nodes.
    fn update_extremes(&mut self) {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for free in &self.free[..self.count] {
            least = least.min(*free);
            most = most.max(*free);
        }
        (self.least, self.most) = (least + self.raised, most + self.raised);
    }

    /// Inserts a step at `time` with the free nodes of the previous one. The block has room.
    fn insert(&mut self, step: usize, time: Time) {
        self.times.copy_within(step..self.count, step + 1);
        self.free.copy_within(step..self.count, step + 1);
        self.times[step] = time;
        self.free[step] = self.free[step.saturating_sub(1)];
        self.count += 1;
    }

    /// Removes the steps before this one, and everything before `now`.
    fn drop_steps_before(&mut self, step: usize, now: Time) {
        if step > 0 {
            self.remove(0..step);
        }
        self.times[0] = self.times[0].max(now);
    }

    /// Removes some steps.
    fn remove(&mut self, steps: std::ops::Range<usize>) {
        self.times.copy_within(steps.end..self.count, steps.start);
        self.free.copy_within(steps.end..self.count, steps.start);
        self.count -= steps.len();
    }

    /// Appends the steps of the next block, which fit.
    fn append(&mut self, next: &Self) {
        for step in 0..next.count {
            self.times[self.count] = next.times[step];
            self.free[self.count] = next.free_in_step(step) - self.raised;
            self.count += 1;
        }
        self.least = self.least.min(next.least);
        self.most = self.most.max(next.most);
    }
}

#[cfg(test)]
mod tests;
