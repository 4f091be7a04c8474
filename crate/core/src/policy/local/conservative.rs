//! Conservative backfilling: every waiting job has a promise, and none is ever broken.

use super::profile::Profile;
use super::{LocalPolicy, Machine, Promises, by_arrival};
use crate::entry::{Entry, Family};
use crate::time::Time;
use crate::trace::Rule;

const RESERVED: Rule = Rule {
    id: "reserved",
    sentence: "Job {job} started as promised: every waiting job holds a reservation, and this was the earliest \
               {0|1 node|# nodes} could be free for it without delaying any that came before.",
};

const HOLE: Rule = Rule {
    id: "backfill",
    sentence: "Job {job} passed job {by}, which waits at the head: it fits on {0|1 node|# nodes} until {1t} without \
               delaying any reservation.",
};

/// Conservative backfilling.
pub(super) const CONSERVATIVE: LocalPolicy = LocalPolicy {
    entry: Entry {
        id: "conservative",
        name: "Conservative",
        family: Family::LocalPolicy,
        summary: "Conservative backfilling: every job gets, on arrival, the earliest reservation that delays no other; \
                  when a job ends before its estimate, all reservations are moved forward in the order of arrival, \
                  never back.",
        source: "Mu'alem, Feitelson 2001, section 2",
        parameters: &[],
    },
    passing: "conservative backfilling lets nobody pass who would delay a reservation",
    promises: Promises::Everyone,
    rank: by_arrival,
    pass,
};

fn pass(machine: &mut Machine, now: Time) {
    let mut profile = machine.profile.take().unwrap_or_else(|| profile_of(machine, now));
    profile.forget_before(now);
    if machine.ended_early {
        machine.ended_early = false;
        compress(machine, &mut profile, now);
    }
    // Only new arrivals, at the end of the queue, have no reservation.
    let first_new =
        machine.queue().iter().rposition(|job| job.reserved != Time::MAX).map_or(0, |last| last + 1);
    for index in first_new..machine.queue().len() {
        let job = machine.queue()[index];
        let start = profile.earliest(now, job.nodes, job.estimate);
        profile.take(start, start + job.estimate, job.nodes);
        machine.reserve(index, start);
    }
    machine.profile = Some(profile);
    let mut index = 0;
    while index < machine.queue().len() {
        let job = machine.queue()[index];
        if job.reserved <= now && job.nodes <= machine.free() {
            let rule = if index == 0 { &RESERVED } else { &HOLE };
            machine.start(index, now, rule, [i64::from(job.nodes), (now + job.estimate).0, 0, 0]);
        } else {
            index += 1;
        }
    }
    // After a reservation has moved forward, one that stood behind it may begin where nothing ends or arrives.
    let next = machine.queue().iter().map(|job| job.reserved).min();
    if let Some(next) = next.filter(|&next| next > now && next != machine.asked) {
        machine.asked = next;
        machine.wake = Some(next);
    }
}

/// What the running jobs will use, by their estimates.
fn profile_of(machine: &Machine, now: Time) -> Profile {
    let mut profile = Profile::new(now, machine.nodes());
    for (end, _, nodes) in machine.running().filter(|&(end, ..)| end > now) {
        profile.take(now, end, nodes.len());
    }
    profile
}

/// Moves every reservation to the earliest place, in the order of arrival. A job can always keep the place it had.
fn compress(machine: &mut Machine, profile: &mut Profile, now: Time) {
    for index in 0..machine.queue().len() {
        let job = machine.queue()[index];
        if job.reserved == Time::MAX {
            continue;
        }
        if let Some(start) = profile.earlier(now, job.nodes, job.estimate, job.reserved) {
            profile.give_back(job.reserved, job.reserved + job.estimate, job.nodes);
            profile.take(start, start + job.estimate, job.nodes);
            machine.reserve(index, start);
        }
    }
}
