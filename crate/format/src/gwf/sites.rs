//! The sites of a log, and how many of their processors were busy at once.

use crate::log::{Fields, Ids, Row, is_unknown};
use crate::{Site, Sites};
use ganttlet_core::entry::limits;
use ganttlet_core::order;
use ganttlet_core::time::Time;
use ganttlet_work::UNKNOWN;

/// Changes that are looked at, those of the first jobs: enough to tell how large a site is at least.
const MOST: usize = 2_000_000;

/// What was seen of sites: of those where jobs ran (field 18), and of those where they were submitted (field 17).
#[derive(Debug, Default)]
pub(super) struct Seen {
    ran: Busy,
    submitted: Busy,
    /// Jobs of which it is known how long they waited, and others.
    waited: [u32; 2],
}

/// Sites, and what was busy there when: the site, the time, and how many processors more or fewer there are from then on.
#[derive(Debug, Default)]
struct Busy {
    names: Ids,
    /// The processors of the largest job of each.
    largest: Vec<i64>,
    changes: Vec<(u32, Time, i64)>,
}

impl Seen {
    /// A job.
    pub(super) fn ran(&mut self, fields: Fields<'_, '_>, row: &Row<'_>) {
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

    /// The clusters, if there are several: where jobs ran, or else where they came from.
    pub(super) fn found(&self) -> Option<Sites> {
        let (home, busy) =
            if self.ran.changes.is_empty() { ("site", &self.submitted) } else { ("last-site", &self.ran) };
        // When jobs ran is not known without their waits.
        let [known, unknown] = self.waited;
        let (from, nodes) = if known > unknown {
            ("the maximum number of processors busy at once", busy.most())
        } else {
            ("the size of its largest job", busy.largest.clone())
        };
        let site = |&place: &u32| Site {
            name: busy.names.name(place),
            nodes: nodes[place as usize].clamp(1, i64::from(u32::MAX)) as u32,
        };
        let clusters: Vec<Site> = busy.names.order().iter().map(site).collect();
        (2..=limits::CLUSTERS).contains(&clusters.len()).then_some(Sites { home, from, clusters })
    }
}

impl Busy {
    fn add(&mut self, name: &[u8], (start, end, processors): (f64, f64, i64)) {
        if is_unknown(name) {
            return;
        }
        if self.changes.len() >= MOST {
            return;
        }
        let site = self.names.place(name);
        if site != UNKNOWN {
            let place = site as usize;
            self.largest.resize(self.largest.len().max(place + 1), 0);
            self.largest[place] = self.largest[place].max(processors);
            self.changes.push((site, Time::from_seconds(start), processors));
            self.changes.push((site, Time::from_seconds(end), -processors));
        }
    }

    /// The most processors of each that were busy at once.
    fn most(&self) -> Vec<i64> {
        let mut changes = self.changes.clone();
        // What ends at a time makes room for what starts then.
        order::sort(&mut changes, |change| change.2);
        order::sort(&mut changes, |change| change.1.0);
        let mut busy = vec![(0_i64, 0_i64); self.names.count() as usize];
        for (site, _, more) in changes {
            let (now, most) = &mut busy[site as usize];
            *now += more;
            *most = (*most).max(*now);
        }
        busy.into_iter().map(|(_, most)| most).collect()
    }
}
