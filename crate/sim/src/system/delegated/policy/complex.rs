//! Host selection for codes that may span clusters: Algorithm 2 of the report.

use super::resource::{CodeModel, Places, ResourceSelection};
use super::{Candidate, Choice, LauncherView, ViewChanges};
use crate::system::delegated::protocol::Request;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::{Span, Time};

/// Interpretations of ambiguous parts of the listing.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct AlgorithmVariant {
    /// Vector of available hosts per cluster that the search reduces when hosts are not free for long enough
    /// (complex-moldable applications).
    #[parameter(name = "Vector reduced by the search", default = "copy")]
    pub cem_scratch: ReductionScope,
    /// Time of the search for hosts if several clusters change at once (complex-moldable applications).
    #[parameter(name = "Simultaneous changes", default = "instant")]
    pub cem_group: SearchTrigger,
}

/// The vector that the search reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum ReductionScope {
    /// A copy of the hosts available at the time considered
    #[word("copy")]
    Copy,
    /// The original, as in the published listing: a cluster stays reduced until its next change
    #[word("in_place")]
    InPlace,
}

/// The time of the search for hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum SearchTrigger {
    /// Once, after the changes of all clusters
    #[word("instant")]
    Instant,
    /// After the change of each cluster, as in the published listing
    #[word("pair")]
    Pair,
}

/// The answers of a resource function to the vectors of available hosts queried so far.
#[derive(Debug, Default)]
pub struct ResourceCache {
    /// The vectors one after the other, and the answer to each.
    vectors: Vec<u32>,
    said: Vec<ClusterChoice>,
    /// A hash table of vectors: the index of a vector, counted from 1, in the first free slot; 0 in free slots.
    slots: Vec<u32>,
    /// The state of a search.
    search: ReductionSearch,
}

/// The state of a search along the changes of a view.
#[derive(Debug, Default)]
struct ReductionSearch {
    changes: ViewChanges,
    /// Available hosts of each cluster, the same after reduction, and the best vector so far.
    available: Vec<u32>,
    scratch: Vec<u32>,
    asked: Vec<u32>,
}

/// Clusters, and the runtime on them.
type ClusterChoice = (Places, Span);

impl ResourceCache {
    /// Number of distinct vectors: unique configurations (section 6, metrics).
    pub fn query_count(&self) -> u32 {
        self.said.len() as u32
    }

    /// The vectors, in the order of their queries.
    pub fn queried_vectors(&self) -> impl Iterator<Item = &[u32]> {
        let width = self.vectors.len() / self.said.len().max(1);
        self.vectors.chunks_exact(width.max(1))
    }

    fn query(&mut self, available: &[u32], f: impl FnOnce() -> ClusterChoice) -> ClusterChoice {
        if 2 * self.said.len() >= self.slots.len() {
            self.slots = vec![0; (4 * self.said.len()).next_power_of_two().max(16)];
            for place in 0..self.said.len() {
                let slot = self.slot_of(&self.vectors[place * available.len()..][..available.len()]);
                self.slots[slot] = place as u32 + 1;
            }
        }
        let slot = self.slot_of(available);
        if self.slots[slot] == 0 {
            self.vectors.extend_from_slice(available);
            self.said.push(f());
            self.slots[slot] = self.said.len() as u32;
        }
        self.said[self.slots[slot] as usize - 1]
    }

    /// The slot of a vector, or the free slot for it.
    fn slot_of(&self, available: &[u32]) -> usize {
        // The multiplier of Fibonacci hashing, 2^64 over the golden ratio.
        let mix = |hash: u64, pair: &[u32]| {
            let pair = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
            (hash.rotate_left(23) ^ pair).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let last = self.slots.len() - 1;
        let mut slot = (available.chunks(2).fold(0, mix) >> 32) as usize & last;
        loop {
            let is = |at: u32| {
                let known = &self.vectors[(at as usize - 1) * available.len()..][..available.len()];
                known.iter().zip(available).all(|(known, hosts)| known == hosts)
            };
            if self.slots[slot] == 0 || is(self.slots[slot]) {
                return slot;
            }
            slot = (slot + 1) & last;
        }
    }
}

/// Finds the hosts on which a code ends earliest.
pub fn select_hosts(
    seen: LauncherView<'_>,
    (function, code): (&dyn ResourceSelection, CodeModel<'_>),
    known: &mut ResourceCache,
    reading: AlgorithmVariant,
    wanted: bool,
) -> Choice {
    let mut choice = Choice::default();
    let mut best: Option<(Time, ClusterChoice)> = None;
    // The cache is queried during the search.
    let mut search = std::mem::take(&mut known.search);
    let ReductionSearch { changes, available, scratch, asked } = &mut search;
    changes.restart(seen);
    available.clear();
    available.extend(seen.view.iter().zip(&changes.at).map(|(profile, &at)| profile.free_in(at)));
    scratch.clone_from(available);
    asked.clone_from(available);
    loop {
        let start = changes.next_time();
        if start == Time::MAX || best.is_some_and(|(end, _)| end < start) {
            break;
        }
        let mut change = changes.next_cluster_at(start, 0);
        while let Some(place) = change {
            choice.operations += 1;
            available[place] = seen.view[place].free_in(changes.advance_cluster(seen, place));
            change = changes
                .next_cluster_at(start, place + 1)
                .filter(|_| reading.cem_group == SearchTrigger::Instant);
        }
        scratch.copy_from_slice(available);
        while scratch.iter().any(|&hosts| hosts > 0) {
            let ask = || function.select_clusters(scratch, seen.infos, &code);
            let (clusters, took) = known.query(scratch, ask);
            let mut fits = true;
            for place in places_in(clusters) {
                let at = changes.step_at(place, start);
                let (fewest, looked) = seen.view[place].min_free_from_step(at, start + took);
                choice.operations += looked as u64;
                if fewest < scratch[place] {
                    scratch[place] = fewest;
                    fits = false;
                }
            }
            if !fits {
                continue;
            }
            let end = start + took;
            if wanted {
                let first = clusters.trailing_zeros() as usize;
                let part = |place: usize| {
                    let (hosts, also) = (scratch[place], place > first);
                    Candidate { start, end, place: place as u16, hosts, also }
                };
                choice.candidates.extend(places_in(clusters).map(part));
            }
            if best.is_none_or(|(earliest, _)| end < earliest) {
                best = Some((end, (clusters, took)));
                asked.copy_from_slice(scratch);
            }
            break;
        }
        if reading.cem_scratch == ReductionScope::InPlace {
            available.copy_from_slice(scratch);
        }
    }
    choice.request = best.map(|(_, (clusters, wall_time))| {
        let hosts = |place: usize| (seen.infos.clusters[place].id, asked[place]);
        Request { hosts: places_in(clusters).map(hosts).collect(), wall_time }
    });
    known.search = search;
    choice
}

/// The indices of some clusters.
fn places_in(mut clusters: Places) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = clusters.trailing_zeros() as usize;
        let some = clusters != 0;
        clusters &= clusters.wrapping_sub(1);
        some.then_some(place)
    })
}
