//! How long an application takes on so many hosts of a cluster, worked out once each.

use crate::system::delegated::policy::duration;
use crate::system::delegated::protocol::Infos;
use crate::time::Span;
use crate::workload::launcher::Moldable;

/// The durations that a launcher plans with, by cluster and number of hosts.
#[derive(Clone, Debug, Default)]
pub struct Durations {
    /// How long it takes on one host of each cluster, in microseconds.
    one_host: Vec<f64>,
    parallel: f64,
    least: u32,
    most: u32,
    /// True if the duration of the smallest size is taken for all.
    longest: bool,
    /// By cluster and hosts; [`Span::ZERO`] where none was asked for yet.
    known: Vec<Vec<Span>>,
    asked: u32,
}

impl Durations {
    /// For a moldable application with this wall-time factor, on sizes from `least` to `most`.
    pub fn new(infos: &Infos, of: &Moldable, factor: f64, (least, most, longest): (u32, u32, bool)) -> Self {
        Self::by(infos, |speed| factor * of.one_host / speed, of.parallel, (least, most, longest))
    }

    /// For a rigid application: the same with one size, which does all its work in parallel.
    pub fn rigid(infos: &Infos, hosts: u32, run: Span, factor: f64) -> Self {
        let one_host = |speed: f64| factor * run.0 as f64 / speed * f64::from(hosts);
        Self::by(infos, one_host, 1.0, (hosts, hosts, false))
    }

    fn by(
        infos: &Infos,
        one_host: impl Fn(f64) -> f64,
        parallel: f64,
        (least, most, longest): (u32, u32, bool),
    ) -> Self {
        Self {
            one_host: infos.clusters.iter().map(|cluster| one_host(cluster.speed)).collect(),
            known: infos
                .clusters
                .iter()
                .map(|cluster| vec![Span::ZERO; 1 + cluster.hosts as usize])
                .collect(),
            parallel,
            least,
            most,
            longest,
            asked: 0,
        }
    }

    /// The fewest and the most hosts.
    pub fn sizes(&self) -> (u32, u32) {
        (self.least, self.most)
    }

    /// How long it takes on so many hosts of the cluster at a place.
    #[inline]
    pub fn on(&mut self, place: usize, hosts: u32) -> Span {
        let known = self.known[place][hosts as usize];
        if known > Span::ZERO { known } else { self.work_out(place, hosts) }
    }

    #[cold]
    fn work_out(&mut self, place: usize, hosts: u32) -> Span {
        let on = f64::from(if self.longest { self.least } else { hosts });
        let took = duration((1.0 - self.parallel + self.parallel / on) * self.one_host[place]);
        self.known[place][hosts as usize] = took;
        self.asked += 1;
        took
    }

    /// How many durations were worked out: unique configurations (section 6, metrics).
    pub fn asked(&self) -> u32 {
        self.asked
    }
}
