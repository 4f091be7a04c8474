//! The grid scheduler: it tries to place the requests of runners, queues those that cannot be placed, and claims nodes
//! all or nothing.

use super::claim::Claim;
use super::grid::{Grid, PlacementRequest, RunnerContext};
use super::queue::Waiting;
use super::transport::Ready;
use super::{Event, Koala, PlacementChoice, reasons, runner};
use crate::system::Context;
use crate::system::koala::policy::placement::{Component, GridView, PlacementQuery};
use crate::system::parts::from_nearest;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::grid::Request;

/// The outcome of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlacementOutcome {
    Placed,
    NoRoom,
    /// The claim failed because the information was outdated.
    ClaimFailed,
}

impl Koala {
    /// Tries new requests once; those that cannot be placed join the end of the queue.
    pub(super) fn take_requests(&mut self, cx: &mut Context<Event>) {
        let mut requests = std::mem::take(&mut self.grid.requests);
        for pending in requests.drain(..) {
            if !self.is_possible_when_idle(&pending) {
                reasons::record_impossible(&mut cx.record, cx.now, (pending.subject, pending.nodes));
                let mut handle = RunnerContext { grid: &mut self.grid, cx, runner: pending.runner };
                self.runners[pending.runner as usize].note_refused(pending.subject, &mut handle);
                continue;
            }
            let mut waiting = Waiting { pending, tries: 0 };
            if self.attempt(&mut waiting, false, cx) != PlacementOutcome::Placed {
                self.queue.push(waiting);
            }
        }
        self.grid.requests = requests;
    }

    /// Tries the whole queue from head to tail: a request that does not fit does not block others. `in_round`:
    /// malleable jobs are included.
    pub(super) fn scan(&mut self, in_round: bool, cx: &mut Context<Event>) {
        self.failed.clear();
        let mut queue = std::mem::take(&mut self.queue);
        queue.retain_mut(|waiting| {
            let tried = self.attempt(waiting, in_round, cx);
            if tried == PlacementOutcome::Placed {
                self.failed.clear();
            } else if self.has_exhausted_tries(waiting) {
                self.give_up(waiting, cx);
            } else {
                return true;
            }
            false
        });
        self.queue = queue;
    }

    fn has_exhausted_tries(&self, waiting: &Waiting) -> bool {
        let most = self.grid.options.max_tries;
        most > 0 && waiting.tries > most
    }

    fn give_up(&mut self, waiting: &Waiting, cx: &mut Context<Event>) {
        cx.record.mark(cx.now, waiting.pending.subject, &reasons::GIVE_UP, i64::from(waiting.tries));
        let PlacementRequest { runner, subject, .. } = waiting.pending;
        self.runners[runner as usize]
            .note_refused(subject, &mut RunnerContext { grid: &mut self.grid, cx, runner });
    }

    /// Polls all clusters and scans the queue.
    pub(super) fn poll(&mut self, cx: &mut Context<Event>) {
        self.looks.poll.looks(cx.now());
        self.take_turns(cx);
        for cluster in 0..self.seen.len() {
            let available = self.available(cluster);
            // A scan may find room in the new information.
            self.changed |= self.seen[cluster] != available;
            self.seen[cluster] = available;
        }
        if self.grid.options.scan_period_s == Span::ZERO {
            self.scan(false, cx);
        }
    }

    /// Nodes of a cluster available to the grid: idle ones, and those of scavengers unless local jobs wait for them.
    fn available(&self, cluster: usize) -> u32 {
        let site = &self.grid.sites[cluster];
        self.grid.idle_nodes(cluster)
            + if site.manager.queue().is_empty() { self.grid.scavenged[cluster] } else { 0 }
    }

    /// Updates the available nodes of each cluster as seen by the scheduler: those of scavengers are included.
    pub(super) fn look_at_idle(&mut self) {
        let mut idle = std::mem::take(&mut self.idle);
        if self.grid.options.information_period_s > Span::ZERO {
            idle.clone_from(&self.seen);
        } else {
            idle.clear();
            idle.extend((0..self.grid.sites.len()).map(|cluster| self.available(cluster)));
        }
        self.idle = idle;
    }

