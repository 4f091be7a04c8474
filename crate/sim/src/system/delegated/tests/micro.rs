//! The exact schedules of the specification, checked by hand and by independently written programs. Times are in
//! seconds.

use super::{Status, read, rows, run, story, told};

/// Compares the outcome of a scenario with the expectation, whose lines are joined.
fn is(scenario: &str, expected: &str) {
    let lines = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    assert_eq!(run(scenario), lines);
}

const S2: &str = "
    cluster A 4 1
    R0 at 0 3x20 e=10
    R1 at 1 4x10 e=8
    R2 at 2 1x15
";

#[test]
fn s2_ghosts_and_back_filling() {
    is(
        S2,
        "R0 0-10, R2 2-17, R1 22-30; cycles 0 1 2 10 15 17 22 30 35; bytes 53 + 27; ops 54 / 14; waste 40;
         configurations 1 1 1",
    );
    let expected = "
        0: R0 est 0, R0 sees A{0:0}, R0 asks 3Ax20
        1: R1 est 20, R1 sees A{1:3,20:0}, R1 asks 4Ax10
        2: R2 est 2, R2 sees A{2:3,20:4,30:0}, R2 asks 1Ax15
        10: R1 est 17, R1 sees A{10:4,15:1,17:0}
        17: R1 est 22, R1 sees A{17:1,22:0}";
    let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(story(&read(S2).simulation().finish(), &["A"]), lines.join("\n"));
}

#[test]
fn s2b_without_ghosts() {
    is(
        &format!("set fair_start_s=0 {S2}"),
        "R0 0-10, R2 2-17, R1 17-25; cycles 0 1 2 10 17 25; bytes 36 + 27; ops 35 / 10; waste 0; configurations 1 1 1",
    );
}

#[test]
fn s2c_lists_of_configurations() {
    is(
        &format!("policy rule=oar-greedy {S2}"),
        "R0 0-10, R2 2-17, R1 17-25; cycles 0 1 2 10 17 25; bytes 0 + 24; ops 35 / 0; waste 0; configurations 1 1 1",
    );
}

/// C fits beside B from 15 on, when B is no longer the only application considered.
#[test]
fn a_start_lets_the_next_application_be_considered() {
    let three = "
        set considered=1
        cluster A 4 1
        A at 0 3x10
        B at 1 2x10000
        C at 2 1x5
    ";
    let start = |scenario: &str| -> Vec<f64> {
        rows(&read(scenario).simulation().finish()).iter().map(|row| row.start.seconds()).collect()
    };
    assert_eq!(start(three), [0.0, 15.0, 16.0]);
    assert_eq!(start(&three.replace("considered=1", "considered=1 timer=delay")), [1.0, 17.0, 18.0]);
    assert_eq!(
        start(&three.replace("considered=1", "considered=1 timer=grid reschedule_s=4")),
        [0.0, 16.0, 20.0]
    );
    assert_eq!(start(&three.replace("considered=1", "considered=2")), [0.0, 15.0, 2.0]);
}

#[test]
fn s2d_only_the_first_is_considered() {
    is(
        &format!("set considered=1 {S2}"),
        "R0 0-10, R1 15-23, R2 28-43; cycles 0 1 2 10 15 16 23 28 43 48; bytes 54 + 27; ops 50 / 16; waste 40;
         configurations 1 1 1",
    );
}

const S3: &str = "
    cluster A 6 1
    R0 at 0 4x20 e=10
    R1 at 0 2x40 e=12
    M at 1 d1=100 most=6
    R3 at 3 2x8
";

