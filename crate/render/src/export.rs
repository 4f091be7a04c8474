//! Exports as CSV (RFC 4180) with a header line and times in seconds.

use crate::schedule_files::{self, ExportMetadata};
use crate::{batsim_files, chrome_trace};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::{Cell, Cells, Phase, StateChange, Status, Table, Trace, state_changes};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The tables of every run.
const TABLES: [&str; 5] = ["jobs", "intervals", "marks", "transfers", "series"];

/// An export of the schedule for other programs.
struct ScheduleFormat {
    id: &'static str,
    write: fn(&Trace, ExportMetadata) -> String,
}

/// The exports of the schedule for other programs.
const SCHEDULE_FORMATS: [ScheduleFormat; 5] = [
    ScheduleFormat { id: "swf", write: schedule_files::write_swf },
    ScheduleFormat { id: "paje", write: |trace, _| schedule_files::write_paje(trace) },
    ScheduleFormat { id: "batsim-jobs", write: |trace, _| batsim_files::write_jobs(trace) },
    ScheduleFormat { id: "batsim-schedule", write: |trace, _| batsim_files::write_schedule(trace) },
    ScheduleFormat { id: "chrome-trace", write: |trace, _| chrome_trace::write_chrome_trace(trace) },
];

/// The ids of the exports of a run: those that are not empty.
pub fn export_ids(trace: &Trace) -> Vec<&'static str> {
    let empty = |id: &&str| match *id {
        "marks" => trace.marks.is_empty(),
        "transfers" => trace.transfers.is_empty(),
        _ => false,
    };
    let mut all: Vec<&str> = TABLES.into_iter().filter(|id| !empty(id)).collect();
    all.extend(SCHEDULE_FORMATS.iter().map(|format| format.id));
    all.extend(trace.tables.iter().filter(|table| !table.is_empty()).map(|table| table.kind.id));
    all
}

/// True if this export is a table: CSV with a header line.
pub fn is_table(trace: &Trace, what: &str) -> bool {
    TABLES.contains(&what) || trace.table(what).is_some()
}

/// A run as text: a table as CSV (`jobs`, `intervals`, `marks`, `transfers`, `series` or one of its system), or its
/// schedule in the format of another program (`swf`, `paje`, `batsim-jobs`, `batsim-schedule`, `chrome-trace`). Fails
/// for other ids.
pub fn export(trace: &Trace, what: &str, about: ExportMetadata) -> Result<String, Diagnostic> {
    match what {
        "jobs" => Ok(jobs_csv(trace)),
        "intervals" => Ok(intervals_csv(trace)),
        "marks" => Ok(marks_csv(trace)),
        "transfers" => Ok(transfers_csv(trace)),
        "series" => Ok(series_csv(trace)),
        _ => {
            if let Some(format) = SCHEDULE_FORMATS.iter().find(|format| format.id == what) {
                return Ok((format.write)(trace, about));
            }
            trace.table(what).map(|table| table_csv(trace, table)).ok_or_else(|| {
                let own: Vec<&str> = trace.tables.iter().map(|table| table.kind.id).collect();
                let more = if own.is_empty() {
                    String::new()
                } else {
                    format!(", and of this run {}", own.join(", "))
                };
                let known = TABLES.into_iter().chain(SCHEDULE_FORMATS.iter().map(|format| format.id));
                let known = known.collect::<Vec<_>>().join(", ");
                Diagnostic::error(format!("unknown table {what:?}; available: {known}{more}"))
            })
        }
    }
}

