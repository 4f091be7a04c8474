//! Policies of local resource managers: they select the next waiting job of one cluster.
//!
//! A policy is an order of the queue and a pass over a [`LocalManager`], which starts all jobs that may start now. It
//! sees estimates, never runtimes.

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

/// A policy of a local resource manager: one instance per cluster, with its state.
pub trait LocalPolicy {
    /// Whether and when a job may start before the head of the queue, as a clause that can follow "and".
    fn overtaking_clause(&self) -> &'static str;

    /// Which jobs have a reservation.
    fn reservations(&self) -> ReservationKind {
        ReservationKind::Nobody
    }

    /// The key of a job in the current queue: lowest first, then by arrival.
    fn rank(&self, _: &Waiting, _now: Time) -> i128 {
        0
    }

    /// The text of a rule for this policy.
    fn rule_text<'a>(&'a self, rule: &'static Rule) -> &'a Rule {
        rule
    }

    /// Its expression, if it is a custom policy.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// Sets its cluster, counted from 0. Called once, before the first pass.
    fn set_cluster(&mut self, _cluster: usize) {}

    /// A fault that keeps it from following its parameters.
    fn problem(&self) -> Option<Diagnostic> {
        None
    }

    /// Starts all jobs that may start now. Returns when it asks for another pass in the absence of events, if it does.
    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time>;
}

/// The jobs that have a reservation, which other jobs may not delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservationKind {
    /// No job.
    Nobody,
    /// The head of the queue: the earliest time at which, by the estimates, enough nodes are free for it.
    Head,
    /// Every waiting job, by a reservation of nodes.
    Everyone,
    /// Every waiting job, because no job overtakes another: earlier jobs start first, each when enough nodes are free.
    InTurn,
    /// Every job with a recorded start: that start.
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
