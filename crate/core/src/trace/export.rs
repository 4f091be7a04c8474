//! Tables for spreadsheets and other programs: CSV after RFC 4180, with a header line, times in seconds.

use super::{Series, Status, SubjectId, Trace};
use crate::platform::NodeSet;
use crate::time::{Span, Time};
use std::fmt::Write as _;

/// One line a job: `id,name,submit,start,finish,processors,nodes,cluster,wait,status`. Nodes are numbered in their
/// cluster (`0-3 7`); what is not known yet is empty.
pub fn jobs_csv(trace: &Trace) -> String {
    let table = &trace.subjects;
    let mut text = String::from("id,name,submit,start,finish,processors,nodes,cluster,wait,status\r\n");
    for subject in 0..table.len() as SubjectId {
        let id = subject as usize;
        let name = trace.names.get(id).map_or("", String::as_str);
        let cluster = trace.band_of(subject).map_or("", |band| band.name.as_str());
        let wait = if table.start[id] == Time::MAX { None } else { Some(table.start[id] - table.submit[id]) };
        line(
            &mut text,
            &[
                &table.number[id].to_string(),
                &name_field(name),
                &time(table.submit[id]),
                &time(table.start[id]),
                &time(table.end[id]),
                &table.nodes[id].to_string(),
                &nodes(trace, subject),
                &name_field(cluster),
                &wait.map_or_else(String::new, seconds),
                word(table.status[id]),
            ],
        );
    }
    text
}

/// One line a block of nodes next to each other: `id,cluster,first_node,nodes,start,finish`.
pub fn intervals_csv(trace: &Trace) -> String {
    let table = &trace.intervals;
    let mut text = String::from("id,cluster,first_node,nodes,start,finish\r\n");
    for i in 0..table.len() {
        let (cluster, node) = place(trace, table.row[i]);
        line(
            &mut text,
            &[
                &trace.subjects.number[table.subject[i] as usize].to_string(),
                &name_field(cluster),
                &node.to_string(),
                &table.rows[i].to_string(),
                &time(table.start[i]),
                &time(table.end[i]),
            ],
        );
    }
    text
}

/// One line a file on its way: `id,name,from,to,bytes,start,finish`, where `id` and `name` are those of the task that
/// waits for it.
pub fn transfers_csv(trace: &Trace) -> String {
    let cluster = |band: u16| trace.bands.get(usize::from(band)).map_or("", |band| band.name.as_str());
    let mut text = String::from("id,name,from,to,bytes,start,finish\r\n");
    for transfer in &trace.transfers {
        let id = transfer.subject as usize;
        line(
            &mut text,
            &[
                &trace.subjects.number[id].to_string(),
                &name_field(trace.names.get(id).map_or("", String::as_str)),
                &name_field(cluster(transfer.from)),
                &name_field(cluster(transfer.to)),
                &transfer.bytes.to_string(),
                &time(transfer.start),
                &time(transfer.end),
            ],
        );
    }
    text
}

/// One line a point: `time,queued,running,busy`; what is not known yet is empty.
pub fn series_csv(series: &Series) -> String {
    let number = |value: f64| if value.is_nan() { String::new() } else { value.to_string() };
    let mut text = String::from("time,queued,running,busy\r\n");
    for i in 0..series.time.len() {
        let values = [series.time[i], series.queued[i], series.running[i], series.busy[i]].map(number);
        line(&mut text, &values.each_ref().map(String::as_str));
    }
    text
}

/// The nodes of a subject, numbered in their cluster: `0-3 7`, or `A:0-3 B:7` if it is on several clusters.
fn nodes(trace: &Trace, subject: SubjectId) -> String {
    let mut ranges: Vec<(u32, u32)> = trace.rows_of(subject).collect();
    ranges.sort_unstable();
    let mut sets: Vec<(&str, NodeSet)> = Vec::new();
    for (row, rows) in ranges {
        let (cluster, node) = place(trace, row);
        match sets.last_mut() {
            Some((last, set)) if *last == cluster => set.push(node, rows),
            _ => {
                let mut set = NodeSet::default();
                set.push(node, rows);
                sets.push((cluster, set));
            }
        }
    }
    match sets.as_slice() {
        [(_, set)] => set.to_string(),
        sets => sets.iter().map(|(name, set)| format!("{name}:{set}")).collect::<Vec<_>>().join(" "),
    }
}

/// The cluster of a row, and its node there.
fn place(trace: &Trace, row: u32) -> (&str, u32) {
    let behind = trace.bands.partition_point(|band| band.first_row <= row);
    let band = behind.checked_sub(1).map(|at| &trace.bands[at]);
    band.map_or(("", row), |band| (&band.name, row - band.first_row))
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Future => "future",
        Status::Queued => "queued",
        Status::Transferring => "transferring",
        Status::Running => "running",
        Status::Done => "done",
        Status::Killed => "killed",
        Status::Rejected => "rejected",
    }
}

fn time(time: Time) -> String {
    if time == Time::MAX { String::new() } else { seconds(Span(time.0)) }
}

/// Seconds with up to six decimals, no more than needed; exact.
fn seconds(span: Span) -> String {
    let micros = span.0.unsigned_abs();
    let mut text = String::from(if span.0 < 0 { "-" } else { "" });
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", micros / 1_000_000);
    if micros % 1_000_000 != 0 {
        let _ = write!(text, ".{:06}", micros % 1_000_000);
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

/// A name from outside: spreadsheets take what begins with one of these signs for a formula and run it.
fn name_field(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{name}") } else { name.to_owned() }
}

/// One line, its fields quoted where they must be.
fn line(text: &mut String, fields: &[&str]) {
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        if field.contains(['"', ',', '\n', '\r']) || field.starts_with('\'') {
            text.push('"');
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(field);
        }
    }
    text.push_str("\r\n");
}
