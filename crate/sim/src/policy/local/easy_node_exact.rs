//! EASY backfilling with a reservation of specific nodes for the head, not of a number of nodes.
//!
//! Differs from counting when the free nodes are not those that the head is waiting for.

use super::easy::{ENDS_IN_TIME, LEFT_OVER, NO_RESERVATION};
use super::in_order::start_heads;
use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::platform::{FreeNodes, NodeSet};
use ganttlet_core::time::Time;

/// EASY backfilling with a reservation of specific nodes.
pub(super) const EASY_NODE_EXACT: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("easy-node-exact", "EASY, node-exact")
        .summary(
            "EASY backfilling with a reservation of specific nodes (lowest-numbered first) for the head of \
             the queue. A backfilled job that outlasts the reservation's start may not use those nodes; \
             plain EASY reserves only a number of nodes.",
        )
        .source("The rule of Batsim's easy_bf (Poquet 2017, section 4); Lifka 1995")
        .when_to_use(
            "Choose it to compare with simulators that reserve specific nodes, such as Batsim. It can \
             backfill fewer jobs than plain EASY.",
        )
        .pseudocode(concat!(
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head\n",
            "shadow ← earliest time with nodes(head) free nodes, by the estimates\n",
            "reserved ← the nodes(head) lowest-numbered free nodes at shadow\n",
            "for each later job j in order of arrival\n",
            "  if now + estimate(j) ≤ shadow then\n",
            "    allowed ← free nodes\n",
            "  else\n",
            "    allowed ← free nodes that are not in reserved\n",
            "  if nodes(j) ≤ number of allowed nodes then\n",
            "    start j on the lowest-numbered allowed nodes",
        )),
    make: |_| Box::new(NodeExact),
};

/// The policy: each pass makes a new reservation.
struct NodeExact;

impl LocalPolicy for NodeExact {
    fn overtaking_clause(&self) -> &'static str {
        "node-exact EASY backfills no job that would delay the head"
    }

    fn reservations(&self) -> ReservationKind {
        ReservationKind::Head
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        pass(manager, now);
        None
    }
}

fn pass(manager: &mut LocalManager, now: Time) {
    start_heads(manager, now);
    let Some(&head) = manager.queue().front() else { return };
    let (shadow, promised) = reservation_of_nodes(manager, &head);
    let mut index = 1;
    while index < manager.queue().len() && manager.free_count() > 0 {
        let job = manager.queue()[index];
        let end = now + job.estimate;
        let nodes = i64::from(job.nodes);
        let mut allowed = manager.free_nodes().clone();
        let rule = if shadow == Time::MAX {
            &NO_RESERVATION
        } else if end <= shadow {
            &ENDS_IN_TIME
        } else {
            for &(first, count) in promised.ranges() {
                (first..first + count).filter(|&node| manager.free_nodes().contains(node)).for_each(|node| {
                    allowed.take(node, 1);
                });
            }
            &LEFT_OVER
        };
        let left_over = i64::from(allowed.count());
        let mut on = NodeSet::default();
        if job.nodes <= allowed.count()
            && allowed.take_lowest(job.nodes, |first, count| on.push(first, count))
        {
            let second = if end <= shadow { end.0 } else { left_over };
            let values = if shadow == Time::MAX {
                [nodes, i64::from(manager.up_count()), 0, 0]
            } else {
                [nodes, second, shadow.0, 0]
            };
            manager.start_on(index, now, &on, rule, values);
        } else {
            index += 1;
        }
    }
}

/// When enough nodes are free for `head` by the estimates, and the lowest-numbered of these nodes.
fn reservation_of_nodes(manager: &LocalManager, head: &Waiting) -> (Time, NodeSet) {
    let mut free: FreeNodes = manager.free_nodes().clone();
    let mut shadow = Time::MAX;
    for (end, _, nodes) in manager.running() {
        if free.count() >= head.nodes && end > shadow {
            break;
        }
        for &(first, count) in nodes.ranges() {
            free.give_back(first, count);
        }
        shadow = end;
    }
    let mut promised = NodeSet::default();
    if !free.take_lowest(head.nodes, |first, count| promised.push(first, count)) {
        // Too many nodes are down: the time at which the head can start is unknown.
        shadow = Time::MAX;
    }
    (shadow, promised)
}
