//! The trace of a run: columns from which all charts, numbers and exports are derived.
//!
//! A system writes (`queue`, `start`, `finish`, `transfer`, `decide`), everything else reads. A *subject* is a job or a
//! task. An *interval* is a block of adjacent nodes allocated to a subject for a time; a job on scattered nodes, one
//! that grows or shrinks, and a task with several attempts have several. A *mark* is an event of a subject at an
//! instant: it grew, it was preempted. Rows are nodes, numbered through all clusters.

mod allocation_history;
mod band;
mod colour;
pub mod decision;
mod digest;
mod fixture;
mod groups;
mod idle_while_waiting;
mod index;
mod kind;
mod notable_events;
mod queue;
mod recorder;
mod series;
mod state;
mod state_changes;
mod table;
mod tables;
mod text_chart;
mod waits;

pub use allocation_history::SizeStep;
pub use band::Band;
pub use colour::{Colour, Colours, SubjectTypes};
pub use digest::{CHECKPOINTS, Digest};
pub use fixture::{Bar, trace_from_bars};
pub use idle_while_waiting::{IdleWhileWaiting, NodeTime, QueueHead};
pub use index::{Index, OPEN, Window};
pub use kind::{Kind, Look, Mark, MarkKind, Phase, PhaseKind, PhaseLook};
pub use notable_events::NOTABLE;
pub use queue::{QueueState, Waiting};
pub use recorder::{Level, Recorder};
pub use series::{KindUsage, Series, series};
pub use state::State;
pub use state_changes::{StateChange, state_changes};
pub use table::{Cell, Cells, Column, Row, Table, TableKind, Text};
pub use tables::{Intervals, Subjects};
pub use text_chart::text_chart;
pub use waits::{WAIT_LIMITS, WAIT_NUMBERS};

use crate::diagnostic::Diagnostic;
use crate::platform::Platform;
use crate::rule::SubjectId;
use crate::time::{Span, Time};
use serde::Serialize;
use ts_rs::TS;

/// The value for "unknown" in numbers of users, groups and the like.
pub const UNKNOWN: u32 = u32::MAX;

/// The status of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Not yet in any queue.
    Future,
    /// Waits for nodes.
    Queued,
    /// Waits for its files to arrive.
    Transferring,
    /// Holds nodes.
    Running,
    /// Completed.
    Done,
    /// Ended because its estimate expired.
    Killed,
    /// Can never run here.
    Rejected,
}

/// The data of a subject when it enters the trace.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The number, as shown.
    pub number: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// Its group, or the workflow it belongs to, or [`UNKNOWN`].
    pub group: u32,
    /// Its submit time.
    pub submit: Time,
    /// Number of nodes that it needs.
    pub nodes: u32,
    /// The requested time on nodes of speed 1, until [`Trace::estimate`] sets that for the chosen nodes.
    pub estimate: Span,
}

/// Data of a job in its log that do not affect its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The executable, or [`UNKNOWN`].
    pub application: u32,
    /// True if it failed there.
    pub failed: bool,
    /// Its start in the log; [`Time::MAX`] if that is not recorded.
    pub recorded_start: Time,
}

impl Logged {
    /// The data of a subject without a log.
    pub const NOTHING: Self = Self { application: UNKNOWN, failed: false, recorded_start: Time::MAX };
}

/// A file in transfer between clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// Start of the transfer.
    pub start: Time,
    /// End of the transfer.
    pub end: Time,
    /// The source cluster.
    pub from: u16,
    /// The destination cluster.
    pub to: u16,
    /// The task that waits for it.
    pub subject: SubjectId,
    /// The size.
    pub bytes: f64,
}

