//! Applications that select their own resources: a resource manager with delegated selection (Klein and Pérez 2010).
//!
//! The resource manager shows every application the planned occupation of the clusters: its view. The launcher of the
//! application answers with a request, which it may compute in any way and replace whenever its view changes. In cycles
//! the resource manager gives every request the earliest start that requests of higher priority permit, and sends
//! changed views. When an application ends its hosts are retained for a while, so that slow launchers can adapt. The
//! alternative for comparison takes lists of all configurations, and selects one itself. As an option, applications
//! send a separate request to each cluster, with one independent launcher per cluster, and the first to start cancels
//! the others (redundant requests).
//!
//! Three parts interact by messages only ([`protocol`]): the resource manager [`rms`]; the launchers [`launcher`] with
//! their policies ([`policy`]); and the delivery of messages in this module. At one instant, ends come first, then
//! releases of retained hosts, arrivals, answers and delivered messages, and finally a cycle.

mod check;
mod form;
mod jobs;
mod launcher;
mod message_delivery;
pub(crate) mod metrics;
mod options;
pub mod policy;
pub mod protocol;
mod reasons;
mod records;
mod rms;
pub mod tables;
#[cfg(test)]
mod tests;

pub use options::Options;

use crate::system::delegated::policy::resource::RESOURCE_FUNCTIONS;
use crate::system::delegated::policy::rule::{QueueRule, RULES};
use crate::system::delegated::policy::selection::SELECTIONS;
use crate::system::parts::Arrivals;
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind};
use ganttlet_core::entry::{Entry, Parameters, Roles};
use ganttlet_core::event::Class;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Kind, Phase, QueueState, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Item;
use ganttlet_work::launcher::{Launcher as Application, Model};
use launcher::{Launcher, LauncherOptions};
use protocol::{ClusterId, Message};
use rms::{ApplicationState, Rms};
use std::collections::VecDeque;
use tables::{
    ASKED, CYCLES, CycleRow, ESTIMATES, LAUNCHERS, LauncherRow, MESSAGES, VIEW_STEPS, VIEWS, WEIGHED,
};

/// The system in the catalog.
pub const DELEGATED: SystemKind = SystemKind {
    entry: Entry::new("delegated", "Delegated resource selection")
        .summary(
            "A resource manager that never selects resources. It shows applications which hosts are occupied \
             when; each application requests the hosts on which, by its own computation, it ends earliest. \
             Includes the system compared with it, in which applications submit lists of all their \
             configurations.",
        )
        .source("Klein and Pérez 2010, Untying RMS from application scheduling (INRIA RR-7389)")
        .parameters(Options::LIST)
        .when_to_use(
            "Use it to study applications that select their own resources, such as moldable codes or codes \
             that span clusters. The resource manager does not correct poor selections.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: Application::KIND,
    beside: &[],
    tables: &[&LAUNCHERS, &CYCLES, &MESSAGES, &ASKED, &WEIGHED, &VIEWS, &VIEW_STEPS, &ESTIMATES],
    tells_machines_apart: false,
    check: check::check,
    build: |input| Box::new(from_input(input)),
};

/// An application.
const APPLICATION: Kind = Kind { name: "application", ..Kind::JOB };

/// The order of events at one instant.
mod class {
    use super::Class;

    /// An application ends.
    pub(super) const END: Class = 0;
    /// The retained hosts of an application become free.
    pub(super) const EXPIRE: Class = 1;
    /// An application arrives.
    pub(super) const ARRIVE: Class = 2;
    /// A launcher answers, or a message arrives.
    pub(super) const ANSWER: Class = 3;
    /// The resource manager runs a cycle.
    pub(super) const CYCLE: Class = 4;
}

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next application arrives.
    Arrive,
    /// An application ends.
    End(u32),
    /// The retained hosts of an application become free.
    Expire(u32),
    /// An answer of a launcher is ready.
    Answer(u32, u32),
    /// The oldest message in transit arrives.
    Deliver,
    /// The resource manager runs a cycle.
    Cycle,
}

/// The policies of the resource manager and of the launchers.
#[derive(Roles)]
pub struct Policies {
    /// Order in which requests are served.
    #[role(name = "Resource-manager rule", family = RULES, default = "fcfs-repeated")]
    pub rule: Box<dyn QueueRule>,
    /// Selection of hosts in one cluster by moldable applications.
    #[role(name = "Host selection", family = SELECTIONS, default = "simple-moldable")]
    pub selection: Box<dyn policy::selection::HostSelection>,
    /// Selection of hosts in several clusters by complex-moldable applications.
    #[role(name = "Resource function", family = RESOURCE_FUNCTIONS, default = "ball")]
    pub resources: Box<dyn policy::resource::ResourceSelection>,
}

