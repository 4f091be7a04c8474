//! Background traffic: what others send over the links between clusters, past every system.

mod document;

use super::{Item, Kind};
use ganttlet_core::time::{Span, Time};

/// Background traffic on links between clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Traffic {
    /// From which cluster, and to which; all of them where nothing is said. Of several that are about one link the last
    /// counts.
    pub between: (Option<u16>, Option<u16>),
    /// The share of a link that it occupies.
    pub levels: TrafficLevels,
}

/// Which share of a link is taken, and how long.
#[derive(Clone, Debug, PartialEq)]
pub enum TrafficLevels {
    /// Drawn for each link by itself.
    Drawn {
        /// The mean share.
        mean: f64,
        /// How long a level holds, as a mean: exponential.
        period: Span,
        /// True if a link is nearly full or free; false if each share up to twice the mean is as likely.
        on_off: bool,
    },
    /// From each of these times on this share; none before the first.
    Said(Vec<(Time, f64)>),
}

impl Traffic {
    /// True if it is about this link.
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
