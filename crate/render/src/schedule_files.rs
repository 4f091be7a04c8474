//! A schedule as files for other programs: an SWF log, and a Pajé trace.

use ganttlet_core::order;
use ganttlet_core::record::{Kind, Logged, Phase, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;
use std::fmt::{Arguments, Write as _};

/// The origin of a run, for its exports.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportMetadata<'a> {
    /// The name of the scenario.
    pub title: &'a str,
    /// The name of the system among the compared ones.
    pub system: &'a str,
    /// The header fields of its log about machine and period: labels and values.
    pub header: &'a [(String, String)],
}

/// The jobs with their times as a log in the Standard Workload Format, version 2.2, by arrival; -1 for unknown values.
pub(crate) fn write_swf(trace: &Trace, about: ExportMetadata) -> String {
    let table = &trace.subjects;
    let jobs = written_jobs(trace);
    let unique = numbers_are_unique(trace, &jobs);
    let rounded = |&id: &usize| {
        let times = [table.submit[id], table.start[id], table.end[id]];
        times.into_iter().any(|time| time != Time::MAX && time.0 % SECOND != 0)
            || table.estimate[id].0 % SECOND != 0
    };

    let mut text = swf_header(trace, about);
    if jobs.iter().any(rounded) {
        push_line(
            &mut text,
            format_args!("; Note: times are rounded to whole seconds, requested times are rounded up"),
        );
    }
    if !unique {
        push_line(
            &mut text,
            format_args!(
                "; Note: jobs are numbered in order of submission, because their original numbers are not unique"
            ),
        );
    }
    let widths = peak_nodes(trace);
    for (place, &id) in jobs.iter().enumerate() {
        let (submit, start, end) = (
            nearest_second(table.submit[id]),
            nearest_second(table.start[id]),
            nearest_second(table.end[id]),
        );
        let wait = start.zip(submit).map_or(-1, |(start, submit)| start - submit);
        let run = end.zip(start).map_or(-1, |(end, start)| end - start);
        let held = match table.first_interval[id] {
            u32::MAX if trace.kind(id as u32) == Kind::CANCELLED_JOB => 0,
            _ if start.is_some() => i64::from(widths[id]),
            _ => -1,
        };
        let logged = trace.logged.get(id).copied().unwrap_or(Logged::NOTHING);
        let status = match table.status[id] {
            _ if trace.kind(id as u32) == Kind::CANCELLED_JOB && end.is_some() => 5,
            Status::Done if logged.failed => 0,
            Status::Done => 1,
            Status::Killed => 0,
            Status::Rejected => 5,
            _ => -1,
        };
        let estimate = requested_seconds(trace, id, run);
        let (user, group) = (swf_number(table.user[id]), swf_number(table.group[id]));
        let application = swf_number(logged.application);
        let partition =
            trace.cluster_of_completion(id as u32).and_then(|band| trace.cluster_at(band.first_row));
        let partition = partition.map_or(-1, |at| at as i64 + 1);
        let job = if unique { table.number[id] } else { place as u32 + 1 };
        let (submit, nodes) = (submit.unwrap_or(-1), widths[id]);
        push_line(
            &mut text,
            format_args!(
                "{job} {submit} {wait} {run} {held} -1 -1 {nodes} {estimate} -1 {status} {user} {group} {application} -1 \
                 {partition} -1 -1"
            ),
        );
    }
    text
}

/// The jobs with a line in logs of the run, by arrival.
pub(crate) fn written_jobs(trace: &Trace) -> Vec<usize> {
    let is_job = |id: &u32| trace.kind(*id).is_job && !trace.kind(*id).recurs;
    let by_arrival = order::indices_by_key(trace.subjects.len(), |id| trace.subjects.submit[id].0);
    by_arrival.into_iter().filter(is_job).map(|id| id as usize).collect()
}

/// True if all of these jobs have different numbers.
pub(crate) fn numbers_are_unique(trace: &Trace, jobs: &[usize]) -> bool {
    let mut numbers: Vec<u32> = jobs.iter().map(|&id| trace.subjects.number[id]).collect();
    numbers.sort_unstable();
    numbers.windows(2).all(|pair| pair[0] != pair[1])
}