/// One line per job or task: id, times in seconds, requirements and place. The wait time begins when the subject is
/// eligible (for a task: when its predecessors have ended); the slowdown is the response time divided by the runtime.
/// The estimate refers to the used nodes, like the runtime; processors are the allocated ones, or the required ones
/// before an allocation. Nodes are numbered in their cluster (`0-3 7`); unknown values are empty.
pub fn jobs_csv(trace: &Trace) -> String {
    let table = &trace.subjects;
    let mut text = String::from(
        "id,name,kind,user,group,submit_s,ready_s,start_s,finish_s,wait_s,run_s,estimate_s,slowdown,processors,nodes,cluster,status\r\n",
    );
    let known = |id: u32| if id == UNKNOWN { String::new() } else { id.to_string() };
    let widths = schedule_files::peak_nodes(trace);
    for subject in 0..table.len() as SubjectId {
        let id = subject as usize;
        let cluster = trace.cluster_of_completion(subject).map_or("", |band| band.name.as_str());
        let (submit, ready, start, end) =
            (table.submit[id], table.ready_time(id), table.start[id], table.end[id]);
        let run = span_between(start, end);
        let response = span_between(submit, end).filter(|_| run.is_some_and(|run| run.0 > 0));
        let slowdown = response.zip(run).map(|(response, run)| response.0 as f64 / run.0 as f64);
        let estimate = Some(table.estimate[id]).filter(|estimate| estimate.0 > 0);
        let span = |span: Option<Span>| span.map_or_else(String::new, Span::exact_seconds);
        let fields: [&str; 17] = [
            &table.number[id].to_string(),
            &escape_formula(&unique_name(trace, subject)),
            trace.kind(subject).name,
            &known(table.user[id]),
            &known(table.group[id]),
            &time_text(submit),
            &time_text(ready),
            &time_text(start),
            &time_text(end),
            &span(span_between(ready, start)),
            &span(run),
            &span(estimate),
            &slowdown.map_or_else(String::new, |slowdown| slowdown.to_string()),
            &widths[id].to_string(),
            &trace.nodes_at(subject, Time::MAX),
            &escape_formula(cluster),
            status_id(table.status[id]),
        ];
        push_csv_line(&mut text, &fields);
    }
    text
}

/// A name that distinguishes a subject from others with the same number.
fn unique_name(trace: &Trace, subject: SubjectId) -> Cow<'_, str> {
    let id = subject as usize;
    match trace.names.get(id) {
        Some(name) if !name.is_empty() => Cow::Borrowed(name),
        _ => {
            let group = trace.group_names.get(trace.subjects.group[id] as usize);
            let part = |group: &String| format!("{group}.{}", trace.subjects.number[id]).into();
            group.map_or(Cow::Borrowed(""), part)
        }
    }
}

/// The span from one time to another; `None` if one of them is unknown.
fn span_between(from: Time, to: Time) -> Option<Span> {
    (from != Time::MAX && to != Time::MAX).then(|| to - from)
}

