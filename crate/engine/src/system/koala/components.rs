//! What the runners of workflows of components have in common on a grid: the cost function, the schedules that can be used
//! again, the nodes that are kept for that, and the usage limit.

use crate::policy::cost::CostFunction;
use crate::record::{Recorder, TableId, Text};
use crate::rule::SubjectId;
use crate::system::components::{COSTS, WORKFLOWS};
use crate::system::koala::claim::Claim;
use crate::workload::hoc::Pattern;
use std::collections::{BTreeMap, VecDeque};

/// What schedules are used again by: the patterns of the components in their order, and how many units each has.
pub(super) type Key = Vec<(u8, u32)>;

/// The place of a pattern in a key.
pub(super) fn place(pattern: Pattern) -> u8 {
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
    pub key: Key,
    pub user: u32,
    pub claims: Vec<Claim>,
    /// The clusters of the units.
    pub place: Vec<u16>,
    /// Who holds the nodes in the picture.
    pub subject: SubjectId,
}

/// What all runners of workflows of components know.
pub(super) struct Shared {
    pub(super) cost: Box<dyn CostFunction>,
    /// The newest mapping of each key.
    pub(super) store: BTreeMap<Key, Vec<u16>>,
    /// The oldest first.
    pub(super) reservations: Vec<Reservation>,
    /// Workflows that were let in and are not over, by user, or all under one number.
    pub(super) running: BTreeMap<u32, u32>,
    /// Those that are held back by the limit, with the number they count under.
    pub(super) held: VecDeque<(u32, u32)>,
    /// Computations that are or were drawn one by one.
    pub(super) drawn: u64,
    pub(super) workflows: TableId,
    pub(super) costs: TableId,
    /// The names of the clusters, in tables.
    pub(super) clusters: Vec<Text>,
}

impl Shared {
    pub(super) fn new(cost: Box<dyn CostFunction>) -> Self {
        Self {
            cost,
            store: BTreeMap::new(),
            reservations: Vec::new(),
            running: BTreeMap::new(),
            held: VecDeque::new(),
            drawn: 0,
            workflows: TableId::default(),
            costs: TableId::default(),
            clusters: Vec::new(),
        }
    }

    /// Declares what is told of workflows of components.
    pub(super) fn declare(&mut self, clusters: &[String], record: &mut Recorder) {
        self.workflows = record.table(&WORKFLOWS);
        self.costs = record.table(&COSTS);
        self.clusters = clusters.iter().map(|name| record.text(name)).collect();
    }

    /// Takes the oldest reservation of a key and a user.
    pub(super) fn reserved(&mut self, key: &Key, user: u32) -> Option<Reservation> {
        let of = |one: &Reservation| one.key == *key && one.user == user;
        let place = self.reservations.iter().position(of)?;
        Some(self.reservations.remove(place))
    }
}
