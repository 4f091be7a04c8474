//! Sums of bars that are too narrow to be drawn one by one.
//!
//! Intervals are sorted by length into layers; the lengths of each layer are up to twice those of the previous one. A
//! layer is a grid of nodes by time steps as long as its longest interval; a cell has the share in use and the subject
//! with the largest use. A picture with longer pixels is drawn from the cells, so that its cost is bounded by its
//! pixels, for any number of bars.

use crate::view::{Frame, PixelCover};
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;

/// Traces with fewer intervals have no layers: a scan of all intervals is as fast.
const MIN_INTERVALS: usize = 1 << 15;
/// Maximum number of cells of the finest layer; all layers together have at most twice as many.
const MAX_CELLS: u64 = 1 << 20;
/// Number of layers.
const LAYER_COUNT: usize = 8;
/// Consecutive cells of a row that are adjacent in memory.
const CHUNK_CELLS: usize = 32;

/// The use of one node in one time interval of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumCell {
    /// The share of the time step in use.
    pub(crate) busy: f32,
    /// The interval with the largest use.
    pub(crate) most: u32,
}

const UNUSED_CELL: SumCell = SumCell { busy: 0.0, most: 0 };

/// Sums of short bars at several resolutions; none while the trace is small.
#[derive(Debug, Default)]
pub(crate) struct BarSums {
    /// The time steps of the first layer are `2^finest` microseconds long.
    finest: u8,
    /// The cells of each layer: [`CHUNK_CELLS`] time steps of the first row, of the second, .., then the next time
    /// steps.
    cells: Vec<Vec<SumCell>>,
    rows: usize,
    planned_intervals: usize,
    planned_end: i64,
    /// True if more intervals would not shorten the time steps.
    full: bool,
}

/// Consecutive cells of one row.
pub(crate) struct RowCells<'a> {
    cells: &'a [SumCell],
    /// The pixel columns that each cell covers.
    columns: &'a [Option<PixelCover>],
}

impl RowCells<'_> {
    /// The cells with any use that are in the picture.
    #[inline]
    pub(crate) fn used_cells(&self) -> impl Iterator<Item = (PixelCover, SumCell)> {
        let all = self.cells.iter().zip(self.columns).filter(|(cell, _)| cell.busy > 0.0);
        all.filter_map(|(&cell, &columns)| Some((columns?, cell)))
    }
}

/// The last known time of the trace.
fn trace_end(trace: &Trace) -> i64 {
    let end = if trace.last_end == Time::MAX { trace.now } else { trace.last_end };
    end.max(trace.now).0.max(1)
}

impl BarSums {
    /// True if the trace is too large for the planned layers.
    pub(crate) fn is_outgrown(&self, trace: &Trace) -> bool {
        let more = trace.intervals.len() / 2 >= self.planned_intervals;
        trace.intervals.len() >= MIN_INTERVALS
            && (more && !self.full || trace_end(trace) / 2 > self.planned_end)
    }

    /// Plans empty layers for the current size of the trace.
    pub(crate) fn plan_layers(&mut self, trace: &Trace) {
        let (intervals, rows) = (trace.intervals.len(), trace.rows() as usize);
        // Known arrivals bound the end; otherwise all intervals would be added again each time the end doubles.
        let arrivals = trace.subjects.submit.iter().filter(|&&submit| submit != Time::MAX);
        let end = trace_end(trace).max(arrivals.max().map_or(0, |last| last.0));
        let held: u64 = trace.intervals.rows.iter().map(|&rows| u64::from(rows)).sum();
        let full = held >= MAX_CELLS;
        *self = Self { planned_intervals: intervals, planned_end: end, rows, full, ..Self::default() };
        let stretches = held.min(MAX_CELLS) / (rows as u64).max(1);
        if stretches >= 2 * CHUNK_CELLS as u64 {
            self.finest = (0..62).find(|&k| (end >> k) as u64 <= stretches).unwrap_or(62);
            self.cells = vec![Vec::new(); LAYER_COUNT];
        }
    }

