//! The Gantt chart as pixels.
//!
//! First the bars are entered into a grid of lines by columns (one sum a cell, or an exact stretch of cells for a bar of
//! at least a pixel), then each line is coloured once and copied to its rows of pixels. The cost is that of the pixels
//! and of the bars that are about as wide as one.

use super::colour::Painter;
use super::index::Index;
use super::theme::{Rgba, mix, rgba};
use super::view::{Cover, Frame, View};
use super::{Status, Trace};
use std::ops::Range;

/// How wide and high a bar must be, in pixels, to get an outline.
const OUTLINED: usize = 3;
/// How wide and high a killed bar must be, in pixels, for its end to be hatched.
const HATCHED: usize = 6;
/// How long the hatched end is, in pixels.
const HATCH: usize = 24;
/// Bars that use less of a pixel than this are drawn as if they used this much: else they could not be found.
const FAINTEST: f32 = 0.12;
/// How much darker an outline is.
const DARKER: f32 = 0.28;
/// Marks cells that one bar has wholly.
pub(super) const WHOLE: f32 = 2.0;

/// What is in a pixel of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The part that is used.
    pub(super) used: f32,
    /// The part that the one who uses most uses, or [`WHOLE`].
    pub(super) best: f32,
    /// The interval that uses most.
    pub(super) interval: u32,
}

const IDLE: Spot = Spot { used: 0.0, best: 0.0, interval: 0 };

/// What a cell of a layer uses at most: it is a sum, never wholly one bar.
const SUM: f32 = 0.999;

/// Buffers that are used again for each picture.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    grid: Vec<Spot>,
    line: Vec<Rgba>,
    details: Vec<Detail>,
}

/// What is drawn over a line after it has been copied.
#[derive(Clone, Copy, Debug)]
struct Detail {
    from: usize,
    to: usize,
    edge: Rgba,
    top: bool,
    bottom: bool,
    /// From where on it is hatched.
    hatch: usize,
}

/// One picture on its way.
struct Picture<'a> {
    trace: &'a Trace,
    frame: Frame,
    painter: Painter<'a>,
}

/// Draws a view into `out`: red, green, blue, opaque for each pixel of [`View::size`], row by row.
pub fn raster(trace: &Trace, index: &mut Index, view: &View, out: &mut Vec<u8>) {
    index.update(trace);
    let frame = view.frame(trace);
    out.resize(frame.width * frame.height * 4, 0);
    if frame.is_empty() {
        return;
    }
    let mut scratch = std::mem::take(&mut index.scratch);
    enter(trace, index, &frame, &mut scratch.grid);
    let picture = Picture { trace, frame, painter: Painter::new(trace, view) };
    let (frame, painter) = (&picture.frame, &picture.painter);
    scratch.line.resize(frame.width, [0; 4]);
    let mut next = 0;
    for line in 0..frame.lines {
        let pixels = frame.pixels_of(line);
        if pixels.is_empty() {
            continue;
        }
        fill(out, frame, next..pixels.start, painter.grounds[0]);
        next = pixels.end;
        let spots = &scratch.grid[line * frame.width..][..frame.width];
        picture.paint(line, spots, &mut scratch.line, &mut scratch.details);
        let bytes = frame.width * 4;
        let first = pixels.start * bytes;
        out[first..first + bytes].copy_from_slice(scratch.line.as_flattened());
        for row in pixels.start + 1..pixels.end {
            out.copy_within(first..first + bytes, row * bytes);
        }
        scratch.details.iter().for_each(|detail| decorate(out, frame, pixels.clone(), detail));
    }
    fill(out, frame, next..frame.height, painter.grounds[0]);
    for band in trace.bands.iter().skip(1) {
        let y = frame.y(f64::from(band.first_row));
        if y > 0.0 && y < frame.height as f64 {
            let y = frame.edge(f64::from(band.first_row)).min(frame.height - 1);
            let above = if frame.row_height >= 8.0 { y.saturating_sub(1) } else { y };
            fill(out, frame, above..y + 1, rgba(painter.theme.line));
        }
    }
    index.scratch = scratch;
}

/// Enters all bars of a view into a grid of lines by columns.
pub(super) fn enter(trace: &Trace, index: &Index, frame: &Frame, grid: &mut Vec<Spot>) {
    grid.clear();
    grid.resize(frame.lines * frame.width, IDLE);
    let layers = index.layers.below(frame.pixel());
    let table = &trace.intervals;
    index.walk(trace, &frame.window, index.layers.least_class(layers) + 1, |i| {
        let (start, end) = (table.start[i].0 as f64, frame.end(table.end[i]));
        if let Some(columns) = frame.columns(start, end)
            && let Some(lines) = frame.lines_of(table.row[i], table.rows[i])
        {
            put(grid, frame.width, columns, lines, 1.0, i as u32);
        }
    });
    for layer in 0..layers {
        index.layers.walk(layer, &frame.window, |start, length, row, cell| {
            if let Some(columns) = frame.columns(start as f64, (start + length) as f64)
                && let Some(lines) = frame.lines_of(row, 1)
            {
                put(grid, frame.width, columns, lines, cell.busy.min(SUM), cell.most);
            }
        });
    }
}

