//! The data and buffers for the pictures of one record.

use crate::bar_classes::BarClasses;
use crate::bar_sums::BarSums;
use crate::baseline::BaselineComparison;
use crate::colour::QueryMatches;
use crate::grid::BarGrid;
use crate::row_folding::ClusterPlaces;
use crate::theme::Rgba;
use crate::view::{Frame, View};
use ganttlet_core::record::{IdleWhileWaiting, Index, OPEN, Trace};
use ganttlet_core::time::Time;
use ganttlet_work::Work;

/// The data for the pictures of one trace: an index of its bars, sums of narrow bars, and reused buffers. Callers keep
/// one for each trace.
#[derive(Debug, Default)]
pub struct Canvas {
    /// The index of the bars.
    pub index: Index,
    pub(crate) layers: BarSums,
    /// The node time of ended bars in each cluster, in microseconds.
    held: Vec<BusyTimeBySize>,
    pub(crate) matches: QueryMatches,
    pub(crate) tints: BarClasses,
    pub(crate) holes: IdleCache,
    pub(crate) scratch: Scratch,
    /// The comparison with a baseline, if any.
    pub(crate) pair: Option<Box<BaselineComparison>>,
    /// The work, if its tasks have dependencies.
    pub work: Option<Work>,
}

/// The idle regions of a record, recomputed when the record has grown by a certain share, and when it is complete.
#[derive(Debug, Default)]
pub(crate) struct IdleCache {
    /// Idle time while jobs wait, at the last update.
    pub(crate) holes: IdleWhileWaiting,
    /// The progress of the trace at the last update: number of bars, known time, last end.
    of: (usize, Time, Time),
    last: (usize, Time, Time),
}

/// Minimum height of a distinguishable bar, in pixels of the page.
const HAIRLINE_HEIGHT: f64 = 2.5;
/// Minimum width of a distinguishable bar, in pixels of the page.
const MIN_BAR_WIDTH: f64 = 3.0;

/// Busy node time of bars of one row, of two rows, and of more rows, by class of length.
#[derive(Debug)]
struct BusyTimeBySize([[f64; 65]; 3]);

impl Default for BusyTimeBySize {
    fn default() -> Self {
        Self([[0.0; 65]; 3])
    }
}

impl BusyTimeBySize {
    /// Adds an ended bar with this number of rows.
    fn add(&mut self, rows: u32, class: u8, length: f64) {
        self.0[rows.clamp(1, 3) as usize - 1][usize::from(class)] += length * f64::from(rows);
    }

    /// The busy time of bars of at most `class` or with fewer than `rows` rows (at most 3), and that of all bars.
    fn small_bar_time(&self, class: usize, rows: usize) -> (f64, f64) {
        let sum = |times: &[f64]| times.iter().sum::<f64>();
        let small =
            |(at, times): (usize, &[f64; 65])| sum(if at + 1 < rows { times } else { &times[..=class] });
        (self.0.iter().enumerate().map(small).sum(), self.0.iter().map(|times| sum(times)).sum())
    }
}

/// Up to this number of bars, idle regions are recomputed for each picture while the record grows.
const SMALL_RECORD: usize = 5_000;

impl IdleCache {
    /// Updates the regions if the record has grown enough.
    fn update(&mut self, trace: &Trace) {
        let far = (trace.intervals.len(), trace.now, trace.last_end);
        let grown = far.0 < self.of.0 || far.0 < SMALL_RECORD || far.0 > self.of.0 + self.of.0 / 8;
        if far != self.of && (grown || far == self.last) {
            self.holes = IdleWhileWaiting::from_trace(trace);
            self.of = far;
        }
        self.last = far;
    }
}

/// Buffers that are reused for each picture.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) grid: BarGrid,
    pub(crate) line: Vec<Rgba>,
    pub(crate) details: Vec<Detail>,
}

