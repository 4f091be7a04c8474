//! A view: the visible part of a trace, its size and its colours.

use super::row_folding::RowFolding;
use super::theme::ThemeName;
use ganttlet_core::record::{Colour, Trace, Window};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use serde::{Deserialize, Deserializer};
use ts_rs::TS;

/// Maximum number of pixels of a side.
const MAX_SIDE: u32 = 8_192;
/// Maximum number of pixels.
const MAX_PIXELS: u32 = 16_000_000;
/// Largest time of a view, in seconds, either side of zero: the range of [`Time`].
const MAX_TIME_S: f64 = 9e12;

/// A window of time and rows, the size of its picture, and its appearance. Invalid values are replaced by valid ones.
#[derive(Clone, Debug, PartialEq, Deserialize, TS)]
#[serde(default)]
pub struct View {
    /// Time at the left edge, in seconds.
    pub from_s: f64,
    /// Time at the right edge, in seconds.
    pub to_s: f64,
    /// Row at the upper edge; may be between two rows. In a folded picture, this and `rows` are shares of the number of
    /// all rows, applied to the remaining ones.
    pub first_row: f64,
    /// Number of visible rows; may be a fraction.
    pub rows: f64,
    /// True if unused rows are omitted, unless free nodes are relevant in the run.
    #[ts(as = "Option<_>", optional)]
    pub folded: bool,
    /// True if shares of nodes are drawn in place of bars that are too small: if rows are lower than a pixel of the
    /// page, and in clusters where most node time belongs to bars shorter than 3 or lower than 2.5 pixels.
    #[ts(as = "Option<_>", optional)]
    pub shares: bool,
    /// Width in device pixels, at most 8192.
    #[serde(deserialize_with = "deserialize_pixels")]
    pub width: u32,
    /// Height in device pixels, at most 8192, and width by height at most 16,000,000.
    #[serde(deserialize_with = "deserialize_pixels")]
    pub height: u32,
    /// Device pixels for each pixel of the page, 1 to 4: text is scaled by this factor.
    #[ts(as = "Option<_>", optional)]
    pub scale: f64,
    /// The playhead, in seconds: nothing after it is drawn.
    pub now_s: f64,
    /// The waits of all runs that are shown beside each other, as in their reports, one after another: they decide on the
    /// classes of colours by wait. Without them the classes begin at 0, 5, 15 and 30 min, 1 and 2 h.
    #[ts(as = "Option<_>", optional)]
    pub waits: Vec<f64>,
    /// The meaning of colours; `None` for the default of the run.
    pub colour: Option<Colour>,
    /// The colours to choose from.
    pub theme: ThemeName,
    /// The selected subject (never dimmed), or `None`; the page sends -1 for none.
    #[serde(deserialize_with = "deserialize_selected")]
    #[ts(type = "number")]
    pub selected: Option<SubjectId>,
    /// A query as for [`find`](super::find()): other subjects are dimmed. With an empty or invalid query none are.
    pub query: String,
}

impl Default for View {
    fn default() -> Self {
        Self {
            from_s: 0.0,
            to_s: 0.0,
            first_row: 0.0,
            rows: 0.0,
            folded: false,
            shares: false,
            width: 0,
            height: 0,
            scale: 1.0,
            now_s: f64::INFINITY,
            waits: Vec::new(),
            colour: None,
            theme: ThemeName::default(),
            selected: None,
            query: String::new(),
        }
    }
}

/// Reads a number of pixels, rounded down and limited.
fn deserialize_pixels<'de, D: Deserializer<'de>>(source: D) -> Result<u32, D::Error> {
    // `as` saturates and maps NaN to 0.
    Ok((f64::deserialize(source)? as u32).min(MAX_SIDE))
}

/// Reads a selected subject; negative numbers mean none.
fn deserialize_selected<'de, D: Deserializer<'de>>(source: D) -> Result<Option<SubjectId>, D::Error> {
    let id = Option::<f64>::deserialize(source)?;
    Ok(id.filter(|&id| id >= 0.0 && id < f64::from(u32::MAX)).map(|id| id as SubjectId))
}

