//! Assignment of machines to applications: suitable machines, and priorities of users by usage.

use super::{Event, Options, Pool, class, reasons};
use crate::system::Context;
use crate::system::parts::hosts::{Change, Host};
use ganttlet_core::order;
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::MasterWorker;

/// A user loses machines only to a user whose priority is better by this factor.
const BETTER: f64 = 1.2;

impl Pool {
    /// Processes a change of a host: owners arrive and leave, machines become ready, tasks end.
    pub(super) fn change(&mut self, change: Change, cx: &mut Context<Event>) {
        match change {
            Change::Off(application) => {
                self.masters[application as usize].coming -= 1;
                self.stale = true;
            }
            Change::Suspend(row) => self.suspend(row, cx),
            Change::Lose(row) => self.reclaim(row, false, cx),
            Change::Back(row) => {
                self.stale = true;
                self.resume(row, cx);
            }
            Change::Ready(row, application) => {
                self.masters[application as usize].coming -= 1;
                self.add_worker(row, application as usize, cx);
            }
            Change::End(row) => self.end_task(row, cx),
        }
    }

    /// True if machines are matched with requests at this instant, as something has changed.
    pub(super) fn matches_now(&self) -> bool {
        self.stale && (self.options.negotiation_s == Span::ZERO || self.looks)
    }

    /// Matches machines with requests, or schedules the next negotiation.
    pub(super) fn negotiate(&mut self, cx: &mut Context<Event>) {
        if !self.stale {
            return;
        }
        let asked = self.masters.iter().any(|master| master.outstanding_requests() > 0);
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
        self.match_machines(cx);
        // Priorities change with time alone: while others hold machines, the next negotiation may find their priority
        // worse.
        let waits = |user: usize| {
            let asks =
                |master: &super::master::Master| master.user == user && master.outstanding_requests() > 0;
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

    /// Assigns one machine after the other to the user who comes first: by priority, then by machines held.
    fn match_machines(&mut self, cx: &mut Context<Event>) {
        let now = cx.now();
        let half_life = self.options.half_life();
        let priority: Vec<f64> = self.users.iter().map(|user| user.priority(now, half_life)).collect();
        // The position of each application in its list: earlier machines are taken or unavailable.
        let mut looked = vec![0_usize; self.masters.len()];
        let mut served: Vec<bool> =
            self.masters.iter().map(|master| master.outstanding_requests() == 0).collect();
        let mut free = self.hosts.list().iter().filter(|host| host.free()).count();
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
            match self.find_machine(at, &mut looked[at]).or_else(|| self.take_from_worse(at, &priority, cx)) {
                Some(row) => {
                    self.grant_machine(row, at, cx);
                    free = free.saturating_sub(1);
                    served[at] = self.masters[at].outstanding_requests() == 0;
                }
                None => served[at] = true,
            }
        }
    }

    /// The first free machine in the list of an application, from `looked` on.
    fn find_machine(&self, application: usize, looked: &mut usize) -> Option<u32> {
        let list = &self.masters[application].suitable;
        let row = list[*looked..].iter().position(|&row| self.hosts[row].free());
        *looked = row.map_or(list.len(), |row| *looked + row + 1);
        row.map(|_| list[*looked - 1])
    }

    /// A machine preempted from a user of worse priority, if preemption is enabled.
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
            let host = &self.hosts[*row];
            let other = host.held_by().filter(|_| cx.now() - host.since >= self.options.priority_keeps_s)?;
            let theirs = priority[self.masters[other].user];
            (theirs > own * BETTER).then_some(theirs)
        };
        let list = self.masters[application].suitable.iter().copied();
        let held = list.filter_map(|row| Some((worse(&row)?, row)));
        let (_, row) = held.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        self.reclaim(row, true, cx);
        self.hosts[row].free().then_some(row)
    }

    /// Grants a free machine to an application, immediately or after a delay.
    fn grant_machine(&mut self, row: u32, application: usize, cx: &mut Context<Event>) {
        let delay = self.options.grant_delay_s;
        if delay == Span::ZERO {
            self.add_worker(row, application, cx);
            return;
        }
        let delay = Span::from_seconds(self.grants.exponential(delay.seconds()));
        self.hosts.claim(row, application as u32, delay, cx);
        self.masters[application].coming += 1;
    }

    /// Adds a machine to the workers of an application.
    pub(super) fn add_worker(&mut self, row: u32, application: usize, cx: &mut Context<Event>) {
        let (now, half_life) = (cx.now(), self.options.half_life());
        let (worker, master) = (&mut self.workers[row as usize], &mut self.masters[application]);
        self.hosts.hold(row, application as u32, now);
        worker.joined = master.next_joined();
        master.update_sums(now);
        master.add_worker(worker);
        master.update_sums(now);
        master.add_idle(worker, self.options.worker_order);
        self.users[master.user].change(now, half_life, 1);
        let begins = master.round().is_some_and(|round| round.start == now);
        master.steady &= begins || !master.is_working();
        reasons::record_join(
            &mut cx.record,
            now,
            master.subject,
            row,
            (master.worker_count(), master.wanted),
        );
    }

    /// Removes a worker from its application, after its task has been removed.
    pub(super) fn detach_worker(&mut self, row: u32, cx: &mut Context<Event>) {
        let (now, half_life) = (cx.now(), self.options.half_life());
        let Some(application) = self.hosts[row].held_by() else { return };
        let (worker, master) = (&self.workers[row as usize], &mut self.masters[application]);
        master.update_sums(now);
        if self.hosts[row].suspended() {
            master.set_suspended(worker, false);
        }
        master.remove_worker(worker);
        master.update_sums(now);
        master.remove_idle(row);
        self.hosts.release(row, cx);
        self.users[master.user].change(now, half_life, -1);
        self.stale = true;
    }
}

/// The machines suitable for an application: those of its pool, and with flocking those of the other pools in their
/// order; faster ones first within each pool.
pub(super) fn suitable_machines(
    hosts: &[Host],
    options: &Options,
    application: &MasterWorker,
    (home, pools): (usize, usize),
) -> Vec<u32> {
    let mut fits: Vec<u32> = Vec::new();
    for turn in 0..if options.flocking { pools } else { pools.min(1) } {
        let pool = if turn == 0 { home } else { turn - usize::from(turn <= home) };
        let fit = |host: &&Host| {
            let machine = &host.machine;
            host.cluster == pool
                && options.tolerates_load(machine.load)
                && application.needs.are_met_by(machine)
        };
        let mut of_pool: Vec<u32> = hosts.iter().filter(fit).map(|host| host.row).collect();
        order::sort_by_key(&mut of_pool, |&row| order::float_key(-hosts[row as usize].speed));
        fits.extend(of_pool);
    }
    fits
}
