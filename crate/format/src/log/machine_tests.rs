//! The size of a machine whose log does not give it.

use crate::{Reading, read};
use ganttlet_core::entry::{Settings, Value};

/// A log with jobs of these submit, wait and runtimes, and these sizes.
fn log(header: &str, jobs: &[[i64; 4]]) -> String {
    let line = |(number, [submit, wait, run, size]): (usize, &[i64; 4])| {
        format!("{number} {submit} {wait} {run} {size} -1 -1 {size} 900 -1 1 7 1 1 1 1 -1 -1\n")
    };
    header.to_owned() + &(1..).zip(jobs).map(line).collect::<String>()
}

fn open(text: &str, settings: &Settings) -> Reading {
    read("a.swf", text.as_bytes(), Some("swf"), settings).expect("a log")
}

/// The size of the machine, its source, and the fact on it.
fn machine(text: &str) -> (u32, &'static str, String) {
    let report = open(text, &Settings::default()).report;
    let fact = report.facts.iter().find(|fact| fact.label == "Machine size");
    let fact = fact.map(|fact| fact.value.clone()).unwrap_or_default();
    (report.processors.expect("a size"), report.processors_from, fact)
}

const PEAK: &str = "the maximum number of processors busy at once";
const LARGEST: &str = "the largest job of the log";

#[test]
fn the_recorded_schedule_fits_on_the_machine_of_a_log_without_header() {
    // 4 and 6 processors overlap from 15 to 20.
    let text = log("", &[[0, 0, 20, 4], [5, 10, 30, 6], [6, 60, 9, 8]]);
    assert_eq!(machine(&text), (10, PEAK, format!("10 processors: {PEAK}")));
}

#[test]
fn a_job_that_ends_frees_its_processors_for_one_that_starts_then() {
    let text = log("", &[[0, 0, 20, 4], [5, 15, 30, 6], [0, 50, 10, 5]]);
    assert_eq!(machine(&text).0, 6);
    // One microsecond later.
    let text = text.replace("1 0 0 20 ", "1 0 0 20.000001 ");
    assert_eq!(machine(&text).0, 10);
    // Jobs of length zero use no processor.
    let text = log("", &[[0, 0, 20, 4], [5, 5, 0, 6], [20, 0, 5, 3]]);
    assert_eq!((machine(&text).0, machine(&text).1), (6, LARGEST));
}

#[test]
fn without_recorded_starts_the_largest_job_is_the_machine() {
    let text = log("", &[[0, -1, 20, 4], [5, -1, 30, 6]]);
    assert_eq!(machine(&text), (6, LARGEST, format!("6 processors: {LARGEST}")));
    // Some jobs have a wait time.
    let text = log("", &[[0, 0, 20, 4], [5, 0, 30, 6], [6, -1, 30, 8]]);
    assert_eq!((machine(&text).0, machine(&text).1), (10, PEAK));
}

#[test]
fn a_named_size_is_the_machine() {
    let jobs = [[0, 0, 20, 4], [5, 0, 30, 6]];
    assert_eq!(
        machine(&log("; MaxProcs: 8\n", &jobs)),
        (8, "MaxProcs in the header of the log", String::new())
    );
    assert_eq!(machine(&log("; MaxNodes: 9\n", &jobs)).0, 9);
    // Nodes of several processors.
    assert_eq!(machine(&log("; MaxNodes: 5\n", &jobs)).0, 10);
}

#[test]
fn the_machine_of_a_part_is_that_of_the_log() {
    let text = log("", &[[0, 0, 20, 4], [5, 0, 30, 6], [100, 0, 30, 3]]);
    let part = Settings::default().with("from_s", Value::Number(50.0));
    let reading = open(&text, &part);
    assert_eq!((reading.report.read, reading.report.processors), (1, Some(10)));
}
