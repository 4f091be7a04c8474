//! Conservative backfilling: every waiting job has a reservation, and no reservation is ever delayed.

use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::platform::Profile;
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

static RESERVED: Rule = Rule::with_values(
    "reserved",
    &["nodes"],
    "Job {job} started at its reservation. This was the earliest time at which {nodes|1 node|# nodes} could \
     be free for it without delaying an earlier job.",
);

static HOLE: Rule = Rule::with_values(
    "backfill",
    &["nodes", "until"],
    "Job {job} was backfilled ahead of job {by}, the head of the queue: it fits on {nodes|1 node|# nodes} \
     until {until:time} without delaying any reservation.",
);

/// Conservative backfilling.
pub(super) const CONSERVATIVE: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("conservative", "Conservative backfilling")
        .summary(
            "Conservative backfilling: each job gets, on arrival, the earliest reservation that delays no \
             other job. When a job ends before its estimate, all reservations move forward in order of \
             arrival, never back.",
        )
        .source("Mu'alem, Feitelson 2001, section 2")
        .when_to_use(
            "Choose it where each job needs an upper bound on its start: no backfilled job delays a \
             reservation. It offers fewer opportunities to backfill than EASY.",
        )
        .pseudocode(concat!(
            "if a job ended before its estimate then\n",
            "  return its remaining node time to the profile\n",
            "  for each waiting job j in order of arrival\n",
            "    move the reservation of j to its earliest start, if that is earlier\n",
            "for each new job j in order of arrival\n",
            "  reserve nodes(j) for estimate(j) at the earliest start in the profile\n",
            "for each waiting job j in order of arrival\n",
            "  if reservation(j) ≤ now and nodes(j) ≤ free nodes then\n",
            "    start j",
        )),
    make: |_| Box::new(Conservative { profile: None, due: Time::MAX, asked: Time::ZERO }),
};

/// The policy and its state between passes.
struct Conservative {
    /// Future use of the nodes, by estimates and reservations.
    profile: Option<Profile>,
    /// The earliest reservation in the queue, while there is a profile.
    due: Time,
    /// Time of the last request for another pass, which need not be repeated.
    asked: Time,
}

impl LocalPolicy for Conservative {
    fn overtaking_clause(&self) -> &'static str {
        "conservative backfilling starts no job that would delay a reservation"
    }

    fn reservations(&self) -> ReservationKind {
        ReservationKind::Everyone
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        let mut profile = self.updated_profile(manager, now);
        if !manager.early_releases().is_empty() {
            self.due = compress_reservations(manager, &mut profile, now);
        }
        // Only new arrivals, at the end of the queue, have no reservation.
        let first_new =
            manager.queue().iter().rposition(|job| job.reserved != Time::MAX).map_or(0, |last| last + 1);
        for index in first_new..manager.queue().len() {
            let job = manager.queue()[index];
            let Some(found) = profile.find_earlier_start(now, job.nodes, job.estimate, Time::MAX) else {
                continue;
            };
            profile.take_slot(found, job.estimate, job.nodes);
            manager.set_reservation(index, found.start);
            self.due = self.due.min(found.start);
        }
        self.profile = Some(profile);
        if self.due <= now {
            self.due = start_due_reservations(manager, now);
        }
        // After a reservation has moved forward, a later one may begin at a time without an end or an arrival.
        let next = self.due;
        if next > now && next != self.asked && !manager.queue().is_empty() {
            self.asked = next;
            return Some(next);
        }
        None
    }
}

impl Conservative {
    /// The profile, updated by the early releases since the last pass. A new one, without reservations, if nodes were
    /// claimed or released outside the queue.
    fn updated_profile(&mut self, manager: &mut LocalManager, now: Time) -> Profile {
        if manager.is_plan_invalid() && self.profile.take().is_some() {
            self.due = Time::MAX;
            (0..manager.queue().len()).for_each(|index| manager.set_reservation(index, Time::MAX));
        }
        let Some(mut profile) = self.profile.take() else { return profile_of_running_jobs(manager, now) };
        for early in manager.early_releases() {
            profile.give_back(early.at, early.estimated_end, early.nodes);
        }
        profile.forget_before(now);
        profile
    }
}

/// Starts the jobs whose reservations are due, if their nodes are free. Returns the earliest remaining reservation.
fn start_due_reservations(manager: &mut LocalManager, now: Time) -> Time {
    let mut due = Time::MAX;
    let mut index = 0;
    while index < manager.queue().len() {
        let job = manager.queue()[index];
        if job.reserved <= now && job.nodes <= manager.free_count() {
            let rule = if index == 0 { &RESERVED } else { &HOLE };
            manager.start(index, now, rule, [i64::from(job.nodes), (now + job.estimate).0, 0, 0]);
        } else {
            due = due.min(job.reserved);
            index += 1;
        }
    }
    due
}

/// Node use of the running jobs, by their estimates.
fn profile_of_running_jobs(manager: &LocalManager, now: Time) -> Profile {
    let mut profile = Profile::new(now, manager.up_count());
    for (end, _, nodes) in manager.running().filter(|&(end, ..)| end > now) {
        profile.take(now, end, nodes.len());
    }
    profile
}

/// Moves every reservation to the earliest place, in the order of arrival. A job can always keep its former place.
/// Returns the earliest reservation.
fn compress_reservations(manager: &mut LocalManager, profile: &mut Profile, now: Time) -> Time {
    let mut due = Time::MAX;
    let mut last = Waiting { nodes: u32::MAX, ..Waiting::default() };
    let mut last_start = now;
    let mut index = 0;
    while index < manager.queue().len() {
        let job = manager.queue()[index];
        let (own, length, nodes) = (job.reserved, job.estimate, job.nodes);
        if own == Time::MAX {
            index += 1;
            continue;
        }
        // What blocked the previous job also blocks one that is no smaller, no shorter and no earlier: the move of the
        // previous job has only released node time after that.
        let covers = nodes >= last.nodes && length >= last.estimate && own >= last.reserved;
        let from = if covers { last_start } else { now };
        let mut start = own;
        let mut alike = 1;
        if let Some(found) = profile.find_earlier_start(from, nodes, length, own) {
            start = found.start;
            // Identical jobs follow while there is room: the place of the first is the earliest for them as well.
            let same = |&&other: &&Waiting| {
                other.nodes == nodes && other.estimate == length && other.reserved == own
            };
            if manager.queue().get(index + 1).as_ref().is_some_and(same) {
                let room = profile.min_free_after(found, own.min(start + length)) / nodes;
                alike += manager.queue().range(index + 1..).take(room as usize - 1).take_while(same).count();
            }
            profile.move_earlier(found, own, length, nodes * alike as u32);
            for mover in index..index + alike {
                manager.set_reservation(mover, start);
            }
        }
        index += alike;
        due = due.min(start);
        (last, last_start) = (job, start.max(now));
    }
    due
}
