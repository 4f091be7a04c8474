//! Absences: times at which machines are not to be had, because their owners sit at them or they are gone.

mod document;

use super::{Item, Kind};
use ganttlet_core::time::Time;
use serde::{Deserialize, Serialize};

/// A time at which a machine is not to be had.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Absence {
    /// The machine: the number of its node when all nodes of the platform are counted through. One that is not there
    /// stands for the machine that is found by counting on from the first again.
    pub machine: u32,
    /// When it begins.
    pub start: Time,
    /// When it ends.
    pub end: Time,
    /// True if the machine is gone (switched off, failed); false if its owner sits at it, so that what runs there may be
    /// suspended.
    pub gone: bool,
}

impl Item for Absence {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.start
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        vec![format!("{} {} {} {}", self.machine, self.start.0, self.end.0, self.gone)]
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        self.start < self.end
    }
}
