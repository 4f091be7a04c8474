//! Which waiting job starts next on one cluster: the policies of local resource managers.
//!
//! A policy is an order of the queue and a pass over a [`Machine`]: it starts what may start now and returns. It sees
//! estimates, never run times.

mod conservative;
mod easy;
mod easy_node_exact;
mod in_order;
mod machine;
mod profile;

pub use machine::{Machine, Started, Waiting};

use crate::entry::{Entry, Family};
use crate::time::Time;

/// A policy of a local resource manager.
pub struct LocalPolicy {
    /// What the catalog says.
    pub entry: Entry,
    /// Whether and when someone may start before the head of the queue, as a clause that can follow "and".
    pub passing: &'static str,
    /// Who is promised a start.
    pub promises: Promises,
    /// The place of a job in the queue: lowest first, then by arrival.
    pub rank: fn(&Waiting) -> i128,
    /// Starts all jobs that may start now.
    pub pass: fn(&mut Machine, Time),
}

impl AsRef<Entry> for LocalPolicy {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// Whom a policy promises a start that others may not delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promises {
    /// No one.
    Nobody,
    /// The head of the queue: the earliest time at which, by the estimates, enough nodes are free for it.
    Head,
    /// Everyone who waits.
    Everyone,
}

/// All local policies. A new one is one file and one line here.
pub static LOCAL_POLICIES: Family<LocalPolicy> = Family {
    id: "local-policy",
    name: "local policy",
    summary: "In which order one cluster starts the jobs in its queue.",
    members: &[
        in_order::FCFS,
        easy::EASY,
        easy::EASY_SJBF,
        conservative::CONSERVATIVE,
        in_order::SJF,
        in_order::LJF,
        easy_node_exact::EASY_NODE_EXACT,
    ],
};

/// The rank that keeps the order of arrival.
fn by_arrival(_: &Waiting) -> i128 {
    0
}
