//! The tables of a trace: one column a vector, so that a million bars take little and are read in one go.

use super::{Phase, Status, SubjectId};
use crate::time::{Span, Time};
use std::collections::BTreeMap;

/// Subjects whose changes are counted together.
pub(super) const GROUP: usize = 256;

/// The subject table, one column a vector, all of the same length.
#[derive(Clone, Debug, Default)]
pub struct Subjects {
    /// The number people know it by.
    pub number: Vec<u32>,
    /// Its user, or [`UNKNOWN`].
    pub user: Vec<u32>,
    /// Its group, or the workflow it belongs to, or [`UNKNOWN`].
    pub group: Vec<u32>,
    /// When it arrived (a workflow task: when its workflow did).
    pub submit: Vec<Time>,
    /// The nodes it needs.
    pub nodes: Vec<u32>,
    /// How long it was said to run.
    pub estimate: Vec<Span>,
    /// When nothing but nodes and files kept it from starting: a job when it is submitted, a task when its last parent
    /// has ended. [`Time::MAX`] before that.
    pub ready: Vec<Time>,
    /// When its cluster was chosen, after which its files moved. [`Time::MAX`] before that.
    pub sent: Vec<Time>,
    /// When it entered the queue of its cluster, its files being there. [`Time::MAX`] before that.
    pub eligible: Vec<Time>,
    /// When it started; [`Time::MAX`] before.
    pub start: Vec<Time>,
    /// When it ended; [`Time::MAX`] before.
    pub end: Vec<Time>,
    /// The cluster it was sent to, or `u16::MAX`.
    pub cluster: Vec<u16>,
    /// How far it has come.
    pub status: Vec<Status>,
    /// Its place in [`Trace::kinds`](super::Trace::kinds).
    pub kind: Vec<u8>,
    /// Its first interval, or `u32::MAX`.
    pub first_interval: Vec<u32>,
    /// Its last interval so far, or `u32::MAX`.
    pub last_interval: Vec<u32>,
    /// True if the columns that the digest does without are empty.
    pub(super) lean: bool,
    /// How often something changed in each group of 256 of them.
    pub(super) changes: Vec<u32>,
}

impl Subjects {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.number.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, more: usize) {
        if self.lean {
            return;
        }
        for column in [&mut self.number, &mut self.user, &mut self.group, &mut self.nodes] {
            column.reserve(more);
        }
        for column in [&mut self.first_interval, &mut self.last_interval] {
            column.reserve(more);
        }
        let times = [&mut self.submit, &mut self.ready, &mut self.sent, &mut self.eligible, &mut self.start];
        for column in times.into_iter().chain([&mut self.end]) {
            column.reserve(more);
        }
        self.estimate.reserve(more);
        self.cluster.reserve(more);
        self.status.reserve(more);
        self.kind.reserve(more);
    }

    /// Notes that something of a subject changes.
    #[inline]
    pub(super) fn touch(&mut self, subject: SubjectId) {
        let changes = &mut self.changes[subject as usize / GROUP];
        *changes = changes.wrapping_add(1);
    }
}

/// The interval table, in the order of their starts. The end of one that still runs is [`Time::MAX`].
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// When it begins.
    pub start: Vec<Time>,
    /// When it ends.
    pub end: Vec<Time>,
    /// Its first row.
    pub row: Vec<u32>,
    /// How many rows it is high.
    pub rows: Vec<u32>,
    /// Whose it is.
    pub subject: Vec<SubjectId>,
    /// What the subject does there.
    pub phase: Vec<Phase>,
    /// Which phases occurred, in the order of their table.
    pub(super) phases: [bool; Phase::ALL.len()],
    /// The next interval of the same subject where that is not the one behind it: most subjects get all of theirs at once.
    pub(super) jumps: BTreeMap<u32, u32>,
    /// The first interval that a subject got after it had vacated all that it held before.
    pub(super) again: BTreeMap<SubjectId, u32>,
}

impl Intervals {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// The next interval of the same subject.
    #[inline]
    pub fn after(&self, interval: usize) -> Option<usize> {
        let next = interval + 1;
        if self.subject.get(next) == Some(&self.subject[interval]) {
            return Some(next);
        }
        self.jumps.get(&(interval as u32)).map(|&next| next as usize).filter(|&next| next < self.len())
    }
}
