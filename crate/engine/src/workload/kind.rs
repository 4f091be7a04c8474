//! Kinds of work: each is a folder with its items, what a document says of them, and how the one becomes the other.

use super::generator::Work;
use super::{absence, grid, jobs, master_worker, workflow};
use crate::entry::Makes;
use crate::entry::document::{Datum, Notes, Shape};
use crate::platform::Platform;
use std::fmt;

/// A kind of work as it is written in a scenario itself.
pub struct Kind {
    /// What it is.
    pub makes: Makes,
    /// Its key in a part of the workload.
    pub key: &'static str,
    /// What such a part is, in a sentence.
    pub doc: &'static str,
    /// What a part may say.
    pub shape: Shape,
    /// How many jobs, tasks or absences a checked part has.
    pub size: fn(&Datum) -> u64,
    /// Tells where a checked part does not fit the machines, or itself as a whole.
    pub fits: fn(&Datum, &Platform, &mut Notes<'_>),
    /// The work of a checked part, in its order.
    pub work: fn(&Datum) -> Work,
}

/// All kinds of work, in the order in which they are offered. A new one is one folder and one line here.
pub const KINDS: &[&Kind] =
    &[&jobs::KIND, &grid::KIND, &workflow::KIND, &master_worker::KIND, &absence::KIND];

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// What there is to say of a cluster that is not there.
pub(super) fn missing_cluster(platform: &Platform, cluster: u32) -> Option<String> {
    let message = match platform.clusters.len() {
        count if (cluster as usize) < count => return None,
        1 => format!("there is no cluster {cluster}; the only one is 0"),
        count => format!("there is no cluster {cluster}; the {count} clusters are counted from 0"),
    };
    Some(message)
}
