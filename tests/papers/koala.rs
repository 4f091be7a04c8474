//! Sonmez 2010, chapter 2: rows R1 and R4 to R11 of the checklist.

use super::verdicts;
use ganttlet_core::study::Verdict::{self, DirectionOnly, Held, NotHeld};
use ganttlet_core::study::{Findings, Interval};

/// The values of a row of the first table.
fn row(found: &Findings, head: &str) -> Vec<Interval> {
    let (_, cells) = found.tables[0].rows.iter().find(|(name, _)| name == head).expect("a row");
    cells.iter().filter_map(|cell| cell.ours).collect()
}

/// Panics unless ours is the published number to within the tolerance.
fn near(ours: f64, published: f64, tolerance: f64) {
    assert!((ours - published).abs() <= tolerance, "ours {ours}, published {published}");
}

/// R1.
#[test]
fn tables_of_the_network() {
    let found = verdicts("E2.1", &[("R1", Held); 3]);
    let told: Vec<f64> = row(&found, "DM").iter().map(|value| value.mean).collect();
    near(told[0], 10.0, 1e-3);
    near(told[1], 1.45, 1e-3);
}

#[test]
fn collective_operations() {
    verdicts("E2.2", &[("E2.2", Held); 3]);
}

/// R4.
#[test]
fn processors_of_different_speed() {
    let found = verdicts("E2.3", &[("R4", Held)]);
    for (clusters, published) in [("L", 30.0), ("VL", 32.0), ("DL", 32.0), ("ML", 32.0), ("AL", 35.0)] {
        near(row(&found, clusters)[0].mean.floor(), published, 1e-9);
    }
}

/// R5.
#[test]
fn slow_down_on_several_clusters() {
    let found = verdicts("E2.4", &[("R5", Held), ("E2.4", Held)]);
    let wave = found.plots[0].lines.iter().find(|line| line.name == "Wave").expect("a line");
    near(wave.y[0], 200.0, 1e-6);
    near(wave.y[3], 750.0, 1e-6);
}
