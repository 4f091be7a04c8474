//! How a run differs from another one of the same work, the baseline: who started earlier or later, by how much, where
//! the baseline ran whom, and which of the two ended first.
//!
//! What is needed of the baseline crosses as bytes, so that each run can stay where it is; what does not depend on the
//! view is worked out once for each pair. Of both runs only what had happened at the playhead is told.

use super::area::Area;
use super::arrows::Arrow;
use super::baseline::{BaselineComparison, first_allocation};
use super::canvas::Canvas;
use super::labels::{CHARACTER_WIDTH, LABEL_HEIGHT, MARGIN};
use super::view::{Frame, View};
use ganttlet_core::order;
use ganttlet_core::record::{Index, Trace, Window};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_core::time::format_duration;
use serde::Serialize;
use ts_rs::TS;

/// Most triangles and ghosts in a picture: those of the largest bars.
const MAX_MARKS: usize = 400;
/// The smallest bars and ghosts that are marked, in pixels of the page.
const MIN_BAR: f64 = 5.0;
/// The space for a triangle, in pixels of the page.
const TRIANGLE_SIZE: f64 = 7.0;
/// If triangles have less area of the picture each than this, in square pixels of the page, neither they nor ghosts are
/// drawn.
const MIN_AREA_PER_TRIANGLE: f64 = 1_800.0;

/// How a run differs from its baseline, as far as a view shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Difference {
    /// Who started so much earlier or later counts, in words; empty where nobody who counts has bars of its own in both runs.
    pub least: String,
    /// How many started earlier, as far as it is known at the playhead.
    pub earlier: u32,
    /// How many started later.
    pub later: u32,
    /// Which run ended first; none while one of them has not, or if they ended together.
    pub ends: Option<Ends>,
    /// Triangles at the left edges of bars.
    pub moved: Vec<Moved>,
    /// Where the baseline ran them.
    pub ghosts: Vec<Ghost>,
    /// From ghosts to bars.
    pub arrows: Vec<Arrow>,
}

/// A triangle at the left edge of a bar, in its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Moved {
    /// The edge, in device pixels.
    pub x: u32,
    /// The middle.
    pub y: u32,
    /// True if it started earlier, else later.
    pub earlier: bool,
}

/// Where the baseline ran a subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Ghost {
    /// Where.
    #[serde(flatten)]
    pub area: Area,
    /// Its name, if that fits.
    pub text: String,
    /// True if it is shown because somebody asked for it: then it may lie over bars.
    pub asked: bool,
}

/// The ends of the two runs, in device pixels from the left edge.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Ends {
    /// Where the baseline ends.
    pub baseline: f64,
    /// Where this run ends.
    pub own: f64,
    /// True if this run ends first.
    pub earlier: bool,
    /// By how much.
    pub text: String,
}

/// The difference of a run to its baseline in a view; `None` without a baseline. If subjects are given, the first of
/// them has its ghosts and its arrow, and the others are omitted.
pub fn difference(
    trace: &Trace,
    canvas: &mut Canvas,
    view: &View,
    asked: &[SubjectId],
) -> Option<Difference> {
    canvas.update(trace);
    let pair = canvas.pair.as_deref()?;
    let frame = canvas.frame(trace, view);
    let now = frame.before_playhead(f64::INFINITY);
    let known = |moments: &[i64]| moments.partition_point(|&at| at as f64 <= now) as u32;
    let mut found = Difference {
        least: if pair.compares { format_duration(Span(pair.least)) } else { String::new() },
        earlier: known(&pair.earlier),
        later: known(&pair.later),
        ..Difference::default()
    };
    if frame.is_empty() {
        return Some(found);
    }
    let scale = view.scale();
    found.ends = pair.end_bracket(&frame, now);
    if frame.is_only_shares() {
        // Nobody has a place of its own there.
        return Some(found);
    }
    found.moved = pair.select_triangles(trace, &canvas.index, &frame, (now, scale));
    let room = (frame.width * frame.height) as f64 / (scale * scale);
    let crowded = found.moved.len() as f64 * MIN_AREA_PER_TRIANGLE > room;
    if crowded {
        found.moved.clear();
    }
    let theirs = asked.iter().find_map(|&subject| pair.subject_ghosts(trace, &frame, subject));
    let ghosts = if crowded { Vec::new() } else { pair.trailing_ghosts(trace, &frame, scale) };
    let arrows = match &theirs {
        Some((_, arrow)) => arrow.iter().copied().collect(),
        None => pair.select_arrows(trace, &frame, scale, &ghosts),
    };
    let name = |subject: SubjectId, area: Area| {
        let text = trace.name(subject);
        let (w, h) = (
            (scale * (text.chars().count() as f64 * CHARACTER_WIDTH + MARGIN)) as u32,
            libm::ceil(scale * LABEL_HEIGHT) as u32,
        );
        let middle = Area { x: area.x + (area.w.max(w) - w) / 2, y: area.y + (area.h.max(h) - h) / 2, w, h };
        let fits = area.w >= w && area.h >= h;
        // Nothing is written where an arrow would strike it out.
        if fits && !arrows.iter().any(|arrow| arrow.intersects_area(middle)) { text } else { String::new() }
    };
    let ghost = |(subject, area): (SubjectId, Area)| Ghost { area, text: name(subject, area), asked: false };
    found.ghosts = ghosts.into_iter().map(ghost).collect();
    let theirs = theirs.into_iter().flat_map(|(areas, _)| areas);
    found.ghosts.extend(theirs.map(|area| Ghost { area, text: String::new(), asked: true }));
    found.arrows = arrows;
    Some(found)
}

