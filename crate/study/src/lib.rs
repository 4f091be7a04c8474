#![doc = include_str!("../README.md")]

mod axis_settings;
pub mod causes;
mod claims;
mod criterion;
mod findings;
mod levels;
mod measurement;
mod order;
mod outcome;
mod plan;
mod presentation;
mod probe;
pub mod published;
mod published_numbers;
mod quantity;
mod replications;
pub mod results;
mod scenarios;
pub mod sequential;
mod sequential_claims;
pub mod statistics;
mod steady_state;
mod summary;
mod verdict;

pub use findings::{Cell, Findings, Interval, Line, LookRemark, LookState, Plot, Table, Target, Verdict};
pub use levels::Levels;
pub use outcome::Outcome;
pub use plan::{Block, Plan, RunPlace};
pub use presentation::{compute_findings, judge_at_looks};
pub use quantity::check_quantities;
pub use results::Results;
pub use scenarios::merge_patch;
pub use steady_state::{SteadyState, SteadyVerdict};
pub use summary::{Difference, Summary, SummaryMeasure, paired_differences, summarize};
