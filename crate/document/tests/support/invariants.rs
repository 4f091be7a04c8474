//! Invariants of every schedule.

use ganttlet_core::record::{Status, Trace};
use ganttlet_core::time::Time;

/// Panics with a sentence if the trace of a finished run breaks a law: a node is used twice at once, a subject is lost,
/// ..
pub(crate) fn assert_invariants(trace: &Trace) {
    let table = &trace.subjects;
    for subject in 0..table.len() {
        let name = trace.name(subject as u32);
        if table.status[subject] == Status::Rejected {
            assert_eq!(table.first_interval[subject], u32::MAX, "{name} was refused and holds nodes");
            continue;
        }
        assert!(matches!(table.status[subject], Status::Done | Status::Killed), "{name} is lost");
        assert!(table.submit[subject] <= table.ready_time(subject), "{name} is ready before it is submitted");
        assert!(
            table.ready_time(subject) <= table.eligible_time(subject),
            "{name} is queued before it is ready"
        );
        assert!(table.eligible_time(subject) <= table.start[subject], "{name} starts before it is queued");
        assert!(table.start[subject] <= table.end[subject], "{name} ends before it starts");
        let held: u32 = trace.rows_of(subject as u32).map(|(_, rows)| rows).sum();
        assert_eq!(held, table.nodes[subject], "{name} holds another number of nodes than it needs");
        let band = &trace.bands[usize::from(table.cluster[subject])];
        for (row, rows) in trace.rows_of(subject as u32) {
            assert!(
                row >= band.first_row && row + rows <= band.first_row + band.rows,
                "{name} leaves its cluster"
            );
        }
    }
    assert_no_overlap(trace);
}

/// Checks each row: an interval may begin only when the one before it has ended.
pub(crate) fn assert_no_overlap(trace: &Trace) {
    let intervals = &trace.intervals;
    let mut order: Vec<usize> =
        (0..intervals.len()).filter(|&i| intervals.start[i] < intervals.end[i]).collect();
    order.sort_by_key(|&i| intervals.start[i]);
    let mut free_from = vec![Time::ZERO; trace.rows() as usize];
    for i in order {
        for row in intervals.row[i]..intervals.row[i] + intervals.rows[i] {
            assert!(
                free_from[row as usize] <= intervals.start[i],
                "node {row} is used twice: {} begins before the one before it has ended",
                trace.name(intervals.subject[i])
            );
            free_from[row as usize] = intervals.end[i];
        }
    }
}
