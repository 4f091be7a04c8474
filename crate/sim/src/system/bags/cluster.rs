//! A cluster with its queue, which is served first come, first served, and when its processors will be free.

use crate::system::parts::{Lookahead, outlived};
use ganttlet_core::event::Handle;
use ganttlet_core::platform::FreeNodes;
use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// No run, or the end of a list of runs.
pub(super) const NONE: u32 = u32::MAX;

/// A processor that works on a task or a copy of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Busy {
    pub(super) task: u32,
    pub(super) cluster: u32,
    pub(super) node: u32,
    pub(super) start: Time,
    /// How long it was expected to, when it started.
    pub(super) expected: Span,
    pub(super) end: Handle,
    /// The next that works on the same task, or [`NONE`].
    pub(super) next: u32,
    /// Its place among those that work on its cluster, which assigns it.
    pub(super) place: u32,
    /// True if it will end when it is expected to.
    pub(super) exact: bool,
}

/// All that work, each with a number that is used again.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) list: Vec<Busy>,
    free: Vec<u32>,
}

/// A task, or a copy of one, in the queue of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) task: u32,
    pub(super) copy: bool,
    /// How long it is expected to run here.
    pub(super) expected: Span,
    /// How many tasks and copies were sent before it, by all schedulers.
    pub(super) sent: u32,
}

/// A cluster.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) speed: f64,
    pub(super) first_row: u32,
    pub(super) nodes: FreeNodes,
    /// What was sent here and has not started.
    pub(super) queue: VecDeque<Queued>,
    /// Something changed since tasks were last started here.
    pub(super) touched: bool,
    running: Vec<u32>,
    /// When processors will be free, if all goes as expected; also in the past.
    lookahead: Lookahead,
    /// From when on the lookahead is wrong, as a run has outlived its expected time.
    holds_until: Time,
    /// A run has ended before that was expected: the lookahead is wrong.
    stale: bool,
}

impl Runs {
    /// The number of the next run.
    pub(super) fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.list.len() as u32)
    }

    /// A processor starts to work; gives its number.
    fn add(&mut self, busy: Busy) -> u32 {
        if let Some(number) = self.free.pop() {
            self.list[number as usize] = busy;
            return number;
        }
        self.list.push(busy);
        self.list.len() as u32 - 1
    }

    /// It works no more.
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

    /// A run begins; it will end when it is expected to, or not.
    pub(super) fn start(&mut self, mut busy: Busy, runs: &mut Runs) {
        if !busy.exact {
            self.holds_until = self.holds_until.min(busy.start + busy.expected);
        }
        busy.place = self.running.len() as u32;
        self.running.push(runs.add(busy));
    }

    /// A run is over.
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

    /// Works out anew when processors will be free, if something went otherwise than expected. What has outlived what was
    /// expected of it is expected to run twice as long, as often as that takes.
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

    /// When the first of the running tasks is expected to end.
    pub(super) fn first_end(&self, now: Time, runs: &Runs) -> Option<Time> {
        let end = |&number: &u32| {
            let busy = &runs.list[number as usize];
            outlived(busy.start, &mut { busy.expected }, now)
        };
        self.running.iter().map(end).min()
    }

    /// The first task of the queue leaves it: what was expected of the others is wrong.
    pub(super) fn remove_first(&mut self) -> Option<Queued> {
        self.stale = true;
        self.queue.pop_front()
    }

    /// When a processor is free for one more task.
    pub(super) fn next_free(&self, now: Time) -> Time {
        self.lookahead.earliest_start(1, now)
    }

    /// One more task joins the queue, which is expected to run so long here.
    pub(super) fn join(&mut self, now: Time, expected: Span) {
        self.lookahead.enqueue(1, expected, now);
    }
}

/// How long a task runs on a processor of a speed: never no time, so that what it makes happen is not at the same instant.
pub(super) fn lasts(run: Span, speed: f64) -> Span {
    run.scaled_to_speed(speed).max(Span(1))
}