impl View {
    /// A view of a whole trace up to its last known time, in a picture of this size.
    pub fn of_whole_trace(trace: &Trace, width: u32, height: u32) -> Self {
        let to_s = trace.last_end.max(trace.now).seconds();
        Self { to_s, rows: f64::from(trace.rows()), width, height, ..Self::default() }
    }

    /// Width and height of the picture in pixels, within the limits.
    pub fn size(&self) -> (u32, u32) {
        let width = self.width.min(MAX_SIDE);
        (width, self.height.min(MAX_SIDE).min(MAX_PIXELS / width.max(1)))
    }

    /// Device pixels for each pixel of the page.
    pub(crate) fn scale(&self) -> f64 {
        if self.scale.is_nan() { 1.0 } else { self.scale.clamp(1.0, 4.0) }
    }

    /// The view in the units of the engine, with all values valid.
    pub(crate) fn frame(&self, trace: &Trace) -> Frame {
        let known = trace.last_end.max(trace.now);
        let seconds = |value: f64, default: f64| {
            if value.is_nan() { default } else { value.clamp(-MAX_TIME_S, MAX_TIME_S) }
        };
        let (a, b) = (seconds(self.from_s, 0.0), seconds(self.to_s, known.seconds()));
        let (from, to) = (a.min(b) * 1e6, (a.max(b) * 1e6).max(a.min(b) * 1e6 + 1.0));
        let (width, height) = self.size();
        let rows = if self.rows > 0.0 { self.rows } else { f64::from(trace.rows()) };
        let rows = rows.clamp(1e-3, 1e9);
        let first = if self.first_row.is_nan() { 0.0 } else { self.first_row.clamp(-1e9, 1e9) };
        let fold = RowFolding::from_trace(trace, self.folded);
        let all = f64::from(fold.places);
        let part = if trace.rows() == 0 { 1.0 } else { all / f64::from(trace.rows()) };
        let (first, rows) = (first * part, rows * part);
        let row_height = f64::from(height) / rows;
        let (low, high) = (first.clamp(0.0, all), (first + rows).clamp(0.0, all));
        let (low, high) = (low as u32, libm::ceil(high) as u32);
        let tall = row_height >= 1.0;
        Frame {
            width: width as usize,
            height: height as usize,
            from,
            scale: f64::from(width) / (to - from).max(1.0),
            // Times are whole microseconds: a bar that ends at the playhead has ended.
            now: libm::round(seconds(self.now_s, known.seconds()) * 1e6),
            known: trace.now.0 as f64,
            first,
            row_height,
            tall,
            low,
            lines: if tall { (high - low) as usize } else { height as usize },
            window: Window {
                time: from as i64
                    ..(libm::ceil(to) as i64).min(libm::round(seconds(self.now_s, MAX_TIME_S) * 1e6) as i64),
                rows: fold.row_at(f64::from(low)) as u32..libm::ceil(fold.row_at(f64::from(high))) as u32,
            },
            fold,
            dense: Vec::new(),
        }
    }
}

/// Clusters that are lower on average than this, in pixels of the page, share one stack.
const MIN_CLUSTER_HEIGHT: f64 = 6.0;

/// A view in microseconds, places of rows and pixels. A *line* is the unit of drawing: a row if rows are at least a
/// pixel high, otherwise a line of pixels with parts of several rows.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) width: usize,
    pub(crate) height: usize,
    from: f64,
    /// Pixels per microsecond.
    scale: f64,
    now: f64,
    known: f64,
    first: f64,
    /// Pixels per row.
    pub(crate) row_height: f64,
    /// True if lines are rows.
    pub(crate) tall: bool,
    /// The first visible place.
    low: u32,
    /// Number of visible lines.
    pub(crate) lines: usize,
    /// The visible window of the trace.
    pub(crate) window: Window,
    /// The mapping of rows to places.
    pub(crate) fold: RowFolding,
    /// For each shelf, whether shares are drawn in place of bars; empty if nowhere.
    pub(crate) dense: Vec<bool>,
}

