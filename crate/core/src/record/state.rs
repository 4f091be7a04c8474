//! The state at a time, and the times of the next events.

use super::index::{Index, Window};
use super::{Status, SubjectId, Trace};
use crate::order;
use crate::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of subjects in [`State::first_queued`].
const FIRST: usize = 50;
/// Runtimes below this limit count as this limit in a bounded slowdown, in microseconds.
const SHORT: i64 = 10_000_000;

/// The state at a time. Subjects are those that metrics include.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct State {
    /// Number of subjects that could start but had no nodes.
    pub queued: u32,
    /// Number of subjects that held nodes.
    pub running: u32,
    /// Number of busy nodes, of any kind of work; without those that are held but idle, suspended or used by their
    /// owners.
    pub busy: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of free nodes of each cluster: nodes that no subject holds through that instant.
    pub free_by_cluster: Vec<u32>,
    /// The subjects at the front of the queue: at most 50, in the order in which they became ready.
    pub first_queued: Vec<SubjectId>,
}

impl Index {
    /// The state at `time`, after all events of that instant. Nothing is known after [`Trace::now`]: later times give
    /// the same state.
    pub fn state_at(&mut self, trace: &Trace, time: Time) -> State {
        self.update(trace);
        self.groups.update(trace);
        let table = &trace.subjects;
        let free_by_cluster = trace.bands.iter().map(|band| band.rows).collect();
        let mut state = State { nodes: trace.rows(), free_by_cluster, ..State::default() };
        let mut first: Vec<(Time, SubjectId)> = Vec::new();
        for (group, all) in self.groups.iter(trace) {
            if time < group.one_there || time >= group.all_gone {
                continue;
            }
            let waits = group.all_there <= time && time < group.first_start;
            if waits {
                state.queued += group.count;
                if first.len() == FIRST && first.last().is_some_and(|&(last, _)| last < group.one_there) {
                    continue;
                }
            }
            // Most have ended, or have not arrived.
            let there = |&id: &usize| table.end[id] > time && table.eligible_time(id) <= time;
            for subject in all.filter(there).map(|id| id as SubjectId).filter(|&id| trace.kind(id).counts) {
                match trace.status_at(subject, time) {
                    Status::Running => state.running += 1,
                    Status::Queued => {
                        state.queued += u32::from(!waits);
                        insert_in_order(&mut first, (table.eligible_time(subject as usize), subject));
                    }
                    _ => {}
                }
            }
        }
        state.first_queued = first.into_iter().map(|(_, id)| id).collect();
        let held = &trace.intervals;
        let mut kept: Vec<(u32, u32, SubjectId)> = Vec::new();
        let window = Window { time: time.0.saturating_sub(1)..time.0.saturating_add(1), rows: 0..u32::MAX };
        // The nodes that were allocated and freed at this instant.
        let (mut given, mut returned) = (Vec::new(), Vec::new());
        self.visit_window(trace, &window, 0, |i| {
            let one = (held.row[i], held.rows[i], held.subject[i]);
            if held.start[i] <= time && held.end[i] > time {
                state.busy += if held.phase[i].is_busy() { held.rows[i] } else { 0 };
            }
            match (held.start[i] < time, held.end[i] > time) {
                (true, true) => kept.push(one),
                (false, true) if held.start[i] == time => given.push(one),
                (true, false) if held.end[i] == time => returned.push(one),
                _ => {}
            }
        });
        // A subject that changes its size or phase frees nodes and gets them again.
        order::sort_by_key(&mut returned, |&(.., subject)| i64::from(subject));
        for (row, rows, subject) in given {
            let first = returned.partition_point(|&(.., other)| other < subject);
            for &(other, more, _) in returned[first..].iter().take_while(|&&(.., other)| other == subject) {
                let (from, to) = (row.max(other), (row + rows).min(other + more));
                if from < to {
                    kept.push((from, to - from, subject));
                }
            }
        }
        // Pieces may overlap where two subjects hold a node.
        order::sort_by_key(&mut kept, |&(row, ..)| row.into());
        let mut counted = 0;
        for (row, rows, _) in kept {
            let (from, to) = (row.max(counted), row + rows);
            if let Some(cluster) = trace.cluster_at(row).filter(|_| from < to) {
                state.free_by_cluster[cluster] -= to - from;
                counted = to;
            }
        }
        state
    }

    /// The mean wait time, in seconds, of counted subjects that were submitted at `since` or later and had started by
    /// `time`: from submission, or from when only nodes and files were missing. `None` if there are none.
    pub fn mean_wait_between(
        &mut self,
        trace: &Trace,
        (since, time): (Time, Time),
        from_submit: bool,
    ) -> Option<f64> {
        self.groups.update(trace);
        let table = &trace.subjects;
        let (mut started, mut waited) = (0_u32, 0_i128);
        for (group, all) in self.groups.iter(trace).filter(|(group, _)| group.started > 0) {
            if group.last_start <= time && since <= group.first_event {
                started += group.started;
                waited += if from_submit { group.waited_since_submit } else { group.waited };
                continue;
            }
            let begun = |&id: &usize| {
                since <= table.submit[id] && table.start[id] <= time && trace.kind(id as SubjectId).counts
            };
            for id in all.filter(begun) {
                started += 1;
                let from = if from_submit { table.submit[id] } else { table.ready_time(id) };
                waited += i128::from((table.start[id] - from).0);
            }
        }
        (started > 0).then(|| waited as f64 / 1e6 / f64::from(started))
    }

