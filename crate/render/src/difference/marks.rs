//! Triangles at shifted bars, ghosts of the baseline, and the bracket between the ends of both runs.

use super::{Ends, Moved};
use crate::area::Area;
use crate::arrows::Arrow;
use crate::baseline::{BaselineComparison, first_allocation};
use crate::view::Frame;
use ganttlet_core::order;
use ganttlet_core::record::{Index, Trace, Window};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, format_duration};

/// Maximum number of triangles and ghosts in a picture; those of the largest bars are kept.
const MAX_MARKS: usize = 400;
/// The smallest bars and ghosts that are marked, in pixels of the page.
const MIN_BAR: f64 = 5.0;
/// The space for a triangle, in pixels of the page.
const TRIANGLE_SIZE: f64 = 7.0;

impl BaselineComparison {
    /// The bracket between the two ends.
    pub(super) fn end_bracket(&self, frame: &Frame, now: f64) -> Option<Ends> {
        let (own, theirs) = (self.end.0, self.base.last_end.0);
        if (own - theirs).abs() < self.least || (own.max(theirs) as f64) > now {
            return None;
        }
        let earlier = own < theirs;
        let way = if earlier { "earlier" } else { "later" };
        let text = format!("ends {} {way}", format_duration(Span((own - theirs).abs())));
        Some(Ends { baseline: frame.x_of(theirs as f64), own: frame.x_of(own as f64), earlier, text })
    }

    /// The triangles: one for each subject, large bars first, limited by space.
    pub(super) fn select_triangles(
        &self,
        trace: &Trace,
        index: &Index,
        frame: &Frame,
        now: f64,
        scale: f64,
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

    /// The ghosts on nodes that are free in this run from that time on.
    pub(super) fn trailing_ghosts(&self, trace: &Trace, frame: &Frame, scale: f64) -> Vec<(SubjectId, Area)> {
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
    pub(super) fn subject_ghosts(
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