#[test]
fn s3_an_estimated_start_may_change() {
    is(
        S3,
        "R0 0-10, R1 0-12, M 17-33.666667, R3 38.666667-46.666667;
         cycles 0 1 3 10 12 13 15 17 33.666667 38.666667 46.666667 51.666667;
         bytes 130 + 45; ops 115 / 43; waste 70; configurations 1 1 2 1",
    );
    let expected = "
        0: R0 est 0, R1 est 0, R0 sees A{0:0}, R1 sees A{0:0}, R0 asks 4Ax20, R1 asks 2Ax40
        1: M est 20, M sees A{1:6,20:2,40:0}, M asks 4Ax25
        3: R3 est 40, R3 sees A{3:6,40:4,45:0}, R3 asks 2Ax8
        10: M est 15, M sees A{10:6,15:2,40:0}, R3 sees A{10:6,40:0}
        12: R3 est 17, M sees A{12:6,15:2,17:0}, R3 sees A{12:6,17:4,40:0}, M asks 6Ax16.666667
        13: M est 17, R3 est 33.666667, R3 sees A{13:6,15:2,17:6,33.666667:0}
        33.666667: R3 est 38.666667, R3 sees A{33.666667:6,38.666667:0}";
    let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(story(&read(S3).simulation().finish(), &["A"]), lines.join("\n"));
}

/// S4 with this fair-start delay and this adaptation delay of M.
fn slow(fair_start: u32, adapt: u32) -> String {
    format!(
        "set fair_start_s={fair_start}
         cluster A 4 2
         cluster B 4 1
         R0 at 0 4x200 e=20
         R1 at 0 4x30
         M at 1 d1=40 most=4 AD={adapt}
         R3 at 6 4x20"
    )
}

#[test]
fn s4_ghosts_give_slow_launchers_a_chance() {
    let short = |text: &str| {
        let told = run(text);
        let parts: Vec<&str> = told.split("; ").collect();
        let cycles = parts[1].split(' ').count() - 1;
        let sums = parts[2].trim_start_matches("bytes ").split(" + ");
        let bytes: u32 = sums.map(|part| part.parse::<u32>().expect("a number")).sum();
        let late = parts.get(6).map_or("", |late| late);
        format!("{}; {cycles}; {bytes}; {}; {}{late}", parts[0], parts[3], parts[4])
    };
    assert_eq!(short(&slow(5, 0)), "R0 0-10, R1 1-31, M 15-20, R3 25-35; 12; 167; ops 92 / 40; waste 80");
    assert_eq!(short(&slow(5, 3)), "R0 0-10, R1 1-31, M 15-20, R3 25-35; 14; 167; ops 108 / 37; waste 80");
    assert_eq!(short(&slow(1, 0)), "R0 0-10, R1 1-31, M 11-16, R3 17-27; 11; 167; ops 79 / 38; waste 16");
    assert_eq!(
        short(&slow(1, 3)),
        "R0 0-10, R1 1-31, R3 11-21, M 22-27; 13; 158; ops 91 / 30; waste 16late 1"
    );
    assert_eq!(
        short(&format!("policy rule=oar-greedy\n{}", slow(5, 0))),
        "R0 0-10, R1 0-30, M 10-15, R3 15-25; 7; 112; ops 97 / 0; waste 0"
    );
}

/// S5 with this number of iterations.
fn two_clusters(iterations: u32) -> String {
    format!(
        "cluster A 4 1
         cluster B 4 1.5
         latency 0.005
         R0 at 0 2x40 e=20
         C at 1 W=240 I={iterations} k=1"
    )
}

#[test]
fn s5_one_cluster_or_two() {
    is(
        &two_clusters(1_000),
        "R0 0-13.333333, C 1-40.285715; cycles 0 1 13.333333 18.333333 40.285715 45.285715; bytes 12 + 23; ops 31 / 12;
         waste 40; configurations 2 2",
    );
    is(
        &two_clusters(4_000),
        "R0 0-13.333333, C 1-55.285715; cycles 0 1 13.333333 18.333333 55.285715 60.285715; bytes 12 + 23; ops 31 / 11;
         waste 40; configurations 2 2",
    );
    is(
        &two_clusters(10_000),
        "R0 0-13.333333, C 1-61; cycles 0 1 13.333333 18.333333 61 66; bytes 12 + 18; ops 23 / 9; waste 30;
         configurations 2 2",
    );
    let clusters = |iterations| {
        let trace = read(&two_clusters(iterations)).simulation().finish();
        super::rows(&trace)[1].clusters
    };
    assert_eq!((clusters(5_142), clusters(5_143)), (2, 1), "the switch");
}

