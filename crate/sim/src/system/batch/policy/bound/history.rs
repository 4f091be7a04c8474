//! What both bounds by history have in common: when the past no longer tells of the present.

use ganttlet_core::entry::Parameters;

/// How sure a bound is, and when the past is forgotten.
#[derive(Clone, Copy, Debug, Parameters)]
pub(super) struct ConfidenceOptions {
    /// Confidence level of the bound.
    #[parameter(name = "Confidence", min = 0.5, max = 0.999, default = 0.95)]
    pub(super) bound_confidence: f64,
    /// Number of consecutive jobs that exceed their bounds after which older waits are discarded. These misses are taken as
    /// a change of the system.
    #[parameter(name = "Misses before reset", unit = "jobs", min = 1, max = 1_000, default = 3)]
    pub(super) bound_misses: u32,
}

/// How many jobs in a row have waited longer than their bounds, in the order in which they became known. Jobs without a bound
/// neither count nor end the row.
#[derive(Clone, Copy, Debug, Default)]
pub struct MissRun(u32);

impl MissRun {
    /// One more wait; true if that makes `most` in a row, from which on they are counted anew.
    pub fn count_miss(&mut self, longer: Option<bool>, most: u32) -> bool {
        match longer {
            Some(true) => self.0 += 1,
            Some(false) => self.0 = 0,
            None => {}
        }
        let full = self.0 >= most;
        if full {
            self.0 = 0;
        }
        full
    }
}

/// What is kept of a history when it is found that things have changed: the newest waits, as few as tell the 95th
/// percentile with a confidence of 95 %.
pub(super) const KEPT: usize = 59;