/// The trace of a run, up to now.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Warnings and notes after the run.
    pub findings: Vec<Diagnostic>,
    /// The clusters, from the top.
    pub bands: Vec<Band>,
    /// The subjects.
    pub subjects: Subjects,
    /// Names of the subjects where they are more than a number; empty, or one per subject.
    pub names: Vec<String>,
    /// The log data of the subjects; empty, or one for each subject.
    pub logged: Vec<Logged>,
    /// Names of groups (workflows); may be shorter than the highest group.
    pub group_names: Vec<String>,
    /// The length of the critical path of each group on the fastest nodes, without transfers; empty if groups have
    /// none.
    pub group_critical_path: Vec<Span>,
    /// The kinds of subjects; the first is [`Kind::JOB`] unless the system sets another one.
    pub kinds: Vec<Kind>,
    /// The types of subjects.
    pub types: SubjectTypes,
    /// The default colours.
    pub colours: Colours,
    /// The allocations.
    pub intervals: Intervals,
    /// The marks, oldest first.
    pub marks: Vec<Mark>,
    /// The texts in cells of tables, each once.
    pub texts: Vec<String>,
    /// The tables of the system.
    pub tables: Vec<Table>,
    /// Transfers of files between clusters; one in progress has an end after `now`.
    pub transfers: Vec<Transfer>,
    /// The recorded decisions: see [`decision`].
    pub decisions: decision::Decisions,
    /// The clause that says when a job may start before the head of the queue; empty if queues have no order.
    pub passing: &'static str,
    /// True if jobs only wait for nodes, so that nodes that are free meanwhile are holes.
    pub queues: bool,
    /// True if subjects start in the order in which they entered the queue.
    pub in_turn: bool,
    /// The time up to which it is complete.
    pub now: Time,
    /// The latest end of a subject.
    pub last_end: Time,
}

impl Trace {
    /// An empty trace of runs on `platform` that records the reasons of at most `decisions` decisions.
    pub fn new(platform: &Platform, decisions: usize) -> Self {
        let bands = platform.clusters.iter().enumerate();
        Self {
            bands: bands.map(|(i, cluster)| Band::from_cluster(cluster, platform.first_row(i))).collect(),
            kinds: vec![Kind::JOB],
            decisions: decision::Decisions::with_cap(decisions),
            ..Self::default()
        }
    }

    /// The phases that occurred, in the order of legends.
    pub fn phases(&self) -> impl Iterator<Item = Phase> {
        Phase::ALL.into_iter().filter(|phase| self.intervals.phases[phase.place()])
    }

    /// The end of the last job or task that metrics include, or of all if they include none: the end of the makespan.
    /// Local load, reservations and retained hosts may last longer.
    pub fn last_job_end(&self) -> Time {
        if self.kinds.iter().all(|kind| kind.counts) {
            return self.last_end;
        }
        let counted = || (0..self.subjects.len()).filter(|&id| self.kind(id as SubjectId).counts);
        if counted().next().is_none() {
            return self.last_end;
        }
        let ends = counted().map(|id| self.subjects.end[id]).filter(|&end| end != Time::MAX);
        ends.max().unwrap_or(self.first_submit())
    }

    /// The end of the last bar, as far as it is known: a bar without an end lasts until now.
    pub fn last_bar_end(&self) -> Time {
        let ends = self.intervals.end.iter().map(|&end| if end == Time::MAX { self.now } else { end });
        ends.fold(self.last_end, Time::max)
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.bands.last().map_or(0, |band| band.first_row + band.rows)
    }

    /// Adds a subject to the table, before it has arrived.
    #[inline]
    pub fn add(&mut self, subject: Subject) -> SubjectId {
        self.subjects.add(subject);
        self.subjects.len() as SubjectId - 1
    }

    /// Adds a subject of another kind, which is added to the kinds if it is new.
    pub fn add_kind(&mut self, subject: Subject, kind: Kind) -> SubjectId {
        let id = self.add(subject);
        if self.subjects.lean {
            return id;
        }
        let place = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        self.subjects.kind[id as usize] = place as u8;
        id
    }

    /// The kind of a subject.
    pub fn kind(&self, subject: SubjectId) -> Kind {
        self.kinds[usize::from(self.subjects.kind[subject as usize])]
    }

    /// For each kind whether any subject is of it: the first kind exists before all subjects.
    pub fn used_kinds(&self) -> Vec<bool> {
        let mut used = vec![false; self.kinds.len()];
        for &kind in &self.subjects.kind {
            used[usize::from(kind)] = true;
        }
        used
    }

    /// Records that from `time` on the subject only waits for files and nodes.
    pub fn ready(&mut self, subject: SubjectId, time: Time) {
        self.subjects.mark_changed(subject);
        if !self.subjects.lean {
            self.subjects.wait_times_mut(subject as usize).ready = time;
        }
    }

    /// Records that the subject has been sent to `cluster` at `time` and its files are in transfer.
    pub fn wait_for_files(&mut self, subject: SubjectId, time: Time, cluster: usize) {
        self.subjects.mark_changed(subject);
        if !self.subjects.lean {
            self.subjects.wait_times_mut(subject as usize).sent = time;
        }
        self.subjects.cluster[subject as usize] = cluster as u16;
        self.subjects.status[subject as usize] = Status::Transferring;
    }

