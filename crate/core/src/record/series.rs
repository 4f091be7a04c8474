//! Queue length, running subjects and used nodes over time, with as many values as a plot has pixels.

use super::groups::Group;
use super::index::{Index, Window};
use super::{Kind, Status, Trace};
use crate::time::Time;
use serde::Serialize;

/// Maximum number of buckets.
const POINTS: usize = 1 << 16;

/// Means over periods of equal length, exactly weighted with time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// The middle of each period, in seconds.
    pub time: Vec<f64>,
    /// Number of subjects that could start but had no nodes, of those that metrics include; NaN for unknown periods.
    pub queued: Vec<f64>,
    /// Number of running subjects, of those that metrics include; NaN for unknown periods.
    pub running: Vec<f64>,
    /// The share of all nodes that was busy, 0 to 1 (nodes that are held but idle, suspended or used by their owners
    /// are not); NaN for unknown periods.
    pub busy: Vec<f64>,
    /// The use by each kind of subject, if there are several.
    pub by_kind: Vec<KindUsage>,
}

/// The use by subjects of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct KindUsage {
    /// The name of one of them, as shown.
    pub name: &'static str,
    /// The share of all nodes that they used, 0 to 1; NaN for unknown periods.
    pub busy: Vec<f64>,
}

/// Sums over the buckets of a window.
struct Buckets {
    from: f64,
    /// Microseconds per bucket.
    width: f64,
    /// The end of the known time, in buckets from the left.
    known: f64,
    /// The part of each bucket that does not fill a whole bucket.
    parts: Vec<f64>,
    /// Amounts that are added to all buckets from this one on.
    steps: Vec<f64>,
}

/// Means over `points` equal intervals (at most 65,536) of `from..to`, up to `until`, which may be the playhead or
/// the end of the trace. Visits each subject and interval between the two times once.
pub fn series(
    trace: &Trace,
    index: &mut Index,
    (from, to): (Time, Time),
    points: usize,
    until: Time,
) -> Series {
    let points = points.min(POINTS);
    if points == 0 || to <= from {
        return Series::default();
    }
    let until = until.min(trace.now.max(trace.last_end));
    let buckets = || Buckets::new(from, to, points, until);
    let (mut queued, mut running, mut busy) = (buckets(), buckets(), buckets());
    let subjects = &trace.subjects;
    let all_count = trace.kinds.iter().all(|kind| kind.counts);
    let counts = |&id: &usize| all_count || trace.kinds[usize::from(subjects.kind[id])].counts;
    index.update(trace);
    index.groups.update(trace);
    let end = to.min(until);
    let there = |group: &Group| group.one_there.min(group.first_start) < end && group.all_gone > from;
    let groups = index.groups.iter(trace).filter(|(group, _)| there(group));
    for id in groups.flat_map(|(_, all)| all).filter(counts) {
        if subjects.status[id] != Status::Rejected && subjects.eligible_time(id) != Time::MAX {
            // A subject that left without a start no longer waits.
            queued.add(subjects.eligible_time(id), subjects.start[id].min(subjects.end[id]), 1.0);
        }
        if subjects.start[id] != Time::MAX {
            running.add(subjects.start[id], subjects.end[id], 1.0);
        }
    }
    let intervals = &trace.intervals;
    let node = 1.0 / f64::from(trace.rows().max(1));
    let several = trace.used_kinds().iter().filter(|&&used| used).count() > 1;
    let mut kinds: Vec<Buckets> =
        if several { trace.kinds.iter().map(|_| buckets()).collect() } else { Vec::new() };
    let window = Window { time: from.0..end.0, rows: 0..u32::MAX };
    index.visit_window(trace, &window, 0, |i| {
        let (start, end, rows) = (intervals.start[i], intervals.end[i], f64::from(intervals.rows[i]));
        if !intervals.phase[i].is_busy() {
            return;
        }
        busy.add(start, end, rows);
        if !kinds.is_empty() {
            kinds[usize::from(subjects.kind[intervals.subject[i] as usize])].add(start, end, rows);
        }
    });
    let of_kind =
        |(kind, sums): (&Kind, &Buckets)| KindUsage { name: kind.name, busy: sums.bucket_means(node) };
    let middle = |i: usize| (queued.from + (i as f64 + 0.5) * queued.width) / 1e6;
    Series {
        time: (0..points).map(middle).collect(),
        queued: queued.bucket_means(1.0),
        running: running.bucket_means(1.0),
        busy: busy.bucket_means(node),
        by_kind: trace.kinds.iter().zip(&kinds).map(of_kind).collect(),
    }
}

impl Buckets {
    fn new(from: Time, to: Time, points: usize, until: Time) -> Self {
        let width = (to.0 as f64 - from.0 as f64) / points as f64;
        let known = ((until.0 as f64 - from.0 as f64) / width).clamp(0.0, points as f64);
        let from = from.0 as f64;
        Self { from, width, known, parts: vec![0.0; points], steps: vec![0.0; points + 1] }
    }

    /// Adds `height` between two times.
    fn add(&mut self, start: Time, end: Time, height: f64) {
        let place = |time: Time| ((time.0 as f64 - self.from) / self.width).clamp(0.0, self.known);
        let (a, b) = (place(start), place(end));
        if a >= b {
            return;
        }
        let last = self.parts.len() - 1;
        let (first, end) = (a as usize, (b as usize).min(last));
        if first == end {
            self.parts[first] += (b - a) * height;
        } else {
            self.parts[first] += ((first + 1) as f64 - a) * height;
            self.parts[end] += (b - end as f64) * height;
            self.steps[first + 1] += height;
            self.steps[end] -= height;
        }
    }

    /// The mean of each bucket, over the part of it that is known, times `factor`.
    fn bucket_means(&self, factor: f64) -> Vec<f64> {
        let mut whole = 0.0;
        let mean = |(i, (part, step)): (usize, (&f64, &f64))| {
            whole += step;
            let known = (self.known - i as f64).min(1.0);
            // Rounding can leave a sum a little below zero.
            if known > 0.0 { ((whole + part) / known * factor).max(0.0) } else { f64::NAN }
        };
        self.parts.iter().zip(&self.steps).enumerate().map(mean).collect()
    }
}
