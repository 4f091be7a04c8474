//! Visited nodes by their sets of started jobs, for the dominance rule.

use crate::schedule::Running;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Maximum number of stored nodes with the same jobs.
const LIMIT_PER_SET: usize = 64;

/// A hasher of sets with a fixed seed.
#[derive(Default)]
pub(super) struct SetHasher(u64);

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Ends and nodes of running jobs, on one cluster or on several.
pub(super) trait RunningJobs {
    /// Their form in a stored node.
    type Stored;

    fn to_stored(&self) -> Self::Stored;

    /// True if the jobs of a stored node use no more nodes of any cluster at any time from `from` on.
    fn use_no_less_than(&self, stored: &Self::Stored, from: i64) -> bool;
}

impl RunningJobs for [(i64, i64)] {
    type Stored = Box<Self>;

    fn to_stored(&self) -> Box<Self> {
        self.into()
    }

    fn use_no_less_than(&self, stored: &Box<Self>, from: i64) -> bool {
        uses_no_more(stored, self, from)
    }
}

impl RunningJobs for [Running] {
    type Stored = Box<Self>;

    fn to_stored(&self) -> Box<Self> {
        self.into()
    }

    fn use_no_less_than(&self, stored: &Box<Self>, from: i64) -> bool {
        stored.iter().zip(self).all(|(stored, own)| uses_no_more(&stored.0, &own.0, from))
    }
}

/// The comparable properties of two nodes with the same jobs.
pub(super) struct Shape<'a, R: ?Sized> {
    /// The first time at which a job can start.
    pub(super) first: i64,
    /// The objective of the started jobs.
    pub(super) done: i64,
    /// The running jobs; those that end until `first` do not matter.
    pub(super) running: &'a R,
    /// The first start of each other job; empty if it follows from the rest.
    pub(super) starts: &'a [i64],
}

/// A stored node.
struct Stored<R> {
    first: i64,
    done: i64,
    running: R,
    starts: Box<[i64]>,
}

impl<R> Stored<R> {
    /// True if every continuation of `node` is possible from here, at no later time.
    fn dominates<J: RunningJobs<Stored = R> + ?Sized>(&self, node: &Shape<J>, done_limit: i64) -> bool {
        // Jobs that ended before the first start are no longer known, so the first start must not be later.
        self.first <= node.first
            && self.done <= done_limit
            && self.starts.iter().zip(node.starts).all(|(a, b)| a <= b)
            && node.running.use_no_less_than(&self.running, node.first)
    }
}

/// True if at no time from `from` on `a` uses more nodes than `b`. Both are sorted.
fn uses_no_more(a: &[(i64, i64)], b: &[(i64, i64)], from: i64) -> bool {
    let mut left_a: i64 = a.iter().map(|&(_, nodes)| nodes).sum();
    let mut left_b: i64 = b.iter().map(|&(_, nodes)| nodes).sum();
    let (mut at_a, mut at_b, mut time) = (0, 0, from);
    loop {
        while at_a < a.len() && a[at_a].0 <= time {
            left_a -= a[at_a].1;
            at_a += 1;
        }
        while at_b < b.len() && b[at_b].0 <= time {
            left_b -= b[at_b].1;
            at_b += 1;
        }
        if left_a > left_b {
            return false;
        }
        match b.get(at_b) {
            Some(&(end, _)) => time = end,
            None => return true,
        }
    }
}

/// All stored nodes.
pub(super) struct Visited<J: RunningJobs + ?Sized> {
    sets: HashMap<u64, Vec<Stored<J::Stored>>, BuildHasherDefault<SetHasher>>,
    count: usize,
    /// Maximum number of stored nodes.
    limit: usize,
}

impl<J: RunningJobs + ?Sized> Visited<J> {
    pub(super) fn new(limit: usize) -> Self {
        Self { sets: HashMap::default(), count: 0, limit }
    }

    /// True if a stored node with the same jobs dominates this one. `done_limit` is the maximum objective of the stored
    /// node.
    pub(super) fn dominates(&self, set: u64, node: &Shape<J>, done_limit: i64) -> bool {
        self.sets.get(&set).is_some_and(|list| list.iter().any(|stored| stored.dominates(node, done_limit)))
    }

    /// Stores a node, if there is room.
    pub(super) fn store(&mut self, set: u64, node: &Shape<J>) {
        if self.count >= self.limit {
            return;
        }
        let list = self.sets.entry(set).or_default();
        if list.len() < LIMIT_PER_SET {
            self.count += 1;
            let (running, starts) = (node.running.to_stored(), node.starts.into());
            list.push(Stored { first: node.first, done: node.done, running, starts });
        }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.sets = HashMap::default();
        self.count = 0;
    }
}
