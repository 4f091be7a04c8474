//! Numbers that experiments take from a run: times in seconds, of the subjects that count (jobs, not local load or the
//! tasks of sweeps).

use ganttlet_engine::record::Trace;
use ganttlet_engine::time::Time;

/// The subjects that count.
pub fn jobs(trace: &Trace) -> impl Iterator<Item = usize> {
    (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32).counts)
}

/// The time between two instants; `None` if one is not known.
fn span(from: Time, to: Time) -> Option<f64> {
    (from != Time::MAX && to != Time::MAX).then(|| (to - from).seconds())
}

/// From its arrival to its start, or to the end of the run if it has not started.
pub fn wait(trace: &Trace, job: usize) -> f64 {
    let start = trace.subjects.start[job];
    let until = if start == Time::MAX { trace.now } else { start };
    (until - trace.subjects.submit[job]).seconds()
}

/// From its arrival to its end.
pub fn response(trace: &Trace, job: usize) -> Option<f64> {
    span(trace.subjects.submit[job], trace.subjects.end[job])
}

/// The share of the nodes that are held from one instant to another, whoever holds them; NaN for no time.
pub fn busy(trace: &Trace, from_s: f64, to_s: f64) -> f64 {
    let mut held = 0.0;
    for i in 0..trace.intervals.len() {
        let start = trace.intervals.start[i].seconds().max(from_s);
        let end = trace.intervals.end[i].min(trace.now).seconds().min(to_s);
        held += (end - start).max(0.0) * f64::from(trace.intervals.rows[i]);
    }
    held / (f64::from(trace.rows()) * (to_s - from_s))
}
