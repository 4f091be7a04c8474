//! Labels on bars, the subject under the pointer, and the rectangles of a subject.

use super::area::Area;
use super::bar_style::{Pattern, Style};
use super::canvas::Canvas;
use super::colour::Painter;
use super::instant_marks::instant_marks;
use super::stacks::Stacks;
use super::theme::{blend, luminance};
use super::view::{Frame, View};
use ganttlet_core::order;
use ganttlet_core::record::{Phase, Trace, Window};
use ganttlet_core::rule::SubjectId;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of labels in a picture.
const MAX_LABELS: usize = 400;
/// Width of a character of a label, in pixels of the page.
pub(crate) const CHARACTER_WIDTH: f64 = 7.0;
/// Margin of a label, in pixels of the page.
pub(crate) const MARGIN: f64 = 6.0;
/// Height of a label, in pixels of the page.
pub(crate) const LABEL_HEIGHT: f64 = 12.0;
/// Width of a triangle inside a bar.
const TRIANGLE_WIDTH: f64 = 6.0;
/// Up to this luminance of a colour, white text is easier to read than black text.
pub(crate) const WHITE_TEXT_LUMINANCE: f64 = 0.179;

/// A line across the gap between two pieces of one subject on separate nodes of a cluster, at their start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Tie {
    /// From the left edge, in device pixels.
    pub x: u32,
    /// The lower edge of the upper piece.
    pub top: u32,
    /// The upper edge of the lower piece.
    pub bottom: u32,
}

/// A name that fits into its bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Label {
    /// The visible part of the bar, without the space for a triangle.
    #[serde(flatten)]
    pub area: Area,
    /// The name.
    pub text: String,
    /// The shift from the baseline, below the name; empty if unknown or without space.
    pub shift: String,
    /// True for white text, otherwise black.
    pub light: bool,
    /// Lines to the unlabelled pieces of the same subject that started together with this one.
    pub ties: Vec<Tie>,
}

impl Frame {
    /// The rectangle of a bar; `None` if shares are drawn in its place.
    pub(crate) fn bar_area(&self, trace: &Trace, interval: usize) -> Option<Area> {
        self.nominal_area(trace, interval).filter(|_| !self.is_row_shared(trace.intervals.row[interval]))
    }

    /// The rectangle of a bar, also if shares are drawn in its place.
    fn nominal_area(&self, trace: &Trace, interval: usize) -> Option<Area> {
        let table = &trace.intervals;
        let rows = (table.row[interval], table.rows[interval]);
        self.area_of(table.start[interval].0 as f64, self.drawn_end(table.end[interval]), rows)
    }

    /// True if the bars of a row are drawn as shares.
    pub(crate) fn is_row_shared(&self, row: u32) -> bool {
        self.has_shares() && self.fold.place(row).is_some_and(|place| self.is_shared_at(f64::from(place)))
    }

    /// The rectangle of `start..end` (microseconds) on some consecutive rows; `None` if not all of the rows are drawn.
    pub(crate) fn area_of(&self, start: f64, end: f64, (row, rows): (u32, u32)) -> Option<Area> {
        let columns = self.columns_of(start, end)?;
        let (top, bottom) = self.rows_extent((row, rows), false)?;
        Some(Area {
            x: columns.from as u32,
            y: top as u32,
            w: (columns.end() - columns.from) as u32,
            h: (bottom - top) as u32,
        })
    }

    /// The upper and lower edge of some consecutive rows in pixels; `None` if not all of the rows are drawn, or they
    /// are lower than a pixel and `full` is set.
    pub(crate) fn rows_extent(&self, (row, rows): (u32, u32), full: bool) -> Option<(usize, usize)> {
        let more = rows.saturating_sub(1);
        if self.fold.place(row + more)? != self.fold.place(row)? + more {
            return None;
        }
        let lines = self.lines_of(row, rows).filter(|lines| !full || lines.is_full())?;
        Some((self.pixel_rows_of(lines.from).start, self.pixel_rows_of(lines.end() - 1).end))
    }
}

