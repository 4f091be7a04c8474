//! A transfer of files, and the selection of the nearest location of a file.
//!
//! This is all of staging where copies are not kept: each file is transferred separately, regardless of other
//! transfers, and the locations never change. The [`Staging`](super::Staging) of workflows, in contrast, keeps the
//! locations of transferred files, and moves those of one parent together.

use ganttlet_core::platform::Network;
use ganttlet_core::record::Transfer;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// A transfer that begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) struct Moved {
    pub(in crate::system) from: usize,
    pub(in crate::system) start: Time,
    pub(in crate::system) end: Time,
    pub(in crate::system) bytes: f64,
}

impl Moved {
    /// Its record: it moves a file to a cluster for a subject.
    pub(in crate::system) fn transfer(self, to: usize, subject: SubjectId) -> Transfer {
        let Self { from, start, end, bytes } = self;
        Transfer { start, end, from: from as u16, to: to as u16, subject, bytes }
    }
}

/// The transfer of a file to a cluster of `network` from the nearest of its locations, the first among ties; none if it
/// is there, or nowhere in the grid.
pub(in crate::system) fn from_nearest(
    network: &Network,
    (places, bytes): (&[u16], f64),
    to: u16,
    start: Time,
) -> Option<Moved> {
    if places.contains(&to) {
        return None;
    }
    let time = |from: u16| network.transfer_time(bytes, usize::from(from), usize::from(to));
    let known = places.iter().copied().filter(|&from| usize::from(from) < network.clusters());
    let from = known.min_by_key(|&from| (time(from), from))?;
    Some(Moved { from: usize::from(from), start, end: start + time(from), bytes })
}