/// One line per block of adjacent nodes: `id,cluster,first_node,nodes,start_s,finish_s`, a `name` after the id if
/// subjects have names, and `kind,phase` at the end if there are several kinds or phases.
fn intervals_csv(trace: &Trace) -> String {
    let table = &trace.intervals;
    let more = trace.kinds.len() > 1 || table.phase.iter().any(|&phase| phase != Phase::WORKS);
    let named = (0..trace.subjects.len() as SubjectId).any(|subject| !unique_name(trace, subject).is_empty());
    let mut text = String::from(if named { "id,name," } else { "id," });
    text.push_str("cluster,first_node,nodes,start_s,finish_s");
    text.push_str(if more { ",kind,phase\r\n" } else { "\r\n" });
    for i in 0..table.len() {
        let (cluster, node) = cluster_and_node(trace, table.row[i]);
        let subject = table.subject[i];
        let number = trace.subjects.number[subject as usize].to_string();
        let mut fields = vec![number];
        if named {
            fields.push(escape_formula(&unique_name(trace, subject)));
        }
        fields.extend([escape_formula(cluster), node.to_string(), table.rows[i].to_string()]);
        fields.extend([time_text(table.start[i]), time_text(table.end[i])]);
        if more {
            fields.extend([trace.kind(subject).name, table.phase[i].kind().id].map(str::to_owned));
        }
        push_csv_line(&mut text, &fields.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text
}

/// One line per instantaneous event of a job: `time_s,id,name,kind,mark,value`.
fn marks_csv(trace: &Trace) -> String {
    let mut text = String::from("time_s,id,name,kind,mark,value\r\n");
    for mark in &trace.marks {
        let id = mark.subject as usize;
        let fields: [&str; 6] = [
            &time_text(mark.time),
            &trace.subjects.number[id].to_string(),
            &escape_formula(&unique_name(trace, id as SubjectId)),
            trace.kind(mark.subject).name,
            mark.kind.id,
            &mark.value.to_string(),
        ];
        push_csv_line(&mut text, &fields);
    }
    text
}

/// One line per file transfer: `id,name,from,to,bytes,start_s,finish_s`, with the id and the name of the task that
/// needs it.
fn transfers_csv(trace: &Trace) -> String {
    let cluster = |band: u16| trace.bands.get(usize::from(band)).map_or("", |band| band.name.as_str());
    let mut text = String::from("id,name,from,to,bytes,start_s,finish_s\r\n");
    for transfer in &trace.transfers {
        let id = transfer.subject as usize;
        push_csv_line(
            &mut text,
            &[
                &trace.subjects.number[id].to_string(),
                &escape_formula(&unique_name(trace, id as SubjectId)),
                &escape_formula(cluster(transfer.from)),
                &escape_formula(cluster(transfer.to)),
                &transfer.bytes.to_string(),
                &time_text(transfer.start),
                &time_text(transfer.end),
            ],
        );
    }
    text
}

/// One line per row of a table of the system: times in seconds, texts, names of groups, numbers of rows of other
/// tables; unknown values are empty. A subject has two fields, `id` and `name`. If rows have reasons, `why` is the rule
/// and `because` its sentence.
fn table_csv(trace: &Trace, table: &Table) -> String {
    let columns = table.kind.columns;
    let mut text = String::new();
    for (place, column) in columns.iter().enumerate() {
        text.push_str(if place > 0 { "," } else { "" });
        text.push_str(if matches!(column.cells, Cells::Subject) { "id,name" } else { column.id });
        let times = matches!(column.cells, Cells::Time | Cells::Span) && !column.id.ends_with("_s");
        text.push_str(if times { "_s" } else { "" });
    }
    text.push_str(if table.has_reasons() { ",why,because\r\n" } else { "\r\n" });
    for row in 0..table.len() {
        let mut fields: Vec<String> = Vec::with_capacity(columns.len() + 3);
        for (place, column) in columns.iter().enumerate() {
            let Some(bits) = table.cell(row, place) else {
                fields.push(String::new());
                continue;
            };
            match column.cells {
                Cells::Subject => {
                    fields.push(trace.subjects.number[bits as usize].to_string());
                    fields.push(escape_formula(trace.names.get(bits as usize).map_or("", String::as_str)));
                }
                Cells::Group | Cells::Text => {
                    fields.push(escape_formula(&trace.cell_name(table, row, place).unwrap_or_default()));
                }
                Cells::Time | Cells::Span => fields.push(Span::exact_seconds(Cell::from_bits(bits))),
                _ => fields.push(table.number(row, place).to_string()),
            }
        }
        if table.has_reasons() {
            fields
                .push(table.reason_of(row).map_or_else(String::new, |decision| decision.rule.id.to_owned()));
            fields.push(trace.explain_row(table, row));
        }
        push_csv_line(&mut text, &fields.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text
}

/// One line per change: `time_s,queued,running,busy_nodes`, and the busy nodes for each kind if there are several. A
/// line is valid until the next one.
fn series_csv(trace: &Trace) -> String {
    let several = trace.kinds.len() > 1;
    let mut text = String::from("time_s,queued,running,busy_nodes");
    for kind in trace.kinds.iter().filter(|_| several) {
        // Writing to a string cannot fail.
        let _ = write!(text, ",busy_nodes: {}", kind.name);
    }
    text.push_str("\r\n");
    for StateChange { time: at, queued, running, busy } in state_changes(trace) {
        let sum: i64 = busy.iter().sum();
        let _ = write!(text, "{},{queued},{running},{sum}", time_text(at));
        for nodes in busy.iter().filter(|_| several) {
            let _ = write!(text, ",{nodes}");
        }
        text.push_str("\r\n");
    }
    text
}

/// The cluster of a row, and its node in the cluster.
fn cluster_and_node(trace: &Trace, row: u32) -> (&str, u32) {
    let band = trace.cluster_at(row).map(|at| &trace.bands[at]);
    band.map_or(("", row), |band| (&band.name, row - band.first_row))
}

/// The id of a status in exports.
fn status_id(status: Status) -> &'static str {
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

/// A time in seconds; empty if unknown.
fn time_text(time: Time) -> String {
    if time == Time::MAX { String::new() } else { time.exact_seconds() }
}

/// A name from a file; a leading sign that makes spreadsheets evaluate a formula is escaped.
pub fn escape_formula(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{name}") } else { name.to_owned() }
}

/// Adds one line, its fields quoted where necessary.
pub fn push_csv_line(text: &mut String, fields: &[&str]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::{Kind, Look, MarkKind, Subject, Transfer};
    use ganttlet_core::rule::Rule;
    use ganttlet_sim::tables::rounds::Round;

    #[test]
    fn tables_are_read_by_other_programs() {
        let bars = [(0, 2, 0.0, Some(2.5)), (5, 3, 1.000_001, Some(9.0)), (3, 1, 8.0, None)];
        let mut trace = trace_from_bars(&[4, 8], 9.0, &bars);
        trace.names = ["=1+1", "a \"b\", c", "plain"].map(String::from).to_vec();
        trace.subjects.estimate[1] = Span::from_seconds(60.0);
        let (start, end) = (Time(1), Time(2_000_000));
        trace.transfers.push(Transfer { start, end, from: 0, to: 1, subject: 1, bytes: 1.5e6 });
        let expected = "id,name,kind,user,group,submit_s,ready_s,start_s,finish_s,wait_s,run_s,estimate_s,slowdown,processors,\
            nodes,cluster,status\r\n\
            1,\"'=1+1\",job,1,,0,0,0,2.5,0,2.5,,1,2,0-1,C4,done\r\n\
            2,\"a \"\"b\"\", c\",job,2,,0,0,1.000001,9,1.000001,7.999999,60,1.1250001406250176,3,1-3,C8,done\r\n\
            3,plain,job,0,,0,0,8,,8,,,,1,3,C4,running\r\n";
        assert_eq!(jobs_csv(&trace), expected);
        let expected = "id,name,cluster,first_node,nodes,start_s,finish_s\r\n\
            1,\"'=1+1\",C4,0,2,0,2.5\r\n2,\"a \"\"b\"\", c\",C8,1,3,1.000001,9\r\n3,plain,C4,3,1,8,\r\n";
        assert_eq!(intervals_csv(&trace), expected);
        let expected =
            "id,name,from,to,bytes,start_s,finish_s\r\n2,\"a \"\"b\"\", c\",C4,C8,1500000,0.000001,2\r\n";
        assert_eq!(transfers_csv(&trace), expected);
        let formats = ["swf", "paje", "batsim-jobs", "batsim-schedule", "chrome-trace"];
        let ids = [&["jobs", "intervals", "transfers", "series"][..], &formats].concat();
        assert_eq!(export_ids(&trace), ids);
        assert!(
            export_ids(&trace)
                .into_iter()
                .all(|what| export(&trace, what, ExportMetadata::default()).is_ok())
        );
        let expected = "time_s,queued,running,busy_nodes\r\n\
            0,2,1,2\r\n1.000001,1,2,5\r\n2.5,1,1,3\r\n8,0,2,4\r\n9,0,1,1\r\n";
        assert_eq!(series_csv(&trace), expected);
    }

    /// Parts and replicas with the same number get different names; the cluster of a task is that of the first ended
    /// replica.
    #[test]
    fn parts_have_names_and_replicas_their_cluster() {
        let mut trace = trace_from_bars(&[2, 2], 9.0, &[(0, 1, 0.0, None), (1, 1, 0.0, Some(3.0))]);
        trace.group_names = vec!["bag x".into(), "bag y".into()];
        (trace.subjects.number, trace.subjects.group) = (vec![1, 1], vec![0, 1]);
        trace.occupy(0, Time(1_000_000), (2, 1), Phase::COPIES);
        trace.leave(0, Time(4_000_000), 0, true);
        trace.finish(0, Time(4_000_000), Status::Done);
        let csv = jobs_csv(&trace);
        let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        let [name, processors, cluster] = [1, 13, 15];
        assert_eq!([lines[1][name], lines[2][name]], ["bag x.1", "bag y.1"]);
        assert_eq!([lines[1][cluster], lines[1][processors], lines[2][cluster]], ["C2", "1", "C2"]);
        assert_eq!(trace.cluster_of_completion(0).map(|band| band.first_row), Some(2));
        let intervals = intervals_csv(&trace);
        assert!(
            intervals.starts_with("id,name,cluster,")
                && intervals.contains("\r\n1,bag y.1,C2,1,1,0,3,job,works\r\n")
        );
    }

    #[test]
    fn grids_have_more_columns() {
        const TASK: Kind =
            Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false, is_job: true };
        const PREEMPT: MarkKind = MarkKind { id: "preempt", sentence: "" };
        let mut trace = trace_from_bars(&[2, 3], 2.0, &[(0, 1, 0.0, Some(2.0))]);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        let id = trace.add_kind(Subject { number: 7, user: 0, group: 0, submit, nodes: 3, estimate }, TASK);
        trace.place(id, Time::ZERO, 1);
        for row in [4, 1, 2] {
            trace.occupy(id, Time::ZERO, (row, 1), Phase::PREPARES);
        }
        trace.mark(Time(1_500_000), id, &PREEMPT, 1);
        assert!(jobs_csv(&trace).ends_with(
            "status\r\n1,,job,1,,0,0,0,2,0,2,,1,1,0,C2,done\r\n7,,sweep task,0,0,0,,,,,,,,3,C2:1 C3:0 2,C3,running\r\n"
        ));
        assert!(intervals_csv(&trace).ends_with("\r\n7,C3,2,1,0,,sweep task,prepares\r\n7,C2,1,1,0,,sweep task,prepares\r\n7,C3,0,1,0,,sweep task,prepares\r\n"));
        assert_eq!(marks_csv(&trace), "time_s,id,name,kind,mark,value\r\n1.5,7,,sweep task,preempt,1\r\n");
        let expected = "time_s,queued,running,busy_nodes,busy_nodes: job,busy_nodes: sweep task\r\n\
            0,0,1,4,1,3\r\n2,0,0,3,0,3\r\n";
        assert_eq!(series_csv(&trace), expected);
    }

    #[test]
    fn each_round_has_a_line() {
        static ENOUGH: Rule = Rule::with_values(
            "enough",
            &["workers", "large_tasks"],
            "{workers} workers, as {large_tasks} tasks are large.",
        );
        let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, None), (1, 1, 1.0, None)]);
        trace.names = vec!["render".into()];
        trace.group_names = vec!["iteration 1".into()];
        let open = Round {
            application: 0,
            number: 1,
            group: 0,
            start: Time(1_000_000),
            end: Time::MAX,
            tasks: (0, 8),
            copies: 1,
            wanted: 4,
            extra: 1,
            held: 2,
            most_held: 3,
            stable: None,
            work: Span(1_500_000),
            up: Span(4_000_000),
            suspended: Span::ZERO,
            work_cost: 1.5,
            up_cost: 4.0,
            suspended_cost: 0.0,
            power: 8.25,
            suspensions: 0,
            losses: 2,
            next: None,
        };
        let over = Round { end: Time(9_000_000), stable: Some(false), next: Some(6), ..open };
        let mut rounds = Table::from_rows(&[open, over]);
        rounds.set_reason(1, &ENOUGH, [6, 2, 0, 0]);
        let text = table_csv(&trace, &rounds);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1,render,1,iteration 1,1,,8,1,4,1,2,3,,1.5,4,0,1.5,4,0,8.25,0,2,,,");
        let expected = "1,render,1,iteration 1,1,9,8,1,4,1,2,3,0,1.5,4,0,1.5,4,0,8.25,0,2,6,enough,\
                        \"6 workers, as 2 tasks are large.\"";
        assert_eq!(lines[2], expected);
        assert!(lines[0].split(',').count() == 25 && lines[1].split(',').count() == 25, "{text}");
    }
}
