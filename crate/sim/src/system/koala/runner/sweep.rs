//! The runner of parameter sweeps, which scavenge idle nodes (KOALA's CS-Runner with its launchers).
//!
//! Nodes pull: an idle launcher starts the next task of the pool. When nodes are reclaimed, the launchers with the
//! latest tasks stop first, as they lose the least work, and their tasks return to the front of the pool.

use super::{Claim, Runner};
use crate::system::class;
use crate::system::koala::grid::RunnerContext;
use crate::system::koala::reasons::PREEMPT;
use crate::system::koala::transport::Ready;
use crate::system::koala::{NONE, SWEEP_TASK};
use ganttlet_core::record::{Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::application::Application;
use ganttlet_work::grid::GridJob;
use std::collections::VecDeque;

struct Sweep {
    /// Its first task; the others follow.
    first: SubjectId,
    tasks: Vec<Span>,
    /// Remaining tasks, next first.
    pool: VecDeque<u32>,
    done: u32,
    launchers: Vec<Launcher>,
    /// Launchers that hold a node, in the order in which they pulled.
    active: Vec<u32>,
}

/// A launcher on a node of a sweep. Its index in the list is its id, which is never reused.
#[derive(Clone, Copy)]
struct Launcher {
    cluster: u16,
    holder: u32,
    row: u32,
    task: u32,
    /// True while it is starting.
    starting: bool,
    gone: bool,
}

pub(super) fn make(grid_job: &GridJob, record: &mut Recorder) -> Option<Box<dyn Runner>> {
    let Application::Sweep { tasks } = &grid_job.application else { return None };
    let job = &grid_job.job;
    let group = record.add_group(format!("sweep {}", job.number));
    let first = record.next_subject();
    for (&estimate, number) in tasks.iter().zip(1..) {
        let subject = Subject { number, user: job.user, group, submit: job.submit, nodes: 1, estimate };
        record.add_kind(subject, SWEEP_TASK);
    }
    let pool = (0..tasks.len() as u32).collect();
    let (launchers, active) = (Vec::new(), Vec::new());
    Some(Box::new(Sweep { first, tasks: tasks.clone(), pool, done: 0, launchers, active }))
}

impl Sweep {
    /// Starts the next task on the launcher; ends the launcher if there is none.
    fn pull(&mut self, place: u32, handle: &mut RunnerContext) {
        let Some(task) = self.pool.pop_front() else {
            self.quit(place, handle);
            return;
        };
        let launcher = &mut self.launchers[place as usize];
        launcher.task = task;
        let (now, row, cluster) = (handle.now(), launcher.row, launcher.cluster);
        let without = !handle.options().launchers;
        launcher.starting |= without;
        let starting = launcher.starting;
        self.active.retain(|&other| other != place);
        self.active.push(place);
        let subject = self.first + task;
        handle.record().place(subject, now, usize::from(cluster));
        let phase = if starting { Phase::PREPARES } else { Phase::WORKS };
        handle.occupy_row(subject, row, phase);
        if starting {
            let ready = now + handle.options().task_startup_s;
            handle.call_at(ready, class::ARRIVE, u64::from(place));
        } else {
            self.begin(place, handle);
        }
    }

    /// The task of a launcher begins to run.
    fn begin(&mut self, place: u32, handle: &mut RunnerContext) {
        let Launcher { task, cluster, .. } = self.launchers[place as usize];
        let now = handle.now();
        handle.record().start(self.first + task, now);
        let run = self.tasks[task as usize].scaled_to_speed(handle.job_speed(&[cluster]));
        handle.record().estimate(self.first + task, run);
        handle.call_at(now + run, class::FINISH, u64::from(place));
    }

    /// Releases the node of the launcher.
    fn quit(&mut self, place: u32, handle: &mut RunnerContext) {
        let launcher = &mut self.launchers[place as usize];
        launcher.gone = true;
        let (cluster, holder) = (launcher.cluster, launcher.holder);
        self.active.retain(|&other| other != place);
        handle.leave_node(cluster, holder);
        handle.note_returned_nodes(cluster, 1);
    }
}

impl Runner for Sweep {
    fn submit(&mut self, handle: &mut RunnerContext) {
        let now = handle.now();
        for task in 0..self.tasks.len() as u32 {
            handle.record().queue(self.first + task, now, NONE);
        }
        if !self.tasks.is_empty() {
            handle.scavenge();
        }
    }

    fn start_on_claims(&mut self, _: &[Claim], _: Ready, _: &mut RunnerContext) {}

    fn note_refused(&mut self, _: SubjectId, _: &mut RunnerContext) {}

    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext) {
        let place = tag as u32;
        let launcher = self.launchers[place as usize];
        if launcher.gone {
            return;
        }
        let now = handle.now();
        if launcher.starting {
            self.launchers[place as usize].starting = false;
            let subject = self.first + launcher.task;
            handle.record().vacate(subject, now);
            handle.occupy_row(subject, launcher.row, Phase::WORKS);
            self.begin(place, handle);
            return;
        }
        handle.record().finish(self.first + launcher.task, now, Status::Done);
        handle.end_subject();
        self.done += 1;
        if handle.options().launchers {
            self.pull(place, handle);
        } else {
            self.quit(place, handle);
        }
        if self.done as usize == self.tasks.len() {
            handle.stop_scavenging();
        }
    }

    fn wanted_nodes(&self) -> u32 {
        self.pool.len() as u32
    }

    fn accept_idle_nodes(&mut self, cluster: u16, nodes: u32, handle: &mut RunnerContext) {
        for left in (1..=nodes).rev() {
            let holder = handle.new_holder();
            let node = if self.pool.is_empty() { None } else { handle.scavenge_node(cluster, holder) };
            let Some(row) = node else {
                handle.note_returned_nodes(cluster, left);
                return;
            };
            let place = self.launchers.len() as u32;
            self.launchers.push(Launcher { cluster, holder, row, task: 0, starting: true, gone: false });
            self.pull(place, handle);
        }
    }

    fn lose_nodes(&mut self, cluster: u16, nodes: u32, handle: &mut RunnerContext) {
        let now = handle.now();
        for _ in 0..nodes {
            let there = |&place: &u32| self.launchers[place as usize].cluster == cluster;
            let Some(last) = self.active.iter().rposition(there) else { return };
            let place = self.active.remove(last);
            let launcher = &mut self.launchers[place as usize];
            launcher.gone = true;
            let (holder, task) = (launcher.holder, launcher.task);
            let subject = self.first + task;
            handle.record().stop(subject, now);
            handle.record().mark(now, subject, &PREEMPT, 1);
            self.pool.push_front(task);
            handle.leave_node(cluster, holder);
        }
    }
}