/// The names that fit into their bars, at most 400: those of the largest bars. Patterns and idle workers have no
/// labels.
pub fn labels(trace: &Trace, canvas: &mut Canvas, view: &View) -> Vec<Label> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    if frame.is_empty() || frame.is_only_shares() {
        return Vec::new();
    }
    let scale = view.scale();
    let narrowest = (scale * (CHARACTER_WIDTH + MARGIN) * frame.pixel_duration()).max(1.0) as u64;
    let mut found = Vec::new();
    canvas.index.visit_window(trace, &frame.window, narrowest.ilog2() as u8 + 1, |i| {
        let Some(area) = frame.bar_area(trace, i) else { return };
        let look = trace.kind(trace.intervals.subject[i]).look;
        let phase = trace.phase_known_at(i, frame.before_playhead(f64::INFINITY));
        if phase == Phase::WAITS || Style::new(look, phase).pattern != Pattern::Plain {
            return;
        }
        let characters = name_length(trace, trace.intervals.subject[i]) as f64;
        if f64::from(area.w) >= scale * (characters * CHARACTER_WIDTH + MARGIN)
            && f64::from(area.h) >= scale * LABEL_HEIGHT
        {
            found.push((i, area));
        }
    });
    order::sort_by_key(&mut found, |&(_, area)| -area.pixel_count());
    let found = largest_pieces(trace, found);
    let painter = Painter::new(trace, view, canvas.matches.for_view(trace, view));
    let now = frame.before_playhead(f64::INFINITY);
    let label = |(i, bar): (usize, Area)| {
        let subject = trace.intervals.subject[i];
        let colour = painter.style(i).average_colour(painter.bar_colour(i));
        let light = luminance(blend(painter.grounds[0], colour, 1.0)) < WHITE_TEXT_LUMINANCE;
        let pair = canvas.pair.as_deref();
        let shift = pair.and_then(|pair| pair.shift_text(trace, subject, now));
        let later = pair.and_then(|pair| pair.is_later(trace, subject, now)) == Some(false);
        let room = if later { ((TRIANGLE_WIDTH * scale) as u32).min(bar.w) } else { 0 };
        let area = Area { x: bar.x + room, w: bar.w - room, ..bar };
        let fits = |words: &String| {
            f64::from(area.h) >= scale * 2.0 * LABEL_HEIGHT
                && f64::from(area.w) >= scale * (words.chars().count() as f64 * CHARACTER_WIDTH + MARGIN)
        };
        let (text, shift) = (trace.name(subject), shift.filter(fits).unwrap_or_default());
        Label { area, text, shift, light, ties: piece_ties(trace, &frame, i) }
    };
    found.into_iter().map(label).collect()
}

/// The first of these bars; consecutive or adjacent bars of one subject on one cluster are represented by the largest.
fn largest_pieces(trace: &Trace, found: Vec<(usize, Area)>) -> Vec<(usize, Area)> {
    let mut kept: Vec<(usize, Area)> = Vec::new();
    for (i, area) in found {
        let subject = trace.intervals.subject[i];
        let cluster = |i: usize| trace.cluster_at(trace.intervals.row[i]);
        let belongs = |&(other, known): &(usize, Area)| {
            let follows = known.y < area.y + area.h && area.y < known.y + known.h;
            let beside = known.x < area.x + area.w && area.x < known.x + known.w;
            trace.intervals.subject[other] == subject && (follows || beside && cluster(other) == cluster(i))
        };
        if !(trace.is_scattered(subject) && kept.iter().any(belongs)) {
            kept.push((i, area));
        }
        if kept.len() == MAX_LABELS {
            break;
        }
    }
    kept
}

/// The ties between pieces of a subject that started at once on one cluster, if their start is in the picture.
fn piece_ties(trace: &Trace, frame: &Frame, interval: usize) -> Vec<Tie> {
    let (table, subject) = (&trace.intervals, trace.intervals.subject[interval]);
    let start = table.start[interval];
    if !trace.is_scattered(subject) || frame.x_of(start.0 as f64) < 0.0 {
        return Vec::new();
    }
    let cluster = |i: usize| trace.cluster_at(table.row[i]);
    let together = |&i: &usize| table.start[i] == start && cluster(i) == cluster(interval);
    let areas = trace.intervals_of(subject).filter(together).filter_map(|i| frame.bar_area(trace, i));
    let mut pieces: Vec<Area> = areas.collect();
    order::sort_by_key(&mut pieces, |area| i64::from(area.y));
    let tie = |pair: &[Area]| Tie { x: pair[0].x, top: pair[0].y + pair[0].h, bottom: pair[1].y };
    pieces.windows(2).map(tie).filter(|tie| tie.top < tie.bottom).collect()
}