    /// Records that the subject waits in the queue of `cluster` and could start from `time` on.
    #[inline]
    pub fn queue(&mut self, subject: SubjectId, time: Time, cluster: usize) {
        self.subjects.mark_changed(subject);
        self.subjects.set_queued(subject as usize, time, cluster as u16);
    }

    /// Records that the subject gets nodes at `time`, the first of them on `cluster`, but does not work yet.
    pub fn place(&mut self, subject: SubjectId, time: Time, cluster: usize) {
        self.subjects.mark_changed(subject);
        let id = subject as usize;
        if !self.subjects.lean {
            self.subjects.wait_times_mut(id).sent = time;
        }
        self.subjects.cluster[id] = cluster as u16;
        self.subjects.status[id] = Status::Running;
    }

    /// Starts the subject; [`Self::hold`] sets its rows. A subject that starts again keeps its earlier intervals.
    #[inline]
    pub fn start(&mut self, subject: SubjectId, time: Time) {
        self.subjects.mark_changed(subject);
        let id = subject as usize;
        self.subjects.start[id] = time;
        self.subjects.status[id] = Status::Running;
    }

    /// Records that the subject that just started holds `rows` rows from `row` on, and works.
    #[inline]
    pub fn hold(&mut self, subject: SubjectId, row: u32, rows: u32) {
        let start = self.subjects.start[subject as usize];
        self.occupy(subject, start, (row, rows), Phase::WORKS);
    }

    /// Records that the subject holds `rows` rows from `row` on, from `time` on.
    #[inline]
    pub fn occupy(&mut self, subject: SubjectId, time: Time, (row, rows): (u32, u32), phase: Phase) {
        self.subjects.mark_changed(subject);
        let interval = self.intervals.len() as u32;
        if let Some(last) = self.subjects.last_interval(subject) {
            let apart = last + 1 < interval;
            if apart {
                self.intervals.jumps.set(last, interval);
            }
            if let Some(open) = self.intervals.open.get_mut(&subject) {
                open.push(interval);
            } else if self.intervals.end[last as usize] != Time::MAX
                && self.open_intervals(subject).next().is_none()
            {
                self.intervals.again.set(subject, interval);
            } else if apart {
                let open = self.open_intervals(subject).map(|at| at as u32).chain([interval]).collect();
                self.intervals.open.insert(subject, open);
            }
        }
        self.subjects.append_interval(subject, interval);
        self.intervals.start.push(time);
        self.intervals.end.push(Time::MAX);
        self.intervals.row.push(row);
        self.intervals.rows.push(rows);
        self.intervals.subject.push(subject);
        self.intervals.phase.push(phase);
        self.intervals.phases[phase.place()] = true;
        self.intervals.mark_used(row, rows);
    }

    /// Records that the subject releases all its rows at `time`: its open intervals are closed, and may have zero
    /// length.
    #[inline]
    pub fn vacate(&mut self, subject: SubjectId, time: Time) {
        if let Some(open) = self.intervals.open.remove(&subject) {
            for interval in open {
                self.intervals.end[interval as usize] = time;
            }
            // Earlier intervals are closed.
            self.intervals.again.set(subject, u32::MAX);
            return;
        }
        let mut next = Some(self.first_current_interval(subject));
        while let Some(interval) = next.filter(|&at| at < self.intervals.len()) {
            if self.intervals.end[interval] == Time::MAX {
                self.intervals.end[interval] = time;
            }
            next = self.next_interval_of(subject, interval);
        }
    }

    /// The first interval of a subject since it last held no rows. Most have only one, without a search.
    #[inline]
    fn first_current_interval(&self, subject: SubjectId) -> usize {
        let first = self.subjects.first_interval[subject as usize];
        let only = self.subjects.last_interval(subject).is_none_or(|last| last == first);
        let again = || self.intervals.again.get(subject);
        (if only { None } else { again() }).unwrap_or(first) as usize
    }

    /// The next interval of a subject, likewise.
    #[inline]
    pub(super) fn next_interval_of(&self, subject: SubjectId, interval: usize) -> Option<usize> {
        let is_last = self.subjects.last_interval(subject) == Some(interval as u32);
        if is_last { None } else { self.intervals.next_of_subject(interval) }
    }

    /// The open intervals of a subject.
    fn open_intervals(&self, subject: SubjectId) -> impl Iterator<Item = usize> {
        let listed = self.intervals.open.get(&subject);
        let walked = listed.is_none().then(|| self.open_intervals_from_first(subject));
        let listed = listed.into_iter().flatten().map(|&at| at as usize);
        listed.chain(walked.into_iter().flatten())
    }

