//! Tables for spreadsheets and other programs: CSV after RFC 4180, with a header line, times in seconds.

use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::record::{Cell, Cells, Index, Phase, Series, Status, Table, Trace, series};
use ganttlet_engine::rule::SubjectId;
use ganttlet_engine::time::{Span, Time};
use std::fmt::Write as _;

/// The lines of a table of the series.
const SAMPLES: usize = 2000;

/// A table of a run: `jobs`, `intervals`, `marks`, `transfers`, `series` or one that its system keeps.
pub fn csv(trace: &Trace, what: &str) -> Result<String, Diagnostic> {
    match what {
        "jobs" => Ok(jobs_csv(trace)),
        "intervals" => Ok(intervals_csv(trace)),
        "marks" => Ok(marks_csv(trace)),
        "transfers" => Ok(transfers_csv(trace)),
        "series" => {
            let window = (trace.first_submit(), trace.last_end);
            Ok(series_csv(&series(trace, &mut Index::default(), window, SAMPLES, Time::MAX)))
        }
        _ => trace.table(what).map(|table| table_csv(trace, table)).ok_or_else(|| {
            Diagnostic::error(format!(
                "found {what:?}, allowed are jobs, intervals, marks, transfers, series and tables of the system"
            ))
        }),
    }
}

/// One line a job: `id,name,submit,start,finish,processors,nodes,cluster,wait,status`, and `kind` if there are several.
/// Nodes are numbered in their cluster (`0-3 7`); what is not known yet is empty.
pub fn jobs_csv(trace: &Trace) -> String {
    let table = &trace.subjects;
    let kinds = trace.kinds.len() > 1;
    let mut text = String::from("id,name,submit,start,finish,processors,nodes,cluster,wait,status");
    text.push_str(if kinds { ",kind\r\n" } else { "\r\n" });
    for subject in 0..table.len() as SubjectId {
        let id = subject as usize;
        let name = trace.names.get(id).map_or("", String::as_str);
        let cluster = trace.band_of(subject).map_or("", |band| band.name.as_str());
        let wait = if table.start[id] == Time::MAX { None } else { Some(table.start[id] - table.submit[id]) };
        let fields: [&str; 11] = [
            &table.number[id].to_string(),
            &csv_name(name),
            &time(table.submit[id]),
            &time(table.start[id]),
            &time(table.end[id]),
            &table.nodes[id].to_string(),
            &trace.nodes_at(subject, Time::MAX),
            &csv_name(cluster),
            &wait.map_or_else(String::new, seconds),
            word(table.status[id]),
            trace.kind(subject).name,
        ];
        csv_line(&mut text, &fields[..if kinds { 11 } else { 10 }]);
    }
    text
}

/// One line a block of nodes next to each other: `id,cluster,first_node,nodes,start,finish`, and `kind,phase` if there is
/// more than one of either.
fn intervals_csv(trace: &Trace) -> String {
    let table = &trace.intervals;
    let more = trace.kinds.len() > 1 || table.phase.iter().any(|&phase| phase != Phase::WORKS);
    let mut text = String::from("id,cluster,first_node,nodes,start,finish");
    text.push_str(if more { ",kind,phase\r\n" } else { "\r\n" });
    for i in 0..table.len() {
        let (cluster, node) = place(trace, table.row[i]);
        let fields: [&str; 8] = [
            &trace.subjects.number[table.subject[i] as usize].to_string(),
            &csv_name(cluster),
            &node.to_string(),
            &table.rows[i].to_string(),
            &time(table.start[i]),
            &time(table.end[i]),
            trace.kind(table.subject[i]).name,
            table.phase[i].kind().id,
        ];
        csv_line(&mut text, &fields[..if more { 8 } else { 6 }]);
    }
    text
}

/// One line for each thing that happened to a job at an instant: `time,id,name,kind,mark,value`.
fn marks_csv(trace: &Trace) -> String {
    let mut text = String::from("time,id,name,kind,mark,value\r\n");
    for mark in &trace.marks {
        let id = mark.subject as usize;
        let fields: [&str; 6] = [
            &time(mark.time),
            &trace.subjects.number[id].to_string(),
            &csv_name(trace.names.get(id).map_or("", String::as_str)),
            trace.kind(mark.subject).name,
            mark.kind.id,
            &mark.value.to_string(),
        ];
        csv_line(&mut text, &fields);
    }
    text
}

