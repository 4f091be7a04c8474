use super::{LsfLog, Tokens};
use crate::log::accounting::{records_of, rows_of};
use crate::{read, recognise};
use ganttlet_core::entry::Settings;

/// A job with these requested and used hosts.
fn line(id: u32, start: u32, asked: &str, hosts: &str) -> String {
    let tail = "\"\" \"proj\" 0 8 \"\" \"\" 3 1 0 \"\" \"\" \"\" \"\" 0 \"\" 0 \"\" -1 \"/p\" \"\" \"\" \"\" -1 \"\" \"\" 6160 \"\" 0 \"\" \"\" 1 7 \"x y\" 2 \
                h1 1 0 1 2 0 h2 1 0 1 2 1 9 \"z\" 43200 0 8";
    let rusage = "1.5 0.5 9 0 -1 0 0 3 0 0 0 0 -1 0 0 0 1 6 -1";
    format!(
        "\"JOB_FINISH\" \"9.11\" 1704067270 {id} 22 33 8 1704067200 0 0 {start} \"ann\" \"long\" \"span[x]\" \"done(1)\" \"\" \"host\" \"/d\" \"\" \
         \"%J\" \"%J\" \"f\" {asked} {hosts} 64 60.0 \"name\" \"#!/bin/sh;#; -R \"\"a b\"\" 5\" {rusage} {tail}"
    )
}

#[test]
fn quoted_text_is_one_field() {
    let tokens: Vec<_> = Tokens(b"\"a \"\"b\"\" c\" 7 \"\" x \"open end").collect();
    assert_eq!(tokens, [&b"a \"\"b\"\" c"[..], b"7", b"", b"x", b"open end"]);
}

#[test]
fn host_lists_shift_later_fields() {
    let hosts = "2 \"4*h1\" \"4*h2\"";
    for asked in ["0", "1 \"h9\"", "2 \"h8\" \"h9\""] {
        let text = line(5, 1_704_067_210, asked, hosts);
        assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "lsf");
        let records = records_of(LsfLog::default(), &text);
        // The task of an array has its index.
        assert_eq!(rows_of(&records), [("5[3]".to_owned(), [1_704_067_200.0, 10.0, 60.0, 8.0, 8.0])]);
        assert!((records[0].estimate - 43_200.0).abs() < 1e-9 && records[0].ignored);
    }
}

#[test]
fn repeated_records_and_other_events_are_counted() {
    let first = line(5, 1_704_067_210, "0", "2 \"4*h1\" \"4*h2\"");
    let second = line(5, 1_704_067_210, "0", "2 \"h1\" \"h2\"");
    let never = line(6, 0, "0", "0");
    let text = format!("{first}\n\"JOB_SWITCH\" \"9.11\" 1704067270 5\n{second}\n{never}\n");
    let mut reading = read("a", text.as_bytes(), None, &Settings::default()).expect("a log");
    let other = reading.report.facts.iter().find(|fact| fact.label == "Other records").expect("some");
    assert_eq!(other.value, "1 other event, 1 repeated record");
    let jobs: Vec<ganttlet_work::Job> = reading.work.take();
    let found: Vec<_> =
        jobs.iter().map(|job| (job.name.as_ref(), job.nodes, job.leaves.seconds() < 1e9)).collect();
    assert_eq!(found, [("5[3]", 8, false), ("6[3]", 8, true)]);
}

#[test]
fn damaged_events_lose_one_line() {
    let good = line(5, 1_704_067_210, "0", "1 \"8*h1\"");
    let text = format!(
        "{good}\n\"JOB_FINISH\" \"9.11\" 1704067270 x\n{}\n",
        good.replace(" 5 22", " 7 22").replace("\" 0 1 \"8*h1\"", "\" 0 99999999 \"8*h1\"")
    );
    let report = read("a", text.as_bytes(), None, &Settings::default()).map(|reading| reading.report);
    let problems = report.expect_err("more than half of the lines are damaged");
    assert!(
        problems[0].message.contains("2 of 3 lines are not valid lines of a log in the form of lsb.acct"),
        "{problems:?}"
    );
}
