//! Clusters under batch queues: each has a local resource manager, and a routing policy sends arriving jobs to one.
//!
//! The system manages the nodes and the clock; local policies decide about starts, the routing policy about clusters.
//! Decisions are recorded with their reasons while the trace accepts them.

mod arrivals;
mod bounds;
pub(crate) mod failure_metrics;
#[cfg(test)]
mod failure_tests;
mod failures;
mod fcfs_forecast;
pub mod forecast;
#[cfg(test)]
mod forecast_tests;
mod fork;
mod form;
pub(crate) mod metrics;
mod model;
mod options;
#[cfg(test)]
mod played_tests;
pub mod policy;
mod reasons;
mod recorded_choices;
mod scheduling;
#[cfg(test)]
mod tests;

pub use failures::{FailureOptions, OnFailure};
pub use fork::Fork;
pub(crate) use model::{model, repeat};
pub use options::{Estimates, Options, SameInstant};
pub use recorded_choices::recorded_choices;

use crate::policy::local::{self, LOCAL_POLICIES, LocalPolicy, ReservationKind, Started};
use crate::policy::prediction::{PREDICTION_POLICIES, PredictionPolicy};
use crate::system::batch::policy::bound::{BOUND_POLICIES, BoundPolicy};
use crate::system::batch::policy::routing::{self, ROUTING_POLICIES, RoutingPolicy};
use crate::system::parts::hosts::not_there;
use crate::system::parts::{Arrivals, Before, CLUSTER_SCORE, Site, too_large};
use crate::system::{Context, Input, Run, RunOptions, Simulation, System, SystemKind};
use bounds::{BoundOptions, WaitBounds};
use failures::Failures;
use forecast::{PREDICTIONS, PredictionOptions, WaitForecast};
use fork::Departure;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Factory, Parameters, Roles, Settings};
use ganttlet_core::event::{Class, Handle};
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Kind, Logged, QueueState, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::{Absence, Item, Job};
use options::{AllOptions, CatalogOptions};
use std::collections::VecDeque;
use std::fmt::Display;

/// The system in the catalog.
pub const BATCH: SystemKind = SystemKind {
    entry: Entry::new("batch", "Batch queues")
        .summary(
            "One or many clusters, each with its own queue and local resource manager. A routing policy \
             sends each job to a cluster on arrival.",
        )
        .source("Mu'alem, Feitelson 2001; Sonmez 2010, section 1.1")
        .parameters(CatalogOptions::LIST)
        .when_to_use(
            "Use it for rigid parallel jobs on one cluster or several, such as workload logs of \
             supercomputers. A job never spans clusters. Nodes can fail, as in failure traces.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: Job::KIND,
    beside: &[Absence::KIND],
    tables: &[&PREDICTIONS],
    tells_machines_apart: false,
    check,
    build: |input| Box::new(from_input(input)),
};

/// The policies of the clusters and of the grid.
#[derive(Roles)]
pub struct Policies {
    /// Order in which waiting jobs start on a cluster.
    #[role(
        name = "Local policy", family = LOCAL_POLICIES, default = "easy", baseline = "fcfs", always,
        recorded = "as-recorded"
    )]
    pub local: Factory<dyn LocalPolicy>,
    /// Cluster to which a job is sent.
    #[role(name = "Routing policy", family = ROUTING_POLICIES, default = "home")]
    pub routing: Box<dyn RoutingPolicy>,
    /// Runtime predictor. Used by routing policies that estimate completion times; its error is reported as a metric.
    #[role(name = "Runtime predictor", family = PREDICTION_POLICIES, default = "as-estimated")]
    pub prediction: Factory<dyn PredictionPolicy>,
    /// Upper bound on the wait time, quoted at submission and compared with the actual wait. Does not affect scheduling.
    #[role(name = "Wait-time bound", family = BOUND_POLICIES, default = "no-bound")]
    pub bound: Factory<dyn BoundPolicy>,
}

/// The cluster of a job that is held at the grid.
const GRID: usize = u16::MAX as usize;

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next job arrives.
    Submit,
    /// A job ends.
    Finish {
        /// The job.
        job: SubjectId,
        /// The cluster.
        cluster: u16,
        /// The end by its estimate: with the job, its key among the running ones.
        estimated_end: Time,
    },
    /// A user cancels a job, if it still waits.
    Leave {
        /// The job.
        job: SubjectId,
    },
    /// A reservation is due at a time without an end or an arrival.
    Look {
        /// The cluster.
        cluster: u32,
    },
    /// The next absence of a node begins.
    Fail,
    /// An absence of a node ends.
    Repair {
        /// The row.
        row: u32,
    },
}