/// One line a file on its way: `id,name,from,to,bytes,start,finish`, where `id` and `name` are those of the task that
/// waits for it.
fn transfers_csv(trace: &Trace) -> String {
    let cluster = |band: u16| trace.bands.get(usize::from(band)).map_or("", |band| band.name.as_str());
    let mut text = String::from("id,name,from,to,bytes,start,finish\r\n");
    for transfer in &trace.transfers {
        let id = transfer.subject as usize;
        csv_line(
            &mut text,
            &[
                &trace.subjects.number[id].to_string(),
                &csv_name(trace.names.get(id).map_or("", String::as_str)),
                &csv_name(cluster(transfer.from)),
                &csv_name(cluster(transfer.to)),
                &transfer.bytes.to_string(),
                &time(transfer.start),
                &time(transfer.end),
            ],
        );
    }
    text
}

/// One line a row of a table that the system keeps: times in seconds, words, names of groups, of rows of another table how many;
/// what is not known yet is empty. A subject has two fields, `id` and `name`. Where rows have reasons, `why` is the rule
/// and `because` its sentence.
pub fn table_csv(trace: &Trace, table: &Table) -> String {
    let columns = table.kind.columns;
    let mut text = String::new();
    for (place, column) in columns.iter().enumerate() {
        text.push_str(if place > 0 { "," } else { "" });
        text.push_str(if matches!(column.cells, Cells::Subject) { "id,name" } else { column.id });
    }
    text.push_str(if table.explains() { ",why,because\r\n" } else { "\r\n" });
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
                    fields.push(csv_name(trace.names.get(bits as usize).map_or("", String::as_str)));
                }
                Cells::Group | Cells::Text => {
                    fields.push(csv_name(&trace.called(table, row, place).unwrap_or_default()));
                }
                Cells::Time | Cells::Span => fields.push(seconds(Cell::of(bits))),
                _ => fields.push(table.number(row, place).to_string()),
            }
        }
        if table.explains() {
            fields.push(table.because(row).map_or_else(String::new, |decision| decision.rule.id.to_owned()));
            fields.push(trace.explain_row(table, row));
        }
        csv_line(&mut text, &fields.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text
}

