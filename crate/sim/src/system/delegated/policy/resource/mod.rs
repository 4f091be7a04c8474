//! The resource selection function of complex-moldable applications: it selects among available hosts for a code that
//! spans clusters, and returns the runtime. The report takes it from other work.

mod ball;
mod exhaustive;

use crate::system::delegated::policy::round_up_to_micros;
use crate::system::delegated::protocol::ClusterInfos;
use ganttlet_core::entry::{Entry, Policies, PolicyEntry, catalog_text};
use ganttlet_core::time::Span;
use ganttlet_work::launcher::Complex;

/// Selects among available hosts.
pub trait ResourceSelection {
    /// The indices of the clusters whose available hosts are all used, as bits, and the runtime of the code on them. At
    /// least one host is available.
    fn select_clusters(
        &self,
        available: &[u32],
        infos: &ClusterInfos,
        code: &CodeModel<'_>,
    ) -> (Places, Span);
}

/// A set of clusters by index, as bits.
pub type Places = u128;

/// Maximum number of clusters.
pub const MOST: usize = Places::BITS as usize;

/// The code of an application, with its walltime factor.
#[derive(Clone, Copy, Debug)]
pub struct CodeModel<'a> {
    /// Its computation and communication.
    pub of: &'a Complex,
    /// Its walltime factor.
    pub factor: f64,
}

impl CodeModel<'_> {
    /// The runtime on all available hosts of these clusters: the work over their total speed, plus the maximum latency
    /// between two of them for each blocking message.
    pub fn run_time_on(&self, clusters: Places, available: &[u32], infos: &ClusterInfos) -> Span {
        let (mut power, mut latency) = (0.0, Span::ZERO);
        let there = |place: &usize| clusters >> place & 1 == 1;
        for place in (0..available.len()).filter(there) {
            power += f64::from(available[place]) * infos.clusters[place].speed;
            for other in (0..place).filter(there) {
                latency = latency.max(infos.latency_between(place, other));
            }
        }
        let messages = self.of.iterations * self.of.messages;
        round_up_to_micros(self.factor * (self.of.work_s * 1e6 / power + messages * latency.0 as f64))
    }
}

/// The clusters with available hosts.
fn all_available(available: &[u32]) -> Places {
    let bit = |(place, &hosts): (usize, &u32)| Places::from(hosts > 0) << place;
    available.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
}

/// The best set of clusters: the first one with the shortest runtime.
struct BestClusters<'a> {
    available: &'a [u32],
    infos: &'a ClusterInfos,
    code: CodeModel<'a>,
    found: Option<(Places, Span)>,
}

impl BestClusters<'_> {
    fn consider(&mut self, clusters: Places) {
        let took = self.code.run_time_on(clusters, self.available, self.infos);
        if self.found.is_none_or(|(_, least)| took < least) {
            self.found = Some((clusters, took));
        }
    }

    fn result(self) -> (Places, Span) {
        self.found.expect("at least one host is available")
    }
}

/// All resource functions. A new one is one item and one line here.
pub static RESOURCE_FUNCTIONS: Policies<dyn ResourceSelection> = Policies {
    id: "resource-function",
    name: "resource function",
    summary: catalog_text("Available hosts that an iterative code uses that can span clusters."),
    members: &[ball::BALL, SINGLE, ALL, exhaustive::EXHAUSTIVE],
};

const SINGLE: PolicyEntry<dyn ResourceSelection> = PolicyEntry {
    entry: Entry::new("single", "One cluster")
        .summary("Uses all available hosts of the one cluster with the shortest runtime.")
        .source("for comparison")
        .when_to_use(
            "The baseline without co-allocation; suited to high latencies between clusters. It leaves hosts \
             of other clusters unused.",
        ),
    make: |_| Box::new(SingleCluster),
};

const ALL: PolicyEntry<dyn ResourceSelection> = PolicyEntry {
    entry: Entry::new("all", "All clusters")
        .summary("Uses all available hosts of all clusters, regardless of latency.")
        .source("for comparison")
        .when_to_use(
            "Suited to codes with little communication or to low latencies between clusters. One distant \
             cluster can slow down the whole application.",
        ),
    make: |_| Box::new(AllClusters),
};

struct SingleCluster;
struct AllClusters;

impl ResourceSelection for SingleCluster {
    fn select_clusters(
        &self,
        available: &[u32],
        infos: &ClusterInfos,
        code: &CodeModel<'_>,
    ) -> (Places, Span) {
        let mut best = BestClusters { available, infos, code: *code, found: None };
        for place in (0..available.len()).filter(|&place| available[place] > 0) {
            best.consider(1 << place);
        }
        best.result()
    }
}

impl ResourceSelection for AllClusters {
    fn select_clusters(
        &self,
        available: &[u32],
        infos: &ClusterInfos,
        code: &CodeModel<'_>,
    ) -> (Places, Span) {
        let clusters = all_available(available);
        (clusters, code.run_time_on(clusters, available, infos))
    }
}
