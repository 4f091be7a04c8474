//! Rigid applications.

use super::simple::earliest_end_choice;
use super::{Durations, HostSelection};
use crate::system::delegated::policy::{Choice, LauncherView};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_work::launcher::Moldable;

/// One number of hosts.
pub(super) const ONE_SIZE: PolicyEntry<dyn HostSelection> = PolicyEntry {
    entry: Entry::new("rigid", "Fixed number of hosts")
        .summary(
            "Requests the usual number of hosts of each application, as a rigid application does; selects \
             only the time and the cluster.",
        )
        .source("Klein and Pérez 2010, section 5.2 (the launcher of rigid applications)")
        .when_to_use(
            "The baseline: applications that cannot adapt. They wait for their usual number of hosts even \
             if fewer would complete earlier.",
        ),
    make: |_| Box::new(OneSize),
};

struct OneSize;

impl HostSelection for OneSize {
    fn select_hosts(&self, seen: LauncherView<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
        earliest_end_choice(seen, sizes, wanted)
    }

    fn size_range(&self, of: &Moldable) -> (u32, u32, bool) {
        (of.usual, of.usual, false)
    }
}