/// One line a point: `time,queued,running,busy`, and the busy part for each kind if there are several; what is not known
/// yet is empty.
fn series_csv(series: &Series) -> String {
    let mut text = String::from("time,queued,running,busy");
    let mut columns = vec![&series.time, &series.queued, &series.running, &series.busy];
    for kind in &series.by_kind {
        text.push_str(",busy: ");
        text.push_str(kind.name);
        columns.push(&kind.busy);
    }
    text.push_str("\r\n");
    let number = |value: f64| if value.is_nan() { String::new() } else { value.to_string() };
    for i in 0..series.time.len() {
        let values: Vec<String> = columns.iter().map(|column| number(column[i])).collect();
        csv_line(&mut text, &values.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text
}

/// The cluster of a row, and its node there.
fn place(trace: &Trace, row: u32) -> (&str, u32) {
    let band = trace.cluster_at(row).map(|at| &trace.bands[at]);
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
    if !micros.is_multiple_of(1_000_000) {
        let _ = write!(text, ".{:06}", micros % 1_000_000);
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

/// A name from outside: spreadsheets take what begins with one of these signs for a formula and run it.
pub fn csv_name(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{name}") } else { name.to_owned() }
}

/// Adds one line, its fields quoted where they must be.
pub fn csv_line(text: &mut String, fields: &[&str]) {
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
    use crate::tests::trace_of;
    use ganttlet_engine::record::{Kind, Look, MarkKind, Subject, Transfer, series};
    use ganttlet_engine::rule::Rule;
    use ganttlet_engine::system::rounds::Round;

    #[test]
    fn tables_are_read_by_other_programs() {
        let bars = [(0, 2, 0.0, Some(2.5)), (5, 3, 1.000_001, Some(9.0)), (3, 1, 8.0, None)];
        let mut trace = trace_of(&[4, 8], 9.0, &bars);
        trace.names = ["=1+1", "a \"b\", c", "plain"].map(String::from).to_vec();
        let (start, end) = (Time(1), Time(2_000_000));
        trace.transfers.push(Transfer { start, end, from: 0, to: 1, subject: 1, bytes: 1.5e6 });
        let expected = "id,name,submit,start,finish,processors,nodes,cluster,wait,status\r\n\
            1,\"'=1+1\",0,0,2.5,2,0-1,C4,0,done\r\n\
            2,\"a \"\"b\"\", c\",0,1.000001,9,3,1-3,C8,1.000001,done\r\n\
            3,plain,0,8,,1,3,C4,8,running\r\n";
        assert_eq!(jobs_csv(&trace), expected);
        let expected = "id,cluster,first_node,nodes,start,finish\r\n\
            1,C4,0,2,0,2.5\r\n2,C8,1,3,1.000001,9\r\n3,C4,3,1,8,\r\n";
        assert_eq!(intervals_csv(&trace), expected);
        let expected =
            "id,name,from,to,bytes,start,finish\r\n2,\"a \"\"b\"\", c\",C4,C8,1500000,0.000001,2\r\n";
        assert_eq!(transfers_csv(&trace), expected);
        let series = series(
            &trace,
            &mut ganttlet_engine::record::Index::default(),
            (Time(8_000_000), Time(10_000_000)),
            2,
            Time::MAX,
        );
        let third = 4.0 / 12.0;
        assert_eq!(series_csv(&series), format!("time,queued,running,busy\r\n8.5,0,2,{third}\r\n9.5,,,\r\n"));
    }

    #[test]
    fn grids_have_more_columns() {
        const TASK: Kind = Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false };
        const PREEMPT: MarkKind = MarkKind { id: "preempt", sentence: "" };
        let mut trace = trace_of(&[2, 3], 2.0, &[(0, 1, 0.0, Some(2.0))]);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        let id = trace.add_kind(Subject { number: 7, user: 0, group: 0, submit, nodes: 3, estimate }, TASK);
        trace.place(id, Time::ZERO, 1);
        for row in [4, 1, 2] {
            trace.occupy(id, Time::ZERO, (row, 1), Phase::PREPARES);
        }
        trace.mark(Time(1_500_000), id, &PREEMPT, 1);
        assert!(jobs_csv(&trace).ends_with(
            "status,kind\r\n1,,0,0,2,1,0,C2,0,done,job\r\n7,,0,,,3,C2:1 C3:0 2,C3,,running,sweep task\r\n"
        ));
        assert!(intervals_csv(&trace).ends_with("\r\n7,C3,2,1,0,,sweep task,prepares\r\n7,C2,1,1,0,,sweep task,prepares\r\n7,C3,0,1,0,,sweep task,prepares\r\n"));
        assert_eq!(marks_csv(&trace), "time,id,name,kind,mark,value\r\n1.5,7,,sweep task,preempt,1\r\n");
        let series = series(
            &trace,
            &mut ganttlet_engine::record::Index::default(),
            (Time::ZERO, Time(2_000_000)),
            1,
            Time::MAX,
        );
        let expected =
            "time,queued,running,busy,busy: job,busy: sweep task\r\n1,0,1,0.8,0.2,0.6000000000000001\r\n";
        assert_eq!(series_csv(&series), expected);
    }

    #[test]
    fn seconds_are_exact() {
        let texts = [0, 1, -1_500_000, i64::MAX - 1, 100_000].map(|micros| seconds(Span(micros)));
        assert_eq!(texts, ["0", "0.000001", "-1.5", "9223372036854.775806", "0.1"]);
    }

    #[test]
    fn rounds_have_a_line_each() {
        static ENOUGH: Rule = Rule::new("enough", "{0} workers, as {1} tasks are large.");
        let mut trace = trace_of(&[2], 9.0, &[(0, 1, 0.0, None), (1, 1, 1.0, None)]);
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
        let mut rounds = Table::of(&[open, over]);
        rounds.explain(1, &ENOUGH, [6, 2, 0, 0]);
        let text = table_csv(&trace, &rounds);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1,render,1,iteration 1,1,,8,1,4,1,2,3,,1.5,4,0,1.5,4,0,8.25,0,2,,,");
        let expected = "1,render,1,iteration 1,1,9,8,1,4,1,2,3,0,1.5,4,0,1.5,4,0,8.25,0,2,6,enough,\
                        \"6 workers, as 2 tasks are large.\"";
        assert_eq!(lines[2], expected);
        assert!(lines[0].split(',').count() == 25 && lines[1].split(',').count() == 25, "{text}");
    }
}
