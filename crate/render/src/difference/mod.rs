//! The difference between a run and another run of the same work, the baseline: which subjects started earlier or
//! later, their places in the baseline, and which run ended first.
//!
//! The worker of the baseline sends it as bytes; the part that does not depend on the view is computed once for each
//! pair. Only events before the playhead are compared.

mod marks;

use crate::area::Area;
use crate::arrows::Arrow;
use crate::canvas::Canvas;
use crate::labels::{CHARACTER_WIDTH, LABEL_HEIGHT, MARGIN};
use crate::view::View;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, format_duration};
use serde::Serialize;
use ts_rs::TS;

/// Minimum area of the picture per triangle, in square pixels of the page; with less area, neither triangles nor ghosts
/// are drawn.
const MIN_AREA_PER_TRIANGLE: f64 = 1_800.0;

/// The difference of a run from its baseline in a view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Difference {
    /// The smallest relevant shift, as text; empty if no counted subject has bars in both runs.
    pub least: String,
    /// Number of subjects that started earlier, before the playhead.
    pub earlier: u32,
    /// Number of subjects that started later.
    pub later: u32,
    /// The ends of both runs, and which is first; none while one of them continues, or if they are equal.
    pub ends: Option<Ends>,
    /// Triangles at the left edges of bars.
    pub moved: Vec<Moved>,
    /// The places of subjects in the baseline.
    pub ghosts: Vec<Ghost>,
    /// Arrows from ghosts to bars.
    pub arrows: Vec<Arrow>,
}

/// A triangle in the middle of the left edge of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Moved {
    /// The edge, in device pixels.
    pub x: u32,
    /// The middle.
    pub y: u32,
    /// True if the subject started earlier, otherwise later.
    pub earlier: bool,
}

/// The place of a subject in the baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Ghost {
    /// The rectangle.
    #[serde(flatten)]
    pub area: Area,
    /// The name, if it fits.
    pub text: String,
    /// True if the user selected the subject: the ghost may then cover bars.
    pub asked: bool,
}

/// The ends of the two runs, in device pixels from the left edge.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Ends {
    /// The end of the baseline.
    pub baseline: f64,
    /// The end of this run.
    pub own: f64,
    /// True if this run ends first.
    pub earlier: bool,
    /// The difference, as text.
    pub text: String,
}

/// The difference of a run from its baseline in a view; `None` without a baseline. If subjects are given, only the
/// first has ghosts and an arrow.
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
        // Single subjects have no position in shares.
        return Some(found);
    }
    found.moved = pair.select_triangles(trace, &canvas.index, &frame, now, scale);
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
        // An arrow would cross the name out.
        if fits && !arrows.iter().any(|arrow| arrow.intersects_area(middle)) { text } else { String::new() }
    };
    let ghost = |(subject, area): (SubjectId, Area)| Ghost { area, text: name(subject, area), asked: false };
    found.ghosts = ghosts.into_iter().map(ghost).collect();
    let theirs = theirs.into_iter().flat_map(|(areas, _)| areas);
    found.ghosts.extend(theirs.map(|area| Ghost { area, text: String::new(), asked: true }));
    found.arrows = arrows;
    Some(found)
}

#[cfg(test)]
pub(crate) mod tests;
