//! The master of an application: its batch, its workers, and its history.

use super::options::{Options, WorkerOrder};
use super::{Event, Policies};
use crate::policy::prediction::History;
use crate::system::parts::hosts::{Host, Hosts};
use crate::tables::rounds::Round;
use ganttlet_core::order;
use ganttlet_core::record::Recorder;
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::master_worker::{BatchTask, MasterWorker};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No machine.
pub(super) const NONE: u32 = u32::MAX;

/// A worker as seen by its master.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worker {
    /// Its row in the trace.
    pub row: u32,
    /// Its measured speed relative to the master, by a benchmark.
    pub alpha: f64,
    /// Its cost per hour.
    pub cost: f64,
    /// Its number in the order of joining the application: 0 for the first.
    pub joined: u32,
}

impl Worker {
    /// A machine that has not worked yet. A random number for the noise of the benchmark is drawn for every machine, at
    /// any level of noise.
    pub(super) fn new(host: &Host, options: &Options, benchmark: &mut Stream) -> Self {
        let noise = options.benchmark_noise;
        let error = (1.0 + benchmark.normal(0.0, noise)).max(0.01);
        let alpha = host.speed / options.master_speed * if noise > 0.0 { error } else { 1.0 };
        Self { row: host.row, alpha, cost: host.machine.cost, joined: 0 }
    }
}

/// A task of the current batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskState {
    /// Its index in the list.
    pub rank: u32,
    /// The machines on which it runs.
    pub runs: [u32; 2],
    /// Number of its copies waiting in the list.
    pub waiting: u32,
    /// Number of losses.
    pub losses: u32,
    /// True if one of its copies has completed.
    pub done: bool,
    /// Its runtime, and the corresponding runtime on the master's machine.
    pub took: Span,
    pub normalised: Span,
}

impl TaskState {
    /// Number of machines on which it runs.
    pub(super) fn running_copies(&self) -> usize {
        self.runs.iter().filter(|&&run| run != NONE).count()
    }
}

/// The activity of a master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its application has not been submitted, or has ended.
    Off,
    /// Its next batch can begin.
    Due,
    /// A batch is in progress.
    Working,
    /// The master computes alone.
    Alone,
}

/// Sums over the current workers.
#[derive(Clone, Copy, Debug, Default)]
struct WorkerSums {
    workers: u32,
    suspended: u32,
    /// Sum of speeds relative to the master.
    power: f64,
    cost: f64,
    suspended_cost: f64,
}

/// The master of an application.
pub(super) struct Master {
    /// Its application.
    pub application: MasterWorker,
    /// The subject of the application in the trace, and that of its first task.
    pub subject: SubjectId,
    pub first_task: SubjectId,
    /// The group of its first batch.
    pub first_group: u32,
    /// Its pool.
    pub home: usize,
    /// Its user, as an index in the list of users.
    pub user: usize,
    /// The suitable machines, those of its pool first, faster ones first.
    pub suitable: Vec<u32>,
    /// Its batch, counted from 0, and the subject of the first task of the batch.
    pub batch: usize,
    pub batch_first: SubjectId,
    /// Its round, if one has begun, and its index in the table.
    round: Option<Round>,
    pub row: u32,
    /// True if the round has had the same workers so far, in the requested number.
    pub steady: bool,
    /// True if the information about the round is in the table.
    described: bool,
    /// Its activity.
    pub stage: Stage,
    /// True if the losses of this batch have been drawn.
    pub drawn: bool,
    /// Tasks of the batch, in their original order, and the number of those not completed.
    pub tasks: Vec<TaskState>,
    pub left: u32,
    /// Waiting copies of tasks: rank in the list, originals before replicas.
    todo: BinaryHeap<Reverse<u64>>,
    /// Indices in the batch by rank.
    pub order: Vec<u32>,
    /// Idle workers, in the order of assignment.
    idle: Vec<(i64, u32, u32)>,
    /// Requested number of workers, without and with extra ones.
    pub target: u32,
    pub wanted: u32,
    /// Number of machines in preparation, and the machines lost until the next batch.
    pub coming: u32,
    pub lost: Vec<u32>,
    /// Number of workers that have ever joined.
    joined: u32,
    /// Its history of runtimes.
    pub history: History,
    /// Its policies.
    pub policies: Policies,
    /// Number of workers lost or suspended in each batch.
    pub losses: Vec<u32>,
    there: WorkerSums,
    since: Time,
}

