//! A profile as a list of steps, for sending, comparing and searching the views of a cluster.
//!
//! With `m` steps, in `b` blocks (about `m / 20`):
//!
//! | operation | cost |
//! |---|---|
//! | [`step_count`](Profile::step_count), [`steps_between`](Profile::steps_between) | O(b) |
//! | [`free_at`](Profile::free_at) | O(log m) |
//! | [`find_earlier_start`](Profile::find_earlier_start) | O(b), and O(1) per free slot that is too short |
//! | [`take`](Profile::take), [`give_back`](Profile::give_back) | O(b), at most 32 moves within a block |
//! | [`min_free_between`](Profile::min_free_between) | O(log m + k), `k` steps visited |
//! | [`steps_from`](Profile::steps_from), [`equals_from`](Profile::equals_from), `clone` | O(m) |
//!
//! Neighbouring steps never have the same number of free nodes, so equal functions have equal steps.

use super::{Block, Profile};
use crate::time::Time;

/// A step of a profile, at first the first: valid until the profile changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    block: usize,
    step: usize,
}

impl Step {
    /// The block and the step in it.
    pub(super) fn place(self) -> (usize, usize) {
        (self.block, self.step)
    }
}

/// A cursor over steps.
#[derive(Clone, Copy, Debug)]
pub struct StepCursor<'a> {
    /// The block of the next step, which may be after its last.
    block: &'a Block,
    step: usize,
    later: &'a [Block],
}

impl StepCursor<'_> {
    /// The start of the next step and its number of free nodes; `None` after the last.
    #[inline]
    pub fn peek(&mut self) -> Option<(Time, u32)> {
        if self.step == self.block.count {
            let (block, later) = self.later.split_first()?;
            (self.block, self.step, self.later) = (block, 0, later);
        }
        Some((self.block.times[self.step], self.block.free_in_step(self.step) as u32))
    }

    /// Skips the next step, which exists.
    #[inline]
    pub fn skip(&mut self) {
        self.step += 1;
    }

    /// Skips all steps that begin before a time; returns their number, and the minimum of their free nodes and
    /// `most`.
    #[inline]
    pub fn skip_until(&mut self, until: Time, most: u32) -> (usize, u32) {
        let (mut passed, mut fewest) = (0, most);
        while let Some((begin, free)) = self.peek()
            && begin < until
        {
            self.skip();
            (passed, fewest) = (passed + 1, fewest.min(free));
        }
        (passed, fewest)
    }
}

impl Profile {
    /// Number of steps; the last one has no end.
    pub fn step_count(&self) -> usize {
        self.blocks.iter().map(|block| block.count).sum()
    }

    /// Number of steps that overlap the time from `from` to `until`; 0 for an empty interval.
    pub fn steps_between(&self, from: Time, until: Time) -> usize {
        if from >= until {
            return 0;
        }
        // The total is requested often.
        let last = &self.blocks[self.blocks.len() - 1];
        let all = last.times[last.count - 1] < until;
        let end = if all { self.step_count() - 1 } else { self.step_index(Time(until.0 - 1)) };
        end - self.step_index(from) + 1
    }

    /// Number of steps from a time on, without one that begins at the end of time.
    #[inline]
    pub fn steps_after(&self, from: Time) -> usize {
        if let [block] = &self.blocks[..]
            && block.is_in_first_step(from)
            && block.times[block.count - 1] < Time::MAX
        {
            return block.count;
        }
        self.steps_between(from, Time::MAX)
    }

    /// The step that contains a time; the first if it is before all.
    #[inline]
    pub fn step_at(&self, time: Time) -> Step {
        // Most queries are at the start of a view.
        let first = &self.blocks[0];
        let is_first = first.is_in_first_step(time) && (first.count > 1 || self.blocks.len() == 1);
        if is_first { Step::default() } else { self.search_step(time) }
    }

    /// The step that contains a time.
    fn search_step(&self, time: Time) -> Step {
        let block = self.blocks.partition_point(|block| block.times[0] <= time).saturating_sub(1);
        let step = self.blocks[block].times().partition_point(|&step| step <= time).saturating_sub(1);
        Step { block, step }
    }

