//! A KOALA grid (Sonmez 2010, chapters 2 to 4): autonomous local managers, a grid scheduler with its placement queue
//! and information service, and a runner for each submission.
//!
//! Rigid, moldable, malleable, co-allocated and cycle-scavenging jobs run together with local jobs that bypass the
//! scheduler. The scheduler places requests of runners all or nothing and claims their nodes immediately. Malleable
//! jobs are managed cluster by cluster in rounds; scavengers hold idle nodes and lose them as soon as other work needs
//! them.

mod check;
mod claim;
mod components;
mod event;
mod form;
mod grid;
mod looks;
mod malleability;
pub(crate) mod metrics;
mod options;
pub mod policy;
mod queue;
mod reasons;
mod runner;
mod scavenging;
mod scheduler;
#[cfg(test)]
mod tests;
mod transport;

pub use claim::Claim;
pub use event::Event;
pub use grid::{PlacementRequest, RunnerContext};
pub use options::{Approach, Idleness, InitialSize, Options};
pub use runner::{PlacementChoice, Runner, SizeLimits};
pub use transport::Ready;

use crate::policy::local::{self, LOCAL_POLICIES, LocalPolicy, Started};
use crate::system::koala::policy::cost::{
    COST_FUNCTIONS, CostFunction, NamedCostFunction, link_cost_functions,
};
use crate::system::koala::policy::fair_share::{FAIR_SHARE_POLICIES, FairSharePolicy, NodeTransfer};
use crate::system::koala::policy::malleability::{MALLEABILITY_POLICIES, MalleabilityPolicy};
use crate::system::koala::policy::placement::{Component, PLACEMENT_POLICIES, PlacementPolicy};
use crate::system::parts::{Arrivals, Before, CLUSTER_SCORE, Periodic};
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind, class};
use crate::tables::components::{BEGINS, COSTS, FUNCTIONS, PARTS, WORKFLOWS};
use crate::tables::links::LINKS;
use components::ComponentScheduling;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Factory, Parameters, Roles};
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{self, Colour, Colours, Kind, Phase, QueueState, Status, Subject};
use ganttlet_core::rng::Streams;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::application::Application;
use ganttlet_work::grid::GridJob;
use ganttlet_work::traffic::Traffic;
use ganttlet_work::{Item, Job, UNKNOWN};
use grid::Grid;
use looks::Looks;
use queue::{FailedRequests, Waiting};
use scavenging::Scavenging;
use transport::Message;

