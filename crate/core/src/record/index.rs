//! An index that finds the bars in a window without a visit to all of them, also while the trace grows.
//!
//! The interval table is divided into blocks of 256; a block has the window and the lengths of its intervals, so that
//! whole blocks are skipped. Nothing is assumed about the order of the table: blocks are only smaller if it is sorted.

use super::groups::Groups;
use super::{SubjectId, Trace};
use crate::time::Time;
use std::ops::Range;

/// Intervals per block.
const BLOCK: usize = 256;
/// The class of an interval that still runs.
pub const OPEN: u8 = 63;
/// The class of the longest intervals, and of those beyond all layers.
const LONGEST: u8 = 62;

/// The extent of a block of intervals.
#[derive(Clone, Copy, Debug)]
struct Block {
    from: i64,
    to: i64,
    low: u32,
    high: u32,
    /// One bit for each class in it.
    classes: u64,
}

const EMPTY: Block = Block { from: i64::MAX, to: i64::MIN, low: u32::MAX, high: 0, classes: 0 };

/// A window of time (microseconds) and rows, both with excluded ends.
#[derive(Clone, Debug)]
pub struct Window {
    /// The range of times.
    pub time: Range<i64>,
    /// The range of rows.
    pub rows: Range<u32>,
}

/// An index of the bars and wait times of one trace, for queries about a window or a time.
///
/// Each query begins with an [`Index::update`]. Keep one index for each trace.
#[derive(Debug, Default)]
pub struct Index {
    /// The length class of each interval: class `c` is shorter than `2^c` microseconds, and not shorter than half of
    /// that. [`OPEN`] if it still runs.
    class: Vec<u8>,
    blocks: Vec<Block>,
    open: Vec<u32>,
    /// The intervals that have ended since the last [`Self::take_ended`].
    ended: Vec<u32>,
    /// The intervals of zero length, by time: known at their ends.
    instants: Vec<u32>,
    pub(super) groups: Groups,
}

/// The class of an interval by the logarithm of its length.
fn length_class(trace: &Trace, interval: usize) -> u8 {
    let (start, end) = (trace.intervals.start[interval], trace.intervals.end[interval]);
    if end == Time::MAX {
        OPEN
    } else if end <= start {
        0
    } else if start < Time::ZERO {
        LONGEST
    } else {
        ((end.0 - start.0).ilog2() as u8 + 1).min(LONGEST)
    }
}

impl Block {
    /// Extends the block by an interval.
    fn include(&mut self, trace: &Trace, interval: usize, class: u8) {
        let table = &trace.intervals;
        self.from = self.from.min(table.start[interval].0);
        self.to = self.to.max(table.end[interval].0);
        self.low = self.low.min(table.row[interval]);
        self.high = self.high.max(table.row[interval].saturating_add(table.rows[interval]));
        self.classes |= 1 << class;
    }

    /// True if the extent of the block overlaps the window.
    fn meets(&self, window: &Window) -> bool {
        self.from < window.time.end
            && self.to > window.time.start
            && self.low < window.rows.end
            && self.high > window.rows.start
    }

    /// True if each of its intervals overlaps the window.
    fn is_inside(&self, window: &Window) -> bool {
        self.from >= window.time.start
            && self.to <= window.time.end
            && self.low >= window.rows.start
            && self.high <= window.rows.end
    }
}

impl Index {
    /// Adds new intervals of the trace, and the ends of old ones.
    pub fn update(&mut self, trace: &Trace) {
        let intervals = &trace.intervals;
        if intervals.len() < self.class.len() {
            *self = Self::default();
        }
        self.close_ended(trace);
        for i in self.class.len()..intervals.len() {
            let class = length_class(trace, i);
            if i % BLOCK == 0 {
                self.blocks.push(EMPTY);
            }
            self.blocks[i / BLOCK].include(trace, i, class);
            self.class.push(class);
            if class == OPEN {
                self.open.push(i as u32);
            } else {
                self.ended.push(i as u32);
            }
            if class == 0 {
                self.instants.push(i as u32);
            }
        }
    }

    /// Number of intervals.
    pub fn len(&self) -> usize {
        self.class.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.class.is_empty()
    }

    /// The length class of an interval: class `c` is shorter than `2^c` microseconds, and not shorter than half of
    /// that; [`OPEN`] if it still runs.
    #[inline]
    pub fn length_class_of(&self, interval: usize) -> u8 {
        self.class[interval]
    }