const S7: &str = "
    cluster A 4 1
    R0 at 0 1x10
    R1 at 0.3 1x10
    R2 at 0.6 1x10
";

#[test]
fn s7_the_timer_puts_requests_together() {
    is(
        S7,
        "R0 0-10, R1 1-11, R2 1-11; cycles 0 1 10 11 15 16; bytes 19 + 27; ops 25 / 12; waste 15; configurations 1 1 1",
    );
    let starts = run(&format!("set reschedule_s=0.000001 {S7}"));
    assert!(starts.starts_with("R0 0-10, R1 0.3-10.3, R2 0.6-10.6;"), "{starts}");
}

#[test]
fn s8_changes_converge() {
    is(
        "
        cluster A 4 1
        cluster B 4 2
        R0 at 0 4x20
        R1 at 0 4x20
        R2 at 0 4x20
        ",
        "R0 0-10, R1 1-21, R2 15-25; cycles 0 1 2 10 15 21 25 26 30; bytes 51 + 54; ops 58 / 32; waste 60;
         configurations 2 2 2",
    );
}

const S9: &str = "
    cluster A 4 1
    A at 0 4x10 AD=2
    B at 1 4x10
";

#[test]
fn s9_light_load_is_unfair() {
    let expected =
        "B 1-11, A 16-26; cycles 1 2 11 16 26 31; bytes 20 + 18; ops 23 / 8; waste 40; configurations 1 1";
    is(S9, expected);
    is(&format!("set priority=submission {S9}"), expected);
}

const S10: &str = "
    cluster A 4 1
    cluster B 4 1.5
    R0 at 0 2x40 e=20
    M at 1 P=0.9 d1=60 most=8
";

#[test]
fn s10_the_same_with_views_and_with_lists() {
    is(
        S10,
        "R0 0-13.333333, M 1-20.5; cycles 0 1 13.333333 18.333333 20.5 25.5; bytes 12 + 18; ops 23 / 8; waste 30;
         configurations 2 2",
    );
    let lists = run(&format!("policy rule=oar-greedy {S10}"));
    assert!(lists.starts_with("R0 0-13.333333, M 1-20.5;"), "{lists}");
    assert!(lists.ends_with("bytes 0 + 80; ops 27 / 0; waste 0; configurations 2 8"), "{lists}");
}

#[test]
fn s11_changes_propagate_down_the_queue() {
    is(
        "
        cluster A 4 1
        R0 at 0 4x40 e=10
        M1 at 1 d1=16 most=2
        M2 at 2 d1=32 most=4
        R3 at 3 1x4
        ",
        "R0 0-10, M1 15-23, M2 15-31, R3 28-32; cycles 0 1 2 3 10 15 23 28 31 32 36 37; bytes 104 + 36; ops 103 / 32;
         waste 45; configurations 1 1 2 1",
    );
}

const S14: &str = "
    cluster A 4 1
    R0 at 0 4x10
    A at 1 4x5 AD=2
    B at 2 4x5
    Z at 10 1x1
";

#[test]
fn s14_order_of_applications() {
    let cycles = "cycles 0 2 3 10 15 20 25 30 35 36 41";
    is(
        S14,
        &format!(
            "R0 0-10, B 15-20, A 25-30, Z 35-36; {cycles}; bytes 91 + 36; ops 82 / 29; waste 65; configurations 1 1 1 1"
        ),
    );
    is(
        &format!("set priority=submission {S14}"),
        &format!(
            "R0 0-10, A 15-20, B 25-30, Z 35-36; {cycles}; bytes 109 + 36; ops 82 / 35; waste 65; configurations 1 1 1 1"
        ),
    );
}

#[test]
fn s15_killed_at_the_wall_time() {
    is(
        "
        cluster A 2 1
        R0 at 0 2x10 e=15
        R1 at 1 2x5
        ",
        "R0 0-10 killed, R1 15-20; cycles 0 1 10 15 20 25; bytes 19 + 18; ops 23 / 8; waste 20; configurations 1 1",
    );
}