    /// The next submission, start or end after `time`, as far as it is known.
    pub fn next_event(&mut self, trace: &Trace, time: Time) -> Option<Time> {
        self.groups.update(trace);
        let mut next = Time::MAX;
        for (group, all) in self.groups.iter(trace) {
            if group.first_event > time {
                next = next.min(group.first_event);
            } else if group.last_event > time {
                next = all
                    .flat_map(|id| event_times(trace, id))
                    .filter(|&event| event > time)
                    .fold(next, Time::min);
            }
        }
        Some(next).filter(|&next| next <= trace.now && next != Time::MAX)
    }

    /// When a subject was last submitted, started or ended before `time`.
    pub fn previous_event(&mut self, trace: &Trace, time: Time) -> Option<Time> {
        self.groups.update(trace);
        let known = |&event: &Time| event < time && event <= trace.now;
        let mut last: Option<Time> = None;
        for (group, all) in self.groups.iter(trace) {
            if known(&group.last_event) {
                last = last.max(Some(group.last_event));
            } else if known(&group.first_event) {
                last = last.max(all.flat_map(|id| event_times(trace, id)).filter(known).max());
            }
        }
        last
    }
}

/// The submit, start and end time of a subject; [`Time::MAX`] if unknown.
fn event_times(trace: &Trace, id: usize) -> [Time; 3] {
    let table = &trace.subjects;
    [table.submit[id], table.start[id], table.end[id]]
}

/// Inserts a subject into the ordered list of the first ones.
fn insert_in_order(first: &mut Vec<(Time, SubjectId)>, one: (Time, SubjectId)) {
    if first.len() < FIRST || first.last().is_some_and(|last| one < *last) {
        first.truncate(FIRST - 1);
        first.insert(first.partition_point(|known| *known < one), one);
    }
}

impl Trace {
    /// The status of a subject at `time`. A stopped subject waits again.
    pub fn status_at(&self, subject: SubjectId, time: Time) -> Status {
        let (table, id) = (&self.subjects, subject as usize);
        if table.end[id] <= time || table.status[id] == Status::Rejected {
            return table.status[id];
        }
        if table.eligible_time(id) > time {
            return if table.ready_time(id) <= time { Status::Transferring } else { Status::Future };
        }
        // Most subjects have one interval, from their start to their end.
        let simple = !self.is_scattered(subject) && table.start[id] <= time;
        let by_parts = || table.start[id] <= time && self.works_through_parts(subject);
        if simple && table.status[id] != Status::Queued || self.holds_nodes_at(subject, time) || by_parts() {
            Status::Running
        } else {
            Status::Queued
        }
    }

    /// True if a subject has passed all its nodes to its parts at its start.
    fn works_through_parts(&self, subject: SubjectId) -> bool {
        let start = self.subjects.start[subject as usize];
        let mut own = self.intervals_of(subject).peekable();
        own.peek().is_some() && own.all(|i| self.intervals.end[i] <= start)
    }

    /// True if a subject held nodes at `time`.
    pub fn holds_nodes_at(&self, subject: SubjectId, time: Time) -> bool {
        let table = &self.intervals;
        let mut begun = self.intervals_of(subject).take_while(|&i| table.start[i] <= time);
        begun.any(|i| table.end[i] > time)
    }

    /// The time of the next decision after `time`, as far as it is known.
    pub fn next_decision(&self, time: Time) -> Option<Time> {
        let list = self.decisions.kept();
        list.get(list.partition_point(|decision| decision.time <= time)).map(|decision| decision.time)
    }

    /// The time of the latest decision before `time`.
    pub fn previous_decision(&self, time: Time) -> Option<Time> {
        let list = self.decisions.kept();
        let later = list.partition_point(|decision| decision.time < time);
        later.checked_sub(1).map(|at| list[at].time)
    }

