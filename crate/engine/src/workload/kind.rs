//! Kinds of work: each is a folder with its items, what a document says of them, and how the one becomes the other.

use super::generator::Work;
use super::{absence, grid, jobs, master_worker, workflow};
use crate::entry::Makes;
use crate::entry::document::{Datum, Notes, Shape};
use crate::platform::Platform;
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// A kind of work as it is written in a scenario itself.
pub struct Kind {
    /// What it is.
    pub makes: Makes,
    /// What people call several of it, in the middle of a sentence.
    pub word: &'static str,
    /// What people call what is counted in it: a workflow falls into `tasks`.
    pub things: &'static str,
    /// True if these have names that say something; else a number is all there is to say.
    pub named: bool,
    /// True if it runs on single machines, which may differ; else on the nodes of clusters.
    pub machines: bool,
    /// The measures that decide a comparison where nothing is asked, first those that say most.
    pub decide: &'static [&'static str],
    /// What people read where it comes to the clusters past the system; none if it never does.
    pub past: Option<Past>,
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

/// What people read of work that comes to the clusters past the system.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Past {
    /// The heading of its list.
    pub title: &'static str,
    /// What several of it are called there.
    pub subject: &'static str,
    /// What it is, in a sentence or two.
    pub help: &'static str,
    /// What is so where there is none.
    pub none: &'static str,
    /// What a button says that adds some.
    pub add: &'static str,
    /// Why nothing else can stand there.
    pub who: &'static str,
    /// What has to go where a system has no place for it.
    pub gone: &'static str,
}

/// What is known of a kind of work.
///
/// # Panics
/// Never: a test holds that each is in the list.
pub fn kind_of(makes: Makes) -> &'static Kind {
    KINDS.iter().find(|kind| kind.makes == makes).expect("each kind of work is in the list")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_work_is_in_the_list_once() {
        let all = [Makes::Jobs, Makes::GridJobs, Makes::Workflows, Makes::MasterWorker, Makes::Absences];
        assert_eq!(KINDS.iter().map(|kind| kind.makes).collect::<Vec<_>>(), all);
        assert_eq!(all.map(|makes| kind_of(makes).makes), all);
    }
}
