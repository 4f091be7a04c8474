//! The runtime of an application by number of hosts of a cluster, computed once each.

use crate::system::delegated::policy::round_up_to_micros;
use crate::system::delegated::protocol::ClusterInfos;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::launcher::Moldable;

/// The durations used by a launcher, by cluster and number of hosts.
#[derive(Clone, Debug, Default)]
pub struct Durations {
    /// Runtime on one host of each cluster, in microseconds.
    one_host: Vec<f64>,
    parallel: f64,
    least: u32,
    most: u32,
    /// True if the duration of the smallest size is used for all sizes.
    longest: bool,
    /// By cluster, then by hosts from `least` on, `width` entries each; [`Span::ZERO`] before the first use.
    known: Vec<Span>,
    width: usize,
    asked: u32,
    /// The state of a search.
    pub(super) search: SearchState,
}

/// The progress of a search along the changes of a view.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchState {
    /// The cluster of the previous result, which is searched first.
    pub(super) first: usize,
    /// Changes after which some hosts are free: the time, and the number of steps examined from there.
    pub(super) looked: Vec<(Time, usize)>,
    /// Newly computed durations: the time of the change, and the index of the entry.
    fresh: Vec<(Time, usize)>,
}

impl Durations {
    /// For a moldable application with this walltime factor, on sizes from `least` to `most`.
    pub fn new(
        infos: &ClusterInfos,
        of: &Moldable,
        factor: f64,
        (least, most, longest): (u32, u32, bool),
    ) -> Self {
        Self::with_law(infos, |speed| factor * of.one_host / speed, of.parallel, (least, most, longest))
    }

    /// For a rigid application: the same with one size, which does all its work in parallel.
    pub fn rigid(infos: &ClusterInfos, hosts: u32, run: Span, factor: f64) -> Self {
        let one_host = |speed: f64| factor * run.0 as f64 / speed * f64::from(hosts);
        Self::with_law(infos, one_host, 1.0, (hosts, hosts, false))
    }

    fn with_law(
        infos: &ClusterInfos,
        one_host: impl Fn(f64) -> f64,
        parallel: f64,
        (least, most, longest): (u32, u32, bool),
    ) -> Self {
        let largest = infos.clusters.iter().map(|cluster| cluster.hosts).max().unwrap_or(0);
        let width = (most.min(largest) + 1).saturating_sub(least) as usize;
        Self {
            one_host: infos.clusters.iter().map(|cluster| one_host(cluster.speed)).collect(),
            known: vec![Span::ZERO; width * infos.clusters.len()],
            width,
            parallel,
            least,
            most,
            longest,
            asked: 0,
            search: SearchState::default(),
        }
    }

    /// The minimum and maximum number of hosts.
    pub fn sizes(&self) -> (u32, u32) {
        (self.least, self.most)
    }

    /// Runtime on this number of hosts, which is within the limits, of the cluster at an index.
    pub fn run_time_on(&mut self, place: usize, hosts: u32) -> Span {
        let took = self.run_time_at(place, hosts, Time::ZERO);
        self.end_search(Time::ZERO);
        took
    }

    /// The same for a search at a given change: the computation counts only if the change is not later than the end of
    /// the search, see [`Self::end_search`].
    #[inline]
    pub(super) fn run_time_at(&mut self, place: usize, hosts: u32, time: Time) -> Span {
        let index = place * self.width + (hosts - self.least) as usize;
        let known = self.known[index];
        if known > Span::ZERO { known } else { self.compute((place, hosts), index, time) }
    }

    #[cold]
    fn compute(&mut self, (place, hosts): (usize, u32), index: usize, time: Time) -> Span {
        let on = f64::from(if self.longest { self.least } else { hosts });
        let took = round_up_to_micros((1.0 - self.parallel + self.parallel / on) * self.one_host[place]);
        self.known[index] = took;
        self.search.fresh.push((time, index));
        took
    }

    /// Ends a search at a time: durations computed for later changes do not count.
    pub(super) fn end_search(&mut self, end: Time) {
        while let Some((time, index)) = self.search.fresh.pop() {
            if time <= end {
                self.asked += 1;
            } else {
                self.known[index] = Span::ZERO;
            }
        }
    }

    /// Number of computed durations: unique configurations (section 6, metrics).
    pub fn computed_count(&self) -> u32 {
        self.asked
    }
}
