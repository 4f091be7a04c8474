//! What the runners of workflows of components have in common on a grid: the cost function, the schedules that can be used
//! again, the nodes that are kept for that, and the usage limit.

use crate::system::koala::claim::Claim;
use crate::system::koala::policy::cost::{CostFunction, NamedCostFunction};
use ganttlet_core::record::{Recorder, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::hoc::Pattern;
use std::collections::{BTreeMap, VecDeque};

/// What schedules are used again by: the patterns of the components in their order, and how many units each has.
pub(super) type ReuseKey = Vec<(u8, u32)>;

/// The place of a pattern in a key.
pub(super) fn pattern_index(pattern: Pattern) -> u8 {
    match pattern {
        Pattern::Farm => 0,
        Pattern::Pipeline => 1,
        Pattern::Wavefront => 2,
    }
}

/// Nodes that are kept after a workflow has ended.
#[derive(Clone, Debug)]
pub(super) struct Reservation {
    /// The runner whose workflow it was.
    pub runner: u32,
    pub key: ReuseKey,
    pub user: u32,
    pub claims: Vec<Claim>,
    /// The clusters of the units.
    pub place: Vec<u16>,
    /// Who holds the nodes in the picture.
    pub subject: SubjectId,
}

/// What became of the claims in a cluster.
#[derive(Clone, Copy, Debug, Default)]
struct ClaimFailures {
    /// So many have failed in a row.
    failed: u32,
    /// It is left out until then.
    until: Time,
}

/// So many rows about costs by all functions are kept: those of some hundred workflows.
const COMPARED: u32 = 60_000;

/// What all runners of workflows of components know.
pub(super) struct ComponentScheduling {
    pub(super) cost: Box<dyn CostFunction>,
    /// Functions whose costs are recorded beside its cost, and how many rows of the table of them there may still be.
    pub(super) weighed: Vec<NamedCostFunction>,
    pub(super) untold: u32,
    /// The newest mapping of each key.
    pub(super) store: BTreeMap<ReuseKey, Vec<u16>>,
    /// The oldest first.
    pub(super) reservations: Vec<Reservation>,
    /// Workflows that were let in and are not over, by user, or all under one number.
    pub(super) running: BTreeMap<u32, u32>,
    /// Those that are held back by the limit, with the number they count under.
    pub(super) held: VecDeque<(u32, u32)>,
    /// Claims that have failed in a row in each cluster, and until when it is left out for that.
    trials: Vec<ClaimFailures>,
    /// Computations that are or were drawn one by one.
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

    /// True if a cluster is left out, as too many claims have failed there.
    pub(super) fn is_left_out(&self, cluster: usize, now: Time) -> bool {
        self.trials.get(cluster).is_some_and(|trial| now < trial.until)
    }

    /// A claim was granted in a cluster.
    pub(super) fn note_granted(&mut self, cluster: u16) {
        self.failures_of(cluster).failed = 0;
    }

    /// A claim has failed in a cluster; true if that was the last of `most` in a row, so that it is left out until then.
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

    /// Takes the oldest reservation of a key and a user.
    pub(super) fn take_reservation(&mut self, key: &ReuseKey, user: u32) -> Option<Reservation> {
        let of = |one: &Reservation| one.key == *key && one.user == user;
        let place = self.reservations.iter().position(of)?;
        Some(self.reservations.remove(place))
    }
}
