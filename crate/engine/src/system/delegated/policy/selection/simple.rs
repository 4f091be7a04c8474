//! Simple-moldable applications: Algorithm 1 of the report, and what the Job Submission Description Language can say.

use super::{Durations, Selection};
use crate::entry::{Entry, Maker};
use crate::system::delegated::policy::{Candidate, Changes, Choice, Seen};
use crate::system::delegated::protocol::Request;
use crate::time::Time;
use crate::workload::launcher::Moldable;

/// The launcher of the report.
pub(super) const SIMPLE: Maker<dyn Selection> = Maker {
    entry: Entry::new("simple-moldable", "Ends earliest")
        .summary(
            "At every change of the view, the most hosts that are free from then on for as long as the application would \
             take on them; of these it asks for what ends earliest.",
        )
        .source(
            "Klein and Pérez 2010, annex A.2, Algorithm 1, with d_1 for d_0 in line 10 and the limit n_max, which the \
             listing leaves out",
        ),
    make: |_| Box::new(Simple { range: false }),
};

/// A range of hosts with one wall-time.
pub(super) const RANGE: Maker<dyn Selection> = Maker {
    entry: Entry::new("range", "A range with one wall-time")
        .summary(
            "The same, but it cannot say that it takes less time on more hosts: it asks for the time on the fewest hosts, \
             whatever it gets.",
        )
        .source("Job Submission Description Language, as Klein and Pérez 2010, section 2, describe it; our reading"),
    make: |_| Box::new(Simple { range: true }),
};

struct Simple {
    range: bool,
}

impl Selection for Simple {
    fn select(&self, seen: Seen<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
        ends_earliest(seen, sizes, wanted)
    }

    fn sizes(&self, of: &Moldable) -> (u32, u32, bool) {
        (of.least, of.most, self.range)
    }
}

/// Algorithm 1: the earliest end over all changes of the view, by time, then by cluster; the first of several.
pub fn ends_earliest(seen: Seen<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
    let (least, most) = sizes.sizes();
    let mut choice = Choice::default();
    let mut best: Option<(Time, usize, u32)> = None;
    let mut changes = Changes::new(seen);
    while let Some((start, place)) = changes.first() {
        if best.is_some_and(|(end, ..)| end < start) {
            break;
        }
        choice.operations += 1;
        let (profile, at) = (&seen.view[place], changes.at(place));
        let mut size = profile.free(at).min(most);
        // Fewer hosts never take less time, so that the next look goes on where this one ends.
        let mut walk = profile.walk(at);
        while size >= least {
            let took = sizes.on(place, size);
            profile.walk_until(&mut walk, start + took);
            choice.operations += walk.met as u64;
            if walk.fewest() < size {
                size = walk.fewest();
                continue;
            }
            let end = start + took;
            if wanted {
                choice.candidates.push(Candidate { start, end, place: place as u16, hosts: size });
            }
            if best.is_none_or(|(earliest, ..)| end < earliest) {
                best = Some((end, place, size));
            }
            break;
        }
        changes.pass(place);
    }
    choice.request = best.map(|(_, place, size)| Request {
        hosts: vec![(seen.infos.clusters[place].id, size)],
        wall_time: sizes.on(place, size),
    });
    choice
}
