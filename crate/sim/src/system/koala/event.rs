//! The events of a KOALA grid.

use super::transport::Parcel;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// The events of the grid.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next grid job is submitted.
    Submit,
    /// The next local job is submitted.
    Local,
    /// A local job ends.
    LocalEnd {
        /// The job.
        job: SubjectId,
        /// The cluster.
        cluster: u16,
        /// The end by its estimate: with the job, its key among the running ones.
        estimated_end: Time,
    },
    /// A reservation of a local job is due at a time without another event.
    Look {
        /// The cluster.
        cluster: u32,
    },
    /// A timer of a runner expires.
    Timer {
        /// The runner.
        runner: u32,
        /// The purpose, which only the runner interprets.
        tag: u64,
    },
    /// The placement queue is scanned, if scans are periodic.
    Scan,
    /// The information service polls the clusters, if polls are periodic.
    Poll,
    /// A round of the malleability manager.
    Round,
    /// The local queue of a cluster is checked for jobs that wait for scavenged nodes.
    LookForLocal {
        /// The cluster.
        cluster: u32,
    },
    /// Scavenged nodes of a cluster are reclaimed for waiting local jobs.
    Reclaim {
        /// The cluster.
        cluster: u32,
    },
    /// The scavenging manager is notified of an idle node.
    Notice {
        /// The cluster.
        cluster: u32,
    },
    /// The hours begin during which nodes may be scavenged.
    Open,
    /// The load of a shared link changes: a transmission has ended, or the background traffic has changed.
    Link {
        /// The link.
        link: u32,
    },
    /// The transmission of a message within a cluster has ended.
    Left {
        /// The message.
        message: u32,
    },
    /// A file or message arrives over a shared link.
    Arrived {
        /// The file or message.
        parcel: Parcel,
    },
    /// The links are sampled.
    Sample,
}
