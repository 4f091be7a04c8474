//! Bags of tasks on several clusters (Sonmez 2010, chapter 5): one scheduler for all clusters, one per cluster, or one
//! per cluster with users who move on to the next.
//!
//! All schedulers act after each arrival or end. A task-selection policy gives the turn to some of the waiting tasks,
//! and a task-scheduling policy sends these to processors; when none of them is left, the next turn is given. Tasks
//! sent to a cluster wait there first come, first served. When no task waits, some policies replicate running tasks:
//! the first replica to complete counts, and the others are cancelled with it. At one instant, ends come first, then
//! polls of the clusters, bags, scheduler passes, and finally starts on clusters.

mod cluster;
mod dispatch;
mod form;
mod manager;
pub(crate) mod metrics;
mod migration;
mod model;
mod options;
pub mod policy;
mod reasons;
mod running;
mod sessions;
mod submission;
pub mod tables;
#[cfg(test)]
mod tests;
mod turns;
mod user_queues;

pub(crate) use model::model;
pub use options::{Architecture, Barrier, Options};

use crate::system::parts::{Arrivals, Periodic};
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind};
use cluster::{Cluster, Runs};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Factory, Parameters, Roles};
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Colour, Colours, QueueState};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::Item;
use ganttlet_work::bags::Bag;
use manager::Manager;
use policy::scheduling::{SCHEDULINGS, Scheduling};
use policy::selection::{SELECTIONS, Selection, UserAccount, WaitingUser};
use sessions::Sessions;
use std::collections::BTreeMap;
use tables::{BAGS, BagRow, ORDER, SENT, TURNS};

/// The system in the catalog.
pub const BAGS_OF_TASKS: SystemKind = SystemKind {
    entry: Entry::new("bags", "Bags of tasks")
        .summary(
            "Schedulers for bags of sequential tasks: a selection policy picks the next tasks, a scheduling \
             policy assigns them to processors. There is one scheduler for all clusters, one per cluster, or \
             flocking between clusters. Some policies replicate running tasks when no task is waiting.",
        )
        .source("Sonmez 2010, chapter 5")
        .parameters(Options::LIST)
        .when_to_use(
            "Use it for many independent sequential tasks of several users on clusters of different speeds. \
             Tasks neither communicate nor use more than one processor.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: Bag::KIND,
    beside: &[],
    tables: &[&BAGS, &TURNS, &ORDER, &SENT],
    tells_machines_apart: false,
    check: |_, _| -> Vec<Diagnostic> { Vec::new() },
    build: |input| Box::new(from_input(input)),
};

/// The order of events at one instant.
mod class {
    use ganttlet_core::event::Class;

    /// A task or a replica ends.
    pub(super) const END: Class = 0;
    /// The central scheduler polls the clusters.
    pub(super) const LOOK: Class = 1;
    /// A bag arrives.
    pub(super) const ARRIVE: Class = 2;
}

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next bag arrives.
    Arrive,
    /// The next bag of a user with a sequence of bags arrives.
    Follow(u32),
    /// A run ends.
    End(u32),
    /// The central scheduler polls the clusters.
    Look,
}

/// The progress of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waits,
    Sent,
    Runs,
    Done,
}

/// A task.
#[derive(Clone, Copy, Debug)]
struct Task {
    bag: u32,
    /// Runtime at speed 1.
    run: Span,
    /// The runtime known to schedulers.
    estimate: Span,
    /// The first run of this task, or [`NONE`].
    runs: u32,
    /// The scheduler at which it waits.
    manager: u16,
    copies: u8,
    stage: Stage,
}

/// The state of a submitted bag that has not ended.
#[derive(Clone, Copy, Debug)]
struct Progress {
    user: u32,
    first: u32,
    left: u32,
    /// The user who submits the next bag after the end of this one, as an index among the sessions, or
    /// [`cluster::NONE`].
    session: u32,
}

/// A user.
#[derive(Clone, Copy, Debug)]
struct User {
    number: u32,
    /// The scheduler that receives the next task, where users choose.
    current: usize,
}

