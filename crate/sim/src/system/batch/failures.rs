//! Temporarily unavailable nodes: the jobs that lose them, and their bars.

use super::{Batch, Event};
use crate::policy::local::Waiting;
use crate::system::Context;
use crate::system::parts::Arrivals;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::event::{Class, Handle};
use ganttlet_core::record::{Kind, MarkKind, Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, UNKNOWN};

/// Parameters of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Parameters)]
pub struct FailureOptions {
    /// What happens to a job when one of its nodes becomes unavailable. Its work is lost in either case.
    #[parameter(name = "After a node failure", default = "resubmit")]
    pub on_failure: OnFailure,
}

/// Treatment of a job that loses a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum OnFailure {
    /// The job waits again, at the place of its arrival, and starts from its beginning (default of Slurm and PBS).
    #[word("resubmit")]
    Resubmit,
    /// The job ends (as in GridSim and Alea).
    #[word("lose")]
    Lose,
}

/// Why a job starts again.
pub(super) static LOST: MarkKind = MarkKind {
    id: "lost",
    sentence: "Job {job} lost its work, because one of its nodes failed; it released {nodes|1 node|# nodes}.",
};

/// Failures are handled after all ends and arrivals of their instant.
pub(super) const CLASS: Class = 2;

/// The current attempt of a job.
#[derive(Clone, Copy, Debug, Default)]
struct Attempt {
    /// The end of the job, while it runs.
    end: Option<Handle>,
    /// Its submit time at its cluster, and its number among the arrivals there.
    submitted: Time,
    arrival: u32,
    /// True if it has lost its nodes.
    again: bool,
}

/// A node with absences.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The subject of its bars.
    subject: SubjectId,
    /// Number of absences in progress.
    away: u32,
}

/// The failures of a run.
pub(super) struct Failures {
    absences: Arrivals<Absence>,
    options: FailureOptions,
    /// The current attempt of each job.
    attempts: Vec<Attempt>,
    /// By row; none for nodes that are always available.
    nodes: Vec<Option<Node>>,
}

impl Failures {
    /// The failures of a run with this number of jobs; none if no node is ever unavailable.
    pub(super) fn new(
        absences: Vec<Absence>,
        options: FailureOptions,
        (jobs, rows): (usize, u32),
    ) -> Option<Box<Self>> {
        if absences.is_empty() || rows == 0 || jobs == 0 {
            return None;
        }
        Some(Box::new(Self {
            absences: Arrivals::new(absences, |absence| absence.start),
            options,
            attempts: vec![Attempt::default(); jobs],
            nodes: vec![None; rows as usize],
        }))
    }

    /// Adds the failing nodes to the subjects of the record, and schedules the first failure. `first_rows` has the
    /// first row of each cluster.
    pub(super) fn start(&mut self, first_rows: &[u32], cx: &mut Context<Event>) {
        let rows = self.nodes.len() as u32;
        for absence in self.absences.list() {
            let away = Node { subject: SubjectId::MAX, away: 0 };
            self.nodes[(absence.machine % rows) as usize].get_or_insert(away);
        }
        for (row, node) in (0..).zip(&mut self.nodes) {
            let Some(node) = node else { continue };
            let cluster = first_rows.partition_point(|&first| first <= row) - 1;
            node.subject = add_node(&mut cx.record, row, row - first_rows[cluster], cluster);
        }
        self.absences.plan(CLASS, Event::Fail, cx);
    }

    /// Records the arrival of a job at a cluster.
    pub(super) fn note_arrival(&mut self, job: SubjectId, submitted: Time, arrival: u32) {
        let attempt = &mut self.attempts[job as usize];
        (attempt.submitted, attempt.arrival) = (submitted, arrival);
    }

    /// Records the start of a job and its end event.
    pub(super) fn note_start(&mut self, job: SubjectId, end: Handle) {
        self.attempts[job as usize].end = Some(end);
    }

    /// True if a job has lost its nodes before.
    pub(super) fn has_restarted(&self, job: SubjectId) -> bool {
        self.attempts[job as usize].again
    }

    /// Cancels further events, as all jobs have ended.
    pub(super) fn finish(&self, cx: &mut Context<Event>) {
        for node in self.nodes.iter().flatten() {
            cx.record.finish(node.subject, cx.now, Status::Done);
        }
        cx.stop();
    }
}

