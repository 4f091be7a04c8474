//! Iterative master-worker applications on pools of non-dedicated machines (Heymann 2001).
//!
//! A negotiator matches idle machines with the requests of applications. The master of an application dispatches the
//! tasks of one batch after the other; between two batches its policies determine the order, the number of workers, and
//! the measures against losses. A machine whose owner returns is suspended, and given up if that lasts; a lost machine
//! loses the progress of its task. At one instant, losses come first, then ends, then arrivals, and finally tasks are
//! dispatched.

mod batch;
mod check;
mod form;
mod master;
pub(crate) mod metrics;
mod options;
pub mod policy;
mod pool;
mod reasons;
#[cfg(test)]
mod tests;
mod worker;

pub use options::Options;

use crate::system::opportunistic::policy::loss::{LOSS_POLICIES, LossPolicy};
use crate::system::opportunistic::policy::ordering::{self, ORDERING_POLICIES, OrderingPolicy};
use crate::system::opportunistic::policy::sizing::{SIZING_POLICIES, SizingPolicy};
use crate::system::parts::hosts::{self, Classes, Host, Hosts};
use crate::system::parts::{Arrivals, Periodic, Usage};
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind};
use crate::tables::rounds::{ROUND_TASKS, ROUNDS};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Roles};
use ganttlet_core::event::Class;
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Colour, Colours, Kind, Look, QueueState, Recorder, Subject};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::master_worker::MasterWorker;
use ganttlet_work::{Absence, Item, UNKNOWN};
use master::{Master, Stage, Worker};
use pool::suitable_machines;

/// The system in the catalog.
pub const OPPORTUNISTIC: SystemKind = SystemKind {
    entry: Entry::new("opportunistic", "Opportunistic pool")
        .summary(
            "Iterative master-worker applications on pools of privately owned machines, which join, are \
             suspended and leave. A scheduling agent orders the tasks of each batch. An adjust component \
             sets the number of workers to request, and a replication agent guards against losses.",
        )
        .source("Heymann 2001, chapters 2 to 5")
        .parameters(Options::LIST)
        .when_to_use(
            "Use it for iterative master-worker applications on workstations whose owners can reclaim them \
             at any time. It does not run parallel jobs whose processes communicate.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: MasterWorker::KIND,
    beside: &[Absence::KIND],
    tables: &[&ROUNDS, &ROUND_TASKS],
    tells_machines_apart: true,
    check: check::check,
    build: |input| Box::new(from_input(input)),
};

/// An application; its bars are those of its tasks.
const APPLICATION: Kind =
    Kind { name: "application", look: Look::Solid, counts: false, recurs: false, is_job: true };

/// A task: the subject of measures.
const TASK: Kind = Kind { name: "task", look: Look::Solid, counts: true, recurs: true, is_job: false };

/// The order of events at one instant; tasks are dispatched after all of them.
mod class {
    use super::{Class, Classes};

    /// Events of machines.
    pub(super) const HOSTS: Classes = Classes { lose: LOSE, end: 1, back: COME, ready: COME };
    /// A machine is lost, or its owner returns.
    pub(super) const LOSE: Class = 0;
    /// An owner leaves, a worker arrives, an application is submitted, a batch begins.
    pub(super) const COME: Class = 2;
    /// The negotiator matches machines with requests.
    pub(super) const LOOK: Class = 3;
}

/// The machine that an application loses.
#[derive(Clone, Copy, Debug)]
pub enum Victim {
    /// A given machine.
    Machine(u32),
    /// One of the machines that work then, selected by a draw from 0 to 1.
    Busy(f64),
}

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next application is submitted.
    Submit,
    /// An owner arrives or leaves, a machine becomes ready, a task ends.
    Host(hosts::Event),
    /// An application loses a machine for the rest of its batch.
    Lose {
        /// The machine.
        victim: Victim,
        /// The application.
        application: u32,
        /// The batch for which this was drawn.
        batch: u32,
    },
    /// The master has ended its computation after a batch.
    Next {
        /// The application.
        application: u32,
    },
    /// The negotiator runs, if negotiation is periodic.
    Negotiate,
}

/// The policies of an application.
#[derive(Roles)]
pub struct Policies {
    /// Order in which the tasks of a batch are assigned to workers.
    #[role(name = "Ordering policy", family = ORDERING_POLICIES, default = "lptf")]
    pub ordering: Box<dyn OrderingPolicy>,
    /// Number of workers requested.
    #[role(name = "Sizing policy", family = SIZING_POLICIES, default = "one-per-task")]
    pub sizing: Box<dyn SizingPolicy>,
    /// Number of extra machines requested, and tasks that get a replica.
    #[role(name = "Loss policy", family = LOSS_POLICIES, default = "no-replication")]
    pub loss: Box<dyn LossPolicy>,
}

/// The random streams of an application.
struct Chance {
    order: Stream,
    losses: Stream,
}

/// The state of the system.
pub struct Pool {
    options: Options,
    hosts: Hosts<Event>,
    /// The machines as masters see them, by row.
    workers: Vec<Worker>,
    masters: Vec<Master>,
    chance: Vec<Chance>,
    users: Vec<Usage>,
    submissions: Arrivals<Time>,
    grants: Stream,
    /// Number of applications that have not ended, of ended tasks, and of all tasks.
    open: usize,
    ended: u32,
    all: u32,
    /// True if something has changed since the last negotiation.
    stale: bool,
    look: Periodic,
    /// True if the negotiator runs at this instant.
    looks: bool,
}

