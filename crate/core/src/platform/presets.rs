//! Platforms from the publications, with their printed tables.

use super::{
    Cluster, Fallback, Network, Platform, das2_links, das3_g5k, federation, multi_grid, published_pools,
};
use crate::entry::{Entry, Family, Parameters, Settings, Variants, catalog_text};
use crate::time::Span;

/// A predefined platform: its entry in the catalog, and its constructor.
pub struct Preset {
    /// The entry in the catalog.
    pub entry: Entry,
    /// Constructs the platform from checked settings.
    pub build: fn(&Settings) -> Platform,
}

impl AsRef<Entry> for Preset {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// All presets. A new one is one function and one line here.
pub static PRESETS: Family<Preset> = Family {
    id: "preset",
    name: "platform preset",
    summary: catalog_text("Predefined platform: clusters and the network between them."),
    members: &[
        Preset { entry: DAS3, build: das3_from },
        Preset { entry: DAS2, build: |_| das2() },
        Preset { entry: AUVER, build: |_| auver() },
        das2_links::DAS2_MEASURED,
        das3_g5k::DAS3_G5K,
        Preset { entry: ONE_CLUSTER, build: |settings| one_cluster(OneCluster::read(settings).nodes) },
        published_pools::WISCONSIN,
        published_pools::POOL,
        multi_grid::SUPERLINK,
        federation::FEDERATION,
    ],
};

const DAS2: Entry = Entry::new("das2", "DAS-2")
    .summary(
        "Five clusters of identical dual 1 GHz Pentium III nodes (200 nodes), 100 Mb/s between clusters and \
         1.2 Gb/s inside. In use from 2002 to 2006.",
    )
    .source(
        "Sonmez 2010, section 1.4.1; latencies (1 ms between clusters, 0.03 ms inside) are our assumption",
    );

const DAS3: Entry = Entry::new("das3", "DAS-3")
    .summary(
        "Five Opteron clusters (272 nodes) with the measured bandwidths and latencies between them. Only the \
         speed ratio of the fastest to the slowest processor (1.25) is published; intermediate speeds are \
         our assumption. The link between Delft and Leiden could not be measured; we assume 45 MB/s and 1.2 \
         ms. A job with nodes in Delft uses Ethernet between all its clusters: at least 1.1 ms, at most 115 \
         MB/s.",
    )
    .source("Sonmez 2010, tables 1.2 and 2.1")
    .parameters(Das3::LIST);

const AUVER: Entry = Entry::new("auver", "AUVER")
    .summary(
        "Five clusters of equally fast nodes (475 in total) of a production grid in Auvergne. The network is \
         unknown; single-node jobs need none.",
    )
    .source("Sonmez 2010, table 7.4");

const ONE_CLUSTER: Entry = Entry::new("one-cluster", "One cluster")
    .summary("Single cluster of identical nodes, as in most supercomputer logs.")
    .source("Parallel Workloads Archive")
    .parameters(OneCluster::LIST);

/// The parameters of DAS-3.
#[derive(Parameters)]
struct Das3 {
    /// Clusters included in the platform.
    #[parameter(name = "Clusters", default = "all")]
    clusters: Part,
    /// Speed of the nodes of each cluster.
    #[parameter(name = "Node speeds", default = "relative")]
    speeds: Speeds,
}

/// Parts of DAS-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Part {
    /// All five, 272 nodes
    #[word("all")]
    All,
    /// VU, UvA, MMN and Leiden, 204 nodes, all connected by Myri-10G
    #[word("without-delft")]
    WithoutDelft,
    /// VU, UvA, Delft and MMN, 240 nodes
    #[word("without-leiden")]
    WithoutLeiden,
}

/// The speeds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Speeds {
    /// From 1 (slowest cluster) to 1.25 (fastest cluster)
    #[word("relative")]
    Relative,
    /// Clock rate (2.2 to 2.6 GHz) divided by 2.4 GHz
    #[word("clock")]
    Clock,
    /// 1 for all clusters
    #[word("equal")]
    Equal,
}

