//! The Gantt chart as pixels.
//!
//! First the bars are added to a grid of lines by columns (one sum per cell, or an exact range of cells for a bar of at
//! least a pixel). Then each line is coloured once and copied to its rows of pixels. The cost depends on the number of
//! pixels and of bars about one pixel wide.

use super::bar_classes::BarClasses;
use super::bar_style::{HATCH_INK, HATCH_PERIOD, Pattern, SOLID_STYLE, Stripes, Style};
use super::bar_sums::BarSums;
use super::canvas::{Canvas, Detail, Scratch};
use super::colour::Painter;
use super::grid::{GridCell, MIN_OUTLINED, SINGLE_BAR};
use super::idle_shading::{IdleTime, cluster_rows};
use super::instant_marks::instant_marks;
use super::row_folding::ClusterPlaces;
use super::stacks::Stacks;
use super::theme::{Rgba, blend, parse_rgba};
use super::view::{Frame, View};
use ganttlet_core::record::{IdleWhileWaiting, Index, Status, Trace};
use std::ops::Range;

/// Minimum width and height of a killed bar with a hatched end, in pixels.
const MIN_HATCHED: usize = 6;
/// Width of the hatched end, in pixels.
const HATCHED_WIDTH: usize = 24;
/// Minimum share of a pixel that is drawn for bars, so that they remain visible.
const MIN_SHARE: f32 = 0.12;

/// The state of drawing one picture.
struct Rasterizer<'a> {
    trace: &'a Trace,
    frame: Frame,
    painter: Painter<'a>,
    stripes: Stripes,
    holes: &'a IdleWhileWaiting,
}

/// The colours of idle nodes in each column of lines of the same clusters.
#[derive(Default)]
struct IdleLines {
    clusters: Range<usize>,
    colours: Vec<Rgba>,
}

/// Draws a view into `out`: red, green, blue, opacity for each pixel of [`View::size`], row by row.
pub fn rasterize(trace: &Trace, canvas: &mut Canvas, view: &View, out: &mut Vec<u8>) {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    out.resize(frame.width * frame.height * 4, 0);
    if frame.is_empty() {
        return;
    }
    let mut scratch = std::mem::take(&mut canvas.scratch);
    let mut matches = std::mem::take(&mut canvas.matches);
    let painter = Painter::new(trace, view, matches.for_view(trace, view));
    let pixels = |share: f64| (libm::round(view.scale() * HATCH_PERIOD * share) as usize).max(1);
    let stripes = Stripes { period: pixels(1.0), ink: pixels(HATCH_INK) };
    let holes = std::mem::take(&mut canvas.holes);
    let picture = Rasterizer { trace, frame, painter, stripes, holes: &holes.holes };
    let (frame, painter) = (&picture.frame, &picture.painter);
    let mut apart = true;
    if frame.is_only_shares() {
        fill_rows(out, frame, 0..frame.height, painter.grounds[0]);
    } else {
        picture.draw_bars(out, &mut scratch, (&canvas.index, &canvas.layers, &mut canvas.tints));
    }
    if frame.has_shares() {
        let shares = Stacks::new(trace, canvas, frame, painter, view.scale());
        let idle = shares.idle_colours(trace, picture.holes, frame, painter, view.scale());
        shares.paint(out, painter, &idle, Stripes { ink: pixels(HATCH_INK / 2.0), ..stripes });
        apart = !(frame.is_only_shares() && shares.is_single());
    }
    for (i, area) in instant_marks(trace, &canvas.index, frame, view.scale()) {
        let colour = blend(painter.grounds[0], painter.bar_colour(i), 1.0);
        for y in area.y..area.y + area.h {
            let first = (y as usize * frame.width + area.x as usize) * 4;
            out[first..][..area.w as usize * 4].as_chunks_mut::<4>().0.fill(colour);
        }
    }
    for shelf in frame.fold.shelves.iter().filter(|_| apart) {
        draw_separator(out, &picture, shelf, view.scale());
    }
    canvas.scratch = scratch;
    canvas.matches = matches;
    canvas.holes = holes;
}

