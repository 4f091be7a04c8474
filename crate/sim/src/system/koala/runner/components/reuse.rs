//! Nodes reserved at the end of a workflow of components for the next one of the same user.

use super::{Components, EXPIRE, RESERVATION};
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::components::Reservation;
use crate::system::koala::grid::RunnerContext;
use ganttlet_core::record::{Phase, Status, Subject};
use ganttlet_work::Job;

impl Components {
    /// Releases reservations of its user, oldest first, but only if that gives it enough room.
    pub(super) fn give_up_reservations(&self, idle: &mut [u32], handle: &mut RunnerContext) {
        let need = u64::from(self.units());
        let all = |idle: &[u32]| idle.iter().map(|&nodes| u64::from(nodes)).sum::<u64>();
        let of_use = |handle: &RunnerContext, claim: &Claim| {
            let cluster = usize::from(claim.cluster);
            let waits = !handle.grid.sites[cluster].manager.queue().is_empty();
            let out = handle.grid.components.is_left_out(cluster, handle.now());
            if waits || out { 0 } else { u64::from(claim.nodes) }
        };
        let own = |one: &&Reservation| one.user == self.job.user;
        let kept = handle.grid.components.reservations.iter().filter(own);
        let could: u64 = kept.flat_map(|one| &one.claims).map(|claim| of_use(handle, claim)).sum();
        while all(idle) < need && all(idle) + could >= need {
            let kept = &mut handle.grid.components.reservations;
            let Some(place) = kept.iter().position(|one| one.user == self.job.user) else { return };
            let one = kept.remove(place);
            for claim in &one.claims {
                idle[usize::from(claim.cluster)] += of_use(handle, claim) as u32;
            }
            free(one, handle);
        }
    }

    /// Reserves its nodes for the next workflow of its user with the same components.
    pub(super) fn reserve(&self, claims: Vec<Claim>, handle: &mut RunnerContext) {
        let now = handle.now();
        let until = now + handle.options().components.reserve_for_s;
        let prolonged = claims.into_iter().map(|claim| handle.extend_claim_until(claim, until));
        let claims: Vec<Claim> = prolonged.collect();
        let Job { number, user, .. } = self.job;
        let estimate = until - now;
        let kept = Subject {
            number,
            user,
            group: ganttlet_work::UNKNOWN,
            submit: now,
            nodes: self.units(),
            estimate,
        };
        let subject = handle.record().add_kind(kept, RESERVATION);
        handle.record().queue(subject, now, usize::from(self.place[0]));
        handle.record().place(subject, now, usize::from(self.place[0]));
        handle.record().start(subject, now);
        handle.occupy(subject, &claims, Phase::WAITS);
        let (runner, key, place) = (handle.runner, self.key.clone(), self.place.clone());
        handle.grid.components.reservations.push(Reservation { runner, key, user, claims, place, subject });
        // Waiting workflows may reuse the nodes, or have them released.
        handle.grid.freed = true;
        handle.call_at(until, class::LOOK, EXPIRE);
    }
}

/// Releases the nodes of a reservation.
pub(super) fn free(one: Reservation, handle: &mut RunnerContext) {
    let now = handle.now();
    handle.record().finish(one.subject, now, Status::Done);
    for claim in one.claims {
        handle.release_claim(claim);
    }
}