/// The parameters of one cluster.
#[derive(Parameters)]
struct OneCluster {
    /// Number of nodes of the cluster.
    #[parameter(name = "Nodes", unit = "nodes", min = 1, max = 1_000_000, default = 64)]
    nodes: u32,
}

const MB: f64 = 1e6;

fn cluster(name: &str, nodes: u32, speed: f64) -> Cluster {
    Cluster::homogeneous(name, nodes, speed)
}

/// DAS-2 (Sonmez 2010, section 1.4.1). Latencies were not published; we use 1 ms between clusters and 0.03 ms inside
/// (our assumption).
pub fn das2() -> Platform {
    let sizes = [("VU", 72), ("UvA", 32), ("Delft", 32), ("Utrecht", 32), ("Leiden", 32)];
    let clusters: Vec<Cluster> = sizes.iter().map(|&(name, nodes)| cluster(name, nodes, 1.0)).collect();
    let n = clusters.len();
    // 100 Mb/s and 1.2 Gb/s in bytes.
    let inside = |i: usize| i.is_multiple_of(n + 1);
    let bandwidth = (0..n * n).map(|i| if inside(i) { 150.0 * MB } else { 12.5 * MB }).collect();
    let latency = (0..n * n).map(|i| Span(if inside(i) { 30 } else { 1_000 })).collect();
    Platform { clusters, network: Network::from_matrices(n, bandwidth, latency) }
}

/// A cluster of DAS-3 (Sonmez 2010, table 1.2).
struct Das3Cluster {
    name: &'static str,
    nodes: u32,
    /// The speed relative to the slowest.
    relative: f64,
    /// The clock rate.
    ghz: f64,
    /// True if its nodes are only connected by Ethernet.
    ethernet: bool,
}

const DAS3_CLUSTERS: [Das3Cluster; 5] = [
    Das3Cluster { name: "VU", nodes: 85, relative: 1.08, ghz: 2.4, ethernet: false },
    Das3Cluster { name: "UvA", nodes: 41, relative: 1.0, ghz: 2.2, ethernet: false },
    Das3Cluster { name: "Delft", nodes: 68, relative: 1.13, ghz: 2.4, ethernet: true },
    Das3Cluster { name: "MMN", nodes: 46, relative: 1.13, ghz: 2.4, ethernet: false },
    Das3Cluster { name: "Leiden", nodes: 32, relative: 1.25, ghz: 2.6, ethernet: false },
];

/// The clock rate of speed 1.
const REFERENCE_GHZ: f64 = 2.4;

/// Measured bandwidths in MB/s (Sonmez 2010, table 2.1).
#[rustfmt::skip]
const DAS3_BANDWIDTH: [[f64; 5]; 5] = [
    [561.0, 185.0,  45.0, 185.0,  77.0],
    [185.0, 526.0,  53.0, 512.0, 115.0],
    [ 45.0,  53.0, 115.0,  10.0,  45.0],
    [185.0, 512.0,  10.0, 560.0, 115.0],
    [ 77.0, 115.0,  45.0, 115.0, 530.0],
];

/// Measured latencies in microseconds (Sonmez 2010, table 2.1).
#[rustfmt::skip]
const DAS3_LATENCY: [[i64; 5]; 5] = [
    [  30,  400, 1150,  400, 1000],
    [ 400,   30, 1100,   30,  600],
    [1150, 1100,   50, 1450, 1200],
    [ 400,   30, 1450,   30,  600],
    [1000,  600, 1200,  600,   30],
];

/// DAS-3 (Sonmez 2010, tables 1.2 and 2.1).
pub fn das3() -> Platform {
    das3_from(&Settings::default())
}

