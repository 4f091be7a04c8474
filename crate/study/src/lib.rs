#![doc = include_str!("../README.md")]

mod along;
mod claims;
mod findings;
mod levels;
mod maker;
mod outcome;
mod plan;
mod probe;
pub mod published;
mod published_numbers;
mod quantity;
pub mod results;
mod shown;
pub mod statistics;
mod summary;
mod taken;
mod verdict;

pub use findings::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict};
pub use levels::Levels;
pub use maker::merge;
pub use outcome::Outcome;
pub use plan::{Block, Plan, Spot};
pub use quantity::unfit as unfit_quantities;
pub use results::Results;
pub use shown::findings;
pub use summary::{Difference, Summary, SummaryMeasure, differences, summary};