/// The header of the log, based on that of the source log, if any.
fn swf_header(trace: &Trace, about: ExportMetadata) -> String {
    let mut text = String::new();
    let clean = |words: &str| words.replace(char::is_control, " ");
    let computer = ("Computer".to_owned(), about.title.to_owned());
    let known = about.header.iter().any(|(label, _)| label == "Computer");
    push_line(&mut text, format_args!("; Version: 2.2"));
    for (label, value) in (!known).then_some(&computer).into_iter().chain(about.header) {
        push_line(&mut text, format_args!("; {}: {}", clean(label), clean(value)));
    }
    push_line(&mut text, format_args!("; MaxNodes: {0}\n; MaxProcs: {0}", trace.rows()));
    push_line(&mut text, format_args!("; Note: schedule simulated by Ganttlet"));
    for (label, value) in [("scenario", about.title), ("system", about.system)] {
        if !value.is_empty() {
            push_line(&mut text, format_args!("; Note: {label}: {}", clean(value)));
        }
    }
    for (at, band) in trace.bands.iter().enumerate() {
        let nodes = if band.rows == 1 { "node" } else { "nodes" };
        push_line(
            &mut text,
            format_args!("; Partition: {} {}, {} {nodes}", at + 1, clean(&band.name), band.rows),
        );
    }
    text
}

/// Microseconds.
const SECOND: i64 = 1_000_000;

/// The nearest second; `None` for unknown times.
fn nearest_second(time: Time) -> Option<i64> {
    (time != Time::MAX).then(|| time.0.saturating_add(SECOND / 2).div_euclid(SECOND))
}

/// The requested time of a job with this runtime, in seconds: a runtime within the requested time stays within it after
/// rounding.
fn requested_seconds(trace: &Trace, id: usize, run: i64) -> i64 {
    let (table, asked) = (&trace.subjects, trace.subjects.estimate[id]);
    if asked <= Span::ZERO {
        return -1;
    }
    let least = asked.0.saturating_add(SECOND - 1).div_euclid(SECOND);
    if table.start[id] == Time::MAX || table.end[id] == Time::MAX {
        return least;
    }
    match table.end[id] - table.start[id] {
        ran if ran == asked && table.status[id] == Status::Killed => run,
        ran if ran <= asked => least.max(run),
        _ => least,
    }
}

/// The maximum number of nodes of each subject while it works; for subjects without nodes, the required number or that
/// of their parts.
pub(crate) fn peak_nodes(trace: &Trace) -> Vec<u32> {
    let (table, held) = (&trace.subjects, &trace.intervals);
    // The nodes of parts are added to the job of their group.
    let whole =
        |subject: u32| if trace.kind(subject).is_job { None } else { Some(table.group[subject as usize]) };
    let mut of_groups: Vec<Vec<usize>> = vec![Vec::new(); trace.group_names.len()];
    let mut own: Vec<bool> = vec![false; table.len()];
    for i in (0..held.len()).filter(|&i| held.phase[i] == Phase::WORKS) {
        own[held.subject[i] as usize] = true;
        if let Some(parts) = whole(held.subject[i]).and_then(|group| of_groups.get_mut(group as usize)) {
            parts.push(i);
        }
    }
    let widest = |intervals: &mut dyn Iterator<Item = usize>| {
        let mut changes: Vec<(Time, i64)> = Vec::new();
        for i in intervals.filter(|&i| held.start[i] < held.end[i]) {
            changes
                .extend([(held.start[i], i64::from(held.rows[i])), (held.end[i], -i64::from(held.rows[i]))]);
        }
        // Ends precede starts at the same time.
        changes.sort_unstable();
        let sums = changes.iter().scan(0, |sum, &(_, more)| {
            *sum += more;
            Some(*sum)
        });
        sums.max().unwrap_or(0) as u32
    };
    let width = |subject: u32| {
        let id = subject as usize;
        let found = if own[id] && trace.is_scattered(subject) {
            widest(&mut trace.intervals_of(subject).filter(|&i| held.phase[i] == Phase::WORKS))
        } else if own[id] {
            held.rows[table.first_interval[id] as usize]
        } else {
            let parts = of_groups.get(table.group[id] as usize).filter(|_| trace.kind(subject).is_job);
            parts.map_or(0, |parts| widest(&mut parts.iter().copied()))
        };
        if found > 0 { found } else { table.nodes[id] }
    };
    (0..table.len() as u32).map(width).collect()
}

