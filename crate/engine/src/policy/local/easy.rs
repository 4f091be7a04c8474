//! EASY backfilling: only the head of the queue has a promise; others may pass it if they do not break it.
//!
//! The rule is the count-based one of Mu'alem and Feitelson (2001). While no nodes are given back, a job that could not
//! start cannot start later either (less time to the promise, no more nodes), so each pass looks at new arrivals only.

use super::in_order::start_heads;
use super::machine::Promise;
use super::{LocalPolicy, Machine, Promises, Waiting, by_arrival};
use crate::entry::Entry;
use crate::rule::Rule;
use crate::time::Time;

/// Why a job passes the head: it will be gone in time.
pub(super) const ENDS_IN_TIME: Rule = Rule {
    id: "backfill",
    sentence: "Job {job} passed job {by}, which waits at the head: by its estimate it ends at {1t}, not after {2t}, \
               when job {by} can start.",
};

/// Why a job passes the head: it uses nodes the head does not need.
pub(super) const LEFT_OVER: Rule = Rule {
    id: "backfill",
    sentence: "Job {job} passed job {by}, which waits at the head: it runs on beyond {2t}, when job {by} can start, \
               but {0|its node is|its # nodes are} among the {1} left over then.",
};

/// EASY backfilling.
pub(super) const EASY: LocalPolicy = LocalPolicy {
    entry: Entry {
        id: "easy",
        name: "EASY",
        summary: "EASY backfilling, counting nodes: the head of the queue is promised the earliest time at which, by the \
                  estimates, enough nodes are free; a later job may start now if it ends by then or leaves enough nodes.",
        source: "Mu'alem, Feitelson 2001, section 2; Lifka 1995",
        parameters: &[],
    },
    passing: "EASY lets nobody pass who would delay the head",
    promises: Promises::Head,
    rank: by_arrival,
    pass: |machine, now| {
        if let Some(promise) = promise(machine, now) {
            backfill_in_order(machine, now, promise);
        }
    },
};

/// EASY backfilling, shortest candidates first.
pub(super) const EASY_SJBF: LocalPolicy = LocalPolicy {
    entry: Entry {
        id: "easy-sjbf",
        name: "EASY-SJBF",
        summary: "EASY backfilling that tries the waiting jobs in the order of their estimates, shortest first (then by \
                  arrival), when it looks for one to pass the head.",
        source: "Tsafrir, Etsion, Feitelson 2007, section 6; Gaussier et al. 2015",
        parameters: &[],
    },
    passing: "EASY-SJBF lets nobody pass who would delay the head",
    promises: Promises::Head,
    rank: by_arrival,
    pass: |machine, now| {
        if let Some(promise) = promise(machine, now) {
            backfill_shortest_first(machine, now, promise);
        }
    },
};

/// Starts heads that fit, then gives the promise to the head that does not; none if the queue is empty.
fn promise(machine: &mut Machine, now: Time) -> Option<Promise> {
    if machine.promise.is_none() {
        start_heads(machine, now);
        machine.tested = 1;
        let head = *machine.queue().front()?;
        machine.promise = Some(promise_to(machine, &head));
    }
    machine.promise
}

/// When enough nodes are free for `head` by the estimates, and how many are left over then.
fn promise_to(machine: &Machine, head: &Waiting) -> Promise {
    let mut free = machine.free();
    let mut shadow = Time::MAX;
    for (end, _, nodes) in machine.running() {
        if free >= head.nodes && end > shadow {
            break;
        }
        free += nodes.len();
        shadow = end;
    }
    Promise { shadow, extra: free.saturating_sub(head.nodes) }
}

/// Starts the job at `index` if it fits and breaks no promise; uses up what is left over.
fn try_start(machine: &mut Machine, index: usize, now: Time, promise: &mut Promise) -> bool {
    let job = machine.queue()[index];
    let end = now + job.estimate;
    if job.nodes > machine.free() {
        return false;
    }
    let nodes = i64::from(job.nodes);
    if end <= promise.shadow {
        machine.start(index, now, &ENDS_IN_TIME, [nodes, end.0, promise.shadow.0, 0]);
    } else if job.nodes <= promise.extra {
        machine.start(index, now, &LEFT_OVER, [nodes, i64::from(promise.extra), promise.shadow.0, 0]);
        promise.extra -= job.nodes;
    } else {
        return false;
    }
    true
}

fn backfill_in_order(machine: &mut Machine, now: Time, mut promise: Promise) {
    let mut index = machine.tested;
    while index < machine.queue().len() && machine.free() > 0 {
        if !try_start(machine, index, now, &mut promise) {
            index += 1;
        }
    }
    machine.tested = machine.queue().len();
    machine.promise = Some(promise);
}

fn backfill_shortest_first(machine: &mut Machine, now: Time, mut promise: Promise) {
    let free = machine.free();
    let fits = |job: &&Waiting| job.nodes <= free;
    let new = machine.queue().iter().skip(machine.tested).filter(fits);
    let mut candidates: Vec<(i64, u32)> = new.map(|job| (job.estimate.0, job.arrival)).collect();
    candidates.sort_unstable();
    machine.tested = machine.queue().len();
    for (_, arrival) in candidates {
        if machine.free() == 0 {
            break;
        }
        // The queue is in the order of arrival, whatever has been taken out of it.
        let index = machine.queue().partition_point(|job| job.arrival < arrival);
        try_start(machine, index, now, &mut promise);
    }
    machine.promise = Some(promise);
}