/// S3 with an adaptation delay.
fn thinking(mode: &str) -> String {
    S3.replace("M at 1", "M at 1 AD=3").replace("cluster A", &format!("set adapt_mode={mode}\ncluster A"))
}

#[test]
fn s17_views_during_the_adaptation_delay() {
    let ran = "R0 0-10, R1 0-12, R3 15-23, M 28-44.666667;";
    let rest = "waste 70; configurations 1 1 3 1";
    let modes = [
        ("absorb", "cycles 0 3 4 10 12 13 15 17 23 28 44.666667 49.666667; bytes 154 + 45; ops 127 / 41;"),
        ("pipeline", "cycles 0 3 4 10 12 15 17 23 28 44.666667 49.666667; bytes 154 + 45; ops 108 / 56;"),
        ("restart", "cycles 0 3 6 10 12 15 17 23 28 44.666667 49.666667; bytes 154 + 45; ops 108 / 40;"),
    ];
    for (mode, told) in modes {
        is(&thinking(mode), &format!("{ran} {told} {rest}"));
    }
}

#[test]
fn s19_past_steps_are_not_sent() {
    is(
        "
        cluster A 4 1
        R0 at 0 2x10
        Z at 10 4x1
        ",
        "R0 0-10, Z 15-16; cycles 0 10 15 16 21; bytes 11 + 18; ops 18 / 7; waste 30; configurations 1 1",
    );
}

const S20: &str = "
    cluster A 4 1
    R0 at 0 2x5 e=4
    M at 1 d1=16 most=4
";

#[test]
fn s20_of_equal_ends_the_first_is_taken() {
    is(S20, "R0 0-4, M 1-9; cycles 0 1 4 9 14; bytes 10 + 18; ops 16 / 7; waste 20; configurations 1 2");
    is(
        &format!("policy rule=oar-greedy {S20}"),
        "R0 0-4, M 1-9; cycles 0 1 4 9; bytes 0 + 40; ops 20 / 0; waste 0; configurations 1 4",
    );
}

const S21: &str = "
    cluster A 4 1
    A at 0 4x5 AD=2
    B at 2 4x5
";

#[test]
fn s21_an_answer_is_seen_by_the_cycle_of_its_instant() {
    let expected =
        "A 2-7, B 12-17; cycles 2 7 12 17 22; bytes 20 + 18; ops 21 / 10; waste 40; configurations 1 1";
    is(S21, expected);
    is(&format!("set priority=submission {S21}"), expected);
}

/// Both send redundant requests. For the second, cluster B is reserved for the other launcher of the first, which is
/// cancelled a moment later.
#[test]
fn the_first_redundant_request_to_start_cancels_the_others() {
    let both = "
        set redundant=yes fair_start_s=0
        cluster A 4 1
        cluster B 4 1
        R0 at 0 4x20 e=10
        R1 at 1 4x20 e=10
    ";
    is(both, "R0 0-10, R1 1-11; cycles 0 1 2 10 11; bytes 20 + 36; ops 27 / 10; waste 0; configurations 2 2");
    let expected = "
        0: R0 est 0, R0 sees A{0:0}, R0 sees B{0:0}, R0 asks 4Ax20, R0 asks 4Bx20
        1: R1 est 1, R1 sees A{1:4,20:0}, R1 sees B{1:4,20:0}, R1 asks 4Ax20, R1 asks 4Bx20";
    let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(story(&read(both).simulation().finish(), &["A", "B"]), lines.join("\n"));
    // An application that may span clusters sends one request; one that only fits on cluster A withdraws its other
    // request, but is not rejected.
    let trace = read(
        "
        set redundant=yes fair_start_s=0
        cluster A 4 1
        cluster B 2 1
        R0 at 0 W=12 I=0 k=1
        R1 at 0 4x20 e=10
        R2 at 30 5x1
        ",
    )
    .simulation()
    .finish();
    assert_eq!(trace.subjects.status, [Status::Done, Status::Done, Status::Rejected]);
    let told = told(&trace);
    assert!(told.starts_with("R0 0-2, R1 2-12, R2 "), "{told}");
    assert!(told.contains("; cycles 0 2 12 30; "), "{told}");
}
