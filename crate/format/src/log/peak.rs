//! The largest number of cores in use at once: the size of a machine whose log does not give it.

use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;

/// The source of a machine size that is the peak usage.
pub(crate) const PEAK_USAGE: &str = "the maximum number of processors busy at once";

/// Maximum number of cores of a job; a larger number is an error of the log.
pub(super) const MAX_CORES: f64 = u32::MAX as f64 - 1.0;

/// Maximum number of examined changes, those of the first records: enough for a lower bound of the size of the machine.
const MAX_CHANGES: usize = 2_000_000;

/// Offset of the stored number of cores: the end of a run is stored below it, its start above.
const NO_CHANGE: u32 = 1 << 31;

/// Changes of the number of busy cores.
#[derive(Debug, Default)]
pub(super) struct PeakUsage {
    /// Time, and cores as an offset from [`NO_CHANGE`]: sorted pairs have ends before starts at the same time.
    changes: Vec<(i64, u32)>,
    /// The peak number of busy cores, after the last examined change.
    peak: Option<u32>,
    complete: bool,
}

impl PeakUsage {
    /// Adds a run.
    pub(super) fn add(&mut self, start: f64, run: f64, cores: f64) {
        if run >= 0.0 && (1.0..=MAX_CORES).contains(&cores) && !self.complete {
            self.add_changes(Time::from_seconds(start), Time::from_seconds(start + run), cores as u32);
        }
    }

    /// Adds the changes at the start and the end of a run.
    fn add_changes(&mut self, start: Time, end: Time, cores: u32) {
        let cores = cores.min(NO_CHANGE - 1);
        self.changes.push((start.0, NO_CHANGE + cores));
        self.changes.push((end.0, NO_CHANGE - cores));
        if self.changes.len() >= MAX_CHANGES {
            self.complete();
        }
    }

    /// The peak number of processors in use by jobs with a recorded start; `None` if there are none.
    pub(super) fn of_jobs(jobs: &[Job]) -> Option<u32> {
        let mut usage = Self::default();
        for job in jobs {
            let Some(start) = job.recorded_start.filter(|_| job.run > Span::ZERO) else { continue };
            usage.add_changes(start, start + job.run, job.nodes);
            if usage.complete {
                break;
            }
        }
        usage.complete();
        usage.peak
    }

    /// Determines the peak and frees the changes: for millions of jobs, changes need as much memory as the jobs.
    pub(super) fn complete(&mut self) {
        if self.complete {
            return;
        }
        self.complete = true;
        let mut changes = std::mem::take(&mut self.changes);
        changes.sort_unstable();
        let (mut busy, mut most) = (0_i64, 1_i64);
        for &(_, cores) in &changes {
            busy += i64::from(cores) - i64::from(NO_CHANGE);
            most = most.max(busy);
        }
        self.peak = (!changes.is_empty()).then(|| most.min(i64::from(u32::MAX) - 1) as u32);
    }

    /// The peak number of busy cores, after completion; `None` if no run has a known start.
    pub(super) fn peak(&self) -> Option<u32> {
        self.peak
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_run_frees_cores_for_the_next() {
        let mut usage = PeakUsage::default();
        usage.add(0.0, 10.0, 4.0);
        usage.add(10.0, 5.0, 6.0);
        usage.add(12.0, 0.0, 100.0);
        usage.add(14.0, 9.0, 3.0);
        usage.add(0.0, -1.0, 50.0);
        usage.complete();
        usage.add(0.0, 100.0, 50.0);
        assert_eq!(usage.peak(), Some(9));
        let mut none = PeakUsage::default();
        none.complete();
        assert_eq!(none.peak(), None);
    }
}
