//! A schedule as the files that other programs read: a log of what happened, and a trace for viewers.

use ganttlet_engine::order;
use ganttlet_engine::record::{Status, Trace};
use ganttlet_engine::time::Time;
use ganttlet_engine::workload::UNKNOWN;
use std::fmt::{Arguments, Write as _};

/// The jobs and when they ran, as a log in the Standard Workload Format, version 2.2: by the time of their arrival, -1 where nothing
/// is known, fractions of seconds where there are any, the cluster as the partition. Jobs ended at their estimate have
/// failed (0), rejected ones were cancelled (5).
pub(crate) fn swf(trace: &Trace, title: &str) -> String {
    let mut text = String::new();
    let title = title.replace(char::is_control, " ");
    line(&mut text, format_args!("; Version: 2.2"));
    line(&mut text, format_args!("; Computer: {title}"));
    line(&mut text, format_args!("; MaxNodes: {0}\n; MaxProcs: {0}", trace.rows()));
    line(&mut text, format_args!("; Note: a simulated schedule, made by Ganttlet"));
    for (at, band) in trace.bands.iter().enumerate() {
        let name = band.name.replace(char::is_control, " ");
        line(&mut text, format_args!("; Partition: {} {name}, {} nodes", at + 1, band.rows));
    }
    let table = &trace.subjects;
    let by_arrival = order::by_key(table.len(), |id| table.submit[id].0);
    for id in by_arrival.into_iter().filter(|&id| !trace.kind(id).recurs).map(|id| id as usize) {
        let (submit, start, end) = (table.submit[id], table.start[id], table.end[id]);
        let wait = since(start, submit);
        let run = since(end, start);
        let nodes = table.nodes[id];
        let held = if start == Time::MAX { "-1".to_owned() } else { nodes.to_string() };
        let estimate = table.estimate[id];
        let estimate = if estimate.0 > 0 { estimate.exact_seconds() } else { "-1".to_owned() };
        let status = match table.status[id] {
            Status::Done => 1,
            Status::Killed => 0,
            Status::Rejected => 5,
            _ => -1,
        };
        let (user, group) = (number(table.user[id]), number(table.group[id]));
        let partition = trace.band_of(id as u32).and_then(|band| trace.cluster_at(band.first_row));
        let partition = partition.map_or(-1, |at| at as i64 + 1);
        let (job, submit) = (table.number[id], submit.exact_seconds());
        line(
            &mut text,
            format_args!(
                "{job} {submit} {wait} {run} {held} -1 -1 {nodes} {estimate} -1 {status} {user} {group} -1 -1 {partition} -1 -1"
            ),
        );
    }
    text
}

/// How long after a time another was; -1 if it has not come.
fn since(time: Time, before: Time) -> String {
    if time == Time::MAX || before == Time::MAX { "-1".to_owned() } else { (time - before).exact_seconds() }
}

/// A number of the log; -1 if it is not known.
fn number(id: u32) -> i64 {
    if id == UNKNOWN { -1 } else { i64::from(id) }
}

/// The definitions at the head of a trace: the events that are used, and their fields.
const HEAD: &str = "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
    %EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
    %EventDef PajeDefineEntityValue 2\n% Alias string\n% Type string\n% Name string\n% Color color\n%EndEventDef\n\
    %EventDef PajeCreateContainer 3\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n\
    %EventDef PajeDestroyContainer 4\n% Time date\n% Type string\n% Name string\n%EndEventDef\n\
    %EventDef PajePushState 5\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
    %EventDef PajePopState 6\n% Time date\n% Type string\n% Container string\n%EndEventDef\n\
    0 G 0 Grid\n0 C G Cluster\n0 N C Node\n1 S N Job\n";

