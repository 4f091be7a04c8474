//! JSON of sacct: old and new forms, arrays, components, jobs without a run.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value as Setting};
use ganttlet_core::time::{Span, Time};

fn open(text: &str) -> Reading {
    let settings = Settings::default().with("cancelled", Setting::Choice("keep"));
    read("t", text.as_bytes(), None, &settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Name or number, submit, start, run, nodes and estimate of each job; -1 for unknown.
fn rows(reading: &mut Reading) -> Vec<(String, [f64; 5])> {
    let jobs: Vec<Job> = reading.work.take();
    let row = |job: &Job| {
        let id = if job.name.is_empty() { job.number.to_string() } else { job.name.to_string() };
        let start = job.recorded_start.map_or(-1.0, Time::seconds);
        let estimate = job.estimate.map_or(-1.0, Span::seconds);
        (id, [job.submit.seconds(), start, job.run.seconds(), f64::from(job.nodes), estimate])
    };
    jobs.iter().map(row).collect()
}

/// Slurm 21.08: plain numbers, the state as a text, the list of jobs after the description of the plug-in.
const OLD: &str = r#"{"meta": {"plugin": {"type": "openapi\/dbv0.0.37"}}, "errors": [], "jobs": [
 {"account": "acc", "allocation_nodes": 1, "array": {"job_id": 0, "task": null, "task_id": null},
  "association": {"account": "acc", "user": "ann"}, "job_id": 12, "name": "a", "partition": "long", "group": "g",
  "het": {"job_id": 0, "job_offset": null}, "required": {"CPUs": 8, "memory": 98304},
  "state": {"current": "FAILED", "reason": "None"}, "steps": [{"state": "COMPLETED", "tres": {"allocated": []}}],
  "time": {"elapsed": 217, "eligible": 1686088321, "start": 1686088325, "end": 1686088542, "submission": 1686088315,
   "suspended": 0, "limit": 4320},
  "tres": {"allocated": [{"type": "mem", "name": null, "count": 98304}, {"type": "cpu", "name": null, "count": 8}],
   "requested": [{"type": "cpu", "count": 6}]}},
 {"job_id": 13, "array": {"job_id": 13, "task": "1-3,7%2", "task_id": null}, "association": {"user": "bob"},
  "state": {"current": "PENDING"}, "time": {"submission": 1686088320, "start": 0, "end": 0, "elapsed": 0, "limit": 60},
  "tres": {"allocated": [], "requested": [{"type": "cpu", "count": 1}]}}
]}"#;

#[test]
fn plain_numbers_of_old_versions_are_read() {
    assert_eq!(recognise("t", OLD.as_bytes()).map(|format| format.entry.id), Ok("sacct-json"));
    let mut reading = open(OLD);
    assert_eq!(rows(&mut reading), [("12".to_owned(), [0.0, 10.0, 217.0, 8.0, 259_200.0])]);
    let facts = &reading.report.facts;
    assert!(facts.iter().any(|fact| fact.label == "Other records" && fact.value == "1 unfinished job"));
    assert_eq!((reading.report.processors, reading.report.recorded), (Some(8), 1));
    assert_eq!(reading.report.diagnostics.len(), 2, "sizes and shift: {:?}", reading.report.diagnostics);
}

/// Slurm 24.05: numbers as objects, states as lists.
fn new_job(id: u32, more: &str, state: &str, times: [u32; 3], cores: u32) -> String {
    let [submit, start, end] = times;
    let number = |number: u32| format!(r#"{{"set": true, "infinite": false, "number": {number}}}"#);
    let elapsed = end.saturating_sub(start);
    format!(
        r#"{{"job_id": {id}, {more} "user": "ann", "account": "acc", "partition": "p", "state": {{"current": ["{state}"]}},
        "time": {{"submission": {submit}, "start": {start}, "end": {end}, "elapsed": {elapsed}, "limit": {},
        "planned": {}}}, "tres": {{"allocated": [{{"type": "cpu", "name": "", "id": 1, "count": {cores}}}],
        "requested": [{{"type": "cpu", "name": "", "id": 1, "count": 4}}]}}}}"#,
        number(2),
        number(7)
    )
}

#[test]
fn array_tasks_components_and_cancelled_jobs_are_those_of_sacct() {
    let array = |task: u32| {
        format!(
            r#""array": {{"job_id": 20, "task_id": {{"set": true, "infinite": false, "number": {task}}}}},"#
        )
    };
    let part = |offset: u32| {
        format!(
            r#""array": {{"job_id": 0, "task_id": {{"set": false, "infinite": false, "number": 0}}, "task": ""}},
            "het": {{"job_id": 30, "job_offset": {{"set": true, "infinite": false, "number": {offset}}}}},"#
        )
    };
    let jobs = [
        new_job(21, &array(0), "COMPLETED", [1_700_000_000, 1_700_000_005, 1_700_000_065], 2),
        new_job(22, &array(1), "TIMEOUT", [1_700_000_000, 1_700_000_006, 1_700_000_126], 2),
        new_job(30, &part(0), "COMPLETED", [1_700_000_010, 1_700_000_020, 1_700_000_030], 16),
        new_job(31, &part(1), "COMPLETED", [1_700_000_010, 1_700_000_020, 1_700_000_030], 1),
        new_job(40, "", "CANCELLED", [1_700_000_040, 0, 1_700_000_050], 0),
        new_job(41, "", "RUNNING", [1_700_000_040, 1_700_000_050, 0], 4),
    ];
    let text =
        format!("\u{feff}{{\r\n\"jobs\": [{}], \"meta\": {{}}, \"warnings\": []}}", jobs.join(",\r\n"));
    let mut reading = open(&text);
    let row = |id: &str, row: [f64; 5]| (id.to_owned(), row);
    assert_eq!(
        rows(&mut reading),
        [
            row("20_0", [0.0, 5.0, 60.0, 2.0, 120.0]),
            row("20_1", [0.0, 6.0, 120.0, 2.0, 120.0]),
            row("30", [10.0, 20.0, 10.0, 17.0, 120.0]),
            row("40", [40.0, 50.0, 0.0, 4.0, 120.0]),
        ]
    );
}

#[test]
fn limits_without_an_end_are_none() {
    let job = new_job(1, "", "COMPLETED", [1_700_000_000, 1_700_000_005, 1_700_000_065], 2);
    for (infinite, set) in [("true", "false"), ("false", "false"), ("true", "true")] {
        let limit = format!(r#""limit": {{"set": {set}, "infinite": {infinite}, "number": 0}}"#);
        let text = job.replace(r#""limit": {"set": true, "infinite": false, "number": 2}"#, &limit);
        let estimate = rows(&mut open(&format!("{{\"jobs\": [{text}]}}")))[0].1[4];
        assert!(estimate < 0.0, "{estimate}");
    }
}

#[test]
fn a_broken_or_empty_file_is_an_error() {
    let error = |text: &str| {
        let problems =
            read("t", text.as_bytes(), Some("sacct-json"), &Settings::default()).expect_err("no log");
        (problems[0].line, problems[0].message.clone())
    };
    assert_eq!(error("{\"jobs\": []}").1, "the log contains no jobs");
    let (line, message) = error("{\"jobs\": [\n{\"job_id\": 1,");
    assert!(
        line == 2 && message.starts_with("the JSON ends in column 13, inside the object `jobs/0`"),
        "{message}"
    );
    let (_, message) = error(r#"{"jobs": [3, null, {"job_id": {}}]}"#);
    assert!(message.starts_with("none of the 3 jobs"), "{message}");
}
