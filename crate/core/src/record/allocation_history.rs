//! The allocation of a subject over time.

use super::{Band, Phase, Status, SubjectId, Trace};
use crate::order;
use crate::platform::NodeSet;
use crate::time::Time;

/// The allocation of a subject from a time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeStep {
    /// Start of the allocation.
    pub time: Time,
    /// Number of nodes in all clusters; 0 while it was stopped.
    pub nodes: u32,
    /// Its phase: it works if some of its nodes do, otherwise the first of their phases in [`Phase::ALL`].
    pub phase: Phase,
}

impl Trace {
    /// True if no work of a subject remains: it has ended or was rejected, or it only reserves idle nodes for others.
    pub fn is_over(&self, subject: SubjectId) -> bool {
        let id = subject as usize;
        let status = self.subjects.status[id];
        let open = |&at: &u32| self.intervals.end[at as usize] == Time::MAX;
        let keeps = || {
            let last = self.subjects.last_interval(subject).filter(open);
            last.is_some_and(|at| self.intervals.phase[at as usize] == Phase::WAITS)
        };
        let is_work = || self.subjects.kind.get(id).is_none_or(|&kind| self.kinds[usize::from(kind)].counts);
        matches!(status, Status::Done | Status::Killed | Status::Rejected) || !is_work() && keeps()
    }

    /// The intervals of a subject, as indices in the interval table, oldest first; none for a subject that is not known
    /// yet.
    pub fn intervals_of(&self, subject: SubjectId) -> impl Iterator<Item = usize> {
        let first =
            self.subjects.first_interval.get(subject as usize).map_or(usize::MAX, |&first| first as usize);
        std::iter::successors(Some(first).filter(|&at| at < self.intervals.len()), move |&at| {
            self.next_interval_of(subject, at)
        })
    }

    /// The rows that a subject holds, or held last, as `(first row, rows)`.
    pub fn rows_of(&self, subject: SubjectId) -> impl Iterator<Item = (u32, u32)> {
        let table = &self.intervals;
        let (start, end) = match self.subjects.last_interval(subject) {
            None => (Time::MAX, Time::MAX),
            Some(last) => (table.start[last as usize], table.end[last as usize]),
        };
        let last = move |&i: &usize| table.end[i] == end && (table.start[i] < end || table.start[i] == start);
        self.intervals_of(subject).filter(last).map(|i| (self.intervals.row[i], self.intervals.rows[i]))
    }

    /// The rows that a subject held at `time`, or last before it, ascending.
    pub fn rows_at(&self, subject: SubjectId, time: Time) -> Vec<(u32, u32)> {
        let table = &self.intervals;
        let begun = |&i: &usize| table.start[i] <= time;
        if !self.is_scattered(subject) {
            return self.intervals_of(subject).filter(begun).map(|i| (table.row[i], table.rows[i])).collect();
        }
        // An allocation of no length matters only if there is no other.
        let lasts = |i: usize| table.start[i] < table.end[i];
        let any_lasts = self.intervals_of(subject).filter(begun).any(lasts);
        let begun = |&i: &usize| table.start[i] <= time && (lasts(i) || !any_lasts);
        // A time at which it held nodes: this one, or just before the latest end.
        let last = self.intervals_of(subject).filter(begun).map(|i| table.end[i]).max();
        let Some(last) = last else { return Vec::new() };
        let there = |&i: &usize| {
            if last > time || last == Time::MAX {
                table.end[i] > time || table.end[i] == Time::MAX
            } else {
                table.end[i] == last
            }
        };
        let there = self.intervals_of(subject).filter(begun).filter(there);
        let mut rows = there.map(|i| (table.row[i], table.rows[i])).collect();
        order::sort_pairs(&mut rows);
        rows
    }

    /// The clusters on which a subject held nodes at `time`, or last before it, with the nodes of each, numbered within
    /// the cluster.
    pub fn components_at(&self, subject: SubjectId, time: Time) -> Vec<(usize, NodeSet)> {
        let mut components: Vec<(usize, NodeSet)> = Vec::new();
        for (row, rows) in self.rows_at(subject, time) {
            let Some(cluster) = self.cluster_at(row) else { continue };
            if components.last().is_none_or(|&(last, _)| last != cluster) {
                components.push((cluster, NodeSet::default()));
            }
            if let Some((_, nodes)) = components.last_mut() {
                nodes.push(row - self.bands[cluster].first_row, rows);
            }
        }
        components
    }

