//! Divisible tasks of many sizes, as in a grid for genetic linkage analysis (Silberstein et al. 2006).

mod mixture;
mod two;

pub(super) use mixture::DIVISIBLE_MIXTURE;
pub(super) use two::DIVISIBLE_TWO;

use crate::Item;
use crate::divisible::Divisible;

/// Speeds of a CPU of the three levels, in `KFlop` per second (table 2).
const SPEEDS: [f64; 3] = [817_477.0, 775_251.0, 649_505.0];

/// Work in whole `KFlop`, at least one.
fn kflop(seconds: f64, speed: f64) -> u64 {
    (libm::round(seconds * speed) as u64).max(1)
}

const MAKES: &crate::Kind = Divisible::KIND;
