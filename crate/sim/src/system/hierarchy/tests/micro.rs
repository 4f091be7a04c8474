//! The exact schedules of the specification, checked by hand and by two independently written programs. Work and times
//! are in seconds; machines do one unit of work per second.

use super::assert_schedule;

#[test]
fn u1_first_come_first_served() {
    assert_schedule(
        "
        set scheme=fcfs
        use M
        use W
        ",
        "
        0: L in queue 1
        20: L.0 m0, L.1 m1, L.2 m2, L.3 m3, L.4 m4, L.5 m5
        50: S in queue 1
        120: L.0 ends, L.1 ends, L.2 ends, L.3 ends, L.4 ends, L.5 ends, L.6 m0, L.7 m1, L.8 m2, L.9 m3, S.0 m4
        150: S.0 ends
        220: L.6 ends, L.7 ends, L.8 ends, L.9 ends
        L 220, S 100
        ",
    );
}

#[test]
fn u2_first_come_first_served_over_a_hierarchy() {
    assert_schedule(
        "
        set scheme=fcfs-h
        use M
        use W
        ",
        "
        0: L in queue 1, L.0 m0, L.1 m1
        20: L.2 m2, L.3 m3, L.4 m4, L.5 m5
        50: S in queue 1
        100: L.0 ends, L.1 ends, L.6 m0, L.7 m1
        120: L.2 ends, L.3 ends, L.4 ends, L.5 ends, L.8 m2, L.9 m3, S.0 m4
        150: S.0 ends
        200: L.6 ends, L.7 ends
        220: L.8 ends, L.9 ends
        L 220, S 100
        ",
    );
}

#[test]
fn u3_queues_of_levels_over_one_grid() {
    assert_schedule(
        "
        set scheme=mq
        grid 2
        grid 4 delay_s=20
        queue level=1 grid=1 t_q_s=60 t_e_s=30 cpus=2 alpha=0.1 estimate_on=cpu rules=all
        queue level=2 grid=2 t_q_s=2000 t_e_s=1000 cpus=4 alpha=0.1 rules=all
        policy estimator=exponential-bound
        set estimate_mode=full
        use W
        ",
        "
        0: L in queue 1
        20: L.0 m0, L.1 m1, L.2 m2, L.3 m3, L.4 m4, L.5 m5
        50: S in queue 1
        60: L overdue 60 40, L.5 loses 40
        80: S.0 m5
        110: S.0 ends
        120: L.0 ends, L.1 ends, L.2 ends, L.3 ends, L.4 ends, L.5 m0, L.6 m1, L.7 m2, L.8 m3, L.9 m4
        220: L.5 ends, L.6 ends, L.7 ends, L.8 ends, L.9 ends
        L 220, S 60
        ",
    );
}

#[test]
fn u4_queues_and_grids() {
    assert_schedule(
        "
        use M
        use W
        ",
        "
        0: L in queue 1, L estimates m0
        6: L bound 1000, L mismatch 1000 120
        11: L in queue 2
        31: L.0 m2, L.1 m3, L.2 m4, L.3 m5
        50: S in queue 1, S estimates m0
        56: S bound 30, S.0 m0
        86: S.0 ends
        131: L.0 ends, L.1 ends, L.2 ends, L.3 ends, L.4 m2, L.5 m3, L.6 m4, L.7 m5
        231: L.4 ends, L.5 ends, L.6 ends, L.7 ends, L.8 m2, L.9 m3
        331: L.8 ends, L.9 ends
        L 331, S 36
        ",
    );
}

#[test]
fn u5_only_when_the_time_is_over() {
    assert_schedule(
        "
        set scheme=mq-h-simple
        use M
        use W
        ",
        "
        0: L in queue 1, L.0 m0
        50: S in queue 1, S.0 m1
        70: L overdue 70 70, L.0 loses 70
        75: L in queue 2
        80: S.0 ends
        95: L.0 m2, L.1 m3, L.2 m4, L.3 m5
        195: L.0 ends, L.1 ends, L.2 ends, L.3 ends, L.4 m2, L.5 m3, L.6 m4, L.7 m5
        295: L.4 ends, L.5 ends, L.6 ends, L.7 ends, L.8 m2, L.9 m3
        395: L.8 ends, L.9 ends
        L 395, S 30
        ",
    );
}