impl BaselineComparison {
    /// The bracket between the two ends.
    fn end_bracket(&self, frame: &Frame, now: f64) -> Option<Ends> {
        let (own, theirs) = (self.end.0, self.base.last_end.0);
        if (own - theirs).abs() < self.least || (own.max(theirs) as f64) > now {
            return None;
        }
        let earlier = own < theirs;
        let way = if earlier { "earlier" } else { "later" };
        let text = format!("ends {} {way}", format_duration(Span((own - theirs).abs())));
        Some(Ends { baseline: frame.x_of(theirs as f64), own: frame.x_of(own as f64), earlier, text })
    }

    /// The triangles: one for each subject, large bars first, as many as there is space for.
    fn select_triangles(
        &self,
        trace: &Trace,
        index: &Index,
        frame: &Frame,
        (now, scale): (f64, f64),
    ) -> Vec<Moved> {
        let least = MIN_BAR * scale;
        let narrowest = (least * frame.pixel_duration()).max(1.0) as u64;
        let mut bars: Vec<(SubjectId, Area)> = Vec::new();
        index.visit_window(trace, &frame.window, narrowest.ilog2() as u8 + 1, |i| {
            let subject = trace.intervals.subject[i];
            if frame.x_of(trace.intervals.start[i].0 as f64) >= 0.0
                && first_allocation(trace, subject) == Some(trace.intervals.start[i].0)
                && let Some(area) = frame.bar_area(trace, i)
                && f64::from(area.w) >= least
                && f64::from(area.h) >= least
                && self.is_later(trace, subject, now).is_some()
            {
                bars.push((subject, area));
            }
        });
        order::sort_by_key(&mut bars, |&(_, area)| -area.pixel_count());
        let room = (TRIANGLE_SIZE * scale) as u32;
        let mut kept: Vec<(SubjectId, Moved)> = Vec::new();
        for (subject, area) in bars {
            let (x, y) = (area.x, area.y + area.h / 2);
            let taken = |&(other, spot): &(SubjectId, Moved)| {
                other == subject || (spot.x.abs_diff(x) < room && spot.y.abs_diff(y) < room)
            };
            if !kept.iter().any(taken) {
                let earlier = self.is_later(trace, subject, now) == Some(true);
                kept.push((subject, Moved { x, y, earlier }));
            }
            if kept.len() == MAX_MARKS {
                break;
            }
        }
        kept.into_iter().map(|(_, moved)| moved).collect()
    }

    /// The ghosts on nodes that this run leaves free from then on.
    fn trailing_ghosts(&self, trace: &Trace, frame: &Frame, scale: f64) -> Vec<(SubjectId, Area)> {
        let first = self.free.iter().copied().min().filter(|_| self.same_rows);
        let Some(first) = first.filter(|&first| first < frame.window.time.end) else { return Vec::new() };
        let time = frame.window.time.start.max(first)..frame.window.time.end;
        let window = Window { time, rows: frame.window.rows.clone() };
        let least = MIN_BAR * scale;
        let narrowest = (least * frame.pixel_duration()).max(1.0) as u64;
        let (table, mut ghosts) = (&self.base.intervals, Vec::new());
        self.index.visit_window(&self.base, &window, narrowest.ilog2() as u8 + 1, |i| {
            let subject = table.subject[i];
            let rows = table.row[i] as usize..(table.row[i] + table.rows[i]) as usize;
            let free = self.free[rows].iter().copied().max().unwrap_or(0);
            if trace.subjects.number.get(subject as usize) != self.base.subjects.number.get(subject as usize)
                || !trace.kind(subject).counts
            {
                return;
            }
            let start = table.start[i].0.max(free) as f64;
            if !frame.is_row_shared(table.row[i])
                && let Some(area) =
                    frame.area_of(start, frame.drawn_end(table.end[i]), (table.row[i], table.rows[i]))
                && f64::from(area.w) >= least
                && f64::from(area.h) >= least
            {
                ghosts.push((subject, area));
            }
        });
        order::sort_by_key(&mut ghosts, |&(_, area)| -area.pixel_count());
        ghosts.truncate(MAX_MARKS);
        ghosts
    }