impl Rasterizer<'_> {
    /// Draws the bars one by one, line by line.
    fn draw_bars(&self, out: &mut [u8], scratch: &mut Scratch, bars: (&Index, &BarSums, &mut BarClasses)) {
        let (frame, painter) = (&self.frame, &self.painter);
        scratch.grid.add_bars(self.trace, bars, frame, painter);
        scratch.line.resize(frame.width, [0; 4]);
        let mut next = 0;
        let mut idle = IdleLines::default();
        for line in 0..frame.lines {
            let pixels = frame.pixel_rows_of(line);
            if pixels.is_empty() {
                continue;
            }
            fill_rows(out, frame, next..pixels.start, painter.grounds[0]);
            next = pixels.end;
            self.paint_line(
                line,
                scratch.grid.cells_of_line(line),
                &mut idle,
                &mut scratch.line,
                &mut scratch.details,
            );
            let bytes = frame.width * 4;
            let first = pixels.start * bytes;
            out[first..first + bytes].copy_from_slice(scratch.line.as_flattened());
            for row in pixels.start + 1..pixels.end {
                out.copy_within(first..first + bytes, row * bytes);
            }
            scratch
                .details
                .iter()
                .for_each(|detail| draw_detail(out, frame, pixels.clone(), detail, self.stripes));
        }
        fill_rows(out, frame, next..frame.height, painter.grounds[0]);
    }

    /// The index of the background of a line; `None` if it has no nodes.
    fn background_index(&self, line: usize) -> Option<usize> {
        let frame = &self.frame;
        let shelf = frame.fold.cluster_at(frame.place_of_line(line))?;
        (shelf.rows > 0).then_some(shelf.bands.start % 2)
    }

    /// Updates the colours of idle nodes for a line, if they differ from those of the previous line.
    fn update_idle(&self, line: usize, ground: Rgba, idle: &mut IdleLines) {
        let rows = self.frame.rows_of(line);
        let bands = &self.trace.bands;
        let of = |row: f64| bands.partition_point(|band| f64::from(band.first_row) <= row).saturating_sub(1);
        let clusters = of(rows.start)..of(rows.end.next_down()).max(of(rows.start)) + 1;
        if idle.clusters != clusters || clusters.len() > 1 {
            let hole = parse_rgba(self.painter.theme.hole_fill);
            let rows = if clusters.len() > 1 { rows } else { cluster_rows(&bands[clusters.start]) };
            idle.colours =
                IdleTime::from_regions(self.holes, bands, &self.frame, &rows).colours(ground, hole);
            idle.clusters = clusters;
        }
    }

    /// Colours a line, and collects the details that are drawn over it.
    fn paint_line(
        &self,
        line: usize,
        spots: &[GridCell],
        idle: &mut IdleLines,
        pixels: &mut [Rgba],
        details: &mut Vec<Detail>,
    ) {
        details.clear();
        let Some(ground) = self.background_index(line) else {
            pixels.fill(self.painter.grounds[0]);
            return;
        };
        let ground = self.painter.grounds[ground];
        self.update_idle(line, ground, idle);
        let idle = &idle.colours;
        let mut x = 0;
        while x < spots.len() {
            let GridCell { used, best, who } = spots[x];
            if best < SINGLE_BAR {
                pixels[x] =
                    if used > 0.0 { blend(idle[x], who.to_ne_bytes(), used.max(MIN_SHARE)) } else { idle[x] };
                x += 1;
                continue;
            }
            let from = x;
            while x < spots.len() && spots[x].who == who && spots[x].best >= SINGLE_BAR {
                x += 1;
            }
            let i = who as usize;
            let (style, colour) = (self.painter.style(i), self.painter.bar_colour(i));
            let ink = blend(ground, colour, 1.0);
            pixels[from..x].fill(if style == SOLID_STYLE { ink } else { blend(ground, colour, style.fill) });
            if style.pattern == Pattern::Stripes {
                self.stripes.of(from..x, 0).for_each(|column| pixels[column] = ink);
            }
            let edge = if style == SOLID_STYLE { self.painter.edge_colour(ink) } else { ink };
            self.draw_outline(line, i, from..x, (spots, style, edge), pixels, details);
        }
    }

    /// Draws the outline of a bar in these columns: the left and right edges now, the rest later.
    fn draw_outline(
        &self,
        line: usize,
        interval: usize,
        columns: Range<usize>,
        (spots, style, edge): (&[GridCell], Style, Rgba),
        pixels: &mut [Rgba],
        details: &mut Vec<Detail>,
    ) {
        let (table, frame) = (&self.trace.intervals, &self.frame);
        let Some(lines) = frame.lines_of(table.row[interval], table.rows[interval]) else { return };
        let (from, to) = (columns.start, columns.end);
        let height = frame.height_of(lines);
        let outlined = to - from >= MIN_OUTLINED && height >= MIN_OUTLINED;
        let ended = !frame.is_running(table.end[interval]);
        // A bar that continues outside the picture, in the future, or in another size or phase has no edge on that
        // side.
        if outlined {
            let before = from.checked_sub(1).and_then(|column| spots.get(column));
            let joined = before.is_some_and(|spot| self.continues(spot, interval));
            if !joined && frame.x_of(table.start[interval].0 as f64) >= -0.5 {
                pixels[from] = edge;
            }
            let joined = spots.get(to).is_some_and(|spot| self.precedes(interval, spot));
            if !joined
                && ended
                && frame.x_of(frame.drawn_end(table.end[interval])) <= frame.width as f64 + 0.5
            {
                pixels[to - 1] = edge;
            }
        }
        let subject = table.subject[interval] as usize;
        let killed = self.trace.subjects.status[subject] == Status::Killed
            && self.trace.subjects.end[subject] == table.end[interval];
        let hatched = killed && ended && to - from >= MIN_HATCHED && height >= MIN_HATCHED;
        let hatch = if hatched { from.max(to.saturating_sub(HATCHED_WIDTH)) } else { to };
        let stripes = (style.pattern == Pattern::Hatch).then_some(edge);
        let (top, bottom) = (outlined && lines.from == line, outlined && lines.to == line + 1);
        let detail = Detail { from, to, edge, top, bottom, hatch, stripes, dotted: style.dotted };
        if top || bottom || hatch < to || stripes.is_some() {
            details.push(detail);
        }
    }

    /// True if the bar in a cell belongs to the subject of `interval` and ends where that begins.
    #[inline]
    fn continues(&self, spot: &GridCell, interval: usize) -> bool {
        let (table, before) = (&self.trace.intervals, spot.who as usize);
        spot.best >= SINGLE_BAR
            && table.subject[before] == table.subject[interval]
            && table.end[before] == table.start[interval]
    }

    /// True if the bar in a cell belongs to the subject of `interval` and begins where that ends.
    #[inline]
    fn precedes(&self, interval: usize, spot: &GridCell) -> bool {
        let (table, after) = (&self.trace.intervals, spot.who as usize);
        spot.best >= SINGLE_BAR
            && table.subject[after] == table.subject[interval]
            && table.start[after] == table.end[interval]
    }
}

