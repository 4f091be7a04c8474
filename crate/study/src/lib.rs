//! Studies: many runs and their statistics, also published experiments with their numbers beside ours.
//!
//! A [`Plan`] holds the runs of a study, which are independent, so they can be made in any order on any number of
//! workers. The results are computed from all their numbers: [`summarize`] point by point, [`compute_findings`] for the
//! claims, tables and plots of the study.

mod claims;
mod findings;
mod levels;
mod measurement;
mod outcome;
mod plan;
mod presentation;
mod probe;
pub mod published;
mod published_numbers;
mod quantity;
mod reduce;
pub mod results;
mod scenarios;
pub mod statistics;
mod summary;
mod verdict;

pub use findings::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict};
pub use levels::Levels;
pub use outcome::Outcome;
pub use plan::{Block, Plan, RunPlace};
pub use presentation::compute_findings;
pub use quantity::check_quantities as unfit_quantities;
pub use results::Results;
pub use scenarios::merge_patch;
pub use summary::{Difference, Summary, SummaryMeasure, paired_differences, summarize};
