//! What the pictures of one record are made with.

use crate::colour::Matches;
use crate::fold::Shelf;
use crate::grid::Grid;
use crate::layers::Layers;
use crate::pair::Pair;
use crate::theme::Rgba;
use crate::tints::Tints;
use crate::view::{Frame, View};
use ganttlet_core::record::{Holes, Index, OPEN, Trace};
use ganttlet_core::time::Time;
use ganttlet_work::Work;

/// What the pictures of one record are made with: where its bars are, sums of those that are narrower than a pixel, and
/// buffers that are used again for each picture. Keep one for each record.
#[derive(Debug, Default)]
pub struct Canvas {
    /// Where the bars are.
    pub index: Index,
    pub(crate) layers: Layers,
    /// For how long nodes of each cluster were held by bars that have ended, in microseconds.
    held: Vec<Held>,
    pub(crate) matches: Matches,
    pub(crate) tints: Tints,
    pub(crate) holes: Kept,
    pub(crate) scratch: Scratch,
    /// The run that this one is compared with, if any.
    pub(crate) pair: Option<Box<Pair>>,
    /// The work that was done, where its tasks wait for each other.
    pub work: Option<Work>,
}

/// The holes of a record, worked out again when it has grown by some part, and when it is no longer growing.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// What they are as of the time they were worked out.
    pub(crate) holes: Holes,
    /// How far the record was then, and at the last picture: bars, the time it is known up to, its last end.
    of: (usize, Time, Time),
    last: (usize, Time, Time),
}

/// Bars that are lower than this, in pixels of the page, are hairlines.
const LOW: f64 = 2.5;
/// Bars that are shorter than this, in pixels of the page, cannot be told from each other.
const NARROW: f64 = 3.0;

/// How long nodes were held by bars of one row, of two, and of more, each by class of length.
#[derive(Debug)]
struct Held([[f64; 65]; 3]);

impl Default for Held {
    fn default() -> Self {
        Self([[0.0; 65]; 3])
    }
}

impl Held {
    /// Takes in a bar of some rows that has ended.
    fn add(&mut self, rows: u32, class: u8, length: f64) {
        self.0[rows.clamp(1, 3) as usize - 1][usize::from(class)] += length * f64::from(rows);
    }

    /// How much of it is of bars that are of at most `class`, or of fewer than `rows` rows (3 at most); and all of it.
    fn small(&self, class: usize, rows: usize) -> (f64, f64) {
        let sum = |times: &[f64]| times.iter().sum::<f64>();
        let small =
            |(at, times): (usize, &[f64; 65])| sum(if at + 1 < rows { times } else { &times[..=class] });
        (self.0.iter().enumerate().map(small).sum(), self.0.iter().map(|times| sum(times)).sum())
    }
}

/// A record whose holes are worked out for each picture while it grows, in bars.
const FEW: usize = 5_000;

impl Kept {
    /// Takes in what has been added to the record.
    fn update(&mut self, trace: &Trace) {
        let far = (trace.intervals.len(), trace.now, trace.last_end);
        let grown = far.0 < self.of.0 || far.0 < FEW || far.0 > self.of.0 + self.of.0 / 8;
        if far != self.of && (grown || far == self.last) {
            self.holes = Holes::of(trace);
            self.of = far;
        }
        self.last = far;
    }
}

/// Buffers that are used again for each picture.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) grid: Grid,
    pub(crate) line: Vec<Rgba>,
    pub(crate) details: Vec<Detail>,
}

/// What is drawn over a line after it has been copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) edge: Rgba,
    pub(crate) top: bool,
    pub(crate) bottom: bool,
    /// From where on it is hatched because it was killed.
    pub(crate) hatch: usize,
    /// The stripes over all of it.
    pub(crate) stripes: Option<Rgba>,
    /// True if the upper and the lower edge are dotted.
    pub(crate) dotted: bool,
}

impl Canvas {
    /// For the record of this work, if its tasks wait for each other.
    pub fn of(work: Option<Work>) -> Self {
        Self { work, ..Self::default() }
    }

    /// Takes in what has been added to the record since the last time: every picture begins with this.
    pub fn update(&mut self, trace: &Trace) {
        if trace.intervals.len() < self.index.len() {
            *self = Self::of(self.work.take());
        }
        self.index.update(trace);
        self.holes.update(trace);
        let ended = self.index.take_ended();
        // Several may end at one moment, some of them before the last picture and some after it.
        if !ended.is_empty() {
            self.tints.forget();
            self.matches.forget();
        }
        let table = &trace.intervals;
        for &i in &ended {
            let i = i as usize;
            let length = (table.end[i].0 - table.start[i].0) as f64;
            let cluster = trace.cluster_at(table.row[i]).unwrap_or(0);
            self.held.resize_with(self.held.len().max(cluster + 1), Held::default);
            self.held[cluster].add(table.rows[i], self.index.class(i), length);
        }
        if self.layers.outgrown(trace) {
            self.layers.plan(trace);
            for i in (0..self.index.len()).filter(|&i| self.index.class(i) != OPEN) {
                self.layers.add(trace, i, self.index.class(i));
            }
        } else {
            for i in ended {
                self.layers.add(trace, i as usize, self.index.class(i as usize));
            }
        }
    }

    /// A view in microseconds, rows and pixels, with shares in place of bars where they are wanted and needed. In which
    /// clusters most of the time of nodes is held by bars that are too small is decided by the whole record, so that a picture that is
    /// moved stays what it is. Clusters that are too low to be told apart are one in this, too.
    pub(crate) fn frame(&self, trace: &Trace, view: &View) -> Frame {
        let mut frame = view.frame(trace);
        if view.shares {
            // The mean length of a class is about three quarters of its longest.
            let short = frame.pixel() * view.scale() * NARROW / 0.75;
            let class = (short.clamp(1.0, 9e18) as u64).ilog2() as usize;
            let row = frame.row_height / view.scale() * (1.0 + 1e-9);
            let rows = if row >= LOW { 1 } else { libm::ceil(LOW / row) as usize };
            let most = |small: f64, all: f64| row < 1.0 || small > all / 2.0;
            let held: Vec<(f64, f64)> = self.held.iter().map(|held| held.small(class, rows)).collect();
            let (small, all) = held.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let one = frame.is_low(view.scale());
            let dense = |shelf: &Shelf| {
                let (small, all) =
                    if one { (small, all) } else { held.get(shelf.bands.start).copied().unwrap_or_default() };
                shelf.rows > 0 && most(small, all)
            };
            frame.dense = frame.fold.shelves.iter().map(dense).collect();
        }
        frame
    }

    /// The run is compared with this [`crate::baseline`] from now on; with none if it is empty. The run is over. False if the
    /// baseline did other work, so that there is nothing to compare.
    pub fn compare(&mut self, trace: &Trace, bytes: &[u8]) -> bool {
        let pair = if bytes.is_empty() { None } else { Pair::new(trace, bytes) };
        self.pair = pair.map(Box::new);
        bytes.is_empty() || self.pair.is_some()
    }

    /// Bytes it takes, without the buffers.
    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.layers.bytes() + self.tints.bytes()
    }
}
