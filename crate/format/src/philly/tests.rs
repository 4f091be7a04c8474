//! The log of the Philly cluster: exact jobs, attempts, traps, refusals.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value as Setting};
use ganttlet_core::time::Time;

const LOG: &str = r#"[
 {"status": "Pass", "vc": "v1", "jobid": "application_1", "submitted_time": "2017-10-09 07:00:00", "user": "ann",
  "attempts": [
   {"start_time": "2017-10-09 07:00:10", "end_time": "2017-10-09 07:01:10",
    "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu0"]}]},
   {"start_time": "2017-10-09 08:00:00", "end_time": "2017-10-09 08:00:30", "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}]},
 {"status": "Killed", "vc": "v2", "jobid": "application_2", "submitted_time": "2017-10-09 07:00:05", "user": "bob",
  "attempts": []},
 {"status": "Failed", "vc": "v2", "jobid": "application_3", "submitted_time": "2017-10-09 07:00:20", "user": "bob",
  "attempts": [{"start_time": "2017-10-09 07:00:20", "end_time": "2017-10-09 07:00:25",
   "detail": [{"ip": "m3", "gpus": ["gpu7"]}]}]},
 {"status": "Pass", "vc": "v2", "jobid": "application_4", "submitted_time": "2017-10-09 07:00:30", "user": "bob",
  "attempts": [{"start_time": "2017-10-09 07:00:40", "end_time": "None", "detail": []}]},
 {"status": "Pass", "vc": "v2", "jobid": "application_5", "submitted_time": "soon", "user": "bob", "attempts": []}
]"#;

fn reading(text: &str) -> Reading {
    let settings = Settings::default().with("cancelled", Setting::Choice("keep"));
    read("t", text.as_bytes(), None, &settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn attempts_become_one_run() {
    assert_eq!(recognise("t", LOG.as_bytes()).map(|format| format.entry.id), Ok("philly"));
    let mut reading = reading(LOG);
    assert_eq!((reading.report.read, reading.report.skipped, reading.report.recorded), (3, 1, 2));
    let messages: Vec<&str> = reading.report.diagnostics.iter().map(|one| &*one.message).collect();
    assert!(
        messages.contains(&"1 job skipped: invalid values (job 5 application_5: submitted_time is `soon`, not a point in time)"),
        "{messages:?}"
    );
    assert!(messages.iter().any(|one| one.starts_with("1 job has several attempts")), "{messages:?}");
    let jobs: Vec<Job> = reading.work.take();
    let row = |job: &Job| {
        let start = job.recorded_start.map_or(-1.0, Time::seconds);
        (job.name.to_string(), job.submit.seconds(), start, job.run.seconds(), job.nodes, job.failed)
    };
    let rows: Vec<_> = jobs.iter().map(row).collect();
    let name = |number: u32| format!("application_{number}");
    assert_eq!(
        rows,
        [
            (name(1), 0.0, 10.0, 90.0, 3, false),
            (name(2), 5.0, -1.0, 0.0, 1, false),
            (name(3), 20.0, 20.0, 5.0, 1, true),
        ]
    );
}

#[test]
fn files_without_a_log_are_rejected() {
    let problem = |text: &str| {
        let problems = read("t", text.as_bytes(), Some("philly"), &Settings::default()).expect_err("refused");
        (problems[0].message.clone(), problems[0].line)
    };
    assert_eq!(problem("[]").0, "the log contains no jobs");
    let (message, line) = problem("[\n{\"vc\": 1,\n");
    assert!(
        message.starts_with("the JSON ends in column 9, inside the object `0`") && line == 2,
        "{message}"
    );
    assert!(problem("{}").0.starts_with("the JSON is no list of jobs: invalid type"));
    assert!(problem("[1, null]").0.contains("the log contains no jobs"));
}