    /// True if a request could be placed on an idle grid.
    fn is_possible_when_idle(&mut self, pending: &PlacementRequest) -> bool {
        self.idle.clear();
        self.idle.extend(self.grid.sites.iter().map(|site| site.manager.total_nodes()));
        if pending.chosen {
            return self.idle.iter().map(|&nodes| u64::from(nodes)).sum::<u64>() >= u64::from(pending.nodes);
        }
        let view = GridView { idle: &self.idle, speed: &self.grid.speeds, network: &self.grid.network };
        self.policies.placement.place(
            &placement_query(pending, &pending.request),
            &view,
            &mut self.components,
        )
    }

    fn attempt(
        &mut self,
        waiting: &mut Waiting,
        in_round: bool,
        cx: &mut Context<Event>,
    ) -> PlacementOutcome {
        waiting.tries += 1;
        self.runners[waiting.pending.runner as usize].update_file_locations(&mut waiting.pending);
        let pending = &waiting.pending;
        // Only in a round is it known that running applications need no more nodes.
        let growth = pending.elastic && !in_round;
        if growth || self.failed.contains_equal(pending) {
            if waiting.tries.is_power_of_two() && cx.record.wants_reasons() {
                self.look_at_idle();
                reasons::record_wait(&mut cx.record, cx.now, pending, waiting.tries, &self.idle, growth);
            }
            return PlacementOutcome::NoRoom;
        }
        let tried = self.place(pending, None, cx);
        if tried == PlacementOutcome::NoRoom {
            self.failed.add(pending);
            if waiting.tries.is_power_of_two() && cx.record.wants_reasons() {
                self.look_at_idle();
                reasons::record_wait(&mut cx.record, cx.now, pending, waiting.tries, &self.idle, false);
            }
        }
        tried
    }

    /// Places a request on the cluster where running jobs have just released nodes for it.
    pub(super) fn place_on(
        &mut self,
        pending: &PlacementRequest,
        cluster: usize,
        cx: &mut Context<Event>,
    ) -> bool {
        let request = Request::Fixed(vec![(cluster as u16, pending.nodes)]);
        self.place(pending, Some(&request), cx) == PlacementOutcome::Placed
    }

    /// Places a request if possible, by the policy or as specified by the runner.
    pub(super) fn try_place(&mut self, pending: &PlacementRequest, cx: &mut Context<Event>) -> bool {
        self.place(pending, None, cx) == PlacementOutcome::Placed
    }

    fn place(
        &mut self,
        pending: &PlacementRequest,
        instead: Option<&Request>,
        cx: &mut Context<Event>,
    ) -> PlacementOutcome {
        self.look_at_idle();
        let mut handle = RunnerContext { grid: &mut self.grid, cx, runner: pending.runner };
        let fixed = match self.runners[pending.runner as usize].choose_placement(&mut self.idle, &mut handle)
        {
            PlacementChoice::Policy => None,
            PlacementChoice::NoRoom => return PlacementOutcome::NoRoom,
            PlacementChoice::Fixed(parts) => Some(Request::Fixed(parts)),
            PlacementChoice::Held(claims) => {
                let now = cx.now();
                self.hand_over(pending, &claims, Ready { at: now, files: 0 }, cx);
                return PlacementOutcome::Placed;
            }
        };
        let instead = fixed.as_ref().or(instead);
        let mut components = std::mem::take(&mut self.components);
        let view = GridView { idle: &self.idle, speed: &self.grid.speeds, network: &self.grid.network };
        let ask = placement_query(pending, instead.unwrap_or(&pending.request));
        let placed = self.policies.placement.place(&ask, &view, &mut components);
        let tried = if placed {
            if !pending.chosen {
                reasons::record_placement(
                    &mut cx.record,
                    cx.now,
                    pending.subject,
                    self.policies.placement.as_mut(),
                    (&ask, &view),
                    &components,
                );
            }
            self.claim(pending, &components, cx)
        } else {
            PlacementOutcome::NoRoom
        };
        self.components = components;
        tried
    }