/// Draws the separator above a cluster, and the dots for unused clusters.
fn draw_separator(out: &mut [u8], picture: &Rasterizer, shelf: &ClusterPlaces, scale: f64) {
    let (frame, ink) = (&picture.frame, parse_rgba(picture.painter.theme.line));
    let y = frame.y_of(f64::from(shelf.places.start));
    if shelf.places.start > 0 && y > 0.0 && y < frame.height as f64 {
        let y = frame.edge_of(f64::from(shelf.places.start)).min(frame.height - 1);
        let above = if frame.row_height >= 8.0 { y.saturating_sub(1) } else { y };
        fill_rows(out, frame, above..y + 1, ink);
    }
    if shelf.rows == 0 {
        let dot = scale as usize;
        let middle = f64::midpoint(y, frame.y_of(f64::from(shelf.places.end)));
        if middle > 0.0 && middle < frame.height as f64 {
            draw_dotted_line(out, frame, (middle as usize..middle as usize + dot, 4 * dot), ink);
        }
    }
}

/// Draws a dotted line: squares as long as it is high, each `period` pixels after the previous one.
fn draw_dotted_line(out: &mut [u8], frame: &Frame, (rows, period): (Range<usize>, usize), colour: Rgba) {
    let dot = rows.len();
    for y in rows.start..rows.end.min(frame.height) {
        let line = &mut out[y * frame.width * 4..][..frame.width * 4];
        let pixels = line.as_chunks_mut::<4>().0.iter_mut().enumerate();
        pixels.filter(|(x, _)| x % period < dot).for_each(|(_, pixel)| *pixel = colour);
    }
}

/// Draws the outline and the patterns of a bar over the pixel rows of a line.
fn draw_detail(out: &mut [u8], frame: &Frame, rows: Range<usize>, detail: &Detail, stripes: Stripes) {
    for y in rows.clone() {
        let mut set = |x: usize, colour: Rgba| {
            out[(y * frame.width + x) * 4..][..4].copy_from_slice(&colour);
        };
        if let Some(colour) = detail.stripes {
            stripes.of(detail.from..detail.to, y).for_each(|x| set(x, colour));
        }
        (detail.hatch..detail.to).filter(|x| (x + y) % 4 == 0).for_each(|x| set(x, detail.edge));
    }
    let mut edge = |y: usize| {
        let line = &mut out[y * frame.width * 4..][detail.from * 4..detail.to * 4];
        let pixels = line.as_chunks_mut::<4>().0;
        if detail.dotted {
            (detail.from..)
                .zip(pixels)
                .filter(|(x, _)| x % 4 < 2)
                .for_each(|(_, pixel)| *pixel = detail.edge);
        } else {
            pixels.fill(detail.edge);
        }
    };
    if detail.top {
        edge(rows.start);
    }
    if detail.bottom {
        edge(rows.end - 1);
    }
}

/// Fills whole rows of pixels.
fn fill_rows(out: &mut [u8], frame: &Frame, rows: Range<usize>, colour: Rgba) {
    if rows.start < rows.end {
        let bytes = frame.width * 4;
        out[rows.start * bytes..rows.end * bytes].as_chunks_mut::<4>().0.fill(colour);
    }
}
