//! What passes between the resource manager and the launchers, and nothing else does: messages, what they hold, and how
//! many bytes they are (Klein and Pérez 2010, section 4 and annex B).

use ganttlet_core::platform::Profile;
use ganttlet_core::time::{Span, Time};
use std::ops::Deref;
use std::rc::Rc;

/// The number of a cluster in messages.
pub type ClusterId = u16;

/// What is known of a cluster (CINFO).
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterInfo {
    /// Which.
    pub id: ClusterId,
    /// Its hosts.
    pub hosts: u32,
    /// How fast they are.
    pub speed: f64,
}

/// What is known of the clusters that a launcher has subscribed to, and of what lies between them (ICINFO).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterInfos {
    /// The clusters, by their numbers.
    pub clusters: Vec<ClusterInfo>,
    /// The latency between each two of them, row by row.
    pub latency: Vec<Span>,
}

impl ClusterInfos {
    /// The latency between the clusters at two places of the list.
    pub fn latency_between(&self, one: usize, other: usize) -> Span {
        self.latency[one * self.clusters.len() + other]
    }
}

/// What is occupied when on the clusters that a launcher has subscribed to: a profile each, in the order of [`ClusterInfos`]. They
/// are shared by all that have the same.
pub type View = Vec<Rc<Profile>>;

/// Hosts of some clusters, by the numbers of these. Most are of one: these need no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterHosts {
    /// Of one cluster.
    One((ClusterId, u32)),
    /// Of none, or of several.
    Some(Rc<[(ClusterId, u32)]>),
}

impl Default for ClusterHosts {
    fn default() -> Self {
        Self::Some(Rc::new([]))
    }
}

impl Deref for ClusterHosts {
    type Target = [(ClusterId, u32)];

    #[inline]
    fn deref(&self) -> &[(ClusterId, u32)] {
        match self {
            Self::One(part) => std::slice::from_ref(part),
            Self::Some(parts) => parts,
        }
    }
}

impl FromIterator<(ClusterId, u32)> for ClusterHosts {
    fn from_iter<I: IntoIterator<Item = (ClusterId, u32)>>(parts: I) -> Self {
        let parts: Rc<[(ClusterId, u32)]> = parts.into_iter().collect();
        if let [part] = *parts { Self::One(part) } else { Self::Some(parts) }
    }
}

/// The requested resources and duration, without a start time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Hosts of each cluster, at least one each.
    pub hosts: ClusterHosts,
    /// How long.
    pub wall_time: Span,
}

impl Request {
    /// Hosts of all clusters together.
    pub fn total_hosts(&self) -> u32 {
        self.hosts.iter().map(|&(_, hosts)| hosts).sum()
    }
}

/// What is occupied on a cluster has changed.
#[derive(Clone, Debug)]
pub struct ViewChange {
    /// The place of the cluster in what the launcher has subscribed to.
    pub place: u16,
    /// The new profile.
    pub profile: Rc<Profile>,
}

/// A message on its way.
#[derive(Clone, Debug)]
pub enum Message {
    /// To a launcher: what is occupied has changed.
    ChangeNotify(Vec<ViewChange>),
    /// To the resource manager: what is wanted now; it replaces what was wanted before.
    Request(Request),
}

/// Bytes of a number of hosts, or of a time.
const NUMBER: u64 = 4;
/// Bytes of the number of a cluster.
const CLUSTER: u64 = 1;

/// Bytes of a notification at a time: a step has a length and a number of hosts. What has passed is not sent, nor the last
/// step, in which nothing is occupied, unless `tail` is set.
pub fn notify_bytes(changes: &[ViewChange], now: Time, tail: bool) -> u64 {
    let steps = |change: &ViewChange| {
        let all = change.profile.steps_after(now) as u64;
        all - u64::from(!tail)
    };
    changes.iter().map(|change| CLUSTER + 2 * NUMBER * steps(change)).sum()
}

/// Bytes of a request.
pub fn request_bytes(request: &Request) -> u64 {
    NUMBER + (CLUSTER + NUMBER) * request.hosts.len() as u64
}

/// Bytes of a list of configurations: hosts and walltime each.
pub fn list_bytes(configurations: u64) -> u64 {
    2 * NUMBER * configurations
}
