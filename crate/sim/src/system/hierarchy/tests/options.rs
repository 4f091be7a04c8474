//! Suspension of jobs for owners, and withdrawal of tasks by users.

use super::{assert_schedule, read};
use crate::tables::stays::{StayRow, TaskRow};
use ganttlet_core::record::Phase;
use ganttlet_core::time::{Span, Time};

const SUSPENDED: &str = "
    grid 1
    queue grid=1 cpus=1
    set suspend_limit_s=30
    task A 0 1x100
    away 0 40 60
    away 0 80 200
    ";

/// A suspension of 20 s is within the limit, one of 120 s is not: the 60 s of work done by then are lost.
#[test]
fn a_job_is_suspended_and_lost_where_that_lasts_too_long() {
    let trace = read(SUSPENDED).simulation().finish();
    let bars: Vec<_> = (0..trace.intervals.len())
        .filter(|&i| trace.kind(trace.intervals.subject[i]).name == "job")
        .map(|i| {
            let table = &trace.intervals;
            (table.start[i].seconds(), table.end[i].seconds(), table.phase[i])
        })
        .collect();
    let (works, suspended, lost) = (Phase::WORKS, Phase::SUSPENDED, Phase::LOST);
    let expected = [
        (0.0, 40.0, lost),
        (40.0, 60.0, suspended),
        (60.0, 80.0, lost),
        (80.0, 110.0, suspended),
        (200.0, 300.0, works),
    ];
    assert_eq!(bars, expected);
    let stay: StayRow = trace.table_rows().next().expect("the task was in the queue");
    let seconds = |seconds: i64| Span(seconds * 1_000_000);
    assert_eq!((stay.starts, stay.evicted, stay.used, stay.lost), (2, 1, seconds(160), seconds(60)));
    assert_eq!(stay.left, Time::from_seconds(300.0));
}

/// Without a suspension limit, the default, the job is lost immediately.
#[test]
fn without_a_suspension_limit_a_job_is_lost_immediately() {
    assert_schedule(
        &SUSPENDED.replace("set suspend_limit_s=30", ""),
        "
        0: A in queue 1, A.0 m0
        40: A.0 loses 40
        60: A.0 m0
        80: A.0 loses 20
        200: A.0 m0
        300: A.0 ends
        A 300
        ",
    );
}

/// A machine whose owner is present is not used for the next task when the suspended one leaves.
#[test]
fn a_suspended_machine_is_not_transferred() {
    let trace = read(
        "
        grid 1
        queue grid=1 cpus=1 t_q_s=50 t_e_s=50 rules=overdue
        set suspend_limit_s=1000
        task A 0 1x100
        task B 1 1x10
        away 0 40 200
        ",
    )
    .simulation()
    .finish();
    let ends: Vec<f64> = trace.table_rows().map(|task: TaskRow| task.end.seconds()).collect();
    assert_eq!(ends, [60.0, 210.0]);
}

/// A suspended job makes no progress: at 80 s there are still 80 s of work, and 70 s of permitted execution time.
#[test]
fn a_suspended_job_makes_no_progress() {
    let trace = read(
        "
        grid 1
        queue grid=1 cpus=1 t_q_s=1000 t_e_s=150 rules=task_potential
        set suspend_limit_s=1000
        task A 0 1x100
        away 0 20 90
        ",
    )
    .simulation()
    .finish();
    let task: TaskRow = trace.table_rows().next().expect("the task is over");
    assert_eq!(
        (task.end.seconds(), task.used.seconds(), trace.text(task.status)),
        (80.0, 20.0, "terminated")
    );
}

/// Tasks are withdrawn while running, waiting, moving and in estimation; completed tasks remain completed.
#[test]
fn users_withdraw_tasks() {
    assert_schedule(
        "
        grid 1
        grid 1 delay_s=20
        queue level=1 grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=1 alpha=0.1 estimate_on=cpu rules=mismatch
        queue level=2 grid=2 cpus=1
        policy estimator=exponential-bound
        set estimate_mode=full detect_s=4
        task Moves 0 1x100 removed=8
        task Runs 10 1x50 removed=16
        task Waits 11 1x50 removed=9
        task Estimated 30 1x50 removed=2
        task Done 40 1x10 removed=17
        ",
        "
        0: Moves in queue 1, Moves estimates m0
        6: Moves bound 100, Moves mismatch 100 60
        10: Runs in queue 1, Runs estimates m0
        11: Waits in queue 1
        16: Runs bound 50, Runs.0 m0
        26: Runs.0 loses 10
        30: Estimated in queue 1, Estimated estimates m0
        40: Done in queue 1, Done estimates m0
        46: Done bound 10, Done.0 m0
        56: Done.0 ends
        Moves 8 killed, Runs 16 killed, Waits 9 killed, Estimated 2 killed, Done 20
        ",
    );
}
