//! Local jobs: each joins the queue of its cluster and waits there among the tasks.

use super::{Event, Task, WorkflowSystem, reasons};
use crate::policy::prediction::PREDICTION_POLICIES;
use crate::system::parts::{Arrivals, Class, Classes};
use crate::system::{Context, class};
use ganttlet_core::entry::{Factory, Settings};
use ganttlet_core::record::{Kind, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, UNKNOWN};

/// The local jobs of a run, and their predicted runtimes.
pub(super) struct Locals {
    jobs: Arrivals<Job>,
    /// The subject of the first local job.
    pub(super) first: SubjectId,
    /// Predictors of their runtimes, if the policy does not know them.
    classes: Option<Classes>,
}

impl Locals {
    /// Jobs in the order of submission. If the policy `predicts`, the predicted runtime of each is the mean of the last two
    /// of its user and size on its cluster (Sonmez 2010, section 6.1.3), a minute before any has ended.
    pub(super) fn new(jobs: Vec<Job>, predicts: bool) -> Self {
        let last_two = || Factory::new(PREDICTION_POLICIES.get("last-two-runs"), &Settings::default());
        let classes = || Classes::new(last_two(), Class::UserSizeSite, Span::from_seconds(60.0));
        Self {
            jobs: Arrivals::new(jobs, |job| job.submit),
            first: SubjectId::MAX,
            classes: predicts.then(classes),
        }
    }

    /// Number of local jobs.
    pub(super) fn count(&self) -> usize {
        self.jobs.list().len()
    }
}

impl WorkflowSystem {
    /// Adds the local jobs to the subjects: they follow all tasks.
    pub(super) fn announce_locals(&mut self, cx: &mut Context<Event>) {
        self.locals.first = cx.record.next_subject();
        for job in self.locals.jobs.list() {
            let &Job { number, user, submit, nodes, run, estimate, home, .. } = job;
            let estimate = estimate.unwrap_or(run).max(run);
            // Groups are workflows.
            let subject = Subject { number, user, group: UNKNOWN, submit, nodes, estimate };
            cx.record.add_kind(subject, Kind::LOCAL_JOB);
            self.tasks.push(Task {
                workflow: UNKNOWN,
                run,
                predicted: run,
                nodes,
                missing: 0,
                cluster: home.min(self.clusters.len() as u32 - 1),
                place: UNKNOWN,
                there: submit,
                expected: Time::MAX,
                turn: 0,
                status: Status::Future,
            });
        }
        self.locals.jobs.plan(class::SUBMIT, Event::Local, cx);
    }

    /// Submits a local job to its cluster.
    pub(super) fn submit_local(&mut self, cx: &mut Context<Event>) {
        let next = self.locals.jobs.take(class::SUBMIT, Event::Local, cx);
        let id = self.locals.first + next as SubjectId;
        let Task { nodes, cluster, .. } = self.tasks[id as usize];
        if nodes > self.platform.clusters[cluster as usize].nodes {
            self.tasks[id as usize].status = Status::Rejected;
            cx.record.reject(id);
            self.ended += 1;
            reasons::record_local_too_large(&mut cx.record, (id, nodes), cx.now, cluster as usize);
            return;
        }
        if let Some(classes) = &self.locals.classes {
            self.tasks[id as usize].predicted = classes.run(&self.locals.jobs.list()[next], cluster).1;
        }
        self.clusters[cluster as usize].send(id, &mut self.tasks, cx.now);
        self.enqueue(id, cx);
    }

    /// Processes the end of a local job.
    pub(super) fn local_ended(&mut self, id: SubjectId, now: Time) {
        let Some(classes) = &mut self.locals.classes else { return };
        let task = &self.tasks[id as usize];
        let job = &self.locals.jobs.list()[(id - self.locals.first) as usize];
        classes.observe(job, task.cluster, task.run);
        // It ended earlier than predicted: later tasks start earlier.
        let forecast = &mut self.clusters[task.cluster as usize].forecast;
        if task.expected + task.predicted != now {
            forecast.fails();
        }
    }
}
