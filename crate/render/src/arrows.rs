//! Arrows from the place of a subject in the baseline to its place in the run: selection and shape.

use super::area::Area;
use super::baseline::BaselineComparison;
use super::view::Frame;
use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of arrows in a picture.
pub(crate) const MAX_ARROWS: usize = 3;
/// Maximum number of ghosts for which an arrow is tried.
const MAX_CANDIDATES: usize = 60;
/// Minimum length of an arrow, in pixels of the page.
const MIN_LENGTH: f64 = 40.0;
/// Minimum distance between the heads of two arrows, in pixels of the page.
const MIN_HEAD_DISTANCE: f64 = 40.0;
/// Straight segments that approximate a curve when crossings are checked.
const CURVE_SEGMENTS: u32 = 24;

/// An arrow from a ghost to the bar of its subject, in device pixels, horizontal at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Arrow {
    /// The position of the tail.
    pub from: (i32, i32),
    /// The position of the head.
    pub to: (i32, i32),
}

impl BaselineComparison {
    /// Selects arrows that do not cross, those with the largest moved node time first.
    pub(crate) fn select_arrows(
        &self,
        trace: &Trace,
        frame: &Frame,
        scale: f64,
        ghosts: &[(SubjectId, Area)],
    ) -> Vec<Arrow> {
        let weight = |subject: SubjectId| {
            let shift = self.shift(trace, subject).filter(|shift| shift.abs() >= self.least).unwrap_or(0);
            shift.unsigned_abs() as f64 * f64::from(trace.subjects.nodes[subject as usize])
        };
        let mut all: Vec<(f64, SubjectId, Area)> =
            ghosts.iter().map(|&(subject, area)| (weight(subject), subject, area)).collect();
        order::sort_by_key(&mut all, |&(weight, ..)| order::float_key(-weight));
        all.dedup_by_key(|&mut (_, subject, _)| subject);
        let mut kept: Vec<Arrow> = Vec::new();
        for (weight, subject, ghost) in all.into_iter().take(MAX_CANDIDATES) {
            let bars = trace.intervals_of(subject).filter_map(|i| frame.bar_area(trace, i));
            let Some(bar) = bars.max_by_key(|area| area.pixel_count()).filter(|_| weight > 0.0) else {
                continue;
            };
            let arrow = Arrow::between(ghost, bar);
            let long = f64::from(arrow.from.0.abs_diff(arrow.to.0)) >= MIN_LENGTH * scale;
            if long
                && !kept.iter().any(|other| {
                    other.crosses(arrow) || other.has_head_near(arrow, MIN_HEAD_DISTANCE * scale)
                })
            {
                kept.push(arrow);
            }
            if kept.len() == MAX_ARROWS {
                break;
            }
        }
        kept
    }
}

impl Arrow {
    /// The arrow from the side of a ghost to the nearest side of a bar.
    pub(crate) fn between(ghost: Area, bar: Area) -> Self {
        let middle = |area: Area| (area.y + area.h / 2) as i32;
        let (left, right) = (|area: Area| area.x as i32, |area: Area| (area.x + area.w) as i32);
        let (from, to) = if left(ghost) >= right(bar) {
            (left(ghost), right(bar))
        } else if left(bar) >= right(ghost) {
            (right(ghost), left(bar))
        } else {
            (left(ghost), left(bar))
        };
        Self { from: (from, middle(ghost)), to: (to, middle(bar)) }
    }

    /// The length of the horizontal Bezier handles, the same as on the page.
    pub(crate) fn handle_length(self) -> f64 {
        f64::from(self.to.0 - self.from.0) / 2.0
    }

    /// The point on the curve at this share of its length.
    fn point_at(self, part: f64) -> (f64, f64) {
        let (x0, y0) = (f64::from(self.from.0), f64::from(self.from.1));
        let (x3, y3) = (f64::from(self.to.0), f64::from(self.to.1));
        let (x1, x2) = (x0 + self.handle_length(), x3 - self.handle_length());
        let rest = 1.0 - part;
        let weights =
            [rest * rest * rest, 3.0 * rest * rest * part, 3.0 * rest * part * part, part * part * part];
        let of = |places: [f64; 4]| places.iter().zip(weights).map(|(place, weight)| place * weight).sum();
        (of([x0, x1, x2, x3]), of([y0, y0, y3, y3]))
    }

    /// True if the curve crosses an area.
    pub(crate) fn intersects_area(self, place: Area) -> bool {
        let inside = |(x, y): Point| {
            let within =
                |at: f64, from: u32, long: u32| at >= f64::from(from) && at <= f64::from(from + long);
            within(x, place.x, place.w) && within(y, place.y, place.h)
        };
        (0..=4 * CURVE_SEGMENTS).any(|i| inside(self.point_at(f64::from(i) / f64::from(4 * CURVE_SEGMENTS))))
    }

    /// True if the heads of two arrows are closer than this in both directions.
    fn has_head_near(self, other: Self, pixels: f64) -> bool {
        let near = |a: i32, b: i32| f64::from(a.abs_diff(b)) < pixels;
        near(self.to.0, other.to.0) && near(self.to.1, other.to.1)
    }

    /// True if two curves cross.
    pub(crate) fn crosses(self, other: Self) -> bool {
        let pieces = |arrow: Self| {
            (0..CURVE_SEGMENTS).map(move |i| {
                let at = |i: u32| arrow.point_at(f64::from(i) / f64::from(CURVE_SEGMENTS));
                (at(i), at(i + 1))
            })
        };
        pieces(self).any(|one| pieces(other).any(|two| segments_intersect(one, two)))
    }
}

type Point = (f64, f64);

/// True if two line segments intersect.
fn segments_intersect((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    let apart = |p: f64, q: f64, r: f64, s: f64| p.max(q) < r.min(s) || r.max(s) < p.min(q);
    if apart(a.0, b.0, c.0, d.0) || apart(a.1, b.1, c.1, d.1) {
        return false;
    }
    side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0
}
