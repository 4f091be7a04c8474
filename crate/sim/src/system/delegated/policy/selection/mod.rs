//! Selection of hosts within one cluster.

mod durations;
mod one_size;
mod simple;

pub use durations::Durations;
pub use simple::earliest_end_choice;

use super::{Choice, LauncherView};
use ganttlet_core::entry::{Policies, catalog_text};
use ganttlet_work::launcher::Moldable;

/// Selects hosts of one cluster for one application.
pub trait HostSelection {
    /// The request for this view; with its candidates if these are `wanted`.
    fn select_hosts(&self, seen: LauncherView<'_>, sizes: &mut Durations, wanted: bool) -> Choice;

    /// The sizes among which it selects for an application, and whether it uses the duration of the smallest size for
    /// all.
    fn size_range(&self, of: &Moldable) -> (u32, u32, bool);
}

/// All host selections. A new one is one file and one line here.
pub static SELECTIONS: Policies<dyn HostSelection> = Policies {
    id: "selection",
    name: "host selection",
    summary: catalog_text(
        "Selection of hosts in one cluster by the launcher of an application. A launcher with a single \
              number of hosts selects only the time and the cluster.",
    ),
    members: &[simple::SIMPLE, simple::RANGE, one_size::ONE_SIZE],
};
