//! Nodes that were free while jobs waited for them.

use super::{Status, Trace};
use crate::order;
use crate::rule::SubjectId;
use std::ops::Range;

/// One that was the first of those that waited, in the order in which they became able to start: for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// From when until when, in microseconds.
    pub time: Range<i64>,
    /// Who.
    pub subject: SubjectId,
}

/// When jobs waited: nodes that were free then are holes.
#[derive(Clone, Debug, Default)]
pub struct Holes {
    /// The first in line, oldest first: while there is none nobody waits.
    pub heads: Vec<Head>,
    /// For how long somebody had waited before each of them, in microseconds.
    before: Vec<i64>,
}

impl Holes {
    /// The holes of a record as far as it is known; none where jobs wait for more than nodes. Takes one look at each
    /// subject.
    pub fn of(trace: &Trace) -> Self {
        if !trace.queues {
            return Self::default();
        }
        let heads = first_in_line(waits(trace));
        let long =
            |sum: &mut i64, head: &Head| Some(std::mem::replace(sum, *sum + head.time.end - head.time.start));
        let before = heads.iter().scan(0, long).collect();
        Self { heads, before }
    }

    /// For how long of a time somebody waited, in microseconds.
    pub fn waited(&self, time: Range<i64>) -> i64 {
        (self.until(time.end) - self.until(time.start)).max(0)
    }

    /// For how long somebody had waited by a time, in microseconds.
    fn until(&self, time: i64) -> i64 {
        match self.heads.partition_point(|head| head.time.start < time).checked_sub(1) {
            Some(last) => {
                self.before[last] + time.min(self.heads[last].time.end) - self.heads[last].time.start
            }
            None => 0,
        }
    }
}

/// Who waited, from when and until when.
fn waits(trace: &Trace) -> Vec<Head> {
    let table = &trace.subjects;
    let known = trace.now.max(trace.last_end);
    let wait = |id: usize| {
        let (from, to) = (table.eligible(id), table.start[id].min(table.end[id]).min(known));
        let counts = trace.kind(id as SubjectId).counts && table.status[id] != Status::Rejected;
        (counts && from < to).then_some(Head { time: from.0..to.0, subject: id as SubjectId })
    };
    (0..table.len()).filter_map(wait).collect()
}

/// Of those that waited the first in line, at each time.
fn first_in_line(mut waits: Vec<Head>) -> Vec<Head> {
    order::sort(&mut waits, |wait| wait.time.start);
    let mut gone = i64::MIN;
    let mut heads = Vec::new();
    for Head { time, subject } in waits {
        let from = time.start.max(gone);
        if from < time.end {
            gone = time.end;
            heads.push(Head { time: from..time.end, subject });
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Subject, trace_of};
    use crate::time::{Span, Time};

    fn head(time: Range<i64>, subject: SubjectId) -> Head {
        Head { time: time.start * 1_000_000..time.end * 1_000_000, subject }
    }

    #[test]
    fn the_first_in_line_changes_when_it_starts() {
        // All come at zero.
        let bars = [(0, 1, 0.0, Some(9.0)), (0, 2, 9.0, Some(15.0)), (0, 3, 15.0, Some(20.0))];
        let mut trace = trace_of(&[3], 20.0, &bars);
        assert_eq!(Holes::of(&trace).heads, []);
        trace.queues = true;
        let holes = Holes::of(&trace);
        assert_eq!(holes.heads, [head(0..9, 1), head(9..15, 2)]);
        assert_eq!(holes.waited(8_000_000..30_000_000), 7_000_000);
        // The last has nobody behind it.
        assert_eq!(holes.waited(15_000_000..i64::MAX), 0);
    }

    #[test]
    fn one_that_still_waits_does_so_until_now() {
        let mut trace = trace_of(&[2], 20.0, &[(0, 1, 0.0, None)]);
        trace.queues = true;
        let (submit, estimate) = (Time(5_000_000), Span(0));
        let id = trace.add(Subject { number: 2, user: 0, group: 0, submit, nodes: 2, estimate });
        trace.queue(id, submit, 0);
        assert_eq!(Holes::of(&trace).heads, [head(5..20, 1)]);
    }
}
