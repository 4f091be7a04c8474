//! What stands on the bars, what is under the pointer, and where a subject is drawn.

use super::area::Area;
use super::canvas::Canvas;
use super::colour::Painter;
use super::instants::instants;
use super::look::{Pattern, Style};
use super::shares::Shares;
use super::theme::{luminance, mix};
use super::view::{Frame, View};
use ganttlet_core::order;
use ganttlet_core::record::{Phase, Trace, Window};
use ganttlet_core::rule::SubjectId;
use serde::Serialize;
use ts_rs::TS;

/// Labels a picture at most.
const LABELS: usize = 400;
/// Width of a character and of the margins of a label, and height of a label, in pixels of the page.
pub(crate) const CHARACTER: f64 = 7.0;
pub(crate) const MARGIN: f64 = 6.0;
pub(crate) const HEIGHT: f64 = 12.0;
/// The room that a triangle takes inside of a bar.
const TRIANGLE: f64 = 6.0;
/// Up to this luminance white is easier to read on a colour than black.
pub(crate) const DARK: f64 = 0.179;

/// A line across the gap between two pieces of one subject on split nodes of a cluster, where they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Tie {
    /// From the left edge, in device pixels.
    pub x: u32,
    /// Where the upper piece ends.
    pub top: u32,
    /// Where the lower one begins.
    pub bottom: u32,
}

/// A name that fits into its bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Label {
    /// The bar, as far as it is seen, without the room of a triangle.
    #[serde(flatten)]
    pub area: Area,
    /// The name.
    pub text: String,
    /// How much earlier or later than in the baseline it started, below the name; empty where that is not known, or has no
    /// room.
    pub shift: String,
    /// True if it is to be written in white, else in black.
    pub light: bool,
    /// To the pieces of the same subject that have no name, as they began with this one beside it.
    pub ties: Vec<Tie>,
}

impl Frame {
    /// Where the bar of an interval is drawn; nowhere where shares are in its place.
    pub(crate) fn area(&self, trace: &Trace, interval: usize) -> Option<Area> {
        self.area_beside(trace, interval).filter(|_| !self.lies_in_shares(trace.intervals.row[interval]))
    }

    /// Where the bar of an interval is drawn, or would be.
    fn area_beside(&self, trace: &Trace, interval: usize) -> Option<Area> {
        let table = &trace.intervals;
        let rows = (table.row[interval], table.rows[interval]);
        self.area_of(table.start[interval].0 as f64, self.end(table.end[interval]), rows)
    }

    /// True if shares are drawn in place of the bars on a row.
    pub(crate) fn lies_in_shares(&self, row: u32) -> bool {
        self.has_shares() && self.fold.place(row).is_some_and(|place| self.is_dense(f64::from(place)))
    }

    /// Where `start..end` (microseconds) on some rows from the first on is drawn; nowhere if not all of the rows are.
    pub(crate) fn area_of(&self, start: f64, end: f64, (row, rows): (u32, u32)) -> Option<Area> {
        let columns = self.columns(start, end)?;
        let (top, bottom) = self.height_on((row, rows), false)?;
        Some(Area {
            x: columns.from as u32,
            y: top as u32,
            w: (columns.end() - columns.from) as u32,
            h: (bottom - top) as u32,
        })
    }

    /// From which pixel to which some rows from the first on reach down; nowhere if not all of the rows are drawn, or if they
    /// have to be `full` and are lower than a pixel.
    pub(crate) fn height_on(&self, (row, rows): (u32, u32), full: bool) -> Option<(usize, usize)> {
        let more = rows.saturating_sub(1);
        if self.fold.place(row + more)? != self.fold.place(row)? + more {
            return None;
        }
        let lines = self.lines_of(row, rows).filter(|lines| !full || lines.full())?;
        Some((self.pixels_of(lines.from).start, self.pixels_of(lines.end() - 1).end))
    }
}

/// The names that fit into their bars, at most 400: those of the largest bars. Nothing is written on patterns, nor on
/// workers that have nothing to do.
pub fn labels(trace: &Trace, canvas: &mut Canvas, view: &View) -> Vec<Label> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    if frame.is_empty() || frame.is_shares() {
        return Vec::new();
    }
    let scale = view.scale();
    let narrowest = (scale * (CHARACTER + MARGIN) * frame.pixel()).max(1.0) as u64;
    let mut found = Vec::new();
    canvas.index.walk(trace, &frame.window, narrowest.ilog2() as u8 + 1, |i| {
        let Some(area) = frame.area(trace, i) else { return };
        let look = trace.kind(trace.intervals.subject[i]).look;
        let phase = trace.phase_seen(i, frame.seen(f64::INFINITY));
        if phase == Phase::WAITS || Style::of(look, phase).pattern != Pattern::Plain {
            return;
        }
        let characters = name_length(trace, trace.intervals.subject[i]) as f64;
        if f64::from(area.w) >= scale * (characters * CHARACTER + MARGIN)
            && f64::from(area.h) >= scale * HEIGHT
        {
            found.push((i, area));
        }
    });
    order::sort(&mut found, |&(_, area)| -area.pixels());
    let found = largest_of_each(trace, found);
    let painter = Painter::new(trace, view, canvas.matches.of(trace, view));
    let now = frame.seen(f64::INFINITY);
    let label = |(i, bar): (usize, Area)| {
        let subject = trace.intervals.subject[i];
        let colour = painter.style(i).averaged(painter.bar(i));
        let light = luminance(mix(painter.grounds[0], colour, 1.0)) < DARK;
        let pair = canvas.pair.as_deref();
        let shift = pair.and_then(|pair| pair.words(trace, subject, now));
        let later = pair.and_then(|pair| pair.moved(trace, subject, now)) == Some(false);
        let room = if later { ((TRIANGLE * scale) as u32).min(bar.w) } else { 0 };
        let area = Area { x: bar.x + room, w: bar.w - room, ..bar };
        let fits = |words: &String| {
            f64::from(area.h) >= scale * 2.0 * HEIGHT
                && f64::from(area.w) >= scale * (words.chars().count() as f64 * CHARACTER + MARGIN)
        };
        let (text, shift) = (trace.name(subject), shift.filter(fits).unwrap_or_default());
        Label { area, text, shift, light, ties: ties(trace, &frame, i) }
    };
    found.into_iter().map(label).collect()
}

