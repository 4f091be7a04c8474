//! JSON of HTCondor's history: lists, lines, expressions, removed jobs.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::entry::Settings;
use ganttlet_core::time::Time;

fn job(proc: u32, more: &str) -> String {
    format!(
        r#"{{"ClusterId": 12, "ProcId": {proc}, "Owner": "ann", "QDate": 1709287200, "JobStatus": 4, "CompletionDate": 1709290805,
        "JobStartDate": 1709287205, "RemoteWallClockTime": 3600.0, "ExitBySignal": false, "Environment": {{"a": [1]}}{more}}}"#
    )
}

fn rows(mut reading: Reading) -> Vec<(String, [f64; 4])> {
    let jobs: Vec<Job> = reading.work.take();
    let row = |job: &Job| {
        let id = if job.name.is_empty() { job.number.to_string() } else { job.name.to_string() };
        let start = job.recorded_start.map_or(-1.0, Time::seconds);
        (id, [job.submit.seconds(), start, job.run.seconds(), f64::from(job.nodes)])
    };
    jobs.iter().map(row).collect()
}

fn open(text: &str) -> Reading {
    read("t", text.as_bytes(), None, &Settings::default()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn lists_and_lines_of_objects_give_the_same_jobs() {
    let jobs = [
        job(0, r#", "RequestCpus": 4, "JobCurrentStartDate": 1709287305, "NumJobStarts": 2"#),
        job(1, r#", "RequestCPUs": "\/Expr(ifThenElse(MemoryUsage =!= undefined, 2, 1))\/""#),
        job(2, r#", "requestcpus": "2", "ExitCode": 1"#),
    ];
    let list = format!("[\n{}\n]\n", jobs.join("\n,\n"));
    let lines = jobs.each_ref().map(|job| job.replace('\n', " ")).join("\r\n");
    // Concatenated lists of several schedulers.
    let lists = format!("[{},\n{}]\n\n[{}]\n[\n]\n", jobs[0], jobs[1], jobs[2]);
    let row = |id: &str, row: [f64; 4]| (id.to_owned(), row);
    for text in [list, lines, lists] {
        assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok("condor-json"));
        let reading = open(&text);
        let messages: Vec<_> = reading.report.diagnostics.iter().map(|one| one.message.as_str()).collect();
        assert!(messages.contains(&"1 job with several starts: the last run is used"), "{messages:?}");
        assert!(
            messages.contains(&"1 job with an expression for RequestCpus: 1 core is used"),
            "{messages:?}"
        );
        assert_eq!(
            rows(reading),
            [
                row("12", [0.0, 105.0, 3_500.0, 4.0]),
                row("12.1", [0.0, 5.0, 3_600.0, 1.0]),
                row("12.2", [0.0, 5.0, 3_600.0, 2.0]),
            ]
        );
    }
}

#[test]
fn jobs_that_did_not_complete_are_distinguished() {
    let removed = job(0, "").replace(
        "\"JobStatus\": 4, \"CompletionDate\": 1709290805",
        "\"JobStatus\": 3, \"CompletionDate\": 0, \"EnteredCurrentStatus\": 1709287305",
    );
    let idle = job(1, "").replace("\"JobStatus\": 4", "\"JobStatus\": 1");
    let nameless = job(2, "").replace("\"ClusterId\": 12, ", "");
    let reading = open(&format!("[{removed}, {idle}, {nameless}, {}]", job(3, "")));
    assert_eq!((reading.report.read, reading.report.skipped), (2, 1));
    let facts = &reading.report.facts;
    assert!(facts.iter().any(|fact| fact.label == "Other records" && fact.value == "1 unfinished job"));
    assert_eq!(rows(reading)[0], ("12".to_owned(), [0.0, 5.0, 100.0, 1.0]));
}

#[test]
fn a_broken_or_empty_file_is_an_error() {
    let error = |text: &str| {
        let problems =
            read("t", text.as_bytes(), Some("condor-json"), &Settings::default()).expect_err("no log");
        (problems[0].line, problems[0].message.clone())
    };
    assert_eq!(error("[\n]\n").1, "the log contains no jobs");
    let (line, message) = error(&format!("[\n{},\n", job(0, "").replace('\n', " ")));
    assert!(line > 0 && message.starts_with("the JSON ends in column "), "{line} {message}");
}
