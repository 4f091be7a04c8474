//! Sonmez 2010, chapter 2: rows R1 and R4 to R11 of the checklist.

use super::assert_verdicts;
use ganttlet_study::Verdict::{ByConstruction, DirectionOnly, Held, HeldInPart, NotHeld, Undecided};
use ganttlet_study::published::find_study;
use ganttlet_study::{Findings, Interval};

/// The values of a row of the first table.
fn first_table_row(found: &Findings, head: &str) -> Vec<Interval> {
    let (_, cells) = found.tables[0].rows.iter().find(|(name, _)| name == head).expect("a row");
    cells.iter().filter_map(|cell| cell.ours).collect()
}

/// Panics unless ours is the published number to within the tolerance.
fn assert_near(ours: f64, published: f64, tolerance: f64) {
    assert!((ours - published).abs() <= tolerance, "ours {ours}, published {published}");
}

/// R1.
#[test]
fn tables_of_the_network() {
    let found = assert_verdicts("E2.1", &[("R1", &[ByConstruction, ByConstruction, ByConstruction])]);
    let diagnostics: Vec<f64> = first_table_row(found, "DM").iter().map(|value| value.mean).collect();
    assert_near(diagnostics[0], 10.0, 1e-3);
    assert_near(diagnostics[1], 1.45, 1e-3);
}

#[test]
fn collective_operations() {
    assert_verdicts("E2.2", &[("E2.2", &[Held, Held, HeldInPart])]);
}

/// R4.
#[test]
fn processors_of_different_speed() {
    let found = assert_verdicts("E2.3", &[("R4", &[ByConstruction, Held]), ("E2.3", &[DirectionOnly])]);
    for (clusters, published) in [("L", 30.0), ("VL", 32.0), ("DL", 32.0), ("ML", 32.0), ("AL", 35.0)] {
        assert_near(first_table_row(found, clusters)[0].mean.floor(), published, 1e-9);
    }
}

/// R5.
#[test]
fn slow_down_on_several_clusters() {
    let found = assert_verdicts("E2.4", &[("R5", &[ByConstruction]), ("E2.4", &[ByConstruction])]);
    let wave = found.plots[0].lines.iter().find(|line| line.name == "Wave").expect("a line");
    assert_near(wave.y[0], 200.0, 1e-6);
    assert_near(wave.y[3], 750.0, 1e-6);
}

/// R10. At the local load of the measurements.
#[test]
fn co_allocation_as_measured() {
    assert_verdicts(
        "E2.5",
        &[("E2.5", &[Undecided, Undecided, NotHeld, Held, NotHeld]), ("R10", &[Held, Held, Held])],
    );
}

/// R8, with one model of Wave.
#[test]
fn co_allocation_over_the_load() {
    assert_verdicts(
        "E2.6",
        &[
            ("R8", &[Undecided, Undecided, Undecided, Held, Undecided]),
            ("E2.6", &[Held, Held, Held, Held, Held, Held, NotHeld, Undecided]),
        ],
    );
}

/// R7: 5 points, Wave 15.
#[test]
fn measured_and_simulated_changes() {
    assert_verdicts("E2.7", &[("R7", &[Held, ByConstruction, ByConstruction])]);
}

/// R9.
#[test]
fn communication_by_computation() {
    assert_verdicts(
        "E2.8",
        &[("R9", &[Held, Undecided, Undecided]), ("E2.8", &[Undecided, Undecided, ByConstruction])],
    );
}

/// R11: the sizes.
#[test]
fn latency_aware_placement_measured() {
    assert_verdicts("E2.9", &[("R11", &[Undecided, Undecided])]);
}

/// R11. Quick runs have too few loads to judge a statement about almost all of them.
#[test]
fn latency_aware_placement_over_the_load() {
    assert_verdicts(
        "E2.10",
        &[
            ("R11", &[Undecided, Undecided]),
            ("E2.10", &[Undecided]),
            ("R11", &[Undecided, ByConstruction, ByConstruction, ByConstruction]),
        ],
    );
    let notes = find_study("E2.10").expect("a document").notes;
    assert!(notes[0].contains("reproduced only in part"));
}
