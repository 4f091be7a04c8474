//! Which waiting job starts next on one cluster: the policies of local resource managers.
//!
//! A policy is an order of the queue and a pass over a [`LocalManager`]: it starts what may start now and returns. It sees
//! estimates, never run times.

mod as_recorded;
mod conservative;
mod easy;
mod easy_node_exact;
mod in_order;
mod manager;
mod played;
mod written;

pub use manager::{LocalManager, Started, Waiting};
pub use written::invalid_value_warning;

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{CustomExpression, Family, Policies, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// A policy of a local resource manager: one for each cluster, with its own memory.
pub trait LocalPolicy {
    /// Whether and when someone may start before the head of the queue, as a clause that can follow "and".
    fn overtaking_clause(&self) -> &'static str;

    /// Who is promised a start.
    fn reservations(&self) -> ReservationKind {
        ReservationKind::Nobody
    }

    /// The place of a job in the queue as it is now: lowest first, then by arrival.
    fn rank(&self, _: &Waiting, _now: Time) -> i128 {
        0
    }

    /// A rule in the words of this policy.
    fn rule_text<'a>(&'a self, rule: &'static Rule) -> &'a Rule {
        rule
    }

    /// The expression that it goes by, if it is a custom one.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// Sets the cluster that it serves, counted from 0. Called once, before the first pass.
    fn set_cluster(&mut self, _cluster: usize) {}

    /// What keeps it from doing what it was set to do.
    fn problem(&self) -> Option<Diagnostic> {
        None
    }

    /// Starts all jobs that may start now. When it wants to look again even if nothing happens, if it does.
    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time>;
}

/// Whom a policy promises a start that others may not delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservationKind {
    /// No one.
    Nobody,
    /// The head of the queue: the earliest time at which, by the estimates, enough nodes are free for it.
    Head,
    /// Everyone who waits, by a reservation of nodes.
    Everyone,
    /// Everyone who waits, by nobody ever passing them: those before them start first, each when enough nodes are free.
    InTurn,
    /// Everyone whose log records a start: that start.
    Recorded,
}

/// All local policies. A new one is one file and one line here.
pub static LOCAL_POLICIES: Policies<dyn LocalPolicy> = Family {
    id: "local-policy",
    name: "local policy",
    summary: catalog_text("Order in which a cluster starts the jobs in its queue."),
    members: &[
        in_order::FCFS,
        easy::EASY,
        easy::EASY_SJBF,
        conservative::CONSERVATIVE,
        in_order::SJF,
        in_order::LJF,
        easy_node_exact::EASY_NODE_EXACT,
        as_recorded::AS_RECORDED,
        played::PLAYED,
        written::WRITTEN,
    ],
};