/// A range of pixels or lines: all of `from..to`, but only the share `head` of the first and `tail` of the last,
/// which may be the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PixelCover {
    pub(crate) from: usize,
    pub(crate) to: usize,
    head: f32,
    tail: f32,
}

impl PixelCover {
    /// The pixels of `0..limit` that `a..b` covers: rounded to whole pixels if the range is at least one pixel long,
    /// otherwise its shares of one or two pixels.
    #[inline]
    fn new(a: f64, b: f64, limit: usize) -> Option<Self> {
        let end = limit as f64;
        if b <= 0.0 || a >= end || b <= a {
            return None;
        }
        // Neither is NaN: plain comparisons and `i32` are much less work than `max`, `min` and `usize`.
        let (low, high) = (if a > 0.0 { a } else { 0.0 }, if b < end { b } else { end });
        if b - a > 1.0 - 1e-9 {
            let (from, to) = ((low + 0.5) as i32 as usize, (high + 0.5) as i32 as usize);
            return (from < to).then_some(Self { from, to, head: 1.0, tail: 1.0 });
        }
        // Always two pixels, the second possibly with a share of 0: without a branch this is twice as fast.
        let whole = low as i32;
        let (from, edge) = (whole as usize, f64::from(whole + 1));
        let over = if high > edge { high - edge } else { 0.0 };
        let (head, tail) = ((high - over - low) as f32, over as f32);
        Some(Self { from, to: (from + 2).min(limit), head, tail })
    }

    /// The end of the touched pixels.
    #[inline]
    pub(crate) fn end(self) -> usize {
        if self.tail > 0.0 { self.to } else { self.from + 1 }
    }

    /// True if all pixels are fully covered.
    #[inline]
    pub(crate) fn is_full(self) -> bool {
        self.head >= 1.0 && self.tail >= 1.0
    }

    /// The covered share of pixel `at`, which is between `from` and `to`.
    #[inline]
    pub(crate) fn share_of(self, at: usize) -> f32 {
        if at == self.from {
            self.head
        } else if at + 1 == self.to {
            self.tail
        } else {
            1.0
        }
    }
}

impl Frame {
    /// True if there is nothing to draw on.
    pub(crate) fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// True if clusters are so low that they share one stack.
    pub(crate) fn has_low_clusters(&self, scale: f64) -> bool {
        let shelves = || self.fold.shelves.iter().filter(|shelf| shelf.rows > 0);
        let places: u32 = shelves().map(|shelf| shelf.rows).sum();
        f64::from(places) * self.row_height < MIN_CLUSTER_HEIGHT * scale * shelves().count().max(1) as f64
    }

    /// True if shares are drawn in place of bars, anywhere.
    pub(crate) fn has_shares(&self) -> bool {
        self.dense.contains(&true)
    }

    /// True if shares are drawn in place of all bars.
    pub(crate) fn is_only_shares(&self) -> bool {
        self.has_shares()
            && self.fold.shelves.iter().zip(&self.dense).all(|(shelf, &dense)| dense || shelf.rows == 0)
    }

    /// True if shares are drawn in place of the bars at a place.
    pub(crate) fn is_shared_at(&self, place: f64) -> bool {
        let shelf = self.fold.shelves.partition_point(|shelf| f64::from(shelf.places.end) <= place);
        self.dense.get(shelf) == Some(&true)
    }

    /// Microseconds per pixel.
    pub(crate) fn pixel_duration(&self) -> f64 {
        1.0 / self.scale
    }

    /// The x coordinate of a time, in pixels from the left edge.
    #[inline]
    pub(crate) fn x_of(&self, time: f64) -> f64 {
        (time - self.from) * self.scale
    }

    /// The time at an x coordinate, in microseconds.
    pub(crate) fn time_at(&self, x: f64) -> f64 {
        self.from + x / self.scale
    }

