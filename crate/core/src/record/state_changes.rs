//! The exact series of a run: a step at each time at which one of them changes.

use super::{Status, SubjectId, Trace};
use crate::order;
use crate::time::Time;

/// The values from a time on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// The time of the change.
    pub time: Time,
    /// Number of subjects that could start but had no nodes, of those that metrics include.
    pub queued: i64,
    /// Number of running subjects, of those that metrics include.
    pub running: i64,
    /// Number of busy nodes for each kind of subject; without those that are held but idle, suspended or used by their
    /// owners.
    pub busy: Vec<i64>,
}

/// The number of waiting and of running subjects and of busy nodes, from the first change to the last: one entry per
/// time, in the order of time. Their means over periods are those of [`super::series`].
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