/// Adds a node to the subjects.
fn add_node(record: &mut Recorder, row: u32, node: u32, cluster: usize) -> SubjectId {
    let (number, submit, estimate) = (row + 1, Time::ZERO, Span::ZERO);
    let subject = Subject { number, user: UNKNOWN, group: UNKNOWN, submit, nodes: 1, estimate };
    let id = record.add_kind(subject, Kind::MACHINE);
    record.set_name(id, format!("Node {node}"));
    record.queue(id, submit, cluster);
    record.place(id, submit, cluster);
    record.start(id, submit);
    id
}

impl Batch {
    /// Begins the next absence of a node.
    pub(super) fn fail_node(&mut self, cx: &mut Context<Event>) {
        let Some(failures) = &mut self.failures else { return };
        let next = failures.absences.take(CLASS, Event::Fail, cx);
        let absence = failures.absences.list()[next];
        if absence.end <= cx.now() {
            return;
        }
        let row = absence.machine % failures.nodes.len() as u32;
        let Some(node) = &mut failures.nodes[row as usize] else { return };
        if absence.end < Time::MAX {
            cx.schedule(absence.end, CLASS, Event::Repair { row });
        }
        node.away += 1;
        if node.away > 1 {
            return;
        }
        let subject = node.subject;
        let (cluster, number) = self.place_of_row(row);
        if let Some((estimated_end, job)) = self.sites[cluster].manager.holder_of(number) {
            self.lose_job(job, cluster, estimated_end, cx);
        }
        self.sites[cluster].manager.take_down(number);
        self.seen[cluster].down += 1;
        cx.record.occupy(subject, cx.now, (row, 1), Phase::AWAY);
        self.note_replanning(cluster);
    }

    /// Ends an absence of a node.
    pub(super) fn repair_node(&mut self, row: u32, cx: &mut Context<Event>) {
        let Some(failures) = &mut self.failures else { return };
        let Some(node) = &mut failures.nodes[row as usize] else { return };
        node.away -= 1;
        if node.away > 0 {
            return;
        }
        cx.record.vacate(node.subject, cx.now);
        let (cluster, number) = self.place_of_row(row);
        self.sites[cluster].manager.bring_up(number);
        self.seen[cluster].down -= 1;
        self.note_replanning(cluster);
    }

    /// The cluster of a row, and the number of the node there.
    fn place_of_row(&self, row: u32) -> (usize, u32) {
        let cluster = self.sites.partition_point(|site| site.first_row <= row) - 1;
        (cluster, row - self.sites[cluster].first_row)
    }

    /// Records that the nodes of a cluster have changed and its reservations are recomputed.
    fn note_replanning(&mut self, cluster: usize) {
        self.sites[cluster].touched = true;
        self.before[cluster].forget_reservations();
        self.changed = true;
    }

    /// A running job loses its nodes and its work.
    fn lose_job(&mut self, id: SubjectId, cluster: usize, estimated_end: Time, cx: &mut Context<Event>) {
        let site = &mut self.sites[cluster];
        let Some(nodes) = site.manager.nodes_of(estimated_end, id) else { return };
        let count = nodes.len();
        for &(first, _) in nodes.ranges() {
            cx.record.leave(id, cx.now, site.first_row + first, true);
        }
        site.manager.release_job(estimated_end, id, cx.now());
        cx.record.mark(cx.now, id, &LOST, count.into());
        let Some(failures) = &mut self.failures else { return };
        let attempt = &mut failures.attempts[id as usize];
        attempt.again = true;
        if let Some(end) = attempt.end.take() {
            cx.cancel(end);
        }
        let job = &self.jobs.list()[id as usize];
        if failures.options.on_failure == OnFailure::Lose {
            self.seen[cluster].asked -= job.nodes;
            cx.record.finish(id, cx.now, Status::Killed);
            self.ended += 1;
            return;
        }
        cx.record.stop(id, cx.now);
        let Attempt { submitted, arrival, .. } = *attempt;
        let waiting = Waiting { submitted, arrival, ..self.waiting(id, self.sites[cluster].speed) };
        let site = &mut self.sites[cluster];
        site.manager.requeue(waiting, cx.now, &*self.local[cluster]);
        self.came(id, cluster, cx);
    }
}
