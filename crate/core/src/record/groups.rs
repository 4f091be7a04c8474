//! Summaries of groups of subjects, so that the state at a time is computed without a visit to each subject.
//!
//! The subject table is divided into groups of 256. A group has the ranges of submit, ready, start and end times, so
//! that groups that are entirely in the past, in the future or in the queue are counted at once. Nothing is assumed
//! about the order of the table: fewer groups are visited if it is sorted.

use super::tables::GROUP;
use super::{Status, SubjectId, Trace};
use crate::time::Time;
use std::ops::Range;

/// The summary of a group of subjects, by default of those that metrics include and that were not rejected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The number of changes of the group at the time of this summary.
    changes: u32,
    /// Number of subjects.
    pub(super) count: u32,
    /// The earliest time at which one could wait.
    pub(super) one_there: Time,
    /// The time from which all could wait; [`Time::MAX`] if unknown.
    pub(super) all_there: Time,
    /// When one first held nodes, started or left; includes those that started before they were rejected.
    pub(super) first_start: Time,
    /// When the last one left, [`Time::MAX`] if one is still present; includes the same subjects.
    pub(super) all_gone: Time,
    /// The latest start, of all that metrics include.
    pub(super) last_start: Time,
    /// Number of started subjects, of all that metrics include.
    pub(super) started: u32,
    /// Total wait time of the started ones since only nodes and files were missing, in microseconds.
    pub(super) waited: i128,
    /// Total wait time of the started ones since submission.
    pub(super) waited_since_submit: i128,
    /// The earliest submission, start or end, of all subjects.
    pub(super) first_event: Time,
    /// The latest submission, start or end, of all subjects.
    pub(super) last_event: Time,
}

/// The groups of a trace, in the order of its subject table.
#[derive(Debug, Default)]
pub(super) struct Groups(Vec<Group>);

impl Groups {
    /// Updates the summaries of groups that have changed.
    pub(super) fn update(&mut self, trace: &Trace) {
        let changes = &trace.subjects.changes;
        self.0.truncate(changes.len());
        for (place, group) in self.0.iter_mut().enumerate() {
            if group.changes != changes[place] {
                *group = Group::of(trace, place);
            }
        }
        self.0.extend((self.0.len()..changes.len()).map(|place| Group::of(trace, place)));
    }

    /// All groups, each with its indices in the subject table.
    pub(super) fn iter(&self, trace: &Trace) -> impl Iterator<Item = (&Group, Range<usize>)> {
        let all = trace.subjects.len();
        self.0
            .iter()
            .zip((0..).step_by(GROUP))
            .map(move |(group, first)| (group, first..all.min(first + GROUP)))
    }

    /// Memory use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Group>()
    }
}

impl Group {
    /// The summary of the group with this index.
    fn of(trace: &Trace, place: usize) -> Self {
        let table = &trace.subjects;
        let mut group = Self {
            changes: table.changes[place],
            count: 0,
            one_there: Time::MAX,
            all_there: Time(i64::MIN),
            first_start: Time::MAX,
            all_gone: Time(i64::MIN),
            last_start: Time(i64::MIN),
            started: 0,
            waited: 0,
            waited_since_submit: 0,
            first_event: Time::MAX,
            last_event: Time(i64::MIN),
        };
        for id in place * GROUP..table.len().min((place + 1) * GROUP) {
            let (start, end) = (table.start[id], table.end[id]);
            for time in [table.submit[id], start, end].into_iter().filter(|&time| time != Time::MAX) {
                group.first_event = group.first_event.min(time);
                group.last_event = group.last_event.max(time);
            }
            if !trace.kind(id as SubjectId).counts {
                continue;
            }
            if start != Time::MAX {
                group.started += 1;
                group.waited += i128::from((start - table.ready_time(id)).0);
                group.waited_since_submit += i128::from((start - table.submit[id]).0);
                group.last_start = group.last_start.max(start);
            }
            let rejected = table.status[id] == Status::Rejected;
            if !rejected {
                group.count += 1;
                group.one_there = group.one_there.min(table.eligible_time(id));
                group.all_there = group.all_there.max(table.eligible_time(id));
            }
            if !rejected || start != Time::MAX {
                let held = trace.intervals.start.get(table.first_interval[id] as usize);
                group.first_start =
                    group.first_start.min(start).min(end).min(held.copied().unwrap_or(Time::MAX));
                group.all_gone = group.all_gone.max(end);
            }
        }
        group
    }
}