/// The first of these bars, but of those of one subject on one cluster that follow each other, or lie beside each other on
/// split nodes, only the largest.
fn largest_of_each(trace: &Trace, found: Vec<(usize, Area)>) -> Vec<(usize, Area)> {
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
        if kept.len() == LABELS {
            break;
        }
    }
    kept
}

/// What ties the pieces of a subject that began at once on the cluster of one of them, if their beginning is seen.
fn ties(trace: &Trace, frame: &Frame, interval: usize) -> Vec<Tie> {
    let (table, subject) = (&trace.intervals, trace.intervals.subject[interval]);
    let start = table.start[interval];
    if !trace.is_scattered(subject) || frame.x(start.0 as f64) < 0.0 {
        return Vec::new();
    }
    let cluster = |i: usize| trace.cluster_at(table.row[i]);
    let together = |&i: &usize| table.start[i] == start && cluster(i) == cluster(interval);
    let areas = trace.intervals_of(subject).filter(together).filter_map(|i| frame.area(trace, i));
    let mut pieces: Vec<Area> = areas.collect();
    order::sort(&mut pieces, |area| i64::from(area.y));
    let tie = |pair: &[Area]| Tie { x: pair[0].x, top: pair[0].y + pair[0].h, bottom: pair[1].y };
    pieces.windows(2).map(tie).filter(|tie| tie.top < tie.bottom).collect()
}

/// The subject that has most of a pixel, if any has a part of it.
pub fn hit(trace: &Trace, canvas: &mut Canvas, view: &View, x: f64, y: f64) -> Option<SubjectId> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    let inside = x >= 0.0 && y >= 0.0 && x < frame.width as f64 && y < frame.height as f64;
    if !inside {
        return None;
    }
    let (x, y) = (x as usize, y as usize);
    if frame.has_shares() {
        let mut matches = std::mem::take(&mut canvas.matches);
        let painter = Painter::new(trace, view, matches.of(trace, view));
        let shares = Shares::of(trace, canvas, &frame, &painter, view.scale());
        let found = shares.hit((trace, canvas), &frame, &painter, (x, y));
        canvas.matches = matches;
        if frame.is_shares() || shares.covers(y) {
            return found;
        }
    }
    // A mark lies over the bars beside it, and is a pixel of the page wider to point at.
    let near = view.scale() as usize;
    let under = |&(_, Area { x: left, y: top, w, h }): &(usize, Area)| {
        let (left, top) = (left as usize, top as usize);
        x + near >= left && x < left + w as usize + near && y >= top && y < top + h as usize
    };
    if let Some((i, _)) = instants(trace, &canvas.index, &frame, view.scale()).into_iter().rfind(under) {
        return Some(trace.intervals.subject[i]);
    }
    let rows = frame.rows_of(frame.line_at(y)?);
    let (from, to) = (frame.time(x as f64), frame.time((x + 1) as f64));
    let window = Window {
        time: from as i64..(libm::ceil(to) as i64).max(from as i64 + 1),
        rows: rows.start.max(0.0) as u32..libm::ceil(rows.end.max(0.0)) as u32,
    };
    let table = &trace.intervals;
    let mut best = (0.0, None);
    canvas.index.walk(trace, &window, 1, |i| {
        let wide = frame.end(table.end[i]).min(to) - (table.start[i].0 as f64).max(from);
        let (low, high) = (f64::from(table.row[i]), f64::from(table.row[i]) + f64::from(table.rows[i]));
        let area = wide.max(0.0) * (high.min(rows.end) - low.max(rows.start)).max(0.0);
        if area > best.0 {
            best = (area, Some(table.subject[i]));
        }
    });
    best.1
}

/// Where a subject is drawn: one rectangle for each of its blocks of nodes that is in the picture; where shares are drawn
/// the foot of its cluster, for as long as it is there.
pub fn boxes(trace: &Trace, canvas: &mut Canvas, view: &View, subject: SubjectId) -> Vec<Area> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    if frame.is_empty() || subject as usize >= trace.subjects.len() {
        return Vec::new();
    }
    let area = |i: usize| {
        let area = frame.area_beside(trace, i).or_else(|| {
            let at_once = trace.intervals.start[i] == trace.intervals.end[i];
            frame.mark(trace, i, view.scale()).filter(|_| at_once && !frame.runs(trace.intervals.end[i]))
        })?;
        if !frame.lies_in_shares(trace.intervals.row[i]) {
            return Some(area);
        }
        let foot = Shares::foot(&frame, view.scale(), trace.intervals.row[i])?;
        Some(Area { y: foot.start as u32, h: foot.len() as u32, ..area })
    };
    trace.intervals_of(subject).filter_map(area).collect()
}

/// How many characters the name of a subject has.
fn name_length(trace: &Trace, subject: SubjectId) -> usize {
    match trace.names.get(subject as usize) {
        Some(name) if !name.is_empty() => name.chars().count(),
        _ => trace.subjects.number[subject as usize].max(1).ilog10() as usize + 1,
    }
}