/// The state of the system: the resource manager, the launchers, and the messages in transit.
pub struct Delegated {
    rms: Rms,
    /// One launcher per application, or one per cluster with redundant requests.
    launchers: Vec<Launcher>,
    /// The application of each launcher.
    owners: Vec<u32>,
    /// The launchers of each application: the first, and the one after the last.
    own: Vec<(u32, u32)>,
    manners: LauncherOptions,
    applications: Arrivals<Application>,
    rows: Vec<LauncherRow>,
    /// The start of each application by the most recent estimate.
    estimates: Vec<Time>,
    /// Messages in transit, oldest first.
    post: VecDeque<(u32, Message)>,
    /// Number of steps of views that can still be recorded.
    steps_left: usize,
    /// The vectors of available hosts queried by any launcher, if these are counted jointly.
    vectors: Vec<Box<[u32]>>,
    /// Number of requests that changed in the current cycle, and number of cycles with changes since the last external
    /// event.
    changed: u32,
    rounds: u32,
    /// The same since the last external event or start, and the number of waiting applications then.
    restless: u32,
    waited: u32,
    /// Total bytes of notifications, and of requests and lists.
    bytes: (f64, f64),
    /// Number of applications that have not ended.
    open: usize,
}

/// A run of `applications`, in the order of arrival, on the clusters of `platform`.
pub fn simulation(
    platform: &Platform,
    applications: Vec<Application>,
    policies: Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Delegated> {
    let manners = LauncherOptions {
        mode: options.adapt_mode,
        once: options.select_once,
        reading: options.reading,
        selection: policies.selection,
        resources: policies.resources,
    };
    // An application has at most as many launchers as there are clusters.
    let launchers = applications.len() * if options.redundant { platform.clusters.len() } else { 1 };
    let system = Delegated {
        steps_left: options.view_steps as usize,
        open: applications.len(),
        rows: Vec::with_capacity(applications.len()),
        estimates: vec![Time::MAX; applications.len()],
        launchers: Vec::with_capacity(applications.len()),
        owners: Vec::with_capacity(applications.len()),
        own: Vec::with_capacity(applications.len()),
        rms: Rms::new(platform, policies.rule, options, launchers),
        manners,
        applications: Arrivals::new(applications, |one| one.submit),
        post: VecDeque::new(),
        vectors: Vec::new(),
        changed: 0,
        rounds: 0,
        restless: 0,
        waited: 0,
        bytes: (0.0, 0.0),
    };
    Simulation::new(system, platform, DELEGATED.tables, run)
}

fn from_input(mut input: Input) -> impl Run {
    let options = Options::read(&input.settings);
    let applications =
        options.jobs.convert(input.work.take(), input.platform.largest_cluster_nodes(), input.run.seed);
    simulation(&input.platform, applications, input.policies(), options, input.run)
}

impl System for Delegated {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        cx.record.declare_types(&["rigid", "moldable", "complex"]);
        for application in self.applications.list() {
            let (nodes, run) = match &application.model {
                Model::Rigid { hosts, run } => (*hosts, run.seconds()),
                Model::Moldable(of) => (of.least, of.one_host / 1e6),
                Model::Complex(of) => (1, of.work_s),
            };
            let Application { number, user, submit, factor, .. } = *application;
            let estimate = Span::from_seconds(run * factor);
            let subject = Subject { number, user, group: 0, submit, nodes, estimate };
            let subject = cx.record.add_kind(subject, APPLICATION);
            cx.record.set_type(subject, application.model.word());
            if !application.name.is_empty() {
                cx.record.set_name(subject, application.name.clone());
            }
        }
        self.applications.plan(class::ARRIVE, Event::Arrive, cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        if !matches!(event, Event::Cycle) {
            (self.rounds, self.restless, self.waited) = (0, 0, u32::MAX);
        }
        match event {
            Event::Arrive => self.submit_application(cx),
            Event::End(one) => self.end_application(one, cx),
            Event::Expire(one) => {
                cx.record.vacate(self.application_of(one), cx.now);
                let cycle = self.rms.trigger_cycle(cx.now());
                plan_cycle(cycle, cx);
            }
            Event::Answer(one, timer) => {
                let (now, wanted) = (cx.now(), cx.record.wants_reasons());
                let choice =
                    self.launchers[one as usize].finish_adaptation(timer, now, &self.manners, wanted);
                if let Some(choice) = choice {
                    self.handle_choice(one, choice, cx);
                    self.write_row(one, cx);
                }
            }
            Event::Deliver => {
                if let Some((one, message)) = self.post.pop_front() {
                    self.deliver_message(one, message, cx);
                    self.write_row(one, cx);
                }
            }
            Event::Cycle => self.run_cycle(cx),
        }
    }

    fn progress(&self) -> (u32, u32) {
        let all = self.applications.list().len();
        ((all - self.open) as u32, all as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        reasons::wait_reasons(standing, asked)
    }
}

/// Schedules a cycle, if there is a time.
fn plan_cycle(time: Option<Time>, cx: &mut Context<Event>) {
    if let Some(time) = time {
        cx.schedule(time, class::CYCLE, Event::Cycle);
    }
}

impl Delegated {
    /// The application of a launcher.
    fn application_of(&self, one: u32) -> u32 {
        self.owners[one as usize]
    }

    /// The table row of the application of a launcher.
    fn row_of(&mut self, one: u32) -> &mut LauncherRow {
        &mut self.rows[self.owners[one as usize] as usize]
    }

    /// All launchers of the same application.
    fn launchers_of(&self, one: u32) -> std::ops::Range<u32> {
        let (first, end) = self.own[self.owners[one as usize] as usize];
        first..end
    }

    /// Submits an application: its launcher subscribes and receives the information on clusters and a view, or submits
    /// all its configurations. With redundant requests there is one launcher per cluster.
    fn submit_application(&mut self, cx: &mut Context<Event>) {
        let id = self.applications.take(class::ARRIVE, Event::Arrive, cx) as u32;
        let application = self.applications.list()[id as usize].clone();
        cx.record.queue(id, cx.now, 0);
        let kind = cx.record.intern_text(application.model.word());
        self.rows.push(LauncherRow::new(id, kind));
        cx.record.add_row(&self.rows[id as usize]);
        let spans = matches!(application.model, Model::Complex(_));
        let own = if self.rms.options.redundant && !spans {
            let each = |id: ClusterId| Application { clusters: vec![id], ..application.clone() };
            self.rms.resolve_clusters(&application.clusters).into_iter().map(each).collect()
        } else {
            vec![application]
        };
        let first = self.launchers.len() as u32;
        self.own.push((first, first + own.len() as u32));
        for (one, application) in (first..).zip(own) {
            self.owners.push(id);
            self.subscribe(one, application, cx);
        }
    }

    /// A launcher subscribes.
    fn subscribe(&mut self, one: u32, application: Application, cx: &mut Context<Event>) {
        self.record_simple_message(one, true, "subscribe", (0, application.clusters.len()), cx);
        let changes = self.rms.subscribe((one, self.application_of(one)), &application.clusters, cx.now());
        let infos = self.rms.list_clusters_info(one);
        self.record_simple_message(one, true, "listClustersInfo", (0, infos.clusters.len()), cx);
        let launcher = Launcher::new(application, infos, &self.manners);
        self.row_of(one).listed += launcher.list_length();
        self.launchers.push(launcher);
        if self.rms.chooses_configurations() {
            self.send_list(one, cx);
        } else {
            self.send_message(one, Message::ChangeNotify(changes), cx);
        }
        self.write_row(one, cx);
    }

    /// Ends an application, at its completion or at the end of its walltime.
    fn end_application(&mut self, one: u32, cx: &mut Context<Event>) {
        let (application, now) = (self.application_of(one), cx.now);
        let row = self.row_of(one);
        row.done = now;
        let row = *row;
        let ran = now - row.start;
        let killed = self.rms.options.kill_at_walltime
            && self.launchers[one as usize].actual_run_time(row.wall_time) > row.wall_time
            && ran >= row.wall_time;
        if killed {
            cx.record.mark(cx.now, application, &reasons::KILLED, 0);
        }
        cx.record.finish(application, cx.now, if killed { Status::Killed } else { Status::Done });
        self.open -= 1;
        self.record_simple_message(one, true, "done", (0, 0), cx);
        let held = self.rms.host_rows(one);
        let (until, cycle) = self.rms.end_application(one, cx.now());
        plan_cycle(cycle, cx);
        if until > cx.now() {
            self.row_of(one).waste = Span((until - cx.now()).0 * i64::from(row.hosts));
            for (_, rows) in held {
                cx.record.occupy(application, cx.now, rows, Phase::GHOST);
            }
            cx.schedule(until, class::EXPIRE, Event::Expire(one));
        }
        self.write_row(one, cx);
    }

    /// Runs a cycle of the resource manager, starts applications, and sends changed views.
    fn run_cycle(&mut self, cx: &mut Context<Event>) {
        let cycle = self.rms.run_cycle(cx.now());
        plan_cycle(cycle.again, cx);
        self.record_estimates(&cycle.estimated, cx);
        let started = cycle.starts.len() as u32;
        for (one, rows) in cycle.starts {
            self.start_application(one, &rows, cx);
        }
        let mut notified = 0;
        self.changed = 0;
        let waiting = self.rms.wait.len() as u32;
        for (one, changes) in cycle.changed {
            // It may have been cancelled because another launcher of its application has started.
            if self.rms.known[one as usize].state == ApplicationState::Finished {
                continue;
            }
            notified += 1;
            self.send_message(one, Message::ChangeNotify(changes), cx);
            self.write_row(one, cx);
        }
        if started > 0 || self.waited == u32::MAX {
            (self.restless, self.waited) = (0, waiting);
        }
        self.rounds += u32::from(self.changed > 0);
        self.restless += u32::from(self.changed > 0);
        debug_assert!(!self.converges() || self.restless <= 1 + self.waited, "it comes to rest");
        let row = CycleRow {
            time: cx.now,
            waiting,
            considered: cycle.considered as u32,
            started,
            notified,
            changed: self.changed,
            operations: cycle.operations as f64,
            largest: cycle.largest as u32,
            rounds: self.rounds,
            bytes_to: self.bytes.0,
            bytes_from: self.bytes.1,
        };
        cx.record.add_row(&row);
    }

    /// True if requests change in at most one cycle more than applications wait, after an external event or a start:
    /// changes only propagate down the order (section 5.3.2). A start is visible to all applications, also to those of
    /// higher priority, and therefore counts as such an event; there are at most as many starts as applications.
    fn converges(&self) -> bool {
        let options = &self.rms.options;
        let all = options.kill_at_walltime && options.considered == 0;
        all && options.message_delay_s == Span::ZERO && self.rms.reserves_for_all()
    }

    /// Starts an application.
    fn start_application(&mut self, one: u32, rows: &[(ClusterId, (u32, u32))], cx: &mut Context<Event>) {
        let request = self.rms.known[one as usize].request.clone();
        self.record_simple_message(one, false, "startNotify", (0, request.hosts.len()), cx);
        for other in self.launchers_of(one).filter(|&other| other != one) {
            self.withdraw_launcher(other, cx);
        }
        let (application, now) = (self.application_of(one), cx.now);
        let launcher = &mut self.launchers[one as usize];
        let late = launcher.note_start(request.clone());
        let runs = launcher.actual_run_time(request.wall_time);
        let runs = if self.rms.options.kill_at_walltime { runs.min(request.wall_time) } else { runs };
        let row = self.row_of(one);
        row.late += late;
        (row.start, row.hosts, row.wall_time) = (now, request.total_hosts(), request.wall_time);
        row.clusters = request.hosts.len() as u32;
        reasons::record_start(&mut cx.record, cx.now, application, &request);
        cx.record.place(application, cx.now, request.hosts.first().map_or(0, |&(id, _)| id.into()));
        cx.record.start(application, cx.now);
        cx.record.estimate(application, request.wall_time);
        for &(_, rows) in rows {
            cx.record.occupy(application, cx.now, rows, Phase::WORKS);
        }
        cx.schedule(cx.now() + runs, class::END, Event::End(one));
        self.count_shared(one);
        self.write_row(one, cx);
    }

    /// Withdraws a launcher, because another one of its application has started.
    fn withdraw_launcher(&mut self, one: u32, cx: &mut Context<Event>) {
        let late = self.launchers[one as usize].cancel_pending_answers();
        self.row_of(one).late += late;
        if self.rms.known[one as usize].state != ApplicationState::Finished {
            self.record_simple_message(one, true, "cancel", (0, 0), cx);
            plan_cycle(self.rms.withdraw(one, cx.now()), cx);
        }
    }
}
