//! Grids: the matching of machines with requests of queues, immediately or in rounds, and the assignment of jobs to
//! machines.

use super::options::{Allocation, GridRow};
use super::task::{NONE, Stage};
use super::{Event, Hierarchy, class};
use crate::system::Context;
use crate::system::parts::Periodic;
use crate::system::parts::hosts::Holder;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};

/// A grid.
pub(super) struct Grid {
    /// Its name.
    pub(super) name: String,
    /// Its rows: the first row and their number.
    pub(super) rows: (u32, u32),
    pub(super) row: GridRow,
    /// The time of its first round.
    offset: Span,
    pub(super) level: u32,
    /// The queues that submit to it.
    pub(super) queues: Vec<usize>,
    /// Possibly free machines, ascending: all free ones, and some that became unavailable since.
    free: Vec<u32>,
    /// Held machines without a job, ascending.
    idle: Vec<u32>,
    pub(super) look: Periodic,
    /// True if its negotiator runs at this instant.
    pub(super) looks: bool,
}

/// Adds a number to an ascending list, unless it is already in it.
fn insert_sorted(list: &mut Vec<u32>, row: u32) {
    if let Err(place) = list.binary_search(&row) {
        list.insert(place, row);
    }
}

fn remove_sorted(list: &mut Vec<u32>, row: u32) {
    if let Ok(place) = list.binary_search(&row) {
        list.remove(place);
    }
}

impl Grid {
    pub(super) fn new(name: &str, rows: (u32, u32), row: GridRow, streams: Streams) -> Self {
        let period = row.period_s.0.max(1);
        let offset = if row.offset_s < 0.0 {
            let chance = streams.get(&format!("hierarchy/rounds-{name}")).uniform();
            Span((chance * period as f64) as i64)
        } else {
            Span(Span::from_seconds(row.offset_s).0 % period)
        };
        let free = (rows.0..rows.0 + rows.1).collect();
        let (level, queues, idle) = (u32::MAX, Vec::new(), Vec::new());
        let name = name.to_owned();
        Self { name, rows, row, offset, level, queues, free, idle, look: Periodic::default(), looks: false }
    }

    /// True if requests are matched with machines now.
    fn is_matching(&self) -> bool {
        self.looks || self.row.allocation != Allocation::Rounds
    }

    /// Shift from the time of the run to a time at which rounds are at multiples of the period.
    fn period_offset(&self) -> Span {
        self.row.period_s - self.offset
    }

    /// The time of its next round, unless it is scheduled already.
    pub(super) fn plan_cycle(&mut self, now: Time) -> Option<Time> {
        let shift = self.period_offset();
        self.look.plan(now + shift, self.row.period_s).map(|time| Time(time.0 - shift.0))
    }

    /// Ends the round.
    fn end_cycle(&mut self, now: Time) {
        let shift = self.period_offset();
        self.look.looks(now + shift);
        self.looks = false;
    }
}

impl Hierarchy {
    /// The grid of a machine.
    pub(super) fn grid_of(&mut self, row: u32) -> &mut Grid {
        &mut self.grids[usize::from(self.grid_of[row as usize])]
    }

    /// Records that a machine may be free.
    pub(super) fn note_returned_machine(&mut self, row: u32) {
        if self.hosts[row].holder == Holder::Nobody {
            insert_sorted(&mut self.grid_of(row).free, row);
        }
    }

    /// Number of free machines of a grid.
    pub(super) fn free_machines(&mut self, grid: usize) -> u32 {
        let hosts = &self.hosts;
        let free = &mut self.grids[grid].free;
        free.retain(|&row| hosts[row].free());
        free.len() as u32
    }

    /// Changes the number of claims of a queue.
    fn change_claims(&mut self, queue: usize, by: i32, now: Time) {
        let half_life = Span::from_seconds(self.options.aging_half_life_h * 3_600.0);
        let queue = &mut self.queues[queue];
        queue.claims = queue.claims.saturating_add_signed(by);
        queue.usage.change(now, half_life, by);
    }

    /// Cancels a claim in preparation.
    pub(super) fn cancel_claim(&mut self, queue: usize, now: Time) {
        self.queues[queue].coming -= 1;
        self.change_claims(queue, -1, now);
    }

    /// A claimed machine is ready for its queue.
    pub(super) fn note_claimed(&mut self, row: u32, queue: usize, now: Time) {
        self.hosts.hold(row, queue as u32, now);
        insert_sorted(&mut self.grid_of(row).idle, row);
    }

    /// Records that a held machine has no job.
    pub(super) fn note_idle(&mut self, row: u32) {
        self.cpus[row as usize] = NONE;
        insert_sorted(&mut self.grid_of(row).idle, row);
        if let Some(queue) = self.hosts[row].held_by() {
            self.queues[queue].coming += 1;
        }
    }

