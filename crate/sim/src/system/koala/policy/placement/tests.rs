//! Worked examples of the policies.

use super::*;
use ganttlet_core::entry::{PolicyEntry, Settings, Value};
use ganttlet_core::platform::{Platform, one_cluster};
use ganttlet_core::time::Span;

pub(super) type Placed = Option<Vec<(u16, u32)>>;

/// A policy with its default settings and these changes.
pub(super) fn policy(id: &str, changes: &[(&'static str, Value)]) -> Box<dyn PlacementPolicy> {
    let maker = PLACEMENT_POLICIES.get(id);
    let mut settings = Settings::defaults(maker.entry.parameters);
    for (parameter, value) in changes {
        assert!(settings.get(parameter).is_some(), "{parameter}");
        settings = settings.with(parameter, value.clone());
    }
    (maker.make)(&settings)
}

/// Places a job by this policy.
pub(super) fn place_with(
    id: &str,
    changes: &[(&'static str, Value)],
    idle: &[u32],
    network: &Network,
    (request, nodes, inputs): (&Request, u32, &[InputFile]),
) -> Placed {
    let mut policy = policy(id, changes);
    let speed = vec![1.0; idle.len()];
    let ask = PlacementQuery { job: 0, request, nodes, inputs };
    let view = GridView { idle, speed: &speed, network };
    // Previous content must not matter.
    let mut into = vec![Component { cluster: 9, nodes: 9 }];
    let placed = policy.place(&ask, &view, &mut into);
    assert!(placed || into.is_empty(), "nothing is written unless all is placed");
    placed.then(|| into.iter().map(|part| (part.cluster, part.nodes)).collect())
}

fn flat(clusters: usize) -> Network {
    Network::uniform(clusters, 1e8, Span(1000))
}

/// A flexible job on equally near clusters.
pub(super) fn flexible(id: &str, changes: &[(&'static str, Value)], idle: &[u32], nodes: u32) -> Placed {
    place_with(id, changes, idle, &flat(idle.len()), (&Request::Flexible, nodes, &[]))
}

fn components(id: &str, idle: &[u32], sizes: &[u32]) -> Placed {
    let request = Request::NonFixed(sizes.to_vec());
    place_with(id, &[], idle, &flat(idle.len()), (&request, sizes.iter().sum(), &[]))
}

/// DAS-3 without one of its clusters.
fn das3(clusters: &'static str) -> Platform {
    let preset = ganttlet_core::platform::PRESETS.get("das3");
    let settings = Settings::defaults(preset.entry.parameters);
    (preset.build)(&settings.with("clusters", Value::Choice(clusters)))
}

/// A job under Communication-Aware placement on such a DAS-3.
fn aware(clusters: &'static str, changes: &[(&'static str, Value)], idle: [u32; 4], nodes: u32) -> Placed {
    let network = das3(clusters).network;
    place_with("communication-aware", changes, &idle, &network, (&Request::Flexible, nodes, &[]))
}

pub(super) const FCM: &str = "flexible-cluster-minimization";

pub(super) fn limit(clusters: i64) -> [(&'static str, Value); 1] {
    [("most_clusters", Value::Integer(clusters))]
}

#[test]
fn worst_fit_balances() {
    assert_eq!(components("worst-fit", &[16; 3], &[8, 8, 8]), Some(vec![(0, 8), (1, 8), (2, 8)]));
    // After 16 and 8 there are 10 left in two clusters: the first of them wins.
    assert_eq!(components("worst-fit", &[20, 18, 10], &[8, 16, 8]), Some(vec![(0, 16), (1, 16)]));
    assert_eq!(components("worst-fit", &[20, 18, 10], &[16, 8]), Some(vec![(0, 16), (1, 8)]));
    // All or nothing, though 30 of 31 nodes are available.
    assert_eq!(components("worst-fit", &[20, 10], &[20, 11]), None);
    assert_eq!(flexible("worst-fit", &[], &[16; 3], 24), None);
    assert_eq!(flexible("worst-fit", &[], &[16, 17, 17], 17), Some(vec![(1, 17)]));
}

#[test]
fn fewest_clusters() {
    assert_eq!(flexible(FCM, &[], &[16; 3], 24), Some(vec![(0, 16), (1, 8)]));
    assert_eq!(flexible(FCM, &[], &[10, 41, 46, 32], 60), Some(vec![(2, 46), (1, 14)]));
    assert_eq!(flexible(FCM, &[], &[20, 25, 60, 30], 64), Some(vec![(2, 60), (3, 4)]));
    assert_eq!(flexible(FCM, &[], &[5, 9, 0, 9], 9), Some(vec![(1, 9)]));
    assert_eq!(flexible(FCM, &[], &[5, 9, 0, 9], 23), Some(vec![(1, 9), (3, 9), (0, 5)]));
    assert_eq!(flexible(FCM, &[], &[5, 9, 0, 9], 24), None);
}

#[test]
fn at_most_two_clusters() {
    assert_eq!(flexible(FCM, &limit(2), &[16; 3], 32), Some(vec![(0, 16), (1, 16)]));
    assert_eq!(flexible(FCM, &limit(2), &[16; 3], 33), None);
    assert_eq!(flexible(FCM, &limit(3), &[16; 3], 33), Some(vec![(0, 16), (1, 16), (2, 1)]));
    assert_eq!(flexible(FCM, &limit(0), &[16; 3], 48), Some(vec![(0, 16), (1, 16), (2, 16)]));
}

/// The order in which clusters are filled, if ten nodes are idle in each and all are needed.
fn order_of(clusters: &'static str, changes: &[(&'static str, Value)]) -> Vec<String> {
    let platform = das3(clusters);
    let placed = aware(clusters, changes, [10; 4], 40).expect("all nodes are there");
    placed.iter().map(|&(cluster, _)| platform.clusters[usize::from(cluster)].name.clone()).collect()
}

#[test]
fn near_clusters_first() {
    assert_eq!(order_of("without-delft", &[]), ["UvA", "MMN", "VU", "Leiden"]);
    assert_eq!(order_of("without-leiden", &[]), ["UvA", "MMN", "VU", "Delft"]);
    // V A M L. The UvA and MultimediaN are equally near to all.
    let first = [("equal_links", Value::Choice("first"))];
    assert_eq!(aware("without-delft", &first, [10, 41, 46, 32], 60), Some(vec![(1, 41), (2, 19)]));
    assert_eq!(aware("without-delft", &[], [10, 41, 46, 32], 60), Some(vec![(2, 46), (1, 14)]));
    // V A D M.
    assert_eq!(aware("without-leiden", &[], [20, 25, 60, 30], 64), Some(vec![(1, 25), (3, 30), (0, 9)]));
}

#[test]
fn the_mean_latencies_are_those_of_the_table() {
    let mut policy = policy("communication-aware", &[]);
    for (clusters, expected) in [
        ("without-delft", [0.4575, 0.265, 0.265, 0.5575]),
        ("without-leiden", [0.495, 0.390, 0.9375, 0.4775]),
    ] {
        let network = das3(clusters).network;
        let view = GridView { idle: &[1; 4], speed: &[1.0; 4], network: &network };
        let ask = PlacementQuery { job: 0, request: &Request::Flexible, nodes: 1, inputs: &[] };
        for (cluster, mean) in expected.into_iter().enumerate() {
            assert!(
                (policy.cluster_score(&ask, &view, cluster) - mean).abs() < 1e-12,
                "{clusters} {cluster}"
            );
        }
    }
}

#[test]
fn a_whole_job_runs_where_internal_messages_are_fastest() {
    // All but Delft have equally fast links inside: the cluster nearest to the others wins, the first among ties.
    assert_eq!(aware("without-delft", &[], [85, 41, 46, 32], 30), Some(vec![(1, 30)]));
    assert_eq!(aware("without-delft", &[], [85, 20, 46, 32], 30), Some(vec![(2, 30)]));
    assert_eq!(aware("without-delft", &[], [85, 20, 20, 32], 30), Some(vec![(0, 30)]));
    // Delft is the last resort, and still better than two clusters.
    assert_eq!(aware("without-leiden", &[], [60, 0, 68, 0], 60), Some(vec![(0, 60)]));
    assert_eq!(aware("without-leiden", &[], [59, 41, 68, 46], 60), Some(vec![(2, 60)]));
}

#[test]
fn bandwidth_and_weights() {
    let word = |word: &'static str| ("link_metric", Value::Choice(word));
    let weight = |weight| ("latency_weight", Value::Number(weight));
    // Mean bandwidths without Delft: VU 252, UvA 334.5, MMN 343, Leiden 209.25 MB/s.
    let by_bandwidth = ["MMN", "UvA", "VU", "Leiden"];
    assert_eq!(order_of("without-delft", &[word("bandwidth")]), by_bandwidth);
    assert_eq!(order_of("without-delft", &[word("weighted"), weight(0.0)]), by_bandwidth);
    assert_eq!(
        order_of("without-delft", &[word("weighted"), weight(1.0)]),
        order_of("without-delft", &[]),
        "latency alone"
    );
    // Half and half without Leiden. VU: 0.495/2.9 + 10/488; UvA: 0.39/2.9 + 10/638; Delft: 0.9375/2.9 + 10/111.5;
    // MMN: 0.4775/2.9 + 10/633.5.
    assert_eq!(order_of("without-leiden", &[word("weighted")]), ["UvA", "MMN", "VU", "Delft"]);
    // A whole job is placed where the bandwidth inside is largest.
    assert_eq!(aware("without-delft", &[word("bandwidth")], [85, 41, 46, 32], 30), Some(vec![(0, 30)]));
}

#[test]
fn a_job_is_split_inside_a_group_only() {
    let groups = |ms| [("group_threshold_ms", Value::Number(ms))];
    let (clusters, idle) = ("without-leiden", [20, 25, 60, 30]);
    // Delft is a separate group at 0.6 ms, and joins the others at 1.1 ms, through the UvA. Without it the UvA and
    // MultimediaN are equally near to all.
    assert_eq!(aware(clusters, &groups(0.6), idle, 75), Some(vec![(3, 30), (1, 25), (0, 20)]));
    assert_eq!(aware(clusters, &groups(0.6), idle, 76), None);
    assert_eq!(aware(clusters, &groups(1.1), idle, 76), Some(vec![(1, 25), (3, 30), (0, 20), (2, 1)]));
    // Without a split it may be placed anywhere.
    assert_eq!(aware(clusters, &groups(0.6), idle, 60), Some(vec![(2, 60)]));
    // The UvA and MultimediaN form a group at 0.03 ms, nearer to each other than the rest.
    assert_eq!(aware(clusters, &groups(0.03), [20, 25, 50, 30], 55), Some(vec![(3, 30), (1, 25)]));
    assert_eq!(aware(clusters, &groups(0.03), [40, 25, 20, 30], 56), None);
}

#[test]
fn the_nearest_group_that_has_room_is_taken() {
    // Two pairs, the second nearer; 5 ms between the pairs.
    let latency = |a: usize, b: usize| match (a.min(b), a.max(b)) {
        (0, 1) => 900,
        (2, 3) => 300,
        (a, b) if a == b => 10,
        _ => 5000,
    };
    let latencies = (0..16).map(|i| Span(latency(i / 4, i % 4))).collect();
    let network = Network::from_matrices(4, vec![1e8; 16], latencies);
    let group = [("group_threshold_ms", Value::Number(1.0))];
    let placed = |idle: &[u32], nodes| {
        place_with("communication-aware", &group, idle, &network, (&Request::Flexible, nodes, &[]))
    };
    assert_eq!(placed(&[8, 8, 4, 8], 12), Some(vec![(3, 8), (2, 4)]));
    assert_eq!(placed(&[8, 8, 4, 8], 13), Some(vec![(0, 8), (1, 5)]));
    assert_eq!(placed(&[8, 8, 4, 8], 17), None);
}

#[test]
fn adaptive_co_allocation_waits_rather_than_crawl() {
    let id = "adaptive-co-allocation";
    assert_eq!(flexible(id, &[], &[4, 16, 4, 4], 16), Some(vec![(1, 16)]));
    assert_eq!(flexible(id, &[], &[4, 16, 4, 4], 24), Some(vec![(1, 16), (0, 4), (2, 4)]));
    assert_eq!(flexible(id, &[], &[4, 16, 4, 4], 25), None, "1.4 on four clusters");
    let less = [("slow_down_accepted", Value::Number(1.2))];
    assert_eq!(flexible(id, &less, &[4, 16, 4, 4], 24), None, "1.25 on three clusters");
    let none = [("slow_down_accepted", Value::Number(1.0))];
    assert_eq!(flexible(id, &none, &[4, 16, 4, 4], 17), None);
    let free = [("slow_down_4", Value::Number(1.0))];
    assert_eq!(flexible(id, &free, &[1; 5], 5).map(|placed| placed.len()), Some(5));
}

#[test]
fn mostly_one_cluster_splits_off_little() {
    let id = "mostly-one-cluster";
    assert_eq!(flexible(id, &[], &[17, 3, 2], 20), Some(vec![(0, 17), (1, 3)]), "exactly 85 %");
    assert_eq!(flexible(id, &[], &[16, 4, 2], 20), None);
    assert_eq!(flexible(id, &[], &[3, 20, 2], 20), Some(vec![(1, 20)]));
    assert_eq!(flexible(id, &[], &[17, 2], 20), None);
    let half = [("largest_part_min", Value::Number(0.5))];
    assert_eq!(flexible(id, &half, &[10, 5, 5], 20), Some(vec![(0, 10), (1, 5), (2, 5)]));
    assert_eq!(flexible(id, &half, &[9, 9, 9], 20), None);
}

#[test]
fn cluster_minimization_keeps_components_together() {
    let id = "cluster-minimization";
    assert_eq!(components(id, &[16; 3], &[8, 8, 8]), Some(vec![(0, 16), (1, 8)]));
    assert_eq!(components("worst-fit", &[16; 3], &[8, 8, 8]), Some(vec![(0, 8), (1, 8), (2, 8)]));
    assert_eq!(components(id, &[10, 20, 12], &[12, 10, 6]), Some(vec![(1, 18), (2, 10)]));
    assert_eq!(components(id, &[8, 8], &[8, 8, 1]), None);
    assert_eq!(flexible(id, &[], &[16; 3], 24), None);
}

#[test]
fn close_to_files_moves_as_little_as_it_can() {
    let platform = ganttlet_core::platform::das3();
    let placed = |idle: [u32; 5], sizes: &[u32], inputs: &[InputFile]| {
        let request = Request::NonFixed(sizes.to_vec());
        place_with("close-to-files", &[], &idle, &platform.network, (&request, sizes.iter().sum(), inputs))
    };
    let file = |bytes, sites: &[u16]| InputFile { bytes, sites: sites.to_vec() };
    // Copies at the VU and in Leiden: there first, where the most nodes are idle.
    let copies = [file(1e9, &[0, 4])];
    assert_eq!(placed([10, 40, 40, 40, 12], &[8], &copies), Some(vec![(4, 8)]));
    assert_eq!(placed([10, 40, 40, 40, 12], &[8, 8], &copies), Some(vec![(4, 8), (0, 8)]));
    // No room there: UvA and MultimediaN receive it from the VU at 185 MB/s, Delft only at 45.
    assert_eq!(placed([7, 40, 60, 41, 7], &[8], &copies), Some(vec![(3, 8)]));
    assert_eq!(placed([7, 7, 60, 7, 7], &[8], &copies), Some(vec![(2, 8)]));
    // Two files: the UvA has the larger and receives the other at 53 MB/s. To MultimediaN that takes 100 s.
    let two = [file(1e9, &[2]), file(2e9, &[1])];
    assert_eq!(placed([40, 40, 7, 40, 40], &[8], &two), Some(vec![(1, 8)]));
    // Without input files: as Worst Fit.
    assert_eq!(placed([7, 40, 60, 41, 7], &[8], &[]), Some(vec![(2, 8)]));
    assert_eq!(placed([7, 40, 60, 41, 7], &[8], &[file(1e9, &[])]), Some(vec![(2, 8)]));
    assert_eq!(placed([7; 5], &[8], &copies), None);
}

#[test]
fn a_fixed_request_is_placed_as_specified() {
    for PolicyEntry { entry, .. } in PLACEMENT_POLICIES.members {
        let placed = |parts: &[(u16, u32)], idle: &[u32]| {
            let nodes = parts.iter().map(|part| part.1).fold(0, u32::saturating_add);
            let request = Request::Fixed(parts.to_vec());
            place_with(entry.id, &[], idle, &flat(idle.len()), (&request, nodes, &[]))
        };
        let parts = [(0, 4), (2, 4), (0, 4)];
        assert_eq!(placed(&parts, &[8, 0, 4]), Some(vec![(0, 8), (2, 4)]));
        assert_eq!(placed(&parts, &[7, 9, 4]), None);
        assert_eq!(placed(&[(3, 1)], &[8, 8, 8]), None, "no such cluster");
        assert_eq!(placed(&[(0, u32::MAX), (0, 2)], &[8]), None, "more than can be counted");
    }
}

#[test]
fn splits_are_tried_in_order() {
    let request = Request::Splits(vec![vec![24], vec![4, 20], vec![12, 12]]);
    for PolicyEntry { entry, .. } in PLACEMENT_POLICIES.members {
        let placed = |idle: &[u32]| place_with(entry.id, &[], idle, &flat(2), (&request, 24, &[]));
        assert_eq!(placed(&[16, 24]), Some(vec![(1, 24)]));
        assert_eq!(placed(&[4, 20]), Some(vec![(1, 20), (0, 4)]));
        assert_eq!(placed(&[16, 16]), Some(vec![(0, 12), (1, 12)]));
        assert_eq!(placed(&[11, 16]), None);
    }
}

#[test]
fn no_clusters_and_no_nodes() {
    let requests = |nodes| {
        [
            Request::Flexible,
            Request::NonFixed(vec![nodes]),
            Request::Splits(vec![vec![nodes]]),
            Request::Splits(vec![]),
        ]
    };
    for PolicyEntry { entry, .. } in PLACEMENT_POLICIES.members {
        for (idle, nodes) in [(&[][..], 1), (&[0], 1), (&[4], 5), (&[], 0), (&[4], 0), (&[0, 0], u32::MAX)] {
            for request in requests(nodes) {
                let placed = place_with(entry.id, &[], idle, &flat(idle.len()), (&request, nodes, &[]));
                assert_eq!(placed, None, "{} {request:?} on {idle:?}", entry.id);
            }
        }
        let one = place_with(entry.id, &[], &[4], &one_cluster(4).network, (&Request::Flexible, 4, &[]));
        assert_eq!(one, Some(vec![(0, 4)]), "{}", entry.id);
    }
}

#[test]
fn reasons_and_sources_of_policies_are_complete() {
    for PolicyEntry { entry, .. } in PLACEMENT_POLICIES.members {
        let sentence = policy(entry.id, &[]).rule().sentence.clone();
        assert!(sentence.contains("{job}") && sentence.contains("{cluster}"));
        assert!(sentence.to_lowercase().contains("the score is"), "{sentence}");
    }
    for id in ["close-to-files", "cluster-minimization"] {
        let entry = &PLACEMENT_POLICIES.get(id).entry;
        assert!(entry.source.starts_with("not in Sonmez 2010"), "{id}");
    }
    // A link sets a parameter by its name alone.
    let ids = |maker: &PolicyEntry<_>| maker.entry.parameters.iter().map(|parameter| parameter.id);
    let mut all: Vec<&str> = PLACEMENT_POLICIES.members.iter().flat_map(ids).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}
