//! The behaviour of an application on its nodes: its runtime by number of nodes and by their distribution over
//! clusters, and the permitted changes of its size.

pub(super) mod document;
mod published;
mod speed_up;
mod spread;

pub use speed_up::SpeedUp;
pub use spread::CoAllocationOverhead;

use super::Workflow;
use super::hoc::Hoc;
use ganttlet_core::time::Span;

/// The sizes an application can run with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeConstraint {
    /// Any.
    #[default]
    Any,
    /// Powers of two.
    PowersOfTwo,
}

/// The application of a grid job: which changes of its size are possible, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Application {
    /// Runs on the nodes of its request, for its runtime times the overhead of co-allocation.
    Rigid {
        /// The overhead of several clusters.
        spread: CoAllocationOverhead,
    },
    /// Its size is chosen at its start, or can also change while it runs. It runs in one cluster.
    Flexible {
        /// Minimum number of nodes.
        min: u32,
        /// Maximum number of nodes.
        max: u32,
        /// Its runtime by number of nodes.
        speed_up: SpeedUp,
        /// The sizes it can have.
        step: SizeConstraint,
        /// True if it can grow and shrink while it runs (malleable), false if its size is fixed at the start (moldable).
        malleable: bool,
    },
    /// Many independent single-node tasks that use idle nodes and yield to all other work.
    Sweep {
        /// Runtimes of the tasks on nodes of speed 1.
        tasks: Vec<Span>,
    },
    /// Higher-order components that run one after the other on the same nodes, each unit on a separate node.
    Components {
        /// The components, at least one.
        hocs: Vec<Hoc>,
        /// The cluster that has their code and their input files.
        home: Option<u16>,
    },
    /// Tasks with dependencies through files, each placed separately when its parents have ended.
    Workflow(Workflow),
}

impl SizeConstraint {
    /// The largest allowed size that is not above `nodes`; 0 if there is none.
    pub fn largest_below(self, nodes: u32) -> u32 {
        match self {
            Self::Any => nodes,
            Self::PowersOfTwo => nodes.checked_ilog2().map_or(0, |power| 1 << power),
        }
    }

    /// The smallest allowed size that is not below `nodes`; the largest of all if there is none.
    pub fn smallest_above(self, nodes: u32) -> u32 {
        match self {
            Self::Any => nodes,
            Self::PowersOfTwo => nodes.checked_next_power_of_two().unwrap_or(1 << 31),
        }
    }

    /// Number of the `offered` nodes accepted by a malleable application on `size` nodes: as many as its largest size
    /// `max` and its steps allow (Sonmez 2010, chapter 3).
    pub fn accepted_nodes(self, size: u32, offered: u32, max: u32) -> u32 {
        self.largest_below(size.saturating_add(offered).min(max)).saturating_sub(size)
    }

    /// Number of nodes released by a malleable application on `size` nodes when `asked` for some: fewer at its smallest
    /// size `min`, more with large steps (Sonmez 2010, chapter 3).
    pub fn released_nodes(self, size: u32, asked: u32, min: u32) -> u32 {
        if asked == 0 {
            return 0;
        }
        size.saturating_sub(self.largest_below(size.saturating_sub(asked)).max(self.smallest_above(min)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_allowed_ones() {
        let step = SizeConstraint::PowersOfTwo;
        for (nodes, floor, ceil) in
            [(0, 0, 1), (1, 1, 1), (2, 2, 2), (13, 8, 16), (u32::MAX, 1 << 31, 1 << 31)]
        {
            assert_eq!((step.largest_below(nodes), step.smallest_above(nodes)), (floor, ceil), "{nodes}");
            assert_eq!(
                (SizeConstraint::Any.largest_below(nodes), SizeConstraint::Any.smallest_above(nodes)),
                (nodes, nodes)
            );
        }
    }

    /// 30 nodes offered to the oldest first: GADGET on 20 of at most 46, FT on 8 of at most 32, GADGET on 2.
    #[test]
    fn the_accepted_nodes_depend_on_the_allowed_sizes() {
        let (gadget, ft) = (SizeConstraint::Any, SizeConstraint::PowersOfTwo);
        assert_eq!(gadget.accepted_nodes(20, 30, 46), 26, "up to its largest size");
        assert_eq!(ft.accepted_nodes(8, 4, 32), 0, "12 is no power of two");
        assert_eq!(gadget.accepted_nodes(2, 4, 46), 4, "any size is fine");
        assert_eq!(
            (ft.accepted_nodes(2, 29, 32), ft.accepted_nodes(16, 100, 32), ft.accepted_nodes(32, 100, 32)),
            (14, 16, 0)
        );
        assert_eq!(gadget.accepted_nodes(u32::MAX, u32::MAX, 46), 0);
    }

    #[test]
    fn an_application_may_release_more_nodes_than_requested() {
        let (gadget, ft) = (SizeConstraint::Any, SizeConstraint::PowersOfTwo);
        assert_eq!(ft.released_nodes(16, 3, 2), 8, "13 is no power of two");
        assert_eq!(gadget.released_nodes(16, 3, 2), 3);
        assert_eq!(
            (gadget.released_nodes(6, 100, 2), ft.released_nodes(2, 1, 2)),
            (4, 0),
            "never below the smallest"
        );
        assert_eq!(
            (gadget.released_nodes(16, 0, 2), ft.released_nodes(16, 0, 2), ft.released_nodes(0, 9, 2)),
            (0, 0, 0)
        );
        assert_eq!(ft.released_nodes(8, 7, 3), 4, "4 is the smallest power of two that is at least 3");
        assert_eq!(ft.released_nodes(1 << 31, 1, u32::MAX), 0);
    }
}
