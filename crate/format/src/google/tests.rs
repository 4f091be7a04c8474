//! Task events of the Google trace: exact jobs, traps, hostile lines.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Time;

const EVENTS: &str = "0,,7,0,,0,ann,3,9,0.5,0.1,0.1,0\n\
    1000000,,7,0,5,1,ann,3,9,0.5,0.1,0.1,0\n\
    3000000,,7,0,5,2,ann,3,9,0.5,0.1,0.1,0\n\
    4000000,,7,0,6,1,ann,3,9,0.5,0.1,0.1,0\n\
    5000000,,8,1,,0,bob,0,0,0.125,0.1,0.1,\n\
    6000000,,7,0,6,8,ann,3,9,0.5,0.1,0.1,0\n\
    9500000,,7,0,6,4,ann,3,9,0.5,0.1,0.1,0\n\
    9600000,,8,1,,5,bob,0,0,0.125,0.1,0.1,\n\
    9700000,,9,0,4,1,bob,0,0,0.125,0.1,0.1,\n\
    9223372036854775807,,9,0,4,4,bob,0,0,0.125,0.1,0.1,\n";

fn reading(text: &str, processors: i64) -> Reading {
    let settings = Settings::default()
        .with("machine_processors", Value::Integer(processors))
        .with("shift_to_zero", Value::Bool(false));
    read("t", text.as_bytes(), None, &settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn attempts_are_jobs() {
    assert_eq!(recognise("t", EVENTS.as_bytes()).map(|format| format.entry.id), Ok("google-2011"));
    let mut reading = reading(EVENTS, 16);
    let jobs: Vec<Job> = reading.work.take();
    let rows: Vec<(&str, f64, f64, f64, u32, bool, bool)> = jobs
        .iter()
        .map(|job| {
            let start = job.recorded_start.map_or(-1.0, Time::seconds);
            let never = job.leaves != Time::MAX;
            (&*job.name, job.submit.seconds(), start, job.run.seconds(), job.nodes, job.failed, never)
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("7-0", 0.0, 1.0, 2.0, 8, true, false),
            ("7-0", 3.0, 4.0, 5.5, 8, false, false),
            ("8-1", 5.0, 9.6, 0.0, 2, false, true),
        ]
    );
    let fact = |label: &str| {
        reading.report.facts.iter().find(|fact| fact.label == label).map(|fact| fact.value.clone())
    };
    assert_eq!(fact("Other records").as_deref(), Some("1 late event, 1 unfinished task, 1 update"));
    assert!(reading.report.diagnostics.iter().any(|one| one.message.starts_with("1 attempt was evicted")));
    assert!(super::tests::reading(EVENTS, 1).work.take::<Job>().iter().all(|job| job.nodes == 1));
}

#[test]
fn other_tables_and_invalid_lines_are_reported() {
    let is =
        |text: &str| recognise("t", text.as_bytes()).is_ok_and(|format| format.entry.id == "google-2011");
    assert!(is(&format!("#time,missing\n{EVENTS}")));
    assert!(!is("0,10,0,LGzk,0.5,0.2493\n") && !is("1,2,3,4,5,6,7,8,9,10,11,12,13\n") && !is("#\n"));
    let reading = reading(&format!("{EVENTS}x,,7,0,,0,ann,3,9,0.5,0.1,0.1,0\n1,,7\n"), 1);
    assert_eq!(reading.report.skipped, 2);
    let told = |part: &str| reading.report.diagnostics.iter().any(|one| one.message.contains(part));
    assert!(told("field 1 is `x`, not a whole number") && told("3 fields instead of 13"));
    for text in [",,,,,,,,,,,,\n", "0,,7,0,,4,a,3,9,1,1,1,0\n", "1e300,,1e300,1e300,,1,a,1,1,1e9,,,\n"] {
        let _ = read("t", text.as_bytes(), Some("google-2011"), &Settings::default());
    }
}
