//! Shared state of the runners of workflows of components on a grid: the cost function, reusable schedules, the nodes
//! reserved for reuse, and the usage limit.

use crate::system::koala::claim::Claim;
use crate::system::koala::policy::cost::{CostFunction, NamedCostFunction};
use ganttlet_core::record::{Recorder, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::hoc::Pattern;
use std::collections::{BTreeMap, VecDeque};

/// The key of a reusable schedule: the patterns of the components in their order, each with its number of units.
pub(super) type ReuseKey = Vec<(u8, u32)>;

/// The number of a pattern in a key.
pub(super) fn pattern_index(pattern: Pattern) -> u8 {
    match pattern {
        Pattern::Farm => 0,
        Pattern::Pipeline => 1,
        Pattern::Wavefront => 2,
    }
}

/// Nodes reserved after the end of a workflow.
#[derive(Clone, Debug)]
pub(super) struct Reservation {
    /// The runner of the ended workflow.
    pub runner: u32,
    pub key: ReuseKey,
    pub user: u32,
    pub claims: Vec<Claim>,
    /// The clusters of the units.
    pub place: Vec<u16>,
    /// The subject that holds the nodes in the trace.
    pub subject: SubjectId,
}

/// Recent claim failures in a cluster.
#[derive(Clone, Copy, Debug, Default)]
struct ClaimFailures {
    /// Number of consecutive failures.
    failed: u32,
    /// The cluster is excluded until this time.
    until: Time,
}

/// Maximum number of rows with the costs by all functions: enough for some hundred workflows.
const COMPARED: u32 = 60_000;

/// The state shared by all runners of workflows of components.
pub(super) struct ComponentScheduling {
    pub(super) cost: Box<dyn CostFunction>,
    /// The functions whose costs are recorded in addition to the cost of the decision, and the number of rows left in
    /// their table.
    pub(super) weighed: Vec<NamedCostFunction>,
    pub(super) untold: u32,
    /// The latest mapping of each key.
    pub(super) store: BTreeMap<ReuseKey, Vec<u16>>,
    /// Reservations, oldest first.
    pub(super) reservations: Vec<Reservation>,
    /// Number of admitted workflows that have not ended, by user or all under one number.
    pub(super) running: BTreeMap<u32, u32>,
    /// Runners held back by the limit, with the number under which they count.
    pub(super) held: VecDeque<(u32, u32)>,
    /// Recent claim failures, by cluster.
    trials: Vec<ClaimFailures>,
    /// Number of computations that are or were recorded individually.
    pub(super) drawn: u64,
    /// The names of those functions, in tables.
    pub(super) names: Vec<Text>,
    /// The names of the clusters, in tables.
    pub(super) clusters: Vec<Text>,
}

impl ComponentScheduling {
    pub(super) fn new(cost: Box<dyn CostFunction>, weighed: Vec<NamedCostFunction>) -> Self {
        Self {
            cost,
            weighed,
            untold: COMPARED,
            store: BTreeMap::new(),
            reservations: Vec::new(),
            running: BTreeMap::new(),
            held: VecDeque::new(),
            trials: Vec::new(),
            drawn: 0,
            names: Vec::new(),
            clusters: Vec::new(),
        }
    }

    /// Names functions and clusters in the tables of workflows of components.
    pub(super) fn name_in_tables(&mut self, clusters: &[String], record: &mut Recorder) {
        self.names = self.weighed.iter().map(|(name, _)| record.intern_text(name)).collect();
        self.clusters = clusters.iter().map(|name| record.intern_text(name)).collect();
    }

    /// True if a cluster is excluded because too many claims have failed there.
    pub(super) fn is_left_out(&self, cluster: usize, now: Time) -> bool {
        self.trials.get(cluster).is_some_and(|trial| now < trial.until)
    }

    /// Records a successful claim in a cluster.
    pub(super) fn note_granted(&mut self, cluster: u16) {
        self.failures_of(cluster).failed = 0;
    }

    /// Records a failed claim in a cluster; true if it was the last of `most` consecutive ones, so that the cluster is
    /// excluded until the given time.
    pub(super) fn note_refused(&mut self, cluster: u16, most: u32, until: Time) -> bool {
        let trial = self.failures_of(cluster);
        trial.failed += 1;
        let out = most > 0 && trial.failed >= most;
        if out {
            *trial = ClaimFailures { failed: 0, until };
        }
        out
    }

    fn failures_of(&mut self, cluster: u16) -> &mut ClaimFailures {
        let place = usize::from(cluster);
        if self.trials.len() <= place {
            self.trials.resize(place + 1, ClaimFailures::default());
        }
        &mut self.trials[place]
    }

    /// Removes and returns the oldest reservation with this key and user.
    pub(super) fn take_reservation(&mut self, key: &ReuseKey, user: u32) -> Option<Reservation> {
        let of = |one: &Reservation| one.key == *key && one.user == user;
        let place = self.reservations.iter().position(of)?;
        Some(self.reservations.remove(place))
    }
}
