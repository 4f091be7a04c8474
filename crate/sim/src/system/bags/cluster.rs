//! A cluster: its first-come, first-served queue, and the times at which its processors become free.

use crate::system::parts::{Lookahead, outlived};
use ganttlet_core::event::Handle;
use ganttlet_core::platform::FreeNodes;
use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// No run, or the end of a list of runs.
pub(super) const NONE: u32 = u32::MAX;

/// A processor that executes a task or a replica.
#[derive(Clone, Copy, Debug)]
pub(super) struct Busy {
    pub(super) task: u32,
    pub(super) cluster: u32,
    pub(super) node: u32,
    pub(super) start: Time,
    /// Expected runtime at its start.
    pub(super) expected: Span,
    pub(super) end: Handle,
    /// The next run of the same task, or [`NONE`].
    pub(super) next: u32,
    /// Its index among the runs of its cluster, which assigns it.
    pub(super) place: u32,
    /// True if it will end at the expected time.
    pub(super) exact: bool,
}

/// All current runs, each with a number that is reused after its end.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) list: Vec<Busy>,
    free: Vec<u32>,
}

/// A task or a replica in the queue of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) task: u32,
    pub(super) copy: bool,
    /// Expected runtime on this cluster.
    pub(super) expected: Span,
    /// Number of tasks and replicas sent before it, by all schedulers.
    pub(super) sent: u32,
}

/// A cluster.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) speed: f64,
    pub(super) first_row: u32,
    pub(super) nodes: FreeNodes,
    /// Tasks and replicas sent here that have not started.
    pub(super) queue: VecDeque<Queued>,
    /// True if something changed since tasks were last started here.
    pub(super) touched: bool,
    running: Vec<u32>,
    /// Expected times at which processors become free; also times in the past.
    lookahead: Lookahead,
    /// Time from which the lookahead is wrong, as a run has exceeded its expected runtime.
    holds_until: Time,
    /// True if a run ended earlier than expected: the lookahead is wrong.
    stale: bool,
}

impl Runs {
    /// The number of the next run.
    pub(super) fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.list.len() as u32)
    }

    /// Adds a run; returns its number.
    fn add(&mut self, busy: Busy) -> u32 {
        if let Some(number) = self.free.pop() {
            self.list[number as usize] = busy;
            return number;
        }
        self.list.push(busy);
        self.list.len() as u32 - 1
    }

    /// Removes a run.
    fn remove(&mut self, number: u32) {
        self.free.push(number);
    }
}

impl Cluster {
    /// An idle cluster.
    pub(super) fn new(nodes: u32, speed: f64, first_row: u32) -> Self {
        let mut lookahead = Lookahead::default();
        lookahead.rebuild([(Time::ZERO, nodes)].into_iter());
        Self {
            speed,
            first_row,
            nodes: FreeNodes::all_free(nodes),
            queue: VecDeque::new(),
            touched: false,
            running: Vec::new(),
            lookahead,
            holds_until: Time::MAX,
            stale: false,
        }
    }

    /// Starts a run, which may or may not end at the expected time.
    pub(super) fn start(&mut self, mut busy: Busy, runs: &mut Runs) {
        if !busy.exact {
            self.holds_until = self.holds_until.min(busy.start + busy.expected);
        }
        busy.place = self.running.len() as u32;
        self.running.push(runs.add(busy));
    }

    /// Ends a run.
    pub(super) fn end(&mut self, number: u32, runs: &mut Runs) {
        let busy = runs.list[number as usize];
        self.running.swap_remove(busy.place as usize);
        if let Some(&moved) = self.running.get(busy.place as usize) {
            runs.list[moved as usize].place = busy.place;
        }
        self.stale |= !busy.exact;
        self.nodes.give_back(busy.node, 1);
        runs.remove(number);
        self.touched = true;
    }

    /// Recomputes when processors become free, if runs deviated from the expectation. A run that exceeded its expected
    /// runtime is expected to take twice as long, repeatedly if necessary.
    pub(super) fn foresee(&mut self, now: Time, runs: &Runs) {
        if !self.stale && now < self.holds_until {
            return;
        }
        let mut holds_until = Time::MAX;
        let running = self.running.iter().map(|&number| {
            let busy = &runs.list[number as usize];
            let end = outlived(busy.start, &mut { busy.expected }, now);
            if !busy.exact {
                holds_until = holds_until.min(end);
            }
            (end, 1)
        });
        self.lookahead.rebuild(running.chain([(now, self.nodes.count())]));
        (self.stale, self.holds_until) = (false, holds_until);
        for queued in &self.queue {
            self.lookahead.enqueue(1, queued.expected, now);
        }
    }

    /// The earliest expected end of the running tasks.
    pub(super) fn first_end(&self, now: Time, runs: &Runs) -> Option<Time> {
        let end = |&number: &u32| {
            let busy = &runs.list[number as usize];
            outlived(busy.start, &mut { busy.expected }, now)
        };
        self.running.iter().map(end).min()
    }

    /// Removes the first task of the queue: the expected starts of the others are wrong.
    pub(super) fn remove_first(&mut self) -> Option<Queued> {
        self.stale = true;
        self.queue.pop_front()
    }

    /// When a processor becomes free for one more task.
    pub(super) fn next_free(&self, now: Time) -> Time {
        self.lookahead.earliest_start(1, now)
    }

    /// Adds a task with this expected runtime to the queue.
    pub(super) fn join(&mut self, now: Time, expected: Span) {
        self.lookahead.enqueue(1, expected, now);
    }
}

/// Runtime of a task on a processor of this speed: never zero, so that its consequences are at a later time.
pub(super) fn lasts(run: Span, speed: f64) -> Span {
    run.scaled_to_speed(speed).max(Span(1))
}