    /// When a step begins.
    #[inline]
    pub fn step_start(&self, at: Step) -> Time {
        self.blocks[at.block].times[at.step]
    }

    /// Number of free nodes in a step.
    #[inline]
    pub fn free_in(&self, at: Step) -> u32 {
        self.blocks[at.block].free_in_step(at.step) as u32
    }

    /// The step after this one; none after the last.
    #[inline]
    pub fn next_step(&self, Step { block, step }: Step) -> Option<Step> {
        if step + 1 < self.blocks[block].count {
            return Some(Step { block, step: step + 1 });
        }
        (block + 1 < self.blocks.len()).then_some(Step { block: block + 1, step: 0 })
    }

    /// Number of free nodes at a time; before the start as at the start.
    pub fn free_at(&self, time: Time) -> u32 {
        self.free_in(self.step_at(time))
    }

    /// A cursor that begins with this step.
    #[inline]
    pub fn cursor_at(&self, at: Step) -> StepCursor<'_> {
        StepCursor { block: &self.blocks[at.block], step: at.step, later: &self.blocks[at.block + 1..] }
    }

    /// The minimum of free nodes from a time in this step to a later one, and the number of steps between.
    #[inline]
    pub fn min_free_from_step(&self, at: Step, until: Time) -> (u32, usize) {
        let mut walk = self.cursor_at(at);
        walk.skip();
        let (passed, fewest) = walk.skip_until(until, self.free_in(at));
        (fewest, 1 + passed)
    }

    /// The minimum of free nodes between two times, and the number of steps; `all` for an empty interval.
    pub fn min_free_between(&self, from: Time, until: Time, all: u32) -> (u32, usize) {
        if from >= until { (all, 0) } else { self.min_free_from_step(self.step_at(from), until) }
    }

    /// The steps from a time on: the start of each, the first at that time, and its number of free nodes.
    pub fn steps_from(&self, from: Time) -> impl Iterator<Item = (Time, u32)> {
        let mut walk = self.cursor_at(self.step_at(from));
        std::iter::from_fn(move || {
            let (begin, free) = walk.peek()?;
            walk.skip();
            Some((begin.max(from), free))
        })
    }

    /// True if both are equal from `from` on.
    pub fn equals_from(&self, other: &Self, from: Time) -> bool {
        let Step { mut block, mut step } = self.step_at(from);
        let Step { block: mut theirs, step: mut at } = other.step_at(from);
        loop {
            let (mine, their) = (&self.blocks[block], &other.blocks[theirs]);
            let together = (mine.count - step).min(their.count - at);
            for ahead in 0..together {
                let same_time = mine.times[step + ahead].max(from) == their.times[at + ahead].max(from);
                if !same_time || mine.free_in_step(step + ahead) != their.free_in_step(at + ahead) {
                    return false;
                }
            }
            (step, at) = (step + together, at + together);
            if step == mine.count {
                (block, step) = (block + 1, 0);
            }
            if at == their.count {
                (theirs, at) = (theirs + 1, 0);
            }
            let over = (block == self.blocks.len(), theirs == other.blocks.len());
            if over.0 || over.1 {
                return over.0 && over.1;
            }
        }
    }

    /// The profile as seen by an application that sees only the first `shown` nodes: nodes in use are counted first.
    #[must_use]
    pub fn with_first_nodes_only(&self, nodes: u32, shown: u32) -> Self {
        let begin = self.blocks[0].times[0];
        let steps: Vec<(Time, u32)> = self.steps_from(begin).collect();
        let ends = steps.iter().skip(1).map(|&(time, _)| time).chain([Time::MAX]);
        let mut seen = Self::new(begin, shown);
        for (&(from, free), until) in steps.iter().zip(ends) {
            seen.take(from, until, (nodes - free).min(shown));
        }
        seen
    }

    /// The index of the step that contains a time.
    #[inline]
    fn step_index(&self, time: Time) -> usize {
        let Step { block, step } = self.step_at(time);
        self.blocks[..block].iter().map(|block| block.count).sum::<usize>() + step
    }
}