/// DAS-3 or a part of it.
fn das3_from(settings: &Settings) -> Platform {
    let set = Das3::read(settings);
    let left_out = match set.clusters {
        Part::All => "",
        Part::WithoutDelft => "Delft",
        Part::WithoutLeiden => "Leiden",
    };
    let kept: Vec<usize> = (0..5).filter(|&i| DAS3_CLUSTERS[i].name != left_out).collect();
    let speed = |of: &Das3Cluster| match set.speeds {
        Speeds::Relative => of.relative,
        Speeds::Clock => of.ghz / REFERENCE_GHZ,
        Speeds::Equal => 1.0,
    };
    let (mut bandwidth, mut latency) = (Vec::new(), Vec::new());
    for &a in &kept {
        bandwidth.extend(kept.iter().map(|&b| DAS3_BANDWIDTH[a][b] * MB));
        latency.extend(kept.iter().map(|&b| Span(DAS3_LATENCY[a][b])));
    }
    let network = Network::from_matrices(kept.len(), bandwidth, latency);
    // Ethernet was only measured with Delft; its best values there are used for the other pairs.
    let bound: Vec<bool> = kept.iter().map(|&i| DAS3_CLUSTERS[i].ethernet).collect();
    let ethernet = Fallback { bound, latency: Span(1_100), bandwidth: 115.0 * MB };
    let clusters = kept.iter().map(|&i| &DAS3_CLUSTERS[i]).map(|of| cluster(of.name, of.nodes, speed(of)));
    Platform { clusters: clusters.collect(), network: network.with_fallback(ethernet) }
}

/// AUVER (Sonmez 2010, table 7.4).
pub fn auver() -> Platform {
    let sizes = [("clrlcgce01", 112), ("clrlcgce02", 84), ("clrlcgce03", 186), ("iut15", 38), ("opgc", 55)];
    let clusters = sizes.map(|(name, nodes)| cluster(name, nodes, 1.0)).into();
    Platform { clusters, network: Network::uniform(5, 100.0 * MB, Span(1_000)) }
}

