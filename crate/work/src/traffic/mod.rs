//! Background traffic: use of the links between clusters by others, outside every system.

mod document;

use super::{Item, Kind};
use ganttlet_core::time::{Span, Time};

/// Background traffic on links between clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Traffic {
    /// Source and destination cluster; `None` for all. If several entries concern one link, the last one counts.
    pub between: (Option<u16>, Option<u16>),
    /// The share of a link that it uses.
    pub levels: TrafficLevels,
}

/// The used share of a link over time.
#[derive(Clone, Debug, PartialEq)]
pub enum TrafficLevels {
    /// Drawn separately for each link.
    Drawn {
        /// The mean share.
        mean: f64,
        /// Mean duration of a level: exponential.
        period: Span,
        /// True if a link is either nearly full or free; false for a uniform share up to twice the mean.
        on_off: bool,
    },
    /// These shares from these times on; none before the first.
    Said(Vec<(Time, f64)>),
}

impl Traffic {
    /// True if it affects this link.
    pub fn affects_link(&self, from: usize, to: usize) -> bool {
        let here = |said: Option<u16>, cluster: usize| said.is_none_or(|said| usize::from(said) == cluster);
        here(self.between.0, from) && here(self.between.1, to)
    }
}

impl Item for Traffic {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        Time::ZERO
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        vec![format!("{:?} {:?}", self.between, self.levels)]
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        match &self.levels {
            TrafficLevels::Drawn { mean, period, .. } => (0.0..=0.45).contains(mean) && *period > Span::ZERO,
            TrafficLevels::Said(levels) => {
                let rising = levels.is_sorted_by(|before, after| before.0 < after.0);
                rising && levels.iter().all(|&(_, level)| (0.0..=1.0).contains(&level))
            }
        }
    }
}
