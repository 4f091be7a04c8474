//! Selected regions of a picture: a span of time on whole rows.

use crate::area::Area;
use crate::view::View;
use ganttlet_core::record::Trace;
use ganttlet_sim::report::Region;

/// The time span and the rows between two points of a picture, in device pixels; touched rows are included. Folded rows
/// of wholly selected clusters are included.
pub fn region(trace: &Trace, view: &View, one: (f64, f64), other: (f64, f64)) -> Region {
    let frame = view.frame(trace);
    let across = |x: f64| libm::round(frame.time_at(x.clamp(0.0, frame.width as f64))) / 1e6;
    let place =
        |y: f64| frame.place_at(y.clamp(0.0, frame.height as f64)).clamp(0.0, f64::from(frame.fold.places));
    let first = place(one.1.min(other.1)) as u32;
    let end = (libm::ceil(place(one.1.max(other.1))) as u32).max(first + 1);
    let (mut from, mut to) = (trace.rows(), 0);
    for shelf in
        frame.fold.shelves.iter().filter(|shelf| shelf.places.start < end && shelf.places.end > first)
    {
        let bands = &trace.bands[shelf.bands.clone()];
        let (Some(upper), Some(lower)) = (bands.first(), bands.last()) else { continue };
        let row = |place: u32| frame.fold.row_at(f64::from(place)) as u32;
        let whole = shelf.rows == 0;
        from = from.min(if whole || first <= shelf.places.start { upper.first_row } else { row(first) });
        let last = lower.first_row + lower.rows;
        to = to.max(if whole || end >= shelf.places.end { last } else { row(end - 1) + 1 });
    }
    Region {
        from_s: across(one.0.min(other.0)),
        to_s: across(one.0.max(other.0)),
        first_row: from.min(to),
        rows: to.saturating_sub(from),
    }
}

/// The visible rectangle of a region in a picture; `None` if none of its rows is drawn.
pub fn region_area(trace: &Trace, view: &View, region: &Region) -> Option<Area> {
    let frame = view.frame(trace);
    let rows = region.first_row..region.first_row.saturating_add(region.rows).min(trace.rows());
    let mut places = rows.filter_map(|row| frame.fold.place(row));
    let first = places.next()?;
    let last = places.next_back().unwrap_or(first);
    let across = |seconds: f64| (frame.x_of(seconds * 1e6) + 0.5).clamp(0.0, frame.width as f64) as u32;
    let (left, right) = (across(region.from_s), across(region.to_s));
    let (top, bottom) = (frame.edge_of(f64::from(first)) as u32, frame.edge_of(f64::from(last) + 1.0) as u32);
    (left < right && top < bottom).then_some(Area { x: left, y: top, w: right - left, h: bottom - top })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{sparse_trace, trace_from_bars, view};

    fn region_bounds(region: Region) -> (f64, f64, u32, u32) {
        (region.from_s, region.to_s, region.first_row, region.rows)
    }

    #[test]
    fn touched_rows_are_in_the_region() {
        let trace = trace_from_bars(&[4], 8.0, &[(0, 4, 0.0, Some(8.0))]);
        let view = view(&trace, 80, 40);
        assert_eq!(region_bounds(region(&trace, &view, (20.0, 12.0), (60.0, 28.0))), (2.0, 6.0, 1, 2));
        // A region can begin at any corner and extend beyond the edge.
        assert_eq!(region_bounds(region(&trace, &view, (60.0, 28.0), (20.0, 12.0))), (2.0, 6.0, 1, 2));
        assert_eq!(region_bounds(region(&trace, &view, (-9.0, -9.0), (999.0, 999.0))), (0.0, 8.0, 0, 4));
        assert_eq!(region_bounds(region(&trace, &view, (20.0, 20.0), (20.0, 20.0))), (2.0, 2.0, 2, 1));
    }

    #[test]
    fn a_region_has_the_chosen_rectangle() {
        let trace = trace_from_bars(&[4], 8.0, &[(0, 4, 0.0, Some(8.0))]);
        let view = view(&trace, 80, 40);
        let area =
            |region: &Region| region_area(&trace, &view, region).map(|Area { x, y, w, h }| (x, y, w, h));
        let chosen = region(&trace, &view, (20.0, 12.0), (60.0, 28.0));
        assert_eq!(area(&chosen), Some((20, 10, 40, 20)));
        assert_eq!(area(&Region { first_row: 9, ..chosen }), None);
        assert_eq!(area(&Region { from_s: 9.0, to_s: 12.0, ..chosen }), None);
        // It moves with the window.
        let later = View { from_s: 4.0, to_s: 8.0, ..view.clone() };
        let area = region_area(&trace, &later, &chosen).map(|Area { x, w, .. }| (x, w));
        assert_eq!(area, Some((0, 40)));
    }

    #[test]
    fn a_chosen_cluster_includes_its_folded_rows() {
        let trace = sparse_trace();
        let view = View { folded: true, ..view(&trace, 8, 8) };
        // The line for unused clusters alone, then everything.
        assert_eq!(region_bounds(region(&trace, &view, (0.0, 0.0), (8.0, 1.5))), (0.0, 8.0, 0, 8));
        assert_eq!(region_bounds(region(&trace, &view, (0.0, 0.0), (8.0, 8.0))), (0.0, 8.0, 0, 28));
        // The lower of the two used rows of the third cluster, to its end.
        let chosen = region(&trace, &view, (0.0, 4.5), (8.0, 5.5));
        assert_eq!(region_bounds(chosen), (0.0, 8.0, 13, 3));
        assert_eq!(region_area(&trace, &view, &chosen).map(|Area { y, h, .. }| (y, h)), Some((4, 2)));
    }
}
