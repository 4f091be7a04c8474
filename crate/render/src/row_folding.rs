//! Row folding: unused rows are left out, and unused clusters share a line.

use ganttlet_core::record::{Status, Trace};
use std::ops::Range;

/// Rows are folded only if at least one in this number of rows is left out.
const MIN_FOLDED_SHARE: u32 = 10;
/// The line of unused clusters is as high as one in this number of the remaining rows.
const FOLDED_LINE: u32 = 13;
/// Minimum number of rows of a cluster while a run continues; doubled when it is full, so that rows rarely move.
const MIN_ROWS: u32 = 4;
/// A lane for transfers above a cluster is as high as one in this number of the remaining rows.
const LANE_ROWS: u32 = 40;
/// No row.
const NO_ROW: u32 = u32::MAX;

/// The drawn rows. A *place* is a row of the picture, counted from its upper edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowFolding {
    /// The place of each row, or [`NO_ROW`]; empty if all rows are drawn.
    place_of: Vec<u32>,
    /// The row of each place, or [`NO_ROW`].
    row_of: Vec<u32>,
    /// The clusters of the places, from the top.
    pub(crate) shelves: Vec<ClusterPlaces>,
    /// Number of places.
    pub(crate) places: u32,
}

/// The places of a cluster, or of several consecutive ones that share a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClusterPlaces {
    /// The clusters.
    pub(crate) bands: Range<usize>,
    /// Their places.
    pub(crate) places: Range<u32>,
    /// Number of rows: 0 for the line of unused clusters.
    pub(crate) rows: u32,
    /// Number of places above the rows for transfers to the cluster.
    pub(crate) lane: u32,
}

impl RowFolding {
    /// All rows of a trace.
    fn without_folding(trace: &Trace) -> Self {
        let shelf = |(at, band): (usize, &ganttlet_core::record::Band)| ClusterPlaces {
            bands: at..at + 1,
            places: band.first_row..band.first_row + band.rows,
            rows: band.rows,
            lane: 0,
        };
        let shelves = trace.bands.iter().enumerate().map(shelf).collect();
        Self { shelves, places: trace.rows(), ..Self::default() }
    }

    /// The rows of a trace that were used, if folding is `wanted` and leaves out enough. Clusters that receive files
    /// have a lane above their rows.
    pub(crate) fn from_trace(trace: &Trace, wanted: bool) -> Self {
        let all = trace.rows();
        if !wanted || trace.queues || trace.intervals.is_empty() {
            return Self::without_folding(trace);
        }
        let ended = |status: &Status| matches!(status, Status::Done | Status::Killed | Status::Rejected);
        let over = trace.subjects.status.iter().rev().all(ended);
        let used = trace.intervals.used_rows();
        let mut kept: Vec<Vec<u32>> = trace
            .bands
            .iter()
            .map(|band| drawn_rows(used, band.first_row..band.first_row + band.rows, over))
            .collect();
        let left: u32 = kept.iter().map(|rows| rows.len() as u32).sum();
        let line = left.div_ceil(FOLDED_LINE);
        let lines =
            kept.chunk_by(|a, b| a.is_empty() == b.is_empty()).filter(|same| same[0].is_empty()).count()
                as u32;
        if (left + lines * line).saturating_mul(MIN_FOLDED_SHARE) > all.saturating_mul(MIN_FOLDED_SHARE - 1) {
            if trace.group_critical_path.is_empty() {
                return Self::without_folding(trace);
            }
            kept = trace
                .bands
                .iter()
                .map(|band| (band.first_row..band.first_row + band.rows).collect())
                .collect();
        }
        let passed_on = !trace.group_critical_path.is_empty() && trace.bands.len() > 1;
        let lane = if passed_on { left.div_ceil(LANE_ROWS) } else { 0 };
        let mut fold = Self { place_of: vec![NO_ROW; all as usize], ..Self::default() };
        for (at, rows) in kept.into_iter().enumerate() {
            let (from, bands) = (fold.row_of.len() as u32, at..at + 1);
            if rows.is_empty() {
                if let Some(last) = fold.shelves.last_mut().filter(|last| last.rows == 0) {
                    last.bands.end = bands.end;
                    continue;
                }
                fold.row_of.extend((0..line).map(|_| NO_ROW));
            }
            let lane = if rows.is_empty() { 0 } else { lane };
            fold.row_of.extend((0..lane).map(|_| NO_ROW));
            for &row in &rows {
                fold.place_of[row as usize] = fold.row_of.len() as u32;
                fold.row_of.push(row);
            }
            let places = from..fold.row_of.len() as u32;
            fold.shelves.push(ClusterPlaces { bands, places, rows: rows.len() as u32, lane });
        }
        fold.places = fold.row_of.len() as u32;
        fold
    }

    /// The place of a row, if it is drawn.
    #[inline]
    pub(crate) fn place(&self, row: u32) -> Option<u32> {
        if self.place_of.is_empty() {
            return Some(row);
        }
        self.place_of.get(row as usize).copied().filter(|&place| place != NO_ROW)
    }

    /// The row at a place, not rounded; in a line of unused clusters that of the next row.
    pub(crate) fn row_at(&self, place: f64) -> f64 {
        if self.row_of.is_empty() || place < 0.0 {
            return place;
        }
        let at = place as usize;
        match self.row_of.get(at) {
            Some(&NO_ROW) => {
                let next = self.row_of[at..].iter().find(|&&row| row != NO_ROW);
                next.map_or(self.place_of.len() as f64, |&row| f64::from(row))
            }
            Some(&row) => f64::from(row) + (place - at as f64),
            None => self.place_of.len() as f64 + place - self.row_of.len() as f64,
        }
    }

