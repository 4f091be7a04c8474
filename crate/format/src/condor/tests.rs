use super::HistoryLog;
use crate::log::accounting::{Outcome, records_of, rows_of};
use crate::{read, recognise};
use ganttlet_core::entry::Settings;

fn job(id: u32, more: &str) -> String {
    format!(
        "MyType = \"Job\"\nClusterId = {id}\nProcId = 0\nQDate = 1704067200\nCompletionDate = 0\nOwner = \"ann\"\n\
         RequestMemory = ceiling(ifThenElse(JobVMMemory =!= UNDEFINED, 1, 2))\nRequestCpus = 4\nJobStatus = 4\n\
         JobStartDate = 1704067205\nJobCurrentStartDate = 1704067210\nNumJobStarts = 1\nExitCode = 0\n{more}"
    )
}

#[test]
fn the_last_value_of_an_attribute_counts() {
    let text = job(7, "CompletionDate = 1704067270\n");
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "condor");
    let rows = rows_of(&records_of(HistoryLog::default(), &text));
    assert_eq!(rows, [("7".to_owned(), [1_704_067_200.0, 10.0, 60.0, 4.0, 0.0])]);
}

#[test]
fn removed_jobs_end_when_they_were_removed() {
    let removed = job(8, "JobStatus = 3\nEnteredCurrentStatus = 1704067300\n");
    let never =
        removed.replace("JobStartDate", "x").replace("JobCurrentStartDate", "y").replace("JobCurrentx", "z");
    let text = format!(
        "{removed}*** Offset = 0 ClusterId = 8\n{never}*** Offset = 9\n{}",
        job(9, "JobStatus = 2\n")
    );
    let mut log = crate::log::accounting::RecordLog::default();
    assert!(log.stop.take().is_none());
    let records = records_of(HistoryLog::default(), &text);
    assert!(matches!(records[0].outcome, Outcome::Ran { cancelled: true, failed: false, .. }));
    assert_eq!(records[1].outcome, Outcome::NeverStarted { end: Some(1_704_067_300.0) });
    let report = read("a", text.as_bytes(), None, &Settings::default()).expect("a history").report;
    assert_eq!((report.read, report.cancelled), (2, 1));
    assert!(report.facts.iter().any(|fact| fact.value == "1 unfinished job"));
}

#[test]
fn blank_lines_separate_jobs_too() {
    let done =
        "CompletionDate = 1704067270\nNumJobStarts = 3\nProcId = 2\nRequestCpus = ifThenElse(a, 1, 2)\n";
    let text = format!("{}\n{}\n\n", job(7, done), job(9, done));
    let reading = read("a", text.as_bytes(), None, &Settings::default()).expect("a history");
    assert_eq!(reading.report.read, 2);
    let all: Vec<_> = reading.report.diagnostics.iter().map(|one| one.message.as_str()).collect();
    for part in
        ["2 jobs with several starts: the last run is used", "2 jobs with an expression for RequestCpus"]
    {
        assert!(all.iter().any(|one| one.contains(part)), "{all:?}");
    }
    let none = read("a", b"ClusterId = 1\nQDate = 5\n", None, &Settings::default()).expect_err("no jobs");
    assert!(none[0].message.contains("only 1 unfinished job"), "{none:?}");
}
