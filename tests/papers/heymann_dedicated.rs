//! Heymann 2001, chapters 3 and 4: orderings and perfect numbers on dedicated machines.

use super::verdicts;
use ganttlet_core::study::Verdict::{DirectionOnly, Held, NotHeld};

/// What does not hold: that Random & Average declines less than Random where tasks vary.
#[test]
fn efficiency_of_orderings() {
    verdicts("M1", &[]);
}

#[test]
fn execution_times_of_orderings() {
    verdicts("M2", &[]);
}

#[test]
fn bounds_of_orderings() {
    verdicts("M3", &[]);
}

#[test]
fn perfect_numbers() {
    verdicts("M4", &[]);
}