/// The system in the catalog.
pub const KOALA: SystemKind = SystemKind {
    entry: Entry::new("koala", "KOALA grid")
        .summary(
            "A grid scheduler over autonomous clusters. It co-allocates jobs over several clusters, grows \
             and shrinks malleable jobs, and gives idle nodes to scavenging applications. Local jobs of the \
             clusters bypass it.",
        )
        .source("Sonmez 2010, chapters 2 to 4")
        .parameters(Options::LIST)
        .when_to_use(
            "Use it for jobs that span clusters, change their size while they run, or scavenge idle nodes. \
             For rigid jobs on single clusters, batch queues are simpler.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: GridJob::KIND,
    beside: &[Job::KIND, Traffic::KIND],
    tables: &[&WORKFLOWS, &PARTS, &COSTS, &BEGINS, &FUNCTIONS, &LINKS],
    tells_machines_apart: false,
    check: check::check,
    build: |input| Box::new(from_input(input)),
};

/// No cluster, as an index of clusters.
const NONE: usize = usize::MAX;

/// A task of a sweep, which runs on idle nodes.
const SWEEP_TASK: Kind =
    Kind { name: "sweep task", look: record::Look::Hatched, counts: false, recurs: false, is_job: true };

/// The policies of the grid.
#[derive(Roles)]
pub struct Policies {
    /// Clusters on which a job runs.
    #[role(name = "Placement policy", family = PLACEMENT_POLICIES, default = "worst-fit")]
    pub placement: Factory<dyn PlacementPolicy>,
    /// Malleable jobs that grow and shrink.
    #[role(name = "Malleability policy", family = MALLEABILITY_POLICIES, default = "fpsma")]
    pub malleability: Box<dyn MalleabilityPolicy>,
    /// Scavenging applications that get the idle nodes.
    #[role(name = "Fair-share policy", family = FAIR_SHARE_POLICIES, default = "equipartition-per-site")]
    pub fair_share: Box<dyn FairSharePolicy>,
    /// Order in which waiting local jobs start on a cluster.
    #[role(name = "Local policy", family = LOCAL_POLICIES, default = "fcfs")]
    pub local: Factory<dyn LocalPolicy>,
    /// Cost function by which communicating units of components are placed.
    #[role(name = "Cost function", family = COST_FUNCTIONS, default = "by-pattern")]
    pub cost: Box<dyn CostFunction>,
    /// Further cost functions, whose costs are only recorded.
    #[role(read = link_cost_functions)]
    pub weighed: Vec<NamedCostFunction>,
}

/// The policies of the roles used by the system itself.
struct Asked {
    local: Vec<Box<dyn LocalPolicy>>,
    placement: Box<dyn PlacementPolicy>,
    malleability: Box<dyn MalleabilityPolicy>,
    fair_share: Box<dyn FairSharePolicy>,
}

/// The state of the system.
pub struct Koala {
    grid: Grid,
    policies: Asked,
    jobs: Arrivals<GridJob>,
    runners: Vec<Box<dyn Runner>>,
    /// The names of the clusters.
    names: Vec<String>,
    local_jobs: Arrivals<Job>,
    first_local: SubjectId,
    /// Number of units of components, which are not counted as work.
    units: u32,
    queue: Vec<Waiting>,
    failed: FailedRequests,
    /// Idle nodes of each cluster at the last poll of the information service, if polls are periodic.
    seen: Vec<u32>,
    /// Runners whose size may change, in the order of placement.
    elastic: Vec<u32>,
    scavenging: Scavenging,
    looks: Looks,
    /// True if something has changed since the last periodic activity.
    changed: bool,
    /// Idle nodes of each cluster at the last check, and other reusable lists.
    idle: Vec<u32>,
    components: Vec<Component>,
    shares: Vec<NodeTransfer>,
    started: Vec<Started>,
    /// While decisions are recorded: the previous state of the queue of each cluster; the number of local jobs started
    /// there at this instant, for clusters with a pass; and the head of the placement queue at the last report of
    /// scattered idle nodes.
    before: Vec<Before>,
    looked: Vec<Option<usize>>,
    told: Option<SubjectId>,
}

/// A run of `jobs` and `background` (each with its cluster as its home), both in the order of submission.
pub fn simulation(
    platform: &Platform,
    mut jobs: Vec<GridJob>,
    mut background: Vec<Job>,
    traffic: Vec<Traffic>,
    policies: Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Koala> {
    let grouped =
        |job: &GridJob| matches!(job.application, Application::Sweep { .. } | Application::Workflow(_));
    if jobs.iter().any(grouped) {
        // Their tasks are groups, whose numbers may also occur in logs.
        let others = jobs.iter_mut().map(|job| &mut job.job).chain(&mut background);
        others.for_each(|job| job.group = UNKNOWN);
    }
    let streams = Streams::new(run.seed);
    let Policies { local, placement, malleability, fair_share, cost, weighed } = policies;
    let local = platform.clusters.iter().map(|_| local.make()).collect();
    let policies = Asked { local, placement: placement.make(), malleability, fair_share };
    let grid = Grid::new(platform, options, ComponentScheduling::new(cost, weighed), traffic, streams);
    let system = Koala {
        seen: platform.clusters.iter().map(|cluster| cluster.nodes).collect(),
        scavenging: Scavenging::new(platform.clusters.len(), streams.get("koala/notice")),
        grid,
        policies,
        jobs: Arrivals::new(jobs, |job| job.job.submit),
        runners: Vec::new(),
        names: platform.clusters.iter().map(|cluster| cluster.name.clone()).collect(),
        local_jobs: Arrivals::new(background, |job| job.submit),
        first_local: 0,
        units: 0,
        queue: Vec::new(),
        failed: FailedRequests::default(),
        elastic: Vec::new(),
        looks: Looks {
            scan: Periodic::AFTER_START,
            poll: Periodic::AFTER_START,
            round: Periodic::AFTER_START,
        },
        changed: false,
        idle: Vec::new(),
        components: Vec::new(),
        shares: Vec::new(),
        started: Vec::new(),
        before: Before::all(platform.clusters.len()),
        looked: vec![None; platform.clusters.len()],
        told: None,
    };
    Simulation::new(system, platform, KOALA.tables, run)
}

fn from_input(mut input: Input) -> impl Run {
    let options = Options::read(&input.settings);
    let clusters = input.platform.clusters.len() as u32;
    let mut local_jobs: Vec<Job> = input.beside.take();
    for job in &mut local_jobs {
        job.home = job.local_cluster(clusters);
    }
    let (jobs, traffic, policies) = (input.work.take(), input.beside.take(), input.policies());
    simulation(&input.platform, jobs, local_jobs, traffic, policies, options, input.run)
}

impl System for Koala {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        cx.record.declare_types(&runner::TYPES);
        self.runners = self.jobs.list().iter().map(|job| runner::make_runner(job, &mut cx.record)).collect();
        let jobs = self.jobs.list().iter();
        let components = jobs.filter(|job| matches!(job.application, Application::Components { .. }));
        let units: Vec<u32> = components.map(|job| job.job.nodes).collect();
        let components = units.len() as u32;
        // For workflows of components, the clusters of units are the main result.
        let places = components > 0 && components as usize == self.jobs.list().len();
        cx.record.set_colours(Colours::always(if places { Colour::Cluster } else { Colour::Kind }));
        self.units = units.iter().sum();
        if components > 0 {
            self.grid.components.name_in_tables(&self.names, &mut cx.record);
        }
        self.grid.transport.watch(components);
        self.first_local = cx.record.next_subject();
        for &Job { number, user, group, submit, nodes, run, estimate, .. } in self.local_jobs.list() {
            let estimate = estimate.unwrap_or(run).max(run);
            cx.record.add_kind(Subject { number, user, group, submit, nodes, estimate }, Kind::LOCAL_JOB);
        }
        self.jobs.plan(class::SUBMIT, Event::Submit, cx);
        self.local_jobs.plan(class::SUBMIT, Event::Local, cx);
        self.grid.transport.plan(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        let held = (self.grid.occupied, self.queue.len());
        let looks = matches!(event, Event::Scan | Event::Poll | Event::Round | Event::Sample);
        match event {
            Event::Submit => self.submit(cx),
            Event::Local => self.submit_local(cx),
            Event::LocalEnd { job, cluster, estimated_end } => {
                self.end_local(job, usize::from(cluster), estimated_end, cx);
            }
            Event::Look { cluster } => self.grid.sites[cluster as usize].touched = true,
            Event::Timer { runner, tag } => {
                let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
                self.runners[runner as usize].handle_timer(tag, &mut handle);
            }
            Event::Scan => {
                self.looks.scan.looks(cx.now());
                self.take_turns(cx);
                self.scan(false, cx);
            }
            Event::Poll => self.poll(cx),
            Event::Round => self.malleability_round(cx),
            Event::LookForLocal { cluster } => self.look_for_local(cluster as usize, cx),
            Event::Reclaim { cluster } => self.reclaim_for_local(cluster as usize, cx),
            Event::Notice { cluster } => self.scavenging.notice(cluster as usize),
            Event::Open => self.scavenging.opening = false,
            Event::Link { link } => {
                for message in self.grid.transport.change(link, cx) {
                    self.tell_left(message, cx);
                }
            }
            Event::Left { message } => self.tell_left(self.grid.transport.message(message), cx),
            Event::Arrived { parcel } => {
                if let Some(Message { runner, tag, sent, .. }) = self.grid.transport.arrived(parcel, cx) {
                    let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
                    self.runners[runner as usize].note_message_arrived(tag, sent, &mut handle);
                }
            }
            Event::Sample => self.grid.transport.sample(cx),
        }
        // A periodic activity finds nothing new in an unchanged state, unless tries are counted.
        let found = held != (self.grid.occupied, self.queue.len());
        self.changed |= !looks || found || self.grid.options.max_tries > 0;
        if cx.is_end_of_instant() {
            // A periodic activity that is due now comes before the end-of-instant passes.
            self.plan_looks(cx);
        }
        if cx.is_end_of_instant() {
            self.take_all_turns(cx);
            self.plan_looks(cx);
            self.changed = false;
        }
        let (ended, all) = self.progress();
        if ended == all && self.grid.transport.is_used() {
            // Sampling of links does not keep a run going.
            cx.stop();
        }
        self.grid.transport.plan(cx);
    }

    fn progress(&self) -> (u32, u32) {
        let tasks: usize = self.local_jobs.list().len() + self.first_local as usize;
        (self.grid.ended, tasks as u32 - self.units)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        reasons::wait_reasons(standing, asked, &idle(standing))
    }

    fn findings(&self) -> Vec<Diagnostic> {
        let Asked { local, placement, .. } = &self.policies;
        local::invalid_value_warning(local)
            .into_iter()
            .chain(CLUSTER_SCORE.not_a_number_warning(placement.custom_expression()))
            .collect()
    }
}

/// Nodes of each cluster available to the grid at a given time, including those of scavengers: none where local jobs
/// wait.
fn idle(standing: &QueueState) -> Vec<u32> {
    let trace = standing.trace;
    let mut idle = standing.free.clone();
    for &(row, rows, id) in &standing.held {
        if let Some(cluster) = trace.cluster_at(row).filter(|_| trace.kind(id) == SWEEP_TASK) {
            idle[cluster] += rows;
        }
    }
    for &id in standing.waiting.iter().filter(|&&id| trace.kind(id) == Kind::LOCAL_JOB) {
        idle[usize::from(trace.subjects.cluster[id as usize])] = 0;
    }
    idle
}

impl Koala {
    fn tell_left(&mut self, Message { runner, tag, .. }: Message, cx: &mut Context<Event>) {
        let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
        self.runners[runner as usize].note_message_left(tag, &mut handle);
    }

    fn submit(&mut self, cx: &mut Context<Event>) {
        let runner = self.jobs.take(class::SUBMIT, Event::Submit, cx) as u32;
        let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
        self.runners[runner as usize].submit(&mut handle);
    }

    fn submit_local(&mut self, cx: &mut Context<Event>) {
        let next = self.local_jobs.take(class::SUBMIT, Event::Local, cx);
        let (job, id) = (&self.local_jobs.list()[next], self.first_local + next as SubjectId);
        let home = if job.home == UNKNOWN { 0 } else { job.home as usize % self.grid.sites.len() };
        let site = &mut self.grid.sites[home];
        if job.nodes > site.manager.total_nodes() {
            self.grid.ended += 1;
            cx.record.reject(id);
            reasons::record_impossible(&mut cx.record, cx.now, (id, job.nodes));
            return;
        }
        cx.record.queue(id, cx.now, home);
        let estimate = job.estimate.unwrap_or(job.run).max(job.run).max(Span(1));
        let recorded_start = job.recorded_start.unwrap_or(Time::MAX);
        let waiting = local::Waiting { recorded_start, ..local::Waiting::new(id, job.nodes, estimate) };
        site.manager.enqueue(waiting, cx.now, &*self.policies.local[home]);
        site.touched = true;
    }

    fn end_local(&mut self, id: SubjectId, cluster: usize, estimated_end: Time, cx: &mut Context<Event>) {
        if self.grid.sites[cluster].manager.release_job(estimated_end, id, cx.now()) {
            cx.record.finish(id, cx.now, Status::Done);
            self.grid.ended += 1;
            self.grid.sites[cluster].touched = true;
            self.grid.freed = true;
        }
    }

    /// Runs local managers, scheduler and scavenging manager after all events of an instant.
    fn take_all_turns(&mut self, cx: &mut Context<Event>) {
        loop {
            self.take_turns(cx);
            let asked = std::mem::take(&mut self.grid.scan);
            if std::mem::take(&mut self.grid.freed) || asked {
                if asked || self.scans_at_once() {
                    self.scan(false, cx);
                } else {
                    self.failed.clear();
                }
            }
            self.scavenge(cx);
            let touched = self.grid.sites.iter().any(|site| site.touched);
            if !touched && !self.grid.freed && self.grid.requests.is_empty() {
                break;
            }
        }
        if cx.record.wants_reasons() {
            self.tell_stops(cx);
        }
    }

    /// Records notable states of the queues of the clusters and of the scheduler, at the end of an instant.
    fn tell_stops(&mut self, cx: &mut Context<Event>) {
        for (cluster, before) in self.before.iter_mut().enumerate() {
            if let Some(started) = self.looked[cluster].take() {
                let local = self.policies.local[cluster].reservations();
                before.tell(&mut cx.record, cx.now, (&self.grid.sites[cluster].manager, local), started);
            }
        }
        // A request may wait merely for the next periodic scan, or for the malleability round.
        let first = self.queue.first().map(|waiting| &waiting.pending);
        let first = first.filter(|first| self.scans_at_once() && !first.chosen && !first.elastic);
        let Some((subject, nodes)) = first.map(|first| (first.subject, first.nodes)) else { return };
        if self.told != Some(subject) {
            self.look_at_idle();
            if reasons::record_scattered(&mut cx.record, cx.now, (subject, nodes), &self.idle) {
                self.told = Some(subject);
            }
        }
    }

    /// Runs local passes and processes new requests, before the whole state is considered.
    fn take_turns(&mut self, cx: &mut Context<Event>) {
        self.start_local(cx);
        // If the queue is not scanned now, an arriving job may use the free nodes.
        if self.grid.freed && !self.scans_at_once() {
            self.failed.clear();
        }
        self.take_requests(cx);
    }

    /// True if the queue is scanned as soon as nodes are released, not periodically.
    fn scans_at_once(&self) -> bool {
        let options = &self.grid.options;
        options.scan_period_s == Span::ZERO && options.information_period_s == Span::ZERO
    }

    /// Runs the local policies on the clusters where something changed.
    fn start_local(&mut self, cx: &mut Context<Event>) {
        for cluster in 0..self.grid.sites.len() {
            let site = &mut self.grid.sites[cluster];
            if !std::mem::take(&mut site.touched) || site.manager.queue().is_empty() {
                continue;
            }
            let again =
                site.manager.run_pass(&mut *self.policies.local[cluster], cx.now(), &mut self.started);
            if let Some(time) = again {
                cx.schedule(time, class::SUBMIT, Event::Look { cluster: cluster as u32 });
            }
            *self.looked[cluster].get_or_insert_default() += self.started.len();
            for Started { job, estimated_end, .. } in self.started.drain(..) {
                cx.record.start(job, cx.now);
                site.occupy(&mut cx.record, cx.now, job, (estimated_end, job), Phase::WORKS);
                let run = self.local_jobs.list()[(job - self.first_local) as usize].run;
                let end = Event::LocalEnd { job, cluster: cluster as u16, estimated_end };
                cx.schedule(cx.now() + run, class::FINISH, end);
                self.grid.occupied += 1;
            }
            // When no local job waits any more, the grid may use the remaining nodes.
            self.grid.freed |= site.manager.queue().is_empty();
        }
    }
}