    /// Claims the nodes of all components, or of none.
    fn claim(
        &mut self,
        pending: &PlacementRequest,
        components: &[Component],
        cx: &mut Context<Event>,
    ) -> PlacementOutcome {
        let now = cx.now();
        let ready = now + self.grid.options.startup_s;
        let until = ready + pending.estimate;
        let mut claims = Vec::with_capacity(components.len());
        let mut reclaimed = false;
        for part in components {
            let cluster = usize::from(part.cluster);
            let missing = part.nodes.saturating_sub(self.grid.idle_nodes(cluster));
            if missing > 0 {
                reclaimed |= self.reclaim(cluster, missing, cx) > 0;
            }
            let claim = Claim { cluster: part.cluster, nodes: part.nodes, until, holder: pending.subject };
            if self.grid.idle_nodes(cluster) < part.nodes || !self.grid.take_nodes(claim) {
                // Other jobs were faster: the nodes seen by the poll are no longer idle.
                self.seen[cluster] = self.grid.idle_nodes(cluster);
                cx.record.mark(now, pending.subject, &reasons::CLAIM_FAILED, 0);
                let runner = pending.runner;
                let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
                self.runners[runner as usize].claim_failed(&claims, part.cluster, &mut handle);
                claims.drain(..).for_each(|claim| self.grid.release_claim(claim, now));
                return PlacementOutcome::ClaimFailed;
            }
            claims.push(claim);
        }
        for claim in &claims {
            let seen = &mut self.seen[usize::from(claim.cluster)];
            *seen = seen.saturating_sub(claim.nodes);
        }
        let first = components.first().map(|part| part.cluster);
        if !pending.chosen && components.iter().any(|part| Some(part.cluster) != first) {
            cx.record.set_type(pending.subject, runner::SPREAD);
            if self.grid.options.information_period_s == Span::ZERO {
                reasons::record_spread(&mut cx.record, now, pending, components, &self.idle);
            }
        }
        let ready = if reclaimed { ready + self.grid.reclaim_delay() } else { ready };
        let ready = self.stage_input_files(pending, components, ready, cx);
        self.hand_over(pending, &claims, ready, cx);
        PlacementOutcome::Placed
    }

    /// Passes claims to the runner that requested them.
    fn hand_over(
        &mut self,
        pending: &PlacementRequest,
        claims: &[Claim],
        ready: Ready,
        cx: &mut Context<Event>,
    ) {
        let first = claims.first().map_or(super::NONE, |claim| usize::from(claim.cluster));
        cx.record.place(pending.subject, cx.now, first);
        let runner = pending.runner;
        let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
        self.runners[runner as usize].start_on_claims(claims, ready, &mut handle);
        if self.runners[runner as usize].can_change() {
            self.elastic.push(runner);
        }
    }

    /// Moves input files from the nearest sites to all clusters that lack them; returns when the job can begin, given
    /// that it is otherwise `ready`.
    fn stage_input_files(
        &mut self,
        pending: &PlacementRequest,
        components: &[Component],
        ready: Time,
        cx: &mut Context<Event>,
    ) -> Ready {
        let now = cx.now();
        let mut ready = Ready { at: ready, files: 0 };
        let Grid { network, transport, options, .. } = &mut self.grid;
        for file in &pending.inputs {
            for &Component { cluster: to, .. } in components {
                let places = (&file.sites[..], file.bytes);
                let Some(moved) = from_nearest(network, places, to, now) else { continue };
                let transfer = moved.transfer(usize::from(to), pending.subject);
                if options.links.sharing.shared_links {
                    transport.send_file(now, transfer);
                    ready.files += 1;
                } else {
                    cx.record.add_transfer(transfer);
                    ready.at = ready.at.max(transfer.end);
                }
            }
        }
        ready
    }
}

fn placement_query<'a>(pending: &'a PlacementRequest, request: &'a Request) -> PlacementQuery<'a> {
    PlacementQuery { job: pending.subject, request, nodes: pending.nodes, inputs: &pending.inputs }
}