    /// All ghosts of one subject, and the arrow from the largest to its largest bar.
    fn subject_ghosts(
        &self,
        trace: &Trace,
        frame: &Frame,
        subject: SubjectId,
    ) -> Option<(Vec<Area>, Option<Arrow>)> {
        if !self.same_rows || subject as usize >= trace.subjects.len() {
            return None;
        }
        self.shift(trace, subject)?;
        let largest = |areas: &[Area]| areas.iter().copied().max_by_key(|area| area.pixel_count());
        let ghosts: Vec<Area> =
            self.base.intervals_of(subject).filter_map(|i| frame.bar_area(&self.base, i)).collect();
        let bars: Vec<Area> = trace.intervals_of(subject).filter_map(|i| frame.bar_area(trace, i)).collect();
        let from = largest(&ghosts)?;
        Some((ghosts, largest(&bars).filter(|&to| to != from).map(|to| Arrow::between(from, to))))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::arrows::MAX_ARROWS;
    use crate::baseline::export_baseline;
    use crate::tests::{Bar, trace_from_bars, view};
    use crate::xml::push_format;
    use crate::{labels, svg};
    use proptest::prelude::*;

    /// The difference between two runs as text: marked subjects and ghosts.
    fn difference_text(own: &[Bar], base: &[Bar], change: impl Fn(View) -> View) -> String {
        let (run, other) =
            (trace_from_bars(&[4], end_of(own), own), trace_from_bars(&[4], end_of(base), base));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let view = change(View { to_s: 48_000.0, ..view(&run, 480, 80) });
        let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
        let mut text = format!("{} earlier, {} later by {}", found.earlier, found.later, found.least);
        for Moved { x, y, earlier } in found.moved {
            push_format(&mut text, format_args!("; {} {x},{y}", if earlier { '<' } else { '>' }));
        }
        for Ghost { area, text: name, .. } in found.ghosts {
            push_format(
                &mut text,
                format_args!("; ghost {name} {},{} {}x{}", area.x, area.y, area.w, area.h),
            );
        }
        for Arrow { from, to } in found.arrows {
            push_format(&mut text, format_args!("; arrow {},{} to {},{}", from.0, from.1, to.0, to.1));
        }
        if let Some(ends) = found.ends {
            push_format(&mut text, format_args!("; {} at {} not {}", ends.text, ends.own, ends.baseline));
        }
        text
    }

    fn end_of(bars: &[Bar]) -> f64 {
        bars.iter().filter_map(|&(.., end)| end).fold(0.0, f64::max)
    }

    /// The third passes the second, which waits for the first: it ends early, and the second starts a little later.
    pub(crate) const BASE: [Bar; 3] =
        [(0, 3, 0.0, Some(20_000.0)), (0, 4, 20_000.0, Some(30_000.0)), (0, 1, 30_000.0, Some(48_000.0))];
    pub(crate) const OWN: [Bar; 3] =
        [(0, 3, 0.0, Some(20_000.0)), (0, 4, 21_000.0, Some(31_000.0)), (3, 1, 2_000.0, Some(20_000.0))];

    #[test]
    fn moved_jobs_are_marked_and_have_ghosts() {
        assert_eq!(
            difference_text(&OWN, &BASE, |view| view),
            "1 earlier, 1 later by 5 min; > 210,40; < 20,70; ghost 3 310,0 170x20; arrow 310,10 to 200,70; \
             ends 4 h 43 min earlier at 310 not 480"
        );
        // The other way round nothing of the baseline lies where this one is paper.
        assert_eq!(
            difference_text(&BASE, &OWN, |view| view),
            "1 earlier, 1 later by 5 min; < 200,40; > 300,10; ends 4 h 43 min later at 480 not 310"
        );
        assert_eq!(difference_text(&OWN, &OWN, |view| view), "0 earlier, 0 later by 5 min");
        // Where nobody who counts has bars it is not said how many moved: they may have.
        assert_eq!(difference_text(&[], &[], |view| view), "0 earlier, 0 later by ");
    }

    #[test]
    fn the_future_of_the_playhead_is_not_shown() {
        let at = |now_s| difference_text(&OWN, &BASE, |view| View { now_s, ..view });
        assert_eq!(at(2_200.0), "0 earlier, 0 later by 5 min");
        assert_eq!(at(2_300.0), "1 earlier, 0 later by 5 min");
        assert_eq!(at(20_900.0), "1 earlier, 0 later by 5 min; < 20,70");
        assert_eq!(
            at(31_500.0),
            "1 earlier, 1 later by 5 min; > 210,40; < 20,70; ghost  310,0 5x20; arrow 310,10 to 200,70"
        );
    }

    #[test]
    fn the_bracket_is_there_at_the_very_end() {
        // In seconds this is a little less than so many microseconds.
        let end = 52_606.077_991;
        let own = [(0, 1, 0.0, Some(30_000.0))];
        let base = [(0, 1, 0.0, Some(end))];
        let at = |now_s| difference_text(&own, &base, |view| View { now_s, to_s: 60_000.0, ..view });
        assert!(at(end).contains("ends 6 h 17 min earlier"), "{}", at(end));
        assert!(!at(end - 1.0).contains("ends"));
    }

    #[test]
    fn wide_labels_show_the_shift() {
        let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let shifts = |canvas: &mut Canvas, view: &View| -> Vec<String> {
            labels(&run, canvas, view).into_iter().map(|label| label.text + &label.shift).collect()
        };
        let whole = view(&run, 480, 120);
        assert_eq!(shifts(&mut canvas, &whole), ["1", "2+0:17", "3\u{2212}7:47"]);
        let early = View { now_s: 29_999.0, ..whole.clone() };
        assert_eq!(shifts(&mut canvas, &early), ["1", "2+0:17", "3"]);
        let low = View { height: 80, ..whole.clone() };
        assert_eq!(shifts(&mut canvas, &low), ["1", "2+0:17", "3"]);
        canvas.compare(&run, &[]);
        assert_eq!(shifts(&mut canvas, &whole), ["1", "2", "3"]);
        assert_eq!(difference(&run, &mut canvas, &whole, &[]), None);
    }

    #[test]
    fn ghosts_cover_neither_bars_nor_idle_regions() {
        // The second row is free from 10,000 on, but somebody starts at 15,000: until then jobs may wait.
        let own =
            [(0, 1, 0.0, Some(30_000.0)), (1, 1, 0.0, Some(10_000.0)), (2, 1, 15_000.0, Some(20_000.0))];
        let base = [(0, 2, 0.0, Some(40_000.0)), (2, 1, 0.0, Some(30_000.0)), (3, 1, 0.0, Some(48_000.0))];
        let ghosts = "0 earlier, 1 later by 5 min; > 150,50; ghost 3 150,60 330x20; ghost 1 300,0 100x40; \
                      ghost 2 200,40 100x20";
        assert!(
            difference_text(&own, &base, |view| view).starts_with(ghosts),
            "{}",
            difference_text(&own, &base, |view| view)
        );
    }

    #[test]
    fn folded_rows_have_no_ghosts() {
        let bars = |long: f64| [(0, 1, 0.0, Some(long)), (1, 1, 0.0, Some(long)), (9, 1, 0.0, Some(long))];
        // In the baseline the second job ran later, on the second row and one that the run never used.
        let base =
            [(0, 1, 0.0, Some(9_000.0)), (1, 2, 20_000.0, Some(40_000.0)), (9, 1, 20_000.0, Some(40_000.0))];
        let (run, other) =
            (trace_from_bars(&[12], 9_000.0, &bars(9_000.0)), trace_from_bars(&[12], 40_000.0, &base));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let view = View { to_s: 48_000.0, folded: true, ..view(&run, 480, 60) };
        let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
        let ghosts: Vec<_> = found.ghosts.iter().map(|ghost| (&*ghost.text, ghost.area)).collect();
        assert_eq!(ghosts, [("3", Area { x: 200, y: 40, w: 200, h: 20 })]);
    }

    #[test]
    fn a_selected_subject_has_the_only_ghost_and_arrow() {
        let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let view = View { to_s: 48_000.0, ..view(&run, 480, 80) };
        let found = difference(&run, &mut canvas, &view, &[9, 1, 2]).expect("it has a baseline");
        let asked: Vec<Area> =
            found.ghosts.iter().filter(|ghost| ghost.asked).map(|ghost| ghost.area).collect();
        assert_eq!(asked, [Area { x: 200, y: 0, w: 100, h: 80 }]);
        assert_eq!(found.arrows, [Arrow { from: (200, 40), to: (210, 40) }]);
    }

    #[test]
    fn crowded_triangles_are_not_drawn() {
        let bars = |late: f64| -> Vec<Bar> {
            let bar = |at: u32| {
                (
                    at % 10,
                    1,
                    f64::from(at / 10) * 1_000.0 + late,
                    Some(f64::from(at / 10) * 1_000.0 + late + 900.0),
                )
            };
            (0..300).map(bar).collect()
        };
        let (own, base) = (bars(0.0), bars(3_000.0));
        let (run, other) = (trace_from_bars(&[10], 30_000.0, &own), trace_from_bars(&[10], 33_000.0, &base));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let mut seen = |to_s| {
            let found = difference(&run, &mut canvas, &View { to_s, ..view(&run, 900, 120) }, &[]);
            let found = found.expect("it has a baseline");
            (found.earlier, found.moved.len(), found.ghosts.len() + found.arrows.len(), found.ends.is_some())
        };
        assert_eq!(seen(36_000.0), (300, 0, 0, true));
        assert_eq!(seen(5_000.0), (300, 50, 0, true));
    }

    #[test]
    fn the_threshold_for_moved_jobs_is_lower_in_short_runs() {
        let scaled = |bars: &[Bar; 3], by: f64| {
            bars.map(|(row, rows, from, to)| (row, rows, from / by, to.map(|to| to / by)))
        };
        let least = |by: f64| {
            let (own, base) = (scaled(&OWN, by), scaled(&BASE, by));
            difference_text(&own, &base, |view| view).split(';').next().map(str::to_owned)
        };
        assert_eq!(least(4.0).as_deref(), Some("1 earlier, 1 later by 2 min"));
        assert_eq!(least(400.0).as_deref(), Some("1 earlier, 1 later by 2 s"));
        assert_eq!(least(0.01).as_deref(), Some("1 earlier, 1 later by 5 min"));
    }

    #[test]
    fn a_baseline_that_is_cut_short_or_of_other_work_is_harmless() {
        let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
        let bytes = export_baseline(&other);
        for length in 1..=bytes.len() {
            let mut canvas = Canvas::default();
            canvas.compare(&run, &bytes[..length]);
            let _ = svg(&run, &mut canvas, &view(&run, 100, 40), "");
        }
        let mut others = other.clone();
        others.subjects.number.reverse();
        let mut canvas = Canvas::default();
        // Jobs that are others have not moved: nothing is said of them.
        assert!(canvas.compare(&run, &bytes) && !canvas.compare(&run, &export_baseline(&others)));
        assert!(difference(&run, &mut canvas, &view(&run, 480, 80), &[]).is_none());
        let mut later = other.clone();
        later.subjects.submit[1] = ganttlet_core::time::Time(1);
        assert!(!canvas.compare(&run, &export_baseline(&later)));
    }

    proptest! {
        #[test]
        fn no_arrow_crosses_another_and_no_ghost_a_bar(
            jobs in prop::collection::vec((0..8_u32, 1..3_u32, 300..9_000_u32, 1..40_u32), 1..40),
        ) {
            // Each row is used from the left in both runs, in the baseline with gaps.
            let mut free = [[0.0_f64; 10]; 2];
            let mut bars: [Vec<Bar>; 2] = [Vec::new(), Vec::new()];
            for &(row, rows, long, gap) in &jobs {
                for (run, extra) in [(0, 0.0), (1, f64::from(gap) * 60.0)] {
                    let there = &mut free[run][row as usize..(row + rows) as usize];
                    let start = there.iter().copied().fold(0.0, f64::max) + extra;
                    there.fill(start + f64::from(long));
                    bars[run].push((row, rows, start, Some(start + f64::from(long))));
                }
            }
            let [own, base] = bars;
            let (run, other) = (trace_from_bars(&[10], end_of(&own), &own), trace_from_bars(&[10], end_of(&base), &base));
            let mut canvas = Canvas::default();
            canvas.compare(&run, &export_baseline(&other));
            let view = View { to_s: end_of(&base), ..view(&run, 900, 200) };
            let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
            prop_assert!(found.arrows.len() <= MAX_ARROWS);
            for (i, one) in found.arrows.iter().enumerate() {
                for two in &found.arrows[..i] {
                    prop_assert!(!one.crosses(*two), "{one:?} {two:?}");
                }
            }
            let frame = view.frame(&run);
            let over = |a: Area, b: Area| a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
            for ghost in &found.ghosts {
                for i in 0..run.intervals.len() {
                    let bar = frame.bar_area(&run, i);
                    prop_assert!(!bar.is_some_and(|bar| over(ghost.area, bar)), "{ghost:?} {bar:?}");
                }
            }
        }
    }
}
