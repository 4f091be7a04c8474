//! The series of a run without rounding: a step at each moment at which one of them changes.

use super::{Status, SubjectId, Trace};
use crate::order;
use crate::time::Time;

/// A value from a time on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// From when.
    pub time: Time,
    /// Subjects that could start but had no nodes, of those that measures count.
    pub queued: i64,
    /// Subjects that run, of those that measures count.
    pub running: i64,
    /// Nodes at work for each kind of subject; those that are held but idle, suspended or with their owners are not.
    pub busy: Vec<i64>,
}

/// The number of waiting and of running subjects and of busy nodes, from the first change to the last: one entry a moment,
/// in order of time. Their means over stretches of time are those of [`super::series`].
pub fn state_changes(trace: &Trace) -> Vec<StateChange> {
    let kinds = trace.kinds.len().max(1);
    let mut changes: Vec<(Time, usize, i64)> = Vec::new();
    let mut add = |from: Time, to: Time, column: usize, height: i64| {
        if from < to {
            changes.push((from, column, height));
            if to < Time::MAX {
                changes.push((to, column, -height));
            }
        }
    };
    let subjects = &trace.subjects;
    for id in 0..subjects.len() {
        if !trace.kind(id as SubjectId).counts {
            continue;
        }
        if subjects.status[id] != Status::Rejected && subjects.eligible_time(id) != Time::MAX {
            add(subjects.eligible_time(id), subjects.start[id].min(subjects.end[id]), 0, 1);
        }
        if subjects.start[id] != Time::MAX {
            add(subjects.start[id], subjects.end[id], 1, 1);
        }
    }
    let intervals = &trace.intervals;
    for i in (0..intervals.len()).filter(|&i| intervals.phase[i].is_busy()) {
        let kind = usize::from(subjects.kind[intervals.subject[i] as usize]);
        add(intervals.start[i], intervals.end[i], 2 + kind, i64::from(intervals.rows[i]));
    }
    order::sort_by_key(&mut changes, |&(time, ..)| time.0);
    let mut level = vec![0_i64; 2 + kinds];
    let mut moments: Vec<StateChange> = Vec::new();
    for together in changes.chunk_by(|one, next| one.0 == next.0) {
        let before = level.clone();
        for &(_, column, height) in together {
            level[column] += height;
        }
        if level != before {
            let (queued, running, busy) = (level[0], level[1], level[2..].to_vec());
            moments.push(StateChange { time: together[0].0, queued, running, busy });
        }
    }
    moments
}