    /// The open intervals of a subject that are not listed.
    fn open_intervals_from_first(&self, subject: SubjectId) -> impl Iterator<Item = usize> {
        let first = self.first_current_interval(subject);
        let known = |&at: &usize| at < self.intervals.len();
        std::iter::successors(Some(first).filter(known), move |&at| self.next_interval_of(subject, at))
            .filter(|&at| self.intervals.end[at] == Time::MAX)
    }

    /// The subject releases the block that begins at `row` at `time`. If its work there was `lost`, its bars show it
    /// from the start of the block, including adjacent earlier ones on the same row in which it worked before a
    /// suspension.
    pub fn leave(&mut self, subject: SubjectId, time: Time, row: u32, lost: bool) {
        let there = self.open_intervals(subject).find(|&at| self.intervals.row[at] == row);
        let Some(last) = there else { return };
        self.intervals.end[last] = time;
        if let Some(open) = self.intervals.open.get_mut(&subject) {
            open.retain(|&at| at as usize != last);
        }
        if !lost {
            return;
        }
        let before: Vec<usize> = self.intervals_of(subject).take_while(|&at| at <= last).collect();
        let mut follows = time;
        for at in before.into_iter().rev() {
            if self.intervals.row[at] != row || self.intervals.end[at] != follows {
                continue;
            }
            follows = self.intervals.start[at];
            if matches!(self.intervals.phase[at], Phase::WORKS | Phase::COPIES) {
                self.intervals.phase[at] = Phase::LOST;
                self.intervals.phases[Phase::LOST.place()] = true;
            }
        }
    }

    /// Stops the subject, which waits to start again.
    pub fn stop(&mut self, subject: SubjectId, time: Time) {
        self.subjects.mark_changed(subject);
        self.vacate(subject, time);
        self.subjects.status[subject as usize] = Status::Queued;
    }

    /// Sends the stopped subject to `cluster`. Its wait times remain those of its first start.
    pub fn resend(&mut self, subject: SubjectId, cluster: usize) {
        self.subjects.mark_changed(subject);
        self.subjects.cluster[subject as usize] = cluster as u16;
    }

    /// Ends the subject and closes its intervals.
    #[inline]
    pub fn finish(&mut self, subject: SubjectId, time: Time, status: Status) {
        self.subjects.mark_changed(subject);
        let id = subject as usize;
        self.subjects.end[id] = time;
        self.subjects.status[id] = status;
        self.vacate(subject, time);
        self.last_end = self.last_end.max(time);
    }

    /// Records an event of a subject.
    pub fn mark(&mut self, time: Time, subject: SubjectId, kind: &'static MarkKind, value: i64) {
        self.marks.push(Mark { time, subject, kind, value });
    }

    /// Sets the requested time of the subject on its chosen nodes, at their speed.
    #[inline]
    pub fn estimate(&mut self, subject: SubjectId, estimate: Span) {
        if !self.subjects.lean {
            self.subjects.mark_changed(subject);
            self.subjects.estimate[subject as usize] = estimate;
        }
    }

    /// Records that the subject can never run here.
    pub fn reject(&mut self, subject: SubjectId) {
        self.subjects.mark_changed(subject);
        self.subjects.status[subject as usize] = Status::Rejected;
    }

    /// The name of a subject, otherwise its number.
    pub fn name(&self, subject: SubjectId) -> String {
        match self.names.get(subject as usize) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => self.subjects.number[subject as usize].to_string(),
        }
    }

    /// The type of a subject, as legends name it, if it has one.
    pub fn type_of(&self, subject: SubjectId) -> Option<&str> {
        self.types.of(subject).map(|place| &*self.types.names[place])
    }

    /// The default colours of its charts.
    pub fn default_colour(&self) -> Colour {
        let colour = if self.group_names.len() > 1 { self.colours.several } else { self.colours.one };
        let alike = self.types.names.is_empty() && self.kinds.len() < 2;
        if colour == Colour::Kind && alike { Colour::Wait } else { colour }
    }

    /// The ids of the rules of recorded decisions, in the order of their first decisions.
    pub fn rule_ids(&self) -> Vec<&'static str> {
        self.decisions.rule_ids()
    }

    /// The user of a subject, if known.
    pub fn user(&self, subject: SubjectId) -> Option<u32> {
        Some(self.subjects.user[subject as usize]).filter(|&user| user != UNKNOWN)
    }

    /// The first arrival; zero if there is none.
    pub fn first_submit(&self) -> Time {
        self.subjects.submit.iter().copied().min().unwrap_or(Time::ZERO)
    }
}
