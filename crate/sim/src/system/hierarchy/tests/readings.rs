//! Interpretations that the schedules of the specification do not determine, one test each.

use super::{assert_schedule, read};
use crate::tables::stays::StayRow;

#[test]
fn a_claim_in_preparation_can_be_preempted() {
    assert_schedule(
        "
        grid 2 delay_s=10
        queue level=2 grid=1 cpus=2
        queue level=3 grid=1 cpus=2
        task X 0 2x100 queue=2
        task Y 4 1x50 queue=1
        ",
        "
        0: X in queue 2
        4: Y in queue 1
        10: X.0 m0
        14: Y.0 m1
        64: Y.0 ends
        74: X.1 m1
        110: X.0 ends
        174: X.1 ends
        X 174, Y 60
        ",
    );
}

const SHORT_JOB_OF_BETTER_PRIORITY: &str = "
    queue level=2 grid=1 cpus=4
    queue level=3 grid=1 cpus=4
    task X 0 4x100 queue=2
    task Y 40 1x50 queue=1
    ";

/// Immediately available machines are claimed one per job, not up to the maximum of the queue.
#[test]
fn a_queue_takes_no_more_machines_than_it_has_jobs() {
    assert_schedule(
        &format!("grid 4 \n {SHORT_JOB_OF_BETTER_PRIORITY}"),
        "
        0: X in queue 2, X.0 m0, X.1 m1, X.2 m2, X.3 m3
        40: X.3 loses 40, Y in queue 1, Y.0 m3
        90: Y.0 ends, X.3 m3
        100: X.0 ends, X.1 ends, X.2 ends
        190: X.3 ends
        X 190, Y 50
        ",
    );
}

#[test]
fn a_round_without_a_claim_time_takes_no_more_machines_than_jobs() {
    assert_schedule(
        &format!(
            "grid 4 allocation=rounds period_s=30 offset_s=0 claim_s=0 \n {SHORT_JOB_OF_BETTER_PRIORITY}"
        ),
        "
        0: X in queue 2, X.0 m0, X.1 m1, X.2 m2, X.3 m3
        40: Y in queue 1
        60: X.3 loses 60, Y.0 m3
        100: X.0 ends, X.1 ends, X.2 ends, X.3 m0
        110: Y.0 ends
        200: X.3 ends
        X 200, Y 70
        ",
    );
}

/// The first grid of the queue has machines for all its jobs: none is claimed in the second.
#[test]
fn requests_go_to_the_next_grid_only_beyond_the_first() {
    assert_schedule(
        "
        grid 2
        grid 4
        queue level=2 grid=1 grids=2 cpus=6
        queue level=2 grid=2 cpus=4 priority=3
        task X 0 4x100 queue=2
        task Y 40 2x50 queue=1
        ",
        "
        0: X in queue 2, X.0 m2, X.1 m3, X.2 m4, X.3 m5
        40: Y in queue 1, Y.0 m0, Y.1 m1
        90: Y.0 ends, Y.1 ends
        100: X.0 ends, X.1 ends, X.2 ends, X.3 ends
        X 100, Y 50
        ",
    );
}

const STARVES: &str = "
    grid 1
    queue level=2 grid=1 cpus=1
    queue level=3 grid=1 cpus=1
    task A 0 4x100 queue=1
    task B 10 2x100 queue=2
    ";

/// The queue of worse priority waits for all of the other, unless usage counts: then machines alternate as jobs end,
/// and no job is lost.
#[test]
fn usage_keeps_a_queue_of_worse_priority_from_starving() {
    assert_schedule(
        STARVES,
        "
        0: A in queue 1, A.0 m0
        10: B in queue 2
        100: A.0 ends, A.1 m0
        200: A.1 ends, A.2 m0
        300: A.2 ends, A.3 m0
        400: A.3 ends, B.0 m0
        500: B.0 ends, B.1 m0
        600: B.1 ends
        A 400, B 590
        ",
    );
    assert_schedule(
        &format!("{STARVES} set aging_half_life_h=1"),
        "
        0: A in queue 1, A.0 m0
        10: B in queue 2
        100: A.0 ends, B.0 m0
        200: B.0 ends, A.1 m0
        300: A.1 ends, B.1 m0
        400: B.1 ends, A.2 m0
        500: A.2 ends, A.3 m0
        600: A.3 ends
        A 600, B 390
        ",
    );
}