/// A run of `applications`, in the order of submission, on the machines of `platform`, with absences in the order of
/// their start times; `policies` creates those of one application.
pub fn simulation(
    platform: &Platform,
    applications: Vec<MasterWorker>,
    absences: Vec<Absence>,
    policies: &dyn Fn() -> Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Pool> {
    let streams = Streams::new(run.seed);
    let hosts = Hosts::new(platform, absences, options.suspend_limit_s, (class::HOSTS, Event::Host));
    let mut benchmark = streams.get("opportunistic/benchmark");
    let worker = |host: &Host| Worker::new(host, &options, &mut benchmark);
    let workers = hosts.list().iter().map(worker).collect();
    let mut users: Vec<u32> = applications.iter().map(|application| application.user).collect();
    order::sort_by_key(&mut users, |&user| i64::from(user));
    users.dedup();
    let chance = |number: usize| Chance {
        order: streams.get(&format!("opportunistic/order-{number}")),
        losses: streams.get(&format!("opportunistic/losses-{number}")),
    };
    let pools = platform.clusters.len();
    let mut masters: Vec<Master> =
        applications.into_iter().map(|application| Master::new(application, policies())).collect();
    for master in &mut masters {
        let home = match master.application.home {
            UNKNOWN => 0,
            home => home as usize % pools.max(1),
        };
        master.home = home;
        master.user = users.binary_search(&master.application.user).unwrap_or(0);
        master.suitable = suitable_machines(hosts.list(), &options, &master.application, (home, pools));
    }
    let submissions = masters.iter().map(|master| master.application.submit).collect();
    let system = Pool {
        chance: (0..masters.len()).map(chance).collect(),
        users: users.into_iter().map(|_| Usage::new()).collect(),
        open: masters.len(),
        options,
        hosts,
        workers,
        masters,
        submissions: Arrivals::new(submissions, |&time| time),
        grants: streams.get("opportunistic/grants"),
        ended: 0,
        all: 0,
        stale: false,
        look: Periodic::default(),
        looks: false,
    };
    Simulation::new(system, platform, OPPORTUNISTIC.tables, run)
}

fn from_input(mut input: Input) -> impl Run {
    let (applications, absences) = (input.work.take(), input.beside.take());
    let (policies, options) = (|| input.policies(), Options::read(&input.settings));
    let played = options.played.clone();
    simulation(&input.platform, applications, absences, &policies, options, input.run).with_choices(&played)
}

impl System for Pool {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        self.add_subjects(&mut cx.record);
        if self.masters.is_empty() {
            return;
        }
        self.submissions.plan(class::COME, Event::Submit, cx);
        self.hosts.start(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Submit => self.submit(cx),
            Event::Host(event) => {
                if let Some(change) = self.hosts.handle(event, cx) {
                    self.change(change, cx);
                }
            }
            Event::Lose { victim, application, batch } => self.lose_worker(victim, application, batch, cx),
            Event::Next { application } => self.masters[application as usize].stage = Stage::Due,
            Event::Negotiate => {
                self.look.comes();
                self.looks = true;
            }
        }
    }

    /// Begins batches, matches machines, and dispatches tasks.
    fn settle(&mut self, cx: &mut Context<Event>) {
        loop {
            self.begin_batches(cx);
            self.negotiate(cx);
            self.hand_out(cx);
            let is_due = self.masters.iter().any(|master| master.stage == Stage::Due) || self.matches_now();
            // A batch whose order is still to be chosen stays due.
            if !is_due || cx.player.is_stopped() {
                break;
            }
        }
        self.looks = false;
        self.hosts.show(cx.now, &mut cx.record);
        for master in &mut self.masters {
            master.write_round(&mut cx.record);
        }
        if self.open == 0 {
            self.hosts.finish(cx.now, &mut cx.record);
            cx.stop();
        }
    }

    fn progress(&self) -> (u32, u32) {
        (self.ended, self.all)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        reasons::wait_reasons(standing, asked)
    }

    fn findings(&self) -> Vec<Diagnostic> {
        ordering::invalid_value_warning(self.masters.iter().map(|master| &*master.policies.ordering))
            .into_iter()
            .collect()
    }
}

impl Pool {
    /// Subjects: applications, machines, then tasks, batch by batch.
    fn add_subjects(&mut self, record: &mut Recorder) {
        record.set_colours(Colours::always(Colour::Use));
        let several = self.masters.len() > 1;
        let mut names: Vec<String> = Vec::with_capacity(self.masters.len());
        for master in &mut self.masters {
            let MasterWorker { name, number, user, submit, .. } = &master.application;
            let (nodes, estimate) = (master.application.max_batch_tasks() as u32, Span::ZERO);
            let subject =
                Subject { number: *number, user: *user, group: UNKNOWN, submit: *submit, nodes, estimate };
            master.subject = record.add_kind(subject, APPLICATION);
            names.push(if name.is_empty() { format!("Application {number}") } else { name.clone() });
            record.set_name(master.subject, names[names.len() - 1].clone());
        }
        self.hosts.add_subjects(record);
        for (master, name) in self.masters.iter_mut().zip(names) {
            let MasterWorker { user, submit, .. } = master.application;
            master.first_task = record.next_subject();
            master.batch_first = master.first_task;
            for (batch, number) in master.application.batches.iter().zip(1..) {
                let iteration = format!("iteration {number}");
                let group =
                    record.add_group(if several { format!("{name}, {iteration}") } else { iteration });
                if number == 1 {
                    master.first_group = group;
                }
                for task in batch {
                    let estimate = master.application.expected.get(task.task as usize).copied();
                    let estimate = estimate.unwrap_or_default();
                    let subject = Subject { number: task.task + 1, user, group, submit, nodes: 1, estimate };
                    record.add_kind(subject, TASK);
                    self.all += 1;
                }
            }
        }
    }
}