/// Who held which node when, as a trace in the Pajé format, for viewers of traces: a container a node in one a
/// cluster, and a state a job on each of its nodes. Jobs that still run have no end.
pub(crate) fn paje(trace: &Trace) -> String {
    let mut text = HEAD.to_owned();
    let intervals = &trace.intervals;
    let mut held = vec![false; trace.subjects.len()];
    for &subject in &intervals.subject {
        held[subject as usize] = true;
    }
    for id in (0..held.len()).filter(|&id| held[id]) {
        let name = quoted(&called(trace, id));
        // Colours of the viewer's choice would make jobs of the same kind look different at each start.
        let colour = if trace.kind(id as u32).counts { "0.36 0.55 0.76" } else { "0.85 0.83 0.79" };
        line(&mut text, format_args!("2 j{id} S {name} \"{colour}\""));
    }
    line(&mut text, format_args!("3 0 g G 0 \"grid\""));
    for (at, band) in trace.bands.iter().enumerate() {
        line(&mut text, format_args!("3 0 c{at} C g {}", quoted(&band.name)));
        for node in 0..band.rows {
            let row = band.first_row + node;
            let name = trace.row_name(row);
            let name = if name.is_empty() { node.to_string() } else { name.to_owned() };
            line(&mut text, format_args!("3 0 n{row} N c{at} {}", quoted(&name)));
        }
    }
    // What ends does so before anything begins on the same node: it stands first, and sorting keeps that.
    let shown = || (0..intervals.len()).filter(|&i| intervals.start[i] < intervals.end[i]);
    let ends = shown().filter(|&i| intervals.end[i] < Time::MAX).map(|i| (intervals.end[i], false, i));
    let mut events: Vec<(Time, bool, usize)> = ends.collect();
    events.extend(shown().map(|i| (intervals.start[i], true, i)));
    order::sort(&mut events, |&(time, ..)| time.0);
    for (time, begins, i) in events {
        let time = time.exact_seconds();
        for row in intervals.row[i]..intervals.row[i] + intervals.rows[i] {
            if begins {
                line(&mut text, format_args!("5 {time} S n{row} j{}", intervals.subject[i]));
            } else {
                line(&mut text, format_args!("6 {time} S n{row}"));
            }
        }
    }
    let last = trace.now.max(trace.last_end).exact_seconds();
    for band in &trace.bands {
        for row in band.first_row..band.first_row + band.rows {
            line(&mut text, format_args!("4 {last} N n{row}"));
        }
    }
    for at in 0..trace.bands.len() {
        line(&mut text, format_args!("4 {last} C c{at}"));
    }
    line(&mut text, format_args!("4 {last} G g"));
    text
}

/// What people call a subject.
fn called(trace: &Trace, id: usize) -> String {
    let name = trace.names.get(id).filter(|name| !name.is_empty());
    name.map_or_else(|| trace.subjects.number[id].to_string(), Clone::clone)
}

/// A name in quotes; what would end it is left out.
fn quoted(name: &str) -> String {
    let clean: String = name.chars().filter(|&sign| sign != '"' && !sign.is_control()).collect();
    format!("\"{clean}\"")
}

fn line(text: &mut String, words: Arguments) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_of;
    use ganttlet_engine::record::Subject;
    use ganttlet_engine::time::Span;

    /// Two jobs side by side, one after them that still runs, and one that never can.
    fn small() -> Trace {
        let bars = [(0, 2, 0.0, Some(2.5)), (3, 1, 1.0, Some(2.5)), (0, 2, 2.5, None)];
        let mut trace = trace_of(&[2, 2], 4.0, &bars);
        trace.names = ["first", "a \"b\""].map(String::from).to_vec();
        trace.subjects.status[1] = Status::Killed;
        trace.subjects.estimate[1] = Span::from_seconds(1.5);
        let submit = Time::from_seconds(3.0);
        let new = Subject { number: 9, user: UNKNOWN, group: 4, submit, nodes: 64, estimate: Span::ZERO };
        let id = trace.add(new);
        trace.reject(id);
        trace
    }

    #[test]
    fn a_log_says_when_jobs_ran() {
        let expected = "; Version: 2.2\n; Computer: FCFS on two\n; MaxNodes: 4\n; MaxProcs: 4\n\
            ; Note: a simulated schedule, made by Ganttlet\n; Partition: 1 C2, 2 nodes\n; Partition: 2 C2, 2 nodes\n\
            1 0 0 2.5 2 -1 -1 2 -1 -1 1 1 -1 -1 -1 1 -1 -1\n\
            2 0 1 1.5 1 -1 -1 1 1.5 -1 0 2 -1 -1 -1 2 -1 -1\n\
            3 0 2.5 -1 2 -1 -1 2 -1 -1 -1 0 -1 -1 -1 1 -1 -1\n\
            9 3 -1 -1 -1 -1 -1 64 -1 -1 5 -1 4 -1 -1 -1 -1 -1\n";
        assert_eq!(swf(&small(), "FCFS\non two"), expected);
    }

    #[test]
    fn a_trace_for_viewers_says_who_held_which_node() {
        let text = paje(&small());
        let body = text.strip_prefix(HEAD).expect("the definitions come first");
        let expected = "2 j0 S \"first\" \"0.36 0.55 0.76\"\n2 j1 S \"a b\" \"0.36 0.55 0.76\"\n2 j2 S \"3\" \"0.36 0.55 0.76\"\n\
            3 0 g G 0 \"grid\"\n\
            3 0 c0 C g \"C2\"\n3 0 n0 N c0 \"0\"\n3 0 n1 N c0 \"1\"\n\
            3 0 c1 C g \"C2\"\n3 0 n2 N c1 \"0\"\n3 0 n3 N c1 \"1\"\n\
            5 0 S n0 j0\n5 0 S n1 j0\n5 1 S n3 j1\n6 2.5 S n0\n6 2.5 S n1\n6 2.5 S n3\n5 2.5 S n0 j2\n5 2.5 S n1 j2\n\
            4 4 N n0\n4 4 N n1\n4 4 N n2\n4 4 N n3\n4 4 C c0\n4 4 C c1\n4 4 G g\n";
        assert_eq!(body, expected);
    }
}