impl Master {
    /// The master of an application that has not been submitted.
    pub(super) fn new(application: MasterWorker, policies: Policies) -> Self {
        Self {
            history: History::new(application.expected.len()),
            application,
            subject: 0,
            first_task: 0,
            first_group: 0,
            home: 0,
            user: 0,
            suitable: Vec::new(),
            batch: 0,
            batch_first: 0,
            round: None,
            row: 0,
            steady: true,
            described: true,
            stage: Stage::Off,
            drawn: false,
            tasks: Vec::new(),
            left: 0,
            todo: BinaryHeap::new(),
            order: Vec::new(),
            idle: Vec::new(),
            target: 0,
            wanted: 0,
            coming: 0,
            lost: Vec::new(),
            joined: 0,
            policies,
            losses: Vec::new(),
            there: WorkerSums::default(),
            since: Time::ZERO,
        }
    }

    /// The tasks of its batch.
    pub(super) fn batch_tasks(&self) -> &[BatchTask] {
        self.application.batches.get(self.batch).map_or(&[], Vec::as_slice)
    }

    /// The subject of the task at an index of the batch.
    pub(super) fn subject_of(&self, place: u32) -> SubjectId {
        self.batch_first + place
    }

    /// True from the submission of its application to its end.
    pub(super) fn is_active(&self) -> bool {
        self.stage != Stage::Off
    }

    /// True while a batch is in progress.
    pub(super) fn is_working(&self) -> bool {
        self.stage == Stage::Working
    }

    /// Number of current workers.
    pub(super) fn worker_count(&self) -> u32 {
        self.there.workers
    }

    /// Number of further workers requested.
    pub(super) fn outstanding_requests(&self) -> u32 {
        let have = self.there.workers + self.coming + self.lost.len() as u32;
        if self.is_active() { self.wanted.saturating_sub(have) } else { 0 }
    }

    /// Starts the list of a batch: indices in the order of dispatch, the first `copies` twice.
    pub(super) fn begin_list(&mut self, order: Vec<u32>, copies: u32) {
        let blank = TaskState {
            rank: 0,
            runs: [NONE; 2],
            waiting: 0,
            losses: 0,
            done: false,
            took: Span::ZERO,
            normalised: Span::ZERO,
        };
        self.tasks.clear();
        self.tasks.resize(order.len(), blank);
        self.todo.clear();
        self.left = order.len() as u32;
        for (&place, rank) in order.iter().zip(0..) {
            self.tasks[place as usize].rank = rank;
            self.requeue(place, false);
            if rank < copies {
                self.requeue(place, true);
            }
        }
        self.order = order;
        self.stage = Stage::Working;
        self.drawn = false;
    }

    /// Adds a copy of a task to the list at its rank: a replica directly after the original.
    pub(super) fn requeue(&mut self, place: u32, copy: bool) {
        let task = &mut self.tasks[place as usize];
        task.waiting += 1;
        self.todo.push(Reverse(u64::from(task.rank) << 1 | u64::from(copy)));
    }

    /// Takes the first copy in the list whose task has not completed; returns the index of the task in the batch.
    pub(super) fn take_next(&mut self) -> Option<u32> {
        while let Some(Reverse(key)) = self.todo.pop() {
            let place = self.order[(key >> 1) as usize];
            let task = &mut self.tasks[place as usize];
            task.waiting -= 1;
            if !task.done {
                return Some(place);
            }
        }
        None
    }

    /// Clears the list.
    pub(super) fn clear_list(&mut self) {
        self.todo.clear();
    }