#[test]
fn u5_alone_until_another_task_arrives() {
    assert_schedule(
        "
        set scheme=mq-h-simple
        use M
        task L 0 10x100
        task S 90 1x30
        ",
        "
        0: L in queue 1, L.0 m0
        90: L overdue 90 90, L.0 loses 90, S in queue 1, S.0 m0
        95: L in queue 2
        115: L.0 m2, L.1 m3, L.2 m4, L.3 m5
        120: S.0 ends
        215: L.0 ends, L.1 ends, L.2 ends, L.3 ends, L.4 m2, L.5 m3, L.6 m4, L.7 m5
        315: L.4 ends, L.5 ends, L.6 ends, L.7 ends, L.8 m2, L.9 m3
        415: L.8 ends, L.9 ends
        L 415, S 30
        ",
    );
}

#[test]
fn u6_overload() {
    assert_schedule(
        "
        grid 2
        grid 4 delay_s=20
        queue level=1 grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=2 alpha=0.1 estimate_on=cpu rules=all
        queue level=2 grid=2 t_q_s=2000 t_e_s=1000 cpus=4 alpha=0.1
        policy estimator=exponential-bound
        set estimate_mode=full
        task T1 0 1x50
        task T2 0 1x50
        task T3 0 1x50
        task T4 0 1x50
        task T5 0 1x50
        task T6 0 1x50
        ",
        "
        0: T6 overload 300 240, T1 in queue 1, T2 in queue 1, T3 in queue 1, T4 in queue 1, T5 in queue 1, T6 in queue 1, T1 estimates m0, T2 estimates m1
        5: T6 in queue 2
        6: T1 bound 50, T2 bound 50, T1.0 m0, T2.0 m1
        56: T1.0 ends, T2.0 ends, T3 estimates m0, T4 estimates m1
        62: T3 bound 50, T4 bound 50, T3.0 m0, T4.0 m1
        105: T6 bound 50
        112: T3.0 ends, T4.0 ends, T5 estimates m0
        118: T5 bound 50, T5.0 m0
        120: T5 task-potential 48 116 0, T5.0 loses 2
        125: T5 in queue 2, T6.0 m2
        145: T5.0 m3
        175: T6.0 ends
        195: T5.0 ends
        T1 56, T2 56, T3 112, T4 112, T5 195, T6 175
        ",
    );
}

#[test]
fn u7_task_potential_overdue() {
    assert_schedule(
        "
        grid 4 delay_s=20
        grid 8 delay_s=60
        policy estimator=exact
        queue level=2 grid=1 t_q_s=1600 t_e_s=800 cpus=4 rules=all
        queue level=3 grid=2 cpus=8
        away 2 0 100000
        away 3 0 100000
        task A 0 24x100
        ",
        "
        0: A bound 2400, A in queue 1
        20: A.0 m0, A.1 m1
        120: A.0 ends, A.1 ends, A.2 m0, A.3 m1
        220: A.2 ends, A.3 ends, A.4 m0, A.5 m1
        320: A.4 ends, A.5 ends, A.6 m0, A.7 m1
        420: A.6 ends, A.7 ends, A.8 m0, A.9 m1
        430: A task-potential 1580 1560 4680, A.8 loses 10, A.9 loses 10
        435: A in queue 2
        495: A.8 m4, A.9 m5, A.10 m6, A.11 m7, A.12 m8, A.13 m9, A.14 m10, A.15 m11
        595: A.8 ends, A.9 ends, A.10 ends, A.11 ends, A.12 ends, A.13 ends, A.14 ends, A.15 ends, A.16 m4, A.17 m5, A.18 m6, A.19 m7, A.20 m8, A.21 m9, A.22 m10, A.23 m11
        695: A.16 ends, A.17 ends, A.18 ends, A.19 ends, A.20 ends, A.21 ends, A.22 ends, A.23 ends
        A 695
        ",
    );
}