    /// The nodes of a subject as text, numbered within the cluster: `0-3 7`, or `A:0-3 B:7` if it is on several
    /// clusters.
    pub fn nodes_at(&self, subject: SubjectId, time: Time) -> String {
        match self.components_at(subject, time).as_slice() {
            [(_, nodes)] => nodes.to_string(),
            several => {
                let part =
                    |(cluster, nodes): &(usize, NodeSet)| format!("{}:{nodes}", self.bands[*cluster].name);
                several.iter().map(part).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// When a subject received the nodes on which it last began to work: the start of its last start-up, or its start
    /// if it had none.
    pub fn nodes_granted_at(&self, subject: SubjectId) -> Time {
        let (table, start) = (&self.intervals, self.subjects.start[subject as usize]);
        let before = |&i: &usize| table.phase[i] == Phase::PREPARES && table.end[i] == start;
        self.intervals_of(subject).filter(before).map(|i| table.start[i]).min().unwrap_or(start)
    }

    /// The number of nodes of a subject over time, up to `until`, oldest first.
    pub fn size_history(&self, subject: SubjectId, until: Time) -> Vec<SizeStep> {
        let table = &self.intervals;
        let mut changes: Vec<(Time, i64, Phase)> = Vec::new();
        for i in self.intervals_of(subject).filter(|&i| table.start[i] < table.end[i]) {
            let (rows, phase) = (i64::from(table.rows[i]), self.phase_known_at(i, until.0 as f64));
            changes.push((table.start[i], rows, phase));
            changes.push((table.end[i], -rows, phase));
        }
        changes.retain(|&(time, ..)| time <= until && time != Time::MAX);
        order::sort_by_key(&mut changes, |&(time, ..)| time.0);
        let mut steps: Vec<SizeStep> = Vec::new();
        let (mut nodes, mut held) = (0, [0_i64; Phase::ALL.len()]);
        for (at, &(time, rows, phase)) in changes.iter().enumerate() {
            nodes += rows;
            held[phase.place()] += rows;
            if changes.get(at + 1).is_some_and(|&(next, ..)| next == time) {
                continue;
            }
            let phase = Phase::ALL.into_iter().find(|&phase| held[phase.place()] > 0).unwrap_or_default();
            let step = SizeStep { time, nodes: nodes as u32, phase };
            if steps.last().is_none_or(|last| (last.nodes, last.phase) != (step.nodes, phase)) {
                steps.push(step);
            }
        }
        steps
    }

    /// The phase of an interval as known at a time (microseconds): work that is lost later counts as work until then.
    #[inline]
    pub fn phase_known_at(&self, interval: usize, now: f64) -> Phase {
        match self.intervals.phase[interval] {
            Phase::LOST if self.intervals.end[interval].0 as f64 > now => Phase::WORKS,
            phase => phase,
        }
    }

    /// The cluster of completion: for a task with replicas, that of the replica that ended first; otherwise the one to
    /// which it was sent.
    pub fn cluster_of_completion(&self, subject: SubjectId) -> Option<&Band> {
        let (table, end) = (&self.intervals, self.subjects.end[subject as usize]);
        let sent = self.band_of(subject);
        if end == Time::MAX || !self.is_scattered(subject) {
            return sent;
        }
        let counted = |&i: &usize| table.end[i] == end && table.phase[i] != Phase::LOST;
        let bands = self.intervals_of(subject).filter(counted).filter_map(|i| self.cluster_at(table.row[i]));
        let mut bands = bands.map(|at| &self.bands[at]).peekable();
        let first = bands.peek().copied();
        if bands.any(|band| sent.is_some_and(|sent| sent.first_row == band.first_row)) {
            sent
        } else {
            first.or(sent)
        }
    }

    /// True if a subject has held more than one block of nodes, simultaneously or successively.
    pub fn is_scattered(&self, subject: SubjectId) -> bool {
        self.subjects
            .last_interval(subject)
            .is_some_and(|last| last != self.subjects.first_interval[subject as usize])
    }

    /// The clusters on which a subject has held nodes, ascending.
    pub fn clusters_of(&self, subject: SubjectId) -> Vec<usize> {
        let rows = self.intervals_of(subject).map(|i| self.intervals.row[i]);
        let mut clusters: Vec<u32> =
            rows.filter_map(|row| self.cluster_at(row)).map(|cluster| cluster as u32).collect();
        clusters.sort_unstable();
        clusters.dedup();
        clusters.into_iter().map(|cluster| cluster as usize).collect()
    }

    /// The cluster of a row.
    pub fn cluster_at(&self, row: u32) -> Option<usize> {
        self.bands.partition_point(|band| band.first_row <= row).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::trace_from_bars;
    use crate::record::{Status, Subject};
    use crate::time::Span;

    /// A job that starts up on nodes of both clusters, works, grows while it is suspended, and is stopped once.
    fn trace_of_a_growing_job() -> Trace {
        let mut trace = trace_from_bars(&[4, 8], 99.0, &[]);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        let id = trace.add(Subject { number: 1, user: 0, group: 0, submit, nodes: 2, estimate });
        trace.queue(id, submit, 0);
        let held = |trace: &mut Trace, second: i64, rows: &[(u32, u32)], phase| {
            trace.vacate(id, Time(second));
            for &rows in rows {
                trace.occupy(id, Time(second), rows, phase);
            }
        };
        trace.place(id, Time(10), 0);
        held(&mut trace, 10, &[(6, 1), (1, 1)], Phase::PREPARES);
        trace.start(id, Time(15));
        held(&mut trace, 15, &[(1, 1), (6, 1)], Phase::WORKS);
        // An interval of another subject lies between.
        let other = trace.add(Subject { number: 2, user: 0, group: 0, submit, nodes: 1, estimate });
        trace.start(other, Time(18));
        trace.hold(other, 0, 1);
        held(&mut trace, 20, &[(1, 3), (6, 1)], Phase::SUSPENDED);
        held(&mut trace, 22, &[(1, 3), (6, 1)], Phase::WORKS);
        trace.stop(id, Time(30));
        held(&mut trace, 40, &[(7, 1)], Phase::WORKS);
        trace.finish(id, Time(50), Status::Done);
        trace
    }

    #[test]
    fn a_future_subject_has_no_intervals() {
        assert_eq!(trace_from_bars(&[4], 9.0, &[]).intervals_of(3).count(), 0);
    }

    #[test]
    fn nodes_at_a_time_follow_growth_and_suspension() {
        let trace = trace_of_a_growing_job();
        let at = |time: i64| trace.nodes_at(0, Time(time));
        let texts = [9, 10, 15, 20, 29, 30, 40, 99].map(at);
        assert_eq!(
            texts,
            ["", "C4:1 C8:2", "C4:1 C8:2", "C4:1-3 C8:2", "C4:1-3 C8:2", "C4:1-3 C8:2", "3", "3"]
        );
        assert_eq!(trace.nodes_at(1, Time::MAX), "0");
        assert_eq!((trace.clusters_of(0), trace.clusters_of(1)), (vec![0, 1], vec![0]));
        assert_eq!((trace.is_scattered(0), trace.is_scattered(1)), (true, false));
        assert_eq!((trace.nodes_granted_at(0), trace.nodes_granted_at(1)), (Time(10), Time(18)));
    }

    #[test]
    fn a_job_of_zero_length_has_nodes() {
        let mut trace = trace_from_bars(&[4], 9.0, &[(1, 2, 3.0, Some(3.0))]);
        assert_eq!(trace.nodes_at(0, Time::MAX), "1-2");
        trace.occupy(0, Time(3_000_000), (0, 1), Phase::WORKS);
        trace.vacate(0, Time(3_000_000));
        assert_eq!(trace.nodes_at(0, Time::MAX), "0-2");
    }

    /// A job with many blocks, not adjacent in the record, that releases some while others remain.
    #[test]
    fn a_job_that_releases_blocks_keeps_the_others() {
        let mut trace = trace_from_bars(&[64], 99.0, &[(0, 1, 0.0, None), (63, 1, 0.0, None)]);
        let mut held = vec![0];
        for step in 1..40_i64 {
            let row = 1 + step as u32;
            // Other subjects are recorded in between, and occasionally all blocks are released at once.
            if step % 3 == 0 {
                trace.occupy(1, Time(step), (62, 1), Phase::WORKS);
            }
            trace.occupy(0, Time(step), (row, 1), Phase::WORKS);
            held.push(row);
            match step % 13 {
                5 => trace.leave(0, Time(step), held.remove(0), false),
                9 => trace.leave(0, Time(step), held.pop().expect("it has just been given"), true),
                12 => {
                    trace.vacate(0, Time(step));
                    held.clear();
                }
                _ => {}
            }
            let open = trace.intervals_of(0).filter(|&at| trace.intervals.end[at] == Time::MAX);
            let rows: Vec<u32> = open.map(|at| trace.intervals.row[at]).collect();
            assert_eq!(rows, held, "after step {step}");
        }
    }

    #[test]
    fn the_size_history_lists_each_change() {
        let trace = trace_of_a_growing_job();
        let step = |time, nodes, phase| SizeStep { time: Time(time), nodes, phase };
        let expected = [
            step(10, 2, Phase::PREPARES),
            step(15, 2, Phase::WORKS),
            step(20, 4, Phase::SUSPENDED),
            step(22, 4, Phase::WORKS),
            step(30, 0, Phase::WORKS),
            step(40, 1, Phase::WORKS),
            step(50, 0, Phase::WORKS),
        ];
        assert_eq!(trace.size_history(0, Time::MAX), expected);
        assert_eq!(trace.size_history(0, Time(22)), expected[..4]);
        assert_eq!(trace.size_history(1, Time::MAX), [step(18, 1, Phase::WORKS)]);
    }

    #[test]
    fn a_stopped_job_waits_again() {
        let trace = trace_of_a_growing_job();
        let at = |time: i64| trace.status_at(0, Time(time));
        let expected =
            [Status::Queued, Status::Running, Status::Running, Status::Queued, Status::Running, Status::Done];
        assert_eq!([9, 10, 29, 30, 40, 50].map(at), expected);
        assert_eq!(crate::record::Index::default().state_at(&trace, Time(35)).queued, 1);
    }
}