    /// The bounded slowdown of a subject that has ended: its response time over its runtime, where runtimes under 10 s
    /// count as 10 s; at least 1. `None` before its end.
    pub fn bounded_slowdown(&self, subject: SubjectId) -> Option<f64> {
        let (table, id) = (&self.subjects, subject as usize);
        if table.end[id] == Time::MAX || table.start[id] == Time::MAX {
            return None;
        }
        let run = (table.end[id] - table.start[id]).0.max(SHORT);
        Some(((table.end[id] - table.submit[id]).0 as f64 / run as f64).max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Phase, trace_from_bars};
    use crate::rule::{Decision, Rule};

    fn seconds(seconds: f64) -> Time {
        Time::from_seconds(seconds)
    }

    #[test]
    fn the_state_at_a_time_agrees_with_the_tables() {
        let trace =
            trace_from_bars(&[4], 9.0, &[(0, 3, 0.0, Some(4.0)), (0, 1, 4.0, Some(6.0)), (1, 2, 5.0, None)]);
        let at = |time: f64| {
            let state = Index::default().state_at(&trace, seconds(time));
            (state.queued, state.running, state.busy, state.first_queued)
        };
        assert_eq!(at(-1.0), (0, 0, 0, vec![]));
        assert_eq!(at(0.0), (2, 1, 3, vec![1, 2]));
        assert_eq!(at(4.0), (1, 1, 1, vec![2]));
        assert_eq!(at(5.5), (0, 2, 3, vec![]));
        assert_eq!(at(99.0), (0, 1, 2, vec![]));
        assert_eq!(Index::default().state_at(&trace, seconds(1.0)).nodes, 4);
    }

    #[test]
    fn free_nodes_of_an_instant_are_counted_once() {
        // The first holds four of six nodes until 4. Then two jobs of zero length use all six, one after the other, and
        // one on the second cluster continues.
        let bars = [
            (0, 4, 0.0, Some(4.0)),
            (6, 1, 0.0, Some(9.0)),
            (0, 6, 4.0, Some(4.0)),
            (0, 6, 4.0, Some(4.0)),
            (0, 5, 4.0, Some(9.0)),
        ];
        let trace = trace_from_bars(&[6, 2], 9.0, &bars);
        let free = |time: f64| Index::default().state_at(&trace, seconds(time)).free_by_cluster;
        assert_eq!([0.0, 3.0, 4.0, 5.0, 9.0].map(free), [[6, 2], [2, 1], [6, 1], [1, 1], [6, 2]]);
    }

    #[test]
    fn nodes_kept_by_a_resizing_job_are_not_free() {
        let mut trace = trace_from_bars(&[8], 9.0, &[(0, 6, 0.0, None)]);
        let resize = |trace: &mut Trace, time: f64, rows: u32| {
            trace.vacate(0, seconds(time));
            trace.occupy(0, seconds(time), (0, rows), Phase::WORKS);
        };
        resize(&mut trace, 3.0, 2);
        resize(&mut trace, 5.0, 5);
        let free = |time: f64| Index::default().state_at(&trace, seconds(time)).free_by_cluster[0];
        assert_eq!([0.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(free), [8, 2, 6, 6, 6, 3]);
    }

    #[test]
    fn a_long_queue_is_listed_up_to_a_limit() {
        let bar = |i: u32| (0, 1, f64::from(i) + 100.0, Some(f64::from(i) + 101.0));
        let mut trace = trace_from_bars(&[1], 300.0, &(0..80).map(bar).collect::<Vec<_>>());
        trace.subjects.wait_times_mut(79).eligible = seconds(-1.0);
        let state = Index::default().state_at(&trace, seconds(10.0));
        let expected: Vec<u32> = [79].into_iter().chain(0..49).collect();
        assert_eq!((state.queued, state.first_queued), (80, expected));
    }

    #[test]
    fn next_and_previous_events_and_decisions_are_found() {
        static HEAD: Rule = Rule::new("head", "");
        let mut trace = trace_from_bars(&[1], 7.0, &[(0, 1, 1.0, Some(4.0)), (0, 1, 5.0, Some(9.0))]);
        for time in [1.0, 5.0, 5.0] {
            trace.decisions.push(Decision::new(seconds(time), 0, &HEAD));
        }
        let mut index = Index::default();
        let times = [-1.0, 0.0, 4.5, 5.0, 9.0].map(seconds);
        let some = |times: [f64; 5]| times.map(|time| Some(time).filter(|time| *time >= 0.0).map(seconds));
        // The end at nine is beyond the known time.
        assert_eq!(times.map(|time| index.next_event(&trace, time)), some([0.0, 1.0, 5.0, -1.0, -1.0]));
        assert_eq!(times.map(|time| index.previous_event(&trace, time)), some([-1.0, -1.0, 4.0, 4.0, 5.0]));
        assert_eq!(times.map(|time| trace.next_decision(time)), some([1.0, 1.0, 5.0, -1.0, -1.0]));
        assert_eq!(times.map(|time| trace.previous_decision(time)), some([-1.0, -1.0, 1.0, 1.0, 5.0]));
    }

    #[test]
    fn short_runs_have_a_bounded_slowdown() {
        let bars = [(0, 1, 30.0, Some(31.0)), (0, 1, 40.0, Some(80.0)), (0, 1, 90.0, None)];
        let trace = trace_from_bars(&[1], 99.0, &bars);
        assert_eq!([0, 1, 2].map(|id| trace.bounded_slowdown(id)), [Some(3.1), Some(2.0), None]);
    }
}
