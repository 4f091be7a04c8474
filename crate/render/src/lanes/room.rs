//! Where the lanes of a view are in its picture, and which places in them are taken.

use super::layout::{Held, Layout};
use crate::view::Frame;
use ganttlet_core::time::Time;

/// Height of a line of bars, the least and the most of a lane, its space above and below; pixels of the page.
const LINE: f64 = 14.0;
const LEAST: f64 = 18.0;
pub(super) const MOST: f64 = 46.0;
pub(super) const EDGE: f64 = 2.0;
/// Lines that are lower than this are not drawn bar by bar.
const LOWEST: f64 = 3.0;

/// Where things are drawn.
pub(super) struct Room<'a> {
    pub(super) frame: &'a Frame,
    pub(super) scale: f64,
    /// Upper edge and height of each lane, and of a line in it.
    pub(super) lanes: Vec<(f64, f64, f64)>,
    pub(super) height: f64,
}

impl<'a> Room<'a> {
    pub(super) fn of(layout: &Layout, frame: &'a Frame, scale: f64) -> Self {
        let mut y = 0.0;
        let lane = |&lines: &usize| {
            let wanted = lines as f64 * LINE + 2.0 * EDGE;
            let h = wanted.clamp(LEAST, MOST);
            let line = (h - 2.0 * EDGE) / lines as f64;
            y += h * scale;
            (y - h * scale, h * scale, line.min(LINE) * scale)
        };
        let lanes = layout.lines.iter().map(lane).collect();
        Self { frame, scale, lanes, height: y }
    }

    pub(super) fn is_crowded(&self, lane: usize) -> bool {
        self.lanes[lane].2 < LOWEST * self.scale
    }

    /// The line of a stay; all of a crowded lane are one.
    pub(super) fn line(&self, held: &Held) -> usize {
        if self.is_crowded(held.lane) { 0 } else { held.line }
    }

    /// The middle of a stay.
    pub(super) fn y(&self, held: &Held) -> f64 {
        let (y, h, line) = self.lanes[held.lane];
        if self.is_crowded(held.lane) {
            y + h / 2.0
        } else {
            y + EDGE * self.scale + (held.line as f64 + 0.5) * line
        }
    }

    /// A span of time up to the playhead, in pixels; none if it is not seen.
    pub(super) fn span(&self, from: Time, to: Time) -> Option<(f64, f64)> {
        let (from, to) = (from.0 as f64, to.0 as f64);
        if from > self.frame.seen(f64::INFINITY) {
            return None;
        }
        let (a, b) = (self.frame.x(from), self.frame.x(self.frame.seen(to)));
        let right = self.frame.width as f64;
        (b >= 0.0 && a <= right).then(|| (a.max(-4.0), b.min(right + 4.0)))
    }

    pub(super) fn has_come(&self, time: Time) -> bool {
        time.0 as f64 <= self.frame.seen(f64::INFINITY)
    }
}

/// Where words and bars are already, line by line.
pub(super) struct Words {
    bars: Vec<Vec<Vec<(f64, f64)>>>,
    words: Vec<Vec<Vec<(f64, f64)>>>,
}

impl Words {
    pub(super) fn new(layout: &Layout) -> Self {
        let none: Vec<_> = layout.lines.iter().map(|&lines| vec![Vec::new(); lines]).collect();
        Self { bars: none.clone(), words: none }
    }

    /// A bar is here.
    pub(super) fn bar(&mut self, held: &Held, room: &Room, span: (f64, f64)) {
        self.bars[held.lane][room.line(held)].push(span);
    }

    /// Words are here, whatever else is.
    pub(super) fn put(&mut self, held: &Held, room: &Room, span: (f64, f64)) {
        self.words[held.lane][room.line(held)].push(span);
    }

    /// Takes a place for words in a bar; false if there are others.
    pub(super) fn inside(&mut self, held: &Held, room: &Room, (from, to): (f64, f64)) -> bool {
        let free = self.words[held.lane][room.line(held)].iter().all(|&(a, b)| b <= from || to <= a);
        if free {
            self.put(held, room, (from, to));
        }
        free
    }

    /// Takes the first place from `from` on that is free of words and bars, no further than `most`; none if there is none.
    pub(super) fn behind(
        &mut self,
        held: &Held,
        room: &Room,
        (mut from, wide, most): (f64, f64, f64),
    ) -> Option<f64> {
        let line = room.line(held);
        let taken = || self.words[held.lane][line].iter().chain(&self.bars[held.lane][line]);
        while let Some(&(_, b)) = taken().find(|&&(a, b)| a < from + wide && from < b) {
            from = b + 4.0 * room.scale;
        }
        if from > most {
            return None;
        }
        self.put(held, room, (from, from + wide));
        Some(from)
    }
}