/// A queue with high usage and many machines loses one to a queue of better priority without usage, but no more than
/// the latter has jobs.
#[test]
fn a_queue_of_better_priority_still_preempts_where_usage_counts() {
    assert_schedule(
        "
        set aging_half_life_h=0.1
        grid 3
        queue level=2 grid=1 cpus=3
        queue level=3 grid=1 cpus=3
        task X 0 3x1000 queue=2
        task Y 500 1x10 queue=1
        ",
        "
        0: X in queue 2, X.0 m0, X.1 m1, X.2 m2
        500: X.2 loses 500, Y in queue 1, Y.0 m2
        510: Y.0 ends, X.2 m2
        1000: X.0 ends, X.1 ends
        1510: X.2 ends
        X 1510, Y 10
        ",
    );
}

/// A machine is lost before its job ends; a job ends before a task arrives and limits are enforced.
#[test]
fn at_one_instant_losses_come_first_then_ends_then_arrivals_then_limits() {
    assert_schedule(
        "
        grid 2
        queue grid=1 cpus=2 t_q_s=95 t_e_s=95 check_s=100 rules=overdue
        task A 0 1x100
        task B 0 1x100
        task C 100 1x10
        away 1 100 150
        ",
        "
        0: A in queue 1, B in queue 1, A.0 m0, B.0 m1
        100: B overdue 100 100, B.0 loses 100, A.0 ends, C in queue 1, C.0 m0
        110: C.0 ends
        A 100, B 100 killed, C 10
        ",
    );
}

/// An overdue task leaves by that rule, even if load would be shared at the same instant.
#[test]
fn limits_are_enforced_before_load_is_shared() {
    assert_schedule(
        "
        grid 1 delay_s=10
        grid 4 delay_s=10
        grid 4 delay_s=60
        queue level=2 grid=1 cpus=1 t_q_s=55 check_s=60 rules=overdue partner=2
        queue level=2 grid=2 cpus=4
        queue level=3 grid=3 cpus=4
        policy sharing=completion-time
        set share_period_s=60 min_pending=3
        task A 0 8x60
        task B 0 1x10
        ",
        "
        0: A in queue 1, B in queue 1
        10: A.0 m0
        60: A overdue 60 50, A.0 loses 50, B.0 m0
        65: A in queue 3
        70: B.0 ends
        125: A.0 m5, A.1 m6, A.2 m7, A.3 m8
        185: A.0 ends, A.1 ends, A.2 ends, A.3 ends, A.4 m5, A.5 m6, A.6 m7, A.7 m8
        245: A.4 ends, A.5 ends, A.6 ends, A.7 ends
        A 245, B 70
        ",
    );
}

#[test]
fn the_time_in_a_queue_restarts_with_each_move() {
    assert_schedule(
        "
        grid 1
        grid 1 delay_s=10
        queue level=1 grid=1 cpus=1 t_q_s=100 t_e_s=100 rules=overdue
        queue level=2 grid=2 cpus=1 t_q_s=100 t_e_s=100 rules=overdue
        task A 0 1x150
        task B 0 1x20
        task C 116 1x10 queue=2
        ",
        "
        0: A in queue 1, B in queue 1, A.0 m0
        110: A overdue 110 110, A.0 loses 110, B.0 m0
        115: A in queue 2
        116: C in queue 2
        125: A.0 m1
        130: B.0 ends
        220: A overdue 105 95, A.0 loses 95, C.0 m1
        230: C.0 ends
        A 220 killed, B 130, C 114
        ",
    );
}

/// Of 8 machines 6 are unavailable at the second sample: the average is 5 with a weight of one half for the first
/// sample, and with 2 no task would be given away.
#[test]
fn averages_include_earlier_samples() {
    assert_schedule(
        "
        grid 2 delay_s=10
        grid 8 delay_s=30
        queue level=2 grid=1 cpus=2 partner=2
        queue level=2 grid=2 cpus=8
        policy sharing=completion-time
        set share_period_s=60 min_pending=3
        task A 61 8x60
        away 4 100 1000
        away 5 100 1000
        away 6 100 1000
        away 7 100 1000
        away 8 100 1000
        away 9 100 1000
        ",
        "
        61: A in queue 1
        71: A.0 m0, A.1 m1
        120: A share 111.4 201, A.0 loses 49, A.1 loses 49
        125: A in queue 2
        155: A.0 m2, A.1 m3
        215: A.0 ends, A.1 ends, A.2 m2, A.3 m3
        275: A.2 ends, A.3 ends, A.4 m2, A.5 m3
        335: A.4 ends, A.5 ends, A.6 m2, A.7 m3
        395: A.6 ends, A.7 ends
        A 334
        ",
    );
}

