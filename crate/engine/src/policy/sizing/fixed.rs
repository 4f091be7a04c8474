//! The same number of workers in every batch.

use super::{SizingPolicy, Step};
use crate::entry::{Entry, Kind, Parameter, Settings};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const FIXED: SizingPolicy = SizingPolicy {
    entry: Entry {
        id: "fixed",
        name: "Fixed number of workers",
        summary: "The same number of workers in every batch, even if it has fewer tasks.",
        source: "Heymann 2001, section 3.4.2 (the simulations with each number of workers)",
        parameters: &[Parameter {
            id: "workers",
            name: "Workers",
            doc: "How many workers are asked for.",
            unit: "workers",
            kind: Kind::Integer { min: 1, max: 100_000, default: 10 },
            quick: None,
        }],
    },
    first: |_, settings| fixed(settings),
    next: |_, _, settings| fixed(settings),
};

fn fixed(settings: &Settings) -> Step {
    Step::new(settings.integer("workers").clamp(1, 100_000) as u32, &FIXED_NUMBER, [])
}

const FIXED_NUMBER: Rule = Rule { id: "size-fixed", sentence: "{0|1 worker|# workers}, as in every batch." };
