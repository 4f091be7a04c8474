use super::*;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Span;
use ganttlet_work::generator::master_worker::basic_batch;

/// A random list of few distinct values, so that times are often equal.
fn random_task_list(stream: &mut ganttlet_core::rng::Stream, most: u32) -> Vec<i64> {
    (0..stream.uniform_below(most + 1)).map(|_| i64::from(stream.uniform_below(20))).collect()
}

/// Graham's rule, simulated literally.
fn makespan_by_simulation(times: &[i64], workers: usize) -> i64 {
    let mut free = vec![0; workers.max(1)];
    for time in times {
        let first = (0..free.len()).min_by_key(|&worker| free[worker]).expect("a worker");
        free[first] += time;
    }
    free.into_iter().max().expect("a worker")
}

#[test]
fn makespans_agree_with_list_scheduling_for_each_number_of_workers() {
    let mut stream = Streams::new(5).get("lists");
    for _ in 0..2_000 {
        let times = random_task_list(&mut stream, 40);
        let expected: Vec<i64> =
            (1..=times.len()).map(|workers| makespan_by_simulation(&times, workers)).collect();
        assert_eq!(makespans_by_workers(&times), expected, "{times:?}");
        let single: Vec<i64> =
            (1..=times.len() as u32).map(|workers| list_makespan(&times, workers)).collect();
        assert_eq!(single, expected, "{times:?}");
        assert!(expected.is_sorted_by(|fewer, more| fewer >= more), "more machines never take longer");
    }
}

#[test]
fn empty_and_zero_lists_are_valid() {
    assert_eq!((list_makespan(&[], 3), list_makespan(&[5, 2], 0), list_makespan(&[5, 2], 9)), (0, 7, 5));
    assert_eq!(list_makespan(&[i64::MAX, i64::MAX, 1], 2), i64::MAX);
    let nothing = batch_trade_off(&[]);
    assert_eq!((nothing.perfect_number(), nothing.ideal_interval()), (0, (0, 0)));
    let idle = batch_trade_off(&[0, 0]);
    assert_eq!((idle.perfect_number(), idle.ideal_interval()), (1, (1, 2)));
    assert!((idle.points[1].efficiency - 1.0).abs() < 1e-12);
    assert!((achievable_speedup(&[]) - 1.0).abs() < 1e-12);
}

/// The minimum makespan, by exhaustive search.
fn optimal_makespan(times: &[i64], loads: &mut [i64]) -> i64 {
    let Some((&time, rest)) = times.split_first() else { return loads.iter().copied().max().unwrap_or(0) };
    let mut best = i64::MAX;
    for machine in 0..loads.len() {
        loads[machine] += time;
        best = best.min(optimal_makespan(rest, loads));
        loads[machine] -= time;
        // Idle machines are interchangeable.
        if loads[machine] == 0 {
            break;
        }
    }
    best
}

/// Graham 1966 and 1969: any list is within 2 - 1/m of the optimum, longest first within 4/3 - 1/(3m).
#[test]
fn list_makespans_keep_grahams_bounds() {
    let mut stream = Streams::new(6).get("lists");
    for _ in 0..600 {
        let mut times = random_task_list(&mut stream, 9);
        for machines in 2..=3_u32 {
            let best = optimal_makespan(&times, &mut vec![0; machines as usize]);
            let machines_ = i64::from(machines);
            assert!(machines_ * list_makespan(&times, machines) <= (2 * machines_ - 1) * best, "{times:?}");
            times.sort_unstable_by(|a, b| b.cmp(a));
            let longest_first = list_makespan(&times, machines);
            assert!(3 * machines_ * longest_first <= (4 * machines_ - 1) * best, "{times:?}");
            stream.shuffle(&mut times);
        }
    }
}

/// The example of section 3.2: 8, 5, 4, 1.
#[test]
fn four_tasks_have_the_published_makespans() {
    let points = batch_trade_off(&[8, 5, 4, 1]).points;
    assert_eq!((points[3].makespan, points[3].efficiency), (8, 0.5625));
    assert_eq!((points[1].makespan, points[1].efficiency), (9, 1.0));
    let reversed = batch_trade_off(&[1, 4, 5, 8]).points[1];
    assert_eq!((reversed.makespan, reversed.efficiency), (12, 0.75));
}

const WORKLOADS: [u32; 7] = [30, 40, 50, 60, 70, 80, 90];

/// A basic batch, longest first, microseconds with a mean of 1000 s.
fn basic_batch_micros(tasks: u32, percent: u32, large_differ: bool, small_differ: bool) -> Vec<i64> {
    let seconds = basic_batch(tasks, f64::from(percent) / 100.0, large_differ, small_differ, 1000.0);
    let mut times: Vec<i64> = seconds.into_iter().map(|time| Span::from_seconds(time).0).collect();
    times.sort_unstable_by(|a, b| b.cmp(a));
    times
}

