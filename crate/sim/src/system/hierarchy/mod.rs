//! Tasks of unknown size on grids of different sizes: the grid execution hierarchy (Silberstein, Geiger, Schuster and
//! Livny 2006).
//!
//! Grids are sorted into levels: small and fast ones at the top, large ones with more overhead below. Each level has
//! queues. A task begins at the top, its size is estimated, and it is demoted when a rule finds it too large for its
//! queue. Completed jobs are kept; running jobs are lost. A queue claims machines of its grids and uses them for one
//! job after the other; a machine reclaimed by its owner loses its job.
//!
//! At one instant, losses come first, then ends, then all arrivals (owners that leave, machines that are ready, moved
//! tasks, submitted tasks). Then limits are enforced, load is shared and negotiators run; finally jobs are assigned.

pub mod by_queue;
mod check;
mod flow;
mod form;
mod grid;
mod job_lifecycle;
mod layout;
mod load_sharing;
pub mod metrics;
mod options;
pub mod policy;
mod queue;
mod reasons;
pub mod stay_state;
mod task;
#[cfg(test)]
mod tests;

pub use layout::{QueueLimits, queue_limits};
pub use options::{Options, Scheme};

use crate::system::hierarchy::policy::entry::{ENTRY_POLICIES, EntryPolicy};
use crate::system::hierarchy::policy::estimator::{ESTIMATORS, Estimator, Hidden};
use crate::system::hierarchy::policy::limits::{LIMIT_POLICIES, LimitPolicy};
use crate::system::hierarchy::policy::migration::{MIGRATION_POLICIES, Migration};
use crate::system::hierarchy::policy::sharing::{SHARING_POLICIES, Sharing};
use crate::system::hierarchy::policy::splitting::{SPLIT_POLICIES, Splitting};
use crate::system::parts::Arrivals;
use crate::system::parts::hosts::{self, Change, Classes, Hosts};
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind};
use crate::tables::stays;
use ganttlet_core::entry::{Entry, Parameters, Roles};
use ganttlet_core::event::Class;
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Colour, Colours, Kind, Look, QueueState, Recorder, Subject};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::divisible::Divisible;
use ganttlet_work::{Absence, Item};
use grid::Grid;
use queue::Queue;
use task::{NONE, Task};

/// The system in the catalog.
pub const HIERARCHY: SystemKind = SystemKind {
    entry: Entry::new("hierarchy", "Grid execution hierarchy")
        .summary(
            "Multilevel feedback queues over grids sorted by size, for a mix of short and very large tasks. \
             A task starts at the top; its size is estimated, and rules demote it level by level to larger \
             grids with more overhead. The simpler schemes of the comparison are included.",
        )
        .source(
            "Silberstein, Geiger, Schuster and Livny 2006, Scheduling mixed workloads in multi-grids: the \
             grid execution hierarchy",
        )
        .parameters(Options::LIST)
        .when_to_use(
            "Use it when tasks range from seconds to months of CPU time and sizes are unknown at \
             submission. Large tasks must be divisible into independent jobs.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: Divisible::KIND,
    beside: &[Absence::KIND],
    tables: &[&stays::LIMITS, &stays::STAYS, &stays::TASKS, &stays::MOVES, &stays::BOUNDS, &stays::QUEUES],
    tells_machines_apart: true,
    check: check::check,
    build: |input| Box::new(from_input(input)),
};

/// A task; its bars are those of its jobs.
const TASK: Kind = Kind { name: "task", look: Look::Solid, counts: true, recurs: false, is_job: true };
/// A part of a task on a machine.
const JOB: Kind = Kind { name: "job", look: Look::Solid, counts: false, recurs: false, is_job: false };
/// The estimation of a task on a machine.
const ESTIMATION: Kind =
    Kind { name: "estimation", look: Look::Hatched, counts: false, recurs: false, is_job: false };

/// The order of events at one instant; jobs are assigned after all of them.
mod class {
    use super::{Class, Classes};

    /// Events of machines.
    pub(super) const HOSTS: Classes = Classes { lose: 0, end: END, back: 2, ready: 3 };
    /// A job or an estimation ends, or the end of a task is detected.
    pub(super) const END: Class = 1;
    /// A moved task arrives.
    pub(super) const ARRIVE: Class = 4;
    /// A user submits or withdraws a task.
    pub(super) const SUBMIT: Class = 5;
    /// The limits of a queue are enforced.
    pub(super) const ENFORCE: Class = 6;
    /// Load is shared.
    pub(super) const SHARE: Class = 7;
    /// A negotiator matches machines with requests.
    pub(super) const LOOK: Class = 8;
}

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next task is submitted.
    Submit,
    /// An owner arrives or leaves, a machine becomes ready, a job or an estimation ends.
    Host(hosts::Event),
    /// An estimation outside the pool ends.
    Estimated(u32),
    /// The end of a task is detected.
    Detected(u32),
    /// The user withdraws a task.
    Withdrawn(u32),
    /// A moved task arrives.
    Arrive,
    /// The limits of a queue are enforced.
    Enforce,
    /// Load is shared.
    Share,
    /// The negotiator of a grid runs.
    Look(u16),
}

