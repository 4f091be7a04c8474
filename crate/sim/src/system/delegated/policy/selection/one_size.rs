//! Rigid applications.

use super::simple::ends_earliest;
use super::{Durations, Selection};
use crate::system::delegated::policy::{Choice, Seen};
use ganttlet_core::entry::{Entry, Maker};
use ganttlet_work::launcher::Moldable;

/// One number of hosts.
pub(super) const ONE_SIZE: Maker<dyn Selection> = Maker {
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

impl Selection for OneSize {
    fn select(&self, seen: Seen<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
        ends_earliest(seen, sizes, wanted)
    }

    fn sizes(&self, of: &Moldable) -> (u32, u32, bool) {
        (of.usual, of.usual, false)
    }
}
