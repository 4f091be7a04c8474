//! Machines between owners and applications: absences, hours, matches.

use super::machine::Holder;
use super::{Event, Pool, class, reasons};
use crate::system::Context;
use crate::time::{Span, Time};

const HOUR_S: f64 = 3600.0;

/// Hours of machines are no longer heeded after a hundred years: what has not ended by then never would.
const LAST_HOUR_S: f64 = 100.0 * 365.25 * 86_400.0;

/// A user loses machines only to one whose priority is better by this factor.
const BETTER: f64 = 1.2;

impl Pool {
    /// The next absence of the list begins.
    pub(super) fn begin_absence(&mut self, cx: &mut Context<Event>) {
        let next = self.absences.take(class::LOSE, Event::Absence, cx);
        let absence = self.absences.list()[next];
        if absence.end <= cx.now() || self.machines.is_empty() {
            return;
        }
        let machine = absence.machine % self.machines.len() as u32;
        cx.schedule(absence.end, class::COME, Event::Back { machine, gone: absence.gone });
        self.owner_comes(machine, absence.gone, cx);
    }

    /// A machine is not to be had from now on: its owner is there, or it is gone.
    fn owner_comes(&mut self, row: u32, gone: bool, cx: &mut Context<Event>) {
        let machine = &mut self.machines[row as usize];
        machine.away += 1;
        machine.gone += u32::from(gone);
        self.touched.push(row);
        match machine.holder {
            Holder::Nobody | Holder::Lost(_) => {}
            Holder::Coming(application, handle) => {
                machine.holder = Holder::Nobody;
                cx.cancel(handle);
                self.masters[application as usize].coming -= 1;
                self.stale = true;
            }
            Holder::Worker(_) if gone || self.options.suspend_limit_s == Span::ZERO => {
                self.reclaim(row, false, cx);
            }
            Holder::Worker(_) => self.suspend(row, cx),
        }
    }

    /// A machine may be there again.
    pub(super) fn owner_leaves(&mut self, row: u32, gone: bool, cx: &mut Context<Event>) {
        let machine = &mut self.machines[row as usize];
        machine.away -= 1;
        machine.gone -= u32::from(gone);
        self.touched.push(row);
        if machine.away == 0 {
            self.stale = true;
            self.resume(row, cx);
        }
    }

    /// The hours begin or end in which a machine may be used; at the start of the run it is looked which.
    pub(super) fn open_hours(&mut self, row: u32, cx: &mut Context<Event>) {
        let features = &self.machines[row as usize].features;
        let (from, to) = features.hours;
        if from.total_cmp(&to).is_eq() {
            return;
        }
        let seconds = cx.now().seconds();
        // A moment later, so that rounding puts the instant itself into what begins there.
        let hour = ((seconds + 1e-3) / HOUR_S) % 24.0;
        let open = features.open(hour);
        let until = (if open { to } else { from } - hour + 24.0) % 24.0;
        let next = Time::from_seconds(seconds + 1e-3 + until * HOUR_S).max(cx.now() + Span(1));
        if next.seconds() < LAST_HOUR_S {
            cx.schedule(next, class::COME, Event::Hours { machine: row });
        }
        // Hours may be so short, or so long, that they end as they begin.
        match (open, std::mem::replace(&mut self.machines[row as usize].closed, !open)) {
            (false, false) => self.owner_comes(row, false, cx),
            (true, true) => self.owner_leaves(row, false, cx),
            (false, true) | (true, false) => {}
        }
    }

    /// True if machines are matched with requests at this instant, as something has changed.
    pub(super) fn matches_now(&self) -> bool {
        self.stale && (self.options.negotiation_s == Span::ZERO || self.looks)
    }

    /// The negotiator matches machines with requests, or plans to.
    pub(super) fn negotiate(&mut self, cx: &mut Context<Event>) {
        if !self.stale {
            return;
        }
        let asked = self.masters.iter().any(|master| master.outstanding() > 0);
        if !asked {
            self.stale = false;
            return;
        }
        let period = self.options.negotiation_s;
        if period > Span::ZERO && !self.looks {
            if let Some(time) = self.look.plan(cx.now(), period) {
                cx.schedule(time, class::LOOK, Event::Negotiate);
            }
            return;
        }
        self.look.looks(cx.now());
        self.stale = false;
        self.match_all(cx);
        // Priorities change with time alone: as long as others hold machines, the next look may find them worse.
        let waits = |user: usize| {
            let asks = |master: &super::master::Master| master.user == user && master.outstanding() > 0;
            self.masters.iter().any(asks)
        };
        let others = |user: usize| self.users.iter().zip(0..).any(|(other, at)| at != user && other.held > 0);
        if self.options.priority_preempts && period > Span::ZERO {
            self.looks = false;
            self.stale = (0..self.users.len()).any(|user| waits(user) && others(user));
            if self.stale {
                self.negotiate(cx);
            }
        }
    }