    /// Records that a machine of a queue has a job again, or is released.
    fn unmark_idle(&mut self, row: u32, queue: usize) {
        remove_sorted(&mut self.grid_of(row).idle, row);
        self.queues[queue].coming -= 1;
    }

    /// Releases a held machine without a job from its queue.
    pub(super) fn release_machine(&mut self, row: u32, cx: &mut Context<Event>) {
        let Some(queue) = self.hosts[row].held_by() else { return };
        self.unmark_idle(row, queue);
        self.hosts.release(row, cx);
        self.change_claims(queue, -1, cx.now());
        self.note_returned_machine(row);
    }

    /// Transfers the claim of a machine without a job to another queue.
    pub(super) fn transfer_claim(&mut self, row: u32, from: usize, to: usize, now: Time) {
        self.hosts.hold(row, to as u32, now);
        self.change_claims(from, -1, now);
        self.change_claims(to, 1, now);
    }

    /// Matches machines with requests and starts jobs on them.
    pub(super) fn match_and_start(&mut self, cx: &mut Context<Event>) {
        loop {
            let mut changed = false;
            for at in 0..self.by_level.len() {
                changed |= self.assign_jobs(self.by_level[at], cx);
            }
            for at in 0..self.by_level.len() {
                if self.grids[self.by_level[at]].is_matching() {
                    changed |= self.match_grid(self.by_level[at], cx);
                }
            }
            if !changed {
                break;
            }
        }
        for at in 0..self.grids.len() {
            if self.grids[at].looks {
                self.grids[at].end_cycle(cx.now());
            }
            let asked = self.grids[at].queues.iter().any(|&queue| self.queues[queue].may_request_one());
            let rounds = self.grids[at].row.allocation == Allocation::Rounds;
            let time = if asked && rounds { self.grids[at].plan_cycle(cx.now()) } else { None };
            if let Some(time) = time {
                cx.schedule(time, class::LOOK, Event::Look(at as u16));
            }
        }
        self.hosts.show(cx.now(), &mut cx.record);
    }

    /// Assigns the next job of its queue to each machine without a job, or releases the machine; true if there was any.
    fn assign_jobs(&mut self, grid: usize, cx: &mut Context<Event>) -> bool {
        let mut changed = false;
        while let Some(&row) = self.grids[grid].idle.first() {
            changed = true;
            let queue =
                self.hosts[row].held_by().expect("a machine without a job is held until it is released");
            // A machine whose owner is present becomes unavailable when its job has left.
            let next = if self.hosts[row].suspended() { None } else { self.next_task(queue, row) };
            match next {
                Some(task) => {
                    self.unmark_idle(row, queue);
                    self.start_on(row, task, cx);
                }
                None => self.release_machine(row, cx),
            }
        }
        changed
    }

    /// The task that gets a machine for a job: the one for which it is reserved, or the first in the queue with a
    /// pending job.
    fn next_task(&self, queue: usize, row: u32) -> Option<u32> {
        let tasks = &self.queues[queue].order;
        let keeps = self.queues[queue].on_cpu;
        let kept = tasks.iter().filter(|_| keeps).find(|&&task| self.tasks[task as usize].kept == row);
        let wants = |&&task: &&u32| {
            let task = &self.tasks[task as usize];
            task.counted > 0 && task.kept == NONE
        };
        kept.or_else(|| tasks.iter().find(wants)).copied()
    }

    /// Matches requests of queues with machines of a grid; true if there was a match.
    fn match_grid(&mut self, grid: usize, cx: &mut Context<Event>) -> bool {
        let mut changed = false;
        // At most instants there is no request.
        if !self.grids[grid].queues.iter().any(|&queue| self.queues[queue].may_request_one()) {
            return false;
        }
        while let Some((queue, row)) = self.next_match(grid, cx) {
            changed = true;
            self.claim_machine(grid, row, queue, cx);
        }
        changed
    }

    /// The next queue that gets a machine of a grid, and the machine.
    fn next_match(&mut self, grid: usize, cx: &mut Context<Event>) -> Option<(usize, u32)> {
        let mut queues = self.by_priority(grid, cx.now()).into_iter();
        queues.find_map(|queue| {
            let row =
                self.queues[queue].may_request_one().then(|| self.find_machine(grid, queue, cx)).flatten()?;
            Some((queue, row))
        })
    }

    /// The queues on a grid, in the order of service.
    fn by_priority(&self, grid: usize, now: Time) -> Vec<usize> {
        let mut queues = self.grids[grid].queues.clone();
        if queues.len() == 1 {
            return queues;
        }
        ganttlet_core::order::sort_by_key(&mut queues, |&queue| self.queues[queue].priority.into());
        ganttlet_core::order::sort_by_key(&mut queues, |&queue| {
            ganttlet_core::order::float_key(self.weighted_usage((queue, 0), now))
        });
        queues
    }