/// The state of the system.
pub struct Batch {
    jobs: Arrivals<Job>,
    options: Options,
    /// The policy of each cluster, and that of the grid.
    local: Vec<Box<dyn LocalPolicy>>,
    routing: Box<dyn RoutingPolicy>,
    /// True if a choice replaced the routing policy for the last job.
    picked: bool,
    sites: Vec<Site>,
    /// The information about each cluster for the routing policy.
    seen: Vec<routing::SiteView>,
    forecast: WaitForecast,
    ended: u32,
    /// Jobs held at the grid by the routing policy, in the order of their arrival, and whether anything changed since
    /// they were last tried.
    kept: VecDeque<SubjectId>,
    changed: bool,
    /// Jobs that arrived at this instant and wait, while decisions are recorded.
    arrived: Vec<(SubjectId, usize)>,
    /// The previous state of the queue of each cluster, while decisions are recorded.
    before: Vec<Before>,
    started: Vec<Started>,
    scores: Vec<f64>,
    /// Whether the recorded starts of a log are repeated, and how many jobs started later than recorded.
    repeats_log: bool,
    late: u32,
    /// The requested fork.
    fork: Option<Departure>,
    /// Failures of nodes and the affected jobs, if there are absences.
    failures: Option<Box<Failures>>,
}

/// A run of `jobs`, in the order of submission, on the clusters of `platform`, with default predictions and bounds.
pub fn simulation(
    platform: &Platform,
    jobs: Vec<Job>,
    policies: Policies,
    options: Options,
    run: RunOptions,
) -> Simulation<Batch> {
    let failures = FailureOptions::read(&Settings::default());
    simulation_with_failures(platform, (jobs, Vec::new()), policies, (options, failures), run)
}

/// The same with absences of nodes, in the order of their start times.
pub fn simulation_with_failures(
    platform: &Platform,
    (jobs, absences): (Vec<Job>, Vec<Absence>),
    policies: Policies,
    (options, failures): (Options, FailureOptions),
    run: RunOptions,
) -> Simulation<Batch> {
    let settings = Settings::default();
    let (predictions, bounds) = (PredictionOptions::read(&settings), BoundOptions::read(&settings));
    let all = AllOptions { options, predictions, bounds, failures };
    let system = Batch::new(platform, (jobs, absences), policies, all);
    Simulation::new(system, platform, BATCH.tables, run)
}

/// Warns of jobs that no cluster has room for, and of absences of nodes that do not exist.
fn check(input: &Input, _: &str) -> Vec<Diagnostic> {
    let jobs: &[Job] = input.work.items().unwrap_or_default();
    let mut needs = jobs.iter().map(|job| -> (&dyn Display, u32) { (&job.number, job.nodes) });
    let mut found = too_large("job", &mut needs, &input.platform);
    found.extend(not_there(input.beside.items(), &input.platform));
    let repeats = input.policies.get("local").is_some_and(|policy| &**policy == "as-recorded");
    if repeats && !jobs.is_empty() && jobs.iter().all(|job| job.recorded_start.is_none()) {
        found.push(
            Diagnostic::warning("no job has a recorded start: all start as soon as enough nodes are free")
                .hint("Recorded starts come from logs with wait times (SWF, GWF, sacct), or from `start_s`."),
        );
    }
    found
}

fn from_input(mut input: Input) -> impl Run {
    let work = (input.work.take(), input.beside.take());
    let CatalogOptions { all, played } = CatalogOptions::read(&input.settings);
    let mut system = Batch::new(&input.platform, work, input.policies(), all);
    system.fork = input.fork.map(|fork| Departure::new(&fork, system.jobs.list(), &input.settings));
    Simulation::new(system, &input.platform, BATCH.tables, input.run).with_choices(&played)
}

impl System for Batch {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        cx.record.set_overtaking_clause(self.local[0].overtaking_clause());
        let in_turn = self.local.iter().all(|policy| policy.reservations() == ReservationKind::InTurn);
        cx.record.set_queueing(in_turn && !self.routing.keeps_jobs_at_grid());
        cx.record.reserve(self.jobs.list().len());
        for job in self.jobs.list() {
            let (_, estimate, _) = self.options.times(job);
            let &Job { number, user, group, submit, nodes, application, failed, leaves, ref name, .. } = job;
            let subject = Subject { number, user, group, submit, nodes, estimate };
            let id = if leaves == Time::MAX {
                cx.record.add(subject)
            } else {
                cx.record.add_kind(subject, Kind::CANCELLED_JOB)
            };
            let recorded_start = job.recorded_start.unwrap_or(Time::MAX);
            cx.record.add_log_data(id, Logged { application, failed, recorded_start });
            if !name.is_empty() {
                cx.record.set_name(id, name.to_string());
            }
        }
        self.forecast.reserve_jobs(self.jobs.list().len());
        self.jobs.plan(self.class(&Event::Submit), Event::Submit, cx);
        if let Some(failures) = &mut self.failures {
            let first_rows: Vec<u32> = self.sites.iter().map(|site| site.first_row).collect();
            failures.start(&first_rows, cx);
        }
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Submit => self.submit(cx),
            Event::Finish { job, cluster, estimated_end } => {
                self.finish(job, usize::from(cluster), estimated_end, cx);
            }
            Event::Leave { job } => self.leave(job, cx),
            Event::Look { cluster } => self.sites[cluster as usize].touched = true,
            Event::Fail => self.fail_node(cx),
            Event::Repair { row } => self.repair_node(row, cx),
        }
        if self.options.per_event() {
            self.release_overdue(cx);
            self.look(cx);
        }
        if let Some(failures) = &self.failures
            && self.ended as usize == self.jobs.list().len()
        {
            failures.finish(cx);
        }
    }

    fn settle(&mut self, cx: &mut Context<Event>) {
        if !self.options.per_event() {
            self.look(cx);
        }
    }

    fn progress(&self) -> (u32, u32) {
        (self.ended, self.jobs.list().len() as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        if self.routing.keeps_jobs_at_grid() {
            return reasons::reasons_of_kept_jobs(standing, asked);
        }
        let former = self.fork.as_ref().and_then(|fork| fork.former_policy(standing.time));
        let mut told = reasons::wait_reasons(standing, former.unwrap_or(&*self.local[0]), asked);
        for (told, &id) in told.iter_mut().zip(asked) {
            let words = reasons::forecast_text(standing, id, self.forecast.predicted_wait_and_bound(id));
            if !words.is_empty() {
                *told = format!("{told} {words}");
            }
        }
        told
    }

    fn findings(&self) -> Vec<Diagnostic> {
        local::invalid_value_warning(&self.local)
            .into_iter()
            .chain(self.late_starts_note())
            .chain(self.local.iter().filter_map(|policy| policy.problem()))
            .chain(self.fork.as_ref().and_then(Departure::finding))
            .chain(CLUSTER_SCORE.not_a_number_warning(self.routing.custom_expression()))
            .collect()
    }
}

