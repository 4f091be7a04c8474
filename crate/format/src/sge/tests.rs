use super::GridEngineLog;
use crate::log::accounting::{Outcome, records_of, rows_of};
use crate::{read, recognise};
use ganttlet_core::entry::Settings;

/// A line with these times, task of an array and task of a parallel job.
fn line(id: u32, [submit, start, end]: [&str; 3], task: u32, parallel: &str) -> String {
    format!(
        "q:h:phys:ann:sim:{id}:sge:0:{submit}:{start}:{end}:0:0:60:60.0:0.0:1.0:0:0:0:0:28:0:0:0.0:24:0:0:0:41:549:NONE:dep:mpi:4:\
         {task}:60.1:7.3:0.0:-l h_cpu=9,h_rt=36000,mem_free=1G -pe mpi 4:0.0:{parallel}:1.0:0:0"
    )
}

const SECONDS: [&str; 3] = ["1704067200", "1704067210", "1704067270"];

#[test]
fn a_line_is_a_run() {
    let text = format!("# Version: 8.1\n{}\n{}\n", line(5, SECONDS, 0, "NONE"), line(6, SECONDS, 3, "NONE"));
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "sge");
    let records = records_of(GridEngineLog::default(), &text);
    let row = [1_704_067_200.0, 10.0, 60.0, 4.0, 0.0];
    assert_eq!(rows_of(&records), [("5".to_owned(), row), ("6.3".to_owned(), row)]);
    assert!((records[0].estimate - 36_000.0).abs() < 1e-9);
}

#[test]
fn milliseconds_are_those_of_univa() {
    let times = ["1704067200000", "1704067210500", "1704067270500"];
    let text = line(5, times, 0, "NONE");
    let rows = rows_of(&records_of(GridEngineLog::default(), &text));
    assert_eq!(format!("{:?}", rows[0].1), "[1704067200.0, 10.5, 60.0, 4.0, 0.0]");
    let report = read("a", text.as_bytes(), None, &Settings::default()).expect("a log").report;
    assert!(report.diagnostics.iter().any(|one| one.message.contains("read as milliseconds")));
}

#[test]
fn lines_that_are_no_runs() {
    let never = line(7, ["1704067200", "0", "1704067230"], 0, "NONE");
    let text = format!("{}\n{}\n{never}\n", line(5, SECONDS, 0, "1.h2"), line(5, SECONDS, 0, "NONE"));
    let records = records_of(GridEngineLog::default(), &text);
    assert_eq!(records.len(), 2);
    assert_eq!(records[1].outcome, Outcome::NeverStarted { end: Some(1_704_067_230.0) });
    let report = read("a", text.as_bytes(), None, &Settings::default()).expect("a log").report;
    assert_eq!((report.read, report.cancelled), (2, 1));
    assert!(report.facts.iter().any(|fact| fact.value == "1 task of a parallel job"), "{:?}", report.facts);
}

#[test]
fn hostile_lines_lose_only_themselves() {
    let text = format!(
        "{}\n{}\n{}\nx:y\n",
        line(5, SECONDS, 0, "NONE"),
        line(6, SECONDS, 0, "NONE").replace("h_rt=36000", "h_rt=never"),
        line(7, ["1e300", "-5", "7"], 0, "NONE")
    );
    let report = read("a", text.as_bytes(), Some("sge"), &Settings::default()).expect("a log").report;
    assert_eq!((report.read, report.skipped), (2, 2));
    assert!(
        report.diagnostics.iter().any(|one| one.message.contains("(h_rt in field 40): treated as unknown"))
    );
}
