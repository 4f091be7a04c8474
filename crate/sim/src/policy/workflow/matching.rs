//! Heavy-edge matching: coarsens a task graph such that little data passes between groups (Karypis, Kumar 1999, as in
//! Sonmez 2010, section 6.1.3).
//!
//! Edges are undirected here, weighted by their bytes. Cycles between groups do not matter: a group is a place, not a
//! unit of work.

use super::Dag;
use ganttlet_core::order;
use ganttlet_core::rng::Stream;

const NONE: u32 = u32::MAX;

/// The graph between two rounds.
struct CoarseGraph {
    /// Number of tasks of each group.
    tasks: Vec<u32>,
    /// The neighbours of each group, ascending, each with the bytes between them.
    near: Vec<Vec<(u32, f64)>>,
}

/// The group of each task, counted from 0: `target` groups, or as many as there are tasks.
///
/// In each round every group, in random order, is matched with the neighbour of its heaviest edge, the first among
/// ties. A pair may not exceed one and a half times the final mean size. A round with almost no matches (as in stars,
/// where all tasks are connected to one) also matches groups with a common neighbour. If no pairs are left, the limit
/// is lifted; then the smallest groups are matched, neighbours or not.
pub(super) fn partition(dag: &Dag, target: usize, chance: &mut Stream) -> Vec<u32> {
    let count = dag.len();
    let target = target.max(1);
    let mut of: Vec<u32> = (0..count as u32).collect();
    let mut graph = CoarseGraph::of(dag);
    let mut most = (3 * count / (2 * target)) as u32;
    while graph.tasks.len() > target {
        let spare = graph.tasks.len() - target;
        let mut mate = graph.find_matching((most, spare), chance);
        if mate.iter().all(|&mate| mate == NONE) {
            if most == u32::MAX {
                graph.match_smallest(spare, &mut mate);
            }
            most = u32::MAX;
        }
        let next = graph.merge(&mate);
        for group in &mut of {
            *group = next[*group as usize];
        }
    }
    of
}

impl CoarseGraph {
    fn of(dag: &Dag) -> Self {
        let edges = |task: u32| {
            let all = dag.parents.row(task).iter().chain(dag.children.row(task));
            all.map(move |edge| (task, edge.task, edge.bytes))
        };
        let tasks = dag.len() as u32;
        Self::from_edges(vec![1; dag.len()], (0..tasks).flat_map(edges).collect())
    }

    /// From edges given in both directions; adds up parallel edges.
    fn from_edges(tasks: Vec<u32>, mut edges: Vec<(u32, u32, f64)>) -> Self {
        order::sort_by_key(&mut edges, |&(from, to, _)| i64::from(from) << 32 | i64::from(to));
        let mut near: Vec<Vec<(u32, f64)>> = vec![Vec::new(); tasks.len()];
        for (from, to, bytes) in edges {
            match near[from as usize].last_mut() {
                Some((last, sum)) if *last == to => *sum += bytes,
                _ => near[from as usize].push((to, bytes)),
            }
        }
        Self { tasks, near }
    }

    /// The partner of each group: at most `spare` pairs of at most `most` tasks.
    fn find_matching(&self, (most, spare): (u32, usize), chance: &mut Stream) -> Vec<u32> {
        let count = self.tasks.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        chance.shuffle(&mut order);
        let mut mate = vec![NONE; count];
        let mut left = spare;
        for one in order {
            if left == 0 {
                return mate;
            }
            if mate[one as usize] == NONE
                && let Some(other) = self.heaviest_neighbour(one, most, &mate)
            {
                (mate[one as usize], mate[other as usize]) = (other, one);
                left -= 1;
            }
        }
        if (spare - left) * 20 < count {
            for hub in &self.near {
                self.match_around(hub, most, &mut mate, &mut left);
            }
        }
        mate
    }

    /// The unmatched neighbour with the heaviest edge, the first among ties.
    fn heaviest_neighbour(&self, one: u32, most: u32, mate: &[u32]) -> Option<u32> {
        let near = self.near[one as usize].iter();
        let free = near.filter(|&&(other, _)| {
            mate[other as usize] == NONE && self.tasks[one as usize] + self.tasks[other as usize] <= most
        });
        free.copied()
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
            .map(|(other, _)| other)
    }