    /// True if there is no row at a place.
    pub(crate) fn is_without_row(&self, place: f64) -> bool {
        self.row_of.get(place as usize) == Some(&NO_ROW)
    }

    /// The cluster at a place.
    pub(crate) fn cluster_at(&self, place: f64) -> Option<&ClusterPlaces> {
        let at = self.shelves.partition_point(|shelf| f64::from(shelf.places.end) <= place);
        self.shelves.get(at).filter(|shelf| f64::from(shelf.places.start) <= place)
    }
}

/// The drawn rows of a cluster: the used ones and, while the run continues, some more.
fn drawn_rows(used: &[bool], rows: Range<u32>, over: bool) -> Vec<u32> {
    let is_used = |row: u32| used.get(row as usize).copied().unwrap_or(false);
    let count = rows.clone().filter(|&row| is_used(row)).count() as u32;
    let room = if over || count == 0 { count } else { count.next_power_of_two().max(MIN_ROWS) };
    let mut more = room.saturating_sub(count);
    rows.filter(|&row| {
        let extra = !is_used(row) && more > 0;
        more -= u32::from(extra);
        extra || is_used(row)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{picture_text, sparse_trace, trace_from_bars, view};
    use crate::{Canvas, View, row_labels, subject_areas, subject_at};

    #[test]
    fn unused_rows_vanish_and_unused_clusters_share_a_line() {
        let trace = sparse_trace();
        let view = View { folded: true, ..view(&trace, 8, 8) };
        // The line, two rows of the third cluster, one of the last.
        let expected = "........\n-...-...\n--------\naaaa....\n..bbbbbb\n..bbbbbb\n--------\n,,,,cccc\n";
        assert_eq!(picture_text(&trace, &view), expected);
        let found: Vec<_> = row_labels(&trace, &mut Canvas::default(), &view)
            .iter()
            .map(|place| (place.first, place.last, place.y, place.h, place.shown))
            .collect();
        assert_eq!(found, [(0, 1, 0, 2, 0), (2, 2, 2, 4, 2), (3, 3, 6, 2, 1)]);
        // All rows if free nodes matter.
        let queues = Trace { queues: true, ..trace.clone() };
        let all = View { height: 28, ..view.clone() };
        assert_eq!(
            picture_text(&queues, &all),
            picture_text(&queues, &View { folded: false, ..all.clone() })
        );
    }

    #[test]
    fn folded_bars_are_hit_where_they_are_drawn() {
        let trace = sparse_trace();
        for height in [4, 40] {
            let view = View { folded: true, ..view(&trace, 8, height) };
            for subject in 0..3 {
                let area = subject_areas(&trace, &mut Canvas::default(), &view, subject)[0];
                let at = (
                    f64::from(area.x) + f64::from(area.w) / 2.0,
                    f64::from(area.y) + f64::from(area.h) / 2.0,
                );
                assert_eq!(
                    subject_at(&trace, &mut Canvas::default(), &view, at.0, at.1),
                    Some(subject),
                    "{area:?} of {height}"
                );
            }
            assert_eq!(subject_at(&trace, &mut Canvas::default(), &view, 4.0, 0.0), None);
        }
    }

    #[test]
    fn rows_grow_in_steps_until_the_run_ends() {
        let shown = |bars: u32, over: bool| {
            let bars: Vec<_> = (0..bars).map(|row| (row, 1, f64::from(row), over.then_some(90.0))).collect();
            RowFolding::from_trace(&trace_from_bars(&[100, 100], 90.0, &bars), true).shelves[0].rows
        };
        assert_eq!([1, 4, 5, 8, 9, 33].map(|bars| shown(bars, false)), [4, 4, 8, 8, 16, 64]);
        assert_eq!([1, 5, 33].map(|bars| shown(bars, true)), [1, 5, 33]);
    }

    #[test]
    fn few_unused_rows_are_not_folded() {
        let bars: Vec<_> = (0..19).map(|row| (row, 1, 0.0, Some(1.0))).collect();
        let trace = trace_from_bars(&[20], 1.0, &bars);
        let fold = RowFolding::from_trace(&trace, true);
        assert_eq!((fold.places, fold.place(19), fold.shelves[0].rows), (20, Some(19), 20));
    }

    #[test]
    fn clusters_that_files_move_to_have_lanes() {
        let mut trace = sparse_trace();
        trace.group_critical_path = vec![ganttlet_core::time::Span::ZERO];
        let view = View { folded: true, ..view(&trace, 8, 6) };
        let expected = "-...-...\n--------\naaaa....\n..bbbbbb\n--------\n,,,,cccc\n";
        assert_eq!(picture_text(&trace, &view), expected);
        // A lane has no bars to hit; if all rows are used, all are drawn.
        assert_eq!(subject_at(&trace, &mut Canvas::default(), &view, 1.0, 1.5), None);
        assert_eq!(subject_at(&trace, &mut Canvas::default(), &view, 1.0, 2.5), Some(0));
        let mut full = trace_from_bars(&[1, 1], 8.0, &[(0, 1, 0.0, Some(8.0)), (1, 1, 0.0, Some(8.0))]);
        full.group_critical_path = trace.group_critical_path.clone();
        let shelves = RowFolding::from_trace(&full, true).shelves;
        assert_eq!(
            shelves.iter().map(|shelf| (shelf.rows, shelf.lane)).collect::<Vec<_>>(),
            [(1, 1), (1, 1)]
        );
    }

    #[test]
    fn a_window_of_rows_counts_folded_places() {
        let trace = sparse_trace();
        // The lower half: the second and third remaining rows.
        let view = View { folded: true, first_row: 14.0, rows: 14.0, ..view(&trace, 8, 4) };
        assert_eq!(picture_text(&trace, &view), "..bbbbbb\n..bbbbbb\n--------\n,,,,cccc\n");
    }
}