    /// The upper edge of a place, in pixels from the top.
    pub(crate) fn y_of(&self, place: f64) -> f64 {
        (place - self.first) * self.row_height
    }

    /// The place at a height, not rounded.
    #[inline]
    pub(crate) fn place_at(&self, y: f64) -> f64 {
        self.first + y / self.row_height
    }

    /// The place of a line, not rounded: that of its middle if lines are not rows.
    #[inline]
    pub(crate) fn place_of_line(&self, line: usize) -> f64 {
        if self.tall { f64::from(self.low) + line as f64 } else { self.place_at(line as f64 + 0.5) }
    }

    /// The upper edge of a place as a whole pixel of the picture.
    #[inline]
    pub(crate) fn edge_of(&self, place: f64) -> usize {
        (self.y_of(place).clamp(0.0, self.height as f64) + 0.5) as usize
    }

    /// The pixel rows of a line.
    #[inline]
    pub(crate) fn pixel_rows_of(&self, line: usize) -> std::ops::Range<usize> {
        if self.tall {
            let place = f64::from(self.low) + line as f64;
            self.edge_of(place)..self.edge_of(place + 1.0)
        } else {
            line..line + 1
        }
    }

    /// The columns that `start..end` (microseconds) covers.
    #[inline]
    pub(crate) fn columns_of(&self, start: f64, end: f64) -> Option<PixelCover> {
        PixelCover::new(self.x_of(start), self.x_of(end), self.width)
    }

    /// The lines that some rows cover.
    #[inline]
    pub(crate) fn lines_of(&self, row: u32, rows: u32) -> Option<PixelCover> {
        let row = self.fold.place(row)?;
        if self.tall {
            let from = row.saturating_sub(self.low) as usize;
            let to = (row.saturating_add(rows).saturating_sub(self.low) as usize).min(self.lines);
            (from < to).then_some(PixelCover { from, to, head: 1.0, tail: 1.0 })
        } else {
            let (a, b) = (f64::from(row), f64::from(row) + f64::from(rows));
            PixelCover::new(self.y_of(a), self.y_of(b), self.lines)
        }
    }

    /// The rows that a line shows, not rounded.
    #[inline]
    pub(crate) fn rows_of(&self, line: usize) -> std::ops::Range<f64> {
        if self.tall {
            let place = f64::from(self.low) + line as f64;
            let row = self.fold.row_at(place);
            if self.fold.is_without_row(place) { row..row } else { row..row + 1.0 }
        } else {
            let row = |y: usize| self.fold.row_at(self.place_at(y as f64));
            row(line)..row(line + 1)
        }
    }

    /// The line that a row of pixels belongs to, if any.
    pub(crate) fn line_at(&self, y: usize) -> Option<usize> {
        if !self.tall {
            return Some(y).filter(|&y| y < self.lines);
        }
        // Edges are rounded, so that the line may be one above or below the unrounded result.
        let near = (self.place_at(y as f64) - f64::from(self.low)).max(0.0) as usize;
        (near.saturating_sub(1)..=near + 1)
            .find(|&line| line < self.lines && self.pixel_rows_of(line).contains(&y))
    }

    /// The height of some lines, in pixels.
    #[inline]
    pub(crate) fn height_of(&self, lines: PixelCover) -> usize {
        self.pixel_rows_of(lines.end() - 1).end - self.pixel_rows_of(lines.from).start
    }

    /// The end of an interval as drawn, in microseconds: a running one ends at the last known time.
    #[inline]
    pub(crate) fn drawn_end(&self, end: Time) -> f64 {
        let end = if end == Time::MAX { self.known } else { end.0 as f64 };
        self.before_playhead(end)
    }

    /// The earlier of a time and the playhead, in microseconds.
    #[inline]
    pub(crate) fn before_playhead(&self, time: f64) -> f64 {
        if time < self.now { time } else { self.now }
    }

    /// True if an interval with this end still runs at the playhead.
    #[inline]
    pub(crate) fn is_running(&self, end: Time) -> bool {
        end == Time::MAX || end.0 as f64 > self.now
    }
}
