//! Execution of the components of a workflow on its nodes: units compute and send, one component after the other.

use super::rounds::{Act, Rounds};
use super::{BITS, COMPUTED, Components, DRAWN, EMPTY, KILL, State};
use crate::system::class;
use crate::system::koala::grid::RunnerContext;
use crate::system::koala::options::daytime_end;
use crate::tables::components::BeginRow;
use ganttlet_core::record::{Phase, Status};
use ganttlet_work::hoc::{Pattern, Sends};

impl Components {
    /// Assigns the nodes of each cluster to units in ascending order, and starts the first component.
    pub(super) fn begin(&mut self, handle: &mut RunnerContext) {
        let now = handle.now();
        self.state = State::Works;
        self.began = now;
        handle.record().start(self.subject, now);
        handle.record().vacate(self.subject, now);
        let mut rows: Vec<(u16, std::vec::IntoIter<u32>)> = Vec::new();
        for &claim in &self.claims {
            rows.push((claim.cluster, handle.rows(claim).into_iter()));
        }
        self.rows.clear();
        for &cluster in &self.place {
            let of = rows.iter_mut().find(|(own, _)| *own == cluster);
            let row = of.and_then(|(_, rows)| rows.next());
            self.rows.push(row.expect("as many nodes are held of each cluster as it has units"));
        }
        for (unit, &cluster) in (self.first..).zip(&self.place) {
            handle.record().queue(unit, now, usize::from(cluster));
            handle.record().place(unit, now, usize::from(cluster));
            handle.record().start(unit, now);
        }
        if handle.options().daytime_limit {
            handle.call_at(daytime_end(now), class::LOOK, KILL);
        }
        self.start(handle);
    }

    /// Starts the next component.
    fn start(&mut self, handle: &mut RunnerContext) {
        if handle.cx.record.keeps_all() {
            let time = handle.now();
            let row = BeginRow { time, workflow: self.subject, component: self.now as u32 + 1 };
            handle.record().add_row(&row);
        }
        let hoc = &self.hocs[self.now];
        let steps = hoc.max_computations();
        let drawn = &mut handle.grid.components.drawn;
        *drawn = drawn.saturating_add(steps);
        self.drawn = *drawn <= DRAWN;
        if hoc.pattern == Pattern::Farm && hoc.units == 1 {
            // A master without workers has no parts to hand out.
            handle.call_at(handle.now(), class::FINISH, EMPTY);
        }
        let mut rounds = Rounds::new(hoc, &self.graphs[self.now]);
        let phase = if self.drawn { Phase::WAITS } else { Phase::WORKS };
        for unit in 0..self.units() {
            self.draw(unit, phase, handle);
        }
        if !(hoc.pattern == Pattern::Farm && hoc.units == 1) {
            rounds.start(&mut self.acts);
        }
        self.rounds = Some(rounds);
        self.act(handle);
    }

    /// Records the phase of the unit on its node from now on.
    pub(super) fn draw(&self, unit: u32, phase: Phase, handle: &mut RunnerContext) {
        let (subject, now) = (self.first + unit, handle.now());
        handle.record().vacate(subject, now);
        handle.occupy_row(subject, self.rows[unit as usize], phase);
    }

    /// Carries out the next operation of the component.
    pub(super) fn act(&mut self, handle: &mut RunnerContext) {
        let mut acts = std::mem::take(&mut self.acts);
        for act in acts.drain(..) {
            match act {
                Act::Compute(unit) => {
                    let cluster = self.place[unit as usize];
                    let span = self.hocs[self.now].compute.scaled_to_speed(handle.job_speed(&[cluster]));
                    self.computing = self.computing.saturating_add(span.0);
                    if self.drawn {
                        self.draw(unit, Phase::WORKS, handle);
                    }
                    let end = handle.now() + span;
                    handle.call_at(end, class::FINISH, u64::from(unit) << BITS | COMPUTED);
                }
                Act::Send(from, to) => {
                    let between = (self.place[from as usize], self.place[to as usize]);
                    let tag = u64::from(from) << 32 | u64::from(to);
                    let hoc = &self.hocs[self.now];
                    handle.send_message(tag, between, hoc.bits, hoc.sends == Sends::Blocking);
                }
                Act::End => self.end(handle),
            }
        }
        if self.acts.is_empty() {
            self.acts = acts;
        }
    }

    /// Ends the component: starts the next one, or completes the workflow.
    pub(super) fn end(&mut self, handle: &mut RunnerContext) {
        self.rounds = None;
        self.now += 1;
        if self.now < self.hocs.len() {
            self.start(handle);
        } else {
            self.record_outcome(handle);
            self.finish(Status::Done, handle);
        }
    }
}