#[test]
fn u8_queue_potential_overdue() {
    assert_schedule(
        "
        grid 4 delay_s=20
        grid 8 delay_s=60
        policy estimator=exact
        queue level=2 grid=1 t_q_s=300 t_e_s=300 cpus=4 rules=all
        queue level=3 grid=2 cpus=8
        task A 0 8x100
        task B 10 10x50
        ",
        "
        0: A bound 800, A in queue 1
        10: B bound 500, B queue-potential 800 500 1200, B in queue 1
        15: B in queue 2
        20: A.0 m0, A.1 m1, A.2 m2, A.3 m3
        75: B.0 m4, B.1 m5, B.2 m6, B.3 m7, B.4 m8, B.5 m9, B.6 m10, B.7 m11
        120: A.0 ends, A.1 ends, A.2 ends, A.3 ends, A.4 m0, A.5 m1, A.6 m2, A.7 m3
        125: B.0 ends, B.1 ends, B.2 ends, B.3 ends, B.4 ends, B.5 ends, B.6 ends, B.7 ends, B.8 m4, B.9 m5
        175: B.8 ends, B.9 ends
        220: A.4 ends, A.5 ends, A.6 ends, A.7 ends
        A 220, B 165
        ",
    );
}

#[test]
fn u9_eviction() {
    assert_schedule(
        "
        grid 2 delay_s=10
        queue grid=1 cpus=2
        away 1 60 90
        task A 0 3x100
        ",
        "
        0: A in queue 1
        10: A.0 m0, A.1 m1
        60: A.1 loses 50
        100: A.1 m1
        110: A.0 ends, A.2 m0
        200: A.1 ends
        210: A.2 ends
        A 210
        ",
    );
}

#[test]
fn u10_priority_takes_machines() {
    assert_schedule(
        "
        grid 3 delay_s=10
        queue level=2 grid=1 cpus=3
        queue level=3 grid=1 cpus=3
        task X 0 3x100 queue=2
        task Y 40 2x50 queue=1
        ",
        "
        0: X in queue 2
        10: X.0 m0, X.1 m1, X.2 m2
        40: X.1 loses 30, X.2 loses 30, Y in queue 1
        50: Y.0 m1, Y.1 m2
        100: Y.0 ends, Y.1 ends
        110: X.0 ends, X.1 m0, X.2 m1
        210: X.1 ends, X.2 ends
        X 210, Y 60
        ",
    );
}

#[test]
fn u11_overdue_and_alone_at_the_bottom() {
    assert_schedule(
        "
        grid 1 delay_s=10
        queue grid=1 cpus=1 t_q_s=100 t_e_s=100 rules=overdue
        task X 0 2x150
        task Y 130 1x20
        ",
        "
        0: X in queue 1
        10: X.0 m0
        130: X overdue 130 120, X.0 loses 120, Y in queue 1, Y.0 m0
        150: Y.0 ends
        X 130 killed, Y 20
        ",
    );
}

#[test]
fn u11b_off_the_tick() {
    assert_schedule(
        "
        grid 1 delay_s=10
        queue grid=1 cpus=1 t_q_s=100 t_e_s=100 rules=overdue
        task X 0 2x150
        task Y 133 1x20
        ",
        "
        0: X in queue 1
        10: X.0 m0
        133: X overdue 133 123, X.0 loses 123, Y in queue 1, Y.0 m0
        153: Y.0 ends
        X 133 killed, Y 20
        ",
    );
}

#[test]
fn u12_load_sharing() {
    assert_schedule(
        "
        use S
        ",
        "
        0: A in queue 1
        5: B in queue 1
        10: A.0 m0, A.1 m1
        60: A share 172.5 560, A.0 loses 50, A.1 loses 50, B.0 m0, B.1 m1
        65: A in queue 2
        95: A.0 m2, A.1 m3, A.2 m4, A.3 m5, A.4 m6, A.5 m7, A.6 m8, A.7 m9
        120: B.0 ends, B.1 ends, B.2 m0, B.3 m1
        155: A.0 ends, A.1 ends, A.2 ends, A.3 ends, A.4 ends, A.5 ends, A.6 ends, A.7 ends, A.8 m2, A.9 m3, A.10 m4, A.11 m5, A.12 m6, A.13 m7, A.14 m8, A.15 m9
        180: B.2 ends, B.3 ends
        215: A.8 ends, A.9 ends, A.10 ends, A.11 ends, A.12 ends, A.13 ends, A.14 ends, A.15 ends, A.16 m2, A.17 m3, A.18 m4, A.19 m5
        275: A.16 ends, A.17 ends, A.18 ends, A.19 ends
        A 275, B 175
        ",
    );
}

