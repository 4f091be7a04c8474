//! The events of a KOALA grid.

use super::transport::Parcel;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// What can happen.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next grid job is submitted.
    Submit,
    /// The next local job is submitted.
    Local,
    /// A local job ends.
    LocalEnd {
        /// Which.
        job: SubjectId,
        /// On which cluster.
        cluster: u16,
        /// The end by its estimate: with the job, its key among the running.
        estimated_end: Time,
    },
    /// A promised start of a local job has come that nothing else marks.
    Look {
        /// At which cluster.
        cluster: u32,
    },
    /// A runner is called.
    Timer {
        /// Which.
        runner: u32,
        /// The purpose, which only the runner interprets.
        tag: u64,
    },
    /// The placement queue is scanned, if that is done from time to time.
    Scan,
    /// The information service polls the clusters, if that is done from time to time.
    Poll,
    /// A round of the malleability manager.
    Round,
    /// The queue of local jobs of a cluster is looked at, as some may wait for scavenged nodes.
    LookForLocal {
        /// Which cluster.
        cluster: u32,
    },
    /// Scavenged nodes of a cluster that local jobs wait for are taken.
    Reclaim {
        /// Which cluster.
        cluster: u32,
    },
    /// The scavenging manager hears of an idle node.
    Notice {
        /// In which cluster.
        cluster: u32,
    },
    /// The hours begin in which nodes may be scavenged.
    Open,
    /// What is on a shared link changes: something has left, or the background traffic is another.
    Link {
        /// Which.
        link: u32,
    },
    /// All of a message within a cluster has left.
    Left {
        /// Which.
        message: u32,
    },
    /// Something arrives that came over a shared link.
    Arrived {
        /// What.
        parcel: Parcel,
    },
    /// The links are looked at.
    Sample,
}
