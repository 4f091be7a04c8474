//! EASY backfilling: only the head of the queue has a reservation; other jobs may overtake it without delaying it.
//!
//! The rule is the count-based one of Mu'alem and Feitelson (2001). While no nodes are released, a job that could not
//! start cannot start later either (less time before the reservation, no more nodes), so each pass tests new arrivals
//! only.

use super::in_order::start_heads;
use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// Why a job overtakes the head: it ends before the reservation.
pub(super) static ENDS_IN_TIME: Rule = Rule::with_values(
    "backfill",
    &["nodes", "end", "reservation"],
    "Job {job} was backfilled ahead of job {by}: it ends by {end:time} by its estimate, not after the \
     reservation of job {by} at {reservation:time}.",
);

/// Why a job overtakes the head: it uses nodes that the head does not need.
pub(super) static LEFT_OVER: Rule = Rule::with_values(
    "backfill",
    &["nodes", "left", "reservation"],
    "Job {job} was backfilled ahead of job {by}. By its estimate it runs past the reservation of job {by} \
     at {reservation:time}, but {nodes|its node is|its # nodes are} among the {left} that job {by} leaves \
     free.",
);

/// Why a job overtakes the head: the time at which the head can start is unknown.
pub(super) static NO_RESERVATION: Rule = Rule::with_values(
    "backfill",
    &["nodes", "up"],
    "Job {job} was backfilled ahead of job {by}, which has no reservation: too many nodes are unavailable \
     for it.",
);

/// EASY backfilling.
pub(super) const EASY: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("easy", "EASY")
        .summary(
            "EASY backfilling by node count. The head of the queue gets a reservation at the earliest time \
             (shadow time) when, by the estimates, enough nodes are free. A later job may start if it ends \
             by then or leaves enough nodes free.",
        )
        .source("Mu'alem, Feitelson 2001, section 2; Lifka 1995")
        .when_to_use(
            "The usual choice for clusters with user estimates: high utilisation without delaying the head \
             of the queue. Large jobs behind the head can still be delayed.",
        )
        .pseudocode(concat!(
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head\n",
            "shadow ← earliest time with nodes(head) free nodes, by the estimates\n",
            "extra ← free nodes at shadow − nodes(head)\n",
            "for each later job j in order of arrival\n",
            "  if nodes(j) ≤ free nodes then\n",
            "    if now + estimate(j) ≤ shadow then\n",
            "      start j\n",
            "    else if nodes(j) ≤ extra then\n",
            "      start j\n",
            "      extra ← extra − nodes(j)",
        )),
    make: |_| Box::new(Easy { shortest_first: false, promise: None, tested: 0 }),
};

/// EASY backfilling, shortest candidates first.
pub(super) const EASY_SJBF: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("easy-sjbf", "EASY-SJBF")
        .summary(
            "EASY backfilling that tries waiting jobs in order of estimated runtime, shortest first; ties in \
             order of arrival.",
        )
        .source("Tsafrir, Etsion, Feitelson 2007, section 6; Gaussier et al. 2015")
        .when_to_use(
            "Often lowers the mean wait time and slowdown of EASY, because short jobs are backfilled first. \
             Long jobs behind the head can wait longer.",
        )
        .pseudocode(concat!(
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head\n",
            "shadow ← earliest time with nodes(head) free nodes, by the estimates\n",
            "extra ← free nodes at shadow − nodes(head)\n",
            "for each later job j, shortest estimate first; ties by arrival\n",
            "  if nodes(j) ≤ free nodes then\n",
            "    if now + estimate(j) ≤ shadow then\n",
            "      start j\n",
            "    else if nodes(j) ≤ extra then\n",
            "      start j\n",
            "      extra ← extra − nodes(j)",
        )),
    make: |_| Box::new(Easy { shortest_first: true, promise: None, tested: 0 }),
};

/// The reservation of the head of the queue.
#[derive(Clone, Copy)]
pub(super) struct HeadReservation {
    /// The shadow time: when enough nodes will be free for the head.
    shadow: Time,
    /// Number of nodes free at the shadow time that the head does not need.
    extra: u32,
}