/// The policies of each scheduler.
#[derive(Roles)]
pub struct Policies {
    /// Waiting tasks that are selected next.
    #[role(name = "Task selection", family = SELECTIONS, default = "all-tasks")]
    pub selection: Factory<dyn Selection>,
    /// Processors on which the selected tasks run, and their replication.
    #[role(name = "Task scheduling", family = SCHEDULINGS, default = "largest-on-fastest")]
    pub scheduling: Factory<dyn Scheduling>,
}

/// The state of the system.
pub struct Bags {
    options: Options,
    bags: Arrivals<Bag>,
    sessions: Sessions,
    progress: Vec<Progress>,
    rows: Vec<BagRow>,
    tasks: Vec<Task>,
    users: Vec<User>,
    /// The index of each user, by number.
    user_places: BTreeMap<u32, u32>,
    accounts: Vec<UserAccount>,
    managers: Vec<Manager>,
    clusters: Vec<Cluster>,
    runs: Runs,
    looks: Periodic,
    done: u32,
    /// Number of tasks and replicas sent, and the tasks that have just started, each with its number in this order.
    sent: u32,
    begun: Vec<(u32, u32)>,
    /// Tasks of a turn and tasks that wait for one; stored to reuse their memory.
    turn: Vec<u32>,
    waiting: Vec<WaitingUser>,
}

/// A run of `bags`, in the order of arrival, on the clusters of `platform`.
pub fn simulation(
    platform: &Platform,
    bags: Vec<Bag>,
    policies: &Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Bags> {
    let all = &platform.clusters;
    let manager = |first: usize, count: usize| {
        Manager::new(first, &all[first..first + count], policies.selection.make(), policies.scheduling.make())
    };
    let managers = match options.architecture {
        Architecture::Central => vec![manager(0, all.len())],
        _ => (0..all.len()).map(|first| manager(first, 1)).collect(),
    };
    let cluster = |(place, cluster): (usize, &ganttlet_core::platform::Cluster)| {
        Cluster::new(cluster.nodes, cluster.speed, platform.first_row(place))
    };
    let (sessions, bags) = Sessions::new(bags);
    let system = Bags {
        options,
        progress: Vec::with_capacity(bags.len()),
        rows: Vec::with_capacity(bags.len()),
        tasks: Vec::with_capacity(bags.iter().map(Item::tasks).sum()),
        bags: Arrivals::new(bags, |bag| bag.submit),
        sessions,
        users: Vec::new(),
        user_places: BTreeMap::new(),
        accounts: Vec::new(),
        managers,
        clusters: all.iter().enumerate().map(cluster).collect(),
        runs: Runs::default(),
        looks: Periodic::default(),
        done: 0,
        sent: 0,
        begun: Vec::new(),
        turn: Vec::new(),
        waiting: Vec::new(),
    };
    Simulation::new(system, platform, BAGS_OF_TASKS.tables, run)
}

fn from_input(mut input: Input) -> impl Run {
    let bags = input.work.take();
    let options = Options::read(&input.settings);
    let played = options.played.clone();
    simulation(&input.platform, bags, &input.policies(), options, input.run).with_choices(&played)
}

impl System for Bags {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        cx.record.set_colours(Colours { one: Colour::Job, several: Colour::Group });
        cx.record.reserve(self.tasks.capacity());
        self.number_users(cx);
        self.declare_all(cx);
        self.bags.plan(class::ARRIVE, Event::Arrive, cx);
        self.plan_first_submissions(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Arrive => self.submit_bag(cx),
            Event::Follow(session) => self.submit_next_of(session, cx),
            Event::End(run) => self.end_run(run, cx),
            Event::Look => {
                self.looks.looks(cx.now());
                self.observe_idle();
            }
        }
    }

    fn settle(&mut self, cx: &mut Context<Event>) {
        loop {
            while self.run_passes(cx) {
                self.start_all(cx);
            }
            if !self.migrate_tasks(cx) {
                break;
            }
        }
        self.plan_observation(cx);
    }

    fn progress(&self) -> (u32, u32) {
        if self.sessions.is_empty() {
            return (self.done, self.bags.list().iter().map(|bag| bag.tasks.len() as u32).sum());
        }
        (self.done, self.tasks.len() as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        reasons::wait_reasons(standing, asked, &self.options)
    }
}