/// The policies of a hierarchy.
#[derive(Roles)]
pub struct Policies {
    /// Rules by which a task must leave its queue.
    #[role(name = "Limit policy", family = LIMIT_POLICIES, default = "geh")]
    pub limits: Box<dyn LimitPolicy>,
    /// Destination of a task that must leave its queue.
    #[role(name = "Migration policy", family = MIGRATION_POLICIES, default = "next-lower")]
    pub migration: Box<dyn Migration>,
    /// Moves of tasks between queues of one level.
    #[role(name = "Load sharing", family = SHARING_POLICIES, default = "completion-time")]
    pub sharing: Box<dyn Sharing>,
    /// Estimate of the size of a task, and duration of the estimation.
    #[role(name = "Estimator", family = ESTIMATORS, default = "exponential-bound")]
    pub estimator: Box<dyn Estimator>,
    /// Number of jobs into which a task is split.
    #[role(name = "Split policy", family = SPLIT_POLICIES, default = "by-length")]
    pub splitting: Box<dyn Splitting>,
    /// Queue in which a task starts.
    #[role(name = "Entry policy", family = ENTRY_POLICIES, default = "top-queue")]
    pub entry: Box<dyn EntryPolicy>,
}

/// The state of the system.
pub struct Hierarchy {
    options: Options,
    policies: Policies,
    queues: Vec<Queue>,
    grids: Vec<Grid>,
    /// The grids from the top.
    by_level: Vec<usize>,
    /// The grid of each machine.
    grid_of: Vec<u16>,
    /// The speed of each machine, in `KFlop` per second.
    speeds: Vec<i128>,
    /// The task of each machine.
    cpus: Vec<u32>,
    hosts: Hosts<Event>,
    tasks: Vec<Task>,
    submissions: Arrivals<Time>,
    /// Moving tasks and their arrival times.
    moving: Vec<(Time, u32)>,
    /// Jobs that started and will never end, as their task was split again.
    replaced: Vec<SubjectId>,
    streams: Streams,
    delays: Stream,
    /// Number of tasks that have not ended.
    open: usize,
}

