//! The tables of a trace, one vector per column, so that a million bars need little memory and are read in one pass.

use super::{Phase, Status, Subject, SubjectId};
use crate::time::{Span, Time};
use std::collections::BTreeMap;

/// Number of subjects whose changes are counted together.
pub(super) const GROUP: usize = 256;
/// Marks a last interval that is too far from the first.
const FAR: u8 = u8::MAX;

/// The subject table, one vector per column, all of the same length.
#[derive(Clone, Debug, Default)]
pub struct Subjects {
    /// The number, as shown.
    pub number: Vec<u32>,
    /// Its user, or [`UNKNOWN`].
    pub user: Vec<u32>,
    /// Its group, or the workflow it belongs to, or [`UNKNOWN`].
    pub group: Vec<u32>,
    /// Its submit time (for a workflow task: that of its workflow).
    pub submit: Vec<Time>,
    /// Number of nodes that it needs.
    pub nodes: Vec<u32>,
    /// The requested time: on nodes of speed 1 until its nodes are chosen, then on those.
    pub estimate: Vec<Span>,
    /// When it started; [`Time::MAX`] before.
    pub start: Vec<Time>,
    /// When it ended; [`Time::MAX`] before.
    pub end: Vec<Time>,
    /// The cluster it was sent to, or `u16::MAX`.
    pub cluster: Vec<u16>,
    /// The status.
    pub status: Vec<Status>,
    /// Its index in [`Trace::kinds`](super::Trace::kinds).
    pub kind: Vec<u8>,
    /// Its first interval, or `u32::MAX`.
    pub first_interval: Vec<u32>,
    /// The distance from its first to its last interval so far; [`FAR`] if it is stored elsewhere.
    last: Vec<u8>,
    far: NextIntervals,
    /// The wait times of each subject before its start; empty while each entered a queue at submission.
    waits: Vec<WaitTimes>,
    /// True if the columns that the digest does not need are empty.
    pub(super) lean: bool,
    /// Number of changes in each group of 256 subjects.
    pub(super) changes: Vec<u32>,
}

/// The ends of the waits of a subject; [`Time::MAX`] while it waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitTimes {
    pub(super) ready: Time,
    pub(super) sent: Time,
    pub(super) eligible: Time,
}

impl WaitTimes {
    /// The same end for all kinds of waiting.
    const fn all_until(time: Time) -> Self {
        Self { ready: time, sent: time, eligible: time }
    }
}

impl Subjects {
    /// The time from which a subject waits only for nodes and files: a job from its submission, a task from the end of
    /// its last parent.
    /// [`Time::MAX`] before that.
    #[inline]
    pub fn ready_time(&self, id: usize) -> Time {
        self.wait_times(id).ready
    }

    /// When its cluster was chosen, after which its files were transferred. [`Time::MAX`] before that.
    #[inline]
    pub fn sent_time(&self, id: usize) -> Time {
        self.wait_times(id).sent
    }

    /// When it entered the queue of its cluster with all its files. [`Time::MAX`] before that.
    #[inline]
    pub fn eligible_time(&self, id: usize) -> Time {
        self.wait_times(id).eligible
    }

    /// The wait times of a subject.
    #[inline]
    fn wait_times(&self, id: usize) -> WaitTimes {
        match self.waits.get(id) {
            Some(&waits) => waits,
            None if self.cluster[id] == u16::MAX => WaitTimes::all_until(Time::MAX),
            None => WaitTimes::all_until(self.submit[id]),
        }
    }

    /// The wait times of a subject, for changes before its cluster is set.
    pub(super) fn wait_times_mut(&mut self, id: usize) -> &mut WaitTimes {
        if self.waits.is_empty() {
            self.waits = (0..self.len()).map(|id| self.wait_times(id)).collect();
        }
        &mut self.waits[id]
    }

    /// Records that a subject waits in the queue of a cluster from `time` on.
    #[inline]
    pub(super) fn set_queued(&mut self, id: usize, time: Time, cluster: u16) {
        if !self.lean && (cluster == u16::MAX || time != self.submit[id] || !self.waits.is_empty()) {
            let WaitTimes { ready, sent, eligible } = self.wait_times_mut(id);
            (*ready, *sent, *eligible) = (time.min(*ready), time.min(*sent), time);
        }
        self.cluster[id] = cluster;
        self.status[id] = Status::Queued;
    }

    /// Adds a subject that has not arrived.
    #[inline]
    pub(super) fn add(&mut self, subject: Subject) {
        let id = self.len();
        self.number.push(subject.number);
        self.submit.push(subject.submit);
        if !self.lean {
            self.user.push(subject.user);
            self.group.push(subject.group);
            self.nodes.push(subject.nodes);
            self.estimate.push(subject.estimate);
            self.kind.push(0);
            if !self.waits.is_empty() {
                self.waits.push(WaitTimes::all_until(Time::MAX));
            }
        }
        self.start.push(Time::MAX);
        self.end.push(Time::MAX);
        self.cluster.push(u16::MAX);
        self.status.push(Status::Future);
        self.first_interval.push(u32::MAX);
        self.last.push(0);
        self.changes.resize(self.len().div_ceil(GROUP), 0);
        self.mark_changed(id as SubjectId);
    }