/// One of four jobs has ended: the remaining work can use at most three machines.
#[test]
fn jobs_that_have_ended_need_no_machine() {
    assert_schedule(
        "
        grid 1 delay_s=10
        grid 8 delay_s=30
        queue level=2 grid=1 cpus=1 partner=2
        queue level=2 grid=2 cpus=8
        policy sharing=completion-time
        set share_period_s=60 min_pending=1
        task A 0 4x50
        ",
        "
        0: A in queue 1
        10: A.0 m0
        60: A share 85 160, A.0 ends
        65: A in queue 2
        95: A.1 m1, A.2 m2, A.3 m3
        145: A.1 ends, A.2 ends, A.3 ends
        A 145
        ",
    );
}

/// A, moving down, is estimated again from 11 s on: its old bound of 4973 is no reason to give B away, which two
/// machines here complete by 130 s and eight there would not complete much sooner.
#[test]
fn an_old_bound_is_no_load_while_a_task_is_estimated_again() {
    assert_schedule(
        "
        grid 1
        grid 2 delay_s=10
        grid 8 delay_s=30
        grid 1
        queue level=1 grid=1 cpus=1 t_q_s=120 t_e_s=60 alpha=0.1 rules=mismatch
        queue level=2 grid=2 cpus=2 t_q_s=2000 t_e_s=1000 alpha=0.1 rules=mismatch partner=3
        queue level=2 grid=3 cpus=8
        queue level=3 grid=4 cpus=1
        policy sharing=completion-time estimator=exponential-bound
        set min_pending=1
        task A 0 1x500 b=9 e0=1000
        task B 20 4x50 queue=2
        ",
        "
        0: A in queue 1
        6: A bound 4973.081, A mismatch 4973.081 60
        11: A in queue 2
        20: B bound 200, B in queue 2
        30: B.0 m1, B.1 m2
        80: B.0 ends, B.1 ends, B.2 m1, B.3 m2
        111: A bound 4547.411, A mismatch 4547.411 2000
        116: A in queue 4, A.0 m11
        130: B.2 ends, B.3 ends
        616: A.0 ends
        A 616, B 110
        ",
    );
}

/// Ten seconds times ln (3 / 0.1): of these 34.01 s six were spent at the top.
#[test]
fn estimation_time_counts_in_the_next_queue_if_set() {
    let scenario = "
        grid 1
        grid 1
        queue level=1 grid=1 cpus=1 t_q_s=120 t_e_s=60 alpha=0.1 rules=mismatch
        queue level=2 grid=2 cpus=1 t_q_s=400 t_e_s=200 alpha=0.5 rules=mismatch
        policy estimator=exponential-bound
        task A 0 1x100 b=3 e0=10
        ";
    let second = |scenario: &str| {
        let stays: Vec<StayRow> = read(scenario).simulation().finish().table_rows().collect();
        stays[1].estimation.seconds()
    };
    assert!((second(scenario) - 28.012).abs() < 0.001);
    assert!((second(&format!("{scenario}set estimates_accumulate=no")) - 34.012).abs() < 0.001);
}

/// In the scheme mq the times of a demoted task restart: the execution time immediately if a job runs.
#[test]
fn times_restart_where_jobs_continue() {
    assert_schedule(
        "
        set scheme=mq
        grid 3 delay_s=20
        queue level=1 grid=1 t_q_s=60 t_e_s=30 cpus=3
        queue level=2 grid=1 t_q_s=1000 t_e_s=100 cpus=3 check_s=10
        queue level=3 grid=1 cpus=3
        task L 0 3x200
        task S 50 1x30
        task W 100 1x10 queue=2
        ",
        "
        0: L in queue 1
        20: L.0 m0, L.1 m1, L.2 m2
        50: S in queue 1
        60: L overdue 60 40, L.2 loses 40
        80: S.0 m2
        100: W in queue 2
        110: S.0 ends
        130: L.2 m2
        170: L overdue 110 110, L.2 loses 40
        190: W.0 m2
        200: W.0 ends
        220: L.0 ends, L.1 ends, L.2 m0
        420: L.2 ends
        L 420, S 60, W 100
        ",
    );
}

