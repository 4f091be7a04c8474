//! The common outline of adjacent bars, without shared edges.

use super::area::Area;
use ganttlet_core::order;

/// A straight line between two points, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
}

/// The outline of areas that do not overlap, vertical lines first; shared edges are omitted.
pub(crate) fn outline(areas: &[Area]) -> Vec<Edge> {
    let upright =
        outer_sides(areas.iter().map(|area| ((area.x, area.x + area.w), (area.y, area.y + area.h))));
    let level = outer_sides(areas.iter().map(|area| ((area.y, area.y + area.h), (area.x, area.x + area.w))));
    let upright = upright.map(|(x, (top, bottom))| Edge { from: (x, top), to: (x, bottom) });
    let level = level.map(|(y, (left, right))| Edge { from: (left, y), to: (right, y) });
    upright.chain(level).collect()
}

/// The two sides of each area at the positions `at` that extend over `along`, without shared ones.
fn outer_sides(
    areas: impl Iterator<Item = ((u32, u32), (u32, u32))>,
) -> impl Iterator<Item = (u32, (u32, u32))> {
    // In each line, the points where a side begins or ends; at a point with both, a side continues.
    let mut points = Vec::new();
    for ((first, last), (from, to)) in areas {
        points.extend([(first, from), (first, to), (last, from), (last, to)]);
    }
    order::sort_pairs(&mut points);
    let turns: Vec<(u32, u32)> =
        points.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect();
    // Each position has an even number of points.
    turns.chunks_exact(2).map(|pair| (pair[0].0, (pair[0].1, pair[1].1))).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_bar_is_one_shape() {
        let area = |x, y, w, h| Area { x, y, w, h };
        let edges = |areas: &[Area]| -> Vec<[u32; 4]> {
            outline(areas).iter().map(|edge| [edge.from.0, edge.from.1, edge.to.0, edge.to.1]).collect()
        };
        let box_of = [[0, 0, 0, 4], [10, 0, 10, 4], [0, 0, 10, 0], [0, 4, 10, 4]];
        assert_eq!(edges(&[area(0, 0, 10, 4)]), box_of);
        assert_eq!(edges(&[area(0, 0, 6, 4), area(6, 0, 4, 4)]), box_of);
        // From rows 0-4 to rows 0-8: only the step is drawn.
        let expected =
            [[0, 0, 0, 4], [6, 4, 6, 8], [10, 0, 10, 8], [0, 0, 10, 0], [0, 4, 6, 4], [6, 8, 10, 8]];
        assert_eq!(edges(&[area(0, 0, 6, 4), area(6, 0, 4, 8)]), expected);
        assert_eq!(edges(&[]), Vec::<[u32; 4]>::new());
    }
}
