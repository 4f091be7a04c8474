//! Simple-moldable applications: Algorithm 1 of the report, and requests in the Job Submission Description Language.

use super::{Durations, HostSelection};
use crate::system::delegated::policy::{Candidate, Choice, LauncherView};
use crate::system::delegated::protocol::{ClusterHosts, Request};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::order;
use ganttlet_core::time::Time;
use ganttlet_work::launcher::Moldable;

/// The launcher of the report.
pub(super) const SIMPLE: PolicyEntry<dyn HostSelection> = PolicyEntry {
    entry: Entry::new("simple-moldable", "Ends earliest")
        .summary(
            "At each change of the view, determines the largest number of hosts that stay free long enough \
             to run the application on them. Requests the choice that ends earliest.",
        )
        .source(
            "Klein and Pérez 2010, annex A.2, Algorithm 1, with d_1 for d_0 in line 10 and with the limit \
             n_max, which the listing omits",
        )
        .when_to_use(
            "Suited to moldable applications: it weighs few hosts now against more hosts later. It needs \
             the runtime for each number of hosts and uses one cluster only.",
        )
        .pseudocode(concat!(
            "for each change of the view in order of time, on its cluster c\n",
            "  if the change is after the best end then stop\n",
            "  n ← min(free hosts, maximum)\n",
            "  while n ≥ minimum\n",
            "    end ← time of the change + walltime on n hosts of c\n",
            "    m ← fewest free hosts of c until end\n",
            "    if m ≥ n then\n",
            "      (c, n, end) is a candidate; next change\n",
            "    n ← m\n",
            "request the candidate with the earliest end\n",
            "ties: earliest start, then first cluster",
        )),
    make: |_| Box::new(Simple { range: false }),
};

/// A range of hosts with one walltime.
pub(super) const RANGE: PolicyEntry<dyn HostSelection> = PolicyEntry {
    entry: Entry::new("range", "Range with one walltime")
        .summary(
            "As \"Ends earliest\", but with one walltime for all sizes: always requests the runtime on the \
             fewest hosts, regardless of the number granted.",
        )
        .source(
            "Job Submission Description Language, as described in Klein and Pérez 2010, section 2; our \
             interpretation",
        )
        .when_to_use(
            "Models job descriptions with a range of hosts and one walltime. It reserves hosts for too long \
             when many are granted, so others wait.",
        ),
    make: |_| Box::new(Simple { range: true }),
};

struct Simple {
    range: bool,
}

impl HostSelection for Simple {
    fn select_hosts(&self, seen: LauncherView<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
        earliest_end_choice(seen, sizes, wanted)
    }

    fn size_range(&self, of: &Moldable) -> (u32, u32, bool) {
        (of.least, of.most, self.range)
    }
}

/// Algorithm 1: the earliest end over all changes of the view, by time, then by cluster; the first among ties.
///
/// The algorithm visits the changes of all clusters together until the best end lies before the next change. The result
/// is the earliest end of all, so clusters can be searched one after the other: each up to the best end so far. At the
/// end, only the changes count that the algorithm would have visited.
pub fn earliest_end_choice(seen: LauncherView<'_>, sizes: &mut Durations, wanted: bool) -> Choice {
    let mut choice = Choice::default();
    let mut best = BestChoice { end: Time::MAX, start: Time::MAX, place: usize::MAX, hosts: 0 };
    sizes.search.looked.clear();
    let all = seen.view.len();
    let first = sizes.search.first.min(all);
    let nth = |nth: usize| if first + nth < all { first + nth } else { first + nth - all };
    // Changes no later than the best end; those counted before the best end was known have to be counted again.
    let (mut changes, mut again) = (0, 0);
    for n in 0..all {
        let before = best.end;
        let candidates = wanted.then_some(&mut choice.candidates);
        changes += search_cluster((&seen, nth(n)), sizes, &mut best, candidates);
        if best.end < before {
            (changes, again) = (0, n + 1);
        }
    }
    // A profile of a part of the hosts may have a change at the end of time.
    let until = Time(best.end.0.min(Time::MAX.0 - 1) + 1);
    changes += (0..again).map(|n| seen.view[nth(n)].steps_between(seen.now, until)).sum::<usize>();
    sizes.end_search(best.end);
    let looked = |&(time, steps): &(Time, usize)| if time <= best.end { steps } else { 0 };
    choice.operations = (changes + sizes.search.looked.iter().map(looked).sum::<usize>()) as u64;
    if wanted {
        choice.candidates.retain(|one| one.start <= best.end);
        order::sort_by_key(&mut choice.candidates, |one| one.place.into());
        order::sort_by_key(&mut choice.candidates, |one| one.start.0);
    }
    if let Some(cluster) = seen.infos.clusters.get(best.place) {
        sizes.search.first = best.place;
        let wall_time = sizes.run_time_at(best.place, best.hosts, best.start);
        choice.request = Some(Request { hosts: ClusterHosts::One((cluster.id, best.hosts)), wall_time });
    }
    choice
}

/// The best choice so far, by this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BestChoice {
    end: Time,
    start: Time,
    place: usize,
    hosts: u32,
}

/// Examines the changes of one cluster up to the best end, which may decrease; returns their number.
#[inline]
fn search_cluster(
    (seen, place): (&LauncherView<'_>, usize),
    sizes: &mut Durations,
    best: &mut BestChoice,
    mut candidates: Option<&mut Vec<Candidate>>,
) -> usize {
    let (least, most) = sizes.sizes();
    let profile = &*seen.view[place];
    let mut walk = profile.cursor_at(profile.step_at(seen.now));
    let mut changes = 0;
    while let Some((begin, free)) = walk.peek() {
        let start = begin.max(seen.now);
        if start > best.end || start == Time::MAX {
            break;
        }
        walk.skip();
        changes += 1;
        if free < least {
            continue;
        }
        // Fewer hosts never take less time, so the next search continues where this one ends.
        let (mut ahead, mut met, mut looked) = (walk, 1, 0);
        let (mut fewest, mut hosts) = (free, free.min(most));
        while hosts >= least {
            let end = start + sizes.run_time_at(place, hosts, start);
            let (passed, fewer) = ahead.skip_until(end, fewest);
            (met, fewest) = (met + passed, fewer);
            looked += met;
            if fewest < hosts {
                hosts = fewest;
                continue;
            }
            if let Some(candidates) = candidates.as_deref_mut() {
                candidates.push(Candidate { start, end, place: place as u16, hosts, also: false });
            }
            if end <= best.end {
                *best = BestChoice { end, start, place, hosts }.min(*best);
            }
            break;
        }
        sizes.search.looked.push((start, looked));
    }
    changes
}
