//! Heymann 2001, chapter 5: rules 13 to 20 of the checklist. What is said to be open has its bound within what chance does in
//! the quick form.

use super::{assert_verdicts, cached_findings, experiment_plan, run_findings};
use ganttlet_study::Verdict::{Held, HeldInPart, NotHeld, Undecided};
use ganttlet_study::{Interval, Table};

/// Rule 13. What does not hold: that with W 90 % a loss costs hardly any time with nine machines already. Open: that with W 30 %
/// it costs 15 % right before the ideal interval, and with W 90 % 35 % with six machines.
#[test]
fn one_machine_lost() {
    assert_verdicts(
        "M10",
        &[
            ("M10", &[Held, Held, Undecided, Undecided, Held]),
            ("rule 13", &[Held, HeldInPart]),
            ("M10", &[Held]),
        ],
    );
}

/// Rules 14 to 16. What does not hold: that one extra machine gains efficiency with W 30 %. Open: a few cells of both halves of
/// table 5-1; that a loss costs the more the larger W is; how CR and SR compare; and that NR beats CR with one extra machine if
/// tasks are nearly equal, and only then.
#[test]
fn strategies_with_fifty_tasks() {
    let found = assert_verdicts(
        "M11",
        &[
            ("M11", &[Undecided, Undecided]),
            ("rule 14", &[Undecided]),
            ("M11", &[Held]),
            ("rule 16", &[Held]),
            ("M11", &[NotHeld, Held]),
            ("rule 15", &[Held, Undecided, Undecided, Undecided]),
            ("M11", &[Undecided]),
        ],
    );
    for target in &found.targets[..2] {
        assert!(
            target.ours.contains("W 50 % 1 NR") && target.ours.contains("W 60 % 3 NR"),
            "{}",
            target.ours
        );
    }
}

/// Rules 16 and 18. Open: some cells of both halves of table 5-2; that one extra machine is of no help with W 30 %; that three
/// beside 57 do as much as one beside 20; and that extra machines always cost efficiency.
#[test]
fn strategies_with_many_tasks() {
    assert_verdicts(
        "M12",
        &[
            ("M12", &[Undecided, Undecided, Held, Held, Undecided]),
            ("rule 18", &[Undecided]),
            ("M12", &[Held]),
            ("rule 16", &[Undecided]),
        ],
    );
}

/// Rules 16, 17, 19 and 20. What holds in part: that two extra machines always make up for the loss below the ideal interval;
/// that NR and CR differ little above it; that larger W exceed 10 % late without extra machines; that an extra machine costs the
/// same whatever the probability, and pays from 50 % on by time and efficiency. Open: how NR and CR compare below and above the
/// interval and at all probabilities, that extra machines help at all probabilities, and that with W 30 % a loss costs less
/// than 10 %.
#[test]
fn extra_machines_against_losses() {
    assert_verdicts(
        "M13",
        &[
            ("M13", &[Held, Undecided, HeldInPart, Undecided, HeldInPart]),
            ("rule 17", &[Held]),
            ("rule 19", &[Held]),
            ("M13", &[Undecided, Undecided, Held, Undecided, HeldInPart, Held]),
            ("rule 16", &[HeldInPart]),
            ("rule 19", &[HeldInPart]),
            ("rule 20", &[Held]),
        ],
    );
}

/// What does not hold: that under NR an extra machine takes off more than half of the worsening, that NR beats CR, and that at
/// 20 % CR is worse than no extra machine. Open: three cells of table 5-3.
#[test]
fn rendering_application_with_losses() {
    assert_verdicts("M14", &[("M14", &[Undecided, Undecided, Held, NotHeld, NotHeld, NotHeld])]);
}

/// Rows by workload, columns by strategy.
type ReferenceTable = [[[f64; 9]; 7]; 2];

