//! Idle regions: the largest area of idle nodes while each job is the head of the queue, with its reason.

use super::area::Area;
use super::canvas::Canvas;
use super::view::{Frame, View};
use ganttlet_core::record::{QueueHead, Trace, Window};
use serde::Serialize;
use std::ops::Range;
use ts_rs::TS;

/// Minimum width of a region with text, in pixels of the page.
const MIN_WIDTH: f64 = 48.0;
const MIN_HEIGHT: f64 = 16.0;
/// Maximum number of rows that are searched.
const MAX_ROWS: u32 = 1024;
/// Resolution of the search, in pixels of the page.
const SEARCH_STEP: f64 = 6.0;

/// An idle region with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Hole")]
pub struct IdleRegion {
    /// The rectangle.
    #[serde(flatten)]
    pub area: Area,
    /// The reason, as a longer and a shorter text.
    pub texts: Vec<String>,
}

/// The idle regions of a view that are large enough for text, with their reasons.
pub fn idle_regions(trace: &Trace, canvas: &mut Canvas, view: &View) -> Vec<IdleRegion> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    let mut found = Vec::new();
    if frame.is_empty() || !frame.tall || frame.has_shares() {
        return found;
    }
    // With several clusters, a job that waits for one does not explain idle nodes of another.
    let [band] = &trace.bands[..] else { return found };
    if band.rows > MAX_ROWS {
        return found;
    }
    let scale = view.scale();
    let kept = std::mem::take(&mut canvas.holes);
    let heads = &kept.holes.heads;
    let seen = &frame.window;
    let first = heads.partition_point(|head| head.time.end <= seen.time.start);
    for head in heads[first..].iter().take_while(|head| head.time.start < seen.time.end) {
        let time = head.time.start.max(seen.time.start)..head.time.end.min(seen.time.end);
        let wide = (time.end - time.start) as f64 / frame.pixel_duration();
        if wide < MIN_WIDTH * scale || seen.rows.is_empty() {
            continue;
        }
        let window = Window { time, rows: seen.rows.clone() };
        if let Some(area) = largest_idle_area(trace, canvas, &frame, &window, SEARCH_STEP * scale)
            && f64::from(area.w) >= MIN_WIDTH * scale
            && f64::from(area.h) >= MIN_HEIGHT * scale
        {
            found.push(IdleRegion { area, texts: idle_reasons(trace, head) });
        }
    }
    canvas.holes = kept;
    found
}

/// The reason why nodes are idle while this job is the head of the queue.
fn idle_reasons(trace: &Trace, head: &QueueHead) -> Vec<String> {
    if !trace.in_turn {
        return ["idle: no waiting job may start", "no waiting job may start"].map(str::to_owned).to_vec();
    }
    let (name, nodes) = (trace.name(head.subject), trace.subjects.nodes[head.subject as usize]);
    vec![
        format!("idle: head of queue (job {name}) needs {nodes} nodes"),
        format!("idle: job {name} needs {nodes}"),
        format!("job {name} needs {nodes}"),
    ]
}

/// The largest rectangle of a window without allocations, searched in steps of this number of pixels.
fn largest_idle_area(
    trace: &Trace,
    canvas: &Canvas,
    frame: &Frame,
    window: &Window,
    step: f64,
) -> Option<Area> {
    let (left, right) = (frame.x_of(window.time.start as f64), frame.x_of(window.time.end as f64));
    let columns = ((right - left) / step) as usize;
    let rows = (window.rows.end - window.rows.start) as usize;
    let mut held = vec![false; columns * rows];
    let table = &trace.intervals;
    canvas.index.visit_window(trace, window, 0, |i| {
        let column = |time: f64| ((frame.x_of(time) - left) / step).clamp(0.0, columns as f64);
        let (from, to) = (column(table.start[i].0 as f64), column(frame.drawn_end(table.end[i])));
        let (from, to) = (from as usize, libm::ceil(to) as usize);
        let first = table.row[i].saturating_sub(window.rows.start) as usize;
        let last = (table.row[i] + table.rows[i]).saturating_sub(window.rows.start) as usize;
        for row in first..last.min(rows) {
            held[row * columns..][from..to].fill(true);
        }
    });
    let (columns, rows) = largest_free_rectangle(&held, columns)?;
    let edge = |row: usize| frame.edge_of(f64::from(window.rows.start) + row as f64) as u32;
    let x = |column: usize| (left + column as f64 * step) as u32;
    let (x0, y0) = (x(columns.start), edge(rows.start));
    Some(Area { x: x0, y: y0, w: x(columns.end) - x0, h: edge(rows.end) - y0 })
}

/// The columns and rows of the largest rectangle in which nothing is allocated.
fn largest_free_rectangle(held: &[bool], columns: usize) -> Option<(Range<usize>, Range<usize>)> {
    // For each row the number of free rows above that end in each column; 0 behind the last column.
    let mut heights = vec![0_usize; columns + 1];
    let (mut best, mut found) = (0, None);
    // The first column and the height of rectangles that may continue, the lowest first.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (row, held) in held.chunks_exact(columns.max(1)).enumerate() {
        for (column, height) in heights.iter_mut().enumerate() {
            *height = if held.get(column) == Some(&false) { *height + 1 } else { 0 };
            let mut from = column;
            while let Some((first, tall)) = open.pop_if(|&mut (_, tall)| tall > *height) {
                from = first;
                if (column - first) * tall > best {
                    best = (column - first) * tall;
                    found = Some((first..column, row + 1 - tall..row + 1));
                }
            }
            if *height > 0 && open.last().is_none_or(|&(_, tall)| tall < *height) {
                open.push((from, *height));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{trace_from_bars, view};

    #[test]
    fn the_largest_idle_region_of_each_queue_head_has_its_reason() {
        // The second needs all four nodes and waits until 80: two are free from 0 on, three from 20 on.
        let bars = [(0, 1, 0.0, Some(20.0)), (1, 1, 0.0, Some(80.0)), (0, 4, 80.0, Some(100.0))];
        let mut trace = trace_from_bars(&[4], 100.0, &bars);
        let at = |trace: &Trace| idle_regions(trace, &mut Canvas::default(), &view(trace, 200, 80));
        assert_eq!(at(&trace), []);
        (trace.queues, trace.in_turn) = (true, true);
        let expected = ["idle: head of queue (job 3) needs 4 nodes", "idle: job 3 needs 4", "job 3 needs 4"];
        let found = at(&trace);
        assert_eq!((found.len(), found[0].area), (1, Area { x: 0, y: 40, w: 156, h: 40 }));
        assert_eq!(found[0].texts, expected);
        trace.in_turn = false;
        assert_eq!(at(&trace)[0].texts[1], "no waiting job may start");
        // Nothing after the playhead is shown, and small regions have no text.
        let now = View { now_s: 30.0, ..view(&trace, 200, 80) };
        assert_eq!(idle_regions(&trace, &mut Canvas::default(), &now)[0].area.w, 60);
        assert_eq!(idle_regions(&trace, &mut Canvas::default(), &view(&trace, 200, 20)), []);
    }
}
