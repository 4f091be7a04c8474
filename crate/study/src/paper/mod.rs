//! Published experiments: each is repeated by simulation, and its numbers stand beside ours.

use super::{Case, Effort, Findings};

/// A published experiment.
pub struct Experiment {
    /// Its name: `E2.6`.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Publication, section, tables and figures.
    pub source: &'static str,
    /// How it is set up, in a few sentences.
    pub setup: &'static str,
    /// What was fitted, what is our reading, what did not reproduce: a sentence or two each.
    pub notes: &'static [&'static str],
    /// The runs. Always the same for the same effort.
    pub cases: fn(Effort) -> Vec<Case>,
    /// What they say: `outcomes` holds the numbers of each case, in the order of the cases; none for a case that has not
    /// run. What depends on missing numbers is left out.
    pub findings: fn(Effort, outcomes: &[Vec<f64>]) -> Findings,
}

/// All experiments. A new one is one file and one line here.
pub const EXPERIMENTS: &[Experiment] = &[];

/// The experiment of this name.
pub fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.id.eq_ignore_ascii_case(id))
}
