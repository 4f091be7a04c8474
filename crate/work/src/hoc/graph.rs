//! The communication graph of the units of a component.

use super::{Layout, Pattern};

/// Predecessors and successors of the units of a component. In a farm both are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitGraph {
    /// The successors of each unit, ascending.
    pub after: Vec<Vec<u32>>,
    /// The predecessors of each unit, ascending.
    pub before: Vec<Vec<u32>>,
    /// The units with which each unit exchanges messages, ascending.
    pub peers: Vec<Vec<u32>>,
}

impl UnitGraph {
    /// The graph of a pattern with this number of units.
    pub(super) fn new(pattern: Pattern, units: u32, layout: Layout) -> Self {
        let edges: Vec<(u32, u32)> = match pattern {
            Pattern::Farm => (1..units).flat_map(|worker| [(0, worker), (worker, 0)]).collect(),
            Pattern::Pipeline => (1..units).map(|unit| (unit - 1, unit)).collect(),
            Pattern::Wavefront if layout == Layout::Triangle => diagonals(units),
            Pattern::Wavefront => mesh(&rows(units, layout)),
        };
        let mut graph = Self {
            after: vec![Vec::new(); units as usize],
            before: vec![Vec::new(); units as usize],
            peers: vec![Vec::new(); units as usize],
        };
        for (from, to) in edges {
            graph.after[from as usize].push(to);
            graph.before[to as usize].push(from);
            graph.peers[from as usize].push(to);
            graph.peers[to as usize].push(from);
        }
        for list in [&mut graph.after, &mut graph.before, &mut graph.peers].into_iter().flatten() {
            ganttlet_core::order::sort_by_key(list, |&unit| i64::from(unit));
            list.dedup();
        }
        graph
    }
}

/// The lengths of the rows.
fn rows(units: u32, layout: Layout) -> Vec<u32> {
    let root = units.isqrt().max(1);
    if layout == Layout::Exact {
        let rows = (1..=root).rev().find(|rows| units.is_multiple_of(*rows)).unwrap_or(1);
        return vec![units / rows; rows as usize];
    }
    let columns = units.div_ceil(root);
    (0..units.div_ceil(columns)).map(|row| columns.min(units - row * columns)).collect()
}

/// Edges from each unit to its right and lower neighbours. Units are numbered row by row.
fn mesh(rows: &[u32]) -> Vec<(u32, u32)> {
    let (mut edges, mut first) = (Vec::new(), 0);
    for (row, &length) in rows.iter().enumerate() {
        let below = rows.get(row + 1).copied().unwrap_or(0);
        for place in 0..length {
            let unit = first + place;
            if place + 1 < length {
                edges.push((unit, unit + 1));
            }
            if place < below {
                edges.push((unit, first + length + place));
            }
        }
        first += length;
    }
    edges
}

/// Edges from each unit to its two successors on the next diagonal, which is longer by one. Units are numbered diagonal
/// by diagonal.
fn diagonals(units: u32) -> Vec<(u32, u32)> {
    let (mut edges, mut first, mut length) = (Vec::new(), 0, 1);
    while first + length < units {
        for unit in first..first + length {
            let follow = [unit + length, unit + length + 1];
            edges.extend(follow.into_iter().filter(|&next| next < units).map(|next| (unit, next)));
        }
        first += length;
        length += 1;
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_farm_is_a_star_and_a_pipeline_a_chain() {
        let farm = UnitGraph::new(Pattern::Farm, 4, Layout::Exact);
        assert_eq!((&farm.peers[0], &farm.peers[3]), (&vec![1, 2, 3], &vec![0]));
        let chain = UnitGraph::new(Pattern::Pipeline, 3, Layout::Exact);
        assert_eq!((&chain.before[1], &chain.after[1], &chain.peers[1]), (&vec![0], &vec![2], &vec![0, 2]));
    }

    #[test]
    fn a_wavefront_is_as_square_as_its_layout_allows() {
        assert_eq!(rows(22, Layout::Exact), [11, 11]);
        assert_eq!(rows(46, Layout::Exact), [23, 23]);
        assert_eq!(rows(20, Layout::Exact), [5; 4]);
        assert_eq!(rows(7, Layout::Exact), [7], "a prime number is a chain");
        assert_eq!(rows(22, Layout::Clipped), [6, 6, 6, 4]);
        let square = UnitGraph::new(Pattern::Wavefront, 4, Layout::Exact);
        assert_eq!(square.after, [vec![1, 2], vec![3], vec![3], vec![]]);
        assert_eq!(square.before, [vec![], vec![0], vec![0], vec![1, 2]]);
    }

    #[test]
    fn diagonals_grow_by_one() {
        let triangle = UnitGraph::new(Pattern::Wavefront, 7, Layout::Triangle);
        assert_eq!(triangle.after, [vec![1, 2], vec![3, 4], vec![4, 5], vec![6], vec![], vec![], vec![]]);
    }

    #[test]
    fn a_single_unit_has_no_links() {
        for pattern in [Pattern::Farm, Pattern::Pipeline, Pattern::Wavefront] {
            assert!(UnitGraph::new(pattern, 1, Layout::Exact).peers[0].is_empty(), "{pattern:?}");
        }
    }
}
