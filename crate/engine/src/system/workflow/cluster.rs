//! One cluster: free nodes, a queue that is served first come first served, and a forecast of it.

use super::Task;
use crate::system::parts::{Site, outlived};
use crate::time::{Span, Time};
use crate::workload::UNKNOWN;
use std::collections::{BTreeMap, VecDeque};

/// A cluster and its tasks.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) site: Site,
    /// Tasks whose files are there, next first.
    pub(super) queue: VecDeque<u32>,
    /// Tasks whose files are on their way, in the order in which they were sent.
    pub(super) coming: VecDeque<u32>,
    /// The nodes that all of them need.
    pub(super) demand: u64,
    pub(super) forecast: Forecast,
}

/// When nodes will be free by the true run times of all tasks, and by what is foreseen of local jobs, as the information service
/// of HEFT knows it.
///
/// Queued tasks start in their order; those whose files are on their way follow in the order in which they were sent, each
/// when its files are there. As long as tasks start as forecast and do not overtake each other, a forecast stays true and
/// only grows at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// True if it need not be made anew.
    pub(super) valid: bool,
    /// How many nodes become free when.
    free: BTreeMap<Time, u64>,
    /// When the last queued task starts: no other starts before.
    last: Time,
    /// When a running local job first outlives what is foreseen of it; [`Time::MAX`] if all is known.
    until: Time,
}

impl Forecast {
    fn clear(&mut self) {
        self.free.clear();
        self.last = Time::ZERO;
        self.until = Time::MAX;
        self.valid = true;
    }

    fn give(&mut self, time: Time, nodes: u32) {
        if nodes > 0 {
            *self.free.entry(time).or_default() += u64::from(nodes);
        }
    }

    /// When a task behind all others could start.
    pub(super) fn earliest(&self, nodes: u32, now: Time) -> Time {
        let mut sum = 0;
        let enough = self.free.iter().find(|&(_, &count)| {
            sum += count;
            sum >= u64::from(nodes)
        });
        enough.map_or(Time::MAX, |(&time, _)| time.max(self.last).max(now))
    }

    /// Lays a task behind all others; gives its start.
    pub(super) fn add(&mut self, task: &Task, run: Span, queued: bool, now: Time) -> Time {
        let start = self.earliest(task.nodes, now).max(task.there);
        let mut left = u64::from(task.nodes);
        while left > 0
            && let Some(mut first) = self.free.first_entry()
        {
            if *first.get() > left {
                *first.get_mut() -= left;
                break;
            }
            left -= first.remove();
        }
        self.give(start + run, task.nodes);
        if queued {
            self.last = start;
        }
        start
    }
}

impl Cluster {
    pub(super) fn new(site: Site) -> Self {
        Self {
            site,
            queue: VecDeque::new(),
            coming: VecDeque::new(),
            demand: 0,
            forecast: Forecast::default(),
        }
    }

    /// How long a task takes here.
    pub(super) fn takes(&self, task: &Task) -> Span {
        if task.workflow == UNKNOWN { task.run } else { task.run.at_speed(self.site.speed) }
    }

    /// How long the forecast has it take.
    fn foreseen(&self, task: &Task) -> Span {
        if task.workflow == UNKNOWN { task.foreseen } else { self.takes(task) }
    }

    /// True if the forecast is that of now.
    pub(super) fn is_foreseen(&self, now: Time) -> bool {
        self.forecast.valid && self.forecast.until > now
    }

    /// Makes the forecast anew from what is there.
    pub(super) fn foresee(&mut self, tasks: &mut [Task], now: Time) {
        self.forecast.clear();
        self.forecast.give(Time::ZERO, self.site.manager.free());
        for (mut end, id, nodes) in self.site.manager.running() {
            let task = &mut tasks[id as usize];
            if task.foreseen != task.run && task.workflow == UNKNOWN {
                end = outlived(task.expected, &mut task.foreseen, now);
                self.forecast.until = self.forecast.until.min(end);
            }
            self.forecast.give(end, nodes.len());
        }
        let queued = self.queue.iter().map(|&id| (id, true));
        for (id, queued) in queued.chain(self.coming.iter().map(|&id| (id, false))) {
            let task = &tasks[id as usize];
            let start = self.forecast.add(task, self.foreseen(task), queued, now);
            tasks[id as usize].expected = start;
        }
    }

    /// A task was sent here.
    pub(super) fn send(&mut self, id: u32, tasks: &mut [Task], now: Time) {
        let task = &tasks[id as usize];
        self.demand += u64::from(task.nodes);
        let queued = task.there <= now;
        if !queued {
            self.coming.push_back(id);
        }
        if self.forecast.valid {
            let start = self.forecast.add(task, self.foreseen(task), queued, now);
            tasks[id as usize].expected = start;
        }
    }

    /// The files of a task have come.
    pub(super) fn arrive(&mut self, id: u32, tasks: &[Task]) {
        if let Some(place) = self.coming.iter().position(|&other| other == id) {
            self.coming.remove(place);
        }
        self.forecast.last = self.forecast.last.max(tasks[id as usize].expected);
    }

    /// A task joins the queue.
    pub(super) fn enqueue(&mut self, id: u32) {
        // It overtakes those that are still to come.
        self.forecast.valid &= self.coming.is_empty();
        self.queue.push_back(id);
    }

    /// The next task, if it can start now.
    pub(super) fn next(&mut self, tasks: &[Task]) -> Option<u32> {
        let &id = self.queue.front()?;
        (tasks[id as usize].nodes <= self.site.manager.free()).then(|| self.queue.pop_front()).flatten()
    }

    /// A task takes nodes until `end`.
    pub(super) fn start(&mut self, id: u32, task: &mut Task, now: Time, end: Time) {
        self.forecast.valid &= task.expected == now;
        task.expected = now;
        if task.workflow == UNKNOWN && task.foreseen != task.run {
            self.forecast.until = self.forecast.until.min(now + task.foreseen);
        }
        let taken = self.site.manager.claim(end, id, task.nodes);
        debug_assert!(taken, "{} nodes are free", task.nodes);
    }

    /// A task that held `nodes` nodes until now gives them back.
    pub(super) fn finish(&mut self, id: u32, nodes: u32, now: Time) {
        self.site.manager.release(now, id, now);
        self.demand -= u64::from(nodes);
        self.site.touched = true;
    }
}
