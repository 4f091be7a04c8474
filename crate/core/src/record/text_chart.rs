//! A schedule as text: small enough to be written into a test and read there.

use super::{Phase, Trace};
use crate::time::{Span, Time};

/// The characters of subjects, in the order of their table; after the last one, they are repeated from the first.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Maximum number of columns.
const COLUMNS: i64 = 1_000;

/// The schedule from time zero on: a line per node, a character per `step`, an empty line between clusters.
///
/// Each character is the holder of the node at the start of the step: `a` is the first subject of the table, `.` none,
/// `#` two simultaneously (which must never happen). A suspended subject is drawn as `~`, an idle worker as `_`, a node
/// used by its owner as `/`. Running subjects are drawn up to [`Trace::now`].
///
/// ```text
/// aab
/// .cb
/// ```
pub fn text_chart(trace: &Trace, step: Span) -> String {
    let step = step.0.max(1);
    let columns = trace.last_end.max(trace.now).0.clamp(0, step.saturating_mul(COLUMNS)) as u64;
    let columns = columns.div_ceil(step as u64) as usize;
    let mut lines = vec![vec![b'.'; columns]; trace.rows() as usize];
    let intervals = &trace.intervals;
    for i in 0..intervals.len() {
        let end = if intervals.end[i] == Time::MAX { trace.now } else { intervals.end[i] };
        let column = |time: Time| (time.0.max(0) as u64).div_ceil(step as u64).min(columns as u64) as usize;
        let (first, last) = (column(intervals.start[i]), column(end));
        let letter = match intervals.phase[i] {
            Phase::WAITS => b'_',
            Phase::SUSPENDED => b'~',
            Phase::AWAY => b'/',
            _ => LETTERS[intervals.subject[i] as usize % LETTERS.len()],
        };
        for line in lines.iter_mut().skip(intervals.row[i] as usize).take(intervals.rows[i] as usize) {
            for place in &mut line[first..last.max(first)] {
                *place = if *place == b'.' { letter } else { b'#' };
            }
        }
    }
    let mut text = String::with_capacity((columns + 1) * lines.len() + trace.bands.len());
    for (line, row) in lines.iter().zip(0..) {
        if row > 0 && trace.bands.iter().any(|band| band.first_row == row) {
            text.push('\n');
        }
        text.extend(line.iter().map(|&letter| letter as char));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Network, Platform};
    use crate::record::UNKNOWN;
    use crate::record::{Status, Subject};

    fn empty_trace_of_two_clusters() -> Trace {
        let cluster = |name: &str, nodes| Cluster::homogeneous(name, nodes, 1.0);
        let network = Network::uniform(2, 1e8, Span::ZERO);
        Trace::new(&Platform { clusters: vec![cluster("A", 3), cluster("B", 2)], network }, 0)
    }

    fn add_interval(trace: &mut Trace, from: i64, to: Option<i64>, places: &[(u32, u32)]) {
        let nodes = places.iter().map(|&(_, rows)| rows).sum();
        let (number, user, group) = (trace.subjects.len() as u32 + 1, UNKNOWN, UNKNOWN);
        let subject = Subject { number, user, group, submit: Time::ZERO, nodes, estimate: Span::ZERO };
        let id = trace.add(subject);
        trace.start(id, Time(from));
        for &(row, rows) in places {
            trace.hold(id, row, rows);
        }
        if let Some(to) = to {
            trace.finish(id, Time(to), Status::Done);
        }
    }

    #[test]
    fn a_chart_has_a_line_per_node_and_a_character_per_step() {
        let mut trace = empty_trace_of_two_clusters();
        add_interval(&mut trace, 0, Some(20), &[(0, 1), (2, 1)]);
        add_interval(&mut trace, 5, Some(29), &[(3, 1)]);
        add_interval(&mut trace, 20, None, &[(1, 3)]);
        trace.now = Time(40);
        assert_eq!(text_chart(&trace, Span(10)), "aa..\n..cc\naacc\n\n.b#c\n....\n");
    }

    #[test]
    fn an_empty_trace_has_an_empty_chart() {
        assert_eq!(text_chart(&Trace::default(), Span::ZERO), "");
        let mut endless = empty_trace_of_two_clusters();
        add_interval(&mut endless, 0, Some(i64::MAX), &[(0, 1)]);
        assert_eq!(text_chart(&endless, Span(1)).lines().next().map(str::len), Some(1_000));
    }
}
