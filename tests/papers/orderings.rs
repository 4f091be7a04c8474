//! Heymann 2001, chapters 3 and 4: orderings and perfect numbers on dedicated machines.

use super::verdicts;
use ganttlet_core::study::Verdict::{DirectionOnly, Held, NotHeld};

/// What does not hold: that Random & Average declines less than Random where tasks vary. Random is not smooth in two more
/// applications than the published one, and what Random & Average gains from 10 to 35 batches is below 5 % on average only.
#[test]
fn efficiency_of_orderings() {
    let expected = [
        ("rule 3", Held),
        ("M1", Held),
        ("M1", Held),
        ("rule 2", Held),
        ("M1", DirectionOnly),
        ("M1", Held),
        ("M1", Held),
        ("rule 4", Held),
        ("rule 4", Held),
        ("rule 5", DirectionOnly),
        ("rule 5", Held),
        ("rule 6", Held),
        ("M1", NotHeld),
    ];
    verdicts("M1", &expected);
}

#[test]
fn execution_times_of_orderings() {
    let expected = [
        ("rule 1", Held),
        ("rule 1", Held),
        ("M2", Held),
        ("M2", Held),
        ("M2", Held),
        ("M2", Held),
        ("rule 5", Held),
        ("rule 6", Held),
        ("M2", Held),
    ];
    verdicts("M2", &expected);
}

/// Bounds that hold in 95 % of the cases and at worst, of efficiency and of time, for Random, Random & Average and LPTF on
/// Expectation. What does not hold: where Random is worst.
#[test]
fn bounds_of_orderings() {
    let bounds = [
        [Held, DirectionOnly, Held, DirectionOnly, Held, Held],
        [Held, DirectionOnly, Held, DirectionOnly, Held, DirectionOnly],
    ];
    let mut expected: Vec<_> = bounds.concat().into_iter().map(|verdict| ("M3", verdict)).collect();
    expected.extend([("M3", Held), ("M3", Held), ("M3", NotHeld), ("rule 1", Held), ("rule 7", Held)]);
    let found = verdicts("M3", &expected);
    // Random: 95 % of the cases and the worst one, % of efficiency.
    let row: Vec<f64> =
        found.tables[0].rows[0].1.iter().filter_map(|cell| cell.ours).map(|ours| ours.mean).collect();
    assert!((20.0..27.0).contains(&row[0]) && (30.0..38.0).contains(&row[1]), "{row:?}");
}

/// In the ideal interval the time is up to 11 % above that with a worker for each task; one share of table 4-2 is another.
#[test]
fn perfect_numbers() {
    let expected = [
        ("M4", Held),
        ("M4", Held),
        ("M4", Held),
        ("M4", Held),
        ("rule 3", Held),
        ("M4", Held),
        ("M4", Held),
        ("rule 9", DirectionOnly),
        ("M4", Held),
        ("M4", Held),
        ("M4", DirectionOnly),
        ("rule 8", Held),
    ];
    let found = verdicts("M4", &expected);
    // Large tasks vary: fewer workers are worth having.
    let (_, cells) = &found.tables[0].rows[0];
    let words: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!((words[0], words[2]), ("20 (19-22)", "20 (16-22)"));
    assert!(words[4].starts_with("13 "), "{words:?}");
}
