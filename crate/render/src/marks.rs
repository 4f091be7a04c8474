//! Marks of instantaneous events on the bars of their subjects, as many as fit.

use super::area::Area;
use super::canvas::Canvas;
use super::view::{Frame, View};
use ganttlet_core::record::{Mark, Trace};
use ganttlet_core::rule::SubjectId;
use serde::Serialize;
use std::collections::BTreeSet;
use ts_rs::TS;

/// Maximum number of signs in a picture.
const SIGNS: usize = 400;
/// Side of the square that has at most one sign, in pixels of the page.
const ROOM: f64 = 10.0;
/// Minimum height of bars with signs, in pixels of the page.
const LOWEST: f64 = 6.0;
/// Minimum length of a subject with marks, from its first allocation to its end, in pixels of the page.
const SHORTEST: f64 = 24.0;
/// If a picture has more marks, only those of the selected subject are shown.
const MOST: usize = 20_000;
/// Maximum number of intervals that are examined for a picture.
const LOOKS: usize = 1_000_000;

/// A visible mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "MarkSpot")]
pub struct Spot {
    /// Device pixels from the left edge of the picture.
    pub x: u32,
    /// Device pixels from its upper edge: the middle of the bar.
    pub y: u32,
    /// Its kind: `grow`, `shrink`, `preempt`, ..
    pub kind: &'static str,
    /// The subject.
    pub subject: SubjectId,
    /// The amount.
    pub value: i64,
}

/// The marks in a view, as many as fit, those of the selected subject first; dimmed subjects and subjects without nodes
/// at that time have none.
pub fn marks(trace: &Trace, canvas: &mut Canvas, view: &View) -> Vec<Spot> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    if frame.is_empty() || frame.is_only_shares() {
        return Vec::new();
    }
    let window = &frame.window.time;
    let from = trace.marks.partition_point(|mark| mark.time.0 < window.start);
    let to = trace.marks.partition_point(|mark| mark.time.0 <= window.end).max(from);
    let seen = &trace.marks[from..to];
    let scale = view.scale();
    let matches = if seen.is_empty() { None } else { canvas.matches.for_view(trace, view) };
    let dimmed = |subject: SubjectId| matches.is_some_and(|matches| !matches[subject as usize]);
    let (mut spots, mut taken, mut looks) = (Vec::new(), BTreeSet::new(), LOOKS);
    for first in [true, false] {
        if !first && seen.len() > MOST {
            break;
        }
        for mark in seen.iter().filter(|mark| (Some(mark.subject) == view.selected) == first) {
            if spots.len() >= SIGNS || looks == 0 {
                return spots;
            }
            let Some(area) = bar_of(trace, &frame, mark, &mut looks) else { continue };
            let room = f64::from(area.h) >= LOWEST * scale
                && length(trace, &frame, mark.subject) >= SHORTEST * scale
                && !dimmed(mark.subject);
            if !first && !room {
                continue;
            }
            let x = frame.x_of(mark.time.0 as f64).clamp(0.0, frame.width as f64) as u32;
            let y = area.y + area.h / 2;
            let square = |at: u32| (f64::from(at) / (ROOM * scale)) as u32;
            if taken.insert((square(x), square(y))) {
                spots.push(Spot { x, y, kind: mark.kind.id, subject: mark.subject, value: mark.value });
            }
        }
    }
    spots
}

/// The visible length of a subject in pixels, from its first node to its end.
fn length(trace: &Trace, frame: &Frame, subject: SubjectId) -> f64 {
    let Some(first) = trace.intervals_of(subject).next() else { return 0.0 };
    let end = frame.drawn_end(trace.subjects.end[subject as usize]);
    frame.x_of(end) - frame.x_of(trace.intervals.start[first].0 as f64)
}

/// The highest bar of a subject among those that start at the time of a mark, otherwise among all of its bars at that
/// time.
fn bar_of(trace: &Trace, frame: &Frame, mark: &Mark, looks: &mut usize) -> Option<Area> {
    let table = &trace.intervals;
    let mut highest: Option<Area> = None;
    let look = |highest: &mut Option<Area>, i: usize| {
        // A bar that begins at the playhead has no width yet.
        let area = frame.bar_area(trace, i).filter(|area| highest.is_none_or(|other| area.h > other.h));
        *highest = area.or(*highest);
    };
    let first = table.start.partition_point(|&start| start < mark.time);
    for i in (first..table.len()).take_while(|&i| table.start[i] == mark.time) {
        *looks = looks.saturating_sub(1);
        if table.subject[i] == mark.subject {
            look(&mut highest, i);
        }
        if *looks == 0 {
            return highest;
        }
    }
    if highest.is_some() {
        return highest;
    }
    for i in trace.intervals_of(mark.subject).take_while(|&i| table.start[i] <= mark.time) {
        *looks = looks.saturating_sub(1);
        if table.end[i] >= mark.time {
            look(&mut highest, i);
        }
        if *looks == 0 {
            break;
        }
    }
    highest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::{MarkKind, Phase, Status};
    use ganttlet_core::time::Time;

    const GROW: MarkKind = MarkKind { id: "grow", sentence: "" };
    const PREEMPT: MarkKind = MarkKind { id: "preempt", sentence: "" };
    const DECLINE: MarkKind = MarkKind { id: "decline", sentence: "" };

    /// The visible marks: position, kind and subject.
    fn spots(trace: &Trace, view: &View) -> Vec<(u32, u32, &'static str, SubjectId)> {
        marks(trace, &mut Canvas::default(), view)
            .into_iter()
            .map(|spot| (spot.x, spot.y, spot.kind, spot.subject))
            .collect()
    }

    #[test]
    fn marks_are_on_their_bars() {
        let mut trace = trace_from_bars(
            &[8],
            100.0,
            &[(0, 2, 0.0, Some(40.0)), (6, 1, 20.0, Some(60.0)), (3, 1, 70.0, None)],
        );
        trace.mark(Time(10_000_000), 2, &DECLINE, 1);
        trace.vacate(0, Time(40_000_000));
        trace.occupy(0, Time(40_000_000), (0, 4), Phase::WORKS);
        trace.mark(Time(40_000_000), 0, &GROW, 2);
        trace.mark(Time(60_000_000), 1, &PREEMPT, 1);
        trace.mark(Time(60_100_000), 1, &PREEMPT, 1);
        trace.finish(0, Time(99_000_000), Status::Done);
        let view = View { to_s: 100.0, ..View::of_whole_trace(&trace, 200, 80) };
        // A subject without nodes has no marks, and of two marks at one position one is drawn.
        assert_eq!(spots(&trace, &view), [(80, 20, "grow", 0), (120, 65, "preempt", 1)]);
        assert_eq!(spots(&trace, &View { now_s: 50.0, ..view.clone() }), [(80, 20, "grow", 0)]);
        let of_others = View { query: "2".into(), ..view.clone() };
        assert_eq!(spots(&trace, &of_others), [(120, 65, "preempt", 1)]);
        // Bars of four pixels are too low, and a hundredth of the width is too short, except for the selected subject.
        let low = View { height: 32, ..view.clone() };
        assert_eq!(spots(&trace, &low), [(80, 8, "grow", 0)]);
        assert_eq!(
            spots(&trace, &View { to_s: 1000.0, selected: Some(1), ..view }),
            [(12, 65, "preempt", 1)]
        );
        let selected = View { selected: Some(1), ..low };
        assert_eq!(spots(&trace, &selected), [(120, 26, "preempt", 1), (80, 8, "grow", 0)]);
    }
}