const LATE_AND_ALONE: &str = "
    grid 1
    grid 1 delay_s=10
    queue level=1 grid=1 cpus=1 limit_cpus=3 t_q_s=1000 t_e_s=100 check_s=60 rules=overdue,task_potential
    queue level=2 grid=2 cpus=1
    task A 0 1x150
    ";

/// An overdue task that is alone is not checked for a timely end, unless that is set.
#[test]
fn an_overdue_task_that_is_alone_may_stay() {
    assert_schedule(
        LATE_AND_ALONE,
        "
        0: A in queue 1, A.0 m0
        150: A.0 ends
        A 150
        ",
    );
    assert_schedule(
        &format!("{LATE_AND_ALONE} set lonely=first-step"),
        "
        0: A in queue 1, A.0 m0
        120: A task-potential 30 -60 2640, A.0 loses 120
        125: A in queue 2
        135: A.0 m1
        285: A.0 ends
        A 285
        ",
    );
}

/// An estimation that ends when the bound is within a tenth: after 5 ln(3 / 0.1) = 17.006 s of one CPU.
#[test]
fn an_estimation_ends_at_the_required_accuracy() {
    assert_schedule(
        "
        grid 1
        queue grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=1 alpha=0.5 estimate_on=cpu rules=mismatch
        policy estimator=exponential-bound
        task A 0 1x50 b=3 e0=5
        ",
        "
        0: A in queue 1, A estimates m0
        17.005987: A bound 55, A.0 m0
        67.005987: A.0 ends
        A 67.005987
        ",
    );
    assert_schedule(
        "
        grid 1
        queue grid=1 t_q_s=120 t_e_s=60 cpus=1 alpha=0.5 estimator_cpus=2 rules=mismatch
        policy estimator=exponential-bound
        task A 0 1x50 b=3 e0=5
        ",
        "
        0: A in queue 1
        8.502994: A bound 55, A.0 m0
        58.502994: A.0 ends
        A 58.502994
        ",
    );
}

const CUT_TWICE: &str = "
    set job_cv=0
    grid 2
    grid 4
    queue level=1 grid=1 cpus=2 job_length_s=100 t_q_s=1000 t_e_s=150 rules=overdue
    queue level=2 grid=2 cpus=4 job_length_s=200
    task A 0 10x100 whole=yes
    task B 105 1x10
    ";

/// The remaining work, 800, is split into jobs for the next queue; or the jobs remain as first split.
#[test]
fn remaining_work_is_split_again() {
    let first = "
        0: A in queue 1, A.0 m0, A.1 m1
        100: A.0 ends, A.1 ends, A.2 m0, A.3 m1
        105: B in queue 1
        160: A overdue 160 160, A.2 loses 60, A.3 loses 60, B.0 m0
        ";
    assert_schedule(
        &format!("{CUT_TWICE} set resplit=yes"),
        &format!(
            "{first}
            165: A in queue 2, A.0 m2, A.1 m3, A.2 m4, A.3 m5
            170: B.0 ends
            365: A.0 ends, A.1 ends, A.2 ends, A.3 ends
            A 365, B 65
            "
        ),
    );
    assert_schedule(
        CUT_TWICE,
        &format!(
            "{first}
            165: A in queue 2, A.2 m2, A.3 m3, A.4 m4, A.5 m5
            170: B.0 ends
            265: A.2 ends, A.3 ends, A.4 ends, A.5 ends, A.6 m2, A.7 m3, A.8 m4, A.9 m5
            365: A.6 ends, A.7 ends, A.8 ends, A.9 ends
            A 365, B 65
            "
        ),
    );
}

#[test]
fn an_overloaded_last_queue_rejects() {
    assert_schedule(
        "
        grid 1
        queue grid=1 cpus=1 t_q_s=100 t_e_s=100 rules=overload
        task A 0 1x120
        task B 5 1x10
        ",
        "
        0: A in queue 1, A.0 m0
        5: B overload 115 100, B in queue 1
        120: A.0 ends
        A 120, B rejected
        ",
    );
}