/// One cluster of reference-speed nodes.
pub fn one_cluster(nodes: u32) -> Platform {
    Platform {
        clusters: vec![cluster("Cluster", nodes, 1.0)],
        network: Network::uniform(1, 1000.0 * MB, Span(30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::entry::Value;

    fn das3_part(clusters: &'static str, speeds: &'static str) -> Platform {
        let settings = Settings::defaults(DAS3.parameters);
        let word = |word: &'static str| Value::Choice(word);
        das3_from(&settings.with("clusters", word(clusters)).with("speeds", word(speeds)))
    }

    fn names_and_sizes(platform: &Platform) -> Vec<(&str, u32)> {
        platform.clusters.iter().map(|cluster| (cluster.name.as_str(), cluster.nodes)).collect()
    }

    #[test]
    fn the_published_sizes() {
        assert_eq!((das2().nodes(), das3().nodes(), one_cluster(7).nodes()), (200, 272, 7));
        assert_eq!(
            names_and_sizes(&das2()),
            [("VU", 72), ("UvA", 32), ("Delft", 32), ("Utrecht", 32), ("Leiden", 32)]
        );
        assert_eq!(
            names_and_sizes(&das3()),
            [("VU", 85), ("UvA", 41), ("Delft", 68), ("MMN", 46), ("Leiden", 32)]
        );
        let (north, south) =
            (das3_part("without-delft", "relative"), das3_part("without-leiden", "relative"));
        assert_eq!(names_and_sizes(&north), [("VU", 85), ("UvA", 41), ("MMN", 46), ("Leiden", 32)]);
        assert_eq!(names_and_sizes(&south), [("VU", 85), ("UvA", 41), ("Delft", 68), ("MMN", 46)]);
        assert_eq!((auver().nodes(), auver().clusters.len()), (475, 5));
        assert_eq!((north.nodes(), south.nodes()), (204, 240));
    }

    #[test]
    fn das3_is_complete_by_default() {
        let defaults = das3_from(&Settings::defaults(DAS3.parameters));
        assert_eq!(defaults, das3());
        assert_eq!(
            defaults.clusters.iter().map(|c| c.speed).collect::<Vec<_>>(),
            [1.08, 1.0, 1.13, 1.13, 1.25]
        );
    }

    /// Table 2.1, and in parts of DAS-3 the same numbers for the same clusters.
    #[test]
    fn das3_has_the_published_links() {
        let published = [
            ("VU", "VU", 561.0, 0.03),
            ("VU", "UvA", 185.0, 0.4),
            ("VU", "Delft", 45.0, 1.15),
            ("VU", "MMN", 185.0, 0.4),
            ("VU", "Leiden", 77.0, 1.0),
            ("UvA", "UvA", 526.0, 0.03),
            ("UvA", "Delft", 53.0, 1.1),
            ("UvA", "MMN", 512.0, 0.03),
            ("UvA", "Leiden", 115.0, 0.6),
            ("Delft", "Delft", 115.0, 0.05),
            ("Delft", "MMN", 10.0, 1.45),
            ("MMN", "MMN", 560.0, 0.03),
            ("MMN", "Leiden", 115.0, 0.6),
            ("Leiden", "Leiden", 530.0, 0.03),
        ];
        for clusters in ["all", "without-delft", "without-leiden"] {
            let Platform { clusters, network } = das3_part(clusters, "relative");
            let place = |name: &str| clusters.iter().position(|cluster| cluster.name == name);
            let mut links = 0;
            for (one, other, bandwidth, latency_ms) in published {
                let (Some(a), Some(b)) = (place(one), place(other)) else { continue };
                assert!((network.bandwidth(a, b) - bandwidth * MB).abs() < 1e-6, "{one} {other}");
                assert_eq!(network.latency(a, b), Span::from_seconds(latency_ms / 1e3), "{one} {other}");
                links += 1;
            }
            assert_eq!(links, if clusters.len() == 5 { 14 } else { 10 });
        }
    }

    #[test]
    fn a_job_with_nodes_in_delft_uses_ethernet_links() {
        let at = |clusters: &'static str, of: &[u16]| {
            let (latency, bandwidth) = das3_part(clusters, "relative").network.slowest_link_among(of);
            (latency.0, bandwidth / MB)
        };
        // VU 0, UvA 1, Delft 2, MMN 3.
        assert_eq!(at("without-leiden", &[1, 3]), (30, 512.0));
        assert_eq!(at("without-leiden", &[1, 2]), (1_100, 53.0));
        assert_eq!(at("without-leiden", &[2]), (50, 115.0));
        let network = das3_part("without-leiden", "relative").network;
        assert_eq!(network.link_between(&[1, 2, 3], 1, 3), (Span(1_100), 115.0 * MB));
        assert_eq!(network.link_between(&[0, 1, 3], 1, 3), (Span(30), 512.0 * MB));
        assert_eq!(at("without-delft", &[0, 1, 2, 3]), (1_000, 77.0));
        assert_eq!(at("all", &[0, 1, 2, 3]), (1_450, 10.0));
    }

    /// Table 2.2: a job of 30 s in Leiden alone, and with each of the others. The slowest processor determines the
    /// runtime.
    #[test]
    fn clock_rates_give_the_published_run_times() {
        let platform = das3_part("all", "clock");
        let speed = |name: &str| {
            let found = platform.clusters.iter().find(|cluster| cluster.name == name);
            found.map_or(f64::NAN, |cluster| cluster.speed)
        };
        let seconds = |with: &str| (30.0 * speed("Leiden") / speed("Leiden").min(speed(with))).floor() as u32;
        assert_eq!(["Leiden", "VU", "Delft", "MMN", "UvA"].map(seconds), [30, 32, 32, 32, 35]);
        assert!((speed("VU") - 1.0).abs() < 1e-12);
        assert!(das3_part("all", "equal").clusters.iter().all(|cluster| (cluster.speed - 1.0).abs() < 1e-12));
    }

    #[test]
    fn das3_is_symmetric_and_has_the_published_mean_bandwidth() {
        let network = das3().network;
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            assert_eq!(network.latency(a, b), network.latency(b, a));
            assert!((network.bandwidth(a, b) - network.bandwidth(b, a)).abs() < 1e-9);
        }
        assert!((network.mean_bandwidth() / MB - 134.2).abs() < 0.01);
    }

    #[test]
    fn transfers_inside_a_cluster_are_instantaneous() {
        let network = das3().network;
        assert_eq!(network.transfer_time(1e9, 1, 1), Span::ZERO);
        assert_eq!(network.transfer_time(450.0 * MB, 0, 2), Span::from_seconds(10.0));
    }
}
