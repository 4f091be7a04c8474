//! Heymann 2001, chapters 3 and 4: orderings and perfect numbers on dedicated machines.

use super::verdicts;
use ganttlet_study::Verdict::{ByConstruction, DirectionOnly, Held, NotHeld};

/// What does not hold: that Random & Average declines less than Random where tasks vary. Random is not smooth in two more
/// applications than the published one, and what Random & Average gains from 10 to 35 batches is below 5 % on average only.
#[test]
fn efficiency_of_orderings() {
    verdicts(
        "M1",
        &[
            ("rule 3", &[Held]),
            ("M1", &[Held, Held]),
            ("rule 2", &[Held]),
            ("M1", &[DirectionOnly, Held, Held]),
            ("rule 4", &[Held, Held]),
            ("rule 5", &[DirectionOnly, Held]),
            ("rule 6", &[Held]),
            ("M1", &[NotHeld]),
        ],
    );
}

#[test]
fn execution_times_of_orderings() {
    verdicts(
        "M2",
        &[
            ("rule 1", &[Held, Held]),
            ("M2", &[Held, Held, Held, Held]),
            ("rule 5", &[Held]),
            ("rule 6", &[Held]),
            ("M2", &[Held]),
        ],
    );
}

/// Bounds that hold in 95 % of the cases and at worst, of efficiency and of time, for Random, Random & Average and LPTF on
/// Expectation. What does not hold: where Random is worst.
#[test]
fn bounds_of_orderings() {
    let found = verdicts(
        "M3",
        &[
            (
                "M3",
                &[
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    Held,
                    Held,
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    DirectionOnly,
                    NotHeld,
                    NotHeld,
                ],
            ),
            ("rule 1", &[Held]),
            ("rule 7", &[Held]),
        ],
    );
    // Random: 95 % of the cases and the worst one, % of efficiency.
    let row: Vec<f64> =
        found.tables[0].rows[0].1.iter().filter_map(|cell| cell.ours).map(|ours| ours.mean).collect();
    assert!((20.0..27.0).contains(&row[0]) && (30.0..38.0).contains(&row[1]), "{row:?}");
}

/// In the ideal interval the time is up to 11 % above that with a worker for each task; one share of table 4-2 is another.
#[test]
fn perfect_numbers() {
    let found = verdicts(
        "M4",
        &[
            ("M4", &[ByConstruction, Held, Held, Held]),
            ("rule 3", &[Held]),
            ("M4", &[Held, Held]),
            ("rule 9", &[DirectionOnly]),
            ("M4", &[ByConstruction, ByConstruction, DirectionOnly]),
            ("rule 8", &[Held]),
        ],
    );
    // Large tasks vary: fewer workers are worth having. Perfect numbers, then ends of the ideal interval, W 30 %.
    let row = |table: usize| -> Vec<f64> {
        let (_, cells) = &found.tables[table].rows[0];
        cells.iter().map(|cell| cell.ours.expect("a number").mean).collect()
    };
    assert_eq!(row(0), [20.0, 20.0, 20.0, 17.0, 13.0]);
    assert_eq!((&row(1)[..2], &row(1)[4..6]), (&[19.0, 22.0][..], &[16.0, 22.0][..]));
}