    /// The priority of a queue times the sum of its recent usage and the machines it holds, as if it held `more`: lower
    /// is better. Equal for all queues if usage does not count.
    fn weighted_usage(&self, (queue, more): (usize, i32), now: Time) -> f64 {
        if self.options.aging_half_life_h <= 0.0 {
            return 0.0;
        }
        let half_life = Span::from_seconds(self.options.aging_half_life_h * 3_600.0);
        let queue = &self.queues[queue];
        let held = f64::from(queue.claims) + f64::from(more);
        f64::from(queue.priority) * (queue.usage.priority(now, half_life) + held)
    }

    /// True if a machine whose job has ended is released for another queue: one with a lower weighted usage that
    /// requests more machines than are free.
    pub(super) fn yields_machine(&mut self, row: u32, now: Time) -> bool {
        let Some(own) = self.hosts[row].held_by() else { return false };
        let (grid, product) = (usize::from(self.grid_of[row as usize]), self.weighted_usage((own, -1), now));
        let is_better = |&other: &usize| self.weighted_usage((other, 0), now) < product;
        let better: Vec<usize> = self.grids[grid].queues.iter().copied().filter(is_better).collect();
        let free = if better.is_empty() { 0 } else { self.free_machines(grid) };
        better.into_iter().any(|other| self.queues[other].may_request_beyond(free))
    }

    /// The lowest-numbered free machine, or one preempted from a queue of worse priority.
    fn find_machine(&mut self, grid: usize, queue: usize, cx: &mut Context<Event>) -> Option<u32> {
        while let Some(&row) = self.grids[grid].free.first() {
            if self.hosts[row].free() {
                return Some(row);
            }
            self.grids[grid].free.remove(0);
        }
        let row = self.machine_to_preempt(grid, queue, cx.now()).filter(|_| self.grids[grid].row.preempts)?;
        self.preempt_machine(row, cx);
        Some(row)
    }

    /// The machine that a queue preempts. It belongs to the queue of the worst priority among those of worse priority
    /// whose weighted usage will still not be lower than that of the preempting queue. It has no job, or else the
    /// latest job start; ties go to the highest number.
    fn machine_to_preempt(&self, grid: usize, queue: usize, now: Time) -> Option<u32> {
        let (own, product) = (self.queues[queue].priority, self.weighted_usage((queue, 1), now));
        let is_worse = |&other: &usize| {
            self.queues[other].priority > own && self.weighted_usage((other, -1), now) >= product
        };
        let worse: Vec<usize> = self.grids[grid].queues.iter().copied().filter(is_worse).collect();
        if worse.is_empty() {
            return None;
        }
        let (first, count) = self.grids[grid].rows;
        let rank = |row: u32| {
            let host = &self.hosts[row];
            if host.suspended() {
                return None;
            }
            let (Holder::Held(holder) | Holder::Coming(holder, _)) = host.holder else { return None };
            let priority = self.queues[holder as usize].priority;
            let started = host.task.map_or(Time::MAX, |task| task.started);
            worse.contains(&(holder as usize)).then_some((priority, started, row))
        };
        (first..first + count).filter_map(rank).max().map(|(.., row)| row)
    }

    /// Preempts a machine of a queue; its job is lost.
    fn preempt_machine(&mut self, row: u32, cx: &mut Context<Event>) {
        if let Holder::Coming(queue, _) = self.hosts[row].holder {
            self.hosts.release(row, cx);
            self.cancel_claim(queue as usize, cx.now());
            self.note_returned_machine(row);
        } else {
            self.lose_job(row, true, cx);
            self.release_machine(row, cx);
        }
    }

    /// Assigns a free machine to a queue, immediately or after a delay.
    fn claim_machine(&mut self, grid: usize, row: u32, queue: usize, cx: &mut Context<Event>) {
        let set = &self.grids[grid].row;
        let delay = match set.allocation {
            Allocation::Fixed => set.delay_s,
            Allocation::Exponential => Span::from_seconds(self.delays.exponential(set.delay_s.seconds())),
            Allocation::Rounds => set.claim_s,
        };
        remove_sorted(&mut self.grids[grid].free, row);
        self.change_claims(queue, 1, cx.now());
        self.queues[queue].coming += 1;
        if delay == Span::ZERO {
            self.note_claimed(row, queue, cx.now());
        } else {
            self.hosts.claim(row, queue as u32, delay, cx);
        }
    }

    /// Starts the next job of a task on a machine, or its estimation.
    fn start_on(&mut self, row: u32, task: u32, cx: &mut Context<Event>) {
        self.cpus[row as usize] = task;
        if self.tasks[task as usize].stage == Stage::Waits {
            self.estimate_on(row, task, cx);
        } else {
            self.start_job(row, task, cx);
        }
    }
}