/// Another simulation of table 5-1, written beforehand and for itself: 20 000 batches a cell, printed to a tenth. Worsening
/// of the time, then of the efficiency, %.
const FIFTY_TASKS: ReferenceTable = [
    [
        [11.5, 8.2, 7.8, 7.1, 5.2, 5.7, 6.5, 4.4, 3.7],
        [14.1, 8.9, 9.1, 8.3, 4.9, 5.4, 7.7, 4.6, 3.1],
        [15.1, 9.1, 8.9, 8.0, 4.1, 5.0, 7.1, 3.2, 1.8],
        [17.6, 9.6, 10.2, 8.1, 3.9, 5.1, 7.5, 3.0, 1.3],
        [20.3, 13.6, 11.2, 11.6, 6.6, 5.6, 10.7, 5.9, 2.3],
        [24.5, 16.3, 13.4, 12.7, 8.1, 6.5, 11.1, 6.3, 2.8],
        [31.0, 18.7, 17.0, 13.6, 8.7, 8.4, 10.6, 6.0, 2.7],
    ],
    [
        [6.2, 8.0, 8.5, 11.6, 10.6, 11.4, 15.0, 14.0, 13.9],
        [7.0, 9.1, 10.3, 14.6, 12.8, 13.7, 19.4, 17.8, 17.5],
        [6.4, 9.6, 10.9, 16.2, 14.2, 15.6, 22.0, 20.0, 19.7],
        [7.3, 10.7, 12.5, 18.2, 16.1, 17.7, 25.0, 22.8, 22.5],
        [8.0, 13.8, 13.6, 21.9, 19.5, 19.5, 28.9, 26.8, 25.3],
        [9.8, 16.2, 15.6, 24.2, 22.1, 21.7, 31.4, 29.4, 28.0],
        [12.9, 18.5, 18.5, 26.6, 24.4, 24.8, 33.8, 31.9, 30.6],
    ],
];

/// Another simulation of table 5-2, written beforehand and for itself: 20 000 batches a cell, printed to a tenth. Worsening
/// of the time, then of the efficiency, %.
const MANY_TASKS: ReferenceTable = [
    [
        [8.1, 7.2, 7.0, 6.9, 6.0, 6.0, 6.8, 5.8, 5.1],
        [9.1, 8.2, 7.4, 7.4, 6.5, 6.2, 7.5, 6.3, 5.0],
        [10.7, 8.4, 8.8, 8.1, 6.7, 6.9, 7.7, 5.9, 5.5],
        [12.5, 10.5, 10.1, 10.2, 8.5, 8.2, 9.8, 8.2, 6.3],
        [15.1, 12.4, 12.4, 11.3, 9.5, 9.4, 10.6, 8.5, 7.3],
        [18.5, 14.7, 14.7, 12.9, 11.1, 11.2, 11.8, 9.7, 8.7],
        [24.1, 19.5, 19.3, 17.0, 15.4, 15.2, 15.4, 13.3, 11.9],
    ],
    [
        [5.2, 6.0, 6.1, 7.4, 6.9, 7.1, 8.8, 8.3, 8.1],
        [5.3, 6.8, 6.6, 8.5, 8.0, 8.1, 10.7, 10.0, 9.4],
        [6.1, 7.0, 7.9, 9.6, 8.9, 9.5, 12.1, 11.0, 11.3],
        [7.0, 8.8, 9.0, 11.9, 10.9, 11.2, 14.8, 13.9, 13.1],
        [8.6, 10.3, 10.9, 13.3, 12.3, 12.9, 16.4, 15.2, 15.1],
        [10.7, 12.1, 12.8, 15.1, 14.2, 15.0, 18.3, 17.2, 17.4],
        [14.3, 15.7, 16.2, 18.6, 17.9, 18.3, 21.8, 20.7, 20.5],
    ],
];

/// Panics unless both halves of a table are those of the other simulation, as far as randomness allows.
fn assert_equal_tables(tables: &[Table], others: &ReferenceTable) {
    for (table, others) in tables.iter().zip(others) {
        let ours = table.rows.iter().flat_map(|(_, cells)| cells);
        let ours: Vec<Interval> = ours.map(|cell| cell.ours.expect("a number")).collect();
        assert_eq!(ours.len(), 63);
        let (mut differences, mut errors) = (0.0, 0.0);
        for (ours, other) in ours.iter().zip(others.iter().flatten()) {
            let error = (ours.high - ours.low) / 2.0 / 1.96;
            let difference = ours.mean - other;
            assert!(difference.abs() < 0.1 + 4.0 * error, "{}: {} and {other}", table.title, ours.text());
            differences += difference / 63.0;
            errors += error / 63.0;
        }
        assert!(differences.abs() < 0.1 + 2.5 * errors, "{}: {differences:.2} on average", table.title);
    }
}

/// With 50 tasks in long runs.
#[test]
fn tables_equal_those_of_another_simulation() {
    let long = run_findings(&experiment_plan("M11", false));
    assert_equal_tables(&long.tables[..2], &FIFTY_TASKS);
    assert_equal_tables(&cached_findings("M12").tables[..2], &MANY_TASKS);
}
