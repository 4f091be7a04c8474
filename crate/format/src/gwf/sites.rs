//! The sites of a log, and the peak number of busy processors of each.

use crate::log::{Fields, IdIndex, JobRow, PEAK_USAGE, is_unknown};
use crate::{Site, Sites};
use ganttlet_core::entry::limits;
use ganttlet_core::order;
use ganttlet_core::time::Time;
use ganttlet_work::UNKNOWN;

/// Maximum number of examined changes, those of the first jobs: enough for a lower bound of the size of a site.
const MAX_CHANGES: usize = 2_000_000;

/// The usage of sites: sites of execution (field 18) and sites of submission (field 17).
#[derive(Debug, Default)]
pub(super) struct SiteUsage {
    ran: SiteChanges,
    submitted: SiteChanges,
    /// Number of jobs with a known and with an unknown wait time.
    waited: [u32; 2],
}

/// Changes of the number of busy processors: site, time, difference.
#[derive(Debug, Default)]
struct SiteChanges {
    names: IdIndex,
    /// The processors of the largest job of each site.
    largest: Vec<i64>,
    changes: Vec<(u32, Time, i64)>,
}

impl SiteUsage {
    /// Adds a job.
    pub(super) fn add_job(&mut self, fields: Fields<'_, '_>, row: &JobRow<'_>) {
        let [allocated, requested] = [row.allocated, row.requested].map(|count| count.unwrap_or(-1.0));
        let processors = if allocated > 0.0 { allocated } else { requested };
        if row.submit < 0.0 || row.run < 0.0 || processors <= 0.0 {
            return;
        }
        let wait = Some(row.wait).filter(|&wait| wait >= 0.0);
        self.waited[usize::from(wait.is_none())] += 1;
        let start = row.submit + wait.unwrap_or(0.0);
        let busy = (start, start + row.run, processors as i64);
        self.submitted.add(fields.text(17), busy);
        self.ran.add(fields.text(18), busy);
    }

    /// The clusters, if there are several: the sites of execution, else those of submission.
    pub(super) fn sites(&self) -> Option<Sites> {
        let (home, busy) =
            if self.ran.changes.is_empty() { ("site", &self.submitted) } else { ("last-site", &self.ran) };
        // Without wait times, the times of execution are unknown.
        let [known, unknown] = self.waited;
        let (from, nodes) = if known > unknown {
            (PEAK_USAGE, busy.peaks())
        } else {
            ("the size of its largest job", busy.largest.clone())
        };
        let site = |&place: &u32| Site {
            name: busy.names.name(place),
            nodes: nodes[place as usize].clamp(1, i64::from(u32::MAX)) as u32,
        };
        let clusters: Vec<Site> = busy.names.natural_order().iter().map(site).collect();
        (2..=limits::CLUSTERS).contains(&clusters.len()).then_some(Sites { home, from, clusters })
    }
}

impl SiteChanges {
    fn add(&mut self, name: &[u8], (start, end, processors): (f64, f64, i64)) {
        if is_unknown(name) {
            return;
        }
        if self.changes.len() >= MAX_CHANGES {
            return;
        }
        let site = self.names.index_of(name);
        if site != UNKNOWN {
            let place = site as usize;
            self.largest.resize(self.largest.len().max(place + 1), 0);
            self.largest[place] = self.largest[place].max(processors);
            self.changes.push((site, Time::from_seconds(start), processors));
            self.changes.push((site, Time::from_seconds(end), -processors));
        }
    }

    /// The peak number of busy processors of each site.
    fn peaks(&self) -> Vec<i64> {
        let mut changes = self.changes.clone();
        // Ends precede starts at the same time.
        order::sort_by_key(&mut changes, |change| change.2);
        order::sort_by_key(&mut changes, |change| change.1.0);
        let mut busy = vec![(0_i64, 0_i64); self.names.count() as usize];
        for (site, _, more) in changes {
            let (now, most) = &mut busy[site as usize];
            *now += more;
            *most = (*most).max(*now);
        }
        busy.into_iter().map(|(_, most)| most).collect()
    }
}