    /// The last interval of a subject so far.
    #[inline]
    pub(super) fn last_interval(&self, subject: SubjectId) -> Option<u32> {
        let (first, last) = (self.first_interval[subject as usize], self.last[subject as usize]);
        match last {
            _ if first == u32::MAX => None,
            FAR => self.far.get(subject),
            near => Some(first + u32::from(near)),
        }
    }

    /// Appends a new interval, the last of all, to a subject.
    #[inline]
    pub(super) fn append_interval(&mut self, subject: SubjectId, interval: u32) {
        let first = &mut self.first_interval[subject as usize];
        if *first == u32::MAX {
            *first = interval;
            return;
        }
        let near = u8::try_from(interval - *first).unwrap_or(FAR);
        self.last[subject as usize] = near;
        if near == FAR {
            self.far.set(subject, interval);
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.number.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// Reserves memory for more entries.
    pub fn reserve(&mut self, more: usize) {
        if self.lean {
            return;
        }
        for column in [&mut self.number, &mut self.user, &mut self.group, &mut self.nodes] {
            column.reserve(more);
        }
        for column in [&mut self.submit, &mut self.start, &mut self.end] {
            column.reserve(more);
        }
        self.first_interval.reserve(more);
        self.estimate.reserve(more);
        self.last.reserve(more);
        self.cluster.reserve(more);
        self.status.reserve(more);
        self.kind.reserve(more);
    }

    /// Counts a change of a subject.
    #[inline]
    pub(super) fn mark_changed(&mut self, subject: SubjectId) {
        let changes = &mut self.changes[subject as usize / GROUP];
        *changes = changes.wrapping_add(1);
    }
}

/// Indices of intervals that follow others, for some subjects or intervals; stored up to the last that has one,
/// because subjects with many intervals are looked up often. Index 0 means none: the first interval follows no other.
#[derive(Clone, Debug, Default)]
pub(super) struct NextIntervals(Vec<u32>);

impl NextIntervals {
    #[inline]
    pub(super) fn get(&self, of: u32) -> Option<u32> {
        self.0.get(of as usize).copied().filter(|&place| place != 0)
    }

    #[inline]
    pub(super) fn set(&mut self, of: u32, place: u32) {
        let at = of as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = place;
    }
}

/// The interval table, in the order of starts. The end of a running interval is [`Time::MAX`].
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// When it begins.
    pub start: Vec<Time>,
    /// When it ends.
    pub end: Vec<Time>,
    /// Its first row.
    pub row: Vec<u32>,
    /// Number of rows.
    pub rows: Vec<u32>,
    /// The subject.
    pub subject: Vec<SubjectId>,
    /// The phase.
    pub phase: Vec<Phase>,
    /// For each phase whether it occurred, in the order of their table.
    pub(super) phases: [bool; Phase::ALL.len()],
    /// For each row whether it was ever held; may be shorter than the number of rows.
    used: Vec<bool>,
    /// The next interval of the same subject, if it is not the following one: most subjects have consecutive
    /// intervals.
    pub(super) jumps: NextIntervals,
    /// The first interval that a subject got after it had vacated all that it held before.
    pub(super) again: NextIntervals,
    /// The open intervals of subjects whose open intervals are not consecutive.
    pub(super) open: BTreeMap<SubjectId, Vec<u32>>,
}

impl Intervals {
    /// For each row whether it was used so far; false for rows beyond the end.
    pub fn used_rows(&self) -> &[bool] {
        &self.used
    }

    /// Marks `rows` rows from `row` on as used.
    #[inline]
    pub(super) fn mark_used(&mut self, row: u32, rows: u32) {
        let (from, to) = (row as usize, row.saturating_add(rows) as usize);
        if to > self.used.len() {
            self.used.resize(to, false);
        }
        self.used[from..to].fill(true);
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Reserves memory for more entries.
    pub(super) fn reserve(&mut self, more: usize) {
        self.start.reserve(more);
        self.end.reserve(more);
        for column in [&mut self.row, &mut self.rows, &mut self.subject] {
            column.reserve(more);
        }
        self.phase.reserve(more);
    }

    /// Frees unused memory.
    pub(super) fn shrink(&mut self) {
        self.start.shrink_to_fit();
        self.end.shrink_to_fit();
        for column in [&mut self.row, &mut self.rows, &mut self.subject] {
            column.shrink_to_fit();
        }
        self.phase.shrink_to_fit();
        self.jumps.0.shrink_to_fit();
        self.again.0.shrink_to_fit();
    }

    /// The next interval of the same subject.
    #[inline]
    pub fn next_of_subject(&self, interval: usize) -> Option<usize> {
        let next = interval + 1;
        if self.subject.get(next) == Some(&self.subject[interval]) {
            return Some(next);
        }
        self.jumps.get(interval as u32).map(|next| next as usize).filter(|&next| next < self.len())
    }
}