    /// The task that has run longest on a single machine, for a worker without another task.
    pub(super) fn oldest_alone(&self, hosts: &Hosts<Event>) -> Option<u32> {
        let started = |place: &u32| {
            let run = self.tasks[*place as usize].runs.into_iter().find(|&run| run != NONE)?;
            hosts[run].task.map(|task| task.started)
        };
        let alone = |place: &u32| {
            let task = &self.tasks[*place as usize];
            !task.done && task.running_copies() == 1 && task.waiting == 0
        };
        self.order.iter().copied().filter(alone).min_by_key(started)
    }

    /// Adds an idle worker.
    pub(super) fn add_idle(&mut self, worker: &Worker, order: WorkerOrder) {
        let key = match order {
            WorkerOrder::Fastest => order::float_key(-worker.alpha),
            WorkerOrder::Joined => 0,
        };
        let entry = (key, worker.joined, worker.row);
        if let Err(place) = self.idle.binary_search(&entry) {
            self.idle.insert(place, entry);
        }
    }

    /// Removes a worker from the idle ones.
    pub(super) fn remove_idle(&mut self, machine: u32) {
        self.idle.retain(|&(.., row)| row != machine);
    }

    /// Takes the next idle worker.
    pub(super) fn take_idle(&mut self) -> Option<u32> {
        (!self.idle.is_empty()).then(|| self.idle.remove(0).2)
    }

    /// Number of idle workers.
    pub(super) fn idle_count(&self) -> usize {
        self.idle.len()
    }

    /// The number of a new worker in the order of joining.
    pub(super) fn next_joined(&mut self) -> u32 {
        self.joined += 1;
        self.joined - 1
    }

    /// Its round, for changes.
    pub(super) fn round(&mut self) -> Option<&mut Round> {
        self.described = false;
        self.round.as_mut()
    }

    /// Begins a round.
    pub(super) fn begin_round(&mut self, round: Round, record: &mut Recorder) {
        self.row = record.add_row(&round);
        (self.round, self.steady) = (Some(round), true);
    }

    /// Writes the information about its round into the table.
    pub(super) fn write_round(&mut self, record: &mut Recorder) {
        if !std::mem::replace(&mut self.described, true)
            && let Some(round) = &self.round
        {
            record.set_row(self.row, round);
        }
    }

    /// Adds up the time since the last change of its workers.
    pub(super) fn update_sums(&mut self, now: Time) {
        let passed = now - self.since;
        self.since = now;
        let there = self.there;
        let Some(round) = self.round() else { return };
        let times = |count: u32| Span(passed.0.saturating_mul(i64::from(count)));
        round.up += times(there.workers);
        round.suspended += times(there.suspended);
        round.power += there.power * passed.seconds();
        round.up_cost += there.cost * passed.seconds();
        round.suspended_cost += there.suspended_cost * passed.seconds();
        if round.end == Time::MAX {
            round.held = there.workers;
            round.most_held = round.most_held.max(there.workers);
        }
    }

    /// Adds a worker. The time so far has been added up.
    pub(super) fn add_worker(&mut self, worker: &Worker) {
        self.there.workers += 1;
        self.there.power += worker.alpha;
        self.there.cost += worker.cost;
    }

    /// Removes a worker. The time so far has been added up.
    pub(super) fn remove_worker(&mut self, worker: &Worker) {
        self.there.workers -= 1;
        self.there.power -= worker.alpha;
        self.there.cost -= worker.cost;
        if self.there.workers == 0 {
            self.there = WorkerSums::default();
        }
    }

    /// Changes whether a worker is suspended. The time so far has been added up.
    pub(super) fn set_suspended(&mut self, worker: &Worker, suspended: bool) {
        if suspended {
            self.there.suspended += 1;
            self.there.suspended_cost += worker.cost;
        } else {
            self.there.suspended = self.there.suspended.saturating_sub(1);
            self.there.suspended_cost -= worker.cost;
        }
    }
}