    /// Matches the unmatched neighbours of one group with each other, in their order.
    fn match_around(&self, hub: &[(u32, f64)], most: u32, mate: &mut [u32], left: &mut usize) {
        let mut waiting = NONE;
        for &(one, _) in hub {
            if *left == 0 || mate[one as usize] != NONE {
                continue;
            }
            if waiting == NONE {
                waiting = one;
            } else if self.tasks[waiting as usize] + self.tasks[one as usize] <= most {
                (mate[one as usize], mate[waiting as usize]) = (waiting, one);
                *left -= 1;
                waiting = NONE;
            } else if self.tasks[one as usize] < self.tasks[waiting as usize] {
                waiting = one;
            }
        }
    }

    /// Matches the smallest groups with each other, neighbours or not.
    fn match_smallest(&self, spare: usize, mate: &mut [u32]) {
        let order = order::indices_by_key(self.tasks.len(), |group| self.tasks[group].into());
        for pair in order.chunks_exact(2).take(spare) {
            (mate[pair[0] as usize], mate[pair[1] as usize]) = (pair[1], pair[0]);
        }
    }

    /// Merges each pair into one group; returns the new number of each old group.
    fn merge(&mut self, mate: &[u32]) -> Vec<u32> {
        let mut next = vec![NONE; mate.len()];
        let mut tasks = Vec::new();
        for one in 0..mate.len() {
            if next[one] != NONE {
                continue;
            }
            next[one] = tasks.len() as u32;
            let other = mate[one];
            let also = if other == NONE { 0 } else { self.tasks[other as usize] };
            if other != NONE {
                next[other as usize] = next[one];
            }
            tasks.push(self.tasks[one] + also);
        }
        let mut edges = Vec::new();
        for (one, near) in self.near.iter().enumerate() {
            let moved = near.iter().map(|&(other, bytes)| (next[one], next[other as usize], bytes));
            edges.extend(moved.filter(|&(from, to, _)| from != to));
        }
        *self = Self::from_edges(tasks, edges);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::rng::Streams;

    fn groups_of(tasks: usize, edges: &[(u32, u32, f64)], target: usize, seed: u64) -> Vec<u32> {
        let dag = Dag::from_edges(tasks, edges).expect("no circle");
        partition(&dag, target, &mut Streams::new(seed).get("matching"))
    }

    fn sizes(groups: &[u32]) -> Vec<usize> {
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        (0..count as u32).map(|group| groups.iter().filter(|&&of| of == group).count()).collect()
    }

    #[test]
    fn heavy_edges_stay_inside_groups() {
        for seed in 0..10 {
            let chain = [(0, 1, 100.0), (1, 2, 1.0), (2, 3, 100.0)];
            assert_eq!(groups_of(4, &chain, 2, seed), [0, 0, 1, 1]);
            // In any order: 1 and 2 are each other's heaviest neighbours, or 0 and 1 are matched and 2 remains alone.
            let path = groups_of(3, &[(0, 1, 1.0), (1, 2, 5.0)], 2, seed);
            assert!(path == [0, 1, 1] || path == [0, 0, 1], "{path:?}");
        }
    }

    #[test]
    fn the_number_of_groups_is_the_requested_one() {
        let star: Vec<(u32, u32, f64)> = (1..200).map(|leaf| (0, leaf, f64::from(leaf))).collect();
        let pairs: Vec<(u32, u32, f64)> = (0..50).map(|pair| (2 * pair, 2 * pair + 1, 1.0)).collect();
        for (tasks, edges) in [(200, &star[..]), (100, &pairs[..]), (120, &[][..])] {
            for target in [1, 7, 20, 99, 500] {
                let found = sizes(&groups_of(tasks, edges, target, 3));
                assert_eq!(found.len(), target.min(tasks));
                assert!(found.iter().all(|&size| size > 0));
            }
        }
        // A star of 200 in 20 groups: pairs of pairs become groups of eight, which the limit of 15 separates until it
        // is lifted.
        let found = sizes(&groups_of(200, &star, 20, 3));
        assert!(found.iter().all(|&size| size <= 16), "{found:?}");
    }
}
