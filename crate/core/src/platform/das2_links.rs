//! DAS-2 with links of different quality, and with the nodes that are idle at a given time.

use super::{Cluster, Network, Platform, Preset};
use crate::entry::{Entry, Parameters, Variants};
use crate::rng::Streams;
use crate::time::Span;

/// The preset.
pub(super) const DAS2_MEASURED: Preset = Preset {
    entry: Entry::new("das2-measured", "DAS-2 with unequal links")
        .summary(
            "DAS-2, or three of its clusters, with links of different quality; with all nodes or with only \
             the idle ones. The link parameters are our assumptions, not published. With equal links, cost \
             functions based on bandwidth, latency or link count give the same result.",
        )
        .source("Dumitrescu et al. 2006, section 3 (the grid); the links are our assumption")
        .parameters(Measured::LIST),
    build: |settings| platform(&Measured::read(settings)),
};

/// The parameters.
#[derive(Parameters)]
struct Measured {
    /// Clusters included in the platform.
    #[parameter(name = "Clusters", default = "all")]
    das2_clusters: Part,
    /// Bandwidths of the inter-cluster links.
    #[parameter(name = "Link bandwidths", default = "unequal")]
    das2_links: Quality,
    /// Total number of idle nodes, spread as evenly as possible over the clusters; 0 for all nodes of DAS-2.
    #[parameter(name = "Idle nodes", unit = "nodes", min = 0, max = 160, default = 0)]
    idle_nodes: u32,
    /// Minimum number of idle nodes per cluster, if drawn at random.
    #[parameter(name = "Minimum idle nodes", unit = "nodes", min = 1, max = 32, default = 8)]
    idle_min: u32,
    /// Maximum number of idle nodes per cluster, drawn uniformly for each cluster and redrawn until the total reaches the
    /// number of idle nodes. 0 for no random draw.
    #[parameter(name = "Maximum idle nodes", unit = "nodes", min = 0, max = 32, default = 0)]
    idle_max: u32,
    /// Seed for drawing the idle nodes.
    #[parameter(name = "Platform seed", min = 1, max = 1_000_000_000, default = 1)]
    draw: u32,
}

/// Parts of DAS-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Part {
    /// All five, 200 nodes
    #[word("all")]
    All,
    /// Delft, Utrecht and Leiden, 96 nodes
    #[word("three")]
    Three,
}

/// The kind of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Quality {
    /// 50 to 100 Mb/s
    #[word("unequal")]
    Unequal,
    /// 100 Mb/s for all
    #[word("equal")]
    Equal,
}

/// A cluster: its nodes, the bandwidth of its links in Mb/s, and its part of their latencies in microseconds.
type Site = (&'static str, u32, f64, i64);

const SITES: [Site; 5] = [
    ("VU", 72, 100.0, 400),
    ("UvA", 32, 90.0, 450),
    ("Delft", 32, 80.0, 700),
    ("Utrecht", 32, 50.0, 500),
    ("Leiden", 32, 65.0, 600),
];

/// Maximum number of attempts to find enough idle nodes.
const DRAWS: u32 = 10_000;

/// Bytes per second.
fn bytes_per_second(mega: f64) -> f64 {
    mega * 1e6 / 8.0
}

/// Number of nodes of each cluster that are used.
fn participating_nodes(set: &Measured, sites: &[Site]) -> Vec<u32> {
    let n = sites.len() as u32;
    if set.idle_max > 0 {
        let mut chance = Streams::new(u64::from(set.draw)).get("platform/idle");
        let (least, most) = (set.idle_min.min(set.idle_max), set.idle_max);
        let mut nodes = Vec::new();
        for _ in 0..DRAWS {
            nodes = (0..n).map(|_| least + chance.uniform_below(most - least + 1)).collect();
            if nodes.iter().sum::<u32>() >= set.idle_nodes {
                break;
            }
        }
        return nodes;
    }
    let even = |place: u32| set.idle_nodes / n + u32::from(place < set.idle_nodes % n);
    let idle =
        |(place, site): (u32, &Site)| if set.idle_nodes == 0 { site.1 } else { even(place).clamp(1, site.1) };
    (0..).zip(sites).map(idle).collect()
}

/// The bandwidth of a link is that of its slower end, and its latency the sum of both ends.
fn platform(set: &Measured) -> Platform {
    let sites = if set.das2_clusters == Part::Three { &SITES[2..] } else { &SITES[..] };
    let n = sites.len();
    let of = participating_nodes(set, sites).into_iter().zip(sites);
    let clusters = of.map(|(nodes, site)| Cluster::homogeneous(site.0, nodes, 1.0)).collect();
    let pairs = || (0..n * n).map(|i| (&sites[i / n], &sites[i % n]));
    let bandwidth = pairs().map(|(a, b)| match set.das2_links {
        _ if a == b => bytes_per_second(1_200.0),
        Quality::Equal => bytes_per_second(100.0),
        Quality::Unequal => bytes_per_second(a.2.min(b.2)),
    });
    let latency = pairs().map(|(a, b)| Span(if a == b { 30 } else { a.3 + b.3 }));
    Platform { clusters, network: Network::from_matrices(n, bandwidth.collect(), latency.collect()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Settings, Value};

    fn platform_with(said: &[(&'static str, Value)]) -> Platform {
        let defaults = Settings::defaults(DAS2_MEASURED.entry.parameters);
        let settings = said.iter().cloned().fold(defaults, |settings, (id, value)| settings.with(id, value));
        (DAS2_MEASURED.build)(&settings)
    }

    fn cluster_sizes_with(said: &[(&'static str, Value)]) -> Vec<u32> {
        platform_with(said).clusters.iter().map(|cluster| cluster.nodes).collect()
    }

    #[test]
    fn idle_nodes_are_even_or_random() {
        let (three, whole) = (("das2_clusters", Value::Choice("three")), Value::Integer);
        assert_eq!(cluster_sizes_with(&[]), [72, 32, 32, 32, 32]);
        assert_eq!(cluster_sizes_with(&[three.clone(), ("idle_nodes", whole(22))]), [8, 7, 7]);
        let drawn = |draw| {
            cluster_sizes_with(&[
                ("idle_nodes", whole(50)),
                ("idle_max", whole(14)),
                ("idle_min", whole(8)),
                ("draw", whole(draw)),
            ])
        };
        for draw in 1..20 {
            let nodes = drawn(draw);
            assert!(nodes.iter().all(|nodes| (8..=14).contains(nodes)) && nodes.iter().sum::<u32>() >= 50);
        }
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn a_link_is_as_fast_as_its_slower_end() {
        let network = platform_with(&[]).network;
        assert!((network.bandwidth(2, 4) - 65e6 / 8.0).abs() < 1e-6);
        assert_eq!((network.latency(2, 4), network.latency(3, 3)), (Span(1_300), Span(30)));
        let equal = platform_with(&[("das2_links", Value::Choice("equal"))]).network;
        assert!(
            (equal.bandwidth(2, 3) - 12.5e6).abs() < 1e-6 && (equal.bandwidth(1, 1) - 150e6).abs() < 1e-6
        );
    }
}