impl Batch {
    fn new(
        platform: &Platform,
        (jobs, absences): (Vec<Job>, Vec<Absence>),
        policies: Policies,
        settings: AllOptions,
    ) -> Self {
        let Policies { local, routing, prediction, bound } = policies;
        let AllOptions { options, predictions, bounds, failures } = settings;
        let seen = |cluster: &ganttlet_core::platform::Cluster| routing::SiteView {
            nodes: cluster.nodes,
            down: 0,
            free: cluster.nodes,
            queued: 0,
            speed: cluster.speed,
            backlog_s: 0.0,
            asked: 0,
            foreseen_s: (f64::NAN, f64::NAN),
        };
        let of_cluster = |cluster: usize| {
            let mut policy = local.make();
            policy.set_cluster(cluster);
            policy
        };
        let local: Vec<_> = (0..platform.clusters.len()).map(of_cluster).collect();
        let repeats_log = local.iter().any(|policy| policy.reservations() == ReservationKind::Recorded);
        // A log records actual runtimes, which do not depend on the estimates.
        let options = Options { kill_at_estimate: options.kill_at_estimate && !repeats_log, ..options };
        Self {
            options,
            local,
            routing,
            picked: false,
            forecast: WaitForecast::new(prediction, predictions, WaitBounds::new(bound, bounds)),
            sites: Site::all(platform),
            seen: platform.clusters.iter().map(seen).collect(),
            ended: 0,
            kept: VecDeque::new(),
            changed: false,
            arrived: Vec::new(),
            before: Before::all(platform.clusters.len()),
            started: Vec::new(),
            scores: Vec::new(),
            repeats_log,
            late: 0,
            fork: None,
            failures: Failures::new(absences, failures, (jobs.len(), platform.nodes())),
            jobs: Arrivals::new(jobs, |job| job.submit),
        }
    }

    /// A note on jobs that started later than their log records.
    fn late_starts_note(&self) -> Option<Diagnostic> {
        let (late, all) = (self.late, self.jobs.list().len());
        (late > 0).then(|| {
            Diagnostic::note(format!(
                "{late} of {all} jobs started later than recorded: too few nodes were free"
            ))
            .hint("The log begins or ends with jobs that it does not list, or the machine was larger.")
        })
    }

    const fn class(&self, event: &Event) -> Class {
        match event {
            Event::Submit => !self.options.per_event() as Class,
            Event::Finish { .. } | Event::Leave { .. } => self.options.per_event() as Class,
            Event::Look { .. } => 2,
            Event::Fail | Event::Repair { .. } => failures::CLASS,
        }
    }

    fn schedule(&self, time: Time, event: Event, cx: &mut Context<Event>) -> Handle {
        cx.schedule(time, self.class(&event), event)
    }

    fn finish(&mut self, id: SubjectId, cluster: usize, estimated_end: Time, cx: &mut Context<Event>) {
        let site = &mut self.sites[cluster];
        if !site.manager.release_job(estimated_end, id, cx.now()) {
            return;
        }
        site.touched = true;
        let job = &self.jobs.list()[id as usize];
        self.seen[cluster].asked -= job.nodes;
        self.changed = true;
        let (_, _, killed) = self.options.times(job);
        self.forecast.note_end(id, self.jobs.list(), cluster as u32, cx.now(), &mut cx.record);
        cx.record.finish(id, cx.now, if killed { Status::Killed } else { Status::Done });
        self.ended += 1;
    }
}