    /// Adds an interval that has ended, if a layer contains its class.
    pub(crate) fn add_interval(&mut self, trace: &Trace, interval: usize, class: u8) {
        let layer = usize::from(class.saturating_sub(self.finest));
        if class == 0 || layer >= self.cells.len() {
            return;
        }
        let exponent = self.finest + layer as u8;
        let table = &trace.intervals;
        let overlap = |i: usize, stretch: usize| {
            let from = (stretch as i64) << exponent;
            table.end[i].0.min(from.saturating_add(1 << exponent)) - table.start[i].0.max(from)
        };
        let first = (table.start[interval].0 >> exponent) as usize;
        let last = ((table.end[interval].0 - 1) >> exponent) as usize;
        let cells = &mut self.cells[layer];
        let needed = (last / CHUNK_CELLS + 1) * CHUNK_CELLS * self.rows;
        if cells.len() < needed {
            cells.reserve_exact(needed - cells.len());
            cells.resize(needed, UNUSED_CELL);
        }
        let low = table.row[interval] as usize;
        let high = (low + table.rows[interval] as usize).min(self.rows);
        for stretch in first..=last {
            let used = overlap(interval, stretch);
            let part = used as f32 / (1_i64 << exponent) as f32;
            for row in low..high {
                let cell = &mut cells
                    [(stretch / CHUNK_CELLS * self.rows + row) * CHUNK_CELLS + stretch % CHUNK_CELLS];
                if cell.busy <= 0.0 || used > overlap(cell.most as usize, stretch) {
                    cell.most = interval as u32;
                }
                cell.busy += part;
            }
        }
    }

    /// The number of layers with cells of at most `pixel` microseconds.
    pub(crate) fn layers_below(&self, pixel: f64) -> usize {
        (0..self.cells.len()).take_while(|&layer| self.cell_length(layer) as f64 <= pixel).count()
    }

    /// The lowest class of intervals outside the first `layers` layers.
    pub(crate) fn least_class(&self, layers: usize) -> u8 {
        if layers == 0 { 0 } else { self.finest + layers as u8 }
    }

    /// The length of a cell of a layer, in microseconds.
    fn cell_length(&self, layer: usize) -> i64 {
        1 << (usize::from(self.finest) + layer)
    }

    /// Calls `visit(row, cells)` for the cells of the first `layers` layers in a view: up to [`CHUNK_CELLS`] of a row
    /// at once.
    pub(crate) fn visit_cells(&self, layers: usize, frame: &Frame, mut visit: impl FnMut(u32, RowCells)) {
        let window = &frame.window;
        for layer in 0..layers {
            let (length, cells) = (self.cell_length(layer), &self.cells[layer]);
            let stretches = cells.len() / self.rows.max(1);
            // On 32-bit platforms a time does not fit into a usize: clamp first.
            let first = ((window.time.start.max(0) / length) as u64).min(stretches as u64) as usize;
            let last = (window.time.end.max(0) as u64).div_ceil(length as u64).min(stretches as u64) as usize;
            let last = last.max(first);
            let rows = window.rows.start as usize..(window.rows.end as usize).min(self.rows);
            let mut columns = [None; CHUNK_CELLS];
            for chunk in first / CHUNK_CELLS..last.div_ceil(CHUNK_CELLS) {
                let before = chunk * CHUNK_CELLS;
                let part = first.max(before) - before..last.min(before + CHUNK_CELLS) - before;
                let mut from = (before + part.start) as i64 * length;
                for columns in &mut columns[..part.len()] {
                    let to = from.saturating_add(length);
                    *columns = frame.columns_of(from as f64, frame.before_playhead(to as f64));
                    from = to;
                }
                for row in rows.clone() {
                    let line = &cells[(before * self.rows) + row * CHUNK_CELLS..][..CHUNK_CELLS];
                    visit(row as u32, RowCells { cells: &line[part.clone()], columns: &columns });
                }
            }
        }
    }

    /// Memory of all cells, bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.cells.iter().map(|cells| cells.capacity() * size_of::<SumCell>()).sum()
    }
}
