//! Clusters under a workflow engine: a broker for each workflow sends its tasks to the queues of clusters and moves
//! their files.
//!
//! A dynamic policy places a task when its parents have ended. Its files are then transferred one after the other, and
//! with the last file the task joins the first-come, first-served queue of the cluster. A static policy plans the whole
//! workflow at its submission: files are sent as soon as they are written, and each node runs its tasks in the order of
//! the plan.
//!
//! Jobs of local users bypass the brokers, each to the queue of its cluster. Plans ignore them, so a static policy
//! cannot be combined with local jobs.

mod broker;
mod cluster;
mod form;
pub mod heads;
mod input;
mod local;
mod model;
mod moving;
mod plan_execution;
pub(super) mod reasons;
pub(crate) mod submission;
#[cfg(test)]
mod tests;

pub(crate) use model::model;

use crate::policy::workflow::{
    self, Dag, Information, Links, PlacementMode, WORKFLOW_POLICIES, WorkflowPolicy,
    longest_path_at_reference_speed,
};
use crate::system::parts::links::Sharing;
use crate::system::parts::{Arrivals, Before, Staging};
use crate::system::player::PlayedChoices;
use crate::system::{Context, RunOptions, Simulation, System, SystemKind, class};
use crate::tables::links::LINKS;
use cluster::Cluster;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Factory, Parameters, Roles, Variants};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Colour, Colours, Phase, QueueState, Status, Subject};
use ganttlet_core::rng::Streams;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::traffic::Traffic;
use ganttlet_work::{Item, Job, UNKNOWN, Work, Workflow};

use heads::{HEAD_NODES, HeadNodeLoads, HeadNodes};
use local::Locals;
use moving::SharedTransfers;
use plan_execution::PlanExecution;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use submission::{FILE_COPIES, HEAD_NODE_QUEUES, Submission, SubmissionOptions};

/// The system in the catalog.
pub const WORKFLOW: SystemKind = SystemKind {
    entry: Entry::new("workflow", "Workflow engine")
        .summary(
            "Each workflow has its own broker, which sends its tasks to the FCFS queues of clusters and \
             moves its files between them.",
        )
        .source("Sonmez 2010, sections 6.1.2 and 6.2.1")
        .parameters(Options::LIST)
        .when_to_use(
            "Use it for workflows, that is, DAGs of tasks that exchange files, on one or several clusters. \
             For independent parallel jobs, use batch queues.",
        ),
    roles: Policies::LIST,
    form: form::FORM,
    accepts: Workflow::KIND,
    beside: &[Job::KIND, Traffic::KIND],
    tables: &[&HEAD_NODES, &LINKS, &FILE_COPIES, &HEAD_NODE_QUEUES],
    tells_machines_apart: false,
    check: input::check,
    build: |input| Box::new(input::simulate(input)),
};

/// The policy of each workflow.
#[derive(Roles)]
pub struct Policies {
    /// Cluster on which each task runs, and the order of the tasks.
    #[role(name = "Mapping", family = WORKFLOW_POLICIES, default = "heft", baseline = "round-robin")]
    pub mapping: Factory<dyn WorkflowPolicy>,
}

/// The parameters of the workflow engine.
#[derive(Parameters)]
pub struct Options {
    /// Location of the files that no task of the workflow writes.
    #[parameter(name = "Input data", default = "everywhere")]
    inputs: Inputs,
    /// Maximum number of tasks of one workflow in transfer, in queues or running (throttling); further tasks wait at the
    /// broker. 0 for no limit. Static plans ignore the limit.
    #[parameter(name = "Concurrent task limit", unit = "tasks", min = 0, max = 1_000_000, default = 0)]
    task_limit: u32,
    /// Fixed time added to each transfer between clusters.
    #[parameter(name = "Transfer overhead", unit = "s", min = 0, max = 3_600, default = 0)]
    pub transfer_overhead_s: Span,
    /// Adds the link latency to each transfer between clusters. The published experiments omit it.
    #[parameter(name = "Transfer latency", default = false)]
    pub transfer_latency: bool,
    /// Links that all transfers share.
    #[parameter(all)]
    sharing: Sharing,
    /// What comes over head-nodes.
    #[parameter(all)]
    heads: HeadNodes,
    /// Costs of submission.
    #[parameter(all)]
    submission: SubmissionOptions,
    /// Choices of the brokers of workflows.
    #[parameter(all)]
    played: PlayedChoices,
}

