//! The runner of workflows: it requests the nodes of each task when its parents have ended, and tracks the locations of
//! files passed between tasks (the `WRunner` of Sonmez 2010, section 6.2.1).
//!
//! The scheduler places tasks like all jobs, with their input files and their locations: a placement policy that
//! considers files keeps tasks near them. A task holds its nodes while its files are transferred. The files it needs
//! from one parent move together and remain at their destination; if they are already in transfer to it, the task waits
//! for that transfer. Files that no task writes, and files without bytes, are on every cluster.

use super::Runner;
use crate::policy::workflow::{Dag, Input};
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::grid::{PlacementRequest, RunnerContext};
use crate::system::koala::options::daytime_end;
use crate::system::koala::transport::Ready;
use crate::system::workflow::reasons;
use ganttlet_core::record::{Kind, Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_work::application::Application;
use ganttlet_work::grid::{GridJob, InputFile, Request};
use ganttlet_work::{UNKNOWN, Workflow};

/// The type of tasks, in legends.
const WORKFLOW: &str = "workflow";

/// The purpose of a timer, in the lowest bit of its tag; the task is in the higher bits.
const FILES: u64 = 0;
const END: u64 = 1;

/// A file at a cluster, or in transfer to it.
#[derive(Clone, Copy, Debug)]
struct Copy {
    cluster: u16,
    /// The task for which it is transferred and whose files are not complete yet; [`UNKNOWN`] once it has arrived.
    comes_for: u32,
}

#[derive(Clone, Debug)]
struct Task {
    /// Number of parents that have not ended.
    missing: u32,
    claim: Option<Claim>,
    /// True if the files transferred for it have arrived.
    ready: bool,
    /// Other tasks whose transfers it also waits for.
    waits_for: Vec<u32>,
    killed: bool,
    refused: bool,
}

struct Tasks {
    workflow: Workflow,
    dag: Dag,
    /// Its first task; the others follow.
    first: SubjectId,
    tasks: Vec<Task>,
    /// The locations of each file.
    copies: Vec<Vec<Copy>>,
}

pub(super) fn make(grid_job: &GridJob, record: &mut Recorder) -> Option<Box<dyn Runner>> {
    let Application::Workflow(workflow) = &grid_job.application else { return None };
    let job = &grid_job.job;
    let group = record.add_group(workflow.name.clone());
    let first = record.next_subject();
    // Readers reject cycles; the tasks of a cyclic workflow could never run.
    let dag = Dag::new(workflow).unwrap_or_else(|_| Dag::unordered(0));
    for (task, number) in workflow.tasks.iter().zip(1..) {
        let (submit, nodes, estimate) = (job.submit, task.nodes.max(1), task.run);
        let subject = Subject { number, user: job.user, group, submit, nodes, estimate };
        let subject = record.add_kind(subject, Kind::WORKFLOW_TASK);
        record.set_type(subject, WORKFLOW);
        if record.keeps_all() {
            // As with brokers of workflows, the program comes first.
            record.set_name(subject, format!("{} {}", task.program, task.name).trim().to_owned());
        }
    }
    let task = |task| Task {
        missing: dag.parents.row(task).len() as u32,
        claim: None,
        ready: false,
        waits_for: Vec::new(),
        killed: false,
        refused: false,
    };
    let tasks = (0..dag.len() as u32).map(task).collect();
    let (workflow, copies) = (workflow.clone(), vec![Vec::new(); dag.bytes.len()]);
    Some(Box::new(Tasks { workflow, dag, first, tasks, copies }))
}

impl Tasks {
    fn task(&mut self, task: u32) -> &mut Task {
        &mut self.tasks[task as usize]
    }

    /// The non-empty files that a task reads from its parents, grouped by parent.
    fn reads(&self, task: u32) -> impl Iterator<Item = &Input> {
        let moves = |input: &&Input| input.producer != UNKNOWN && self.dag.bytes[input.file as usize] > 0.0;
        self.dag.inputs.row(task).iter().filter(moves)
    }

    /// The data to be transferred to a task from each parent, and the clusters that have all of it, or will have it.
    fn inputs(&self, task: u32) -> Vec<InputFile> {
        let mut inputs: Vec<(u32, InputFile)> = Vec::new();
        for &Input { producer, file } in self.reads(task) {
            let (bytes, copies) = (self.dag.bytes[file as usize], &self.copies[file as usize]);
            match inputs.last_mut() {
                Some((last, input)) if *last == producer => {
                    input.bytes += bytes;
                    input.sites.retain(|site| copies.iter().any(|copy| copy.cluster == *site));
                }
                _ => {
                    let sites = copies.iter().map(|copy| copy.cluster).collect();
                    inputs.push((producer, InputFile { bytes, sites }));
                }
            }
        }
        inputs.into_iter().map(|(_, input)| input).collect()
    }

    /// Requests the nodes of a task after all its parents have ended.
    fn ask(&self, task: u32, handle: &mut RunnerContext) {
        let (subject, now) = (self.first + task, handle.now());
        let said = &self.workflow.tasks[task as usize];
        handle.record().ready(subject, now);
        handle.request_placement(PlacementRequest {
            runner: handle.runner,
            subject,
            request: Request::NonFixed(vec![said.nodes.max(1)]),
            nodes: said.nodes.max(1),
            inputs: self.inputs(task),
            estimate: said.run,
            chosen: false,
            elastic: false,
        });
    }

    /// Starts the task if it has its nodes and all files have arrived.
    fn start(&mut self, task: u32, handle: &mut RunnerContext) {
        let Task { ready: true, waits_for, claim: Some(claim), .. } = self.task(task) else { return };
        if !waits_for.is_empty() {
            return;
        }
        let (claim, now) = (*claim, handle.now());
        let run = self.workflow.tasks[task as usize].run;
        let run = run.scaled_to_speed(handle.job_speed(&[claim.cluster]));
        handle.record().estimate(self.first + task, run);
        let mut end = now + run;
        if handle.options().daytime_limit && daytime_end(now) < end {
            end = daytime_end(now);
            self.task(task).killed = true;
        }
        handle.record().start(self.first + task, now);
        handle.occupy(self.first + task, &[claim], Phase::WORKS);
        handle.call_at(end, class::FINISH, u64::from(task) << 1 | END);
    }

    /// The files for a task have arrived: other tasks need not wait for them any more.
    fn files_came(&mut self, task: u32, handle: &mut RunnerContext) {
        self.task(task).ready = true;
        for copy in self.copies.iter_mut().flatten().filter(|copy| copy.comes_for == task) {
            copy.comes_for = UNKNOWN;
        }
        for other in 0..self.tasks.len() as u32 {
            let waits_for = &mut self.task(other).waits_for;
            let before = waits_for.len();
            waits_for.retain(|&own| own != task);
            if waits_for.len() < before {
                self.start(other, handle);
            }
        }
        self.start(task, handle);
    }

    /// Ends a task: its output files are on its cluster.
    fn end(&mut self, task: u32, handle: &mut RunnerContext) {
        let (subject, now) = (self.first + task, handle.now());
        let Some(claim) = self.task(task).claim.take() else { return };
        let killed = self.task(task).killed;
        handle.record().finish(subject, now, if killed { Status::Killed } else { Status::Done });
        handle.release_claim(claim);
        handle.end_subject();
        let children: Vec<u32> = self.dag.children.row(task).iter().map(|edge| edge.task).collect();
        if killed {
            for child in children {
                self.refuse(child, task, handle);
            }
            return;
        }
        for &file in self.dag.outputs.row(task) {
            self.copies[file as usize].push(Copy { cluster: claim.cluster, comes_for: UNKNOWN });
        }
        for child in children {
            let missing = &mut self.task(child).missing;
            *missing -= 1;
            if *missing == 0 && !self.task(child).refused {
                self.ask(child, handle);
            }
        }
    }

    /// Rejects a task because a predecessor can never run; its successors are rejected as well.
    fn refuse(&mut self, task: u32, because: u32, handle: &mut RunnerContext) {
        let mut left = vec![(task, because)];
        while let Some((task, because)) = left.pop() {
            if std::mem::replace(&mut self.task(task).refused, true) {
                continue;
            }
            let now = handle.now();
            if task != because {
                reasons::record_rejected_parent(
                    handle.record(),
                    self.first + task,
                    now,
                    self.first + because,
                );
            }
            handle.record().reject(self.first + task);
            handle.end_subject();
            left.extend(self.dag.children.row(task).iter().map(|edge| (edge.task, task)));
        }
    }
}

impl Runner for Tasks {
    fn submit(&mut self, handle: &mut RunnerContext) {
        for task in 0..self.tasks.len() as u32 {
            if self.task(task).missing == 0 {
                self.ask(task, handle);
            }
        }
        // A workflow without a topological order.
        for task in self.tasks.len()..self.workflow.tasks.len() {
            let (subject, now) = (self.first + task as u32, handle.now());
            reasons::record_cycle(handle.record(), subject, now);
            handle.record().reject(subject);
            handle.end_subject();
        }
    }

    fn update_file_locations(&self, wish: &mut PlacementRequest) {
        if !wish.inputs.is_empty() {
            wish.inputs = self.inputs(wish.subject - self.first);
        }
    }

    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext) {
        let [claim] = *claims else { unreachable!("a task asks for one component") };
        let (subject, task) = (claim.holder, claim.holder - self.first);
        let files: Vec<u32> = self.reads(task).map(|input| input.file).collect();
        let mut waits_for = Vec::new();
        for file in files {
            let copies = &mut self.copies[file as usize];
            match copies.iter().find(|copy| copy.cluster == claim.cluster) {
                Some(copy) if copy.comes_for == UNKNOWN || waits_for.contains(&copy.comes_for) => {}
                Some(copy) => waits_for.push(copy.comes_for),
                None => copies.push(Copy { cluster: claim.cluster, comes_for: task }),
            }
        }
        // A file that several of its parents write is transferred for this task itself.
        waits_for.retain(|&other| other != task);
        let own = self.task(task);
        (own.claim, own.waits_for) = (Some(claim), waits_for);
        handle.occupy(subject, claims, Phase::PREPARES);
        handle.call_when(subject, ready, u64::from(task) << 1 | FILES);
    }

    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext) {
        let task = (tag >> 1) as u32;
        if tag & 1 == FILES { self.files_came(task, handle) } else { self.end(task, handle) }
    }

    fn note_refused(&mut self, subject: SubjectId, handle: &mut RunnerContext) {
        let task = subject - self.first;
        self.refuse(task, task, handle);
    }
}