    /// The intervals that have ended since the last call, in the order in which their ends became known.
    pub fn take_ended(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.ended)
    }

    /// Records the ends of intervals that were running at the last update.
    fn close_ended(&mut self, trace: &Trace) {
        let first = self.ended.len();
        let (class, ended, instants) = (&mut self.class, &mut self.ended, &mut self.instants);
        self.open.retain(|&i| {
            let now = length_class(trace, i as usize);
            if now != OPEN {
                class[i as usize] = now;
                ended.push(i);
            }
            if now == 0 {
                instants.push(i);
            }
            now == OPEN
        });
        let mut blocks: Vec<usize> = self.ended[first..].iter().map(|&i| i as usize / BLOCK).collect();
        blocks.dedup();
        for block in blocks {
            let mut spans = EMPTY;
            for i in block * BLOCK..((block + 1) * BLOCK).min(self.class.len()) {
                spans.include(trace, i, self.class[i]);
            }
            self.blocks[block] = spans;
        }
    }

    /// Calls `visit` with each interval that overlaps the window and is not shorter than half of `2^least` microseconds
    /// nor of zero length, in the order of the table. A running one counts as endless.
    pub fn visit_window(&self, trace: &Trace, window: &Window, least: u8, mut visit: impl FnMut(usize)) {
        let table = &trace.intervals;
        let least = least.clamp(1, OPEN);
        for (block, first) in self.blocks.iter().zip((0..).step_by(BLOCK)) {
            if block.classes >> least == 0 || !block.meets(window) {
                continue;
            }
            let all = first..(first + BLOCK).min(self.class.len());
            let classes = &self.class[all.clone()];
            if block.is_inside(window) {
                all.zip(classes).filter(|(_, class)| **class >= least).for_each(|(i, _)| visit(i));
                continue;
            }
            for (i, &class) in all.zip(classes) {
                if class >= least
                    && table.start[i].0 < window.time.end
                    && table.end[i].0 > window.time.start
                    && table.row[i] < window.rows.end
                    && table.row[i].saturating_add(table.rows[i]) > window.rows.start
                {
                    visit(i);
                }
            }
        }
    }

    /// The intervals in a window of time, its end included, whose subjects started and ended at the same instant.
    pub fn zero_length_intervals(&self, trace: &Trace, window: &Window) -> impl Iterator<Item = usize> {
        let (table, subjects) = (&trace.intervals, &trace.subjects);
        let before = |time: i64| self.instants.partition_point(|&i| table.start[i as usize].0 < time);
        let (first, last) = (before(window.time.start), before(window.time.end.saturating_add(1)));
        let at_once = |&i: &usize| {
            let subject = table.subject[i] as usize;
            subjects.start[subject] == subjects.end[subject]
        };
        self.instants[first..last.max(first)].iter().map(|&i| i as usize).filter(at_once)
    }

    /// The subjects that held the first row of a subject before and after it, if any.
    pub fn row_neighbours(
        &mut self,
        trace: &Trace,
        subject: SubjectId,
    ) -> (Option<SubjectId>, Option<SubjectId>) {
        let Some(own) = trace.intervals_of(subject).next() else { return (None, None) };
        self.update(trace);
        let table = &trace.intervals;
        let row = table.row[own];
        let there = |&i: &usize| table.row[i] <= row && row < table.row[i].saturating_add(table.rows[i]);
        let may = |block: &usize| self.blocks[*block].low <= row && row < self.blocks[*block].high;
        let all = |block: usize| block * BLOCK..((block + 1) * BLOCK).min(table.len());
        let whose = |i: usize| table.subject[i];
        // Intervals are in the order of their starts.
        let before = (0..=own / BLOCK).rev().filter(may).flat_map(|block| all(block).rev());
        let previous = before.skip_while(|&i| i >= own).find(there).map(whose);
        let after = (own / BLOCK..self.blocks.len()).filter(may).flat_map(all);
        (previous, after.skip_while(|&i| i <= own).find(there).map(whose))
    }

    /// Memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.class.capacity()
            + self.blocks.capacity() * size_of::<Block>()
            + (self.open.capacity() + self.ended.capacity() + self.instants.capacity()) * size_of::<u32>()
            + self.groups.bytes()
    }
}
