//! A federation of clusters under one resource manager (Klein and Pérez 2010).

use super::{Cluster, Network, Platform, Preset};
use crate::entry::{Entry, Parameters};
use crate::rng::Streams;
use crate::time::Span;

/// Clusters of equal size and increasing speed, two per city, two cities per country.
pub(super) const FEDERATION: Preset = Preset {
    entry: Entry::new("federation", "Federation")
        .summary(
            "Clusters of equal size; each is faster than the previous one by a tenth of the first cluster's \
             speed. Two clusters form a city, two cities a country. Latencies: 5 ms within a city, 10 ms \
             within a country, 50 ms between countries.",
        )
        .source(
            "Klein and Pérez 2010, section 6 (sizes, speeds, cities, countries); zero latency inside a \
             cluster is our assumption",
        )
        .parameters(Federation::LIST),
    build: |settings| federation(&Federation::read(settings)),
};

/// The parameters.
#[derive(Parameters)]
struct Federation {
    /// Number of clusters.
    #[parameter(name = "Clusters", unit = "clusters", min = 1, max = 12, default = 4, quick)]
    clusters: u32,
    /// Number of hosts of each cluster.
    #[parameter(name = "Hosts per cluster", unit = "hosts", min = 1, max = 10_000, default = 128)]
    hosts: u32,
    /// Seed for drawing the number of clusters uniformly between 1 and the given number; 0 for exactly the given number.
    #[parameter(name = "Platform seed", min = 0, max = 1_000_000, default = 0)]
    draw: u32,
}

/// The largest bandwidth of a document: the transfer time of bytes is not modelled.
const BANDWIDTH: f64 = 1e15;

/// The clusters of a federation; their number may be random.
fn federation(set: &Federation) -> Platform {
    let clusters = match set.draw {
        0 => set.clusters,
        draw => 1 + Streams::new(draw.into()).get("platform/clusters").uniform_below(set.clusters),
    };
    let count = clusters as usize;
    let cluster = |i: u32| {
        Cluster::homogeneous(format!("Cluster {}", i + 1), set.hosts, (9.0 + f64::from(i + 1)) / 10.0)
    };
    let latency = |from: usize, to: usize| match (from == to, from / 2 == to / 2, from / 4 == to / 4) {
        (true, ..) => Span::ZERO,
        (_, true, _) => Span(5_000),
        (.., true) => Span(10_000),
        _ => Span(50_000),
    };
    let pairs = (0..count * count).map(|pair| latency(pair / count, pair % count));
    let network = Network::from_matrices(count, vec![BANDWIDTH; count * count], pairs.collect());
    Platform { clusters: (0..clusters).map(cluster).collect(), network }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Settings, Value};

    #[test]
    fn latencies_between_cities_and_countries_are_as_published() {
        let platform = (FEDERATION.build)(&Settings::default().with("clusters", Value::Integer(8)));
        let from_first: Vec<i64> = (0..8).map(|to| platform.network.latency(0, to).0 / 1_000).collect();
        assert_eq!(from_first, [0, 5, 10, 10, 50, 50, 50, 50]);
        let speeds: Vec<f64> = platform.clusters.iter().map(|cluster| cluster.speed).collect();
        assert_eq!(speeds, [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]);
        assert_eq!(platform.nodes(), 1_024);
    }

    #[test]
    fn a_random_federation_has_any_number_of_clusters() {
        let made = |draw| {
            let set =
                Settings::default().with("clusters", Value::Integer(8)).with("draw", Value::Integer(draw));
            (FEDERATION.build)(&set).clusters.len()
        };
        assert_eq!(made(0), 8);
        let mut often = [0; 9];
        (1..=800).for_each(|draw| often[made(draw)] += 1);
        assert!(often[0] == 0 && often[1..].iter().all(|&times| (70..=130).contains(&times)), "{often:?}");
    }
}
