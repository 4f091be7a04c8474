//! A cluster: its nodes, a first-come, first-served queue, and a forecast.

use super::Task;
use crate::system::parts::{Lookahead, outlived};
use ganttlet_core::platform::{FreeNodes, NodeSet, Platform};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;
use std::collections::VecDeque;

/// A cluster and its tasks.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    /// Its first row in the trace.
    pub(super) first_row: u32,
    speed: f64,
    /// True if something changed since the last scheduling pass.
    pub(super) touched: bool,
    nodes: Nodes,
    /// Tasks with all files, next first.
    pub(super) queue: VecDeque<u32>,
    /// Tasks whose files are in transfer, in the order in which they were sent.
    pub(super) coming: VecDeque<u32>,
    /// Number of nodes that all its tasks need.
    pub(super) demand: u64,
    pub(super) forecast: Forecast,
}

/// Free nodes, and the holders of the others.
#[derive(Clone, Debug)]
struct Nodes {
    free: FreeNodes,
    /// Entries; empty ones are reused.
    held: Vec<Held>,
    empty: Vec<u32>,
}

/// Nodes of a task.
#[derive(Clone, Debug)]
struct Held {
    /// [`UNKNOWN`] if the entry is empty.
    task: u32,
    /// When the task ends.
    end: Time,
    nodes: NodeSet,
}

impl Nodes {
    /// Allocates the lowest-numbered free nodes to a task; returns the index of the entry.
    fn take(&mut self, task: u32, count: u32, end: Time) -> u32 {
        let place = self.empty.pop().unwrap_or(self.held.len() as u32);
        if place as usize == self.held.len() {
            self.held.push(Held { task, end, nodes: NodeSet::default() });
        }
        let held = &mut self.held[place as usize];
        (held.task, held.end) = (task, end);
        let taken = self.free.take_lowest(count, |first, count| held.nodes.push(first, count));
        debug_assert!(taken, "{count} nodes are free");
        place
    }

    fn give_back(&mut self, place: u32) {
        let held = &mut self.held[place as usize];
        for &(first, count) in held.nodes.ranges() {
            self.free.give_back(first, count);
        }
        held.nodes.clear();
        held.task = UNKNOWN;
        self.empty.push(place);
    }
}

/// Expected releases of nodes by the actual runtimes of all tasks and the predicted runtimes of local jobs, as in the
/// information service of HEFT.
///
/// Queued tasks start in their order. Tasks with files in transfer follow in the order in which they were sent, each
/// when its files have arrived. As long as tasks start as forecast and do not overtake each other, a forecast remains
/// valid and is only extended. A task that joins the queue overtakes those with files in transfer: these are forecast
/// again behind the queued tasks, whose forecast is unchanged.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// The state behind all tasks, and whether it is valid.
    all: Lookahead,
    valid: bool,
    /// The state behind the queued tasks, and whether it is valid; stored while other tasks are expected.
    queued: Lookahead,
    queued_valid: bool,
    /// When a running local job first exceeds its predicted runtime; [`Time::MAX`] if all runtimes are known.
    until: Time,
}