/// A number of the log; -1 if unknown.
fn swf_number(id: u32) -> i64 {
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

/// The allocations as a trace in the Pajé format: a container for each node within that of its cluster.
pub(crate) fn write_paje(trace: &Trace) -> String {
    let mut text = HEAD.to_owned();
    let intervals = &trace.intervals;
    let mut held = vec![false; trace.subjects.len()];
    for &subject in &intervals.subject {
        held[subject as usize] = true;
    }
    for id in (0..held.len()).filter(|&id| held[id]) {
        let name = quote(&subject_name(trace, id));
        // Without explicit colours, viewers would colour jobs of the same kind differently each time.
        let colour = if trace.kind(id as u32).counts { "0.36 0.55 0.76" } else { "0.85 0.83 0.79" };
        push_line(&mut text, format_args!("2 j{id} S {name} \"{colour}\""));
    }
    push_line(&mut text, format_args!("3 0 g G 0 \"grid\""));
    for (at, band) in trace.bands.iter().enumerate() {
        push_line(&mut text, format_args!("3 0 c{at} C g {}", quote(&band.name)));
        for node in 0..band.rows {
            let row = band.first_row + node;
            let name = trace.row_name(row);
            let name = if name.is_empty() { node.to_string() } else { name.to_owned() };
            push_line(&mut text, format_args!("3 0 n{row} N c{at} {}", quote(&name)));
        }
    }
    // Ends precede starts on the same node; the sort is stable.
    let shown = || (0..intervals.len()).filter(|&i| intervals.start[i] < intervals.end[i]);
    let ends = shown().filter(|&i| intervals.end[i] < Time::MAX).map(|i| (intervals.end[i], false, i));
    let mut events: Vec<(Time, bool, usize)> = ends.collect();
    events.extend(shown().map(|i| (intervals.start[i], true, i)));
    order::sort_by_key(&mut events, |&(time, ..)| time.0);
    for (time, begins, i) in events {
        let time = time.exact_seconds();
        for row in intervals.row[i]..intervals.row[i] + intervals.rows[i] {
            if begins {
                push_line(&mut text, format_args!("5 {time} S n{row} j{}", intervals.subject[i]));
            } else {
                push_line(&mut text, format_args!("6 {time} S n{row}"));
            }
        }
    }
    let last = trace.now.max(trace.last_end).exact_seconds();
    for band in &trace.bands {
        for row in band.first_row..band.first_row + band.rows {
            push_line(&mut text, format_args!("4 {last} N n{row}"));
        }
    }
    for at in 0..trace.bands.len() {
        push_line(&mut text, format_args!("4 {last} C c{at}"));
    }
    push_line(&mut text, format_args!("4 {last} G g"));
    text
}

/// The name of a subject, as shown.
pub(crate) fn subject_name(trace: &Trace, id: usize) -> String {
    let name = trace.names.get(id).filter(|name| !name.is_empty());
    name.map_or_else(|| trace.subjects.number[id].to_string(), Clone::clone)
}

/// A name in quotes; quotes and line breaks are removed.
fn quote(name: &str) -> String {
    let clean: String = name.chars().filter(|&sign| sign != '"' && !sign.is_control()).collect();
    format!("\"{clean}\"")
}

/// Appends a line.
fn push_line(text: &mut String, words: Arguments) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::Subject;

    /// Two jobs side by side, one after them that still runs, and one that can never run.
    fn small_trace() -> Trace {
        let bars = [(0, 2, 0.0, Some(2.5)), (3, 1, 1.0, Some(2.5)), (0, 2, 2.5, None)];
        let mut trace = trace_from_bars(&[2, 2], 4.0, &bars);
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
    fn an_exported_log_has_the_times_of_jobs() {
        let expected = "; Version: 2.2\n; Computer: FCFS on two\n; MaxNodes: 4\n; MaxProcs: 4\n\
            ; Note: schedule simulated by Ganttlet\n; Note: scenario: FCFS on two\n; Note: system: FCFS\n\
            ; Partition: 1 C2, 2 nodes\n; Partition: 2 C2, 2 nodes\n\
            ; Note: times are rounded to whole seconds, requested times are rounded up\n\
            1 0 0 3 2 -1 -1 2 -1 -1 1 1 -1 -1 -1 1 -1 -1\n\
            2 0 1 2 1 -1 -1 1 2 -1 0 2 -1 -1 -1 2 -1 -1\n\
            3 0 3 -1 2 -1 -1 2 -1 -1 -1 0 -1 -1 -1 1 -1 -1\n\
            9 3 -1 -1 -1 -1 -1 64 -1 -1 5 -1 4 -1 -1 -1 -1 -1\n";
        let about = ExportMetadata { title: "FCFS\non two", system: "FCFS", header: &[] };
        assert_eq!(write_swf(&small_trace(), about), expected);
    }

    /// Rounding preserves the order of ends and starts, and the limits of requested times.
    #[test]
    fn rounded_times_keep_their_order() {
        let bars = [(0, 1, 0.4, Some(1.5)), (0, 1, 1.5, Some(1.9)), (1, 1, 0.6, Some(2.5))];
        let mut trace = trace_from_bars(&[2], 9.0, &bars);
        for (estimate, asked) in trace.subjects.estimate.iter_mut().zip([1.1, 0.4, 2.0]) {
            *estimate = Span::from_seconds(asked);
        }
        trace.subjects.status[0] = Status::Killed;
        let text = write_swf(&trace, ExportMetadata::default());
        let jobs = text.lines().filter(|line| !line.starts_with(';'));
        // Wait, run, requested.
        let times: Vec<[i64; 3]> = jobs
            .map(|line| {
                let fields: Vec<i64> =
                    line.split(' ').map(|field| field.parse().expect("a whole number")).collect();
                [fields[2], fields[3], fields[8]]
            })
            .collect();
        assert_eq!(times, [[0, 2, 2], [2, 0, 1], [1, 2, 2]]);
    }

    #[test]
    fn fields_of_the_source_log_are_kept() {
        let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, Some(2.0)), (0, 1, 2.0, Some(3.0))]);
        trace.logged = vec![Logged { application: 8, failed: true, ..Logged::NOTHING }];
        let header = ["Computer", "UnixStartTime"].map(|label| (label.to_owned(), "7".to_owned()));
        let text = write_swf(&trace, ExportMetadata { title: "mine", system: "", header: &header });
        assert!(
            text.starts_with("; Version: 2.2\n; Computer: 7\n; UnixStartTime: 7\n; MaxNodes: 2\n"),
            "{text}"
        );
        assert!(text.contains("1 0 0 2 1 -1 -1 1 -1 -1 0 1 -1 8 -1 1 -1 -1\n"), "{text}");
        assert!(text.contains("2 0 2 1 1 -1 -1 1 -1 -1 1 2 -1 -1 -1 1 -1 -1\n"), "{text}");
    }

    /// A job in two pieces on at most three machines, the machines, and a job on all nodes.
    #[test]
    fn each_job_has_one_line_with_its_nodes() {
        let part = Kind { name: "piece", is_job: false, counts: false, ..Kind::JOB };
        let mut trace = trace_from_bars(&[4], 9.0, &[]);
        trace.group_names = vec!["A".into()];
        let (submit, estimate) = (Time::ZERO, Span::from_seconds(5.0));
        let mut add = |kind, number, rows: &[(u32, u32)]| {
            let subject = Subject { number, user: UNKNOWN, group: 0, submit, nodes: 1, estimate };
            let id = trace.add_kind(subject, kind);
            trace.queue(id, submit, 0);
            trace.start(id, submit);
            for &rows in rows {
                trace.occupy(id, submit, rows, Phase::WORKS);
            }
            trace.finish(id, Time::from_seconds(5.0), Status::Done);
        };
        add(Kind::JOB, 1, &[]);
        add(part, 1, &[(0, 2)]);
        add(part, 2, &[(2, 1)]);
        add(Kind::MACHINE, 1, &[]);
        add(Kind { name: "moldable", ..Kind::JOB }, 2, &[(0, 1), (2, 2)]);
        let text = write_swf(&trace, ExportMetadata::default());
        let jobs: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        let expected =
            ["1 0 0 5 3 -1 -1 3 5 -1 1 -1 0 -1 -1 1 -1 -1", "2 0 0 5 3 -1 -1 3 5 -1 1 -1 0 -1 -1 1 -1 -1"];
        assert_eq!(jobs, expected);
    }

    #[test]
    fn repeated_job_numbers_are_renumbered() {
        let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, Some(2.0)), (0, 1, 2.0, Some(3.0))]);
        trace.subjects.number = vec![1, 1];
        let text = write_swf(&trace, ExportMetadata::default());
        assert!(text.contains("numbered in order of submission") && text.contains("\n2 0 2 1 1"), "{text}");
    }

    #[test]
    fn paje_traces_show_allocations() {
        let text = write_paje(&small_trace());
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
