//! Measures of a region of a chart: a period of time on some rows. The sums are those of the measures, restricted to
//! the region.

use crate::metric::scope::overlap;
use crate::metric::subject_metrics::{TASK_WAIT, WAIT};
use crate::metric::{Measure, Metric, Options, Statistics};
use crate::system::koala::metrics::grid_jobs::QUEUE_TIME;
use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::order;
use ganttlet_core::record::{Index, Trace, Window};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Kind;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Number of users that are listed; the others are counted.
const USERS: usize = 4;
/// Seconds per hour.
const HOUR_S: f64 = 3600.0;

/// A period of time on adjacent rows, which may span several clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Region {
    /// Its start, in seconds.
    pub from_s: f64,
    /// Its end, in seconds; an event at this time is not inside.
    pub to_s: f64,
    /// Its first row.
    pub first_row: u32,
    /// Number of rows.
    pub rows: u32,
}

/// The measures of a region, as known at a given time: later events are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Inside {
    /// Time up to which the measures are known, in seconds: the end of the region, or the given time if that is
    /// earlier.
    pub until_s: f64,
    /// Number of nodes of this run in the region.
    pub nodes: u32,
    /// Number of measured jobs or tasks that held one of these nodes in the period.
    pub jobs: u32,
    /// Number of these that first held nodes in the period.
    pub started: u32,
    /// Number of these that ended in the period.
    pub ended: u32,
    /// Number of these that began and ended in the period and held no other nodes.
    pub whole: u32,
    /// Busy node-hours of these nodes in the period, of any kind of work.
    pub busy_node_h: f64,
    /// The share of node time that was busy in the period, in per cent; none if the period has not begun or there are
    /// no nodes.
    pub utilisation: Option<f64>,
    /// The name of the measure used as wait time.
    pub wait: &'static str,
    /// Statistics of the wait times of subjects started in the period.
    pub waits: Option<Statistics>,
    /// The users with the most busy node time in the region, most first.
    pub users: Vec<OfUser>,
    /// Number of further users.
    pub more_users: u32,
}

/// The share of a user in a region.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "UserInside")]
pub struct OfUser {
    /// The number of the user.
    pub user: u32,
    /// Number of jobs or tasks of the user that held one of the nodes in the period.
    pub jobs: u32,
    /// Busy node-hours.
    pub node_h: f64,
}

/// The measure of wait time for this work.
fn wait_metric(work: &'static Kind) -> &'static Metric {
    static WAITS: [Metric; 3] = [WAIT, TASK_WAIT, QUEUE_TIME];
    WAITS.iter().find(|metric| metric.applies_to(work)).unwrap_or(&WAITS[0])
}

/// The measures of a region of a run of this work, as known at `until`, which is within the simulated time.
pub fn measure_region(
    trace: &Trace,
    index: &mut Index,
    work: &'static Kind,
    region: &Region,
    until: Time,
) -> Inside {
    index.update(trace);
    let rows =
        region.first_row.min(trace.rows())..region.first_row.saturating_add(region.rows).min(trace.rows());
    let (from, to) = (Time::from_seconds(region.from_s), Time::from_seconds(region.to_s));
    let span = (from, to.min(until).max(from));
    // A start at exactly this time counts as started.
    let seen = to.min(until + Span(1));
    let mut held = Vec::new();
    let window = Window { time: from.0..seen.0, rows: rows.clone() };
    // A period that has not begun is no window.
    if from < seen {
        index.visit_window(trace, &window, 0, |i| held.push((trace.intervals.subject[i], i as u32)));
    }

    let (wait, options) = (wait_metric(work), Options::read(&Settings::defaults(Options::LIST)));
    let nodes = rows.len() as u32;
    let mut found = Inside {
        until_s: span.1.seconds(),
        nodes,
        jobs: 0,
        started: 0,
        ended: 0,
        whole: 0,
        busy_node_h: 0.0,
        utilisation: None,
        wait: wait.entry.name,
        waits: None,
        users: Vec::new(),
        more_users: 0,
    };
    let (mut busy_s, mut waits, mut users) = (0.0, Vec::new(), Vec::<OfUser>::new());
    for (subject, intervals) in order::group_pairs(held) {
        let node_s: f64 = intervals.iter().map(|&i| busy_node_seconds(trace, i, span, &rows)).sum();
        busy_s += node_s;
        if !trace.kind(subject).counts {
            continue;
        }
        let id = subject as usize;
        let end = trace.subjects.end[id];
        let started = first_node_time(trace, subject) >= from;
        let ended = end <= span.1;
        found.jobs += 1;
        found.started += u32::from(started);
        found.ended += u32::from(ended);
        found.whole += u32::from(started && ended && is_within_rows(trace, subject, &rows));
        if let Measure::OfStart(of) = wait.measure
            && started
            && trace.subjects.start[id] <= until
        {
            waits.extend(of(trace, id, &options));
        }
        if let Some(user) = trace.user(subject) {
            let place = users.iter().position(|known| known.user == user).unwrap_or_else(|| {
                users.push(OfUser { user, jobs: 0, node_h: 0.0 });
                users.len() - 1
            });
            users[place].jobs += 1;
            users[place].node_h += node_s / HOUR_S;
        }
    }
    found.busy_node_h = busy_s / HOUR_S;
    let whole = f64::from(nodes) * (span.1 - span.0).seconds();
    found.utilisation = (whole > 0.0).then(|| 100.0 * busy_s / whole);
    found.waits = Statistics::from_values(waits);
    order::sort_by_key(&mut users, |user| -((user.node_h * HOUR_S * 1e6) as i64));
    found.more_users = users.len().saturating_sub(USERS) as u32;
    users.truncate(USERS);
    found.users = users;
    found
}

/// Busy node-seconds of an interval in a period on some rows.
fn busy_node_seconds(trace: &Trace, interval: usize, span: (Time, Time), rows: &std::ops::Range<u32>) -> f64 {
    let table = &trace.intervals;
    if !table.phase[interval].is_busy() {
        return 0.0;
    }
    let (row, count) = (table.row[interval], table.rows[interval]);
    let shared = row.saturating_add(count).min(rows.end).saturating_sub(row.max(rows.start));
    overlap(span, table.start[interval], table.end[interval]) * f64::from(shared)
}

/// When a subject first held nodes.
fn first_node_time(trace: &Trace, subject: SubjectId) -> Time {
    trace.intervals_of(subject).next().map_or(Time::MAX, |interval| trace.intervals.start[interval])
}

/// True if a subject never held a node outside these rows.
fn is_within_rows(trace: &Trace, subject: SubjectId, rows: &std::ops::Range<u32>) -> bool {
    let table = &trace.intervals;
    trace
        .intervals_of(subject)
        .all(|i| table.row[i] >= rows.start && table.row[i].saturating_add(table.rows[i]) <= rows.end)
}

#[cfg(test)]
mod tests;
