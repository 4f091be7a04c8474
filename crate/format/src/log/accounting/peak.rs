//! The largest number of cores in use at once: the size of a machine whose log does not name it.

use ganttlet_core::order;
use ganttlet_core::time::Time;

/// Most changes that are examined, those of the first records: enough to tell how large a machine is at least.
const MAX_CHANGES: usize = 4_000_000;

/// Changes of the number of busy cores.
#[derive(Debug, Default)]
pub(super) struct PeakUsage {
    changes: Vec<(Time, i64)>,
}

impl PeakUsage {
    /// Adds a run.
    pub(super) fn add(&mut self, start: f64, run: f64, cores: f64) {
        if run >= 0.0 && (1.0..=super::MAX_CORES).contains(&cores) && self.changes.len() < MAX_CHANGES {
            let cores = cores as i64;
            self.changes.push((Time::from_seconds(start), cores));
            self.changes.push((Time::from_seconds(start + run), -cores));
        }
    }

    /// The most busy cores at once; `None` if no run has a known start.
    pub(super) fn peak(&self) -> Option<u32> {
        if self.changes.is_empty() {
            return None;
        }
        let mut changes = self.changes.clone();
        // What ends at a time makes room for what starts then.
        order::sort_by_key(&mut changes, |change| change.1);
        order::sort_by_key(&mut changes, |change| change.0.0);
        let (mut busy, mut most) = (0_i64, 1_i64);
        for (_, more) in changes {
            busy += more;
            most = most.max(busy);
        }
        Some(most.min(i64::from(u32::MAX) - 1) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_makes_room_for_the_next() {
        let mut usage = PeakUsage::default();
        usage.add(0.0, 10.0, 4.0);
        usage.add(10.0, 5.0, 6.0);
        usage.add(12.0, 0.0, 100.0);
        usage.add(14.0, 9.0, 3.0);
        usage.add(0.0, -1.0, 50.0);
        assert_eq!(usage.peak(), Some(9));
        assert_eq!(PeakUsage::default().peak(), None);
    }
}