/// A detail that is drawn over a line of pixels after it was copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) edge: Rgba,
    pub(crate) top: bool,
    pub(crate) bottom: bool,
    /// The first hatched column of a killed bar.
    pub(crate) hatch: usize,
    /// The stripes over the whole bar.
    pub(crate) stripes: Option<Rgba>,
    /// True if the upper and the lower edge are dotted.
    pub(crate) dotted: bool,
}

impl Canvas {
    /// A canvas for the record of this work, which is given if its tasks have dependencies.
    pub fn with_work(work: Option<Work>) -> Self {
        Self { work, ..Self::default() }
    }

    /// Adds the events recorded since the last picture; every picture begins with this call.
    pub fn update(&mut self, trace: &Trace) {
        if trace.intervals.len() < self.index.len() {
            *self = Self::with_work(self.work.take());
        }
        self.index.update(trace);
        self.holes.update(trace);
        let ended = self.index.take_ended();
        // Several bars may end at one instant, some of them before the last picture and some after it.
        if !ended.is_empty() {
            self.tints.clear();
            self.matches.clear();
        }
        let table = &trace.intervals;
        for &i in &ended {
            let i = i as usize;
            let length = (table.end[i].0 - table.start[i].0) as f64;
            let cluster = trace.cluster_at(table.row[i]).unwrap_or(0);
            self.held.resize_with(self.held.len().max(cluster + 1), BusyTimeBySize::default);
            self.held[cluster].add(table.rows[i], self.index.length_class_of(i), length);
        }
        if self.layers.is_outgrown(trace) {
            self.layers.plan_layers(trace);
            for i in (0..self.index.len()).filter(|&i| self.index.length_class_of(i) != OPEN) {
                self.layers.add_interval(trace, i, self.index.length_class_of(i));
            }
        } else {
            for i in ended {
                self.layers.add_interval(trace, i as usize, self.index.length_class_of(i as usize));
            }
        }
    }

    /// A view in microseconds, rows and pixels, with shares in place of bars if they are requested and needed. Clusters
    /// have shares if most of their node time belongs to bars that are too small. The whole trace counts, so that
    /// panning does not change the kind of drawing. Clusters that are too low are treated as one.
    pub(crate) fn frame(&self, trace: &Trace, view: &View) -> Frame {
        let mut frame = view.frame(trace);
        if view.shares {
            // The mean length in a class is about three quarters of its maximum.
            let short = frame.pixel_duration() * view.scale() * MIN_BAR_WIDTH / 0.75;
            let class = (short.clamp(1.0, 9e18) as u64).ilog2() as usize;
            let row = frame.row_height / view.scale() * (1.0 + 1e-9);
            let rows = if row >= HAIRLINE_HEIGHT { 1 } else { libm::ceil(HAIRLINE_HEIGHT / row) as usize };
            let most = |small: f64, all: f64| row < 1.0 || small > all / 2.0;
            let held: Vec<(f64, f64)> =
                self.held.iter().map(|held| held.small_bar_time(class, rows)).collect();
            let (small, all) = held.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let one = frame.has_low_clusters(view.scale());
            let dense = |shelf: &ClusterPlaces| {
                let (small, all) =
                    if one { (small, all) } else { held.get(shelf.bands.start).copied().unwrap_or_default() };
                shelf.rows > 0 && most(small, all)
            };
            frame.dense = frame.fold.shelves.iter().map(dense).collect();
        }
        frame
    }

    /// Sets the [`crate::baseline`] to compare the finished run with; empty bytes remove it. False if the baseline is
    /// of other work.
    pub fn compare(&mut self, trace: &Trace, bytes: &[u8]) -> bool {
        let pair = if bytes.is_empty() { None } else { BaselineComparison::new(trace, bytes) };
        self.pair = pair.map(Box::new);
        bytes.is_empty() || self.pair.is_some()
    }

    /// Memory in use without the buffers, bytes.
    pub fn memory_bytes(&self) -> usize {
        self.index.bytes() + self.layers.memory_bytes() + self.tints.memory_bytes()
    }
}