/// Enters what uses the part `busy` of some columns and lines.
fn put(grid: &mut [Spot], width: usize, columns: Cover, lines: Cover, busy: f32, interval: u32) {
    let whole = busy >= 1.0 && columns.full() && lines.full();
    for line in lines.from..lines.to {
        let spots = &mut grid[line * width..][columns.from..columns.to];
        if whole {
            spots.fill(Spot { used: 1.0, best: WHOLE, interval });
            continue;
        }
        let busy = busy * lines.part(line);
        for (spot, column) in spots.iter_mut().zip(columns.from..) {
            let part = busy * columns.part(column);
            spot.used += part;
            if part > spot.best {
                (spot.best, spot.interval) = (part, interval);
            }
        }
    }
}

impl Picture<'_> {
    /// The colour of idle nodes on a line.
    fn ground(&self, line: usize) -> Rgba {
        let frame = &self.frame;
        let row = if frame.tall {
            frame.window.rows.start as f64 + line as f64
        } else {
            frame.row(line as f64 + 0.5)
        };
        if row < 0.0 || row >= f64::from(self.trace.rows()) {
            return self.painter.grounds[0];
        }
        let band = self.trace.bands.partition_point(|band| f64::from(band.first_row) <= row);
        self.painter.grounds[(band + 1) % 2]
    }

    /// Colours a line, and notes what is to be drawn over it.
    fn paint(&self, line: usize, spots: &[Spot], pixels: &mut [Rgba], details: &mut Vec<Detail>) {
        let table = &self.trace.intervals;
        let ground = self.ground(line);
        details.clear();
        let mut x = 0;
        while x < spots.len() {
            let Spot { used, best, interval } = spots[x];
            if used <= 0.0 {
                pixels[x] = ground;
                x += 1;
                continue;
            }
            let i = interval as usize;
            let runs = self.frame.runs(table.end[i]);
            let colour = self.painter.bar(table.subject[i], runs, ground);
            if best < WHOLE {
                pixels[x] = mix(ground, colour, used.max(FAINTEST));
                x += 1;
                continue;
            }
            let from = x;
            while x < spots.len() && spots[x].interval == interval && spots[x].best >= WHOLE {
                x += 1;
            }
            pixels[from..x].fill(colour);
            self.outline(line, i, from..x, pixels, details);
        }
    }

    /// The outline of a bar that is drawn in these columns: left and right at once, the rest later.
    fn outline(
        &self,
        line: usize,
        interval: usize,
        columns: Range<usize>,
        pixels: &mut [Rgba],
        details: &mut Vec<Detail>,
    ) {
        let (table, frame) = (&self.trace.intervals, &self.frame);
        let Some(lines) = frame.lines_of(table.row[interval], table.rows[interval]) else { return };
        let height = frame.pixels_of(lines.to - 1).end - frame.pixels_of(lines.from).start;
        let (from, to) = (columns.start, columns.end);
        if to - from < OUTLINED || height < OUTLINED {
            return;
        }
        let runs = frame.runs(table.end[interval]);
        let edge = mix(pixels[from], [0, 0, 0, 255], DARKER);
        // A bar that goes on outside of the picture, or into the future, has no edge there.
        if frame.x(table.start[interval].0 as f64) >= -0.5 {
            pixels[from] = edge;
        }
        if !runs && frame.x(frame.end(table.end[interval])) <= frame.width as f64 + 0.5 {
            pixels[to - 1] = edge;
        }
        let killed = self.trace.subjects.status[table.subject[interval] as usize] == Status::Killed;
        let hatched = killed && !runs && to - from >= HATCHED && height >= HATCHED;
        let hatch = if hatched { from.max(to.saturating_sub(HATCH)) } else { to };
        let detail = Detail { from, to, edge, top: lines.from == line, bottom: lines.to == line + 1, hatch };
        if detail.top || detail.bottom || hatch < to {
            details.push(detail);
        }
    }
}

/// Draws the outline and the hatching of a bar over the pixel rows of a line.
fn decorate(out: &mut [u8], frame: &Frame, rows: Range<usize>, detail: &Detail) {
    for y in rows.clone() {
        for x in (detail.hatch..detail.to).filter(|x| (x + y) % 4 == 0) {
            out[(y * frame.width + x) * 4..][..4].copy_from_slice(&detail.edge);
        }
    }
    let mut edge = |y: usize| {
        let line = &mut out[y * frame.width * 4..][detail.from * 4..detail.to * 4];
        line.as_chunks_mut::<4>().0.fill(detail.edge);
    };
    if detail.top {
        edge(rows.start);
    }
    if detail.bottom {
        edge(rows.end - 1);
    }
}

/// Fills whole rows of pixels.
fn fill(out: &mut [u8], frame: &Frame, rows: Range<usize>, colour: Rgba) {
    if rows.start < rows.end {
        let bytes = frame.width * 4;
        out[rows.start * bytes..rows.end * bytes].as_chunks_mut::<4>().0.fill(colour);
    }
}