/// The subject that covers most of a pixel, if any.
pub fn subject_at(trace: &Trace, canvas: &mut Canvas, view: &View, x: f64, y: f64) -> Option<SubjectId> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    let inside = x >= 0.0 && y >= 0.0 && x < frame.width as f64 && y < frame.height as f64;
    if !inside {
        return None;
    }
    let (x, y) = (x as usize, y as usize);
    if frame.has_shares() {
        let mut matches = std::mem::take(&mut canvas.matches);
        let painter = Painter::new(trace, view, matches.for_view(trace, view));
        let shares = Stacks::new(trace, canvas, &frame, &painter, view.scale());
        let found = shares.subject_at((trace, canvas), &frame, &painter, (x, y));
        canvas.matches = matches;
        if frame.is_only_shares() || shares.covers_row(y) {
            return found;
        }
    }
    // A mark is above adjacent bars, and its target for the pointer is a pixel of the page wider.
    let near = view.scale() as usize;
    let under = |&(_, Area { x: left, y: top, w, h }): &(usize, Area)| {
        let (left, top) = (left as usize, top as usize);
        x + near >= left && x < left + w as usize + near && y >= top && y < top + h as usize
    };
    if let Some((i, _)) = instant_marks(trace, &canvas.index, &frame, view.scale()).into_iter().rfind(under) {
        return Some(trace.intervals.subject[i]);
    }
    let rows = frame.rows_of(frame.line_at(y)?);
    let (from, to) = (frame.time_at(x as f64), frame.time_at((x + 1) as f64));
    let window = Window {
        time: from as i64..(libm::ceil(to) as i64).max(from as i64 + 1),
        rows: rows.start.max(0.0) as u32..libm::ceil(rows.end.max(0.0)) as u32,
    };
    let table = &trace.intervals;
    let mut best = (0.0, None);
    canvas.index.visit_window(trace, &window, 1, |i| {
        let wide = frame.drawn_end(table.end[i]).min(to) - (table.start[i].0 as f64).max(from);
        let (low, high) = (f64::from(table.row[i]), f64::from(table.row[i]) + f64::from(table.rows[i]));
        let area = wide.max(0.0) * (high.min(rows.end) - low.max(rows.start)).max(0.0);
        if area > best.0 {
            best = (area, Some(table.subject[i]));
        }
    });
    best.1
}

/// The rectangles of a subject: one for each of its blocks of nodes in the picture; where shares are drawn, the base of
/// the stack.
pub fn subject_areas(trace: &Trace, canvas: &mut Canvas, view: &View, subject: SubjectId) -> Vec<Area> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    if frame.is_empty() || subject as usize >= trace.subjects.len() {
        return Vec::new();
    }
    let area = |i: usize| {
        let area = frame.nominal_area(trace, i).or_else(|| {
            let at_once = trace.intervals.start[i] == trace.intervals.end[i];
            frame
                .instant_mark(trace, i, view.scale())
                .filter(|_| at_once && !frame.is_running(trace.intervals.end[i]))
        })?;
        if !frame.is_row_shared(trace.intervals.row[i]) {
            return Some(area);
        }
        let foot = Stacks::stack_base(&frame, view.scale(), trace.intervals.row[i])?;
        Some(Area { y: foot.start as u32, h: foot.len() as u32, ..area })
    };
    trace.intervals_of(subject).filter_map(area).collect()
}

/// The number of characters of the name of a subject.
fn name_length(trace: &Trace, subject: SubjectId) -> usize {
    match trace.names.get(subject as usize) {
        Some(name) if !name.is_empty() => name.chars().count(),
        _ => trace.subjects.number[subject as usize].max(1).ilog10() as usize + 1,
    }
}
