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

/// A change in words of equal size, as millions of them have no room for gaps: the two halves of its time, and cores above
/// [`NO_CHANGE`] or below. In this order, an end makes room for a start at the same time.
type Change = [u32; 3];

fn new_change(time: Time, cores: u32) -> Change {
    // The sign bit is inverted, as negative times come first.
    let time = time.0 as u64 ^ 1 << 63;
    [(time >> 32) as u32, time as u32, cores]
}

/// Changes of the number of busy cores.
#[derive(Debug, Default)]
pub(super) struct PeakUsage {
    changes: Vec<Change>,
    /// Runs for which memory is reserved with the first one.
    expected: usize,
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

    /// Reserves memory for this many runs at most.
    pub(super) fn expect_runs(&mut self, runs: usize) {
        self.expected = runs;
    }

    /// Adds the changes at the start and the end of a run.
    fn add_changes(&mut self, start: Time, end: Time, cores: u32) {
        if self.changes.is_empty() {
            self.changes.reserve_exact(self.expected.saturating_mul(2).min(MAX_CHANGES));
        }
        let cores = cores.min(NO_CHANGE - 1);
        self.changes.push(new_change(start, NO_CHANGE + cores));
        self.changes.push(new_change(end, NO_CHANGE - cores));
        if self.changes.len() >= MAX_CHANGES {
            self.complete();
        }
    }

    /// The peak number of processors in use by jobs with a recorded start; `None` if there are none.
    pub(super) fn of_jobs(jobs: &[Job]) -> Option<u32> {
        let mut usage = Self { expected: jobs.len(), ..Self::default() };
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
        for &[.., cores] in &changes {
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

    #[test]
    fn times_before_zero_come_first() {
        let mut usage = PeakUsage::default();
        usage.add(-20.0, 15.0, 4.0);
        usage.add(-5.0, 10.0, 6.0);
        usage.add(4.0, 1.0, 3.0);
        usage.complete();
        assert_eq!(usage.peak(), Some(9));
    }

    /// In the browser, the memory of a list that grows is never given back.
    #[test]
    fn changes_take_24_bytes_for_each_expected_run() {
        let mut usage = PeakUsage::default();
        usage.expect_runs(1_000);
        assert_eq!(usage.changes.capacity(), 0);
        (0..1_000).for_each(|run| usage.add(f64::from(run), 5.0, 1.0));
        assert_eq!(usage.changes.capacity() * size_of::<Change>(), 24 * 1_000);
    }
}
