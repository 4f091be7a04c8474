//! The messages between the resource manager and the launchers, their content, and their size in bytes (Klein and Pérez
//! 2010, section 4 and annex B). There is no other communication.

use ganttlet_core::platform::Profile;
use ganttlet_core::time::{Span, Time};
use std::ops::Deref;
use std::rc::Rc;

/// The number of a cluster in messages.
pub type ClusterId = u16;

/// Published information about a cluster (CINFO).
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterInfo {
    /// The number of the cluster.
    pub id: ClusterId,
    /// Number of hosts.
    pub hosts: u32,
    /// Speed of the hosts.
    pub speed: f64,
}

/// Published information about the clusters of a launcher's subscription, and about the network between them (ICINFO).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterInfos {
    /// The clusters, by their numbers.
    pub clusters: Vec<ClusterInfo>,
    /// The latency between each pair of clusters, row by row.
    pub latency: Vec<Span>,
}

impl ClusterInfos {
    /// The latency between the clusters at two indices of the list.
    pub fn latency_between(&self, one: usize, other: usize) -> Span {
        self.latency[one * self.clusters.len() + other]
    }
}

/// The occupation of the clusters of a launcher's subscription over time: one profile each, in the order of
/// [`ClusterInfos`]. Equal profiles are shared.
pub type View = Vec<Rc<Profile>>;

/// Hosts by cluster number. Most are of one cluster, and need no separate memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterHosts {
    /// Of one cluster.
    One((ClusterId, u32)),
    /// Of no cluster, or of several.
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
    /// The duration.
    pub wall_time: Span,
}

impl Request {
    /// Total number of hosts.
    pub fn total_hosts(&self) -> u32 {
        self.hosts.iter().map(|&(_, hosts)| hosts).sum()
    }
}

/// A change of the occupation of a cluster.
#[derive(Clone, Debug)]
pub struct ViewChange {
    /// The index of the cluster in the subscription of the launcher.
    pub place: u16,
    /// The new profile.
    pub profile: Rc<Profile>,
}

/// A message in transit.
#[derive(Clone, Debug)]
pub enum Message {
    /// To a launcher: the occupation of clusters has changed.
    ChangeNotify(Vec<ViewChange>),
    /// To the resource manager: a request, which replaces the previous one.
    Request(Request),
}

/// Bytes of a number of hosts, or of a time.
const NUMBER: u64 = 4;
/// Bytes of the number of a cluster.
const CLUSTER: u64 = 1;

/// Bytes of a notification: a step has a length and a number of hosts. Past steps are not sent, nor is the last step,
/// in which no host is occupied, unless `tail` is set.
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
