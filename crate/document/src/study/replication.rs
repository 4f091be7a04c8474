//! Replication until claims are decided.

use super::Study;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::document::{Document, Shape};

/// Maximum number of runs of each point: the size of the range of seeds of an experiment.
const MOST_RUNS: u32 = 999;

/// Looks at the results after a number of runs that doubles each time. Claims are judged only at looks, with an error that is
/// controlled over all of them, until all claims are decided or the last look is made. Fix the values before the first run.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(default)]
pub struct Replication {
    /// Probability of a wrong decision on a claim over all looks, two-sided.
    #[field(is = Shape::Number(0.001, 0.2), default = 0.05)]
    pub alpha: f64,
    /// Number of seeds per point at the first look.
    #[field(is = Shape::Integer(8, 256), default = 16)]
    pub first_look: u32,
    /// Maximum number of looks.
    #[field(is = Shape::Integer(1, 8), default = 6)]
    pub looks: u32,
}

impl Replication {
    /// The number of seeds per point at the last look.
    fn most_runs(&self) -> u32 {
        self.first_look << (self.looks - 1)
    }
}

impl Study {
    /// Reports looks with more runs than an experiment has seeds.
    pub(super) fn check_replication(&self) -> Option<Diagnostic> {
        let replication =
            self.replication.as_ref().filter(|replication| replication.most_runs() > MOST_RUNS)?;
        let Replication { first_look, looks, .. } = replication;
        let message = format!(
            "{looks} looks from {first_look} seeds end at {} seeds; at most {MOST_RUNS} are allowed",
            replication.most_runs()
        );
        let hint = "Use fewer looks or a smaller first look.";
        Some(Diagnostic::error(message).place("/replication/looks").hint(hint))
    }
}