#[test]
fn u12b_return() {
    assert_schedule(
        "
        use S
        task X 62 60x60 queue=2
        ",
        "
        0: A in queue 1
        5: B in queue 1
        10: A.0 m0, A.1 m1
        60: A share 172.5 560, A.0 loses 50, A.1 loses 50, B.0 m0, B.1 m1
        62: X in queue 2
        65: A return 630 560, A in queue 2
        70: A in queue 1
        92: X.0 m2, X.1 m3, X.2 m4, X.3 m5, X.4 m6, X.5 m7, X.6 m8, X.7 m9
        120: B.0 ends, B.1 ends, B.2 m0, B.3 m1
        152: X.0 ends, X.1 ends, X.2 ends, X.3 ends, X.4 ends, X.5 ends, X.6 ends, X.7 ends, X.8 m2, X.9 m3, X.10 m4, X.11 m5, X.12 m6, X.13 m7, X.14 m8, X.15 m9
        180: B.2 ends, B.3 ends, A.0 m0, A.1 m1
        212: X.8 ends, X.9 ends, X.10 ends, X.11 ends, X.12 ends, X.13 ends, X.14 ends, X.15 ends, X.16 m2, X.17 m3, X.18 m4, X.19 m5, X.20 m6, X.21 m7, X.22 m8, X.23 m9
        240: A.0 ends, A.1 ends, A.2 m0, A.3 m1
        272: X.16 ends, X.17 ends, X.18 ends, X.19 ends, X.20 ends, X.21 ends, X.22 ends, X.23 ends, X.24 m2, X.25 m3, X.26 m4, X.27 m5, X.28 m6, X.29 m7, X.30 m8, X.31 m9
        300: A.2 ends, A.3 ends, A.4 m0, A.5 m1
        332: X.24 ends, X.25 ends, X.26 ends, X.27 ends, X.28 ends, X.29 ends, X.30 ends, X.31 ends, X.32 m2, X.33 m3, X.34 m4, X.35 m5, X.36 m6, X.37 m7, X.38 m8, X.39 m9
        360: A.4 ends, A.5 ends, A.6 m0, A.7 m1
        392: X.32 ends, X.33 ends, X.34 ends, X.35 ends, X.36 ends, X.37 ends, X.38 ends, X.39 ends, X.40 m2, X.41 m3, X.42 m4, X.43 m5, X.44 m6, X.45 m7, X.46 m8, X.47 m9
        420: A.6 ends, A.7 ends, A.8 m0, A.9 m1
        452: X.40 ends, X.41 ends, X.42 ends, X.43 ends, X.44 ends, X.45 ends, X.46 ends, X.47 ends, X.48 m2, X.49 m3, X.50 m4, X.51 m5, X.52 m6, X.53 m7, X.54 m8, X.55 m9
        480: A.8 ends, A.9 ends, A.10 m0, A.11 m1
        512: X.48 ends, X.49 ends, X.50 ends, X.51 ends, X.52 ends, X.53 ends, X.54 ends, X.55 ends, X.56 m2, X.57 m3, X.58 m4, X.59 m5
        540: A.10 ends, A.11 ends, A.12 m0, A.13 m1
        572: X.56 ends, X.57 ends, X.58 ends, X.59 ends
        600: A.12 ends, A.13 ends, A.14 m0, A.15 m1
        660: A.14 ends, A.15 ends, A.16 m0, A.17 m1
        720: A.16 ends, A.17 ends, A.18 m0, A.19 m1
        780: A.18 ends, A.19 ends
        A 780, B 175, X 510
        ",
    );
}

