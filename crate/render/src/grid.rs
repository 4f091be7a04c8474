//! Rasterizes the bars of a view into lines by columns: one sum per cell, or an exact range of cells for a bar of at
//! least a pixel.

use crate::bar_classes::BarClasses;
use crate::bar_style::Pattern;
use crate::bar_sums::BarSums;
use crate::colour::Painter;
use crate::view::{Frame, PixelCover};
use ganttlet_core::record::{Index, Trace};

/// Minimum width and height of a bar with an outline, in pixels.
pub(crate) const MIN_OUTLINED: usize = 3;
/// Value of `best` in cells of a single bar that is too narrow or low for an outline.
const SINGLE_SMALL: f32 = 1.5;
/// Value of `best` in cells of a single bar with an outline or a pattern; [`GridCell::who`] is its interval.
pub(crate) const SINGLE_BAR: f32 = 2.0;

/// Largest share of a cell of summed bars: below that of a single bar.
const MAX_SUM: f32 = 0.999;

/// The content of a pixel of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GridCell {
    /// The share in use.
    pub(crate) used: f32,
    /// The share of the largest user of the cell, or [`SINGLE_SMALL`] or [`SINGLE_BAR`].
    pub(crate) best: f32,
    /// The largest user of the cell: its colour, or the interval if it fills the whole cell. Colours are looked up
    /// while bars are added, in the order of the tables: in the order of pixels, memory access would take most of the
    /// time.
    pub(crate) who: u32,
}

const IDLE_CELL: GridCell = GridCell { used: 0.0, best: 0.0, who: 0 };

/// The bars of a view, rasterized into lines by columns.
#[derive(Debug, Default)]
pub(crate) struct BarGrid {
    spots: Vec<GridCell>,
    width: usize,
    /// Number of cells from one line to the next.
    stride: usize,
}

impl BarGrid {
    /// The cells of a line.
    #[inline]
    pub(crate) fn cells_of_line(&self, line: usize) -> &[GridCell] {
        &self.spots[line * self.stride..][..self.width]
    }

    /// The cells of a line that columns cover.
    #[inline]
    fn cells_mut(&mut self, line: usize, columns: PixelCover) -> &mut [GridCell] {
        &mut self.spots[line * self.stride..][columns.from..columns.to]
    }

    /// Removes a bar that is alone in all of its cells.
    pub(crate) fn remove_bar(&mut self, columns: PixelCover, lines: PixelCover) {
        (lines.from..lines.to).for_each(|line| self.cells_mut(line, columns).fill(IDLE_CELL));
    }

    /// Adds all bars of a view.
    pub(crate) fn add_bars(
        &mut self,
        trace: &Trace,
        (index, summed, tints): (&Index, &BarSums, &mut BarClasses),
        frame: &Frame,
        painter: &Painter,
    ) {
        self.width = frame.width;
        // Lines begin in different sets of the cache: an odd number of cache lines (16 cells are three) apart.
        self.stride = (frame.width.div_ceil(16) | 1) * 16;
        self.spots.clear();
        self.spots.resize(frame.lines * self.stride, IDLE_CELL);
        let layers = summed.layers_below(frame.pixel_duration());
        let table = &trace.intervals;
        tints.revalidate(trace, painter);
        let mut colour = |i: usize| u32::from_ne_bytes(tints.mean_colour(trace, painter, i));
        index.visit_window(trace, &frame.window, summed.least_class(layers) + 1, |i| {
            let (start, end) = (table.start[i].0 as f64, frame.drawn_end(table.end[i]));
            if let Some(columns) = frame.columns_of(start, end)
                && let Some(lines) = frame.lines_of(table.row[i], table.rows[i])
            {
                if !columns.is_full() || !lines.is_full() {
                    self.add_share(columns, lines, 1.0, colour(i));
                    return;
                }
                let outlined =
                    columns.to - columns.from >= MIN_OUTLINED && frame.height_of(lines) >= MIN_OUTLINED;
                let patterned = || !painter.all_solid && painter.style(i).pattern != Pattern::Plain;
                let (best, who) =
                    if outlined || patterned() { (SINGLE_BAR, i as u32) } else { (SINGLE_SMALL, colour(i)) };
                for line in lines.from..lines.to {
                    self.cells_mut(line, columns).fill(GridCell { used: 1.0, best, who });
                }
            }
        });
        summed.visit_cells(layers, frame, |row, stretches| {
            let Some(lines) = frame.lines_of(row, 1) else { return };
            for (columns, cell) in stretches.used_cells() {
                self.add_share(columns, lines, cell.busy.min(MAX_SUM), colour(cell.most as usize));
            }
        });
    }

    /// Adds a bar that uses the share `busy` of some columns and lines.
    #[inline]
    fn add_share(&mut self, columns: PixelCover, lines: PixelCover, busy: f32, colour: u32) {
        for line in lines.from..lines.to {
            let busy = busy * lines.share_of(line);
            for (spot, column) in self.cells_mut(line, columns).iter_mut().zip(columns.from..) {
                let part = busy * columns.share_of(column);
                let more = part > spot.best;
                spot.used += part;
                spot.best = if more { part } else { spot.best };
                spot.who = if more { colour } else { spot.who };
            }
        }
    }
}