#[cfg(test)]
thread_local!(static APPENDED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

impl Forecast {
    /// Invalidates the forecast after a deviation.
    pub(super) fn fails(&mut self) {
        (self.valid, self.queued_valid) = (false, false);
    }

    /// Invalidates the forecast for files that arrive at another time than forecast.
    pub(super) fn files_come_otherwise(&mut self) {
        self.valid = false;
    }

    /// When a task behind all others could start.
    pub(super) fn earliest(&self, nodes: u32, now: Time) -> Time {
        self.all.earliest_start(nodes, now)
    }
}

/// Adds a task behind all others; returns its start.
fn append(lookahead: &mut Lookahead, task: &Task, run: Span, queued: bool, now: Time) -> Time {
    #[cfg(test)]
    APPENDED.set(APPENDED.get() + 1);
    let start = lookahead.earliest_start(task.nodes, now).max(task.there);
    lookahead.append(task.nodes, start, run);
    if queued {
        lookahead.keep_order(start);
    }
    start
}

impl Cluster {
    /// The clusters of a platform, all idle.
    pub(super) fn all(platform: &Platform) -> Vec<Self> {
        let clusters = platform.clusters.iter().enumerate();
        let cluster = |(index, cluster): (usize, &ganttlet_core::platform::Cluster)| Self {
            first_row: platform.first_row(index),
            speed: cluster.speed,
            touched: false,
            nodes: Nodes { free: FreeNodes::all_free(cluster.nodes), held: Vec::new(), empty: Vec::new() },
            queue: VecDeque::new(),
            coming: VecDeque::new(),
            demand: 0,
            forecast: Forecast::default(),
        };
        clusters.map(cluster).collect()
    }

    /// Number of free nodes.
    pub(super) fn free(&self) -> u32 {
        self.nodes.free.count()
    }

    /// The nodes of a running task, as `(first, count)`.
    pub(super) fn nodes_of(&self, task: &Task) -> &[(u32, u32)] {
        self.nodes.held[task.place as usize].nodes.ranges()
    }

    /// The runtime of a task on this cluster.
    pub(super) fn takes(&self, task: &Task) -> Span {
        if task.workflow == UNKNOWN { task.run } else { task.run.scaled_to_speed(self.speed) }
    }

    /// The runtime in the forecast.
    fn predicted_run(&self, task: &Task) -> Span {
        if task.workflow == UNKNOWN { task.predicted } else { self.takes(task) }
    }

    /// True if the forecast is valid now.
    pub(super) fn has_current_forecast(&self, now: Time) -> bool {
        self.forecast.valid && self.forecast.until > now
    }

    /// Recomputes the forecast.
    pub(super) fn update_forecast(&mut self, tasks: &mut [Task], now: Time) {
        if !(self.forecast.queued_valid && self.forecast.until > now) {
            self.update_queue_forecast(tasks, now);
        }
        let mut all = std::mem::take(&mut self.forecast.all);
        all.clone_from(&self.forecast.queued);
        for &id in &self.coming {
            let task = &tasks[id as usize];
            let start = append(&mut all, task, self.predicted_run(task), false, now);
            tasks[id as usize].expected = start;
        }
        (self.forecast.all, self.forecast.valid) = (all, true);
    }

    /// Recomputes the forecast of running and queued tasks.
    fn update_queue_forecast(&mut self, tasks: &mut [Task], now: Time) {
        let mut queued = std::mem::take(&mut self.forecast.queued);
        let mut until = Time::MAX;
        let running = self.nodes.held.iter().filter(|held| held.task != UNKNOWN).map(|held| {
            let task = &mut tasks[held.task as usize];
            if task.predicted == task.run || task.workflow != UNKNOWN {
                return (held.end, task.nodes);
            }
            let end = outlived(task.expected, &mut task.predicted, now);
            until = until.min(end);
            (end, task.nodes)
        });
        queued.rebuild(running.chain([(Time::ZERO, self.nodes.free.count())]));
        self.forecast.until = until;
        for &id in &self.queue {
            let task = &tasks[id as usize];
            let start = append(&mut queued, task, self.predicted_run(task), true, now);
            tasks[id as usize].expected = start;
        }
        (self.forecast.queued, self.forecast.queued_valid) = (queued, true);
    }

    /// Adds a task that was sent here.
    pub(super) fn send(&mut self, id: u32, tasks: &mut [Task], now: Time) {
        let task = &tasks[id as usize];
        self.demand += u64::from(task.nodes);
        let queued = task.there <= now;
        if !queued {
            if self.coming.is_empty() && self.forecast.valid {
                self.forecast.queued.clone_from(&self.forecast.all);
                self.forecast.queued_valid = true;
            }
            self.coming.push_back(id);
        }
        if self.forecast.valid {
            let run = self.predicted_run(task);
            let start = append(&mut self.forecast.all, task, run, queued, now);
            tasks[id as usize].expected = start;
        }
    }

    /// Removes a task from those with files in transfer, as they have arrived.
    pub(super) fn arrive(&mut self, id: u32, tasks: &[Task]) {
        if let Some(place) = self.coming.iter().position(|&other| other == id) {
            self.coming.remove(place);
        }
        self.forecast.all.keep_order(tasks[id as usize].expected);
    }

    /// Adds a task to the queue.
    pub(super) fn enqueue(&mut self, id: u32, tasks: &mut [Task], now: Time) {
        self.queue.push_back(id);
        // It overtakes the tasks with files in transfer.
        self.forecast.valid &= self.coming.is_empty();
        if self.forecast.valid {
            // The forecast behind all tasks equals that behind the queued ones.
            self.forecast.queued_valid = false;
        } else if self.forecast.queued_valid {
            let task = &tasks[id as usize];
            let run = self.predicted_run(task);
            let start = append(&mut self.forecast.queued, task, run, true, now);
            tasks[id as usize].expected = start;
        }
    }

    /// The next task, if it can start now.
    pub(super) fn next(&mut self, tasks: &[Task]) -> Option<u32> {
        let &id = self.queue.front()?;
        (tasks[id as usize].nodes <= self.free()).then(|| self.queue.pop_front()).flatten()
    }

    /// Allocates nodes to a task until `end`.
    pub(super) fn start(&mut self, id: u32, task: &mut Task, now: Time, end: Time) {
        if task.expected != now {
            self.forecast.fails();
        }
        task.expected = now;
        if task.workflow == UNKNOWN && task.predicted != task.run {
            self.forecast.until = self.forecast.until.min(now + task.predicted);
        }
        task.place = self.nodes.take(id, task.nodes, end);
    }

    /// Releases the nodes of a task.
    pub(super) fn finish(&mut self, task: &Task) {
        // Nodes of planned tasks are not tracked here.
        if task.place != UNKNOWN {
            self.nodes.give_back(task.place);
        }
        self.demand -= u64::from(task.nodes);
        self.touched = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::platform::one_cluster;
    use ganttlet_core::record::Status;

    /// A task that overtakes others sent earlier changes the forecast of tasks with files in transfer, not that of a
    /// long queue.
    #[test]
    fn overtaking_does_not_recompute_the_forecast_of_the_queue() {
        let (queued, coming) = (1_000_u32, 20_u32);
        let task = |id: u32| Task {
            workflow: 0,
            run: Span(1_000_000),
            predicted: Span::ZERO,
            nodes: 1,
            missing: 0,
            cluster: 0,
            place: UNKNOWN,
            // The last task sent is first.
            there: if id < queued { Time::ZERO } else { Time(i64::from(queued + coming - id)) },
            expected: Time::MAX,
            turn: 0,
            status: Status::Future,
        };
        let mut tasks: Vec<Task> = (0..queued + coming).map(task).collect();
        let mut cluster = Cluster::all(&one_cluster(1)).swap_remove(0);
        for id in 0..queued + coming {
            cluster.send(id, &mut tasks, Time::ZERO);
            if id < queued {
                cluster.enqueue(id, &mut tasks, Time::ZERO);
            }
        }
        APPENDED.set(0);
        cluster.update_forecast(&mut tasks, Time::ZERO);
        for id in (queued..queued + coming).rev() {
            let now = tasks[id as usize].there;
            cluster.arrive(id, &tasks);
            cluster.enqueue(id, &mut tasks, now);
            if !cluster.has_current_forecast(now) {
                cluster.update_forecast(&mut tasks, now);
            }
        }
        let starts: Vec<i64> =
            (0..coming).map(|i| tasks[(queued + i) as usize].expected.0 / 1_000_000).collect();
        let expected: Vec<i64> = (0..coming).map(|i| i64::from(queued + coming - 1 - i)).collect();
        assert_eq!(starts, expected);
        assert!(APPENDED.get() <= (queued + coming * (coming + 2)) as usize, "{}", APPENDED.get());
    }
}