#[test]
fn u13_a_loose_bound() {
    assert_schedule(
        "
        use M
        task A 0 1x100 b=3 e0=20
        ",
        "
        0: A in queue 1, A estimates m0
        6: A bound 322.245, A mismatch 322.245 120
        11: A in queue 2
        31: A.0 m2
        131: A.0 ends
        A 131
        ",
    );
}

#[test]
fn u13_a_bound_that_tightens_in_time() {
    assert_schedule(
        "
        use M
        task A 0 1x100 b=3 e0=2
        ",
        "
        0: A in queue 1, A estimates m0
        6: A bound 114.936, A.0 m0
        30: A task-potential 76 72 180, A.0 loses 24
        35: A in queue 2
        55: A.0 m2
        155: A.0 ends
        A 155
        ",
    );
}

#[test]
fn u14_a_limit_for_two_machines_of_which_one_is_used() {
    assert_schedule(
        "
        use M
        task A 0 1x90
        ",
        "
        0: A in queue 1, A estimates m0
        6: A bound 90, A.0 m0
        40: A task-potential 56 52 160, A.0 loses 34
        45: A in queue 2
        65: A.0 m2
        155: A.0 ends
        A 155
        ",
    );
}

#[test]
fn u15_rounds() {
    assert_schedule(
        "
        grid 2 allocation=rounds period_s=60 offset_s=30 claim_s=5
        queue grid=1 cpus=2
        task A 0 2x100
        task B 40 1x20
        ",
        "
        0: A in queue 1
        35: A.0 m0, A.1 m1
        40: B in queue 1
        135: A.0 ends, A.1 ends, B.0 m0
        155: B.0 ends
        A 135, B 115
        ",
    );
}

#[test]
fn u16_overdue_with_company() {
    assert_schedule(
        "
        grid 1 delay_s=10
        grid 8 delay_s=60
        queue level=2 grid=1 cpus=1 t_q_s=1000 t_e_s=150 rules=overdue
        queue level=3 grid=2 cpus=8
        task A 0 4x100
        task B 100 1x30
        ",
        "
        0: A in queue 1
        10: A.0 m0
        100: B in queue 1
        110: A.0 ends, A.1 m0
        170: A overdue 170 160, A.1 loses 60, B.0 m0
        175: A in queue 2
        200: B.0 ends
        235: A.1 m1, A.2 m2, A.3 m3
        335: A.1 ends, A.2 ends, A.3 ends
        A 335, B 100
        ",
    );
}

#[test]
fn u17_estimated_again() {
    assert_schedule(
        "
        grid 2
        grid 4 delay_s=20
        grid 8 delay_s=60
        queue level=1 grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=2 alpha=0.1 estimate_on=cpu rules=all
        queue level=2 grid=2 t_q_s=2000 t_e_s=1000 cpus=4 estimator_cpus=10 alpha=0.1 rules=all
        policy estimator=exponential-bound
        set estimate_mode=full
        queue level=3 grid=3 t_q_s=20000 t_e_s=10000 cpus=8 estimator_cpus=10 rules=all
        task A 0 10x100 b=9 e0=200
        ",
        "
        0: A in queue 1, A estimates m0
        6: A bound 9734.01, A mismatch 9734.01 120
        11: A in queue 2
        111: A bound 1058.849
        131: A.0 m2, A.1 m3, A.2 m4, A.3 m5
        231: A.0 ends, A.1 ends, A.2 ends, A.3 ends, A.4 m2, A.5 m3, A.6 m4, A.7 m5
        331: A.4 ends, A.5 ends, A.6 ends, A.7 ends, A.8 m2, A.9 m3
        431: A.8 ends, A.9 ends
        A 431
        ",
    );
}

#[test]
fn u18_most_machines_and_detection() {
    assert_schedule(
        "
        grid 4 delay_s=10
        set detect_s=4
        queue grid=1 cpus=2
        task A 0 3x100
        task B 30 1x20
        ",
        "
        0: A in queue 1
        10: A.0 m0, A.1 m1
        30: B in queue 1
        110: A.0 ends, A.1 ends, A.2 m0, B.0 m1
        130: B.0 ends
        210: A.2 ends
        A 214, B 104
        ",
    );
}
