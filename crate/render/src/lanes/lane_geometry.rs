//! Positions of lanes in a picture, and the occupied spans in their lines.

use super::layout::{LaneLayout, PlacedStay};
use crate::view::Frame;
use ganttlet_core::time::Time;

/// Height of a line of bars, in pixels of the page.
const LINE_HEIGHT: f64 = 14.0;
/// Minimum height of a lane.
const MIN_LANE: f64 = 18.0;
/// Maximum height of a lane.
pub(super) const MAX_LANE: f64 = 46.0;
/// Space above and below a lane.
pub(super) const LANE_PADDING: f64 = 2.0;
/// Minimum height of a line with single bars.
const MIN_LINE: f64 = 3.0;

/// The positions of the lanes in a picture.
pub(super) struct LaneGeometry<'a> {
    pub(super) frame: &'a Frame,
    pub(super) scale: f64,
    /// Upper edge and height of each lane, and the height of its lines.
    pub(super) lanes: Vec<(f64, f64, f64)>,
    pub(super) height: f64,
}

impl<'a> LaneGeometry<'a> {
    pub(super) fn new(layout: &LaneLayout, frame: &'a Frame, scale: f64) -> Self {
        let mut y = 0.0;
        let lane = |&lines: &usize| {
            let wanted = lines as f64 * LINE_HEIGHT + 2.0 * LANE_PADDING;
            let h = wanted.clamp(MIN_LANE, MAX_LANE);
            let line = (h - 2.0 * LANE_PADDING) / lines as f64;
            y += h * scale;
            (y - h * scale, h * scale, line.min(LINE_HEIGHT) * scale)
        };
        let lanes = layout.lines.iter().map(lane).collect();
        Self { frame, scale, lanes, height: y }
    }

    /// True if the tasks of a lane are drawn as sums.
    pub(super) fn is_crowded(&self, lane: usize) -> bool {
        self.lanes[lane].2 < MIN_LINE * self.scale
    }

    /// The line of a stay; all stays of a crowded lane share one.
    pub(super) fn line_of(&self, held: &PlacedStay) -> usize {
        if self.is_crowded(held.lane) { 0 } else { held.line }
    }

    /// The vertical centre of a stay.
    pub(super) fn middle_of(&self, held: &PlacedStay) -> f64 {
        let (y, h, line) = self.lanes[held.lane];
        if self.is_crowded(held.lane) {
            y + h / 2.0
        } else {
            y + LANE_PADDING * self.scale + (held.line as f64 + 0.5) * line
        }
    }

    /// A span of time up to the playhead, in pixels; `None` if it is not visible.
    pub(super) fn visible_span(&self, from: Time, to: Time) -> Option<(f64, f64)> {
        let (from, to) = (from.0 as f64, to.0 as f64);
        if from > self.frame.before_playhead(f64::INFINITY) {
            return None;
        }
        let (a, b) = (self.frame.x_of(from), self.frame.x_of(self.frame.before_playhead(to)));
        let right = self.frame.width as f64;
        (b >= 0.0 && a <= right).then(|| (a.max(-4.0), b.min(right + 4.0)))
    }

    /// True for times before the playhead.
    pub(super) fn is_past(&self, time: Time) -> bool {
        time.0 as f64 <= self.frame.before_playhead(f64::INFINITY)
    }
}

/// The occupied spans of each line.
pub(super) struct OccupiedSpans {
    bars: Vec<Vec<Vec<(f64, f64)>>>,
    words: Vec<Vec<Vec<(f64, f64)>>>,
}

impl OccupiedSpans {
    pub(super) fn new(layout: &LaneLayout) -> Self {
        let none: Vec<_> = layout.lines.iter().map(|&lines| vec![Vec::new(); lines]).collect();
        Self { bars: none.clone(), words: none }
    }

    /// Adds a bar.
    pub(super) fn add_bar(&mut self, held: &PlacedStay, room: &LaneGeometry, span: (f64, f64)) {
        self.bars[held.lane][room.line_of(held)].push(span);
    }

    /// Adds text, even if it overlaps.
    pub(super) fn add_text(&mut self, held: &PlacedStay, room: &LaneGeometry, span: (f64, f64)) {
        self.words[held.lane][room.line_of(held)].push(span);
    }

    /// Reserves a span for text in a bar; false if it overlaps other text.
    pub(super) fn reserve_inside(
        &mut self,
        held: &PlacedStay,
        room: &LaneGeometry,
        (from, to): (f64, f64),
    ) -> bool {
        let free = self.words[held.lane][room.line_of(held)].iter().all(|&(a, b)| b <= from || to <= a);
        if free {
            self.add_text(held, room, (from, to));
        }
        free
    }

    /// Reserves the first free span from `from` to at most `most`; `None` if there is none.
    pub(super) fn reserve_after(
        &mut self,
        held: &PlacedStay,
        room: &LaneGeometry,
        (mut from, wide, most): (f64, f64, f64),
    ) -> Option<f64> {
        let line = room.line_of(held);
        let taken = || self.words[held.lane][line].iter().chain(&self.bars[held.lane][line]);
        while let Some(&(_, b)) = taken().find(|&&(a, b)| a < from + wide && from < b) {
            from = b + 4.0 * room.scale;
        }
        if from > most {
            return None;
        }
        self.add_text(held, room, (from, from + wide));
        Some(from)
    }
}
