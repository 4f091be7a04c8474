//! Tests of queries on a few jobs, and of errors for invalid queries.

use super::*;
use crate::tests::trace_from_bars;
use ganttlet_core::record::{Kind, Look, MarkKind, Phase, Subject};
use ganttlet_core::time::Span;

/// Five jobs on clusters C4 and C8 with waits of 0, 10, 20, 30 s and an hour; the last one still runs.
fn trace() -> Trace {
    let bars = [
        (0, 1, 0.0, Some(10.0)),
        (0, 2, 10.0, Some(15.0)),
        (4, 8, 20.0, Some(140.0)),
        (2, 1, 30.0, Some(30.5)),
        (3, 1, 3_600.0, None),
    ];
    let mut trace = trace_from_bars(&[4, 8], 4_000.0, &bars);
    trace.subjects.status[2] = Status::Killed;
    trace.subjects.group[3] = 0;
    trace.group_names = vec!["Montage 25".into()];
    trace.names = ["mProject_1", "mDiff_1", "mDiff_2", "", "\u{e4}dd"].map(String::from).to_vec();
    trace
}

#[track_caller]
fn assert_found(query: &str, expected: &[SubjectId]) {
    assert_eq!(find_subjects(&trace(), query).as_deref(), Ok(expected), "{query}");
}

#[test]
fn all_words_must_match() {
    assert_found("", &[0, 1, 2, 3, 4]);
    assert_found("17", &[]);
    assert_found("3", &[2]);
    assert_found("-3", &[0, 1, 3, 4]);
    assert_found("user:1", &[0, 3]);
    assert_found("user=1 nodes>=2", &[]);
    assert_found("nodes>=2", &[1, 2]);
    assert_found("nodes>2", &[2]);
    assert_found("wait<=20", &[0, 1, 2]);
    assert_found("wait<20", &[0, 1]);
    assert_found("wait:1h", &[4]);
    assert_found("wait>0.5m", &[4]);
    assert_found("run<10", &[1, 3]);
    assert_found("run:0.5", &[3]);
    assert_found("end<1d", &[0, 1, 2, 3]);
    assert_found("bounded-slowdown>3 bounded-slowdown<3.1", &[3]);
    // Its runtime of 0.5 s is used without a bound.
    assert_found("slowdown:61", &[3]);
    assert_found("status:killed", &[2]);
    assert_found("-status:done", &[2, 4]);
    assert_found("cluster:c8", &[2]);
    assert_found("group:0", &[3]);
    assert_found("group:montage", &[3]);
    assert_found("MDIFF -2", &[2]);
    assert_found("MDIFF -3", &[1]);
    assert_found("name:mproj", &[0]);
    assert_found("\u{e4}", &[4]);
}

#[test]
fn kinds_marks_and_clusters_are_found() {
    const GROW: MarkKind = MarkKind { id: "grow", sentence: "" };
    const TASK: Kind =
        Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false, is_job: true };
    let mut trace = trace();
    let (submit, estimate) = (Time::ZERO, Span::ZERO);
    let subject = Subject { number: 9, user: 0, group: 0, submit, nodes: 2, estimate };
    let task = trace.add_kind(subject, TASK);
    trace.place(task, Time(5), 0);
    for row in [0, 5, 1] {
        trace.occupy(task, Time(5), (row, 1), Phase::WORKS);
    }
    trace.mark(Time(7), 1, &GROW, 2);
    trace.intervals.phase[1] = Phase::LOST;
    for (query, expected) in [
        ("kind:job", &[0, 1, 2, 3, 4][..]),
        ("-kind:job", &[5]),
        ("kind:Sweep-task", &[5]),
        ("clusters>=2", &[5]),
        ("clusters:1", &[0, 1, 2, 3, 4]),
        ("cluster:C8", &[2, 5]),
        ("mark:grow", &[1]),
        ("-mark:grow nodes:1", &[0, 3, 4]),
        ("mark:preempt", &[]),
        ("phase:lost", &[1]),
        ("-phase:works", &[1]),
    ] {
        assert_eq!(find_subjects(&trace, query).as_deref(), Ok(expected), "{query}");
    }
}

#[track_caller]
fn assert_refused(query: &str, expected: &str) {
    let diagnostics = find_subjects(&trace(), query).expect_err(query);
    assert_eq!(diagnostics.to_string(), format!("error: query: {expected}"));
}

#[test]
fn an_invalid_word_is_named() {
    assert_refused(
        "nodes>1 usr:7",
        "`usr:7`: unknown field `usr`. Available: job, user, group, nodes, submit, wait, run, estimate, start, end, \
         slowdown, bounded-slowdown, clusters, status, cluster, name, kind, mark, phase.\n  Did you mean `user`?",
    );
    assert_refused(
        "phase:losr",
        "`phase:losr`: unknown phase `losr`. Available: works, copies, prepares, lost, suspended, waits, ghost, away.\n  Did you \
         mean `lost`?",
    );
    assert_refused("wait>", "`wait>`: a value is missing after `>`.");
    assert_refused("nodes>2h", "`nodes>2h`: expected a number, found `2h`.");
    assert_refused(
        "wait<NaN",
        "`wait<NaN`: expected seconds, or a number with `m`, `h` or `d`, found `NaN`.",
    );
    assert_refused(
        "-status:kiled",
        "`status:kiled`: unknown status `kiled`. Available: future, queued, transferring, running, done, killed, rejected.\n  Did you mean `killed`?",
    );
    assert_refused(
        "name>a",
        "`name>a`: name is a text and can be compared only with `:`.\n  Write `name:a`.",
    );
    assert!(find_subjects(&trace(), "\u{e4}<\u{1f600} >").is_err());
}
