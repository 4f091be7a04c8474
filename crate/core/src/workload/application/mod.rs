//! What an application does with the nodes it is given: how its run time depends on how many they are and on how many
//! clusters they lie, and how it may change its size.

mod known;
mod speed_up;
mod spread;

pub use speed_up::SpeedUp;
pub use spread::Spread;

use crate::time::Span;

/// The sizes an application can run with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// Any.
    #[default]
    Any,
    /// Powers of two.
    PowersOfTwo,
}

/// How much of a run may be changed, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Application {
    /// Runs on the nodes of its request, for its run time times what its spread over clusters costs.
    Rigid {
        /// What several clusters cost.
        spread: Spread,
    },
    /// Its size is chosen when it starts, or also while it runs. It runs in one cluster.
    Flexible {
        /// The fewest nodes.
        min: u32,
        /// The most nodes it accepts.
        max: u32,
        /// How long it takes by the nodes.
        speed_up: SpeedUp,
        /// The sizes it can have.
        step: Step,
        /// True if it can grow and shrink while it runs (malleable), false if its size is fixed at the start (moldable).
        malleable: bool,
    },
    /// Many independent tasks of one node each that take what is idle and yield to all other work.
    Sweep {
        /// Run times of the tasks on nodes of speed 1.
        tasks: Vec<Span>,
    },
}

impl Step {
    /// The largest allowed size that is not above `nodes`; 0 if there is none.
    pub fn floor(self, nodes: u32) -> u32 {
        match self {
            Self::Any => nodes,
            Self::PowersOfTwo => nodes.checked_ilog2().map_or(0, |power| 1 << power),
        }
    }

    /// The smallest allowed size that is not below `nodes`; the largest of all if there is none.
    pub fn ceil(self, nodes: u32) -> u32 {
        match self {
            Self::Any => nodes,
            Self::PowersOfTwo => nodes.checked_next_power_of_two().unwrap_or(1 << 31),
        }
    }
}

impl Application {
    /// How many of the `offered` nodes it accepts when it runs on `size` nodes: as many as its largest size and its steps
    /// allow (Sonmez 2010, chapter 3). An application that cannot change its size while it runs accepts none.
    pub fn accepts(&self, size: u32, offered: u32) -> u32 {
        match *self {
            Self::Flexible { max, step, malleable: true, .. } => {
                step.floor(size.saturating_add(offered).min(max)).saturating_sub(size)
            }
            _ => 0,
        }
    }

    /// How many nodes it gives back when it runs on `size` nodes and is `asked` for some: fewer at its smallest size, more
    /// where its steps are wide (Sonmez 2010, chapter 3). An application that cannot change its size while it runs
    /// gives none.
    pub fn gives_back(&self, size: u32, asked: u32) -> u32 {
        match *self {
            Self::Flexible { min, step, malleable: true, .. } if asked > 0 => {
                let left = step.floor(size.saturating_sub(asked)).max(step.ceil(min));
                size.saturating_sub(left)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_a_floor_and_a_ceiling() {
        let step = Step::PowersOfTwo;
        for (nodes, floor, ceil) in
            [(0, 0, 1), (1, 1, 1), (2, 2, 2), (13, 8, 16), (u32::MAX, 1 << 31, 1 << 31)]
        {
            assert_eq!((step.floor(nodes), step.ceil(nodes)), (floor, ceil), "{nodes}");
            assert_eq!((Step::Any.floor(nodes), Step::Any.ceil(nodes)), (nodes, nodes));
        }
    }

    /// 30 nodes offered to the oldest first: GADGET on 20, FT on 8, GADGET on 2.
    #[test]
    fn what_is_accepted_depends_on_the_application() {
        let (gadget, ft) = (Application::gadget(), Application::ft());
        assert_eq!(gadget.accepts(20, 30), 26, "up to its largest size");
        assert_eq!(ft.accepts(8, 4), 0, "12 is no power of two");
        assert_eq!(gadget.accepts(2, 4), 4, "any size is fine");
        assert_eq!((ft.accepts(2, 29), ft.accepts(16, 100), ft.accepts(32, 100)), (14, 16, 0));
        assert_eq!(gadget.accepts(u32::MAX, u32::MAX), 0);
    }

    #[test]
    fn more_than_asked_for_may_come_back() {
        let (gadget, ft) = (Application::gadget(), Application::ft());
        assert_eq!(ft.gives_back(16, 3), 8, "13 is no power of two");
        assert_eq!(gadget.gives_back(16, 3), 3);
        assert_eq!((gadget.gives_back(6, 100), ft.gives_back(2, 1)), (4, 0), "never below the smallest size");
        assert_eq!((gadget.gives_back(16, 0), ft.gives_back(16, 0), ft.gives_back(0, 9)), (0, 0, 0));
        let three = Application::Flexible {
            min: 3,
            max: 64,
            speed_up: SpeedUp::FT,
            step: Step::PowersOfTwo,
            malleable: true,
        };
        assert_eq!(three.gives_back(8, 7), 4, "4 is the smallest power of two that is at least 3");
    }

    #[test]
    fn only_malleable_applications_change_their_size() {
        let moldable = Application::Flexible {
            min: 2,
            max: 46,
            speed_up: SpeedUp::GADGET,
            step: Step::Any,
            malleable: false,
        };
        let rigid = Application::Rigid { spread: Spread::None };
        for application in [moldable, rigid, Application::Sweep { tasks: vec![] }] {
            assert_eq!((application.accepts(4, 8), application.gives_back(4, 2)), (0, 0));
        }
    }
}
