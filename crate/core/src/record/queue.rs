//! The queue at a time, with the reasons of waiting subjects.

use super::index::{Index, Window};
use super::{Kind, Status, SubjectId, Trace};
use crate::order;
use crate::rule::{Decision, Rule};
use crate::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// A subject that waits for nodes.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Waiting {
    /// Its index in the subject table.
    pub id: SubjectId,
    /// The name, as shown.
    pub name: String,
    /// Number of nodes that it needs.
    pub nodes: u32,
    /// Its kind: `job`, ..
    pub kind: &'static str,
    /// The cluster that was chosen for it; none while there is none.
    pub cluster: Option<u16>,
    /// The wait time so far, in seconds.
    pub waits_s: f64,
    /// Why it waits at that time, as text.
    pub reason: String,
}

/// The state of the queues at a time.
#[derive(Debug)]
pub struct QueueState<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// The time.
    pub time: Time,
    /// All waiting subjects, jobs and tasks of any kind, in the order in which they entered their queues.
    pub waiting: Vec<SubjectId>,
    /// The allocations: first row, number of rows, subject.
    pub held: Vec<(u32, u32, SubjectId)>,
    /// Number of free nodes of each cluster.
    pub free: Vec<u32>,
}

impl QueueState<'_> {
    /// The text of several decisions that apply at this time.
    pub fn explain_all(&self, decisions: &[Decision<&Rule>]) -> String {
        decisions.iter().map(|&decision| self.trace.explain(decision)).collect::<Vec<_>>().join(" ")
    }

    /// The latest decision about a subject recorded up to this time.
    pub fn latest_decision_about(&self, subject: SubjectId) -> Option<Decision<&Rule>> {
        self.trace.decision_before(subject, self.time)
    }
}

impl Index {
    /// The state of the queues at `time`.
    fn queue_state_at<'a>(&mut self, trace: &'a Trace, time: Time) -> QueueState<'a> {
        self.update(trace);
        let table = &trace.subjects;
        let there = |&id: &usize| table.end[id] > time && table.eligible_time(id) <= time;
        // A machine without a bar is free, and does not wait.
        let waits =
            |&id: &SubjectId| trace.kind(id) != Kind::MACHINE && trace.status_at(id, time) == Status::Queued;
        let mut waiting: Vec<SubjectId> =
            (0..table.len()).filter(there).map(|id| id as SubjectId).filter(waits).collect();
        order::sort_by_key(&mut waiting, |&id| table.eligible_time(id as usize).0);
        let mut held = Vec::new();
        let mut free: Vec<u32> = trace.bands.iter().map(|band| band.rows).collect();
        let window = Window { time: time.0..time.0.saturating_add(1), rows: 0..u32::MAX };
        self.visit_window(trace, &window, 0, |i| {
            let (row, rows) = (trace.intervals.row[i], trace.intervals.rows[i]);
            held.push((row, rows, trace.intervals.subject[i]));
            if let Some(cluster) = trace.cluster_at(row) {
                free[cluster] = free[cluster].saturating_sub(rows);
            }
        });
        QueueState { trace, time, waiting, held, free }
    }

    /// The queue at `time`, in the order in which subjects became ready, each with its reason (`why`): at most those
    /// in [`State::first_queued`](super::State::first_queued).
    pub fn queue_at(
        &mut self,
        trace: &Trace,
        time: Time,
        why: impl FnOnce(&QueueState, &[SubjectId]) -> Vec<String>,
    ) -> Vec<Waiting> {
        let known = time.min(trace.now.max(trace.last_end));
        let first = self.state_at(trace, known).first_queued;
        let reasons = why(&self.queue_state_at(trace, known), &first);
        let waiting = |(id, reason): (SubjectId, String)| Waiting {
            id,
            name: trace.name(id),
            nodes: trace.subjects.nodes[id as usize],
            kind: trace.kind(id).name,
            cluster: trace.cluster_chosen(id, known),
            waits_s: (known - trace.subjects.ready_time(id as usize)).seconds(),
            reason,
        };
        first.into_iter().zip(reasons).map(waiting).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::trace_from_bars;

    #[test]
    fn waiting_jobs_have_reasons() {
        let bars = [(0, 2, 0.0, Some(9.0)), (0, 1, 9.0, None), (1, 1, 12.0, None)];
        let trace = trace_from_bars(&[2, 3], 20.0, &bars);
        let why = |standing: &QueueState, first: &[SubjectId]| {
            assert_eq!(standing.waiting, first);
            first.iter().map(|id| format!("{id}: {:?}", standing.free)).collect()
        };
        let at = |second: f64| Index::default().queue_at(&trace, Time::from_seconds(second), why);
        let waiting = |id: u32, waits_s: f64, reason: &str| Waiting {
            id,
            name: (id + 1).to_string(),
            nodes: 1,
            kind: "job",
            cluster: None,
            waits_s,
            reason: reason.into(),
        };
        assert_eq!(at(0.5), [waiting(1, 0.5, "1: [0, 3]"), waiting(2, 0.5, "2: [0, 3]")]);
        assert_eq!(at(9.0), [waiting(2, 9.0, "2: [1, 3]")]);
        assert_eq!(at(f64::INFINITY), []);
    }
}
