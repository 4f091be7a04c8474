//! The protocol of the units of one component: when each unit computes and sends.
//!
//! A unit processes items in order, one at a time. In a pipeline and a wavefront it begins an item when it is free and
//! has received a message about it from all predecessors, and sends to all successors after the computation. In a farm
//! the master hands each worker one part at a time, and the next one after the result. Sending takes no time of a unit,
//! unless sends are blocking: then it sends one message after the other, and does nothing else until the last
//! transmission has ended.

use ganttlet_work::hoc::{Hoc, Parts, Pattern, Sends, UnitGraph};
use std::collections::VecDeque;

/// The next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A unit computes its next item.
    Compute(u32),
    /// A message is sent from one unit to another.
    Send(u32, u32),
    /// The component has ended.
    End,
}

/// A unit.
#[derive(Clone, Debug)]
struct Unit {
    /// Number of computed items; for a worker, number of parts sent to it.
    items: u32,
    busy: bool,
    /// True during a blocking send; and the receivers of the next messages, the last one first.
    sending: bool,
    to_send: Vec<u32>,
    /// Number of items announced by each predecessor.
    heard: Vec<u32>,
}

/// The state of a running component.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    pattern: Pattern,
    parts: Parts,
    /// Number of items, or of messages over each link.
    messages: u32,
    units: Vec<Unit>,
    /// Number of units that have computed all items; for a farm, number of results.
    done: u64,
    /// Number of parts sent.
    sent: u64,
    /// True if a unit waits until the transmission of its messages has ended.
    blocking: bool,
    /// Workers that wait for the master during its blocking send.
    asking: VecDeque<u32>,
}

impl Rounds {
    pub(super) fn new(hoc: &Hoc, graph: &UnitGraph) -> Self {
        let unit = |before: &Vec<u32>| Unit {
            items: 0,
            busy: false,
            sending: false,
            to_send: Vec::new(),
            heard: vec![0; before.len()],
        };
        Self {
            pattern: hoc.pattern,
            parts: hoc.parts,
            messages: hoc.messages,
            units: graph.before.iter().map(unit).collect(),
            done: 0,
            sent: 0,
            blocking: hoc.sends == Sends::Blocking,
            asking: VecDeque::new(),
        }
    }

    /// True if the unit is computing.
    pub(super) fn is_busy(&self, unit: u32) -> bool {
        self.units[unit as usize].busy
    }

    /// Starts the component.
    pub(super) fn start(&mut self, acts: &mut Vec<Act>) {
        let units = self.units.len() as u32;
        if self.pattern == Pattern::Farm {
            if units == 1 {
                acts.push(Act::End);
            }
            (1..units).for_each(|worker| self.hand_out(worker, acts));
        } else {
            (0..units).for_each(|unit| self.begin(unit, acts));
        }
    }

    /// The unit has computed an item.
    pub(super) fn computed(&mut self, unit: u32, graph: &UnitGraph, acts: &mut Vec<Act>) {
        let state = &mut self.units[unit as usize];
        state.busy = false;
        if self.pattern == Pattern::Farm {
            self.send(unit, 0, acts);
            return;
        }
        state.items += 1;
        let after = &graph.after[unit as usize];
        if self.blocking {
            state.to_send.extend(after.iter().rev());
            self.send_next(unit, acts);
        } else {
            acts.extend(after.iter().map(|&next| Act::Send(unit, next)));
            self.free(unit, acts);
        }
    }

    /// The transmission of a message has ended for which the unit was waiting.
    pub(super) fn left(&mut self, unit: u32, acts: &mut Vec<Act>) {
        self.units[unit as usize].sending = false;
        if self.pattern != Pattern::Farm {
            self.send_next(unit, acts);
            return;
        }
        // A worker that has received all its parts gets none: the next one is tried.
        while !self.units[0].sending
            && let Some(worker) = self.asking.pop_front()
        {
            self.hand_out(worker, acts);
        }
    }

    fn send(&mut self, from: u32, to: u32, acts: &mut Vec<Act>) {
        self.units[from as usize].sending = self.blocking;
        acts.push(Act::Send(from, to));
    }

    /// Sends the next message of the unit, or frees the unit if there is none.
    fn send_next(&mut self, unit: u32, acts: &mut Vec<Act>) {
        match self.units[unit as usize].to_send.pop() {
            Some(next) => self.send(unit, next, acts),
            None => self.free(unit, acts),
        }
    }

    /// The unit has finished its item.
    fn free(&mut self, unit: u32, acts: &mut Vec<Act>) {
        self.done += u64::from(self.units[unit as usize].items == self.messages);
        if self.done == self.units.len() as u64 {
            acts.push(Act::End);
        } else {
            self.begin(unit, acts);
        }
    }

    /// A message has arrived from one unit at another.
    pub(super) fn arrived(&mut self, from: u32, to: u32, graph: &UnitGraph, acts: &mut Vec<Act>) {
        if self.pattern == Pattern::Farm && to == 0 {
            self.done += 1;
            if self.done == self.all_parts() {
                acts.push(Act::End);
            } else {
                self.hand_out(from, acts);
            }
        } else if self.pattern == Pattern::Farm {
            self.units[to as usize].busy = true;
            acts.push(Act::Compute(to));
        } else {
            let before = &graph.before[to as usize];
            self.units[to as usize].heard[before.partition_point(|&unit| unit < from)] += 1;
            self.begin(to, acts);
        }
    }

    /// Total number of parts of a farm.
    fn all_parts(&self) -> u64 {
        let messages = u64::from(self.messages);
        if self.parts == Parts::All { messages } else { messages * (self.units.len() as u64 - 1) }
    }

    /// Sends a part to an idle worker, if there is one left for it; later if the master is sending.
    fn hand_out(&mut self, worker: u32, acts: &mut Vec<Act>) {
        if self.units[0].sending {
            self.asking.push_back(worker);
            return;
        }
        let unit = &mut self.units[worker as usize];
        let more = self.parts == Parts::All || unit.items < self.messages;
        if more && self.sent < self.all_parts() {
            self.units[worker as usize].items += 1;
            self.sent += 1;
            self.send(0, worker, acts);
        }
    }

    /// Starts the computation of the next item of the unit, if possible.
    fn begin(&mut self, unit: u32, acts: &mut Vec<Act>) {
        let state = &mut self.units[unit as usize];
        let heard = state.heard.iter().all(|&heard| heard > state.items);
        if !state.busy && !state.sending && state.items < self.messages && heard {
            state.busy = true;
            acts.push(Act::Compute(unit));
        }
    }
}