    /// One machine after the other goes to the user who comes first: by priority, then by machines held.
    fn match_all(&mut self, cx: &mut Context<Event>) {
        let now = cx.now();
        let half_life = self.options.half_life();
        let priority: Vec<f64> = self.users.iter().map(|user| user.priority(now, half_life)).collect();
        // Where each application has come in its list: what is behind it is taken or away.
        let mut looked = vec![0_usize; self.masters.len()];
        let mut served: Vec<bool> = self.masters.iter().map(|master| master.outstanding() == 0).collect();
        let mut free = self.machines.iter().filter(|machine| machine.free()).count();
        while free > 0 || self.options.priority_preempts {
            let before = |a: usize, b: usize| {
                let (one, two) = (&self.masters[a], &self.masters[b]);
                let (first, second) = (one.user, two.user);
                let by_user = priority[first]
                    .total_cmp(&priority[second])
                    .then(self.users[first].held.cmp(&self.users[second].held))
                    .then(first.cmp(&second));
                by_user.then(two.application.priority.cmp(&one.application.priority)).then(a.cmp(&b)).is_lt()
            };
            let waiting = (0..self.masters.len()).filter(|&at| !served[at]);
            let Some(at) = waiting.reduce(|best, at| if before(at, best) { at } else { best }) else {
                return;
            };
            match self.find(at, &mut looked[at]).or_else(|| self.take_from_worse(at, &priority, cx)) {
                Some(row) => {
                    self.grant(row, at, cx);
                    free = free.saturating_sub(1);
                    served[at] = self.masters[at].outstanding() == 0;
                }
                None => served[at] = true,
            }
        }
    }

    /// The first free machine in the list of an application, from `looked` on.
    fn find(&self, application: usize, looked: &mut usize) -> Option<u32> {
        let list = &self.masters[application].suitable;
        let row = list[*looked..].iter().position(|&row| self.machines[row as usize].free());
        *looked = row.map_or(list.len(), |row| *looked + row + 1);
        row.map(|_| list[*looked - 1])
    }

    /// A machine of a user of worse priority, if machines are taken from those.
    fn take_from_worse(
        &mut self,
        application: usize,
        priority: &[f64],
        cx: &mut Context<Event>,
    ) -> Option<u32> {
        if !self.options.priority_preempts {
            return None;
        }
        let own = priority[self.masters[application].user];
        let worse = |row: &u32| {
            let machine = &self.machines[*row as usize];
            let other =
                machine.worker_of().filter(|_| cx.now() - machine.since >= self.options.priority_keeps_s)?;
            let theirs = priority[self.masters[other].user];
            (theirs > own * BETTER).then_some(theirs)
        };
        let list = self.masters[application].suitable.iter().copied();
        let held = list.filter_map(|row| Some((worse(&row)?, row)));
        let (_, row) = held.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        self.reclaim(row, true, cx);
        let free = self.machines[row as usize].free();
        free.then_some(row)
    }

    /// A free machine goes to an application, where it is at once or some time later.
    fn grant(&mut self, row: u32, application: usize, cx: &mut Context<Event>) {
        let delay = self.options.grant_delay_s;
        if delay == Span::ZERO {
            self.join(row, application, cx);
            return;
        }
        let delay = Span::from_seconds(self.grants.exponential(delay.seconds()));
        let handle = cx.schedule(cx.now() + delay, class::COME, Event::Join { machine: row });
        self.machines[row as usize].holder = Holder::Coming(application as u32, handle);
        self.masters[application].coming += 1;
    }

    /// A machine that was matched is there.
    pub(super) fn arrive(&mut self, row: u32, cx: &mut Context<Event>) {
        if let Holder::Coming(application, _) = self.machines[row as usize].holder {
            self.masters[application as usize].coming -= 1;
            self.join(row, application as usize, cx);
        }
    }

    /// A machine is a worker of an application from now on.
    pub(super) fn join(&mut self, row: u32, application: usize, cx: &mut Context<Event>) {
        let (now, half_life) = (cx.now(), self.options.half_life());
        let (machine, master) = (&mut self.machines[row as usize], &mut self.masters[application]);
        machine.holder = Holder::Worker(application as u32);
        machine.since = now;
        machine.joined = master.next_joined();
        master.account(now);
        master.add(machine);
        master.account(now);
        master.rest(machine, self.options.worker_order);
        self.users[master.user].change(now, half_life, 1);
        let begins = master.round().is_some_and(|round| round.start == now);
        master.steady &= begins || !master.working();
        reasons::joins(&mut cx.record, now, master.subject, row, (master.held(), master.wanted));
        self.touched.push(row);
    }

    /// A worker is none of its application any more: its task, if it has one, has been taken from it.
    pub(super) fn part(&mut self, row: u32, cx: &mut Context<Event>) {
        let (now, half_life) = (cx.now(), self.options.half_life());
        let machine = &mut self.machines[row as usize];
        let Some(application) = machine.worker_of() else { return };
        let master = &mut self.masters[application];
        master.account(now);
        if let Some((_, limit)) = machine.suspended.take() {
            if let Some(limit) = limit {
                cx.cancel(limit);
            }
            master.suspend(machine, false);
        }
        master.remove(machine);
        master.account(now);
        master.unrest(row);
        machine.holder = Holder::Nobody;
        self.users[master.user].change(now, half_life, -1);
        self.touched.push(row);
        self.stale = true;
    }
}