/// The policy and its state between passes.
struct Easy {
    /// Whether candidates are tried shortest first instead of in the order of arrival.
    shortest_first: bool,
    /// The reservation; valid until nodes are released.
    promise: Option<HeadReservation>,
    /// Jobs at the front of the queue that need no further test while the reservation is valid.
    tested: usize,
}

impl LocalPolicy for Easy {
    fn overtaking_clause(&self) -> &'static str {
        if self.shortest_first {
            "EASY-SJBF backfills no job that would delay the head"
        } else {
            "EASY backfills no job that would delay the head"
        }
    }

    fn reservations(&self) -> ReservationKind {
        ReservationKind::Head
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        if manager.has_released_nodes() || manager.is_plan_invalid() {
            self.promise = None;
        }
        let mut promise = self.reserve_for_head(manager, now)?;
        if self.shortest_first {
            backfill_shortest_first(manager, self.tested, now, &mut promise);
        } else {
            backfill_in_order(manager, self.tested, now, &mut promise);
        }
        (self.promise, self.tested) = (Some(promise), manager.queue().len());
        None
    }
}

impl Easy {
    /// Starts heads that fit, then makes a reservation for the first that does not; none if the queue is empty.
    fn reserve_for_head(&mut self, manager: &mut LocalManager, now: Time) -> Option<HeadReservation> {
        if self.promise.is_none() {
            start_heads(manager, now);
            self.tested = 1;
            self.promise = Some(reservation_for(manager, manager.queue().front()?));
        }
        self.promise
    }
}

/// When enough nodes are free for `head` by the estimates, and how many are then left over. If too many nodes are down,
/// there is no such time, and the head delays no other job.
pub(super) fn reservation_for(manager: &LocalManager, head: &Waiting) -> HeadReservation {
    let mut free = manager.free_count();
    let mut shadow = Time::MAX;
    for (end, _, nodes) in manager.running() {
        if free >= head.nodes && end > shadow {
            break;
        }
        free += nodes.len();
        shadow = end;
    }
    if free < head.nodes {
        shadow = Time::MAX;
    }
    HeadReservation { shadow, extra: free.saturating_sub(head.nodes) }
}

/// Starts the job at `index` if it fits and does not delay the reservation; consumes left-over nodes.
fn start_if_possible(
    manager: &mut LocalManager,
    index: usize,
    now: Time,
    promise: &mut HeadReservation,
) -> bool {
    let job = manager.queue()[index];
    let end = now + job.estimate;
    if job.nodes > manager.free_count() {
        return false;
    }
    let nodes = i64::from(job.nodes);
    if promise.shadow == Time::MAX {
        manager.start(index, now, &NO_RESERVATION, [nodes, i64::from(manager.up_count()), 0, 0]);
    } else if end <= promise.shadow {
        manager.start(index, now, &ENDS_IN_TIME, [nodes, end.0, promise.shadow.0, 0]);
    } else if job.nodes <= promise.extra {
        manager.start(index, now, &LEFT_OVER, [nodes, i64::from(promise.extra), promise.shadow.0, 0]);
        promise.extra -= job.nodes;
    } else {
        return false;
    }
    true
}

/// Starts the jobs that can overtake the head without delaying its reservation, in the order of the queue.
pub(super) fn backfill_in_order(
    manager: &mut LocalManager,
    tested: usize,
    now: Time,
    promise: &mut HeadReservation,
) {
    let mut index = tested;
    while index < manager.queue().len() && manager.free_count() > 0 {
        if !start_if_possible(manager, index, now, promise) {
            index += 1;
        }
    }
}

fn backfill_shortest_first(
    manager: &mut LocalManager,
    tested: usize,
    now: Time,
    promise: &mut HeadReservation,
) {
    let free = manager.free_count();
    let fits = |job: &&Waiting| job.nodes <= free;
    let new = manager.queue().iter().skip(tested).filter(fits);
    let mut candidates: Vec<(i64, u32)> = new.map(|job| (job.estimate.0, job.arrival)).collect();
    candidates.sort_unstable();
    for (_, arrival) in candidates {
        if manager.free_count() == 0 {
            break;
        }
        // The queue remains in the order of arrival when jobs are removed.
        let index = manager.queue().partition_point(|job| job.arrival < arrival);
        start_if_possible(manager, index, now, promise);
    }
}