#[derive(Clone, Copy, PartialEq, Eq, Variants)]
enum Inputs {
    /// On every cluster before the workflow is submitted.
    #[word("everywhere")]
    Everywhere,
    /// On the first cluster; they are transferred like all other files.
    #[word("first-cluster")]
    FirstCluster,
}

/// The events of the system.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next workflow arrives.
    Submit,
    /// The next local job arrives.
    Local,
    /// The files of a task are at its cluster.
    Arrive(SubjectId),
    /// A task ends.
    Finish(SubjectId),
    /// The load of a shared link changes.
    Link(u32),
    /// A transfer over a shared link ends.
    Moved(u32),
    /// The overloaded head node of a task handles it and its transfers over shared links.
    AtHead(SubjectId),
    /// The load or the queues of head nodes are sampled.
    HeadLoad,
    /// Copies end, or steps of brokers and head nodes.
    Submission,
    /// The load of shared links is sampled.
    LinkLoad,
}

/// A task, by its number among the tasks of all workflows, or a local job, numbered after them.
#[derive(Clone, Copy, Debug)]
struct Task {
    /// The workflow; [`UNKNOWN`] for a local job.
    workflow: u32,
    /// Runtime on nodes of speed 1; for a local job, on its cluster.
    run: Span,
    /// For a local job, the runtime in the forecast of its cluster.
    predicted: Span,
    nodes: u32,
    /// Number of parents that have not ended.
    missing: u32,
    cluster: u32,
    /// The entry of its nodes at its cluster; [`UNKNOWN`] if there is none.
    place: u32,
    /// When its files are at its cluster.
    there: Time,
    /// Its start in the forecast of its cluster; after its start, the actual one.
    expected: Time,
    /// Number of tasks that joined a queue before it.
    turn: u32,
    /// Its status.
    status: Status,
}

/// A workflow and its broker.
#[derive(Debug)]
struct Broker {
    dag: Rc<Dag>,
    /// The numbers of its first task and file.
    first_task: u32,
    first_file: u32,
    /// Maximum number of nodes of its tasks.
    widest: u32,
    /// Number of active tasks: taken from `pending`, and not ended.
    under_way: u32,
    /// Ready tasks without a cluster, by rank or time, then by number.
    pending: BinaryHeap<Reverse<(i64, u32)>>,
    /// The index of each task in the order of upward ranks; empty if the policy does not use it.
    ranks: Vec<u32>,
    touched: bool,
}

/// The properties of a workflow that do not depend on the policy.
struct Graph {
    dag: Rc<Dag>,
    /// False if its tasks form a cycle: readers reject cycles, and such tasks could never run.
    sound: bool,
    /// Length of its critical path on nodes of speed 1.
    path: Span,
}

impl Graph {
    fn all(workflows: &[Workflow]) -> Vec<Self> {
        let graph = |workflow: &Workflow| {
            let dag = Dag::new(workflow);
            let sound = dag.is_ok();
            let dag = dag.unwrap_or_else(|_| Dag::unordered(workflow.tasks.len()));
            let path = longest_path_at_reference_speed(&dag, workflow);
            Self { dag: Rc::new(dag), sound, path }
        };
        workflows.iter().map(graph).collect()
    }
}

/// The placement of tasks.
enum Mapping {
    Dynamic,
    Static(PlanExecution),
}

/// The state of the system.
pub struct WorkflowSystem {
    platform: Platform,
    workflows: Rc<Vec<Workflow>>,
    /// The graph of each workflow.
    graphs: Rc<Vec<Graph>>,
    mapping: Mapping,
    /// The policy of each workflow.
    policies: Vec<Box<dyn WorkflowPolicy>>,
    /// Maximum number of active tasks of a workflow.
    limit: u32,
    staged_everywhere: bool,
    tasks: Vec<Task>,
    locals: Locals,
    brokers: Vec<Broker>,
    files: Staging,
    /// Files in transfer, if links are shared.
    moving: Option<SharedTransfers>,
    /// The load of head nodes, if they are enabled.
    heads: Option<HeadNodeLoads>,
    /// If submission has a cost.
    submission: Option<Submission>,
    clusters: Vec<Cluster>,
    /// The submit time of each workflow.
    submissions: Arrivals<(Time, u32)>,
    ended: u32,
    /// Number of tasks that have joined a queue.
    queued: u32,
    /// Brokers to be processed at the end of the instant.
    touched: Vec<u32>,
    /// Tasks that joined a broker's list, and a cluster's queue, at this instant, while decisions are recorded.
    fresh: Vec<SubjectId>,
    arrived: Vec<SubjectId>,
    /// The previous state of the queue of each cluster, while decisions are recorded.
    before: Vec<Before>,
    /// The information about each cluster for policies.
    seen: Vec<workflow::ClusterView>,
    scores: Vec<f64>,
}

