//! Common parts of both bounds by history: detection of changes after which old wait times are not representative.

use ganttlet_core::entry::Parameters;

/// Parameters of confidence and of the detection of changes.
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

/// Number of consecutive jobs that waited longer than their bounds, in the order in which their wait times became
/// known. Jobs without a bound neither count nor interrupt the sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct MissRun(u32);

impl MissRun {
    /// Records a wait time; true if it completes `most` misses in a row, after which the count restarts.
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

/// Number of newest wait times that remain after a change: the minimum for the 95th percentile with a confidence of 95
/// %.
pub(super) const KEPT: usize = 59;
