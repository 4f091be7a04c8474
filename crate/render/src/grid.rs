//! The bars of a view in lines by columns: one sum a cell, or an exact stretch of cells for a bar of at least a pixel.

use crate::colour::Painter;
use crate::layers::Layers;
use crate::look::Pattern;
use crate::tints::Tints;
use crate::view::{Cover, Frame};
use ganttlet_core::record::{Index, Trace};

/// How wide and high a bar must be, in pixels, to get an outline.
pub(crate) const OUTLINED: usize = 3;
/// Marks spots of one bar alone, too narrow or low for an outline.
const ALONE: f32 = 1.5;
/// Marks spots of one bar alone, for which [`Spot::who`] is the interval: it has an outline or a pattern.
pub(crate) const WHOLE: f32 = 2.0;

/// What a cell of a layer uses at most: it is a sum, never wholly one bar.
const SUM: f32 = 0.999;

/// What is in a pixel of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// The part that is used.
    pub(crate) used: f32,
    /// The part that the one who uses most uses, or [`ALONE`], or [`WHOLE`].
    pub(crate) best: f32,
    /// Who uses most: its colour, or the interval if it has the whole. Colours are looked up while bars are entered, in
    /// the order of the tables: in the order of pixels most of the time would be spent waiting for memory.
    pub(crate) who: u32,
}

const IDLE: Spot = Spot { used: 0.0, best: 0.0, who: 0 };

/// The bars of a view, entered into lines by columns.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    spots: Vec<Spot>,
    width: usize,
    /// Spots from one line to the next.
    stride: usize,
}

impl Grid {
    /// The spots of a line.
    #[inline]
    pub(crate) fn line(&self, line: usize) -> &[Spot] {
        &self.spots[line * self.stride..][..self.width]
    }

    #[inline]
    fn part(&mut self, line: usize, columns: Cover) -> &mut [Spot] {
        &mut self.spots[line * self.stride..][columns.from..columns.to]
    }

    /// Takes a bar out that is alone on all of its spots.
    pub(crate) fn erase(&mut self, columns: Cover, lines: Cover) {
        (lines.from..lines.to).for_each(|line| self.part(line, columns).fill(IDLE));
    }

    /// Enters all bars of a view.
    pub(crate) fn enter(
        &mut self,
        trace: &Trace,
        (index, summed, tints): (&Index, &Layers, &mut Tints),
        frame: &Frame,
        painter: &Painter,
    ) {
        self.width = frame.width;
        // Lines begin in different sets of the cache: an odd number of cache lines (16 spots are three) apart.
        self.stride = (frame.width.div_ceil(16) | 1) * 16;
        self.spots.clear();
        self.spots.resize(frame.lines * self.stride, IDLE);
        let layers = summed.below(frame.pixel());
        let table = &trace.intervals;
        tints.follow(trace, painter);
        let mut colour = |i: usize| u32::from_ne_bytes(tints.afar(trace, painter, i));
        index.walk(trace, &frame.window, summed.least_class(layers) + 1, |i| {
            let (start, end) = (table.start[i].0 as f64, frame.end(table.end[i]));
            if let Some(columns) = frame.columns(start, end)
                && let Some(lines) = frame.lines_of(table.row[i], table.rows[i])
            {
                if !columns.full() || !lines.full() {
                    self.add(columns, lines, 1.0, colour(i));
                    return;
                }
                let outlined = columns.to - columns.from >= OUTLINED && frame.height_of(lines) >= OUTLINED;
                let patterned = || !painter.all_solid && painter.style(i).pattern != Pattern::Plain;
                let (best, who) =
                    if outlined || patterned() { (WHOLE, i as u32) } else { (ALONE, colour(i)) };
                for line in lines.from..lines.to {
                    self.part(line, columns).fill(Spot { used: 1.0, best, who });
                }
            }
        });
        summed.walk(layers, frame, |row, stretches| {
            let Some(lines) = frame.lines_of(row, 1) else { return };
            for (columns, cell) in stretches.used() {
                self.add(columns, lines, cell.busy.min(SUM), colour(cell.most as usize));
            }
        });
    }

    /// Enters what uses the part `busy` of some columns and lines.
    #[inline]
    fn add(&mut self, columns: Cover, lines: Cover, busy: f32, colour: u32) {
        for line in lines.from..lines.to {
            let busy = busy * lines.part(line);
            for (spot, column) in self.part(line, columns).iter_mut().zip(columns.from..) {
                let part = busy * columns.part(column);
                let more = part > spot.best;
                spot.used += part;
                spot.best = if more { part } else { spot.best };
                spot.who = if more { colour } else { spot.who };
            }
        }
    }
}