/// A run of workflows on the clusters of `platform` with `local` jobs (each with its cluster as its home, in the order
/// of submission) and background traffic.
pub fn simulation(
    platform: &Platform,
    work: &Work,
    local: Vec<Job>,
    traffic: Vec<Traffic>,
    policies: &Policies,
    options: &Options,
    run: RunOptions,
) -> Simulation<WorkflowSystem> {
    let workflows: Rc<Vec<Workflow>> = work.shared_items();
    let graphs = work.derive_once(Graph::all);
    let (network, overhead) = (&platform.network, options.transfer_overhead_s);
    let links = Links::new(network.clone(), overhead, options.transfer_latency);
    let moving = SharedTransfers::new(network, options, traffic, Streams::new(run.seed));
    let count = platform.clusters.len();
    let submission = Submission::new(options.submission, workflows.len(), count);
    let served = submission.as_ref().is_some_and(Submission::have_servers);
    let submissions = order::indices_by_key(workflows.len(), |id| workflows[id].submit.0);
    let submissions = submissions.into_iter().map(|id| (workflows[id as usize].submit, id)).collect();
    let seen = |cluster: &ganttlet_core::platform::Cluster| workflow::ClusterView {
        nodes: cluster.nodes,
        speed: cluster.speed,
        demand: 0,
        delay: Span::ZERO,
        start: Time::ZERO,
    };
    let (mapping, predicts) = match policies.mapping.make().mode() {
        PlacementMode::Dynamic(policy) => {
            (Mapping::Dynamic, policy.required_information() == Information::Predicted)
        }
        PlacementMode::Static(_) => (Mapping::Static(PlanExecution::new(platform)), false),
    };
    let system = WorkflowSystem {
        mapping,
        locals: Locals::new(local, predicts),
        policies: workflows.iter().map(|_| policies.mapping.make()).collect(),
        limit: if options.task_limit == 0 { u32::MAX } else { options.task_limit },
        staged_everywhere: options.inputs == Inputs::Everywhere,
        tasks: Vec::new(),
        brokers: Vec::with_capacity(workflows.len()),
        files: Staging::new(links, count, moving.is_some() || served),
        moving,
        submission,
        heads: HeadNodeLoads::new(options.heads, count),
        clusters: Cluster::all(platform),
        submissions: Arrivals::new(submissions, |&(time, _)| time),
        ended: 0,
        queued: 0,
        touched: Vec::new(),
        fresh: Vec::new(),
        arrived: Vec::new(),
        before: Before::all(count),
        seen: platform.clusters.iter().map(seen).collect(),
        scores: Vec::with_capacity(count),
        platform: platform.clone(),
        workflows,
        graphs,
    };
    Simulation::new(system, platform, WORKFLOW.tables, run)
}

