//! Absences: periods in which machines are unavailable because of their owners or failures.

mod document;

use super::{Item, Kind};
use ganttlet_core::time::Time;
use serde::{Deserialize, Serialize};

/// A period in which a machine is unavailable.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Absence {
    /// The machine: the number of its node among all nodes of the platform. Numbers beyond the last machine start again
    /// from the first.
    pub machine: u32,
    /// When it begins.
    pub start: Time,
    /// When it ends.
    pub end: Time,
    /// True if the machine is gone (switched off, failed); false if its owner is present, so that its task may be
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