/// Makespans in units of the mean, by case: number of tasks, workload, whether large and small tasks differ. Each has
/// numbers of workers with their makespans, in the precision of the print.
#[test]
fn makespans_of_basic_batches() {
    type Row = ((u32, u32, bool, bool), &'static [(u32, f64)]);
    const ROWS: [Row; 9] = [
        (
            (30, 30, false, false),
            &[
                (1, 30.0),
                (2, 15.0),
                (3, 10.0),
                (5, 6.5),
                (8, 4.125),
                (10, 3.25),
                (12, 2.625),
                (15, 2.375),
                (20, 1.75),
                (25, 1.75),
                (30, 1.5),
            ],
        ),
        (
            (30, 30, false, true),
            &[
                (1, 30.0),
                (2, 15.0),
                (3, 10.0),
                (5, 6.09),
                (8, 3.91),
                (10, 3.15),
                (12, 2.59),
                (15, 2.17),
                (20, 1.68),
                (25, 1.68),
                (30, 1.68),
            ],
        ),
        (
            (30, 30, true, false),
            &[
                (1, 30.0),
                (2, 15.2143),
                (3, 10.0),
                (5, 6.1071),
                (8, 4.3036),
                (10, 3.4821),
                (12, 2.625),
                (15, 2.6071),
                (20, 2.5714),
                (25, 2.5714),
                (30, 2.5714),
            ],
        ),
        (
            (30, 30, true, true),
            &[
                (1, 30.0),
                (2, 15.0129),
                (3, 10.0),
                (5, 6.0543),
                (8, 3.85),
                (10, 3.22),
                (12, 2.6771),
                (15, 2.5714),
                (20, 2.5714),
                (25, 2.5714),
                (30, 2.5714),
            ],
        ),
        (
            (30, 60, true, true),
            &[(1, 30.0), (2, 15.0114), (3, 10.0), (5, 6.0343), (8, 5.1429), (10, 5.1429), (30, 5.1429)],
        ),
        ((30, 90, true, true), &[(1, 30.0), (2, 15.0029), (3, 10.0), (5, 7.7143), (8, 7.7143), (30, 7.7143)]),
        (
            (50, 30, true, true),
            &[
                (1, 50.0),
                (2, 25.0177),
                (3, 16.6802),
                (5, 10.0521),
                (8, 6.3032),
                (10, 5.0915),
                (12, 4.2256),
                (15, 3.4573),
                (20, 2.7317),
                (25, 2.7273),
                (30, 2.7273),
            ],
        ),
        (
            (50, 60, true, true),
            &[(1, 50.0), (2, 25.0111), (3, 16.6718), (5, 10.0244), (8, 6.2639), (10, 5.4545), (30, 5.4545)],
        ),
        (
            (50, 90, true, true),
            &[(1, 50.0), (2, 25.0006), (3, 16.6724), (5, 10.0), (8, 8.1818), (30, 8.1818)],
        ),
    ];
    for ((tasks, percent, large, small), expected) in ROWS {
        let points = batch_trade_off(&basic_batch_micros(tasks, percent, large, small)).points;
        for &(workers, mean) in expected {
            let ours = points[workers as usize - 1].makespan as f64 / 1e9;
            assert!(
                (ours - mean).abs() < 0.5e-4 + 1e-9,
                "{tasks} {percent} {large} {small} {workers}: {ours}, {mean}"
            );
        }
    }
}

/// Those of 50 tasks and of 150 tasks, both groups different, are published (Heymann 2001, tables 4-1 and 5-2).
#[test]
fn perfect_numbers_of_basic_batches() {
    const SHAPES: [(bool, bool); 4] = [(true, true), (true, false), (false, false), (false, true)];
    const EXPECTED: [(u32, [[u32; 7]; 4]); 5] = [
        (
            30,
            [
                [13, 9, 7, 6, 5, 4, 4],
                [12, 10, 7, 6, 5, 4, 4],
                [18, 14, 12, 10, 9, 8, 7],
                [19, 16, 12, 10, 9, 8, 7],
            ],
        ),
        (
            50,
            [
                [20, 14, 11, 9, 8, 7, 6],
                [19, 14, 12, 10, 8, 7, 6],
                [30, 30, 20, 17, 15, 13, 11],
                [31, 27, 20, 17, 15, 13, 11],
            ],
        ),
        (
            100,
            [
                [39, 27, 21, 18, 15, 13, 12],
                [38, 28, 22, 18, 15, 13, 12],
                [60, 47, 40, 34, 29, 25, 23],
                [61, 53, 40, 34, 29, 25, 22],
            ],
        ),
        (
            150,
            [
                [57, 40, 31, 26, 22, 19, 17],
                [57, 41, 33, 27, 23, 20, 17],
                [90, 70, 60, 50, 44, 38, 34],
                [91, 80, 60, 50, 43, 38, 34],
            ],
        ),
        (
            300,
            [
                [112, 78, 61, 51, 44, 38, 34],
                [113, 81, 63, 53, 45, 39, 34],
                [180, 140, 120, 100, 87, 75, 67],
                [181, 160, 120, 100, 86, 75, 67],
            ],
        ),
    ];
    for (tasks, shapes) in EXPECTED {
        for ((large, small), expected) in SHAPES.into_iter().zip(shapes) {
            let ours = WORKLOADS.map(|percent| {
                batch_trade_off(&basic_batch_micros(tasks, percent, large, small)).perfect_number()
            });
            assert_eq!(ours, expected, "{tasks} tasks, {large} {small}");
        }
    }
}

/// 50 tasks, both groups different.
#[test]
fn ideal_intervals_of_basic_batches() {
    let trades = WORKLOADS.map(|percent| batch_trade_off(&basic_batch_micros(50, percent, true, true)));
    let expected = [(19, 22), (13, 15), (10, 12), (9, 10), (8, 8), (7, 7), (6, 6)];
    assert_eq!(trades.each_ref().map(TradeOff::ideal_interval), expected);
    let efficiency = |at: usize, workers: usize| trades[at].points[workers - 1].efficiency;
    let finishes =
        [efficiency(0, 20), efficiency(0, 23), efficiency(0, 24), efficiency(6, 7), efficiency(6, 8)];
    let expected = [0.915, 0.797, 0.764, 0.873, 0.764];
    assert!(
        finishes.iter().zip(expected).all(|(ours, theirs)| (ours - theirs).abs() < 0.0005),
        "{finishes:?}"
    );
}
