//! Many runs and what they say together: published experiments, repeated, with their numbers beside ours.
//!
//! A study is a list of [`Case`]s, each one run of a scenario from which a few numbers are taken. Cases do not know of
//! each other, so they can be run in any order, on as many workers as there are; [`Findings`] are worked out from all
//! their numbers at the end.

mod along;
mod claims;
mod findings;
mod levels;
mod maker;
pub mod measure;
mod outcome;
pub mod paper;
mod plan;
mod probe;
pub mod published;
mod quantity;
mod results;
mod shown;
pub mod statistics;
mod summary;
mod taken;
#[cfg(test)]
mod tests;
pub mod verdict;

pub use findings::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict};
pub use levels::Levels;
pub use maker::merge;
pub use outcome::Outcome;
pub use plan::{Block, Plan, Spot};
pub use results::Results;
pub use shown::findings;
pub use summary::{Difference, Summary, SummaryMeasure, differences, summary};

use ganttlet_document::{Files, Scenario};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::record::{Level, Trace};
use ganttlet_engine::system::Budget;
use ganttlet_engine::workload::Work;
use serde::Serialize;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// The seed of the first replication; the others follow from it.
    pub seed: u64,
    /// True for fewer replications and points: an impression in seconds.
    pub quick: bool,
}

/// The largest seed of a scenario.
const LARGEST_SEED: u64 = (1 << 53) - 1;

impl Effort {
    /// The first of two, or the second if it has to be quick.
    pub fn choose<T>(self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// The seeds of the replications: so many, or fewer if it has to be quick.
    pub fn seeds(self, full: u64, quick: u64) -> impl Iterator<Item = u64> + Clone {
        (0..self.choose(full, quick)).map(move |i| self.seed.wrapping_add(i) & LARGEST_SEED)
    }
}

/// One run, or what can be said of it without running it, and what is taken from it.
pub struct Case {
    /// What people call it: `FCM, Wave, 70 %, seed 3`.
    pub label: String,
    /// The scenario, as text that can be opened anywhere.
    pub scenario: String,
    /// Which of its variants runs: 0 is `system`.
    pub variant: usize,
    /// The numbers that are taken; as many whatever happened.
    pub take: Take,
}

/// Where the numbers of a case come from.
#[derive(Clone, Copy)]
pub enum Take {
    /// From what happened in the run.
    FromRun(fn(&Trace, &Scenario) -> Vec<f64>),
    /// From the work alone, which says all where nothing but the order of a list matters.
    FromWork(fn(&Work, &Scenario) -> Vec<f64>),
}

impl Case {
    /// Runs it to its end and takes the numbers. An error: its scenario cannot be read or built.
    pub fn run(&self) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let reading = ganttlet_document::read(&self.scenario);
        let scenario = reading.scenario.ok_or(reading.diagnostics)?;
        match self.take {
            Take::FromRun(take) => {
                let mut built = ganttlet_document::build(&scenario, self.variant, &Files::new(), 0)?;
                built.run.keep(Level::Measures);
                built.run.advance(Budget::ALL);
                Ok(take(built.run.trace(), &scenario))
            }
            Take::FromWork(take) => {
                Ok(take(&ganttlet_document::work(&scenario, self.variant, &Files::new())?, &scenario))
            }
        }
    }
}