/// A run of `tasks`, in the order of submission, on the grids of `platform`, with absences of machines, in the order of
/// their start times.
pub fn simulation(
    platform: &Platform,
    tasks: Vec<Divisible>,
    absences: Vec<Absence>,
    policies: Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Hierarchy> {
    let streams = Streams::new(run.seed);
    let hosts = Hosts::new(platform, absences, options.suspend_limit_s, (class::HOSTS, Event::Host));
    let (queues, grids) = layout::layout(&options, platform, policies.sharing.uses_flocking(), streams);
    let mut by_level: Vec<usize> = (0..grids.len()).collect();
    order::sort_by_key(&mut by_level, |&grid| grids[grid].level.into());
    let reference = f64::from(options.reference_kflops);
    let speed = |speed: f64| (libm::round(speed * reference) as i128).max(1);
    let mut chance = streams.get("hierarchy/looseness");
    let kflops = queues[0].facts.kflops;
    let task = |item: Divisible| {
        let drawn = policies.estimator.looseness(chance.normal(0.0, 1.0));
        let scale = policies.estimator.task_scale(item.kflop as f64 / f64::from(kflops));
        let hidden = Hidden {
            kflop: item.kflop,
            looseness: item.looseness.unwrap_or(drawn),
            scale_s: item.scale_s.unwrap_or(scale),
        };
        Task::new(item, hidden)
    };
    let tasks: Vec<Task> = tasks.into_iter().map(task).collect();
    let grid =
        |row: u32| grids.iter().position(|grid| (grid.rows.0..grid.rows.0 + grid.rows.1).contains(&row));
    let rows = hosts.list().len();
    let system = Hierarchy {
        grid_of: (0..rows as u32).map(|row| grid(row).map_or(0, |grid| grid as u16)).collect(),
        speeds: hosts.list().iter().map(|host| speed(host.speed)).collect(),
        cpus: vec![NONE; rows],
        submissions: Arrivals::new(tasks.iter().map(|task| task.item.submit).collect(), |&time| time),
        open: tasks.len(),
        moving: Vec::new(),
        replaced: Vec::new(),
        delays: streams.get("hierarchy/allocation"),
        options,
        policies,
        queues,
        grids,
        by_level,
        hosts,
        tasks,
        streams,
    };
    Simulation::new(system, platform, HIERARCHY.tables, run)
}

fn from_input(mut input: Input) -> impl Run {
    let (tasks, absences) = (input.work.take(), input.beside.take());
    let (policies, options) = (input.policies(), Options::read(&input.settings));
    simulation(&input.platform, tasks, absences, policies, options, input.run)
}

impl System for Hierarchy {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        self.add_subjects(&mut cx.record);
        if self.tasks.is_empty() {
            return;
        }
        self.submissions.plan(class::SUBMIT, Event::Submit, cx);
        self.hosts.start(cx);
        let partners = self.queues.iter().any(|queue| !queue.facts.partners.is_empty());
        if let Some(period) = self.policies.sharing.period().filter(|_| partners) {
            cx.schedule(Time::ZERO + period, class::SHARE, Event::Share);
        }
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Submit => {
                let task = self.submissions.take(class::SUBMIT, event, cx) as u32;
                self.submit_task(task, cx);
            }
            Event::Host(event) => {
                if let Some(change) = self.hosts.handle(event, cx) {
                    self.change(change, cx);
                }
            }
            Event::Estimated(task) => self.end_estimation(task, cx),
            Event::Detected(task) => self.end_task(task, flow::Ending::Done, "done", cx),
            Event::Withdrawn(task) => self.cancel_by_user(task, cx),
            Event::Arrive => self.deliver_next(cx),
            Event::Enforce => self.enforce_next_due(cx),
            Event::Share => self.share_load(cx),
            Event::Look(grid) => {
                let grid = &mut self.grids[usize::from(grid)];
                grid.look.comes();
                grid.looks = true;
            }
        }
    }

    fn settle(&mut self, cx: &mut Context<Event>) {
        self.match_and_start(cx);
        for job in self.replaced.drain(..) {
            cx.record.finish(job, cx.now, ganttlet_core::record::Status::Killed);
        }
        if self.open == 0 {
            self.hosts.finish(cx.now, &mut cx.record);
            cx.stop();
        }
    }

    fn progress(&self) -> (u32, u32) {
        ((self.tasks.len() - self.open) as u32, self.tasks.len() as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        let moves = self.options.scheme != Scheme::Mq || !self.options.demotion_keeps_jobs;
        let migration = moves.then_some(self.options.migration_s);
        reasons::wait_reasons(standing, asked, (migration, self.options.scheme.uses_estimates()))
    }
}

impl Hierarchy {
    /// Subjects: tasks, then machines; jobs when they start.
    fn add_subjects(&mut self, record: &mut Recorder) {
        record.set_colours(Colours::always(Colour::Kind));
        let names: Vec<&str> = self.queues.iter().map(|queue| queue.name.as_str()).collect();
        record.declare_types(&names);
        let reference = f64::from(self.options.reference_kflops);
        for queue in &mut self.queues {
            queue.text = record.intern_text(&queue.name);
            let limits = layout::limit_row(queue, &self.grids, reference, record);
            record.add_row(&limits);
        }
        for task in &mut self.tasks {
            let name = task.name();
            task.group = record.add_group(name.clone());
            let Divisible { number, user, submit, kflop, .. } = task.item;
            let estimate = Span::from_seconds(kflop as f64 / f64::from(self.options.reference_kflops));
            let subject = Subject { number, user, group: task.group, submit, nodes: 1, estimate };
            task.subject = record.add_kind(subject, TASK);
            record.set_name(task.subject, name);
        }
        self.hosts.add_subjects(record);
    }

    /// Processes a change of a host: owners arrive and leave, machines become ready, jobs end.
    fn change(&mut self, change: Change, cx: &mut Context<Event>) {
        match change {
            Change::Off(queue) => self.cancel_claim(queue as usize, cx.now()),
            Change::Suspend(row) if self.hosts[row].task.is_some() => self.suspend_machine(row, cx),
            Change::Suspend(row) | Change::Lose(row) => {
                self.lose_job(row, true, cx);
                self.release_machine(row, cx);
            }
            Change::Back(row) if self.hosts[row].suspended() => self.resume_machine(row, cx),
            Change::Back(row) => self.note_returned_machine(row),
            Change::Ready(row, queue) => self.note_claimed(row, queue as usize, cx.now()),
            Change::End(row) => self.end_on_machine(row, cx),
        }
    }
}