impl System for WorkflowSystem {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        cx.record.set_overtaking_clause(reasons::PASSING);
        cx.record.set_colours(Colours { one: Colour::Kind, several: Colour::Group });
        let tasks: usize = self.workflows.iter().map(|workflow| workflow.tasks.len()).sum();
        let all = tasks + self.locals.count();
        cx.record.reserve(all);
        self.tasks.reserve(all);
        for ((workflow, graph), index) in self.workflows.iter().zip(&*self.graphs).zip(0..) {
            let Graph { dag, sound, path } = graph;
            let status = if *sound { Status::Future } else { Status::Rejected };
            let first_task = self.tasks.len() as u32;
            for (task, number) in workflow.tasks.iter().zip(1..) {
                let (submit, nodes, estimate) = (workflow.submit, task.nodes.max(1), task.run);
                let id =
                    cx.record.add(Subject { number, user: UNKNOWN, group: index, submit, nodes, estimate });
                if cx.record.keeps_all() {
                    // The program first: readers search by program.
                    let name = format!("{} {}", task.program, task.name);
                    cx.record.set_name(id, name.trim().to_owned());
                }
                if !task.program.is_empty() {
                    cx.record.set_type(id, &task.program);
                }
                self.tasks.push(Task {
                    workflow: index,
                    run: task.run,
                    predicted: Span::ZERO,
                    nodes,
                    missing: dag.parents.row(number - 1).len() as u32,
                    cluster: 0,
                    place: UNKNOWN,
                    there: Time::ZERO,
                    expected: Time::MAX,
                    turn: 0,
                    status,
                });
            }
            cx.record.add_group(workflow.name.clone());
            cx.record.set_critical_path(path.scaled_to_speed(self.platform.highest_speed()));
            self.brokers.push(Broker {
                dag: dag.clone(),
                first_task,
                first_file: self.files.register(dag.bytes.iter().copied()),
                widest: 0,
                under_way: 0,
                pending: BinaryHeap::new(),
                ranks: Vec::new(),
                touched: false,
            });
        }
        self.announce_locals(cx);
        if let Some(heads) = &mut self.heads {
            let names = self.platform.clusters.iter().map(|cluster| &*cluster.name);
            let time = heads.name(names, &mut cx.record);
            cx.schedule(time, class::LOOK, Event::HeadLoad);
        }
        if let Some(submission) = &mut self.submission {
            submission.start(self.platform.clusters.iter().map(|cluster| &*cluster.name), cx);
        }
        self.submissions.plan(class::SUBMIT, Event::Submit, cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Submit => self.submit(cx),
            Event::Local => self.submit_local(cx),
            Event::Arrive(task) => self.arrive(task, cx),
            Event::Finish(task) => self.finish(task, cx),
            Event::Link(link) => self.moving.iter_mut().for_each(|moving| moving.change(link, cx)),
            Event::Moved(transfer) => self.end_shared_transfer(transfer, cx),
            Event::AtHead(task) => self.at_head_node(task, cx),
            Event::HeadLoad => self.head_load(cx),
            Event::Submission => self.end_submission_steps(cx),
            Event::LinkLoad => self.moving.iter_mut().for_each(|moving| moving.sample(cx)),
        }
        if cx.is_end_of_instant() {
            self.dispatch_all(cx);
            self.start_all(cx);
            self.record_wait_reasons(cx);
        }
        if let Some(submission) = &mut self.submission {
            submission.plan(cx);
        }
        if let Some(moving) = &mut self.moving {
            moving.plan(cx);
            if self.ended == self.tasks.len() as u32 {
                // Sampling of links does not keep a run going.
                cx.stop();
            }
        }
    }

    fn progress(&self) -> (u32, u32) {
        (self.ended, self.tasks.len() as u32)
    }

    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        match (&self.mapping, &self.submission) {
            (Mapping::Dynamic, Some(submission)) => submission.wait_reasons(standing, asked),
            (Mapping::Dynamic, None) => {
                reasons::wait_reasons(standing, asked, |id| i128::from(self.tasks[id as usize].turn))
            }
            (Mapping::Static(planned), _) => planned.wait_reasons(standing, asked),
        }
    }

    fn findings(&self) -> Vec<Diagnostic> {
        workflow::invalid_value_warning(&self.policies).into_iter().collect()
    }
}

impl WorkflowSystem {
    /// The number of the task in its workflow.
    fn local(&self, task: SubjectId) -> u32 {
        task - self.brokers[self.tasks[task as usize].workflow as usize].first_task
    }

    /// Samples the load of head nodes while there is work.
    fn head_load(&mut self, cx: &mut Context<Event>) {
        if self.ended == self.tasks.len() as u32 {
            return;
        }
        let loads = self.heads.as_mut().map(|heads| heads.sample(cx.now, &mut cx.record));
        let queues = self.submission.as_ref().map(|submission| submission.sample(cx.now, &mut cx.record));
        if let Some(next) = loads.or(queues) {
            cx.schedule(next, class::LOOK, Event::HeadLoad);
        }
    }

    /// A task whose files have arrived, or that needs none, joins the queue of its cluster.
    fn arrive(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let cluster = self.tasks[id as usize].cluster as usize;
        self.clusters[cluster].arrive(id, &self.tasks);
        self.enqueue(id, cx);
    }

