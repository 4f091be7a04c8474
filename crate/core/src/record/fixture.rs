//! Traces from explicit bars, for tests and benchmarks.

use super::{Status, Subject, Trace};
use crate::platform::{Cluster, Network, Platform};
use crate::record::UNKNOWN;
use crate::time::{Span, Time};

/// A bar: first row, rows, start and end in seconds; no end if it still runs.
pub type Bar = (u32, u32, f64, Option<f64>);

/// A record of these bars on clusters of these sizes, all submitted at zero; it is complete up to `now` seconds.
pub fn trace_from_bars(clusters: &[u32], now: f64, bars: &[Bar]) -> Trace {
    let cluster = |&nodes: &u32| Cluster::homogeneous(format!("C{nodes}"), nodes, 1.0);
    let network = Network::uniform(clusters.len(), 1e8, Span::ZERO);
    let platform = Platform { clusters: clusters.iter().map(cluster).collect(), network };
    let mut trace = Trace::new(&platform, 100);
    for (&(row, rows, start, end), number) in bars.iter().zip(1..) {
        let (user, group, submit, estimate) = (number % 3, UNKNOWN, Time::ZERO, Span::ZERO);
        let id = trace.add(Subject { number, user, group, submit, nodes: rows, estimate });
        let cluster = trace.bands.partition_point(|band| band.first_row <= row) - 1;
        trace.queue(id, submit, cluster);
        trace.start(id, Time::from_seconds(start));
        trace.hold(id, row, rows);
        if let Some(end) = end {
            trace.finish(id, Time::from_seconds(end), Status::Done);
        }
    }
    trace.now = Time::from_seconds(now);
    trace
}
