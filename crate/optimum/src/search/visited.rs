//! Visited nodes by their sets of started jobs, and whether one of them was at least as good.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Number of stored nodes at most.
const LIMIT: usize = 1 << 19;
/// Number of stored nodes with the same jobs at most.
const LIMIT_PER_SET: usize = 64;

/// A hasher of sets with a fixed seed.
#[derive(Default)]
pub(crate) struct SetHasher(u64);

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

/// What is compared of two nodes with the same jobs.
pub(crate) struct Shape<'a> {
    /// The first time at which a job can start.
    pub(crate) first: i64,
    /// The objective of the started jobs.
    pub(crate) done: i64,
    /// Ends and nodes of the jobs that run after `first`, ascending.
    pub(crate) running: &'a [(i64, i64)],
    /// The first start of each other job; empty if it follows from the rest.
    pub(crate) starts: &'a [i64],
}

/// A stored node.
struct Stored {
    first: i64,
    done: i64,
    running: Box<[(i64, i64)]>,
    starts: Box<[i64]>,
}

impl Stored {
    /// True if every continuation of `node` is possible from here, at no later time.
    fn dominates(&self, node: &Shape, done_limit: i64) -> bool {
        // What ended before the first start is no longer known, so the first start must not be later.
        self.first <= node.first
            && self.done <= done_limit
            && self.starts.iter().zip(node.starts).all(|(a, b)| a <= b)
            && uses_no_more(&self.running, node.running, node.first)
    }
}

/// True if at no time from `from` on `a` uses more nodes than `b`. Both are sorted.
pub(super) fn uses_no_more(a: &[(i64, i64)], b: &[(i64, i64)], from: i64) -> bool {
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
#[derive(Default)]
pub(crate) struct Visited {
    sets: HashMap<u64, Vec<Stored>, BuildHasherDefault<SetHasher>>,
    count: usize,
}

impl Visited {
    /// True if a stored node with the same jobs makes this one superfluous. `done_limit` is the objective that it may
    /// have at most.
    pub(crate) fn dominates(&self, set: u64, node: &Shape, done_limit: i64) -> bool {
        self.sets.get(&set).is_some_and(|list| list.iter().any(|stored| stored.dominates(node, done_limit)))
    }

    /// Stores a node, if there is room.
    pub(crate) fn store(&mut self, set: u64, node: &Shape) {
        if self.count >= LIMIT {
            return;
        }
        let list = self.sets.entry(set).or_default();
        if list.len() < LIMIT_PER_SET {
            self.count += 1;
            let (running, starts) = (node.running.into(), node.starts.into());
            list.push(Stored { first: node.first, done: node.done, running, starts });
        }
    }

    /// Removes all nodes.
    pub(crate) fn clear(&mut self) {
        self.sets = HashMap::default();
        self.count = 0;
    }
}