    fn enqueue(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let task = &mut self.tasks[id as usize];
        (task.turn, task.status) = (self.queued, Status::Queued);
        let cluster = task.cluster as usize;
        if !self.submission.as_ref().is_some_and(|one| id < self.locals.first && one.records_entry(id)) {
            cx.record.queue(id, cx.now, cluster);
        }
        if let Some(submission) = &mut self.submission {
            submission.enter_queue(id, cluster, (cx.now, cx.record.keeps_all()));
        }
        self.queued += 1;
        if cx.record.wants_reasons() {
            self.arrived.push(id);
        }
        match &mut self.mapping {
            Mapping::Dynamic => self.clusters[cluster].enqueue(id, &mut self.tasks, cx.now),
            Mapping::Static(planned) => planned.arrive(id),
        }
        self.clusters[cluster].touched = true;
        self.at_head(id, cluster, true);
    }

    /// Records at the head node that a task, not a local job, has joined a queue or has ended.
    fn at_head(&mut self, id: SubjectId, cluster: usize, joins: bool) {
        if let Some(heads) = self.heads.as_mut().filter(|_| id < self.locals.first) {
            heads.count_task(cluster, joins);
        }
    }

    /// Starts all tasks that can start.
    fn start_all(&mut self, cx: &mut Context<Event>) {
        for index in 0..self.clusters.len() {
            if !std::mem::take(&mut self.clusters[index].touched) {
                continue;
            }
            let mut started = 0;
            while let Some((id, node)) = match &mut self.mapping {
                Mapping::Dynamic => self.clusters[index].next(&self.tasks).map(|id| (id, None)),
                Mapping::Static(planned) => planned.next(index).map(|(id, node)| (id, Some(node))),
            } {
                self.begin(id, index, node, cx);
                started += 1;
            }
            if started == 0 && cx.record.wants_reasons() {
                self.tell_hole(index, cx);
            }
        }
    }

    /// Reports idle nodes before the head of a queue. With a plan, nodes are intended for their tasks only.
    fn tell_hole(&mut self, index: usize, cx: &mut Context<Event>) {
        let cluster = &self.clusters[index];
        if let (Mapping::Dynamic, Some(&head)) = (&self.mapping, cluster.queue.front()) {
            let head = (head, self.tasks[head as usize].nodes);
            let room = (cluster.free(), cluster.queue.len());
            self.before[index].tell_hole(&mut cx.record, cx.now, &reasons::HOLE, head, room);
        }
    }

    /// Starts a task, on this node if it was planned, otherwise on the lowest-numbered free ones.
    fn begin(&mut self, id: SubjectId, index: usize, node: Option<u32>, cx: &mut Context<Event>) {
        let cluster = &mut self.clusters[index];
        let task = &mut self.tasks[id as usize];
        task.status = Status::Running;
        let takes = cluster.takes(task);
        let end = cx.now + takes;
        cx.record.start(id, cx.now);
        if let Some(submission) = &mut self.submission {
            submission.enter_run(id, index, (cx.now, cx.record.keeps_all()));
        }
        if task.workflow != UNKNOWN {
            cx.record.estimate(id, takes);
        }
        if let Some(node) = node {
            // By the plan, no other task uses it.
            cx.record.occupy(id, cx.now, (cluster.first_row + node, 1), Phase::WORKS);
        } else {
            cluster.start(id, task, cx.now, end);
            for &(first, count) in cluster.nodes_of(task) {
                cx.record.occupy(id, cx.now, (cluster.first_row + first, count), Phase::WORKS);
            }
        }
        cx.schedule(end, class::FINISH, Event::Finish(id));
    }

    fn finish(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let is_task = id < self.locals.first;
        let fails = is_task && self.submission.as_mut().is_some_and(Submission::fails);
        if fails {
            self.lose_run(id, cx);
        }
        let task = &mut self.tasks[id as usize];
        task.status = Status::Done;
        let cluster = task.cluster as usize;
        self.clusters[cluster].finish(task);
        self.at_head(id, cluster, false);
        if fails {
            self.resubmit(id, cx);
            return;
        }
        cx.record.finish(id, cx.now, Status::Done);
        if is_task && self.copy_back(id, cx) {
            return;
        }
        self.ended += 1;
        if let Mapping::Static(planned) = &mut self.mapping {
            planned.finish(id);
        }
        if is_task {
            self.release_children(id, cx);
        } else {
            self.local_ended(id, cx.now);
        }
    }
}
